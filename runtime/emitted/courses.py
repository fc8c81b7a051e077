"""The ways of a mover, stop by stop, as a plan asks for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from hexlaw.runtime.emitted.help import STOPS
from hexlaw.runtime.emitted.numbered import STEP, Numbered
from hexlaw.runtime.emitted.search import Labels, Search, decided
from hexlaw.runtime.emitted.values import plain
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.play.answers import Untold
from hexlaw.runtime.position import Position

Told = TypeVar("Told")


class Afoot:
    """Where a mover is on its course, with what it has spent and what it has left behind."""

    __slots__ = ("barred", "cells", "labels", "paid", "place", "traces")

    def __init__(self, place: Hex, labels: Labels, paid: Any, traces: dict[tuple[Any, str], Any], course: Course):
        self.place, self.labels, self.paid, self.traces = place, labels, paid, traces
        self.barred: bool | None = None  # whether it can go no further, once that is known
        own = [(course.mover, None), *course.own]
        self.cells = (*zip(own, (place, *labels, paid), strict=True), *traces.items())


class Course:
    """The ways of one mover from where it is, stop by stop: what the machine would come to by its steps.

    Unlike a search for all that can be reached it goes where a plan wants to go, by dear ways as by cheap ones, and
    says of each stop what the position is worth then, and what else is otherwise.
    """

    def __init__(self, search: Search, numbered: Numbered | None, begun: Position) -> None:
        self.search, self.numbered = search, numbered
        self.mover, self.position = search.mover, begun
        self.was: dict[tuple[Any, str], Any] = {}  # what the position says of cells that steps write
        self.left: set[tuple[Any, str]] = set()  # cells that are written in its state, besides its own
        self.own = [(self.mover, name) for name in (*search.field.labels, search.field.account)]
        self.begun = Afoot(search.start, search.begun, search.spent, {}, self)

    def steps(self, at: Afoot) -> tuple[Hex, ...]:
        """Where the next step could lead, allowed or not."""
        if self.numbered is not None:
            return self.numbered.board.ways[at.place]
        domain = self.search.field.domain
        assert domain is not None
        return tuple(self._told(at, lambda: domain(self.search.s, self.mover, at.place, None)))

    def after(self, at: Afoot, there: Hex) -> Afoot | None:
        """Where it comes to by a step; none where that is refused."""
        if self.numbered is not None:
            self.search.s.account.spend(STEP + self.search.s.size)
            try:
                step = self.numbered.step(at.place, at.labels, at.paid, there)
            except STOPS:
                pass  # the law is asked
            else:
                return None if step is None else self._come(at, there, *step)
        return self._told(at, lambda: self._after(at, there))

    def _come(self, at: Afoot, there: Hex, after: Labels, at_last: Labels, price: Any) -> Afoot:
        """Where it is after a step that is known."""
        paid, traces = plain(at.paid + price), at.traces
        if self.search.field.traces:
            traces = self._told(at, lambda: self._traces(at, there, after, at_last, paid))
        return Afoot(there, at_last, paid, traces, self)

    def may_rest(self, at: Afoot) -> bool:
        if self.numbered is not None:
            try:
                return self.numbered.rests_in(at.place, at.labels, at.paid)
            except STOPS:
                pass  # the law is asked
        return self._told(at, lambda: self.search.may_rest(at.place, at.labels))

    def worth(self, at: Afoot, side: str) -> Any:
        """What the position is worth if the mover rests here."""
        assert self.search.field.worth is not None
        function, params = self.search.field.worth
        return self._told(at, lambda: function(self.search.s, *[side for _ in params]))

    def _told(self, at: Afoot, ask: Callable[[], Told]) -> Told:
        """What is asked with the mover put there; where that has no answer, the machine is to be asked."""
        search = self.search
        try:
            search.put(at.place, at.labels, at.paid)
            self._leave(at.traces)
            return ask()
        except STOPS as stop:
            raise Untold from stop
        finally:
            for cell in self.left:
                search.s.set(*cell, self._before(cell))
            self.left.clear()

    def _before(self, cell: tuple[Any, str]) -> Any:
        if cell not in self.was:
            self.was[cell] = self.position.value(*cell)
        return self.was[cell]

    def _leave(self, traces: Mapping[tuple[Any, str], Any]) -> None:
        """Writes what a step has left behind, if that is read on the way, as long as something is asked there."""
        for cell, value in traces.items():
            if cell[1] in self.search.field.traces_read and (cell in self.left or self._before(cell) != value):
                self.left.add(cell)
                self.search.s.set(*cell, value)

    def _after(self, at: Afoot, there: Hex) -> Afoot | None:
        here, mover, search = at.place, self.mover, self.search
        field, s = search.field, search.s
        s.account.spend(STEP + s.size)
        if at.barred is None:
            at.barred = field.here is not None and decided(field.here(s, mover, here, None))
        entered = None if at.barred else search.entering(here, at.labels, there)
        if entered is None or search.is_barred(here, there):
            return None
        assert field.cost is not None
        price = field.cost(s, mover, here, there)
        if price is None or price < 0:
            raise ValueError("a step that costs nothing that can be counted")
        _, after, at_last = entered
        if search.breaks(here, at.labels, there, after, at_last):
            return None
        paid = plain(at.paid + price)
        return Afoot(there, at_last, paid, self._traces(at, there, after, at_last, paid), self)

    def _traces(self, at: Afoot, there: Hex, after: Labels, at_last: Labels, paid: Any) -> dict[tuple[Any, str], Any]:
        """What the steps to a hex leave behind, as the last of them has it."""
        search, mover = self.search, self.mover
        if not search.field.traces:
            return at.traces
        found = dict(at.traces)
        for name, test, subject, value, late in search.field.traces:
            search.put(there, at_last if late else after, paid)
            if test is None or test(search.s, mover, at.place, there):
                assert subject is not None
                assert value is not None
                cell = subject(search.s, mover, at.place, there), name
                new = search.s.outward(value(search.s, mover, at.place, there))
                self._leave({cell: new})
                found[cell] = new
        return found
