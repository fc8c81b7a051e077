"""A position laid out for emitted law: one dictionary for each attribute, filled as it is asked.

In goes a `Position`; emitted functions get the `State` made of it. `s.weight_of[u]` is an attribute, `s.hex_of[u]`
where a thing stands, `s.boat_in.get(h, ())` the boats in a hex, `s.all_boat` every boat, `s.is_boat[x]` whether it is
one, and `s.price[u, h]` a remembered answer. Each comes into being when it is first asked; a write takes away what it
may have changed. Values are those of `value.py`, but a `Record` is a `Made`, which hashes by its identity;
`State.inward` and `State.outward` translate.

What no thing can change is remembered with the map and shared by all positions on it. Where a position says something
else of the map than what is printed there, it remembers for itself what rests on that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from hexlaw.runtime.account import Account
from hexlaw.runtime.board import Map
from hexlaw.runtime.emitted.columns import (
    MOST_REMEMBERED,
    OfMap,
    Remembered,
    bare,
    gone,
    hex_of,
    hexes,
    holder_of,
    holders,
    in_order,
    of_kind,
    of_pieces,
    standing,
)
from hexlaw.runtime.emitted.values import Made, Met, made, plain
from hexlaw.runtime.geometry import Contact, Hex, Side
from hexlaw.runtime.graph import MISSING
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Record, Thing
from hexlaw.runtime.veil import Veil, resting

COPY = 100  # steps that a copy takes however little there is to copy: here a step is a loop's turn, or an answer kept
PLACES = "@"  # in `RESTS_ON`: where things stand, and which there are
ACTING = "@acting"  # the side that acts


def of_memory(name: str) -> str:
    """How `RESTS_ON` calls what play keeps, which attributes are not called."""
    return f"@memory {name}"


def of_tally(name: str) -> str:
    return f"@tally {name}"


def of_span(name: str) -> str:
    return f"@now {name}"


def breaches_of(rule: str) -> str:
    """How `RESTS_ON` calls where a requirement is broken."""
    return f"@broken {rule}"


class Spec:
    """What emitted source says about itself: which names of a state stand for what."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.attributes: dict[str, tuple[str, str]] = names["ATTRIBUTES"]  # column -> attribute, owner
        self.kinds: dict[str, frozenset[str]] = {name: frozenset(kinds) for name, kinds in names["KINDS"].items()}
        self.remembered: tuple[str, ...] = names["REMEMBERED"]
        self.rests_on: dict[str, tuple[str, ...]] = names["RESTS_ON"]  # attribute -> the answers a change may change
        self.by_subscript: dict[str, Callable[..., Any]] = names["BY_SUBSCRIPT"]
        self.of_the_map: frozenset[str] = frozenset(names["OF_THE_MAP"])  # remembered, and fixed by the map alone
        self.columns_of: dict[str, list[str]] = {}
        for column, (attribute, _) in self.attributes.items():
            self.columns_of.setdefault(attribute, []).append(column)
        self.slots = [*self.attributes, *self.remembered]
        for name in self.kinds:
            self.slots += [f"is_{name}", f"all_{name}", f"{name}_in", f"{name}_within"]
        self.deep = tuple(f"{name}_within" for name in self.kinds)
        self.placed_of: dict[str, list[str]] = {}  # kind -> what lists things of that kind by their place
        for name, kinds in self.kinds.items():
            for kind in kinds:
                self.placed_of.setdefault(kind, []).append(f"{name}_in")
        self.makers = self._makers()
        self.state: type[State] = type("State", (State,), {"__slots__": tuple(self.slots), "spec": self})

    def _makers(self) -> dict[str, Callable[[State], Any]]:
        makers: dict[str, Callable[[State], Any]] = {"hex_of": hexes, "holder_of": holders, "order": in_order}
        for name, kinds in self.kinds.items():
            makers[f"is_{name}"] = lambda s, kinds=kinds: of_kind(s, kinds)  # type: ignore[misc]
            makers[f"all_{name}"] = lambda s, kinds=kinds: tuple(  # type: ignore[misc]
                p for p in s.things.values() if p.kind in kinds
            )
            makers[f"{name}_in"] = lambda s, kinds=kinds: standing(s, kinds, deep=False)  # type: ignore[misc]
            makers[f"{name}_within"] = lambda s, kinds=kinds: standing(s, kinds, deep=True)  # type: ignore[misc]
        return makers


class AsksMachine(Protocol):
    """Who asks the machine that plays, on behalf of emitted law."""

    def reach(self, position: Position, name: str, args: tuple[Any, ...]) -> dict[Any, Any]: ...

    def would_break(self, position: Position, effect: str, args: tuple[Any, ...], requirement: str) -> bool: ...


