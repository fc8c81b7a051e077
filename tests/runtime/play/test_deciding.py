"""Odds of an effect in which somebody has to decide: for each answer, by chance, and as a program decides."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexlaw.compiler.programs import deciding_by
from hexlaw.compiler.situations.setup import worth_in
from hexlaw.runtime.explain.answer import answer
from hexlaw.runtime.law.stops import Exhausted, Hole
from hexlaw.runtime.play.trials import MAX_DECISIONS

LAW = """choice side
  reds, blues
thing boat also
  side: side = reds
effect squall(b: boat) [1]:
  roll 1d2 as wind
  if wind = 1:
    demand flee(b) of b.side
effect gale(b: boat) [1]:
  demand flee(b) of b.side repeatedly
action flee(b: boat) [1]
  pick haven(h: hex) from neighbours(b.hex) where not h is off-board
  move b to h
advice [HA 1] "Advice"
rule goal.shoals
  for each boat b where b.side is s
  goal of s that b.hex is shoal with b
"""
PIECES = "{a: {kind: boat, at: A-1}}"
HEXES = "{A-2: {shoal: yes}}"
HALF = Fraction(1, 2)


def odds(bench: Any, who: str | None, effect: str = "squall") -> Any:
    """From the corner A-1 there are three ways to flee."""
    compilation = bench.compiled(LAW)
    given = bench.ask(compilation, f"after {effect}(a): a.hex is shoal", pieces=PIECES, hexes=HEXES)
    deciding = None if who is None else deciding_by(who, worth_in(compilation, given.law))
    return answer(given.law, given.position, given.question, deciding=deciding)


def test_nobody_decides_by_default(bench: Any) -> None:
    assert isinstance(odds(bench, None).stop, Hole)


def test_chance_gives_every_answer_the_same_share(bench: Any) -> None:
    assert {c.outcome: c.chance for c in odds(bench, "random").chances} == {True: HALF / 3, False: 1 - HALF / 3}


@pytest.mark.parametrize("who", ["greedy", "greedy:60"])
def test_a_program_decides_as_it_would_in_a_game(bench: Any, who: str) -> None:
    assert {c.outcome: c.chance for c in odds(bench, who).chances} == {True: HALF, False: HALF}


def test_for_each_answer_what_comes_of_it_is_told(bench: Any) -> None:
    told = [(c.decided, c.outcome, c.chance) for c in odds(bench, "each").chances]
    assert told == [
        ("", False, HALF),
        ("flee, haven A-2", True, HALF),
        ("flee, haven B-1", False, HALF),
        ("flee, haven B-2", False, HALF),
    ]


WAGER = """choice side
  reds, blues
thing boat also
  side: side = reds
  gold: whole = 0
effect wager(b: boat) [1]:
  demand bet(b) of b.side
action bet(b: boat) [1]
  pick stake(n: whole) from {{1, 2}}
  roll 1d{faces} as pip
  if n = 1:
    set b.gold to 3
  otherwise:
    set b.gold to pip
advice [HA 1] "Advice"
fact worth(s: side): whole
rule worth.gold [HA 1]
  worth(s) is sum(b.gold for boat b where b.side is s)
"""


@pytest.mark.parametrize(("faces", "found"), [(4, {3}), (6, {1, 2, 3, 4, 5, 6})])
def test_a_program_counts_on_the_average_of_the_dice(bench: Any, faces: int, found: set[int]) -> None:
    compilation = bench.compiled(WAGER.format(faces=faces))
    given = bench.ask(compilation, "after wager(a): a.gold", pieces=PIECES)
    deciding = deciding_by("greedy", worth_in(compilation, given.law))
    chances = answer(given.law, given.position, given.question, deciding=deciding).chances
    assert {chance.outcome for chance in chances} == found


@pytest.mark.parametrize("who", ["random", "each", "greedy:9"])
def test_decisions_without_end_are_given_up(bench: Any, who: str) -> None:
    stop = odds(bench, who, "gale").stop
    assert isinstance(stop, Exhausted)
    assert str(stop) == f"`gale` leaves more than {MAX_DECISIONS} decisions in a row: does it end?"


def test_who_decides_has_to_be_somebody(bench: Any) -> None:
    with pytest.raises(ValueError, match="there is no player `lazy`"):
        deciding_by("lazy", None)
    with pytest.raises(ValueError, match="no advice says what a position is worth"):
        deciding_by("greedy", None)
