"""The budget of an answer in steps, however the law is written.

A step is about the work of one small expression. Every question has steps of its own; a search that asks many, such as
a look ahead, has one budget for all of them and for its own work. Beyond it `Exhausted` is raised, and nothing that was
begun counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hexlaw.runtime.law.stops import Exhausted

MAX_STEPS = 2_000_000
"""Steps of one answer: a few seconds at most."""
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
        """Begins a question: it has all steps, unless it is one of several."""
        if self._for is None:
            self.most = self.left = MAX_STEPS
        else:
            self.spend()

    def work(self, steps: int) -> None:
        """Charges work between questions, where these share a budget."""
        if self._for is not None:
            self.spend(steps)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """All questions and work inside count for the current question."""
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
        """All questions and work inside share one budget, or the one of a block around this."""
        if self._for is not None:
            yield
            return
        self._for, self.most, self.left = what, most, most
        try:
            yield
        finally:
            self._for, self.most, self.left = None, MAX_STEPS, MAX_STEPS
