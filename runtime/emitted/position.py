"""A position of a game that emitted law answers: a hold on a `State`, which its copies share until one is written.

It is read and written as any `Position`, and emitted functions read the same: nothing is kept twice. Most copies are
made to be looked at or compared, and never written: these cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any

from hexlaw.runtime.emitted.near import Trail, written_between
from hexlaw.runtime.emitted.state import State
from hexlaw.runtime.position import UNSAID, Cell, Placeable, Position
from hexlaw.runtime.value import Thing
from hexlaw.runtime.veil import Veil


def _in_state(name: str) -> Any:
    return property(attrgetter(f"state.{name}"))


@dataclass(frozen=True, slots=True)
class _Begun:
    """From when on it is counted what is written: the cells that counted as written then, and the trail as it was."""

    cells: frozenset[Cell]
    trail: Trail
    mark: object


class Laid(Position):
    graph, map = _in_state("graph"), _in_state("map")
    things, places, values, printed = (_in_state(name) for name in ("things", "places", "values", "printed"))
    remembered, tallied = (_in_state(name) for name in ("remembered", "tallied"))
    acting, now, veil, plans = (_in_state(name) for name in ("acting", "now", "veil", "plans"))

    def __init__(self, state: State, *, alone: bool, begun: _Begun) -> None:
        self.state = state
        self.alone = alone  # whether no other position reads this state
        self.begun = begun
        self._views: dict[object, Position] = {}  # as sides see it, once it was asked for
        self._without: dict[tuple[Thing, ...], Position] = {}  # without where some things stand, once it was asked for

    def scratch(self) -> Laid:
        self.alone = False
        return Laid(self.state, alone=False, begun=self.begun)

    @classmethod
    def of(cls, state: State, position: Position) -> Laid:
        """What a state holds that was made of a position."""
        return cls(state, alone=True, begun=_Begun(frozenset(position.written), state.trail, position.since))

    @property
    def written(self) -> set[Cell]:  # type: ignore[override]
        """The cells of the trail since it is counted, and those that counted as written then."""
        since = written_between(self.state.trail, self.begun.trail)
        assert since is not None, "a position and its copies have one trail"
        return since.union(self.begun.cells)

    @property
    def since(self) -> object:  # type: ignore[override]
        return self.begun.mark

    def is_as(self, earlier: Position) -> bool:
        return isinstance(earlier, Laid) and earlier.state is self.state

    def without(self, things: tuple[Thing, ...]) -> Position:
        """As `Position.without`, and the same position each time: what is asked of it is remembered there."""
        if things not in self._without:
            self._without[things] = super().without(things)
        return self._without[things]

    def kept_view(self, key: object, make: Callable[[], Position]) -> Position:
        """As `Position.kept_view`: actions remember how it was when they began, and each decision asks for that."""
        if key not in self._views:
            self._views[key] = make()
        return self._views[key]

    def changed_since(self, earlier: Position) -> tuple[bool, frozenset[str]]:
        """As `Position.changed_since`, from the cells that were written."""
        cells = written_between(self.state.trail, earlier.state.trail) if isinstance(earlier, Laid) else None
        if cells is None:
            return super().changed_since(earlier)
        things, before = self.things, earlier.things
        if things is not before and things.keys() != before.keys():
            return True, frozenset()
        places: dict[Any, Any] = self.places
        stood: dict[Any, Any] = earlier.places
        values: dict[Any, Any] = self.values
        said: dict[Any, Any] = earlier.values
        changed: set[str] = set()
        for cell in cells:
            subject, attribute = cell
            if attribute is None:
                if places.get(subject) != stood.get(subject):
                    return True, frozenset()
            elif values.get(cell, UNSAID) != said.get(cell, UNSAID):
                changed.add(attribute)
        return False, frozenset(changed)

    def _own(self) -> State:
        """The state, to be written."""
        if not self.alone:
            self.state, self.alone = self.state.scratch(), True
        self.state.eligible, self._without, self._views = {}, {}, {}
        return self.state

    def set(self, subject: object, attribute: str, value: object) -> None:
        self._own().set(subject, attribute, value)

    def unset(self, subject: object, attribute: str) -> None:
        if (subject, attribute) in self.values or (subject, attribute) in self.plans:
            self._own().unset(subject, attribute)

    def stand(self, thing: Thing, place: Placeable | None) -> None:
        self._own().stand(thing, place)

    def add(self, kind: str, name: str, place: Placeable | None) -> Thing:
        return self._own().add(kind, name, place)

    def remove(self, thing: Thing) -> None:
        self._own().remove(thing)

    def remember(self, memory: str, of: tuple[object, ...]) -> None:
        if (memory, of) not in self.remembered:
            self._own().remember(memory, of)

    def forget(self, memory: str, of: tuple[object, ...]) -> None:
        if (memory, of) in self.remembered:
            self._own().forget(memory, of)

    def count(self, tally: str, of: tuple[object, ...], number: int | Fraction | None) -> None:
        self._own().count(tally, of, number)

    def begin_anew(self) -> None:
        """As `Position.begin_anew`. Nothing is written by that: what was answered about it still holds."""
        self.begun, self._views = _Begun(frozenset(), self.state.trail, object()), {}

    def count_as_written(self, cells: Iterable[Cell], since: object) -> None:
        self.begun = _Begun(frozenset(self.written.union(cells)), self.state.trail, since)

    def wear(self, veil: Veil | None) -> None:
        self._own().wear(veil)

    def acts(self, side: str | None) -> None:
        if side != self.acting:
            self._own().acts(side)

    def enter(self, span: str) -> None:
        self._own().enter(span)

    def leave(self, span: str) -> None:
        self._own().leave(span)
