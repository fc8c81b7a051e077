"""Plays the rest of a game out by chance from the current position, and reports who wins and what is told at its end.

In comes a game, perhaps in the middle of an action; out come lines of what came of the rest, once or many times.
Nothing here changes the game, and none of its dice are thrown: those that fall in the rest are others, or who asks
would know what is to come. Asked again at the same place, the answer is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexlaw.compiler.desk.table.odds import UNSEEN
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, came_of
from hexlaw.compiler.situations.tally import PlayedGame, summary
from hexlaw.compiler.wasm.following import target_of
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.dice import DICE
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.seating import keys_of_players
from hexlaw.runtime.play.state import apart

MAX_GAMES = 1_000
RANDOM = "random"


@dataclass
class Rest:
    """What is left of a game, to be played out as often as a player likes."""

    game: Game
    _target: Target | None = None

    def lines(self, games: int, screen: Screen) -> Iterator[str]:
        """Yields what came of so many games that go on from here; of those that were over, where a player stops it."""
        if screen.side is not None and (screen.has_secrets() or apart(self.game.to_read.frames) is not None):
            yield UNSEEN  # whether there are any just now is a secret as well
            return
        yield "from here on by chance, beside this game:"
        found: list[PlayedGame] = []
        try:
            for number in range(1, games + 1):
                found.append(self._played(number, games))
        except KeyboardInterrupt:
            yield f"stopped after {len(found)} of {games}"
        yield from (f"  {line}" for line in summary(found, dict.fromkeys(screen.sides, RANDOM)))

    def _played(self, number: int, games: int) -> PlayedGame:
        """Returns what came of one of so many games, from here on."""
        seed = f"{self.game.seed}/finish/{len(self.game.entries)}/{number}"
        keys = keys_of_players(self.game.setup.position, seed)
        found = self._by_the_target(seed, keys, games) or self._by_the_machine(seed, keys)
        thrown = sum(not entry.side for entry in self.game.entries)
        found.seed = str(number)
        found.throws -= thrown
        found.decisions -= len(self.game.entries) - thrown
        return found

    def _by_the_target(self, seed: str, keys: dict[str, str], games: int) -> PlayedGame | None:
        """Returns a game played faster, where that is worth it and can be; None where it stops, which is for the
        machine to tell."""
        game = self.game
        self._target = self._target or target_of(game, games)
        if self._target is None:
            return None
        named_by = game.seed if game.dice.names_by_lot else None
        found = self._target.play(named_by, keys, MAX_ANSWERS, begun=game.entries, dice=seed)
        winner = None if found.winner is None else str(found.winner)
        return None if found.stopped else PlayedGame(seed, winner, found.report, found.decisions, found.throws)

    def _by_the_machine(self, seed: str, keys: dict[str, str]) -> PlayedGame:
        ahead = self.game.at(self.game.stand)
        ahead.dice, ahead.seeds = DICE[ahead.chance](seed), {}
        return came_of(ahead, {who: RandomPlayer(Chance(key)) for who, key in keys.items()})
