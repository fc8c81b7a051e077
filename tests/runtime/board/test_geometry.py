"""Lines and paths between hexes, against hand-worked cases and against plain geometry of the plane."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlaw.runtime.board.geometry import (
    DIRECTIONS,
    Contact,
    Hex,
    Side,
    comes_before,
    direction_to,
    distance,
    hexes_along,
    hexes_before,
    hexes_of,
    hexes_on_paths,
    neighbours,
    side_between,
    side_of,
    sides_along,
    sides_of,
    sides_on_paths,
    sides_touching,
    straight_across,
)

ZERO = Hex(0, 0)
hexes = st.builds(Hex, st.integers(-7, 7), st.integers(-7, 7))


# Neighbours and hexsides


def test_directions_go_round_and_oppose_each_other() -> None:
    assert neighbours(ZERO) == DIRECTIONS
    for direction, step in enumerate(DIRECTIONS):
        assert direction_to(ZERO, step) == direction
        assert direction_to(step, ZERO) == (direction + 3) % 6
        assert distance(step, DIRECTIONS[(direction + 1) % 6]) == 1


def test_direction_to_is_none_for_others() -> None:
    assert direction_to(ZERO, ZERO) is None
    assert direction_to(ZERO, Hex(1, 1)) is None
    assert side_between(ZERO, Hex(2, 0)) is None


@pytest.mark.parametrize(
    ("there", "steps"),
    [(Hex(3, 0), 3), (Hex(1, 1), 2), (Hex(4, 1), 5), (Hex(3, -3), 3), (Hex(-2, 5), 5), (Hex(2, -5), 5)],
)
def test_distance(there: Hex, steps: int) -> None:
    assert distance(ZERO, there) == steps


def test_straight_across_goes_on_in_the_same_direction() -> None:
    assert straight_across(Hex(3, 4), Hex(4, 3)) == Hex(5, 2)


@given(hexes)
def test_a_hexside_has_one_name_from_both_hexes(h: Hex) -> None:
    for direction, beside in enumerate(neighbours(h)):
        side = side_between(h, beside)
        assert side is not None
        assert side == side_between(beside, h) == side_of(h, direction) == sides_of(h)[direction]
        assert 0 <= side.direction <= 2
        assert set(hexes_of(side)) == {h, beside}


@given(hexes, st.integers(0, 2))
def test_sides_touching_are_those_with_a_corner_in_common(h: Hex, direction: int) -> None:
    side = Side(h, direction)
    near = {s for end in hexes_of(side) for beside in neighbours(end) for s in sides_of(beside)}
    expected = {s for s in near if s != side and set(corners_of(s)) & set(corners_of(side))}
    assert len(sides_touching(side)) == 4
    assert set(sides_touching(side)) == expected


# Straight lines, by hand


def crossing(a: Hex, b: Hex, at: str, passed: int, left: int) -> Contact:
    return Contact("crosses", side_between(a, b), None, Fraction(at), passed, left, a, b)


def touching(a: Hex, b: Hex, at: str, passed: int, left: int) -> Contact:
    return Contact("corner", side_between(a, b), None, Fraction(at), passed, left, None, None)


def hex_met(how: str, h: Hex, at: str, passed: int, left: int) -> Contact:
    return Contact(how, None, h, Fraction(at), passed, left, None, None)  # type: ignore[arg-type]


def test_a_straight_row() -> None:
    row = [Hex(0, 0), Hex(1, 0), Hex(2, 0), Hex(3, 0)]
    assert sides_along(row[0], row[3]) == (
        crossing(row[0], row[1], "1/6", 1, 3),
        crossing(row[1], row[2], "1/2", 2, 2),
        crossing(row[2], row[3], "5/6", 3, 1),
    )
    assert hexes_along(row[0], row[3]) == (
        hex_met("crosses", row[1], "1/3", 1, 2),
        hex_met("crosses", row[2], "2/3", 2, 1),
    )


def test_neighbours_meet_at_their_hexside_alone() -> None:
    assert sides_along(Hex(5, 5), Hex(5, 4)) == (crossing(Hex(5, 5), Hex(5, 4), "1/2", 1, 1),)
    assert hexes_along(Hex(5, 5), Hex(5, 4)) == ()


def test_a_hex_and_itself_have_nothing_between() -> None:
    assert sides_along(ZERO, ZERO) == hexes_along(ZERO, ZERO) == ()
    assert sides_on_paths(ZERO, ZERO) == hexes_on_paths(ZERO, ZERO) == ()


def test_a_line_along_a_hexside_is_one_place() -> None:
    # The hexside takes the middle third; two hexsides meet it at either corner.
    end, above, below = Hex(1, 1), Hex(1, 0), Hex(0, 1)
    found = sides_along(ZERO, end)
    assert [contact.at for contact in found] == [Fraction(t) for t in ("1/3", "1/3", "1/2", "2/3", "2/3")]
    assert set(found) == {
        touching(ZERO, above, "1/3", 1, 1),
        touching(ZERO, below, "1/3", 1, 1),
        Contact("runs-along", side_between(above, below), None, Fraction("1/2"), 1, 1, None, None),
        touching(above, end, "2/3", 1, 1),
        touching(below, end, "2/3", 1, 1),
    }
    assert set(hexes_along(ZERO, end)) == {
        hex_met("runs-along", above, "1/2", 0, 0),
        hex_met("runs-along", below, "1/2", 0, 0),
    }


def test_two_runs_with_a_hex_between() -> None:
    found = [c for c in sides_along(ZERO, Hex(2, 2)) if c.how == "runs-along"]
    assert [(c.at, c.passed, c.left) for c in found] == [(Fraction("1/4"), 1, 2), (Fraction("3/4"), 2, 1)]
    assert hex_met("crosses", Hex(1, 1), "1/2", 1, 1) in hexes_along(ZERO, Hex(2, 2))


def test_a_line_through_corners_and_the_middle_of_a_hexside() -> None:
    # At 1/3 the line is at (4/3, 1/3), where (1, 0), (2, 0) and (1, 1) meet; at 1/2 it is at (2, 1/2).
    a, b, c, d, e, f = Hex(0, 0), Hex(1, 0), Hex(2, 0), Hex(2, 1), Hex(3, 1), Hex(4, 1)
    low, high = Hex(1, 1), Hex(3, 0)
    found = sides_along(a, f)
    places = ("1/9", "1/3", "1/3", "1/3", "1/2", "2/3", "2/3", "2/3", "8/9")
    assert [contact.at for contact in found] == [Fraction(place) for place in places]
    assert set(found) == {
        crossing(a, b, "1/9", 1, 5),
        *(touching(x, y, "1/3", 2, 4) for x, y in ((b, c), (b, low), (low, c))),
        crossing(c, d, "1/2", 3, 3),
        *(touching(x, y, "2/3", 4, 2) for x, y in ((d, e), (d, high), (high, e))),
        crossing(e, f, "8/9", 5, 1),
    }
    assert hexes_along(a, f) == (
        hex_met("crosses", b, "2/9", 1, 4),
        hex_met("corner", low, "1/3", 1, 3),
        hex_met("crosses", c, "5/12", 2, 3),
        hex_met("crosses", d, "7/12", 3, 2),
        hex_met("corner", high, "2/3", 3, 1),
        hex_met("crosses", e, "7/9", 4, 1),
    )


def test_a_line_may_cross_more_hexsides_than_there_are_steps() -> None:
    # Between 2/5 and 3/5 the line to (3, 1) clips the tips of (1, 1) and (2, 0), one after the other.
    way = [Hex(0, 0), Hex(1, 0), Hex(1, 1), Hex(2, 0), Hex(2, 1), Hex(3, 1)]
    places = ["1/7", "2/5", "1/2", "3/5", "6/7"]
    assert distance(way[0], way[-1]) == 4
    assert sides_along(way[0], way[-1]) == tuple(
        crossing(a, b, at, n, 6 - n) for n, ((a, b), at) in enumerate(zip(pairwise(way), places, strict=True), 1)
    )


# Straight lines, against the plane: seen in slanted coordinates lines stay lines and thirds stay thirds


def corners_of(side: Side) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """A corner is the middle of the three hexes that meet there."""
    one, other = hexes_of(side)
    third, fourth = (h for h in neighbours(one) if h in neighbours(other))
    return middle_of(one, other, third), middle_of(one, other, fourth)


def middle_of(*three: Hex) -> tuple[Fraction, Fraction]:
    return Fraction(sum(h.q for h in three), 3), Fraction(sum(h.r for h in three), 3)


def meeting(a: Hex, b: Hex, side: Side) -> tuple[str, Fraction] | None:
    """How the line from `a` to `b` meets the hexside, by the signs of areas."""
    (px, py), (sx, sy) = corners_of(side)
    dx, dy = b.q - a.q, b.r - a.r
    over = [dx * (y - a.r) - dy * (x - a.q) for x, y in ((px, py), (sx, sy))]
    places = [((x - a.q) * dx + (y - a.r) * dy) / Fraction(dx * dx + dy * dy) for x, y in ((px, py), (sx, sy))]
    if over[0] == over[1] == 0:
        return ("runs-along", sum(places) / 2) if all(0 < place < 1 for place in places) else None
    if 0 in over:
        place = places[over.index(0)]
        return ("corner", place) if 0 < place < 1 else None
    if (over[0] > 0) == (over[1] > 0):
        return None
    share = over[0] / (over[0] - over[1])
    x, y = px + share * (sx - px), py + share * (sy - py)
    place = ((x - a.q) * dx + (y - a.r) * dy) / Fraction(dx * dx + dy * dy)
    return ("crosses", place) if 0 < place < 1 else None


@given(hexes, hexes)
def test_sides_along_are_those_that_meet_the_line_in_the_plane(a: Hex, b: Hex) -> None:
    near = {
        side
        for q in range(min(a.q, b.q) - 1, max(a.q, b.q) + 2)
        for r in range(min(a.r, b.r) - 1, max(a.r, b.r) + 2)
        for side in sides_of(Hex(q, r))
    }
    expected = {side: meeting(a, b, side) for side in near} if a != b else {}
    found = {contact.side: (contact.how, contact.at) for contact in sides_along(a, b)}
    assert found == {side: met for side, met in expected.items() if met}


@given(hexes, hexes)
def test_a_hex_along_the_line_is_met_as_its_hexsides_are(a: Hex, b: Hex) -> None:
    met: dict[Hex, list[Contact]] = {}
    for contact in sides_along(a, b):
        assert contact.side is not None
        for h in hexes_of(contact.side):
            met.setdefault(h, []).append(contact)
    expected = {}
    for h, contacts in met.items():
        if h in (a, b):
            continue
        places = [contact.at for contact in contacts]
        run = next((contact for contact in contacts if contact.how == "runs-along"), None)
        if run is not None:
            expected[h] = ("runs-along", run.at)
        elif len(set(places)) == 1:
            expected[h] = ("corner", places[0])
        else:
            expected[h] = ("crosses", (min(places) + max(places)) / 2)
    assert {contact.hex: (contact.how, contact.at) for contact in hexes_along(a, b)} == expected


@given(hexes, hexes)
def test_places_are_counted_without_gaps(a: Hex, b: Hex) -> None:
    contacts = sides_along(a, b)
    numbers = sorted({contact.passed for contact in contacts})
    assert numbers == list(range(1, len(numbers) + 1))
    for contact in contacts:
        assert contact.passed + contact.left == len(numbers) + 1
    for one, other in pairwise(contacts):
        assert one.at <= other.at
        assert one.passed <= other.passed
    for contact in hexes_along(a, b):
        assert contact.passed + contact.left == len(numbers) - (contact.how != "crosses")


@given(hexes, hexes)
def test_hexsides_crossed_lead_from_hex_to_hex(a: Hex, b: Hex) -> None:
    here = a
    for contact in sides_along(a, b):
        if contact.how != "crosses":
            assert contact.out_of is contact.into is None
            here = b  # at a corner the way goes on in another hex
            continue
        assert contact.out_of is not None
        assert contact.into is not None
        assert contact.side == side_between(contact.out_of, contact.into)
        assert here in (contact.out_of, b)
        here = contact.into


def test_what_is_before_a_hex_on_a_straight_row() -> None:
    row = [Hex(0, 0), Hex(1, 0), Hex(2, 0), Hex(3, 0)]
    for one, other in pairwise(row):
        assert hexes_before(other, row[0], row[-1]) == (one,)
    assert hexes_before(row[0], row[0], row[-1]) == hexes_before(Hex(0, 1), row[0], row[-1]) == ()


def test_a_line_comes_out_of_both_hexes_that_it_ran_between() -> None:
    assert set(hexes_before(Hex(1, 1), ZERO, Hex(1, 1))) == {Hex(1, 0), Hex(0, 1)}
    assert hexes_before(Hex(1, 0), ZERO, Hex(1, 1)) == (ZERO,)


@given(hexes, hexes)
def test_what_is_before_is_behind_on_the_way_back(a: Hex, b: Hex) -> None:
    """And every hex that is more than touched at a corner has one or two before it, next to it and on the line."""
    passed = {c.hex for c in hexes_along(a, b) if c.hex is not None and c.how != "corner"} | {a, b}
    for h in passed - {a}:
        before = hexes_before(h, a, b)
        assert 1 <= len(before) <= 2
        assert set(before) <= passed
        assert all(distance(h, n) == 1 and h in hexes_before(n, b, a) for n in before)


# What lines and paths have in common


def turned(h: Hex) -> Hex:
    """By 60 degrees about the zero hex: each direction becomes the next."""
    return Hex(h.q + h.r, -h.q)


def moved(h: Hex) -> Hex:
    return Hex(h.q + 3, h.r - 5)


def seen_through(contact: Contact, motion) -> Contact:  # type: ignore[no-untyped-def]
    def sight(h: Hex | None) -> Hex | None:
        return None if h is None else motion(h)

    side = None
    if contact.side is not None:
        side = side_between(*(motion(h) for h in hexes_of(contact.side)))
    return Contact(
        contact.how,
        side,
        sight(contact.hex),
        contact.at,
        contact.passed,
        contact.left,
        sight(contact.out_of),
        sight(contact.into),
        contact.on,
    )


def mirrored(c: Contact) -> Contact:
    return Contact(c.how, c.side, c.hex, 1 - c.at, c.left, c.passed, c.into, c.out_of, c.on)


ALL_FOUR = pytest.mark.parametrize("between", [sides_along, hexes_along, sides_on_paths, hexes_on_paths])


@ALL_FOUR
@given(hexes, hexes)
def test_exchanging_the_ends_mirrors_everything(between, a: Hex, b: Hex) -> None:  # type: ignore[no-untyped-def]
    assert set(between(b, a)) == {mirrored(contact) for contact in between(a, b)}


@ALL_FOUR
@given(hexes, hexes)
def test_shifting_the_ends_shifts_everything(between, a: Hex, b: Hex) -> None:  # type: ignore[no-untyped-def]
    assert between(moved(a), moved(b)) == tuple(seen_through(contact, moved) for contact in between(a, b))


@ALL_FOUR
@given(hexes, hexes)
def test_turning_the_ends_turns_everything(between, a: Hex, b: Hex) -> None:  # type: ignore[no-untyped-def]
    assert set(between(turned(a), turned(b))) == {seen_through(contact, turned) for contact in between(a, b)}


# Shortest paths


def shortest_paths(a: Hex, b: Hex) -> list[list[Hex]]:
    if a == b:
        return [[a]]
    onward = [h for h in neighbours(a) if distance(h, b) < distance(a, b)]
    return [[a, *path] for h in onward for path in shortest_paths(h, b)]


near = st.builds(Hex, st.integers(-4, 4), st.integers(-4, 4)).filter(lambda h: distance(ZERO, h) <= 6)


@given(near)
def test_what_is_on_paths_is_on_one_of_all_paths(b: Hex) -> None:
    paths = shortest_paths(ZERO, b)
    sides = {(side_between(x, y), n, x, y) for path in paths for n, (x, y) in enumerate(pairwise(path), 1)}
    found = sides_on_paths(ZERO, b)
    assert {(c.side, c.passed, c.out_of, c.into) for c in found} == sides
    assert len(found) == len(sides)
    steps = distance(ZERO, b)
    for contact in found:
        assert contact.left == steps - contact.passed + 1
        assert contact.at == Fraction(2 * contact.passed - 1, 2 * steps)
    inner = {(h, n) for path in paths for n, h in enumerate(path) if 0 < n < steps}
    assert {(c.hex, c.passed) for c in hexes_on_paths(ZERO, b)} == inner
    for contact in hexes_on_paths(ZERO, b):
        assert contact.left == steps - contact.passed
        assert contact.at == Fraction(contact.passed, steps)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_straight_direction_has_one_path(direction: Hex) -> None:
    end = Hex(5 * direction.q, 5 * direction.r)
    assert len(sides_on_paths(ZERO, end)) == 5
    assert [c.side for c in sides_on_paths(ZERO, end)] == [c.side for c in sides_along(ZERO, end)]


def test_paths_to_a_far_hex_are_counted_not_enumerated() -> None:
    # 20 steps one way and 20 the next in any order: 137 thousand million paths, 2 * 20 * 21 hexsides.
    assert len(sides_on_paths(ZERO, Hex(20, 20))) == 840
    assert len(hexes_on_paths(ZERO, Hex(20, 20))) == 21 * 21 - 2


# Order


def test_order_along_a_line_goes_by_places() -> None:
    first, *corner, middle = sides_along(ZERO, Hex(4, 1))[:5]
    assert comes_before(first, middle)
    assert not comes_before(middle, first)
    assert not comes_before(first, first)
    assert not comes_before(corner[0], corner[1])
    assert not comes_before(corner[1], corner[0])


def test_hexes_and_hexsides_of_a_line_are_ordered_together() -> None:
    (in_first, in_second), sides = hexes_along(ZERO, Hex(3, 0)), sides_along(ZERO, Hex(3, 0))
    order = [sides[0], in_first, sides[1], in_second, sides[2]]
    for i, one in enumerate(order):
        assert [comes_before(one, other) for other in order] == [j > i for j in range(5)]


@given(near)
def test_order_on_paths_wants_one_path_with_both(b: Hex) -> None:
    contacts = [*sides_on_paths(ZERO, b), *hexes_on_paths(ZERO, b)]
    together = set()
    for path in shortest_paths(ZERO, b):
        order: list[object] = []
        for x, y in pairwise(path):
            order += [x, side_between(x, y)]
        together |= {(one, other) for i, one in enumerate(order) for other in order[i + 1 :]}
    for one in contacts:
        for other in contacts:
            expected = (one.side or one.hex, other.side or other.hex) in together
            assert comes_before(one, other) == expected
