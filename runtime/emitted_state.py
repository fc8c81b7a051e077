"""A position laid out for emitted law: one dictionary for each attribute, filled as it is asked.

In goes a `Position`; emitted functions get the `State` made of it. `s.weight_of[u]` is an attribute, `s.hex_of[u]`
where a thing stands, `s.boat_in[h]` the boats in a hex, `s.all_boat` every boat, `s.is_boat[x]` whether it is one, and
`s.price[u, h]` a remembered answer. Each comes into being when it is first asked; a write takes away what it may
have changed. Values are those of `value.py`, but a `Thing` is a `Piece`, which hashes by its identity, and a `Record` a
named tuple; `State.inward` and `State.outward` translate.

What no piece can change is remembered with the map and shared by all positions on it, as long as a position
says nothing else of the map than what is printed there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hexlaw.runtime import graph as g
from hexlaw.runtime.geometry import Hex, Side
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import Exhausted, Hole
from hexlaw.runtime.value import Record, Thing

MOST_STEPS = 5_000_000  # answers worked out and turns of loops on the way to one answer
MOST_REMEMBERED = 50_000  # answers kept for one fact; then it begins anew


class Piece:
    """A thing of a position. One object for each kind and name, however often it leaves and comes back."""

    __slots__ = ("kind", "name", "thing", "unit")

    def __init__(self, thing: Thing, unit: Any) -> None:
        self.thing, self.kind, self.name = thing, thing.kind, thing.name
        self.unit = unit  # the line of a chart, for a unit as printed


class Account:
    """The steps left for the answer in hand."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise Exhausted(f"the question takes more than {MOST_STEPS:,} steps to answer")


