"""Where a move can lead, found as a field: from hex to hex, with no copy of the game for each step.

Comes in: what the source says about a reach under `FIELDS` (`compiler/lower/fields.py` proves it and says what each
function is for), and a machine that waits for the first step. Goes out: the least cost of each hex in which the mover
may rest. Where what is asked has no answer, or a guard holds, there is no field, and the machine searches by its own
steps (`play/reaching.py`).
"""

from __future__ import annotations

from typing import Any
from weakref import ref

from hexlaw.runtime.emitted.courses import Course
from hexlaw.runtime.emitted.help import STOPS
from hexlaw.runtime.emitted.near import written_between
from hexlaw.runtime.emitted.numbered import NotNumbered, Numbered
from hexlaw.runtime.emitted.position import Laid
from hexlaw.runtime.emitted.reach import Reach
from hexlaw.runtime.emitted.search import Search, value_of
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.play.frames import Action, Body, Picking
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import Choose
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Thing


class Field(Reach):
    """A reach that can be searched as a field."""

    def costs(self, machine: Machine, mover: Thing) -> dict[Any, Any] | None:
        """The least cost of each hex in which the mover may rest; none where no field tells it."""
        search = self._searched(machine, mover, None)
        return None if search is None else search.costs()

    def way(self, machine: Machine, mover: Thing, to: Hex) -> tuple[tuple[Hex, ...], Any] | tuple[None, None] | None:
        """The steps of least cost to a rest in a hex, and their cost; twice none where there is no way, none where no
        field tells it."""
        search = self._searched(machine, mover, to)
        return None if search is None else search.ways().get(to, (None, None))

    def course(self, machine: Machine, mover: Thing) -> Course | None:
        """The ways of a mover from where the machine waits for the first step; none where no field tells them."""
        begun = None if self.worth is None else self._begun(machine, mover)
        try:
            return None if begun is None else self._course(begun.search(), begun.numbered(), machine.position)
        except STOPS:
            return None

    def _course(self, search: Search, numbered: Numbered | None, begun: Position) -> Course:
        return Course(search, numbered, begun)

    def ways(self, machine: Machine, mover: Thing) -> dict[Hex, tuple[tuple[Hex, ...], Any]] | None:
        """By hex in which the mover may rest after a step, the steps of least cost that lead there and what they cost;
        none where no field tells it."""
        search = self._searched(machine, mover, None)
        return None if search is None else {here: found for here, found in search.ways().items() if found[0]}

    def _searched(self, machine: Machine, mover: Thing, to: Hex | None) -> Numbered | Search | None:
        """A search from where the machine waits for the first step, as far as a rest in this hex, or to the end."""
        begun = self._begun(machine, mover)
        try:
            numbered = None if begun is None else begun.numbered()
            if numbered is not None:
                try:
                    return numbered if numbered.goes(to) else None
                except NotNumbered:
                    pass
            search = None if begun is None else begun.search()
            return search if search is not None and search.goes(to) else None
        except STOPS:
            return None

    def _begun(self, machine: Machine, mover: Thing) -> Begun | None:
        """A move of which no step is made."""
        position, question = machine.position, machine.state.question
        if not isinstance(position, Laid) or not isinstance(question, Choose) or mover.kind not in self.kinds:
            return None
        match machine.frames:
            case [*_, Action(before=before), Body(lines=lines, at=at), Picking(barred=())] if at == len(lines):
                pass
            case _:
                return None
        places = position.places
        if not isinstance(places.get(mover), Hex) or mover in places.values():
            return None  # it is in something, or something is in it
        try:
            for rule, breach in self.whole:
                position.state.broken(rule, breach)  # where that stops, the machine has the words
            begun = Begun(self, position, before, mover)
            return begun if begun.is_told() else None
        except STOPS:
            return None


class Begun:
    """A move that has not made a step: from here it is searched, by numbers or by asking the law on the way."""

    def __init__(self, field: Field, position: Laid, before: Position, mover: Thing) -> None:
        self.field, self.position, self.before, self.mover = field, position, before, mover
        self._search: Search | None = None

    def is_told(self) -> bool:
        """Whether nothing has happened since the action began that counts, and no guard holds."""
        if not self.position.is_as(self.before) and not self._is_as_before():
            return False
        s, field, start = self.position.state, self.field, self.position.places[self.mover]
        s.asked_of = ref(self.position)
        return not any(guard is None or guard(s, self.mover, start, None) for guard in field.guards)

    def _is_as_before(self) -> bool:
        before, stood = self.before, self.before.places.get(self.mover)
        if stood not in (None, self.position.places[self.mover]):
            return False
        if isinstance(before, Laid):
            cells = written_between(self.position.state.trail, before.state.trail)
            if cells is not None and cells <= {(self.mover, None)}:
                return True
        if stood is not None:
            before = before.without((self.mover,))
        lifted = self.position.scratch()
        lifted.stand(self.mover, None)
        moved, changed = lifted.changed_since(before)
        return not moved and self.field.reads.isdisjoint(changed)

    def search(self) -> Search:
        """A search that puts the mover where it asks about it."""
        if self._search is None:
            search = Search(self.field, self.position, self.mover)
            search.begins(was_there=self.before.places.get(self.mover) is not None)
            self._search = search
        return self._search

    def numbered(self) -> Numbered | None:
        """A search over steps that are kept; none where they cannot be."""
        field, s, mover = self.field, self.position.state, self.mover
        if field.kept is None or mover.kind not in field.kept.own:
            return None
        begun = tuple([value_of(self.position, mover, name) for name in field.labels])
        spent, is_tied = value_of(self.position, mover, field.account), field.tied is not None
        try:
            return Numbered(field.kept, s, mover, begun, spent, is_tied=is_tied, ends=self._ends, asks=self.search)
        except NotNumbered:
            return None

    def _ends(self) -> dict[Hex, tuple[Hex, ...]]:
        domain, s = self.field.domain, self.position.state
        assert domain is not None
        return {here: tuple(domain(s, self.mover, here, None)) for here in s.hexes()}
