"""Throws that an answer leads to, each by itself; at once or once a part of the sequence is over."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play import outcomes
from hexlaw.runtime.play.dice import is_about
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE

Begun = Callable[..., Game]
DUSK = "    phase dusk for each s in {blues} by s:\n      phase hailing\n"
LAW = """thing boat also
  wet: yes/no
  dared: yes/no
action dare [1]
  open in sailing
  pick one(b: boat) where b is not dared
  mark b as dared
effect soak(b: boat) [2]:
  roll 1d6 as wave
  if wave > 4:
    mark b as wet
rule soaked [2]
  at the end of sailing
  then:
    for each boat b where b is dared:
      do soak(b)
action hail [3]
  open in hailing
  pick one(b: boat) where b is dared
"""
PIECES = "{a: {kind: boat, at: A-2}, b: {kind: boat, at: B-4}, c: {kind: boat, at: B-1}}"
A, B = Thing("boat", "a"), Thing("boat", "b")


def wet(position: Any, thing: Thing) -> bool:
    return bool(position.value(thing, "wet"))


@pytest.fixture
def dared(begun: Begun) -> Game:
    """Two boats have dared; with `done` both throws come."""
    game = begun(LAW, PIECES, sequence=DUSK)
    for answer in ("dare", A, "dare", B):
        game.answer(answer)
    return game


def test_each_throw_is_told_by_itself_with_its_own_chances(dared: Game) -> None:
    found = outcomes.rolls(dared, DONE)
    assert found.exact
    assert [len(roll.falls) for roll in found.each] == [6, 36]
    for roll, boat in zip(found.each, (A, B), strict=True):
        assert is_about(roll.asked.under_way, [boat.name])
        hit = [one for one in roll.falls if wet(one.after, boat) and not wet(one.before, boat)]
        assert sum(one.chance for one in hit) == Fraction(1, 3)
        assert sum(one.chance for one in roll.falls) == 1


def test_where_the_law_stops_no_dice_fall(begun: Begun) -> None:
    """A page asks of every question whether `done` throws: also where what comes of it is not decided."""
    law = """rule counted [2]
  at the end of sailing
  then:
    mark (one boat b where b is wet) as dared
"""
    assert not begun(LAW + law, PIECES, sequence=DUSK).throws_with(DONE)


def test_of_too_many_falls_the_middle_one_is_followed(dared: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "MAX_ROLLS", 20)
    found = outcomes.rolls(dared, DONE)
    assert not found.exact
    assert [len(roll.falls) for roll in found.each] == [6, 6]
    assert sum(one.chance for one in found.each[1].falls if wet(one.after, B)) == Fraction(1, 3)


def test_a_throw_that_is_repeated_after_a_tie_comes_to_an_end(begun: Begun) -> None:
    """Two dice that both fall in the middle tie each time."""
    law = """thing game also
  settled: yes/no
effect throw-lots(g: game) [4]:
  roll 1d6 as left
  roll 1d6 as right
  if left /= right:
    mark g as settled
"""
    game = begun(
        LAW + law, PIECES, sequence="    phase lots while game is not settled:\n      do throw-lots(game)\n" + DUSK
    )
    while not game.throws_with(DONE):
        game.answer(DONE)
    found = outcomes.rolls(game, DONE, quickly=True)
    assert [len(roll.falls) for roll in found.each] == [6] * 2 * outcomes.MAX_AGAIN
    assert not outcomes.rolls(game, DONE).exact, "nor are there so few ways that all can be looked at"


def test_dice_that_fall_at_the_end_of_a_part_are_found_from_what_leads_to_them(dared: Game) -> None:
    found = outcomes.awaited(dared, "dare")
    assert found is None, "what was begun has to be picked first"
    dared.put("dare")
    later, parts = outcomes.awaited(dared, Thing("boat", "c"))  # type: ignore[misc]
    assert parts == ["sailing"]
    assert len(outcomes.rolls(later, DONE).each) == 3
    assert len(dared.entries) == 5, "nothing has happened"


def test_an_action_of_a_later_part_is_looked_at_as_if_nothing_were_done_until_then(begun: Begun) -> None:
    game = begun(LAW, PIECES, sequence=DUSK)
    assert not [*game.open_later("hail")], "blues decide before"
    game.answer(DONE)
    (later,) = game.open_later("hail")
    assert (later.running[-1], game.running[-1]) == ("hailing", "sailing")
    assert not [*game.open_later("nothing")]
    game.answer("dare")
    game.answer(A)
    assert not [*game.open_later("hail")], "dice fall before"
