"""One game, played by the machine and by the target, and what is compared of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, NotFinished, play_out
from hexlaw.compiler.wasm.target import PlayedOut, Target
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game, Setup
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.seating import seats

GAMBLE = """action gamble [1]
  open in ferrying
  pick gambler(u: barge) where u.side is acting and u is not tired
  roll 1d6 as die
  if die >= 5:
    set u.cargo to u.cargo + 10
  mark u as tired
"""
"""An action that pays now and then, for laws in which something else pays surely."""


def prepared(compilation: Compilation | None, situation: str) -> Prepared:
    """Returns a situation that has to be fine."""
    assert compilation is not None
    found = Diagnostics()
    both = prepare(compilation, situation, Configuration(), found)
    assert both is not None, [d.message for d in found]
    return both


def by_chance(game: Game) -> Callable[[Game], Any]:
    """Returns what answers at random for each side, and as the dice of the game fall."""
    players = {side: RandomPlayer(Chance(f"{game.seed}/{side}")) for side in game.law.sides}

    def answer(game: Game) -> Any:
        question = game.question
        assert question is not None
        return game.drawn() if isinstance(question, ByLot) else players[question.side].answer(game)

    return answer


def keys(setup: Setup, seed: str) -> dict[str, str]:
    """The seeds of the players by seat, and by side those of the first of each."""
    found: dict[str, str] = {}
    for seat, side in seats(setup.position).items():
        found[seat] = f"{seed}/{seat}"
        found.setdefault(side, found[seat])
    return found


def by_the_machine(situation: Prepared, seed: str, most: int = MAX_ANSWERS) -> PlayedOut:
    """Returns the game as far as so many answers."""
    game = situation.game(seed)
    try:
        play_out(game, {seat: RandomPlayer(Chance(key)) for seat, key in keys(situation.setup, seed).items()}, most)
    except NotFinished:
        return PlayedOut(lambda: game.entries, stopped=1)
    throws = sum(not entry.side for entry in game.entries)
    return PlayedOut(lambda: game.entries, len(game.entries) - throws, throws, game.winner(), game.figures())


def by_the_target(target: Target, seed: str, most: int = MAX_ANSWERS) -> PlayedOut:
    return target.play(seed, keys(target.setup, seed), most)


def account(played: PlayedOut) -> tuple[object, ...]:
    return played.entries, played.decisions, played.throws, played.winner, played.report, played.stopped
