"""Dice that show what the table they are read in does not print.

Only what is certain is reported: the die itself is asked for in the table, all dice of that name in the same
statements have the same faces, no `if` there asks what the die shows, and the law does not say what a reading beyond
the printed numbers gives.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.footprint import footprints_of

MAX_SHOWN = 5  # numbers of a die


def dice_are_printed(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Every number of a die that is read in a table has a heading there, or the law says what is read instead."""
    for node, body in footprints_of(graph).bodies.items():
        inside = list(parts(body))
        shows = _numbers(inside)
        for read in inside:
            if isinstance(read, e.Table):
                for axis, arg in enumerate(read.args):
                    shown = shows.get(arg.name) if isinstance(arg, e.Var) else None
                    missing = [] if shown is None else _not_printed(graph.tables[read.name], axis, shown)
                    if missing and shown is not None and isinstance(arg, e.Var):
                        meant = _axis_of(graph.tables[read.name], shown)
                        _report(found, names, node, read.name, arg.name, missing, meant)


def _numbers(inside: Sequence[object]) -> dict[str, range]:
    """By name, what each die can show, where that is known and nothing asks for it beforehand."""
    thrown: dict[str, set[range]] = {}
    for part in inside:
        if isinstance(part, e.Roll):
            faces = part.faces.value if isinstance(part.faces, e.Const) else None
            shown = range(part.count, part.count * faces + 1) if isinstance(faces, int) else range(0)
            thrown.setdefault(part.name, set()).add(shown)
    conditions = tuple(part.condition for part in inside if isinstance(part, e.If))
    asked = {part.name for part in parts(conditions) if isinstance(part, e.Var)}
    return {name: next(iter(all_)) for name, all_ in thrown.items() if len(all_) == 1 and name not in asked}


def _not_printed(table: g.TableDecl, axis: int, shown: range) -> list[int]:
    head = table.data.axes[axis]
    missing = [number for number in shown if head.position(number) is None]
    if head.name in table.below:
        missing = [number for number in missing if head.first is None or number >= head.first]
    if head.name in table.above:
        missing = [number for number in missing if head.last is None or number <= head.last]
    return missing


def _axis_of(table: g.TableDecl, shown: range) -> str | None:
    """The axis of whole numbers whose headings are just what a die can show."""
    for head in table.data.axes:
        if (head.first, head.last) == (shown[0], shown[-1]) and all(head.position(n) is not None for n in shown):
            return head.name
    return None


def _report(
    found: Diagnostics, names: Names, node: str, table: str, die: str, missing: list[int], meant: str | None
) -> None:
    help_ = "throw another die, or say in the table what is read `below` or `above` what is printed"
    if meant is not None:
        help_ = f"the axes look exchanged: just that is printed for `{meant}`; write its headings for the other axis"
    more = f" and {len(missing) - MAX_SHOWN} more" if len(missing) > MAX_SHOWN else ""
    listed = ", ".join(str(number) for number in missing[:MAX_SHOWN])
    found.report(
        "HX443", names.place(node), f"`{die}` can show {listed}{more}, for which `{table}` prints nothing",
        help=help_, level="warning",
    )  # fmt: skip
