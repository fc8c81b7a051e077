"""A game played to its end by programs, or given up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.seating import seated
from hexlaw.runtime.stops import LawStop

MOST_ANSWERS = 50_000
"""Answers and throws of one game, several times what the longest takes: a side that never stops would go on and on."""


class NotFinished(LawStop):
    """A game was given up: it goes on and on."""


def play_out(
    game: Game, players: Mapping[str, Player], most: int = MOST_ANSWERS, each: Callable[[], None] | None = None,
    throw: Callable[[Game], object] = Game.throw,
) -> None:  # fmt: skip
    """Plays a game to its end, or gives it up after so many answers; `each` is called after every one, and `throw`
    makes the dice fall."""
    while not game.over:
        if len(game.entries) >= most:
            raise NotFinished(f"it is not over after {most:,} answers", "perhaps a side may act as often as it likes")
        question = game.question
        if isinstance(question, ByLot):
            throw(game)
        elif question is not None:
            game.put(seated(players, question).answer(game))
        if each is not None:
            each()
