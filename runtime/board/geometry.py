"""Hex geometry: neighbours, distances, straight lines and shortest paths, all exact.

Input: hexes in axial coordinates. Output: hexes, hexsides and `Contact`s. Nothing here knows a board: hexes off the
board are like any other, and the same coordinates serve grids in rows and in columns.

How lines are kept exact: measure a point along the three directions square to the hexsides (`_across`).
With the centre of a hex at zero, the hex holds exactly the points whose three measures lie between -1
and 1. A straight line moves through each measure evenly, so it is inside a hex for one stretch, and
whole numbers are enough to say from where to where. Two neighbouring hexes share exactly one hexside,
so the stretch that a line spends in both is the stretch it spends on that hexside.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Literal, NamedTuple


class Hex(NamedTuple):
    q: int
    r: int


class Side(NamedTuple):
    """A hexside, named from the one of its two hexes that has it in direction 0, 1 or 2.

    INVARIANT: direction is 0, 1 or 2, so a hexside has one name; `side_of` and `side_between` keep it.
    """

    hex: Hex
    direction: int


DIRECTIONS = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
"""Counterclockwise; the opposite of direction `d` is `(d + 3) % 6`."""

_DIRECTION_OF = {step: direction for direction, step in enumerate(DIRECTIONS)}


How = Literal["crosses", "runs-along", "corner"]


@dataclass(frozen=True, slots=True)
class Contact:
    """A hexside, or a hex, that a straight line or a shortest path meets.

    The hexsides that a line meets are counted by places: a corner is one place whatever the number of
    hexsides there, and so is a run along a hexside together with the two corners at its ends.
    """

    how: How
    side: Side | None
    """The hexside met, or none where this is about a hex."""
    hex: Hex | None
    """The hex met, or none where this is about a hexside."""
    at: Fraction
    """Where, from 0 at the first centre to 1 at the last; a stretch is given by its middle."""
    passed: int
    """Hexside places from the start up to here, a hexside's own place included; for a hex, before it."""
    left: int
    """The same counted from the far end."""
    out_of: Hex | None
    """For a hexside that is crossed: the hex left behind."""
    into: Hex | None
    on: Literal["line", "paths"] = "line"
    """Whether this is met by the one straight line, or by some of the shortest paths."""

    def __hash__(self) -> int:
        # the place along the line follows from the rest; leaving the fraction out makes hashing four times quicker
        return hash((self.how, self.side, self.hex, self.passed, self.left, self.out_of))


# Neighbours and hexsides


@lru_cache(100_000)
def neighbours(h: Hex) -> tuple[Hex, ...]:
    """Returns the six hexes around, in the order of the directions."""
    return tuple(Hex(h.q + step.q, h.r + step.r) for step in DIRECTIONS)


def neighbour(h: Hex, direction: int) -> Hex:
    step = DIRECTIONS[direction]
    return Hex(h.q + step.q, h.r + step.r)


def numbered_neighbour(h: Hex, number: int) -> Hex:
    """Returns a neighbour by its number in the law: the first lies to the right, the others follow clockwise, the
    seventh is the first."""
    return neighbour(h, direction_numbered(number))


def direction_numbered(number: int) -> int:
    return (1 - number) % 6


def distance(a: Hex, b: Hex) -> int:
    """Steps from one hex to the other."""
    q, r = b.q - a.q, b.r - a.r
    return max(abs(q), abs(r), abs(q + r))


def direction_to(a: Hex, b: Hex) -> int | None:
    """Returns the direction in which `b` lies next to `a`; None when they are no neighbours."""
    return _DIRECTION_OF.get(Hex(b.q - a.q, b.r - a.r))


def straight_across(entered_from: Hex, h: Hex) -> Hex:
    """Returns the hex on the other side of `h`, seen from `entered_from`; it may lie off every board."""
    return Hex(2 * h.q - entered_from.q, 2 * h.r - entered_from.r)


def side_of(h: Hex, direction: int) -> Side:
    """Returns the hexside of `h` in any of the six directions."""
    return Side(h, direction) if direction < 3 else Side(neighbour(h, direction), direction - 3)


@lru_cache(100_000)
def side_between(a: Hex, b: Hex) -> Side | None:
    direction = direction_to(a, b)
    return None if direction is None else side_of(a, direction)


