"""Where a game stands: a machine, or one to which it comes by answers once somebody needs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from reference.dice import What
from reference.machine import Machine

from hexlaw.runtime.play.questions import Question

Carried = tuple[Machine, Counter[What]]
"""A machine, and how often each purpose of chance and of answers has come up on the way to it."""


class Carrying:
    """How the machine comes to a stand: it is there, or it comes there from `before` by an answer."""

    def __init__(
        self, carried: Carried | None = None, before: Carrying | None = None,
        carry: Callable[[Machine, Counter[What]], Carried] | None = None,
    ) -> None:  # fmt: skip
        self.carried, self.before, self.carry = carried, before, carry

    def come(self) -> Carried:
        """Carries out the answers that are left to here."""
        way = [self]
        while way[-1].carried is None and way[-1].before is not None:
            way.append(way[-1].before)
        carried = way.pop().carried
        assert carried is not None
        for one in reversed(way):
            assert one.carry is not None
            carried = one.carried = one.carry(*carried)
            one.before = one.carry = None
        return carried


class Stand:
    def __init__(self, link: Carrying, question: Question | None = None) -> None:
        self.link, self._question = link, question

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
