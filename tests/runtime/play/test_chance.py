"""Chance is decided by its seed and its purpose alone, and is fair enough to play with."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import pytest

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.board.geometry import Contact, Hex, Side
from hexlaw.runtime.law.value import Moment, Record, Thing
from hexlaw.runtime.play.chance import Chance, number_of, word
from hexlaw.runtime.play.dice import DiceRow, purpose_of
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import Throw


def test_the_same_seed_gives_the_same_numbers_on_every_machine() -> None:
    chance = Chance("spring")
    assert [chance.below(1000, n) for n in range(8)] == [Chance("spring").below(1000, n) for n in range(8)]


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


def test_values_that_are_not_the_same_have_numbers_of_their_own() -> None:
    boat, here, moment = Thing("boat", "1"), Hex(1, 0), Moment("end", "this", "tide", None)
    values = [1, -1, "1", None, "None", boat, Thing("raft", "1"), here, Hex(0, 1), (1,), (), ("1",), Fraction(1, 2)]
    values += [Thing("boat", "boat-1"), Thing("raft", "boat-1"), Thing("boat", "boat-01"), Thing("boat", "boat-2")]
    values += [Side(here, 0), Side(here, 1), moment, Moment("start", "this", "tide", None), (here, Hex(0, 1))]
    values += [Record("shot", (("at", here), ("by", boat))), Record("shot", (("at", boat), ("by", here)))]
    values += [Contact("crosses", None, here, Fraction(at, 3), at, 3 - at, None, None) for at in (1, 2)]
    assert len({number_of(value) for value in values}) == len(values)


def test_a_set_has_one_number_however_it_is_listed() -> None:
    assert number_of((Hex(1, 0), Hex(0, 1))) == number_of((Hex(0, 1), Hex(1, 0)))


def test_a_number_that_comes_out_whole_is_a_whole_number() -> None:
    assert number_of(Fraction(4)) == number_of(4)
    assert number_of(True) == number_of(1), "also inside a set, where Python cannot tell them apart"


def test_several_items_count_in_their_order() -> None:
    chance = Chance("spring")
    assert chance.number("sail", "moor") != chance.number("moor", "sail")
    assert chance.number("sail", "moor") == chance.of("sail").number("moor")


def test_a_row_goes_on_by_each_throw() -> None:
    one, other = DiceRow("spring"), DiceRow("spring")
    assert [one.throw(1, 6) for _ in range(12)] == [1, 6, 4, 3, 1, 4, 3, 4, 3, 4, 5, 1]  # as version 2 threw them
    assert other.throw(2, 6) == 7


# ---- the contract: worked out by the formulae of the docstrings alone, as a program in another language would


def text(words: str) -> int:
    return int.from_bytes(hashlib.blake2b(words.encode(), digest_size=8).digest(), "big")


def mix(n: int) -> int:
    n = n % 2**64
    n = (n ^ n >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    n = (n ^ n >> 27) * 0x94D049BB133111EB % 2**64
    return n ^ n >> 31


def fold(key: int, *parts: int) -> int:
    for part in parts:
        key = mix(key ^ part % 2**64)
    return key


def whole(n: int) -> int:
    return fold(text("whole"), n)


def hexagon(q: int, r: int) -> int:
    return fold(text("hex"), q, r)


def thing(kind: str, name: str) -> int:
    return fold(text("thing"), text(kind), text(name))


def made(kind: str, n: int) -> int:
    return fold(text("made"), text(kind), n)


def group(*members: int) -> int:
    return fold(text("set"), sum(mix(one) for one in members) % 2**64)


VALUES = [
    ("done", text("done"), 0xC617B10964B54AC0),
    (None, text("none of these"), 0xB10C85F18A40AB29),
    (0, whole(0), 0x23135DE114C4A6FC),
    (7, whole(7), 0xC7587D0DF6B02822),
    (-3, whole(-3), 0xDB4E0EC1B7CCC6BB),
    (False, whole(0), 0x23135DE114C4A6FC),
    (True, whole(1), 0xBE6DF012B1571E3A),
    (Fraction(-1, 3), fold(text("fraction"), -1, 3), 0x32BFE6FDFD2CCF4D),
    (Fraction(6, 3), whole(2), 0x78B05A23309322FC),
    (Hex(2, -5), hexagon(2, -5), 0xB7504A6210B65770),
    (Side(Hex(2, -5), 1), fold(text("hexside"), hexagon(2, -5), hexagon(3, -6)), 0xF79F402400006707),
    (Thing("boat", "ann"), thing("boat", "ann"), 0x11A9B7477713C5C6),
    (Thing("buoy", "buoy-12"), made("buoy", 12), 0xF6CBECFAC604A204),
    (Thing("boat", "buoy-12"), thing("boat", "buoy-12"), 0xE162D79139E2262D),
    ((), group(), 0xDA3EEFA609242726),
    ((3, 7), group(whole(3), whole(7)), 0x4D80C3AA2FCE26F4),
    (
        Record("shot", (("by", Thing("boat", "ann")), ("odds", 2))),
        fold(text("record"), text("shot"), thing("boat", "ann"), whole(2)),
        0x3381A0AED002BD2D,
    ),
    (
        Moment("end", "next", "tide", "reds"),
        fold(text("record"), text("moment"), text("end"), text("next"), text("tide"), text("reds")),
        0x4D9236655F6AD279,
    ),
]
"""Values, what the formulae make of them, and the same as a number, for those who write a program of their own."""


@pytest.mark.parametrize(("value", "worked_out", "number"), VALUES, ids=[str(value[0]) for value in VALUES])
def test_a_value_has_the_number_that_the_formulae_give_it(value: object, worked_out: int, number: int) -> None:
    assert worked_out == number
    assert number_of(value) == number


def test_dice_draws_and_orders_are_those_of_the_formulae() -> None:
    """For the seed `spring`, the purpose 41 and the third time that it comes up."""
    key = fold(text("spring"), text("dice"), whole(41), whole(2))
    chance = Chance("spring").of("dice").of(41, 2)
    assert chance.key == key == 0x5EBD843924A0735E
    dice = [1 + (fold(key, whole(die)) * 6 >> 64) for die in range(3)]
    assert chance.throw(3, 6) == sum(dice)
    boats = {name: fold(key, thing("boat", name)) for name in ("ann", "bob", "eve")}
    things = [Thing("boat", name) for name in boats]
    assert [one.name for one in chance.in_order(things)] == sorted(boats, key=boats.__getitem__)
    assert chance.draw(things).name == min(boats, key=boats.__getitem__)
    assert chance.number("sail", Hex(0, 1)) == fold(key, text("sail"), hexagon(0, 1))
    assert word("spring") == text("spring")


LOAD = """action load [1]
  open in sailing
  pick porter(b: boat) where b.side is acting and b is not lit
  pick cargo(n: whole) from numbers(1, 3) does:
    mark b as lit
    let around be neighbours(b.hex)
    let strength be n + 1
    let tolls be numbers(1, n)
    roll 1d6 as luck
    draw drifted in around where not drifted is off-board
    place buoy in drifted as mark
    roll 2d6 as depth
