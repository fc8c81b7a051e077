"""Players that are programs: legal answers, and those that look ahead go by what the situation says it wants."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import PLAYERS, RandomPlayer, ScriptedPlayer
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.stops import Hole

Begun = Callable[..., Game]
TWO = "{ann: {kind: boat, at: A-1, range: 2}, bob: {kind: boat, at: B-5, side: blues}}"
EASTWARD = """worth: 'sum(distance(b.hex, hex("A-1")) for boat b where b.side is side)'
"""


def test_a_random_player_answers_only_what_is_legal(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    player = RandomPlayer("x")
    for _ in range(60):
        if game.over:
            break
        answer = player.answer(game)
        assert answer in game.options()
        game.put(answer)


@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_who_looks_ahead_goes_where_it_is_worth_most(begun: Begun, sail: str, name: str) -> None:
    """Worth is the distance from A-1: with two steps ann gets to A-3, or as far down the other line."""
    game = begun(sail, TWO, more=EASTWARD)
    player = PLAYERS[name]("x")
    while game.question is not None and game.question.side == "reds":  # type: ignore[union-attr]
        game.answer(player.answer(game))
    ann = game.position.things["ann"]
    assert game.worth("reds") == 2, game.position.hex_of(ann)


def test_without_worth_nobody_can_look_ahead(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    with pytest.raises(Hole, match="does not say what a side wants"):
        PLAYERS["greedy"]("x").answer(game)


def test_a_script_is_followed_and_then_all_is_done(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    player = ScriptedPlayer(iter(["sail", "ann", "A-2"]))
    for _ in range(4):
        game.answer(player.answer(game))
    assert [entry.answer for entry in game.entries] == ["sail", "ann", "A-2", DONE]


def test_a_script_that_does_not_fit_is_told(begun: Begun, sail: str) -> None:
    game = begun(sail, TWO)
    with pytest.raises(Hole, match="`row` is no answer"):
        ScriptedPlayer(iter(["row"])).answer(game)
