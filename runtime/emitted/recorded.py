"""Emitted law that notes what had a say in a game: rules that fired, and parts of the law that were carried out.

It answers as `answers.py` does. Emitted with a record, each function notes the rules that fire in the state that it is
asked of; what the reference evaluator is asked instead is noted by a `Seen`. Both are gathered after each question, in
the play itself and in what programs look ahead to, until somebody takes them. A field is searched by asking the law: a
step that was kept would not say which rules it was worked out by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVar

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.emitted.answers import EmittedAnswers, Played, PlayedLaw
from hexlaw.runtime.emitted.courses import Afoot, Course
from hexlaw.runtime.emitted.fields import Begun, Field
from hexlaw.runtime.emitted.numbered import Numbered
from hexlaw.runtime.emitted.position import Laid
from hexlaw.runtime.emitted.search import Search
from hexlaw.runtime.emitted.state import State
from hexlaw.runtime.evaluate import Breach
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.answers import Names, Row
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.position import Position
from hexlaw.runtime.relations import grouped
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.value import Thing

Told = TypeVar("Told")


class RecordedLaw(PlayedLaw):
    seen: Seen

    def __init__(self, law: Law, source: str, played: Sequence[Played]) -> None:
        super().__init__(law, source, played)
        self.fired = 0  # rules, a bit for each of `emitted.rules`
        self.is_asking = False  # whether a question is being answered
        self.seen = Seen()
        self.said: set[str] = set()  # rules that are asked one by one, and what is watched
        self.watched: Mapping[int, tuple[str, ...]] = {}

    def watch(self, declared: Iterable[tuple[str, object]]) -> None:
        """From now on it is noted when something of these declarations is asked, each by the name given."""
        self.watched = grouped((id(part), name) for name, node in declared for part in parts(node))

    def take(self) -> frozenset[str]:
        """What had a say since this was last asked: names of rules, and of what is watched."""
        rules = self.emitted.rules
        fired, found = self.fired, self.said | self.seen.applied
        while fired:
            lowest = fired & -fired
            found.add(rules[lowest.bit_length() - 1])
            fired ^= lowest
        self.fired, self.seen, self.said = 0, Seen(), set()
        return frozenset(found)

    @contextmanager
    def unnoted(self) -> Iterator[None]:
        """What is asked inside has no say in the game: nothing of it is noted."""
        fired, seen, said = self.fired, self.seen, self.said
        self.seen, self.said = Seen(), set()
        try:
            yield
        finally:
            self.fired, self.seen, self.said = fired, seen, said

    def about(self, position: Position, seen: Seen | None) -> EmittedAnswers:
        assert isinstance(position, Laid)
        return _Recording(self, position)

    def _field(self, says: Mapping[str, Any]) -> Field:
        return _RecordedField(says, self)

    @contextmanager
    def noting(self, state: State) -> Iterator[None]:
        """What fires inside is noted. What fired before in the state that is asked was noted then, or is not to be; but
        a question that the machine asks on behalf of another is a part of that."""
        is_part = self.is_asking
        if not is_part:
            state.fired = 0
        self.is_asking = True
        try:
            yield
        finally:
            self.is_asking = is_part
            self.fired |= state.fired


class _RecordedField(Field):
    """Searches in states of their own, each made for one search: what has fired there since has a say."""

    def __init__(self, says: Mapping[str, Any], played: RecordedLaw) -> None:
        super().__init__({**says, "kept": None}, played.emitted.spec, played.law.graph)
        self.played = played

    def _begun(self, machine: Machine, mover: Thing) -> Begun | None:
        position = machine.position
        assert isinstance(position, Laid)
        with self.played.noting(position.state):
            return super()._begun(machine, mover)

    def _searched(self, machine: Machine, mover: Thing, to: Hex | None) -> Numbered | Search | None:
        found = super()._searched(machine, mover, to)
        if isinstance(found, Search):
            self.played.fired |= found.s.fired
        return found

    def _course(self, search: Search, numbered: Numbered | None, begun: Position) -> Course:
        return _RecordedCourse(self.played, search, numbered, begun)


class _RecordedCourse(Course):
    def __init__(self, played: RecordedLaw, search: Search, numbered: Numbered | None, begun: Position) -> None:
        super().__init__(search, numbered, begun)
        self.played = played

    def _told(self, at: Afoot, ask: Callable[[], Told]) -> Told:
        try:
            return super()._told(at, ask)
        finally:
            self.played.fired |= self.search.s.fired


class _Recording(EmittedAnswers):
    __slots__ = ()
    played: RecordedLaw

    def _noted(self) -> AbstractContextManager[None]:
        return self.played.noting(self.position.state)

    def _watch(self, node: object) -> None:
        self.played.said.update(self.played.watched.get(id(node), ()))

    def _said(self, rule: g.Rule, found: Sized) -> None:
        """Notes a rule that is asked by itself, where it applies."""
        if found:
            self.played.said.add(rule.id)

    def value(self, node: e.Expr, names: Names) -> Any:
        self._watch(node)
        with self._noted():
            return super().value(node, names)

    def items(self, binder: e.Binder, names: Names) -> tuple[Any, ...]:
        self._watch(binder)
        with self._noted():
            return super().items(binder, names)

    def cases(self, rule: g.Rule, names: Names) -> list[Names]:
        with self._noted():
            found = super().cases(rule, names)
        self._said(rule, found)
        return found

    def applying(self, rule: g.Rule, names: Names, own: Sequence[str], rows: Sequence[Row]) -> Sequence[Row]:
        with self._noted():
            found = super().applying(rule, names, own, rows)
        self._said(rule, found)
        return found

    def broken(self, rule: g.Rule) -> Breach:
        with self._noted():
            found = super().broken(rule)
        self._said(rule, found)
        return found

    def forbids(self, pick: e.Pick | None, path: str, names: Names) -> bool:
        with self._noted():
            return super().forbids(pick, path, names)

    def eligible(self, pick: e.Pick, names: Names) -> Sequence[Any] | None:
        self._watch(pick)
        with self._noted():
            return super().eligible(pick, names)
