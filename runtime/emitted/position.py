"""A position that is laid out for emitted law once and then kept in step: every write goes to both.

Comes in: a position and its `State`. What comes out is a `Position` like any other, read and written as such; `state`
is the same as emitted functions read it. Copies share the state until one of them is written: looking costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from hexlaw.runtime.emitted.state import State
from hexlaw.runtime.graph import MISSING
from hexlaw.runtime.position import Placeable, Position
from hexlaw.runtime.value import Thing
from hexlaw.runtime.veil import Veil


@dataclass
class InStep(Position):
    state: State = None  # type: ignore[assignment]  # given wherever one is made
    owned: bool = True  # whether nobody else reads this state

    @classmethod
    def of(cls, position: Position, state: State) -> InStep:
        p = position.scratch()
        return cls(
            p.graph, p.map, p.things, p.places, p.values, p.printed, p.remembered, p.tallied, p.acting, p.now,
            p.written, p.since, p.veil, state,
        )  # fmt: skip

    def scratch(self) -> InStep:
        self.owned = False
        return InStep(
            self.graph, self.map, dict(self.things), dict(self.places), dict(self.values), dict(self.printed),
            set(self.remembered), dict(self.tallied), self.acting, self.now, set(self.written), self.since, self.veil,
            self.state, False,
        )  # fmt: skip

    def _own(self) -> State:
        """The state, to be written: one that no copy of this position reads."""
        if not self.owned:
            self.state, self.owned = self.state.scratch(), True
        return self.state

    # -- writes, in both

    def set(self, subject: object, attribute: str, value: object) -> None:
        super().set(subject, attribute, value)
        s = self._own()
        if value is MISSING:
            s.lose_value(subject, attribute)
        else:
            s.set_value(subject, attribute, s.inward(value))

    def unset(self, subject: object, attribute: str) -> None:
        if (subject, attribute) in self.values:
            super().unset(subject, attribute)
            self._own().clear_value(subject, attribute)

    def stand(self, thing: Thing, place: Placeable | None) -> None:
        super().stand(thing, place)
        self._own().stand(thing, place)

    def add(self, kind: str, name: str, place: Placeable | None) -> Thing:
        thing = self.things[name] = Thing(kind, name)
        if place is not None:
            self.places[thing] = place
            self.written.add((thing, None))
        self._own().add(thing, place)
        return thing

    def remove(self, thing: Thing) -> None:
        super().remove(thing)
        self._own().remove(thing)

    def remember(self, memory: str, of: tuple[object, ...]) -> None:
        if (memory, of) not in self.remembered:
            super().remember(memory, of)
            s = self._own()
            s.remember(memory, s.inward(of))

    def forget(self, memory: str, of: tuple[object, ...]) -> None:
        if (memory, of) in self.remembered:
            super().forget(memory, of)
            s = self._own()
            s.forget(memory, s.inward(of))

    def forget_about(self, things: Iterable[Thing]) -> None:
        if self.remembered or self.tallied:
            super().forget_about(things)

    def count(self, tally: str, of: tuple[object, ...], number: int | Fraction | None) -> None:
        super().count(tally, of, number)
        s = self._own()
        s.count(tally, s.inward(of), number)

    def wear(self, veil: Veil | None) -> None:
        super().wear(veil)
        self._own().wear(veil)

    def acts(self, side: str | None) -> None:
        if side != self.acting:
            super().acts(side)
            self._own().acts(side)

    def enter(self, span: str) -> None:
        super().enter(span)
        self._own().enter(span)

    def leave(self, span: str) -> None:
        super().leave(span)
        self._own().leave(span)