def sides_of(h: Hex) -> tuple[Side, ...]:
    """Returns the six hexsides, in the order of the directions."""
    return tuple(side_of(h, direction) for direction in range(6))


def hexes_of(side: Side) -> tuple[Hex, Hex]:
    return side.hex, neighbour(side.hex, side.direction)


def sides_touching(side: Side) -> tuple[Side, ...]:
    """Returns the four other hexsides that share a corner with this one."""
    here, there = side.hex, side.direction
    after, before = (there + 1) % 6, (there - 1) % 6
    return (
        side_of(here, after),
        side_of(neighbour(here, there), (there + 2) % 6),
        side_of(here, before),
        side_of(neighbour(here, there), (there - 2) % 6),
    )


# Straight lines


def sides_along(a: Hex, b: Hex) -> tuple[Contact, ...]:
    """Returns every hexside that the straight line from centre to centre meets, from `a` to `b`.

    Of the hexsides at a corner that the line touches all three are met, but one along which it runs
    is listed only as run along. A line may cross more hexsides than there are steps between its ends.
    """
    return _translated(_line_from_zero(b.q - a.q, b.r - a.r)[0], a)


def hexes_along(a: Hex, b: Hex) -> tuple[Contact, ...]:
    """Returns every hex between `a` and `b` that the straight line passes, runs along or touches, in order."""
    return _translated(_line_from_zero(b.q - a.q, b.r - a.r)[1], a)


