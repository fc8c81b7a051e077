"""A program of the target at a table of the reference: the machine judges and carries out, the program decides.

The target is told what was answered and thrown since it was asked last, and gives the answer that its program gives
there. So a game is the same whether it is played in the target whole, or step by step with a journal, beside other
players, by the reference. Each judges the answers of the other: where one is refused, or something else is asked, they
part, and the target is asked no more in this game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from hexlaw.compiler.wasm.engines import can_run
from hexlaw.compiler.wasm.program import Program, Weighed, Weighing
from hexlaw.compiler.wasm.target import PARTS_HERE, Target, asked_by
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.dice import AS_THE_TARGET
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import Choose, Take
from hexlaw.runtime.play.seating import seated


def target_of(game: Game) -> Target | None:
    """Returns what plays the situation of a game, None where it is not carried, or nothing can."""
    if not can_run() or game.chance not in AS_THE_TARGET:
        return None
    found = Target(game.agenda, game.setup, game.setup.key)
    return None if found.refusal else found


class AtTheTable:
    """The programs of one game, by seat; where there is no target, or it stops, `others` go on. The target is made when
    a program is asked first, as that takes seconds where nothing of it is kept. Whether it `has_parted` from the
    reference is noted: what it answered before may be wrong then as well."""

    def __init__(
        self, find: Callable[[], Target | None], seeds: Mapping[str, str], programs: Mapping[str, Program],
        others: Mapping[str, Player],
    ) -> None:  # fmt: skip
        self.find, self.seeds, self.programs, self.others = find, seeds, programs, others
        self._begun = False
        self._answered: list[Entry] = []
        self.stopped = 0
        self.has_parted = False

    @cached_property
    def target(self) -> Target | None:
        return self.find()

    def answer(self, game: Game) -> Any:
        """What the program answers to the question of a game."""
        question = game.question
        assert isinstance(question, Take | Choose)
        if self.target is not None and not self.has_parted:
            self._catch_up(self.target, game)
            text = None if self.stopped else self.target.decided()
            meant = None if text is None else game.meant(text)
            with suppress(LawStop):  # which stops here alone
                if meant is not None and game.allows(meant):
                    return meant
            self.has_parted = text is not None or self.stopped == PARTS_HERE
        return seated(self.others, question).answer(game)

    def weighed(self, seat: str) -> Weighed:
        """Returns what the program of a seat has weighed in the game, wherever it was asked."""
        found = Weighed() if self.target is None or not self._begun else self.target.weighed().get(seat, Weighed())
        alone = self.others.get(seat)
        return found + alone.weighed(seat) if isinstance(alone, Weighing) else found

    def _catch_up(self, target: Target, game: Game) -> None:
        """Tells the target what was answered since; anew from the beginning where something was taken back."""
        entries, known = game.entries, len(self._answered)
        goes_on = self._begun and len(entries) >= known and (not known or entries[known - 1] is self._answered[-1])
        if not goes_on:
            self._begun, known = True, 0
            self.stopped = target.begin(game.seed, self.seeds, self.programs)
        for entry in entries[known:]:
            self.stopped = self.stopped or target.answer(entry)
        if not self.stopped and game.question is not None and target.asked() != asked_by(game.question):
            self.stopped = PARTS_HERE
        self._answered = [*entries]