"""
ANN = "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: B-5, side: blues}}"


def test_the_purposes_of_a_game_are_those_of_the_formulae(begun: Callable[..., Game]) -> None:
    """Reds load with ann in the first tide: numbers are left out, `around` and `b` are subjects, in this order."""
    game = begun(LOAD, ANN, seed="spring")
    there = [text("day"), whole(0), text(""), text("tide"), whole(0), text("reds")]
    there += [text("sailing"), whole(0), text("reds")]
    subjects = [
        group(hexagon(1, 0), hexagon(1, -1), hexagon(0, -1), hexagon(-1, 0), hexagon(-1, 1), hexagon(0, 1)),
        thing("boat", "ann"),
    ]
    source = fold(text("spring"), text("dice"))

    def die(purpose: int, faces: int, *dice: int) -> int:
        key = fold(source, whole(purpose), whole(0))
        return sum(1 + (fold(key, whole(one)) * faces >> 64) for one in dice)

    purpose = fold(0, *there, text("action"), text("reds"))
    assert game.purpose() == (purpose, 0)
    game.answer("load")
    assert game.purpose() == (fold(0, *there, text("pick"), text("load.porter"), text("reds")), 0)
    game.answer(game.meant("ann"))
    cargo = fold(0, *there, text("pick"), text("load.cargo"), text("reds"), thing("boat", "ann"))
    assert game.purpose() == (cargo, 0)
    tried = sorted([1, 2, 3], key=lambda n: fold(text("anyone"), whole(cargo), whole(0), whole(n)))
    assert RandomPlayer(Chance("anyone")).answer(game) == tried[0]
    game.answer(2)
    luck = fold(0, *there, text("throw"), text("luck"), *subjects)
    assert game.purpose() == (luck, 0)
    assert game.throw() == die(luck, 6, 0)
    drifted = fold(0, *there, text("draw"), text("drifted"), *subjects)
    key = fold(source, whole(drifted), whole(0))
    on_board = [(1, 0), (-1, 1), (0, 1)]
    drawn = game.throw()
    assert (drawn.q, drawn.r) == min(on_board, key=lambda at: fold(key, hexagon(*at)))
    depth = fold(0, *there, text("throw"), text("depth"), *subjects, hexagon(*drawn), made("buoy", 1))
    assert game.throw() == die(depth, 6, 0, 1)
    assert game.purpose() == (purpose, 1), "the same is asked for the second time"


def test_subjects_of_sets_sides_and_records_count_and_what_has_none_is_left_out(begun: Callable[..., Game]) -> None:
    """In the place of what the law has named where it throws stand values of every sort."""
    game = begun(LOAD, ANN)
    for answer in ("load", "ann", "2"):
        game.answer(game.meant(answer))
    assert isinstance(game.question, Throw)
    ann, here = Thing("boat", "ann"), Hex(0, 1)
    shot = Record("shot", (("by", ann), ("odds", 2), ("ways", (3, 4)), ("at", here)))
    names = {"f": Side(here, 0), "e": shot, "d": (), "c": None, "b": (1, 2), "a": (ann, here)}
    side = fold(text("hexside"), hexagon(0, 1), hexagon(1, 1))
    parts = [group(thing("boat", "ann"), hexagon(0, 1)), fold(0, thing("boat", "ann"), hexagon(0, 1)), side]
    asked = purpose_of(game.question, [replace(game.under_way[-1], names=names)])
    assert asked == fold(0, text("throw"), text("luck"), *parts)
