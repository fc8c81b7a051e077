"""A position as emitted law reads it: one dictionary for each attribute, for where things stand, for kept answers.

In goes a `Position`; emitted functions get the `State` made of it. `s.weight_of[u]` is an attribute, `s.hex_of[u]`
where a thing stands, `s.boat_in.get(h, ())` the boats in a hex, `s.all_boat` every boat, `s.is_boat[x]` whether it is
one, and `s.price[u, h]` a remembered answer. All of it is there from the beginning and a write keeps it true, so each
is a plain slot, which Python reads fastest. Values are those of `value.py`, but a `Record` is a `Made`, which hashes by
its identity; `State.inward` and `State.outward` translate.

A copy shares every dictionary until it writes in one (`own`). A remembered answer is taken away by what may change it:
then the state gets a new dictionary, and a copy keeps the old one, in which what it knows is still true.

What no thing can change is remembered with the map and shared by all positions on it. Where a position says something
else of the map than what is printed there, it remembers for itself what rests on that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from operator import attrgetter
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
    holder_of,
    listed,
    of_kind,
    of_pieces,
    standing,
)
from hexlaw.runtime.emitted.near import PLACES, THINGS, Found, Near, Trail, broken_since
from hexlaw.runtime.emitted.values import Made, Met, made, plain
from hexlaw.runtime.geometry import Contact, Hex, Side
from hexlaw.runtime.graph import MISSING, Graph
from hexlaw.runtime.linking import Flood
from hexlaw.runtime.position import Cell, Placeable, Position, without
from hexlaw.runtime.value import GAME, Record, Thing
from hexlaw.runtime.veil import Veil, resting

COPY = 50  # steps that a copy takes: here a step is a loop's turn, or an answer kept
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
        self.near = {
            rule: Near(case, frozenset(kinds), frozenset(reads))
            for rule, (case, kinds, reads) in names.get("NEAR", {}).items()
        }
        self.sums: Mapping[str, Any] = {}  # what is said of sums that are kept (`sums.py`), by function
        self.attributes: dict[str, tuple[str, str]] = names["ATTRIBUTES"]  # column -> attribute, owner
        self.kinds: dict[str, frozenset[str]] = {name: frozenset(kinds) for name, kinds in names["KINDS"].items()}
        self.remembered: tuple[str, ...] = names["REMEMBERED"]
        self.by_subscript: dict[str, Callable[..., Any]] = names["BY_SUBSCRIPT"]
        self.of_the_map: frozenset[str] = frozenset(names["OF_THE_MAP"])  # remembered, and fixed by the map alone
        self.columns_of: dict[str, list[str]] = {}
        for column, (attribute, _) in self.attributes.items():
            self.columns_of.setdefault(attribute, []).append(column)
        rests_on: Mapping[str, tuple[str, ...]] = names["RESTS_ON"]  # attribute -> the answers a change may change
        self.forgets = {what: tuple(n for n in names_ if n not in self.of_the_map) for what, names_ in rests_on.items()}
        self.forgetting = _Forgetting(self.forgets)
        self.leaves = {what: self.of_the_map.intersection(names_) for what, names_ in rests_on.items()}
        read = frozenset[str](names["LAID"])  # of what says which things there are and where, all that is read
        self.tests = {f"is_{name}": kinds for name, kinds in self.kinds.items() if f"is_{name}" in read}
        self.lists = {f"all_{name}": kinds for name, kinds in self.kinds.items() if f"all_{name}" in read}
        self.standing = {f"{name}_in": kinds for name, kinds in self.kinds.items() if f"{name}_in" in read}
        slots = [*self.attributes, *self.remembered, *self.tests, *self.lists, *self.standing]
        others = {name: found for name, found in self._found_when_asked().items() if name not in slots}
        self.state: type[State] = type("State", (State,), {"__slots__": slots, "spec": self, **others})
        self.copied_into = _copier([*(slot for slot in State.__slots__ if slot != "__weakref__"), *slots])
        self.memos_of = attrgetter("hex_of", "hex_of", *self.remembered)  # two more, so that it always gives a row

    def _found_when_asked(self) -> dict[str, property]:
        """What the law itself does not read; a question may."""
        found: dict[str, property] = {}
        for name, kinds in self.kinds.items():
            for called, find in (
                (f"is_{name}", partial(of_kind, kinds=kinds)),
                (f"all_{name}", partial(listed, kinds=kinds)),
                (f"{name}_in", partial(standing, kinds=kinds, deep=False)),
                (f"{name}_within", partial(standing, kinds=kinds, deep=True)),
            ):
                found[called] = _when_asked(called, find)
        return found


def _when_asked(name: str, find: Callable[[State], Any]) -> property:
    def found(s: State) -> Any:
        if name not in s.found:
            s.found[name] = find(s)
        return s.found[name]

    return property(found)


class _Forgetting(dict[str, Any]):
    """By what is written, how a state forgets the answers that this may change: written out, as `_copier` is, when it
    is first needed, and once for all that take away the same."""

    def __init__(self, forgets: Mapping[str, tuple[str, ...]]) -> None:
        self.forgets = forgets
        self.same: dict[tuple[str, ...], Callable[[State], None]] = {}

    def __missing__(self, what: str) -> Callable[[State], None]:
        names = self.forgets.get(what, ())
        if names not in self.same:
            lines = [f"s.breaches.pop({name!r}, None)" if name[0] == "@" else f"s.{name} = {{}}" for name in names]
            found: dict[str, Any] = {}
            exec("\n    ".join(["def forget(s):", *lines, "pass"]), found)
            self.same[names] = found["forget"]
        forget = self[what] = self.same[names]
        return forget


def _copier(slots: Iterable[str]) -> Callable[[State, State], None]:
    """Sets each slot of one state to what another has: written out, which takes a fifth of what a loop takes."""
    names: dict[str, Any] = {}
    exec("\n".join(["def copied_into(old, new):", *(f"    new.{slot} = old.{slot}" for slot in slots)]), names)
    copied: Callable[[State, State], None] = names["copied_into"]
    return copied


class AsksMachine(Protocol):
    """Who asks the machine that plays, on behalf of emitted law."""

    def reach(self, position: Position, name: str, args: tuple[Any, ...]) -> dict[Any, Any]: ...

    def would_break(self, position: Position, effect: str, args: tuple[Any, ...], requirement: str) -> bool: ...


class State:
    """What is true in one position, as emitted functions read it."""

    __slots__ = (
        "__weakref__", "account", "acting", "asked_of", "breaches", "eligible", "everyone", "fired", "found", "graph",
        "hex_of", "holder_of", "known", "left", "map", "memories", "near", "now", "of_map", "order", "owned", "places",
        "plans", "printed", "records_made", "remembered", "size", "sums", "tallied", "tallies", "things", "trail",
        "values", "veil",
    )  # fmt: skip
    spec: Spec
    machine: AsksMachine  # set by who plays by emitted law
    records: Mapping[str, type[Made]] = {}

    asked_of: Callable[[], Position | None]  # the position that is asked about, as the machine knows it; not kept alive
    account: Account
    size: int  # what an answer counts for: in a crowded position each takes more work
    graph: Graph
    map: Map | None

    # what a `Position` holds
    things: dict[str, Thing]
    places: dict[Thing, Placeable]
    values: dict[tuple[object, str], object]
    printed: dict[Thing, str]
    remembered: set[tuple[str, tuple[object, ...]]]
    tallied: dict[tuple[str, tuple[object, ...]], Any]
    acting: str | None
    now: frozenset[str]
    trail: Trail  # the cells that were written, the last of them first
    veil: Veil | None
    plans: dict[tuple[object, str], object]  # never changed, but replaced

    # what was worked out of that
    memories: frozenset[tuple[str, tuple[Any, ...]]]  # what is remembered, in values of emitted law
    tallies: Mapping[tuple[str, tuple[Any, ...]], Any]
    everyone: set[Thing]  # its things, and whatever else came up; shared by all states of one position
    known: set[Thing]  # the things that the columns of this state know of
    order: dict[Thing, int]  # the places of its things among themselves
    hex_of: dict[Any, Any]
    holder_of: dict[Any, Any]
    found: dict[str, Any]  # what the law itself does not read, as it was found
    records_made: dict[Any, Any]  # its records by what they are; shared by all states of one position
    breaches: dict[str, dict[Any, Any]]  # by requirement, where it is broken
    sums: dict[Any, Any]  # sums as they were found last; shared by all states in which there are the same things
    near: dict[str, Found]  # by requirement about one place, where it was when that was looked at last
    eligible: dict[Any, Any]  # by pick and names, what is eligible, or none if that cannot be told so; and what fired
    of_map: State | None  # what is remembered with the map; None in that itself
    left: frozenset[str]  # of this, what the position remembers for itself
    owned: set[str]  # the dictionaries that no other state reads
    fired: int

    @classmethod
    def of(cls, position: Position, of_map: State | None, account: Account) -> State:
        """The state of a position; `of_map` is that of the map alone, if it lies on one."""
        s, spec = object.__new__(cls), cls.spec
        s.asked_of, s.account, s.of_map = lambda: position, account, of_map
        s.graph, s.map = position.graph, position.map
        s.things, s.places, s.values = dict(position.things), dict(position.places), dict(position.values)
        s.printed, s.remembered, s.tallied = dict(position.printed), set(position.remembered), dict(position.tallied)
        s.acting, s.now, s.veil, s.plans = position.acting, position.now, position.veil, position.plans
        s.trail = (0, None, object(), None)  # a beginning that no other position has
        s.records_made, s.everyone = {}, {GAME, *position.things.values()}
        s.known = set(s.everyone)  # no column is made yet: all of them will know these
        s.size = 1 + len(position.things) // 32
        s.breaches, s.near, s.eligible, s.found, s.fired = {}, {}, {}, {}, 0
        s.owned = {"things", "places", "values", "printed", "remembered", "tallied", "known"}
        s.left = frozenset() if of_map is not None else spec.of_the_map
        for column, (attribute, owner) in spec.attributes.items():
            if owner not in ("hex", "hexside"):
                setattr(s, column, of_pieces(s, attribute, owner))
                s.owned.add(column)
            else:
                setattr(s, column, OfMap(s.graph, s.map, attribute, owner) if not of_map else getattr(of_map, column))
        for name in spec.remembered:
            with_the_map = of_map is not None and name in spec.of_the_map
            setattr(s, name, getattr(of_map, name) if with_the_map else s._nothing_kept(name))
        for name, kinds in spec.tests.items():
            setattr(s, name, of_kind(s, kinds))
        s._list()
        s.memories = frozenset((name, s.inward(of)) for name, of in position.remembered)
        s.tallies = {(name, s.inward(of)): plain(number) for (name, of), number in position.tallied.items()}
        for (subject, attribute), value in (position.values | position.plans).items():
            if attribute in spec.columns_of:
                s._put(s.inward(subject), attribute, s.inward(value))
        return s

    def _nothing_kept(self, name: str) -> dict[Any, Any]:
        function = self.spec.by_subscript.get(name)
        return {} if function is None else Remembered(self, function)

    # -- between the position's values and ours

    def as_printed(self, kind: str, unit: str) -> Thing:
        return self.introduced(Thing(kind, f"@{unit}"))

    def introduced(self, thing: Thing) -> Thing:
        """A thing that the columns may not know yet, since it came up only now."""
        if thing not in self.known:
            self.own("known").add(thing)
            self.everyone.add(thing)
            for name, (attribute, owner) in self.spec.attributes.items():
                column = getattr(self, name)
                if owner not in ("hex", "hexside") and thing not in column:
                    value = bare(self, thing, attribute)
                    if value is not MISSING:
                        column[thing] = value
            for name, kinds in self.spec.tests.items():
                getattr(self, name)[thing] = thing.kind in kinds
            self.hex_of.setdefault(thing, hex_of(self, thing))
            self.holder_of.setdefault(thing, holder_of(self, thing))
            self.found = {}
        return thing

    def inward(self, value: Any) -> Any:
        if isinstance(value, Thing):
            return self.introduced(value)
        if isinstance(value, Record):
            return made(self, self.records[value.kind], tuple(self.inward(v) for _, v in value.fields))
        if isinstance(value, Contact):
            return Met.of(value)
        return tuple(self.inward(v) for v in value) if type(value) is tuple else plain(value)

    def outward(self, value: Any) -> Any:
        if isinstance(value, Made):
            return Record(value.kind, tuple((name, self.outward(getattr(value, n))) for name, n in value.fields))
        if isinstance(value, Met):
            return value.contact()
        return tuple(self.outward(v) for v in value) if type(value) is tuple else value

    def record(self, kind: str, fields: tuple[tuple[str, Any], ...]) -> Any:
        return made(self, self.records[kind], tuple(value for _, value in fields))

    def hexes(self) -> tuple[Hex, ...]:
        return self.map.hexes if self.map else ()

    def hexsides(self) -> tuple[Side, ...]:
        return self.map.hexsides if self.map else ()

    def broken(self, rule: str, breach: Callable[[State], dict[Any, Any]]) -> dict[Any, Any]:
        """The cases in which a requirement is broken here, worked out once."""
        kept = breaches_of(rule)
        found = self.breaches.get(kept)
        if found is None:
            near = self.spec.near.get(rule)
            if near is None:
                found = breach(self)
            else:
                before = self.near.get(rule)
                found = None if before is None else broken_since(self, near, before)
                found = breach(self) if found is None else found
                self.near[rule] = Found(found, self.trail, self.order)
            self.breaches[kept] = found
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
        asked_of = self.asked_of
        position = asked_of()
        assert position is not None, "whoever asks holds what is asked about"
        try:
            yield position
        finally:
            self.asked_of = asked_of

    # -- copies, and what is remembered

    def scratch(self) -> State:
        """A copy to write in: it shares every dictionary until that is written."""
        self.account.spend(COPY)
        new = object.__new__(type(self))
        self.spec.copied_into(self, new)
        new.owned, self.owned = set(), set()  # what was its own is now the other's too
        new.breaches, new.near, new.fired = dict(self.breaches), dict(self.near), 0
        for name in self.left.intersection(self.spec.by_subscript):
            setattr(new, name, new._nothing_kept(name))  # these ask the state that they belong to
        return new

    def own(self, name: str) -> Any:
        """A dictionary or set of this state, to be written in."""
        if name not in self.owned:
            setattr(self, name, getattr(self, name).copy())
            self.owned.add(name)
        return getattr(self, name)

    def make_room(self) -> None:
        """What has been remembered too much of begins anew; a single question is bounded by its steps."""
        for memo in {id(memo): memo for memo in self.spec.memos_of(self)[2:]}.values():
            sizes = [len(answer) if isinstance(answer, tuple | Flood) else 1 for answer in memo.values()]
            if sum(sizes) > MOST_REMEMBERED:
                memo.clear()

    def kept_answers(self) -> list[dict[Any, Any]]:
        """All that it remembers for itself, and not with the map."""
        shared = self.spec.of_the_map - self.left
        return [getattr(self, name) for name in self.spec.remembered if name not in shared] + [self.breaches]

    def _changed(self, what: str) -> None:
        """Answers given before a write may no longer hold here; they may elsewhere."""
        self.spec.forgetting[what](self)
        if self.left:
            for name in self.left.intersection(self.spec.leaves.get(what, ())):
                setattr(self, name, self._nothing_kept(name))

    def _wrote(self, cell: Cell, was: Any = None) -> None:
        """Notes what is written; of where a thing stands also in which hex it `was`."""
        self.trail = self.trail[0] + 1, cell, was, self.trail

    # -- attributes

    def set(self, subject: Any, attribute: str, value: Any) -> None:
        self._wrote((subject, attribute))
        if attribute in self.graph.planned:
            self.plans = {**self.plans, (subject, attribute): value}
        else:
            self.own("values")[subject, attribute] = value
        self._put(subject, attribute, value if value is MISSING else self.inward(value))

    def unset(self, subject: Any, attribute: str) -> None:
        """The attribute is again what it is by itself."""
        cell = subject, attribute
        if cell in self.values or cell in self.plans:
            self._wrote(cell)
            if cell in self.values:
                del self.own("values")[cell]
            self.plans = without(self.plans, {cell} & self.plans.keys())
            on_map = isinstance(subject, Hex | Side)  # what the map prints is looked up again
            self._put(subject, attribute, MISSING if on_map else bare(self, subject, attribute))

    def _put(self, subject: Any, attribute: str, value: Any) -> None:
        """What the columns of an attribute say of something; nothing, where the value is missing."""
        if isinstance(subject, Hex | Side):  # here this is no longer everywhere what is printed
            leaving = self.spec.leaves.get(attribute, frozenset()) - self.left
            self.left |= leaving
        for name in self.spec.columns_of.get(attribute, ()):
            if is_of(subject, self.spec.attributes[name][1]):
                if value is MISSING:
                    self.own(name).pop(subject, None)
                else:
                    self.own(name)[subject] = value
        self._changed(attribute)

    # -- things and where they stand

    def stand(self, thing: Thing, place: Placeable | None) -> None:
        old = self.places.get(thing)
        places = self.own("places")
        self._wrote((thing, None), self.hex_of.get(thing))
        if place is None:
            places.pop(thing, None)
        else:
            places[thing] = place
        self._changed(PLACES)
        self.found = {}
        if thing.name in self.things:  # a unit as its chart prints it stands nowhere among the others
            for name, kinds in self.spec.standing.items():
                if thing.kind in kinds:
                    setattr(self, name, gone(self, getattr(self, name), thing, old, place))
        hexes, holders = self.own("hex_of"), self.own("holder_of")
        for moved in (thing, *self.inside(thing)):
            hexes[moved], holders[moved] = hex_of(self, moved), holder_of(self, moved)

    def inside(self, thing: Thing) -> list[Thing]:
        """What stands in a thing, at any depth."""
        found = [inner for inner, place in self.places.items() if place is thing]
        return [*found, *(deeper for inner in found for deeper in self.inside(inner))]

    def _list(self) -> None:
        """Which things there are and where they stand, worked out anew. None of it is ever changed, but replaced."""
        for name, kinds in self.spec.lists.items():
            setattr(self, name, listed(self, kinds))
        for name, kinds in self.spec.standing.items():
            setattr(self, name, standing(self, kinds, deep=False))
        self.order = {thing: at for at, thing in enumerate(self.things.values())}
        self.hex_of = {None: None} | {thing: hex_of(self, thing) for thing in self.everyone}
        self.holder_of = {None: None} | {thing: holder_of(self, thing) for thing in self.everyone}
        self.owned |= {"hex_of", "holder_of"}
        self.found, self.sums = {}, {}

    def _listed_anew(self) -> None:
        self._changed(PLACES)
        self._changed(THINGS)
        self._list()

    def add(self, kind: str, name: str, place: Placeable | None) -> Thing:
        thing = Thing(kind, name)
        self.introduced(thing)
        self.own("things")[name] = thing
        if place is not None:
            self.own("places")[thing] = place
            self._wrote((thing, None))
        self._listed_anew()
        return thing

    def remove(self, thing: Thing) -> None:
        """Takes a thing out, and with it whatever stands in it."""
        for inner in [t for t in self.things.values() if self.places.get(t) == thing]:
            self.remove(inner)
        self.own("things").pop(thing.name, None)
        self.own("places").pop(thing, None)
        self.own("printed").pop(thing, None)
        cells = [cell for cell in self.values if cell[0] == thing]
        self._wrote((thing, None))
        for cell in cells:
            self._wrote(cell)
            del self.own("values")[cell]
        self.plans = without(self.plans, [cell for cell in self.plans if cell[0] == thing])
        for name in self.spec.attributes:
            if thing in getattr(self, name):
                del self.own(name)[thing]
        self.own("known").discard(thing)
        self.introduced(thing)  # as something of which nothing is known but the defaults
        for name in self.spec.remembered:
            if name not in self.spec.of_the_map or name in self.left:
                setattr(self, name, self._nothing_kept(name))
        self.breaches.clear()
        self._listed_anew()

    # -- what play keeps

    def remember(self, memory: str, of: tuple[object, ...]) -> None:
        if (memory, of) not in self.remembered:
            self.own("remembered").add((memory, of))
            self.memories |= {(memory, self.inward(of))}
            self._changed(of_memory(memory))

    def forget(self, memory: str, of: tuple[object, ...]) -> None:
        if (memory, of) in self.remembered:
            self.own("remembered").discard((memory, of))
            self.memories -= {(memory, self.inward(of))}
            self._changed(of_memory(memory))

    def count(self, tally: str, of: tuple[object, ...], number: Any) -> None:
        """A tally comes to a number; to none where it begins anew."""
        tallied, tallies = self.own("tallied"), dict(self.tallies)
        if number is None:
            tallied.pop((tally, of), None)
            tallies.pop((tally, self.inward(of)), None)
        else:
            tallied[tally, of] = number
            tallies[tally, self.inward(of)] = number
        self.tallies = tallies
        self._changed(of_tally(tally))

    def wear(self, veil: Veil | None) -> None:
        """What play keeps and a side does not see cannot be told any longer, or can again."""
        self.veil = veil
        for kept in resting(self.graph):
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
