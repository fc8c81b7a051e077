"""The machine's own words: what every law can say without declaring it.

Each function has parameter types, a result type and a Python function of the evaluator's map and the values.
`names.py` and the type checker read the signatures; `evaluate/makers.py` calls the functions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

from hexlaw.runtime.board import geometry as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.stops import Exhausted

CONTACT_WAY = t.Choice("contact-way")
BUILTIN_CHOICES: dict[str, tuple[str, ...]] = {"contact-way": ("crosses", "runs-along", "corner")}

CONTACT_FIELDS: dict[str, t.Type] = {
    "side": t.OrNone(t.HEXSIDE),
    "hex": t.OrNone(t.HEX),
    "how": CONTACT_WAY,
    "at": t.EXACT,
    "passed": t.WHOLE,
    "left": t.WHOLE,
}


@dataclass(frozen=True)
class BuiltinFunction:
    """`params` of None: the checker types this one by itself (`check/expression_typing.py`)."""

    params: tuple[t.Type, ...] | None
    result: t.Type
    call: Callable[..., Any]  # gets the map first
    doc: str


MAX_NUMBERS = 1_000
"""Whole numbers in one set of them."""


def whole_numbers(first: int | Fraction, last: int | Fraction) -> tuple[int, ...]:
    """The whole numbers from one to the other, both included; none where the first is above the last."""
    least, most = ceil(first), floor(last)
    if most - least >= MAX_NUMBERS:
        raise Exhausted(f"there are more than {MAX_NUMBERS:,} numbers between the two", "count fewer")
    return tuple(range(least, most + 1))


Of = BuiltinFunction
TWO_HEXES = (t.HEX, t.HEX)
CONTACTS = t.SetOf(t.CONTACT)

BUILTIN_FUNCTIONS: dict[str, BuiltinFunction] = {
    # hexes are what a game's own measure of distance counts, so `distance` fits any measure
    "distance": Of(
        TWO_HEXES, t.Number(exact=False, measure=t.ANY_NUMBER), lambda m, a, b: g.distance(a, b),
        "steps from one hex to the other",
    ),
    "neighbours": Of(
        (t.HEX,), t.SetOf(t.HEX), lambda m, h: g.neighbours(h),
        "the six hexes around; those beyond the map's edge are off-board",
    ),
    "neighbour": Of(
        (t.HEX, t.WHOLE), t.HEX, lambda m, h, n: g.numbered_neighbour(h, int(n)),
        "the n-th of the six hexes around, clockwise from the one to the right, of flat hexes to the lower right; "
        "the seventh is the first again",
    ),
    "straight-across": Of(
        TWO_HEXES, t.HEX, lambda m, a, h: g.straight_across(a, h), "the hex beyond the second, seen from the first"
    ),
    "side-between": Of(
        TWO_HEXES, t.OrNone(t.HEXSIDE), lambda m, a, b: g.side_between(a, b), "the hexside of two neighbours"
    ),
    "sides-of": Of((t.HEX,), t.SetOf(t.HEXSIDE), lambda m, h: g.sides_of(h), "the six hexsides of a hex"),
    "hexes-of": Of((t.HEXSIDE,), t.SetOf(t.HEX), lambda m, side: g.hexes_of(side), "the two hexes of a hexside"),
    "sides-along": Of(
        TWO_HEXES, CONTACTS, lambda m, a, b: g.sides_along(a, b), "the hexsides that the straight line meets"
    ),
    "hexes-along": Of(
        TWO_HEXES, CONTACTS, lambda m, a, b: g.hexes_along(a, b), "the hexes between that the straight line meets"
    ),
    "hexes-before": Of(
        (t.HEX, t.HEX, t.HEX), t.SetOf(t.HEX), lambda m, h, a, b: g.hexes_before(h, a, b),
        "the hexes out of which the straight line from the second to the third comes when it comes to the first",
    ),
    "sides-on-paths": Of(
        TWO_HEXES, CONTACTS, lambda m, a, b: g.sides_on_paths(a, b), "the hexsides that shortest hex-to-hex paths cross"
    ),
    "hexes-on-paths": Of(
        TWO_HEXES, CONTACTS, lambda m, a, b: g.hexes_on_paths(a, b), "the hexes between on shortest paths"
    ),
    "rounded-down": Of(None, t.WHOLE, lambda m, x: floor(x), "the whole number at or below"),
    "rounded-up": Of(None, t.WHOLE, lambda m, x: ceil(x), "the whole number at or above"),
    "larger": Of(None, t.EXACT, lambda m, a, b: max(a, b), "the larger of two numbers"),
    "smaller": Of(None, t.EXACT, lambda m, a, b: min(a, b), "the smaller of two numbers"),
    "numbers": Of(
        None, t.SetOf(t.WHOLE), lambda m, a, b: whole_numbers(a, b), "the whole numbers from one to the other"
    ),
    "shifted": Of(
        None, t.TEXT, lambda m, value, by: value,
        "a value of an ordered choice moved by so many places, stopping at its ends",
    ),
    "printed": Of(None, t.TEXT, lambda m, x: x, "a unit as its chart prints it"),
    "hex": Of(None, t.HEX, lambda m, x: x, "the hex of a printed name"),
}  # fmt: skip

# verbs: `a adjacent-to b`
BUILTIN_VERBS: dict[str, BuiltinFunction] = {
    "adjacent-to": Of(TWO_HEXES, t.YES_NO, lambda m, a, b: g.distance(a, b) == 1, "they share a hexside"),
    "comes-before": Of(
        (t.CONTACT, t.CONTACT), t.YES_NO, lambda m, c, d: g.comes_before(c, d),
        "both lie on one line or path, this one first",
    ),
    "touches": Of(
        (t.HEXSIDE, t.HEXSIDE), t.YES_NO, lambda m, a, b: b in g.sides_touching(a), "the two hexsides share a corner"
    ),
}  # fmt: skip

# adjectives: `h is off-board`
BUILTIN_ADJECTIVES: dict[str, BuiltinFunction] = {
    "off-board": Of((t.HEX,), t.YES_NO, lambda m, h: not m.contains(h), "it lies beyond the edge of the map"),
    "shared": Of(
        (t.HEX,), t.YES_NO, lambda m, h: len(m.names_of(h)) > 1, "boards that are joined share it, as half a hex each"
    ),
}

# sets that have a name of their own
BUILTIN_SETS: dict[str, t.Type] = {"hexes": t.SetOf(t.HEX), "hexsides": t.SetOf(t.HEXSIDE)}
