"""A game played to its end by programs, or given up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hexlaw.compiler.situations.tally import Played
from hexlaw.runtime.explain import chain_lines
from hexlaw.runtime.play.dice import Purpose
from hexlaw.runtime.play.game import Game, Inclined
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.players import Player, RandomPlayer
from hexlaw.runtime.play.questions import ByLot, Choose, Take
from hexlaw.runtime.play.seating import seated
from hexlaw.runtime.stops import LawStop

MOST_ANSWERS = 50_000
"""Answers and throws of one game, several times what the longest takes: a side that never stops would go on and on."""


class NotFinished(LawStop):
    """A game was given up: it goes on and on."""


def play_out(
    game: Game, players: Mapping[str, Player], most: int = MOST_ANSWERS, each: Callable[[], None] | None = None
) -> None:
    """Plays a game to its end, or gives it up after so many answers; `each` is called after every one."""
    game.inclined, game.takes_back = _inclined(players), False
    while not game.over:
        if len(game.entries) >= most:
            raise NotFinished(f"it is not over after {most:,} answers", "perhaps a side may act as often as it likes")
        question = game.question
        if isinstance(question, ByLot):
            game.throw()
        elif question is not None:
            game.put(seated(players, question).answer(game))
        if each is not None:
            each()


def came_of(
    game: Game, players: Mapping[str, Player], most: int = MOST_ANSWERS, each: Callable[[], None] | None = None
) -> Played:
    """Plays a game to its end, and tells what came of it, also where it stops."""
    played = Played(game.seed)
    try:
        play_out(game, players, most, each)
        winner = game.winner()
        played.winner = None if winner is None else str(winner)
        played.told = game.told()
    except LawStop as stop:
        played.stopped, played.helps = stop.message, stop.help
        played.chain = [*chain_lines(stop, game.position)]
    played.throws = sum(1 for entry in game.entries if not entry.side)
    played.decisions = len(game.entries) - played.throws
    return played


def _inclined(players: Mapping[str, Player]) -> Inclined:
    """In which order answers are tried to see whether there is a legal one: as the player will who has to answer."""

    def in_order(machine: Machine, purpose: Purpose) -> Iterable[Any] | None:
        question = machine.state.question
        player = seated(players, question) if isinstance(question, Take | Choose) else None
        return player.in_order(machine, purpose) if isinstance(player, RandomPlayer) else None

    return in_order
