"""The state of a game for reading: the position and what is under way, with answers about both.

It is never continued: the engine (`played_on.py`) gives the state after each answer. Of what is under way it has the
parts of the sequence, actions, effects and windows, and the names where the game waits.
"""

from __future__ import annotations

from functools import cached_property

from hexlaw.runtime.evaluate.budget import CHEAPER, COPY
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.graph import PLAYER
from hexlaw.runtime.law.value import GAME, Thing, Value
from hexlaw.runtime.play.agenda import Agenda
from hexlaw.runtime.play.answers import Answers, Reference
from hexlaw.runtime.play.state import ActionFrame, Frame, Picking, State
from hexlaw.runtime.position.position import Position


class Machine:
    def __init__(self, agenda: Agenda, state: State, answering: Reference, seen: ReadSet | None = None) -> None:
        self.agenda, self.state, self.answering = agenda, state, answering
        self.seen = seen  # notes what is read
        self.offered: tuple[Picking, tuple[Value, ...], frozenset[Value]] | None = None  # what the pick is made from
        self.imagined = False  # whether it is a game as one side sees or imagines it, not the game itself
        self.as_seen: Machine | None = None  # this game as the side that has to decide sees it, once it was asked for
        self.all_seen = False  # that this side sees all of it, once it was asked

    def at(self, state: State, answering: Reference | None = None) -> Machine:
        """Returns the same game at this state."""
        other = Machine(self.agenda, state, answering or self.answering, self.seen)
        other.imagined = self.imagined
        return other

    @property
    def position(self) -> Position:
        return self.state.position

    @property
    def frames(self) -> list[Frame]:
        return self.state.frames

    @cached_property
    def ev(self) -> Answers:
        """Answers about the position."""
        return self.answering.about(self.state.position, self.seen)

    def charge_scan(self) -> None:
        """Charges the work of copying or reading the whole position."""
        self.answering.account.work(COPY + (self.position.size >> CHEAPER))

    @property
    def player(self) -> Thing | None:
        """Returns the player who acts, where the law has players and says which."""
        if not self.agenda.law.graph.has_players:
            return None
        found = self.position.value(GAME, PLAYER)
        return found if isinstance(found, Thing) and self.position.has(found) else None

    @property
    def depth(self) -> int:
        """Returns how many actions are under way inside each other."""
        return sum(isinstance(frame, ActionFrame) for frame in self.state.frames)