class Spec:
    """What emitted source says about itself: which names of a state stand for what."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.attributes: dict[str, tuple[str, str]] = names["ATTRIBUTES"]  # column -> attribute, owner
        self.kinds: dict[str, frozenset[str]] = {name: frozenset(kinds) for name, kinds in names["KINDS"].items()}
        self.remembered: dict[str, Callable[..., Any]] = names["REMEMBERED"]
        self.of_the_map: frozenset[str] = frozenset(names["OF_THE_MAP"])  # remembered, and fixed by the map alone
        self.columns_of: dict[str, list[str]] = {}
        for column, (attribute, _) in self.attributes.items():
            self.columns_of.setdefault(attribute, []).append(column)
        self.slots = [*self.attributes, *self.remembered]
        for name in self.kinds:
            self.slots += [f"is_{name}", f"all_{name}", f"{name}_in", f"{name}_within"]
        self.makers = self._makers()
        self.state: type[State] = type("State", (State,), {"__slots__": tuple(self.slots), "spec": self})

    def _makers(self) -> dict[str, Callable[[State], Any]]:
        makers: dict[str, Callable[[State], Any]] = {"hex_of": HexOf, "holder_of": HolderOf}
        for name, kinds in self.kinds.items():
            makers[f"is_{name}"] = lambda s, kinds=kinds: OfKind(kinds)  # type: ignore[misc]
            makers[f"all_{name}"] = lambda s, kinds=kinds: tuple(  # type: ignore[misc]
                p for p in s.things.values() if p.kind in kinds
            )
            makers[f"{name}_in"] = lambda s, kinds=kinds: In(s, kinds)  # type: ignore[misc]
            makers[f"{name}_within"] = lambda s, kinds=kinds: Within(s, kinds)  # type: ignore[misc]
        return makers


class State:
    """What is true in one position, as emitted functions read it."""

    __slots__ = (
        "account", "filled", "fired", "hex_of", "holder_of", "map", "of_map", "own_map", "owned", "pieces", "places",
        "position", "printed", "things",
    )  # fmt: skip
    spec: Spec

    account: Account
    position: Position  # the one asked about: for names, charts and the words of a stop
    pieces: dict[Thing, Piece]  # shared by all states of one position
    things: dict[str, Piece]
    places: dict[Piece, Any]
    printed: dict[Piece, Any]
    of_map: State | None  # what is remembered with the map; None where the position knows better
    own_map: bool
    owned: set[str]  # columns that are this state's own and may be written
    filled: list[str]  # what was worked out, and a write takes away
    fired: int
    hex_of: HexOf
    holder_of: HolderOf

    def __getattr__(self, name: str) -> Any:
        """Makes what is asked for the first time."""
        spec = self.spec
        if name in spec.attributes:
            made: Any = self._column(name)
        elif name in spec.remembered:
            if name in spec.of_the_map:
                if self.of_map is not None:
                    made = getattr(self.of_map, name)
                    setattr(self, name, made)
                    return made
            made = Remembered(self, spec.remembered[name])
            self.filled.append(name)
        elif name in spec.makers:
            made = spec.makers[name](self)
            if not name.startswith("is_"):
                self.filled.append(name)
        else:
            raise AttributeError(name)
        setattr(self, name, made)
        return made

    def _column(self, name: str) -> Column:
        attribute, owner = self.spec.attributes[name]
        if owner in ("hex", "hexside") and self.of_map is not None:
            shared: Column = getattr(self.of_map, name)
            return shared
        return Column(self.position, self.printed, attribute, owner)

    # -- between the position's values and ours

    def piece(self, thing: Thing) -> Piece:
        found = self.pieces.get(thing)
        if found is None:
            unit = self.position.graph.units.get(thing.name[1:]) if thing.name.startswith("@") else None
            found = self.pieces[thing] = Piece(thing, unit)
        return found

    def as_printed(self, kind: str, unit: str) -> Piece:
        return self.piece(Thing(kind, f"@{unit}"))

    def inward(self, value: Any) -> Any:
        if isinstance(value, Thing):
            return self.piece(value)
        if isinstance(value, Record):
            make = self.records[value.kind]
            return make(*(self.inward(v) for _, v in value.fields))
        return tuple(self.inward(v) for v in value) if type(value) is tuple else value

    def outward(self, value: Any) -> Any:
        if isinstance(value, Piece):
            return value.thing
        if isinstance(value, RecordValue):
            fields = zip(value.printed_fields, value, strict=True)
            return Record(value.kind, tuple((name, self.outward(v)) for name, v in fields))
        return tuple(self.outward(v) for v in value) if type(value) is tuple else value

    records: Mapping[str, type] = {}

    # -- copies and writes

    def scratch(self) -> State:
        """A copy to write in: it shares every column until that is written."""
        new = object.__new__(type(self))
        new.account, new.position, new.pieces, new.map = self.account, self.position, self.pieces, self.map
        new.things, new.places, new.printed = dict(self.things), dict(self.places), self.printed
        new.of_map, new.own_map, new.owned, new.filled, new.fired = self.of_map, self.own_map, set(), [], 0
        for name in self.spec.attributes:
            column = _slot(self, name)
            if column is not None:
                setattr(new, name, column)
        return new

    def wrote(self) -> None:
        """What was worked out before a write may no longer hold."""
        for name in self.filled:
            delattr(self, name)
        self.filled.clear()

    def set_value(self, subject: Any, attribute: str, value: Any) -> None:
        if isinstance(subject, Hex | Side) and self.of_map is not None:
            self._leave_the_map()
        for name in self.spec.columns_of.get(attribute, ()):
            if _is_of(subject, self.spec.attributes[name][1]):
                self._own(name)[subject] = value
        self.wrote()

    def _own(self, name: str) -> Column:
        column: Column = getattr(self, name)
        if name not in self.owned:
            column = column.copy()
            setattr(self, name, column)
            self.owned.add(name)
        return column

    def _leave_the_map(self) -> None:
        """From now on this state differs from what is printed: it remembers for itself."""
        self.of_map = None
        for name in self.spec.of_the_map:
            if _slot(self, name) is not None:
                delattr(self, name)

    def stand(self, piece: Piece, place: Any) -> None:
        if place is None:
            self.places.pop(piece, None)
        else:
            self.places[piece] = place
        self.wrote()

    def place_new(self, kind: str, place: Any) -> Piece:
        number = 1
        while f"{kind}-{number}" in self.things:
            number += 1
        made = self.piece(Thing(kind, f"{kind}-{number}"))
        self.things[made.name] = made
        self.places[made] = place
        self.wrote()
        return made

    def remove(self, piece: Piece) -> None:
        """Takes a thing out, and with it whatever stands in it."""
        for inner in [p for p in self.things.values() if self.places.get(p) == piece]:
            self.remove(inner)
        self.things.pop(piece.name, None)
        self.places.pop(piece, None)
        self.printed = {p: unit for p, unit in self.printed.items() if p is not piece}
        for name in self.spec.attributes:
            if _slot(self, name) is not None:
                column = self._own(name)
                column.pop(piece, None)
                column.printed = self.printed
        self.wrote()


def _is_of(subject: Any, owner: str) -> bool:
    """Whether what has a value is read in the column of this owner."""
    return isinstance(subject, Hex if owner == "hex" else Side if owner == "hexside" else Piece)


def _slot(state: State, name: str) -> Any:
    """What a slot of a state holds, or None: unlike reading the attribute it makes nothing."""
    try:
        return object.__getattribute__(state, name)
    except AttributeError:
        return None


class RecordValue:
    """Base of the named tuples that stand for records."""

    __slots__ = ()
    kind: str
    printed_fields: tuple[str, ...]

    def __iter__(self) -> Iterator[Any]:  # the named tuple's own; said here for the types
        raise NotImplementedError


class Column(dict[Any, Any]):
    """One attribute: what was said, then what a chart or the map prints, then the default."""

    __slots__ = ("attribute", "owner", "position", "printed")

    def __init__(self, position: Position, printed: dict[Piece, Any], attribute: str, owner: str) -> None:
        self.position, self.printed, self.attribute, self.owner = position, printed, attribute, owner

    def copy(self) -> Column:
        new = Column(self.position, self.printed, self.attribute, self.owner)
        new.update(self)
        return new

    def __missing__(self, subject: Any) -> Any:
        value = self._look_up(subject)
        if value is g.MISSING:
            whose = subject.name if isinstance(subject, Piece) else "nothing" if subject is None else str(subject)
            raise Hole(
                f"the `{self.attribute}` of {whose} is not known",
                "give it in the position, or give the attribute a default",
            )
        self[subject] = value
        return value

    def _look_up(self, subject: Any) -> Any:
        graph, map_ = self.position.graph, self.position.map
        if subject is None:
            return graph.kinds[self.owner].attributes[self.attribute].default
        kind, found = "hex", None
        if isinstance(subject, Piece):
            kind = subject.kind
            unit = subject.unit or self.printed.get(subject)
            if unit is not None and self.attribute in unit.values:
                return unit.values[self.attribute]
        elif isinstance(subject, Side):
            kind = "hexside"
            found = map_.side_value(subject, self.attribute) if map_ else None
        elif isinstance(subject, Hex):
            found = map_.hex_value(subject, self.attribute) if map_ else None
        if found is not None:
            return found
        declared = graph.kinds[kind].attributes.get(self.attribute)
        return g.MISSING if declared is None else declared.default


class Remembered(dict[Any, Any]):
    """Answers of one fact, by its arguments. Law in which facts ask each other has no circles, so this ends."""

    __slots__ = ("function", "single", "state")

    def __init__(self, state: State, function: Callable[..., Any]) -> None:
        self.state, self.function = state, function
        self.single = function.__code__.co_argcount == 2

    def __missing__(self, key: Any) -> Any:
        self.state.account.spend(1)
        value = self.function(self.state, key) if self.single else self.function(self.state, *key)
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        self[key] = value
        return value


def recall(s: State, remembered: Remembered, *key: Any) -> Any:
    """A remembered answer, for law that keeps a record: the rules that fired for it fire again."""
    found = remembered.get(key)
    if found is None:
        inner = remembered.state
        inner.account.spend(1)
        outer, inner.fired = inner.fired, 0
        try:
            found = (remembered.function(inner, *key), inner.fired)
        finally:
            inner.fired = outer
        if len(remembered) >= MOST_REMEMBERED:
            remembered.clear()
        remembered[key] = found
    s.fired |= found[1]
    return found[0]


class HexOf(dict[Any, Any]):
    """The hex a thing stands in, however deep inside others."""

    __slots__ = ("places",)

    def __init__(self, state: State) -> None:
        self.places = state.places

    def __missing__(self, piece: Any) -> Any:
        place = self.places.get(piece)
        for _ in range(16):
            if not isinstance(place, Piece):
                break
            place = self.places.get(place)
        else:
            place = None
        self[piece] = place
        return place


class HolderOf(dict[Any, Any]):
    """The thing that a thing stands in, or none."""

    __slots__ = ("places",)

    def __init__(self, state: State) -> None:
        self.places = state.places

    def __missing__(self, piece: Any) -> Any:
        place = self.places.get(piece)
        holder = self[piece] = place if isinstance(place, Piece) else None
        return holder


class OfKind(dict[Any, bool]):
    __slots__ = ("kinds",)

    def __init__(self, kinds: frozenset[str]) -> None:
        self.kinds = kinds

    def __missing__(self, value: Any) -> bool:
        found = self[value] = isinstance(value, Piece) and value.kind in self.kinds
        return found


class In(dict[Any, tuple[Piece, ...]]):
    """The things of a kind that stand directly in a hex or in another thing."""

    __slots__ = ("kinds", "state")

    def __init__(self, state: State, kinds: frozenset[str]) -> None:
        self.state, self.kinds = state, kinds
        found: dict[Any, list[Piece]] = {}
        for piece in state.things.values():
            if piece.kind in kinds and piece in state.places:
                found.setdefault(state.places[piece], []).append(piece)
        for place, pieces in found.items():
            self[place] = tuple(pieces)

    def __missing__(self, place: Any) -> tuple[Piece, ...]:
        return ()


class Within(dict[Any, tuple[Piece, ...]]):
    """The things of a kind that stand in a hex or another thing, at any depth."""

    __slots__ = ("kinds", "state")

    def __init__(self, state: State, kinds: frozenset[str]) -> None:
        self.state, self.kinds = state, kinds

    def __missing__(self, place: Any) -> tuple[Piece, ...]:
        if place is None:
            return ()
        things = self.state.things.values()
        found = self[place] = tuple(p for p in things if p.kind in self.kinds and self._is_in(p, place))
        return found

    def _is_in(self, piece: Piece, place: Any) -> bool:
        within = self.state.places.get(piece)
        for _ in range(17):
            if within is None or within == place:
                return within is not None
            if not isinstance(within, Piece):
                return False
            within = self.state.places.get(within)
        return False
