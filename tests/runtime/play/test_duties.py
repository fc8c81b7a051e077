"""Duties, and what has been picked so far."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexlaw.compiler.situations.played_out import play_out
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE, Take

from .weighed import player

Begun = Callable[..., Game]
CHASE = """action chase [1]
  open in sailing
  pick chaser(b: boat) where b.side is acting and b.spent = 0
  pick chased(e: boat) where e.side is not acting and distance(e.hex, b.hex) = 1
  set b.spent to 1
  demand flee(e, b) of e.side{how}
  mark e as lit
action flee(e: boat, from-boat: boat) [1]
  pick haven(h: hex) from neighbours(e.hex) where not h is off-board
  move e to h
rule flee.away [1]
  forbids flee.haven
  when distance(h, from-boat.hex) <= distance(e.hex, from-boat.hex)
rule flee.free [1]
  forbids flee.haven
  when any boat other in h
"""
PIECES = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-2, side: blues}}"


def chased(begun: Begun, pieces: str = PIECES, how: str = "") -> Game:
    game = begun(CHASE.replace("{how}", how), pieces)
    for answer in ("chase", "a", "b"):
        game.answer(game.meant(answer))
    return game


def test_a_duty_is_not_declined(begun: Begun) -> None:
    game = chased(begun)
    assert isinstance(game.question, Take)
    assert game.question.side == "blues"
    assert not game.allows(DONE)
    assert [refusal.text for refusal in game.judge(DONE).refusals] == ["`flee` has to be taken, as long as it can be"]
    game.answer("flee")
    game.answer(game.meant("A-3"))
    assert isinstance(game.question, Take)
    assert game.question.side == "reds"
    assert game.position.value(game.position.things["b"], "lit")


def test_what_cannot_be_done_is_not_owed(begun: Begun) -> None:
    """Everywhere farther away somebody stands."""
    others = ", ".join(f"{n}: {{kind: boat, at: {h}, side: blues}}" for n, h in (("c", "A-3"), ("d", "B-3")))
    game = chased(begun, PIECES[:-1] + ", " + others + "}")
    assert game.allows(DONE)
    assert not game.allows("flee")
    game.answer(DONE)
    assert game.question is not None
    assert game.question.side == "reds"


def test_as_often_as_it_can(begun: Begun) -> None:
    game = chased(begun, how=" repeatedly")
    fled = []
    while isinstance(game.question, Take) and game.question.side == "blues" and not game.allows(DONE):
        game.answer("flee")
        game.answer(next(h for h in game.options() if h != DONE))
        fled.append(game.position.hex_of(game.position.things["b"]))
    assert len(fled) == 3, "to A-5 or B-5, where the map ends"
    game.answer(DONE)
    assert game.question.side == "reds"


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_programs_keep_their_duties(begun: Begun, name: str) -> None:
    worth = (
        "worth: count(boat b where b.side is not side and b is lit) - count(boat b where b.side is side and b is lit)\n"
    )
    game = begun(CHASE.replace("{how}", ""), PIECES, more=worth)
    play_out(game, {side: player(name, side) for side in ("reds", "blues")})
    assert game.over
    answers = [entry.answer for entry in game.entries]
    for number, answer in enumerate(answers):
        if answer == "chase":
            assert answers[number + 3] == "flee"


GROUP = """action gather [1]
  open in sailing
  pick member(b: boat) repeatedly as crowd where b.side is acting
  for each b in crowd:
    mark b as lit
rule gather.two [1]
  forbids gather.member
  when count(crowd) >= 2
rule gather.near [1]
  forbids gather.member
  when any c in crowd where distance(c.hex, b.hex) > 1
rule gather.both [1]
  forbids gather.done
  when count(crowd) < 2
"""


def test_what_was_picked_so_far_is_known_to_what_forbids(begun: Begun) -> None:
    places = {"a": "A-1", "b": "A-2", "c": "A-3", "d": "A-5"}
    game = begun(GROUP, "{" + ", ".join(f"{n}: {{kind: boat, at: {h}}}" for n, h in places.items()) + "}")
    game.answer("gather")
    named = lambda: {getattr(x, "name", x) for x in game.options()}  # noqa: E731
    assert named() == {"a", "b", "c"}, "nobody is near d"
    game.answer(game.meant("a"))
    assert named() == {"b"}
    game.answer(game.meant("b"))
    assert named() == {DONE}
    game.answer(DONE)
    assert [n for n in places if game.position.value(game.position.things[n], "lit")] == ["a", "b"]
