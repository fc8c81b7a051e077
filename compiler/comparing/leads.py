"""By how much each side is ahead after each turn of a game, in what the situation says that a position is worth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

from hexlaw.runtime import expr as e
from hexlaw.runtime.dependence import spans_of
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.sequence import counting
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import GAME

LEAD = re.compile(r"-?\d{1,99}(/[1-9]\d{0,99})?", re.ASCII)


class Leads:
    """Looks at one game as its turns come to their end. Nothing of that is noted as having a say in the game."""

    def __init__(self, sides: Sequence[str], worth: e.Expr | None) -> None:
        self.sides, self.worth = sides, worth
        self.turns: list[tuple[Fraction, ...]] = []  # the lead of each side when a turn was over
        self._clock: str | None = None  # what the game counts its turns by
        self._turn: object = None

    def began(self, game: Game) -> None:
        clock = counting(spans_of(game.law.graph)) if self.worth is not None else None
        self._clock = None if clock is None else clock[1]
        self._turn = self._turn_of(game)

    def answered(self, game: Game) -> None:
        """Something was answered: a turn may be over by it."""
        turn = self._turn_of(game)
        if turn != self._turn:
            with suppress(LawStop):
                self.turns.append(self._lead(game))
        self._turn = turn

    def _turn_of(self, game: Game) -> object:
        return None if self._clock is None else game.machine.position.value(GAME, self._clock)

    def _lead(self, game: Game) -> tuple[Fraction, ...]:
        assert self.worth is not None
        asked = evaluator(game.law, game.machine.position)  # apart from the game, which notes what it asks
        return ahead([Fraction(asked.value(self.worth, {"side": side})) for side in self.sides])


def told_by_side(turns: Sequence[Sequence[Fraction]]) -> tuple[tuple[str, ...], ...]:
    """By side, its lead after each turn as text."""
    return tuple(tuple(map(str, leads)) for leads in zip(*turns, strict=True))


def ahead(worth: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """By how much each side is ahead of the others, on their average."""
    others, total = len(worth) - 1, sum(worth, Fraction(0))
    return tuple(own - (total - own) / others if others else own for own in worth)
