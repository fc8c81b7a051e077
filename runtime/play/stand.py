"""Where a game stands: to be read at once, and to be carried on by the reference once somebody needs that.

What stands beside a game (`game.Beside`) carries an answer out sooner than the reference does, and says how the game
stands then (`still`). So the machine is brought up where somebody asks what the other cannot tell, by all answers since
it was last.
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
    def machine(self) -> Machine: ...


Carried = tuple[Machine, Counter[What]]
"""A machine, and how often each purpose of chance and of answers has come up on the way to it."""


class Carrying:
    """How the reference comes to a stand: it is there, or it comes there from `before` by an answer."""

    def __init__(
        self, carried: Carried | None = None, before: Carrying | None = None,
        carry: Callable[[Machine, Counter[What]], Carried] | None = None, begin: Callable[[], Carried] | None = None,
    ) -> None:  # fmt: skip
        self.carried, self.before, self.carry, self.begin = carried, before, carry, begin

    def come(self) -> Carried:
        """Carries out the answers that are left to here."""
        way = [self]
        while way[-1].carried is None and way[-1].before is not None:
            way.append(way[-1].before)
        first = way.pop()
        if first.carried is None and first.begin is not None:
            first.carried = first.begin()
        carried = first.carried
        assert carried is not None
        for one in reversed(way):
            assert one.carry is not None
            carried = one.carried = one.carry(*carried)
            one.before = one.carry = None
        return carried


class Stand:
    def __init__(
        self, link: Carrying, question: Question | None = None, still: Still | None = None
    ) -> None:  # fmt: skip
        self.link, self._question, self.still = link, question, still

    @staticmethod
    def of(machine: Machine, asked: Counter[What] | None = None) -> Stand:
        """Returns where a machine stands, which has asked so often for what."""
        return Stand(Carrying((machine, asked or Counter[What]())))

    @property
    def is_brought_up(self) -> bool:
        """Returns whether the machine stands here already."""
        return self.link.carried is not None

    @property
    def carried(self) -> Carried:
        """Returns the machine, and how often each purpose has come up so far."""
        return self.link.come()

    @property
    def machine(self) -> Machine:
        return self.carried[0]

    @property
    def question(self) -> Question | None:
        return self.machine.state.question if self.is_brought_up else self._question

    @property
    def to_read(self) -> Machine:
        """Returns how the game stands, to be read."""
        return self.machine if self.is_brought_up or self.still is None else self.still.machine
