"""Where requirements are broken that are about one place: looked at again only where something was written.

Comes in: what the source says under `NEAR` (`compiler/lower/fields.py` proves it): the function of one case, and what
it reads. The cases found before stay, as far as they are about a hex in which nothing of that was written since; a case
is a hex, or a thing where it stands, however deep inside others. The writes are those on the state's trail.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from hexlaw.runtime.position import Cell
from hexlaw.runtime.value import Thing

PLACES = "@"  # in `RESTS_ON`: where things stand
THINGS = "@things"  # and which there are
Broken = dict[Any, Any]


Trail = tuple[int, Cell | None, Any, Any]
"""How many cells were written before, the one that was written, the hex in which the thing was, and the trail as it was
then."""


def written_between(one: Trail, other: Trail) -> set[Cell] | None:
    """The cells that were written since two trails parted; none where they have no beginning in common."""
    found: set[Cell] = set()
    while one is not other:
        if one[0] < other[0]:
            one, other = other, one
        _, cell, _, one = one
        if cell is None:
            return None
        found.add(cell)
    return found


class Written(Protocol):
    """A state, as far as it says what was written in it."""

    trail: Trail
    order: dict[Thing, int]
    things: dict[str, Thing]
    hex_of: dict[Any, Any]


@dataclass(frozen=True, slots=True)
class Near:
    """A requirement that is about one place."""

    case: Callable[[Any, Any], Broken]
    kinds: frozenset[str]  # of the things that are its cases; none where these are hexes
    reads: frozenset[str]


@dataclass(frozen=True, slots=True)
class Found:
    """What was broken when the trail was this one, among the things in this order."""

    broken: Broken
    trail: Trail
    order: dict[Thing, int]


def broken_since(s: Written, near: Near, before: Found) -> Broken | None:
    """The cases in which it is broken now; none where all have to be looked at."""
    touched = None if before.order is not s.order else _touched(s, near.reads, before.trail)
    if touched is None:
        return None
    things, hexes = touched
    if not things:
        return before.broken
    if not near.kinds:
        again: Iterable[Any] = hexes - {None}
    else:
        things.update([thing for thing, here in s.hex_of.items() if here in hexes and thing is not None])
        again = [thing for thing in things if thing.kind in near.kinds and s.things.get(thing.name) is thing]
    found = {case: excess for case, excess in before.broken.items() if case[0] not in again}
    for case in again:
        found.update(near.case(s, case))
    return found


def _touched(s: Written, reads: Container[str], begun: Trail) -> tuple[set[Thing], set[Any]] | None:
    """The things of which something was written that is read, and the hexes where they are or were since; none where
    what was written is of no thing."""
    touched: set[Thing] = set()
    hexes: set[Any] = set()
    at = s.trail
    while at is not begun:
        _, cell, was, at = at
        if cell is None:
            return None  # it is not of this trail
        subject, attribute = cell
        if (PLACES if attribute is None else attribute) in reads:
            if not isinstance(subject, Thing):
                return None
            touched.add(subject)
            here = s.hex_of.get(subject)
            if attribute is None:
                hexes.update((was, here) if here is None or was is not None else (here,))
            elif here is not None:
                hexes.add(here)
    return touched, hexes
