"""One game, played by the machine and by the target, and what is compared of it."""

from __future__ import annotations

from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.played_out import MOST_ANSWERS, play_out
from hexlaw.compiler.wasm.target import PlayedOut, Target
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.players import RandomPlayer


def by_the_machine(situation: Prepared, seed: str) -> PlayedOut:
    game = situation.game(seed)
    play_out(game, {side: RandomPlayer(Chance(f"{seed}/{side}")) for side in game.law.sides})
    throws = sum(not entry.side for entry in game.entries)
    return PlayedOut(lambda: game.entries, len(game.entries) - throws, throws, game.winner(), game.told())


def by_the_target(target: Target, seed: str) -> PlayedOut:
    return target.play(seed, {side: f"{seed}/{side}" for side in target.sides}, MOST_ANSWERS)


def account(played: PlayedOut) -> tuple[object, ...]:
    return played.entries, played.decisions, played.throws, played.winner, played.told, played.stopped
