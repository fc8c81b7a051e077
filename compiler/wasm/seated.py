"""A program of the target at a table of the reference: the machine judges and carries out, the program decides.

The target is told what was answered and thrown since it was asked last, and gives the answer that its program gives
there. So a game is the same whether it is played in the target whole, or step by step with a journal, beside other
players, by the reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import Choose, Take
from hexlaw.runtime.play.seating import seated

GREEDY = "greedy"
"""The program that the target has besides chance, as players are named."""
BUDGET = 400
"""Positions that it looks at for one plan, if nothing else is said."""


def budgets_of(named: Mapping[str, str]) -> dict[str, int] | None:
    """Returns how many positions the programs look at by seat, 0 for chance; None where one is not in the target."""
    found: dict[str, int] = {}
    for seat, name in named.items():
        word, _, number = name.partition(":")
        if word not in ("random", GREEDY):
            return None
        found[seat] = 0 if word == "random" else int(number or BUDGET)
    return found


class AtTheTable:
    """The programs of one game, by seat; where the target stops, `others` go on."""

    def __init__(
        self, target: Target, seeds: Mapping[str, str], budgets: Mapping[str, int], others: Mapping[str, Player]
    ) -> None:
        self.target, self.seeds, self.budgets, self.others = target, seeds, budgets, others
        self._begun = False
        self._told: list[Entry] = []
        self._stopped = 0

    def answer(self, game: Game) -> Any:
        """What the program answers to the question of a game."""
        question = game.question
        assert isinstance(question, Take | Choose)
        self._catch_up(game)
        if not self._stopped:
            text = self.target.decided()
            meant = None if text is None else game.meant(text)
            if meant is not None:
                return meant
        return seated(self.others, question).answer(game)

    def _catch_up(self, game: Game) -> None:
        """Tells the target what was answered since; anew from the beginning where something was taken back."""
        entries, known = game.entries, len(self._told)
        goes_on = self._begun and len(entries) >= known and (not known or entries[known - 1] is self._told[-1])
        if not goes_on:
            self._begun, known = True, 0
            self._stopped = self.target.begin(game.seed, self.seeds, self.budgets)
        for entry in entries[known:]:
            self._stopped = self._stopped or self.target.answer(entry)
        self._told = [*entries]
