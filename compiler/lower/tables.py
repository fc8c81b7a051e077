"""How the lines of a printed table are found by a number."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from hexlaw.runtime import graph as g
from hexlaw.runtime.table import Axis


def counts_up(axis: Axis) -> bool:
    """Whether every heading is one whole number, one more than the one before."""
    first = axis.brackets[0].start if axis.brackets else None
    return first is not None and all(
        b.start == first + i and b.stop == first + i + 1 for i, b in enumerate(axis.brackets)
    )


def counts_on_and_on(decl: g.TableDecl, axis: Axis) -> bool:
    """Whether the headings are whole numbers in a row, and what lies outside reads as the first or the last."""
    ends = decl.below.get(axis.name), decl.above.get(axis.name)
    return ends == ("first", "last") and counts_up(axis)


def reads_plainly(decl: g.TableDecl) -> bool:
    """Whether a number finds its line in a table just by where it lies among the starts of the lines."""
    axis = decl.data.axes[0]
    ends = {*decl.below, *decl.above}
    return len(decl.data.axes) == 1 and bool(axis.brackets) and not ends and axis.brackets[-1].stop is None


def scale_of(axis: Axis) -> int:
    """What makes all numbers printed along an axis whole."""
    printed = [n for b in axis.brackets for n in (b.start, b.stop) if n is not None]
    return lcm(*(Fraction(n).denominator for n in printed)) if printed else 1
