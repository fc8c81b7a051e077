"""A game that is being carried out: what the parts of the machine read and change of it.

The parts are functions of it (`breaches.py`, `memory.py`, `writing.py`, `tasks.py`, `sequence.py`, each of which uses
those before it), and the machine, which is one, goes from question to question by them.
"""

from __future__ import annotations

from reference.answers import Answers, Reference
from reference.state import ActionFrame, Body, Frame, Given, Hooks, Names, State

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.evaluate.budget import CHEAPER, COPY
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.graph import PLAYER
from hexlaw.runtime.law.value import GAME, Thing, Value
from hexlaw.runtime.play.agenda import Agenda, Edge
from hexlaw.runtime.position.position import Position


class Execution:
    def __init__(self, agenda: Agenda, state: State, answering: Reference, seen: ReadSet | None = None) -> None:
        self.agenda = agenda
        self.state = state
        self.answering = answering
        self.seen = seen  # notes what is read
        self.unchecked = False  # whether it goes on past what breaks a requirement
        self._ev: Answers | None = None

    @property
    def position(self) -> Position:
        return self.state.position

    @property
    def frames(self) -> list[Frame]:
        return self.state.frames

    @property
    def ev(self) -> Answers:
        """Answers about the position as it is now."""
        if self._ev is None:
            self._ev = self.answering.about(self.state.position, self.seen)
        return self._ev

    def snapshot(self) -> Position:
        """Returns a copy of the position as it is now, to be compared with what becomes of it."""
        self.charge_scan()
        return self.position.scratch()

    def charge_scan(self) -> None:
        """The whole position is copied, or gone through."""
        self.answering.account.work(COPY + (self.position.size >> CHEAPER))

    def forget_answers(self) -> None:
        self._ev = None

    @property
    def player(self) -> Thing | None:
        """Returns the player who acts, where the law has players and says which."""
        if not self.agenda.law.graph.has_players:
            return None
        found = self.position.value(GAME, PLAYER)
        return found if isinstance(found, Thing) and self.position.has(found) else None

    @property
    def player_name(self) -> str:
        player = self.player
        return "" if player is None else player.name

    def acts(self, side: str | None, player: Thing | None) -> None:
        """From now on this side acts, by this player of it."""
        self.position.acts(side)
        if self.agenda.law.graph.has_players and self.position.value(GAME, PLAYER) != player:
            self.position.set(GAME, PLAYER, player)
        self.forget_answers()

    def name(self, name: str, value: Value) -> None:
        """What the lines that follow in this block call something."""
        body = self.frames[-1]
        assert isinstance(body, Body)
        self.frames[-1] = replace(body, names={**body.names, name: value})

    def new_name(self, kind: str) -> str:
        """Returns what a new thing of a kind is called."""
        lots = self.state.lots
        if lots is None or kind not in self.agenda.named_by_lot:
            return self.position.free_name(kind)
        name, self.state.lots = lots.name(kind, self.position.things)
        return name

    def follow(self, moment: str | Edge, names: Names, given: Given | None = None) -> None:
        """What the law wants done after this, or at this edge of the sequence, comes next."""
        after, at_edge = self.agenda.after, self.agenda.at_edge
        rules = after.get(moment, ()) if isinstance(moment, str) else at_edge.get(moment, ())
        if rules:
            self.frames.append(Hooks(rules, {**names, "acting": self.position.acting}, given=given or {}))

    @property
    def depth(self) -> int:
        """Returns how many actions are under way inside each other."""
        number = 0
        for frame in self.state.frames:
            if isinstance(frame, ActionFrame):
                number += 1
        return number

    def action_under_way(self) -> int | None:
        """Where the frame of the innermost action lies."""
        frames = self.state.frames
        for at in range(len(frames) - 1, -1, -1):
            if isinstance(frames[at], ActionFrame):
                return at
        return None
