"""Chance is decided by its seed and its purpose alone, and is fair enough to play with."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.play.chance import Chance, Row, fingerprint
from hexlaw.runtime.value import Record, Thing


def test_the_same_seed_gives_the_same_numbers_on_every_machine() -> None:
    chance = Chance("spring")
    assert [chance.below(1000, n) for n in range(8)] == [Chance("spring").below(1000, n) for n in range(8)]
    assert chance.number("A-1") == 1_346_443_633_056_379_943  # written down: a change would change all games


def test_another_seed_or_purpose_gives_others() -> None:
    one, other, narrow = Chance("spring"), Chance("autumn"), Chance("spring").of("dice", 1)
    numbers = [[chance.below(1000, n) for n in range(20)] for chance in (one, other, narrow)]
    assert len({tuple(row) for row in numbers}) == 3


def test_what_one_purpose_gives_does_not_depend_on_what_was_drawn_before() -> None:
    chance = Chance("spring")
    first = chance.of("duel", 0).throw(2, 6)
    assert [chance.of("storm", n).throw(1, 6) for n in range(30)]
    assert chance.of("duel", 0).throw(2, 6) == first


def test_every_face_comes_up_about_as_often() -> None:
    chance = Chance("a long evening")
    counted = Counter(chance.of(n).throw(1, 6) for n in range(6000))
    assert set(counted) == {1, 2, 3, 4, 5, 6}
    assert all(850 < n < 1150 for n in counted.values()), counted  # five standard deviations


def test_dice_thrown_together_are_added_and_fall_by_themselves() -> None:
    counted = Counter(Chance(f"throw {n}").throw(2, 6) for n in range(3600))
    assert set(counted) == set(range(2, 13))
    assert abs(counted[7] - 600) < 5 * (3600 * 1 / 6 * 5 / 6) ** 0.5


def test_every_order_comes_up_about_as_often() -> None:
    things = [Thing("boat", name) for name in ("anna", "bert", "carla")]
    counted = Counter(tuple(Chance(f"morning {n}").in_order(things)) for n in range(6000))
    assert set(counted) == set(permutations(things))
    assert all(850 < n < 1150 for n in counted.values()), counted


def test_what_is_taken_away_leaves_the_order_of_the_others() -> None:
    hexes = [Hex(q, r) for q in range(6) for r in range(6)]
    order = Chance("x").in_order(hexes)
    assert sorted(order, key=hexes.index) == hexes
    assert Chance("x").in_order(hexes[::2]) == [h for h in order if h in hexes[::2]]


def test_values_that_are_not_the_same_have_fingerprints_of_their_own() -> None:
    values = [1, True, "1", None, "None", Thing("boat", "1"), Thing("raft", "1"), Hex(1, 0), (1,), (), ("1",)]
    values.append(Record("shot", (("at", Hex(1, 0)), ("by", Thing("boat", "1")))))
    assert len({fingerprint(value) for value in values}) == len(values)


def test_a_row_goes_on_by_each_throw() -> None:
    one, other = Row("spring"), Row("spring")
    assert [one.throw(1, 6) for _ in range(12)] == [1, 6, 4, 3, 1, 4, 3, 4, 3, 4, 5, 1]  # as version 2 threw them
    assert other.throw(2, 6) == 7