def hexes_before(h: Hex, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Returns the hexes out of which the straight line from `a` to `b` comes when it comes to `h`: two where it comes
    from between them, none where `h` is `a` or is not met by the line. A hex of which it only touches a corner is
    before no other."""
    return tuple([Hex(q + a.q, r + a.r) for q, r in _before_from_zero(h.q - a.q, h.r - a.r, b.q - a.q, b.r - a.r)])


@lru_cache(maxsize=4096)
def _before_from_zero(at_q: int, at_r: int, q: int, r: int) -> tuple[Hex, ...]:
    inside = _stretches(q, r, _units(q, r))
    here = inside.get(Hex(at_q, at_r))
    if here is None:
        return ()
    return tuple([h for h, (enters, leaves) in inside.items() if enters < leaves == here[0] and h != (at_q, at_r)])


def _across(q: int, r: int) -> tuple[int, int, int]:
    """Returns the point measured along directions 0, 1 and 2; centres of neighbours are 1 or 2 apart."""
    return 2 * q + r, q - r, -q - 2 * r


class Meeting(NamedTuple):
    """A `Contact` of a line from the hex (0, 0), in whole numbers."""

    how: How
    side: Side | None
    hex: Hex | None
    after: int
    """Where, as a part of `parts` in lowest terms: `after` of `parts`."""
    parts: int
    passed: int
    left: int
    onward: bool | None
    """For a hexside that is crossed: whether the line comes out of the hex that the side is named from."""


# Room for every pair of hexes of one large board; more joined boards fall back on working it out.
@lru_cache(maxsize=4096)
def _line_from_zero(q: int, r: int) -> tuple[tuple[Contact, ...], tuple[Contact, ...]]:
    """Returns the contacts with hexsides and with hexes of the line from (0, 0) to (q, r)."""
    sides, hexes = meetings(q, r)
    return tuple(map(_contact, sides)), tuple(map(_contact, hexes))


def _contact(m: Meeting) -> Contact:
    behind, ahead = ends_of(m.side, m.onward)
    return Contact(m.how, m.side, m.hex, Fraction(m.after, m.parts), m.passed, m.left, behind, ahead)


def ends_of(side: Side | None, onward: bool | None) -> tuple[Hex | None, Hex | None]:
    """Returns the hexes that a crossed hexside leads out of and into; None where none is crossed."""
    if side is None or onward is None:
        return None, None
    one, other = hexes_of(side)
    return (one, other) if onward else (other, one)


def meetings(q: int, r: int) -> tuple[tuple[Meeting, ...], tuple[Meeting, ...]]:
    """Returns what the line from (0, 0) to (q, r) meets: its hexsides, and the hexes between, each in order.

    The line is cut into equal parts so that it enters and leaves every hex at a cut; all that follows
    is counted in these cuts. INVARIANT: a place is a run of cuts on which it is on one hexside after the other.
    """
    length = _units(q, r)
    inside = _stretches(q, r, length)
    sides = _shared_stretches(inside)
    places = _places(sides.values())
    starts, ends = [start for start, _ in places], [end for _, end in places]
    whole, count = 2 * length, len(places)
    by_side: list[tuple[int, Side, How, int, int, bool | None]] = []
    for side, (enters, leaves) in sides.items():
        place = bisect_right(starts, enters)
        how = _how_side_is_met(enters, leaves, inside, side)
        onward = inside[side.hex] < inside[neighbour(*side)] if how == "crosses" else None
        by_side.append((enters + leaves, side, how, place, count + 1 - place, onward))
    by_side.sort()
    by_hex: list[tuple[int, Hex, How, int, int]] = []
    for h, (enters, leaves) in inside.items():
        if h in ((0, 0), (q, r)):
            continue
        # A hex of which the line meets only a corner or a side lies wholly within one place.
        passed, left = bisect_left(ends, leaves), count - bisect_right(starts, enters)
        how = "crosses" if passed + left == count else "corner" if enters == leaves else "runs-along"
        by_hex.append((enters + leaves, h, how, passed, left))
    by_hex.sort()
    return (
        tuple([Meeting(how, side, None, *_lowest(at, whole), passed, left, onward)
               for at, side, how, passed, left, onward in by_side]),
        tuple([Meeting(how, None, h, *_lowest(at, whole), passed, left, None)
               for at, h, how, passed, left in by_hex]),
    )  # fmt: skip


def _lowest(part: int, whole: int) -> tuple[int, int]:
    """Returns a fraction in lowest terms."""
    shared = gcd(part, whole)
    return part // shared, whole // shared


def _how_side_is_met(enters: int, leaves: int, inside: dict[Hex, tuple[int, int]], side: Side) -> How:
    if enters < leaves:
        return "runs-along"
    for turn in (1, -1):  # the hexes at its two corners that are not its own
        stretch = inside.get(neighbour(side.hex, (side.direction + turn) % 6))
        if stretch is not None and stretch[0] <= enters <= stretch[1]:
            return "corner"
    return "crosses"


def _units(q: int, r: int) -> int:
    """Into how many equal parts to cut the line so that it enters and leaves every hex at a cut."""
    return lcm(*(abs(speed) for speed in _across(q, r) if speed))


def _stretches(q: int, r: int, length: int) -> dict[Hex, tuple[int, int]]:
    """Returns the hexes that the line meets, each with the stretch it spends there, as cuts of the line.

    Row after row across the longer of the two axes: a hex touches the endless line exactly if its centre lies aside
    of it by no more than the farthest corner does, which gives the few hexes of a row without trying others.
    """
    if not (q or r):
        return {Hex(0, 0): (0, length)}
    speeds = _across(q, r)
    reach = max(map(abs, speeds))
    scales = [(i, length // speed) for i, speed in enumerate(speeds) if speed]  # exact: `_units` saw to that
    found: dict[Hex, tuple[int, int]] = {}
    swapped = abs(r) > abs(q)
    ahead, aside = (r, q) if swapped else (q, r)
    onward = 1 if ahead > 0 else -1
    steps = abs(ahead)
    for row in range(steps + 1):
        middle = 3 * row * aside
        for across in range(-((reach - middle) // (3 * steps)), (middle + reach) // (3 * steps) + 1):
            h = Hex(across, row * onward) if swapped else Hex(row * onward, across)
            measures = _across(*h)
            enters, leaves = 0, length
            for i, scale in scales:
                centre, half = measures[i] * scale, abs(scale)
                enters, leaves = max(enters, centre - half), min(leaves, centre + half)
            if enters <= leaves:
                found[h] = enters, leaves
    return found


def _shared_stretches(inside: dict[Hex, tuple[int, int]]) -> dict[Side, tuple[int, int]]:
    shared = {}
    for h, (enters, leaves) in inside.items():
        q, r = h
        for direction, beside in enumerate(((q + 1, r), (q + 1, r - 1), (q, r - 1))):  # as `DIRECTIONS` has them
            stretch = inside.get(beside)  # type: ignore[call-overload]
            if stretch is not None:
                first, last = max(enters, stretch[0]), min(leaves, stretch[1])
                if first <= last:
                    shared[Side(h, direction)] = first, last
    return shared


def _places(stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the stretches on hexsides, those that touch put together, in order."""
    places: list[tuple[int, int]] = []
    for enters, leaves in sorted(stretches):
        if places and enters <= places[-1][1]:
            places[-1] = places[-1][0], max(places[-1][1], leaves)
        else:
            places.append((enters, leaves))
    return places


def _translated(contacts: tuple[Contact, ...], by: Hex) -> tuple[Contact, ...]:
    dq, dr = by
    if not (dq or dr):
        return contacts

    def moved(h: Hex) -> Hex:
        return Hex(h[0] + dq, h[1] + dr)

    return tuple(
        Contact(
            c.how,
            c.side and Side(moved(c.side[0]), c.side[1]),
            c.hex and moved(c.hex),
            c.at,
            c.passed,
            c.left,
            c.out_of and moved(c.out_of),
            c.into and moved(c.into),
        )
        for c in contacts
    )


# Shortest paths


def sides_on_paths(a: Hex, b: Hex) -> tuple[Contact, ...]:
    """Returns every hexside that at least one shortest way from hex to hex crosses, step by step."""
    ways, steps = _ways(a, b), distance(a, b)
    contacts = []
    before = _hexes_after(a, ways, 0)
    for step in range(1, steps + 1):
        after = _hexes_after(a, ways, step)
        at = Fraction(2 * step - 1, 2 * steps)
        for made_ahead, h in before.items():
            onwards = ((ways.aside_in, after.get(made_ahead)), (ways.ahead_in, after.get(made_ahead + 1)))
            for direction, onward in onwards:
                if onward:
                    side = Side(h, direction) if direction < 3 else Side(onward, direction - 3)
                    contacts.append(Contact("crosses", side, None, at, step, steps - step + 1, h, onward, "paths"))
        before = after
    return tuple(contacts)


def hexes_on_paths(a: Hex, b: Hex) -> tuple[Contact, ...]:
    """Returns every hex strictly between `a` and `b` on at least one shortest way, step by step."""
    ways, steps = _ways(a, b), distance(a, b)
    return tuple(
        Contact("crosses", None, h, Fraction(step, steps), step, steps - step, None, None, "paths")
        for step in range(1, steps)
        for h in _hexes_after(a, ways, step).values()
    )


class _Ways(NamedTuple):
    """Every shortest way takes so many steps in one direction and so many in the next, in any order."""

    ahead_in: int
    ahead: int
    aside_in: int
    aside: int


def _ways(a: Hex, b: Hex) -> _Ways:
    q, r = b.q - a.q, b.r - a.r
    for direction, step in enumerate(DIRECTIONS):
        following = (direction + 1) % 6
        turned = DIRECTIONS[following]
        ahead, aside = r * turned.q - q * turned.r, q * step.r - r * step.q
        if ahead > 0 and aside >= 0:
            return _Ways(direction, ahead, following, aside)
    return _Ways(0, 0, 1, 0)


def _hexes_after(a: Hex, ways: _Ways, step: int) -> dict[int, Hex]:
    """Returns where the shortest ways may be after so many steps, by the number of these made ahead."""
    ahead, aside = DIRECTIONS[ways.ahead_in], DIRECTIONS[ways.aside_in]
    return {
        i: Hex(a.q + i * ahead.q + (step - i) * aside.q, a.r + i * ahead.r + (step - i) * aside.r)
        for i in range(max(0, step - ways.aside), min(step, ways.ahead) + 1)
    }


def comes_before(c: Contact, d: Contact) -> bool:
    """Whether both lie on the same line or shortest path, `c` first. Both must come from the same pair of ends. What a
    line meets at one place has no order."""
    if c.passed - c.left >= d.passed - d.left:
        return False
    if c.on == "line":
        return True
    leaving, arriving = c.into or c.hex, d.out_of or d.hex
    steps = d.passed - c.passed - (1 if d.side else 0)
    return leaving is not None and arriving is not None and distance(leaving, arriving) == steps
