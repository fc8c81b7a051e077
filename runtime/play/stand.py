"""Where a game stands: to be read at once, and to be carried on by the reference once somebody needs that.

What stands beside a game (`game.Beside`) carries an answer out sooner than the reference does, and says how the game
stands then (`still`). So the machine is brought up where somebody asks why, or what the other cannot tell: from the
stand before, by the answer between them. Until then a stand keeps the one before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from hexlaw.runtime.play.dice import What
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import Question


class Still(Protocol):
    """How a game stands, told by what stands beside it: its machine may be read, and is never carried on."""

    @property
    def question(self) -> Question | None: ...
    @property
    def machine(self) -> Machine: ...


Carried = tuple[Machine, Counter[What]]
"""A machine, and how often each purpose of chance and of answers has come up on the way to it."""


class Stand:
    def __init__(
        self, machine: Machine | None = None, asked: Counter[What] | None = None, *, before: Stand | None = None,
        carry: Callable[[Stand], Carried] | None = None,
        question: Question | None = None, still: Still | None = None,
    ) -> None:  # fmt: skip
        self._carried = None if machine is None else (machine, asked or Counter[What]())
        self._before, self._carry = before, carry
        self._question, self.still = question, still

    @property
    def is_brought_up(self) -> bool:
        """Returns whether the machine stands here already."""
        return self._carried is not None

    @property
    def machine(self) -> Machine:
        return self._brought_up()[0]

    @property
    def asked(self) -> Counter[What]:
        """Returns how often each purpose has come up so far."""
        return self._brought_up()[1]

    @property
    def question(self) -> Question | None:
        return self._question if self._carried is None else self._carried[0].state.question

    @property
    def to_read(self) -> Machine:
        """Returns how the game stands, to be read."""
        return self.machine if self._carried is not None or self.still is None else self.still.machine

    def _brought_up(self) -> Carried:
        """Brings the machine up to here, answer by answer from the last stand that it came to."""
        way = [self]
        while way[-1]._carried is None and way[-1]._before is not None:
            way.append(way[-1]._before)
        for stand in reversed(way):
            if stand._carried is None:
                assert stand._before is not None
                assert stand._carry is not None
                stand._carried = stand._carry(stand._before)
                stand._before = stand._carry = None
        assert self._carried is not None
        return self._carried
