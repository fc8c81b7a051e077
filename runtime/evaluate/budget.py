"""Accounts of work: what an answer may take, however the law is written.

A step is about as much work as one small expression. Every question has steps of its own; who asks many questions for
one end, as a look ahead does, has one account for all of them and for what it does between them. Whoever is refused
gets `Exhausted`, and nothing of what was begun counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hexlaw.runtime.law.stops import Exhausted

MAX_STEPS = 2_000_000
"""Values worked out on the way to one answer, and what else takes as long as one: a few seconds at most."""
MAX_AHEAD = 20_000_000
"""Steps taken to go on from one question of a game to the next."""
MAX_NUMBER_LENGTH = 4_096  # bits, above and below the line of a fraction
MAX_RECORD_SIZE = 1_000  # records, sets and their parts inside one record
COPY = 5
"""Steps that a copy takes however little there is to copy."""
CHEAPER = 3
"""To copy or compare a value takes an eighth (2 to the minus this) of the time that working one out does."""


class WorkBudget:
    """The steps left, shared by all evaluators that look for one answer."""

    __slots__ = ("_for", "left", "most")

    def __init__(self) -> None:
        self.most = self.left = MAX_STEPS
        self._for: str | None = None  # what several questions are asked for

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            too_many = f"takes more than {self.most:,} steps"
            raise Exhausted(f"{self._for} {too_many}" if self._for else f"the question {too_many} to answer")

    def begin(self) -> None:
        """A question is asked: it has all steps, unless it is one of several."""
        if self._for is None:
            self.most = self.left = MAX_STEPS
        else:
            self.spend()

    def work(self, steps: int) -> None:
        """Something is done between questions: it counts where these are asked for one end."""
        if self._for is not None:
            self.spend(steps)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """All that is asked and done in here belongs to the question in hand."""
        if self._for is not None:
            yield
            return
        self._for = ""
        try:
            yield
        finally:
            self._for = None

    @contextmanager
    def shared(self, most: int, what: str) -> Iterator[None]:
        """All that is asked and done in here is for one end; within another such end it is a part of that."""
        if self._for is not None:
            yield
            return
        self._for, self.most, self.left = what, most, most
        try:
            yield
        finally:
            self._for, self.most, self.left = None, MAX_STEPS, MAX_STEPS
