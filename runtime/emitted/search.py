"""The search for where a move can lead, by asking the law on the way.

It is Dijkstra's, over where the mover is and what its labels say. One state serves for all of it: the mover is
put where the search is by writing its cells and nothing else. What is remembered in that state stays, except answers
that touch what was written (`kinds` lists them by what they touch): they are taken away with each write. What bars a
hex from wherever it is entered, what becomes of the labels there, and what is broken once the mover stands there is
kept for the whole search. What makes no difference to the answer is not worked out: a step that leads where it has been
for no more is not judged. Costs are whole numbers of a `SHARE` of a point, which are quick to add and to compare.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any
from weakref import ref

from hexlaw.runtime.emitted.help import STOPS
from hexlaw.runtime.emitted.near import PLACES
from hexlaw.runtime.emitted.numbered import MOST_PLACES, STEP, NotNumbered, points, shares
from hexlaw.runtime.emitted.position import Laid
from hexlaw.runtime.emitted.reach import Broken, Door, Reach
from hexlaw.runtime.emitted.state import is_of
from hexlaw.runtime.emitted.values import plain
from hexlaw.runtime.forbidding import broken_anew
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.graph import MISSING
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import Exhausted
from hexlaw.runtime.value import Thing

Labels = tuple[Any, ...]
Stop = tuple[Hex, Labels]
"""Somewhere on the way: where the mover is, and what its labels say."""
Breaches = dict[str, Broken]
"""How far requirements are broken, by when they are looked at."""


class Search:
    """One search, for one mover in one position."""

    def __init__(self, field: Reach, position: Laid, mover: Thing) -> None:
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
        self.begun: Labels = tuple(value_of(self.lifted, mover, name) for name in field.labels)
        self.spent: Any = value_of(self.lifted, mover, field.account)
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
            if field.here is not None and decided(field.here(s, mover, here, None)):
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
        return decided(None if barred else False)

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
            barred = field.there is not None and decided(field.there(self.s, self.mover, here, there))
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
            if field.here is not None and decided(field.here(s, mover, here, None)):
                return []
            for there, after, at_last in self._entered(here, labels):
                if field.edge is not None and decided(field.edge(s, mover, here, there)):
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
        return decided(self.field.tied(self.s, self.mover, here, there))

    def rests_in(self, here: Hex, labels: Labels) -> bool | None:
        """Whether the move may end in a hex; none where that depends on where it began."""
        field = self.field
        if field.done is not None and decided(field.done(self.s, self.mover, here, None)):
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
        if field.done is not None and decided(field.done(self.s, self.mover, here, None)):
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


def value_of(position: Position, mover: Thing, name: str) -> Any:
    value = position.value(mover, name)
    if value is MISSING:
        raise KeyError(name)
    return position.state.inward(value) if isinstance(position, Laid) else value


def _add(found: Broken, number: int, broken: Broken) -> None:
    for case, excess in broken.items():
        found[number, *case] = excess


def decided(barred: bool | None) -> bool:
    """Whether something is barred; where that cannot be told, there is no field."""
    if barred is None:
        raise ValueError("it cannot be told what is barred")
    return barred