class State:
    """What is true in one position, as emitted functions read it."""

    __slots__ = (
        "account",
        "acting",
        "asked_of",
        "breaches",
        "by_kind",
        "columns",
        "everyone",
        "fired",
        "hex_of",
        "holder_of",
        "known",
        "left",
        "map",
        "memories",
        "memos",
        "now",
        "of_map",
        "order",
        "owned",
        "placed",
        "places",
        "position",
        "printed",
        "records_made",
        "shared",
        "size",
        "tallies",
        "things",
        "veil",
    )  # fmt: skip
    spec: Spec
    machine: AsksMachine  # set by who plays by emitted law

    asked_of: Position  # the position that is asked about, as the machine knows it
    account: Account
    size: int  # what an answer counts for: in a crowded position each takes more work
    map: Map | None
    position: Position  # the one it was laid out from: for charts, the map and names; not for what changes
    memories: frozenset[tuple[str, tuple[Any, ...]]]  # by memory, the things it holds for
    tallies: Mapping[tuple[str, tuple[Any, ...]], Any]
    acting: str | None
    now: frozenset[str]
    veil: Veil | None  # where it is as one side sees it
    everyone: set[Thing]  # its things, and whatever else came up; shared by all states of one position
    order: dict[Thing, int]  # the places of its things among themselves
    records_made: dict[Any, Any]  # its records by what they are; shared by all states of one position
    things: dict[str, Thing]
    places: dict[Thing, Any]
    printed: dict[Thing, Any]
    of_map: State | None  # what is remembered with the map; None in that itself
    left: frozenset[str]  # of this, what the position remembers for itself
    columns: dict[str, dict[Any, Any]]
    placed: dict[str, Any]  # what was worked out about where things stand; none of it is ever changed
    breaches: dict[str, dict[Any, Any]]
    owned: set[str]  # columns that are this state's own and may be written
    memos: dict[str, dict[Any, Any]]  # remembered answers that a write may take away
    shared: bool  # whether another state has some of these memos too
    fired: int
    known: set[Thing]  # the things that the columns of this state know of
    by_kind: dict[str, dict[Any, bool]]  # the columns that say which things are of some kind
    hex_of: dict[Any, Any]
    holder_of: dict[Any, Any]

    def __getattr__(self, name: str) -> Any:
        """Makes what is asked for the first time."""
        spec = self.spec
        if name in spec.attributes:
            made: Any = self._column(name)
            self.columns[name] = made
        elif name in spec.remembered:
            if name in spec.of_the_map and self.of_map is not None and name not in self.left:
                made = getattr(self.of_map, name)
                setattr(self, name, made)
                return made
            if name in spec.by_subscript:
                made = Remembered(self, spec.by_subscript[name])
            else:
                made = self.memos.setdefault(name, {})
        elif name in spec.makers:
            made = spec.makers[name](self)
            if name.startswith("is_"):
                self.by_kind[name] = made
            else:
                self.placed[name] = made
        else:
            raise AttributeError(name)
        setattr(self, name, made)
        return made

    def _column(self, name: str) -> dict[Any, Any]:
        attribute, owner = self.spec.attributes[name]
        if owner not in ("hex", "hexside"):
            return of_pieces(self, attribute, owner)
        if self.of_map is not None:
            shared: OfMap = getattr(self.of_map, name)
            return shared
        return OfMap(self.position, attribute, owner)

    # -- between the position's values and ours

    def as_printed(self, kind: str, unit: str) -> Thing:
        return self.introduced(Thing(kind, f"@{unit}"))

    def introduced(self, thing: Thing) -> Thing:
        """A thing that the columns may not know yet, since it came up only now."""
        if thing not in self.known:
            self.known.add(thing)
            self.everyone.add(thing)
            for name, column in self.columns.items():
                attribute, owner = self.spec.attributes[name]
                if owner not in ("hex", "hexside") and thing not in column:
                    value = bare(self, thing, attribute)
                    if value is not MISSING:
                        column[thing] = value
            for name, of_kind_ in self.by_kind.items():
                of_kind_[thing] = thing.kind in self.spec.kinds[name.removeprefix("is_")]
            for name, where in (("hex_of", hex_of), ("holder_of", holder_of)):
                if name in self.placed:
                    self.placed[name].setdefault(thing, where(self, thing))
        return thing

    def inward(self, value: Any) -> Any:
        if isinstance(value, Thing):
            return self.introduced(value)
        if isinstance(value, Record):
            return made(self, self.records[value.kind], tuple(self.inward(v) for _, v in value.fields))
        if isinstance(value, Contact):
            return Met(*(getattr(value, name) for name in Met._fields))
        return tuple(self.inward(v) for v in value) if type(value) is tuple else plain(value)

    def outward(self, value: Any) -> Any:
        if isinstance(value, Made):
            return Record(value.kind, tuple((name, self.outward(getattr(value, n))) for name, n in value.fields))
        if isinstance(value, Met):
            parts: Any = value
            return Contact(*parts)
        return tuple(self.outward(v) for v in value) if type(value) is tuple else value

    def record(self, kind: str, fields: tuple[tuple[str, Any], ...]) -> Any:
        return made(self, self.records[kind], tuple(value for _, value in fields))

    records: Mapping[str, type[Made]] = {}

    def hexes(self) -> tuple[Hex, ...]:
        return self.map.hexes if self.map else ()

    def broken(self, rule: str, breach: Callable[[State], dict[Any, Any]]) -> dict[Any, Any]:
        """The cases in which a requirement is broken here, worked out once."""
        kept = breaches_of(rule)
        found = self.breaches.get(kept)
        if found is None:
            found = self.breaches[kept] = breach(self)
        return found

    # -- what the machine that plays is asked

    def reach(self, name: str, args: tuple[Any, ...]) -> dict[Any, Any]:
        with self._asking_the_machine() as position:
            return self.machine.reach(position, name, tuple(map(self.outward, args)))

    def would_break(self, effect: str, args: tuple[Any, ...], requirement: str) -> bool:
        with self._asking_the_machine() as position:
            return self.machine.would_break(position, effect, tuple(map(self.outward, args)), requirement)

    @contextmanager
    def _asking_the_machine(self) -> Iterator[Position]:
        """The position that is asked about; the machine asks about copies of it, which share this state at first."""
        position = self.asked_of
        try:
            yield position
        finally:
            self.asked_of = position

    # -- copies and writes

    def scratch(self) -> State:
        """A copy to write in: it shares every column until that is written."""
        self.account.spend(COPY + len(self.things) + len(self.places))
        new = object.__new__(type(self))
        new.account, new.position, new.map = self.account, self.position, self.map
        new.records_made, new.everyone = self.records_made, self.everyone
        new.size, new.memories, new.tallies, new.acting, new.now = (
            self.size, self.memories, self.tallies, self.acting, self.now
        )  # fmt: skip
        new.veil = self.veil
        new.things, new.places, new.printed = dict(self.things), dict(self.places), self.printed
        new.left = self.left
        new.of_map, new.owned, new.fired, new.known = self.of_map, set(), 0, set(self.known)
        new.memos, new.shared, self.shared = dict(self.memos), True, True
        new.breaches = dict(self.breaches)
        new.columns, new.placed, new.by_kind = dict(self.columns), dict(self.placed), dict(self.by_kind)
        self.owned = set()  # what was its own is now the other's too
        for name, column in self.columns.items():
            setattr(new, name, column)
        for name, found in self.placed.items():
            setattr(new, name, found)
        for name, kinds in self.by_kind.items():
            setattr(new, name, kinds)
        return new

    def forget_all(self) -> None:
        """Nothing that was worked out is kept, but for what only the map fixes."""
        if self.shared:
            self._forget(tuple(self.memos))
        for memo in self.memos.values():
            memo.clear()
        self.breaches.clear()

    def make_room(self) -> None:
        """What has been remembered too much of begins anew; a single question is bounded by its steps."""
        for memos in (self.memos, self.of_map.memos if self.of_map is not None else {}):
            for memo in memos.values():
                if sum([len(answer) if type(answer) is tuple else 1 for answer in memo.values()]) > MOST_REMEMBERED:
                    memo.clear()

    def _forget(self, names: Iterable[str]) -> None:
        """Answers of these functions, given before a write, may no longer hold here; they may elsewhere."""
        for name in names:
            if name in self.memos:
                memo: dict[Any, Any] = {}
                self.memos[name] = memo
                setattr(self, name, memo)
            elif name in self.breaches:
                del self.breaches[name]

    def _changed(self, what: str) -> None:
        self._forget(self.spec.rests_on.get(what, ()))

    # -- attributes

    def set_value(self, subject: Any, attribute: str, value: Any) -> None:
        if isinstance(subject, Hex | Side):
            self.leave_the_map(attribute)
        for name in self.spec.columns_of.get(attribute, ()):
            if is_of(subject, self.spec.attributes[name][1]):
                self.own(name)[subject] = value
        self._changed(attribute)

    def clear_value(self, subject: Any, attribute: str) -> None:
        """The attribute is again what it is by itself."""
        if isinstance(subject, Hex | Side):
            self.lose_value(subject, attribute)  # what the map prints is looked up again
            return
        value = bare(self, subject, attribute)
        if value is MISSING:
            self.lose_value(subject, attribute)
        else:
            self.set_value(subject, attribute, value)

    def lose_value(self, subject: Any, attribute: str) -> None:
        if isinstance(subject, Hex | Side):
            self.leave_the_map(attribute)
        for name in self.spec.columns_of.get(attribute, ()):
            if is_of(subject, self.spec.attributes[name][1]):
                self.own(name).pop(subject, None)
        self._changed(attribute)

    def own(self, name: str) -> dict[Any, Any]:
        column: dict[Any, Any] = getattr(self, name)
        if name not in self.owned:
            column = column.copy()
            setattr(self, name, column)
            self.columns[name] = column
            self.owned.add(name)
        return column

    def leave_the_map(self, attribute: str) -> None:
        """Here this is not everywhere what is printed: what rests on it is remembered by this state for itself."""
        leaving = self.spec.of_the_map.intersection(self.spec.rests_on.get(attribute, ()))
        self.left |= leaving
        for name in leaving:
            self.memos.pop(name, None)
            if _slot(self, name) is not None:
                delattr(self, name)

    # -- things and where they stand

    def stand(self, thing: Thing, place: Any) -> None:
        old = self.places.pop(thing, None)
        if place is not None:
            self.places[thing] = place
        self._changed(PLACES)
        spec, placed = self.spec, self.placed
        there = thing.name in self.things  # a unit as its chart prints it stands nowhere among the others
        for name in spec.placed_of.get(thing.kind, ()) if there else ():
            if name in placed:
                placed[name] = gone(self, placed[name], thing, old, place)
                setattr(self, name, placed[name])
        for name in spec.deep:
            if name in placed:
                delattr(self, name)
                del placed[name]
        for name, where in (("hex_of", hex_of), ("holder_of", holder_of)):
            if name in placed:
                found = placed[name] = placed[name].copy()
                setattr(self, name, found)
                for moved in (thing, *self._inside(thing)):
                    found[moved] = where(self, moved)

    def _inside(self, thing: Thing) -> list[Thing]:
        found = [inner for inner, place in self.places.items() if place is thing]
        return [*found, *(deeper for inner in found for deeper in self._inside(inner))]

    def _listed_anew(self) -> None:
        """Other things are there than before: what was worked out about them and where they stand may not hold."""
        self._changed(PLACES)
        for name in self.placed:
            delattr(self, name)
        self.placed.clear()

    def add(self, thing: Thing, place: Any) -> None:
        self.introduced(thing)
        self.things[thing.name] = thing
        if place is not None:
            self.places[thing] = place
        self._listed_anew()

    def remove(self, thing: Thing) -> None:
        """Takes a thing out, and with it whatever stands in it."""
        for inner in [p for p in self.things.values() if self.places.get(p) == thing]:
            self.remove(inner)
        self.things.pop(thing.name, None)
        self.places.pop(thing, None)
        self.printed = {p: unit for p, unit in self.printed.items() if p is not thing}
        for name, column in list(self.columns.items()):
            if thing in column:
                column = self.own(name)
                del column[thing]
        self.known.discard(thing)
        self.introduced(thing)  # as something of which nothing is known but the defaults
        self._forget((*self.memos, *self.breaches))
        self._listed_anew()

    # -- what play keeps

    def remember(self, memory: str, of: tuple[Any, ...]) -> None:
        self.memories |= {(memory, of)}
        self._changed(of_memory(memory))

    def forget(self, memory: str, of: tuple[Any, ...]) -> None:
        self.memories -= {(memory, of)}
        self._changed(of_memory(memory))

    def count(self, tally: str, of: tuple[Any, ...], number: Any) -> None:
        tallies = {entry: n for entry, n in self.tallies.items() if entry != (tally, of)}
        self.tallies = tallies if number is None else {**tallies, (tally, of): number}
        self._changed(of_tally(tally))

    def wear(self, veil: Veil | None) -> None:
        """What play keeps and a side does not see cannot be told any longer, or can again."""
        self.veil = veil
        for kept in resting(self.position.graph):
            sort, _, name = kept.partition(":")
            self._changed(of_memory(name) if sort == "memory" else of_tally(name))

    def acts(self, side: str | None) -> None:
        self.acting = side
        self._changed(ACTING)

    def enter(self, span: str) -> None:
        self.now |= {span}
        self._changed(of_span(span))

    def leave(self, span: str) -> None:
        self.now -= {span}
        self._changed(of_span(span))


def is_of(subject: Any, owner: str) -> bool:
    """Whether what has a value is read in the column of this owner."""
    return isinstance(subject, Hex if owner == "hex" else Side if owner == "hexside" else Thing)


def _slot(state: State, name: str) -> Any:
    """What a slot of a state holds, or None: unlike reading the attribute it makes nothing."""
    try:
        return object.__getattribute__(state, name)
    except AttributeError:
        return None
