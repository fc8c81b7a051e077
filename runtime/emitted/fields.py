"""Where a move can lead, found as a field: from hex to hex, with no copy of the game for each step.

Comes in: what the source says about a reach under `FIELDS` (`compiler/lower/fields.py` proves it and says what each
function is for), and a machine that waits for the first step. Goes out: the least cost of each hex in which the mover
may rest. Where what is asked has no answer, or a guard holds, there is no field, and the machine searches by its own
steps (`play/reaching.py`).

The search is Dijkstra's, over where the mover is and what its labels say. One state serves for all of it: the mover is
put where the search is by writing its cells and nothing else. What is remembered in that state stays, except answers
that touch what was written (`kinds` lists them by what they touch): they are taken away with each write. What bars a
hex from wherever it is entered, what becomes of the labels there, and what is broken once the mover stands there is
kept for the whole search. What makes no difference to the answer is not worked out: a step that leads where it has been
for no more is not judged. Costs are whole numbers of a `SHARE` of a point, which are quick to add and to compare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Any, TypeVar
from weakref import ref

from hexlaw.runtime.emitted.help import STOPS
from hexlaw.runtime.emitted.near import PLACES, written_between
from hexlaw.runtime.emitted.numbered import MOST_PLACES, STEP, NotNumbered, Numbered, points, shares
from hexlaw.runtime.emitted.position import Laid
from hexlaw.runtime.emitted.state import Spec, State, is_of
from hexlaw.runtime.emitted.steps import KeptSteps
from hexlaw.runtime.emitted.values import plain
from hexlaw.runtime.forbidding import broken_anew
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.graph import MISSING, Graph
from hexlaw.runtime.play.answers import Untold
from hexlaw.runtime.play.frames import Action, Body, Picking
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import Choose
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import Exhausted
from hexlaw.runtime.value import Thing

Door = Callable[[State, Thing, Any, Any], Any]
"""Asks a function of the source about the mover, where it is and the hex that it would enter."""
Told = TypeVar("Told")
Labels = tuple[Any, ...]
Stop = tuple[Hex, Labels]
"""Somewhere on the way: where the mover is, and what its labels say."""
Broken = dict[Any, Any]
Breaches = dict[str, Broken]
"""How far requirements are broken, by when they are looked at."""


class Field:
    """A reach that can be searched as a field."""

    def __init__(self, says: Mapping[str, Any], spec: Spec, graph: Graph) -> None:
        self.spec, self.graph = spec, graph
        mover, step = says["names"]
        slots = {mover: "u", step: "there"}

        def door(found: tuple[Callable[..., Any], tuple[str, ...]] | None) -> Door | None:
            """A function that is given what it needs of the mover, where it is, and the hex that it would enter."""
            if found is None:
                return None
            function, params = found
            return _DOORS[tuple(slots.get(name, "here") for name in params)](function)

        self.domain, self.cost = door(says["domain"]), door(says["cost"])
        self.here, self.there, self.done = (door(says[name]) for name in ("here", "there", "done"))
        self.edge, self.tied = door(says["edge"]), door(says["tied"])
        kept = says["kept"]
        self.kept = None if kept is None else KeptSteps(kept, spec, graph)
        self.features = [door(found) for found in kept["features"]] if kept is not None else []
        self.labels: tuple[str, ...] = tuple(dict.fromkeys(name for name, _ in (*says["doing"], *says["following"])))
        self.account: str = says["account"]
        self.doing = {self.labels.index(name): door(found) for name, found in says["doing"]}
        self.following = {self.labels.index(name): door(found) for name, found in says["following"]}
        written = [params for _, (_, params) in (*says["doing"], *says["following"])]
        self.by_edge = any(not {mover, step}.issuperset(params) for params in written)
        self.guards = [door(found) for found in says["guards"]]
        self.requirements: tuple[tuple[str, str, Callable[..., Broken]], ...] = tuple(
            required for required in says["requirements"] if required[1]
        )
        self.whole: tuple[tuple[str, Callable[[State], Broken]], ...] = says["whole"]
        self.reads: frozenset[str] = frozenset(says["reads"])  # of what may be broken
        self.kinds: Mapping[str, Mapping[str, tuple[str, ...]]] = says["kinds"]
        self.worth: tuple[Callable[..., Any], tuple[str, ...]] | None = says["worth"]
        self.traces_read: frozenset[str] = frozenset(says["traces read"])
        self.traces = [
            (name, door(test), door(subject), door(value), late) for name, test, subject, value, late in says["traces"]
        ]

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
            return None if begun is None else Course(begun, machine.position)
        except STOPS:
            return None

    def ways(self, machine: Machine, mover: Thing) -> dict[Hex, tuple[tuple[Hex, ...], Any]] | None:
        """By hex in which the mover may rest after a step, the steps of least cost that lead there and what they cost;
        none where no field tells it."""
        search = self._searched(machine, mover, None)
        return None if search is None else {here: found for here, found in search.ways().items() if found[0]}

    def _searched(self, machine: Machine, mover: Thing, to: Hex | None) -> Numbered | _Search | None:
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

    def _begun(self, machine: Machine, mover: Thing) -> _Begun | None:
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
            begun = _Begun(self, position, before, mover)
            return begun if begun.is_told() else None
        except STOPS:
            return None


class _Begun:
    """A move that has not made a step: from here it is searched, by numbers or by asking the law on the way."""

    def __init__(self, field: Field, position: Laid, before: Position, mover: Thing) -> None:
        self.field, self.position, self.before, self.mover = field, position, before, mover
        self._search: _Search | None = None

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

    def search(self) -> _Search:
        """A search that puts the mover where it asks about it."""
        if self._search is None:
            search = _Search(self.field, self.position, self.mover)
            search.begins(was_there=self.before.places.get(self.mover) is not None)
            self._search = search
        return self._search

    def numbered(self) -> Numbered | None:
        """A search over steps that are kept; none where they cannot be."""
        field, s, mover = self.field, self.position.state, self.mover
        if field.kept is None or mover.kind not in field.kept.own:
            return None
        begun = tuple([_value(self.position, mover, name) for name in field.labels])
        spent, is_tied = _value(self.position, mover, field.account), field.tied is not None
        try:
            return Numbered(field.kept, s, mover, begun, spent, is_tied=is_tied, ends=self._ends, asks=self.search)
        except NotNumbered:
            return None

    def _ends(self) -> dict[Hex, tuple[Hex, ...]]:
        domain, s = self.field.domain, self.position.state
        assert domain is not None
        return {here: tuple(domain(s, self.mover, here, None)) for here in s.hexes()}


def _value(position: Position, mover: Thing, name: str) -> Any:
    value = position.value(mover, name)
    if value is MISSING:
        raise KeyError(name)
    return position.state.inward(value) if isinstance(position, Laid) else value


class _Search:
    """One search, for one mover in one position."""

    def __init__(self, field: Field, position: Laid, mover: Thing) -> None:
        self.field, self.mover = field, mover
        self.start: Hex = position.state.places[mover]  # type: ignore[assignment]
        self.lifted = position.scratch()
        self.lifted.stand(mover, None)
        s = self.s = self.lifted.state
        s.asked_of = ref(self.lifted)
        spec = field.spec
        self.cells = {
            name: [s.own(c) for c in spec.columns_of.get(name, ()) if is_of(mover, spec.attributes[c][1])]
            for name in (*field.labels, field.account)
        }
        standing = [getattr(s, name) for name, kinds in spec.standing.items() if mover.kind in kinds]
        self.standing = [(column, column.copy()) for column in standing]  # with the mover, and without it
        self.hexes = s.own("hex_of")
        self.begun: Labels = tuple(_value(self.lifted, mover, name) for name in field.labels)
        self.spent: Any = _value(self.lifted, mover, field.account)
        self.forgets = {what: names for what, names in field.kinds[mover.kind].items() if names}
        self.others: dict[Any, list[Thing]] = {}
        for thing, at in s.hex_of.items():
            if at is not None and thing is not mover:
                self.others.setdefault(at, []).append(thing)
        self.sorts = [
            (sampled, kind, kind == "hex", case, kind != "hex" and field.graph.is_a(mover.kind, kind))
            for sampled, kind, case in field.requirements
        ]
        self.of_hexes = any(is_hex for _, _, is_hex, _, _ in self.sorts)
        self.trail = s.trail  # as it is before the mover is put anywhere
        self.at: Hex | None = None
        self.as_is = self.begun
        self.paid: Any = self.spent
        self.without: dict[Hex, Breaches] = {}  # what is broken in a hex without the mover
        self.broken: dict[tuple[Hex, Labels], Breaches] = {}  # and with it
        self.before: Breaches = {}  # what was broken for the mover before it moved
        self.came: dict[Stop, Stop | None] = {}  # where it was, and from where it came there
        self.rests: dict[Hex, tuple[Any, Stop]] = {}  # where it may rest, at what cost
        self.entered: dict[tuple[Any, Hex, Labels], tuple[Hex, Labels, Labels] | None] = {}  # none: barred

    # -- the mover put somewhere

    def put(self, here: Hex | None, labels: Labels, paid: Any) -> None:
        """Writes where the mover is, what its labels say and what it has spent."""
        mover, s = self.mover, self.s
        if here == self.at and labels == self.as_is and paid == self.paid:
            return
        if here != self.at:
            for column, others in self.standing:
                if self.at is not None:
                    column[self.at] = others.get(self.at, ())
                if here is not None:
                    there = others.get(here, ())
                    column[here] = tuple(sorted((*there, mover), key=s.order.__getitem__)) if there else (mover,)
            self.hexes[mover] = self.at = here
            self._forget(PLACES)
        if labels != self.as_is:
            for name, old, new in zip(self.field.labels, self.as_is, labels, strict=True):
                if old != new:
                    self._write(name, new)
            self.as_is = labels
        if paid != self.paid:
            self._write(self.field.account, paid)
            self.paid = paid
        s.trail = self.trail[0] + 1, (mover, None), self.start, self.trail
        for name in (*self.field.labels, self.field.account):
            s.trail = s.trail[0] + 1, (mover, name), self.start, s.trail

    def _write(self, name: str, value: Any) -> None:
        for column in self.cells[name]:
            column[self.mover] = value
        self._forget(name)

    def _forget(self, what: str) -> None:
        for name in self.forgets.get(what, ()):
            setattr(self.s, name, {})

    # -- the search

    def begins(self, *, was_there: bool) -> None:
        """Puts the mover where it begins; `was_there` says whether what was broken when the action began counts with
        the mover where it stood."""
        self.before = self._broken_for_itself()
        self.put(self.start, self.begun, self.spent)
        if was_there and self.sorts:
            self.before["all-times"] = self._with(self.start, self.begun)["all-times"]

    def goes(self, to: Hex | None) -> bool:
        """Searches as far as a rest in this hex, or to the end; false where no field tells where the mover may rest."""
        field, s, mover = self.field, self.s, self.mover
        ask_cost = field.cost
        assert ask_cost is not None
        known: dict[Any, int] = {}
        best: dict[Stop, int] = {(self.start, self.begun): 0}
        waiting: list[tuple[int, int, Stop, Stop | None]] = [(0, 0, (self.start, self.begun), None)]
        number = 0
        while waiting:
            cost, _, stop, whence = heappop(waiting)
            if stop in self.came:
                continue
            self.came[stop] = whence
            here, labels = stop
            s.account.spend(STEP + s.size)
            if len(self.came) > MOST_PLACES:
                return False
            total = points(cost)
            self.put(here, labels, plain(self.spent + total))
            if here not in self.rests and self.may_rest(here, labels):
                self.rests[here] = total, stop
                if here == to:
                    return True
            if field.here is not None and _known(field.here(s, mover, here, None)):
                continue
            for there, after, at_last in self._entered(here, labels):
                following = there, at_last
                if following in self.came:
                    continue
                price = ask_cost(s, mover, here, there)
                if price not in known:
                    known[price] = shares(price)
                share = known[price]
                if share >= 0 and best.get(following, cost + share + 1) <= cost + share:
                    continue
                if self.is_barred(here, there):
                    continue
                if share < 0:
                    raise ValueError("a step that costs nothing that can be counted")
                if self.breaks(here, labels, there, after, at_last):
                    continue
                best[following] = cost + share
                number += 1
                heappush(waiting, (cost + share, number, following, stop))
        return True

    def is_barred(self, here: Hex, there: Hex) -> bool:
        """Whether something bars a step that depends on both hexes, or on what was spent."""
        field, barred = self.field, False
        for door in (field.edge, field.tied):
            one = False if door is None else door(self.s, self.mover, here, there)
            if one:
                return True
            barred = barred or one is None
        return _known(None if barred else False)

    def costs(self) -> dict[Hex, Any]:
        return {here: cost for here, (cost, _) in self.rests.items()}

    def ways(self) -> dict[Hex, tuple[tuple[Hex, ...], Any]]:
        return {here: (self.way_to(last), cost) for here, (cost, last) in self.rests.items()}

    def way_to(self, last: Stop) -> tuple[Hex, ...]:
        """The steps by which the search came somewhere."""
        found: list[Hex] = []
        at: Stop | None = last
        while at is not None:
            found.append(at[0])
            at = self.came[at]
        return tuple(found[-2::-1])

    def _entered(self, here: Hex, labels: Labels) -> list[tuple[Hex, Labels, Labels]]:
        """The hexes that can be entered from here as far as they themselves decide, with the labels that the mover has
        then, before and after what follows upon the step."""
        domain = self.field.domain
        assert domain is not None
        found = [self.entering(here, labels, there) for there in domain(self.s, self.mover, here, None)]
        return [known for known in found if known is not None]

    def entering(self, here: Hex, labels: Labels, there: Hex) -> tuple[Hex, Labels, Labels] | None:
        """The same of one hex; none where it is barred."""
        field, entered = self.field, self.entered
        key = here if field.by_edge else None, there, labels
        if key not in entered:
            if there == here:
                raise ValueError("a step that leads nowhere")
            barred = field.there is not None and _known(field.there(self.s, self.mover, here, there))
            entered[key] = None if barred else (there, *self._labelled(here, there, labels))
        return entered[key]

    def _labelled(self, here: Hex, there: Hex, labels: Labels) -> tuple[Labels, Labels]:
        after, at_last = list(labels), list(labels)
        for at, new in self.field.doing.items():
            after[at] = at_last[at] = new(self.s, self.mover, here, there)  # type: ignore[misc]
        for at, new in self.field.following.items():
            at_last[at] = new(self.s, self.mover, here, there)  # type: ignore[misc]
        return tuple(after), tuple(at_last)

    # -- steps to be kept

    def steps(self, here: Hex, labels: Labels) -> list[tuple[Hex, Labels, Labels, Any, tuple[Any, ...]]]:
        """The steps from a hex that nothing bars but perhaps what was spent: where each leads, the labels then and at
        last, its price, and its features."""
        field, s, mover = self.field, self.s, self.mover
        assert field.cost is not None
        self.put(here, labels, self.paid)
        found = []
        try:
            if field.here is not None and _known(field.here(s, mover, here, None)):
                return []
            for there, after, at_last in self._entered(here, labels):
                if field.edge is not None and _known(field.edge(s, mover, here, there)):
                    continue
                price = field.cost(s, mover, here, there)
                features = tuple([self._feature(asked, here, there) for asked in field.features])
                if not self.breaks(here, labels, there, after, at_last):
                    found.append((there, after, at_last, price, features))
        except Exhausted:
            raise
        except STOPS as stop:
            raise NotNumbered from stop
        return found

    def _feature(self, asked: Door | None, here: Hex, there: Hex) -> Any:
        """What a rule sees in a step; where that stops, it does so in all steps in which it stops."""
        assert asked is not None
        try:
            return asked(self.s, self.mover, here, there)
        except Exhausted:
            raise
        except STOPS:
            return STOPS

    def is_tied(self, here: Hex, labels: Labels, paid: Any, there: Hex) -> bool:
        """Whether a step is barred for one who has spent so much."""
        assert self.field.tied is not None
        self.put(here, labels, paid)
        return _known(self.field.tied(self.s, self.mover, here, there))

    def rests_in(self, here: Hex, labels: Labels) -> bool | None:
        """Whether the move may end in a hex; none where that depends on where it began."""
        field = self.field
        if field.done is not None and _known(field.done(self.s, self.mover, here, None)):
            return False
        return None if any(self._with(here, labels).values()) else True

    # -- what is broken

    def breaks(self, here: Hex, labels: Labels, there: Hex, after: Labels, at_last: Labels) -> bool:
        """Whether a step breaks anew what must hold at all times: what the pick does, or what follows on it."""
        if not self.sorts:
            return False
        left, entered = self._without(here)["all-times"], self._without(there)["all-times"]
        before = {**self._with(here, labels)["all-times"], **entered}
        then = {**self._with(there, after)["all-times"], **left}
        if then and broken_anew(before, then):
            return True
        if at_last == after:
            return False
        finally_ = {**self._with(there, at_last)["all-times"], **left}
        return bool(finally_) and bool(broken_anew(then, finally_))

    def may_rest(self, here: Hex, labels: Labels) -> bool:
        """Whether the move may end here: what is broken with the mover here was broken before it moved."""
        field = self.field
        if field.done is not None and _known(field.done(self.s, self.mover, here, None)):
            return False
        if not self.sorts:
            return True
        without = self._without(here)
        for sampled, broken in self._with(here, labels).items():
            if broken and broken_anew({**without[sampled], **self.before[sampled]}, broken):
                return False
        return True

    def _without(self, here: Hex) -> Breaches:
        if here not in self.without:
            at = self.at
            if at == here:
                self.put(None, self.as_is, self.paid)
            self.without[here] = self._cases(here)
            self.put(at, self.as_is, self.paid)
        return self.without[here]

    def _with(self, here: Hex, labels: Labels) -> Breaches:
        key = here, labels
        if key not in self.broken:
            at, as_is = self.at, self.as_is
            self.put(here, labels, self.paid)
            found = self._cases(here)
            for number, (sampled, _, _, case, is_one) in enumerate(self.sorts):
                if is_one:
                    _add(found[sampled], number, case(self.s, self.mover))
            self.broken[key] = found
            self.put(at, as_is, self.paid)
        return self.broken[key]

    def _cases(self, here: Hex) -> Breaches:
        """What is broken for a hex itself and for the others in it."""
        others, is_a = self.others.get(here, ()), self.field.graph.is_a
        found: Breaches = {"all-times": {}, "rest": {}}
        if not others and not self.of_hexes:
            return found
        for number, (sampled, kind, is_hex, case, _) in enumerate(self.sorts):
            if is_hex:
                _add(found[sampled], number, case(self.s, here))
            else:
                for thing in others:
                    if is_a(thing.kind, kind):
                        _add(found[sampled], number, case(self.s, thing))
        return found

    def _broken_for_itself(self) -> Breaches:
        """What is broken for the mover itself where it stands nowhere: that counts as broken before it rested."""
        found: Breaches = {"all-times": {}, "rest": {}}
        self.put(None, self.begun, self.spent)
        for number, (sampled, _, _, case, is_one) in enumerate(self.sorts):
            if is_one:
                _add(found[sampled], number, case(self.s, self.mover))
        return found


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

    def __init__(self, move: _Begun, begun: Position) -> None:
        search = self.search = move.search()
        self.numbered = move.numbered()
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
            at.barred = field.here is not None and _known(field.here(s, mover, here, None))
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


def _add(found: Broken, number: int, broken: Broken) -> None:
    for case, excess in broken.items():
        found[number, *case] = excess


def _known(barred: bool | None) -> bool:
    """Whether something is barred; where that cannot be told, there is no field."""
    if barred is None:
        raise ValueError("it cannot be told what is barred")
    return barred


_DOORS: dict[tuple[str, ...], Callable[[Callable[..., Any]], Door]] = {
    (): lambda asked: lambda s, u, here, there: asked(s),
    ("u",): lambda asked: lambda s, u, here, there: asked(s, u),
    ("here",): lambda asked: lambda s, u, here, there: asked(s, here),
    ("there",): lambda asked: lambda s, u, here, there: asked(s, there),
    ("u", "here"): lambda asked: lambda s, u, here, there: asked(s, u, here),
    ("u", "there"): lambda asked: lambda s, u, here, there: asked(s, u, there),
    ("here", "there"): lambda asked: lambda s, u, here, there: asked(s, here, there),
    ("u", "here", "there"): lambda asked: asked,
}
"""By what a function takes, in the order of the scope, how it is asked."""
