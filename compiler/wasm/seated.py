"""A program at a table: the game judges and carries out, a target of the same law decides for the program.

The target receives each answer and each throw of the game, and its program decides what to answer. So a game is the
same whether the target plays it alone, or step by step with a journal, beside other players.
Each judges the answers of the other: where one is refused, or something else is asked, the two have parted. Then, and
where the target cannot play the game or not that far, the program is `Undecided`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from hexlaw.compiler.wasm.following import Follower, target_of
from hexlaw.compiler.wasm.program import CANNOT_PLAY, Program, Weighed
from hexlaw.compiler.wasm.target import PARTS_HERE, Target
from hexlaw.runtime.law.graph import SIDE
from hexlaw.runtime.law.stops import Hole, LawStop
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.belief import as_seen
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import Choose, Take


class Undecided(LawStop):
    """A program cannot decide here: a game among programs ends, at a table a person answers."""


def target_for(game: Game) -> Target:
    """Returns the target that runs the programs of a game."""
    return target_of(game) or Target(game.agenda, game.setup, game.setup.key)


class AtTheTable:
    """The programs of one game, by seat. The target is made for the first question to a program, as that takes seconds
    where nothing of it is cached."""

    def __init__(self, find: Callable[[], Target], seeds: Mapping[str, str], programs: Mapping[str, Program]) -> None:
        self.find, self.seeds, self.programs = find, seeds, programs
        self.stopped = 0  # why the target stopped in this game, 0 if it did not
        self.has_parted = False  # whether target and game differ: earlier answers may be wrong as well

    @cached_property
    def target(self) -> Target:
        return self.find()

    @cached_property
    def follower(self) -> Follower:
        if self.target.refusal:
            raise Undecided(f"{CANNOT_PLAY}: {self.target.why_refused}", "`random` can")
        return Follower(self.target, self.seeds, self.programs)

    def answer(self, game: Game) -> Any:
        """Returns the answer of the program to the question of a game."""
        question = game.question
        assert isinstance(question, Take | Choose)
        if game.setup.worth is None:
            raise Hole("the law does not say what a side wants", "write goals, or `worth(s: side)`, in advice")
        text = self.follower.decided(game)
        self.stopped = self.follower.stopped
        meant = None if text is None else game.meant(text)
        with suppress(LawStop):  # only the target goes on there
            if meant is not None and game.allows(meant):
                return meant
        self.stopped = self.stopped or self.follower.running.get("stopped") or PARTS_HERE
        self.has_parted = self.stopped == PARTS_HERE
        as_seen(game.to_read).ev.value(game.setup.worth, {SIDE: question.side})  # raises where the law stops
        why = self.follower.target.why_stopped(self.stopped)
        raise Undecided(f"the program cannot decide for {question.who}: {why}", "`random` can")

    def plans(self, game: Game, most: int) -> list[list[Value]]:
        """Returns what the program would do here, and as many other things that it has found to gain something."""
        question, answer = game.question, self.answer(game)
        assert isinstance(question, Take | Choose)
        return self.follower.plans(game, question, answer, most)

    def weighed(self, seat: str) -> Weighed:
        """Returns what the program of a seat has weighed in the game."""
        follower = vars(self).get("follower")
        return Weighed() if follower is None or not follower.begun else follower.target.weighed().get(seat, Weighed())
