"""What is drawn: exact chances, cups that are not filled again, dice of as many faces as an expression says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from under_way import text_of

from hexlaw.compiler.situations.played_out import play_out
from hexlaw.runtime.law.stops import Exhausted, Hole
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.dice import DiceRow
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.outcomes import outcomes
from hexlaw.runtime.play.questions import Draw
from hexlaw.runtime.play.replay import in_short, play_again

from .weighed import player

Begun = Callable[..., Game]
CUP = """thing cup
  stands in hex
thing chit
  stands in hex or cup
  worth: whole = 1
thing boat also
  laden: whole = 0
"""
CHITS = ", ".join(
    f"{name}: {{kind: chit, in: urn, worth: {worth}}}" for name, worth in zip("xyz", (1, 2, 4), strict=True)
)
PIECES = f"{{a: {{kind: boat, at: A-1}}, urn: {{kind: cup, at: A-1}}, {CHITS}}}"
ONE = """effect load(u: boat):
  for each cup k:
    draw chit c in k where c.worth > 1
    if c is none:
      finish
    move c to none
    set u.laden to u.laden + c.worth
"""


def chances(bench: Any, effect: str, ask: str, pieces: str = PIECES) -> dict[Any, Fraction]:
    given = bench.ask(bench.compiled(CUP + effect), ask, pieces=pieces)
    assert given.stop is None, given.stop
    assert sum(c.chance for c in given.chances) == 1
    return {c.outcome: c.chance for c in given.chances}


def test_what_is_drawn_fits_the_condition_and_each_is_as_likely(bench: Any) -> None:
    half = Fraction(1, 2)
    assert chances(bench, ONE, "after load(a): a.laden") == {2: half, 4: half}


def test_nothing_is_put_back_by_itself(bench: Any) -> None:
    """Of the two that are worth more than 1, both are drawn after two draws, and nothing is left for the third."""
    thrice = ONE + "effect thrice(u: boat):\n  for each n in numbers(1, 3):\n    do load(u)\n"
    assert chances(bench, thrice, "after thrice(a): a.laden") == {6: Fraction(1)}


def test_what_is_drawn_and_put_back_may_be_drawn_again(bench: Any) -> None:
    back = ONE.replace("    move c to none\n", "")
    twice = back + "effect twice(u: boat):\n  do load(u)\n  do load(u)\n"
    quarter = Fraction(1, 4)
    assert chances(bench, twice, "after twice(a): a.laden") == {4: quarter, 6: 2 * quarter, 8: quarter}


def test_a_die_has_as_many_faces_as_an_expression_says(bench: Any) -> None:
    effect = "effect toss(u: boat):\n  roll 2d(count(chit c) - 1) as pips\n  set u.laden to pips\n"
    quarter = Fraction(1, 4)
    assert chances(bench, effect, "after toss(a): a.laden") == {2: quarter, 3: 2 * quarter, 4: quarter}


@pytest.mark.parametrize("faces", ["0", "101", "count(chit c) - 4"])
def test_a_die_without_a_face_or_with_too_many_is_told(bench: Any, faces: str) -> None:
    effect = f"effect toss(u: boat):\n  roll 1d({faces}) as pip\n  set u.laden to pip\n"
    given = bench.ask(bench.compiled(CUP + effect), "after toss(a)", pieces=PIECES)
    assert isinstance(given.stop, Hole)
    assert given.stop.help == "a die has 1 to 100 faces"


def test_too_many_numbers_are_told(bench: Any) -> None:
    given = bench.ask(bench.compiled(CUP), "count(numbers(1, 1000))", pieces=PIECES)
    assert given.value == 1000
    given = bench.ask(bench.compiled(CUP), "count(numbers(0, 1000))", pieces=PIECES)
    assert isinstance(given.stop, Exhausted)


@pytest.mark.parametrize(
    "source", [lambda n: Chance(f"seed {n}"), lambda n: DiceRow(f"seed {n}")], ids=["purpose", "row"]
)
def test_each_member_is_drawn_about_as_often(source: Callable[[int], Any]) -> None:
    drawn = Counter(source(n).draw(("x", "y", "z")) for n in range(3_000))
    assert all(abs(number - 1_000) < 100 for number in drawn.values()), drawn  # four deviations


def test_a_member_less_leaves_the_draw_as_it_was_unless_it_was_the_one() -> None:
    for n in range(50):
        chance = Chance(f"seed {n}")
        first = chance.draw(("x", "y", "z"))
        assert chance.draw(tuple(name for name in "xyz" if name == first or name == "x")) == first


GAME = (
    CUP
    + """action load [1]
  open in sailing
  pick loaded(b: boat) where b.side is acting and b.spent = 0
  set b.spent to 1
  do fill(b)
effect fill(b: boat) [1]:
  draw chit c
  move c to none
  set b.laden to b.laden + c.worth
fact prize(side: side): whole
rule prize.laden [1]
  prize(side) is sum(b.laden for boat b where b.side is side)
"""
)
TWO = f"""{{a: {{kind: boat, at: A-1, spent: 0}}, b: {{kind: boat, at: A-1, side: blues, spent: 0}},
  urn: {{kind: cup, at: A-1}}, {CHITS}}}"""


def test_a_draw_is_a_question_to_chance_and_a_line_of_the_journal(begun: Begun) -> None:
    game = begun(GAME, TWO)
    game.answer("load")
    game.answer(game.meant("a"))
    assert isinstance(game.question, Draw)
    assert in_short(game.question) == "c, drawn from 3"
    assert {name for name in "xyz" if game.allows(game.meant(name))} == set("xyz")
    assert not game.allows(game.position.things["b"])
    assert not game.undoable
    drawn = game.throw()
    assert (game.entries[-1].side, game.entries[-1].asked, game.entries[-1].answer) == ("", "c", drawn.name)
    again = begun(GAME, TWO)
    assert play_again(again, game.entries) is None
    assert text_of(again) == text_of(game)


def test_a_seed_draws_alike(begun: Begun) -> None:
    found = set()
    for seed in "abcdefgh":
        drawn = []
        for _ in range(2):
            game = begun(GAME, TWO, seed=seed)
            game.answer("load")
            game.answer(game.meant("a"))
            drawn.append(game.throw().name)
        assert drawn[0] == drawn[1]
        found.add(drawn[0])
    assert len(found) > 1


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_programs_play_on_through_draws(begun: Begun, name: str) -> None:
    """What may be drawn is worth something, so whoever looks ahead loads: a position counts for its average."""
    game = begun(GAME, TWO, more="worth: prize(side)\n")
    play_out(game, {side: player(name, side) for side in ("reds", "blues")})
    assert game.over
    if name != "random":
        assert sum(entry.asked == "c" for entry in game.entries) == 2


def test_what_may_come_of_an_answer_names_every_draw(begun: Begun) -> None:
    game = begun(GAME, TWO)
    game.answer("load")
    _, found = outcomes(game, game.meant("a"))
    assert [prospect.chance for prospect in found] == [Fraction(1, 3)] * 3
    assert all(prospect.thrown == 1 for prospect in found)
