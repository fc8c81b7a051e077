"""A program of the target at a table of the reference: the machine judges and carries out, the program decides.

The target receives each answer and each throw of the game, and its program decides what to answer. So a game is the
same whether it is played in the target whole, or step by step with a journal, beside other players, by the reference.
Each judges the answers of the other: where one is refused, or something else is asked, they part, and the target is
asked no more in this game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from hexlaw.compiler.wasm.following import Follower
from hexlaw.compiler.wasm.program import Program, Weighed, Weighing
from hexlaw.compiler.wasm.target import PARTS_HERE, Target
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play import choices
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import Choose, Take
from hexlaw.runtime.play.seating import seated


class AtTheTable:
    """The programs of one game, by seat; where there is no target, or it stops, `others` go on. The target is made when
    a program is asked first, as that takes seconds where nothing of it is kept. Whether it `has_parted` from the
    reference is noted: what it answered before may be wrong then as well."""

    def __init__(
        self, find: Callable[[], Target | None], seeds: Mapping[str, str], programs: Mapping[str, Program],
        others: Mapping[str, Player],
    ) -> None:  # fmt: skip
        self.find, self.seeds, self.programs, self.others = find, seeds, programs, others
        self.stopped = 0  # how the target stopped in this game, if it did
        self.has_parted = False

    @cached_property
    def follower(self) -> Follower | None:
        target = self.find()
        return None if target is None else Follower(target, self.seeds, self.programs)

    def answer(self, game: Game) -> Any:
        """What the program answers to the question of a game."""
        question = game.question
        assert isinstance(question, Take | Choose)
        if self.follower is not None and not self.has_parted:
            self.follower.catch_up(game)
            self.stopped = self.follower.stopped
            text = None if self.stopped else self.follower.target.decided()
            meant = None if text is None else game.meant(text)
            with suppress(LawStop):  # which stops here alone
                if meant is not None and choices.allows(game.machine, meant):  # by the reference, whatever is beside
                    return meant
            self.has_parted = text is not None or self.stopped == PARTS_HERE
        return seated(self.others, question).answer(game)

    def weighed(self, seat: str) -> Weighed:
        """Returns what the program of a seat has weighed in the game, wherever it was asked."""
        follower = vars(self).get("follower")
        found = Weighed() if follower is None or not follower.begun else follower.target.weighed().get(seat, Weighed())
        alone = self.others.get(seat)
        return found + alone.weighed(seat) if isinstance(alone, Weighing) else found
