"""A position laid out for emitted law: one dictionary for each attribute, filled as it is asked.

In goes a `Position`; emitted functions get the `State` made of it. `s.weight_of[u]` is an attribute, `s.hex_of[u]`
where a thing stands, `s.boat_in[h]` the boats in a hex, `s.all_boat` every boat, `s.is_boat[x]` whether it is one, and
`s.price[u, h]` a remembered answer. Each comes into being when it is first asked; a write takes away what it may
have changed. Values are those of `value.py`, but a `Thing` is a `Piece` and a `Record` a `Made`, which
hash by their identity; `State.inward` and `State.outward` translate.

What no piece can change is remembered with the map and shared by all positions on it, as long as a position
says nothing else of the map than what is printed there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexlaw.runtime.board import Map
from hexlaw.runtime.emitted_columns import (
    Column,
    HexOf,
    HolderOf,
    In,
    OfKind,
    Remembered,
    RememberedBySeveral,
    Within,
)
from hexlaw.runtime.emitted_values import Made, Met, Piece, made, plain
from hexlaw.runtime.evaluate import MOST_STEPS
from hexlaw.runtime.geometry import Contact, Hex, Side
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import Exhausted
from hexlaw.runtime.value import Record, Thing


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
        self.tracked = frozenset(names["TRACKED"])
        self.columns_of: dict[str, list[str]] = {}
        for column, (attribute, _) in self.attributes.items():
            self.columns_of.setdefault(attribute, []).append(column)
        self.slots = [*self.attributes, *self.remembered]
        for name in self.kinds:
            self.slots += [f"is_{name}", f"all_{name}", f"{name}_in", f"{name}_within"]
        self.makers = self._makers()
        self.state: type[State] = type("State", (State,), {"__slots__": tuple(self.slots), "spec": self})

    def _makers(self) -> dict[str, Callable[[State], Any]]:
        makers: dict[str, Callable[[State], Any]] = {
            "hex_of": HexOf, "holder_of": HolderOf,
        }  # fmt: skip
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
        "account", "breaches", "columns", "filled", "fired", "hex_of", "holder_of", "map", "memories", "of_map",
        "owned", "pieces", "placed", "places", "position", "printed", "requirements", "said", "size", "tallies",
        "things",
    )  # fmt: skip
    spec: Spec

    account: Account
    size: int  # what an answer counts for: in a crowded position each takes more work
    map: Map | None
    position: Position  # the one asked about: for names, charts and the words of a stop
    memories: frozenset[tuple[str, tuple[Any, ...]]]  # by memory, the things it holds for; no trial changes it
    tallies: Mapping[tuple[str, tuple[Any, ...]], Any]
    pieces: dict[Any, Any]  # its things and records by what they are; shared by all states of one position
    things: dict[str, Piece]
    places: dict[Piece, Any]
    printed: dict[Piece, Any]
    of_map: State | None  # what is remembered with the map; None where the position knows better
    said: dict[tuple[Any, str], Any]  # what was said of the attributes by which a search tells positions apart
    requirements: Mapping[str, tuple[str, Callable[[State], dict[Any, Any]]]]
    columns: dict[str, Column]
    placed: list[str]  # what was worked out about where things stand
    breaches: dict[str, dict[Any, Any]]
    owned: set[str]  # columns that are this state's own and may be written
    filled: list[Remembered]  # what has answers in it that a write takes away
    fired: int
    hex_of: HexOf
    holder_of: HolderOf

    def __getattr__(self, name: str) -> Any:
        """Makes what is asked for the first time."""
        spec = self.spec
        if name in spec.attributes:
            made: Any = self._column(name)
            self.columns[name] = made
        elif name in spec.remembered:
            if name in spec.of_the_map and self.of_map is not None:
                made = getattr(self.of_map, name)
                setattr(self, name, made)
                return made
            function = spec.remembered[name]
            made = (Remembered if function.__code__.co_argcount == 2 else RememberedBySeveral)(self, function)
            self.filled.append(made)
        elif name in spec.makers:
            made = spec.makers[name](self)
            if not name.startswith("is_"):
                self.placed.append(name)
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
        found: Piece | None = self.pieces.get(thing)
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
            return made(self, self.records[value.kind], tuple(self.inward(v) for _, v in value.fields))
        if isinstance(value, Contact):
            return Met(*(getattr(value, name) for name in Met._fields))
        return tuple(self.inward(v) for v in value) if type(value) is tuple else plain(value)

    def outward(self, value: Any) -> Any:
        if isinstance(value, Piece):
            return value.thing
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
        found = self.breaches.get(rule)
        if found is None:
            found = self.breaches[rule] = breach(self)
        return found

    def misplaced(self, piece: Piece) -> str | None:
        """What is wrong with where a thing stands, as `Position.misplaced` says it."""
        place = self.places.get(piece)
        if place is None:
            return None
        graph = self.position.graph
        declared = graph.kinds[piece.kind]
        found = place.kind if isinstance(place, Piece) else "hex"
        if not any(graph.is_a(found, holder) for holder in declared.holders):
            return f"a {piece.kind} stands in {' or '.join(declared.holders) or 'nothing'}, not in a {found}"
        holders = 0
        while isinstance(place, Piece) and holders <= declared.depth:
            holders, place = holders + 1, self.places.get(place)
        if holders > declared.depth:
            return f"a {piece.kind} stands at most {declared.depth} deep in other things"
        return None

    # -- copies and writes

    def scratch(self) -> State:
        """A copy to write in: it shares every column until that is written."""
        new = object.__new__(type(self))
        new.account, new.position, new.pieces, new.map = self.account, self.position, self.pieces, self.map
        new.size, new.memories, new.tallies = self.size, self.memories, self.tallies
        new.things, new.places, new.printed = dict(self.things), dict(self.places), self.printed
        new.of_map, new.owned, new.filled, new.fired = self.of_map, set(), [], 0
        new.said, new.requirements, new.breaches = dict(self.said), self.requirements, {}
        new.columns, new.placed = dict(self.columns), []
        for name, column in self.columns.items():
            setattr(new, name, column)
        return new

    def forget(self) -> None:
        """Answers given before a write may no longer hold."""
        for remembered in self.filled:
            remembered.clear()
        self.breaches.clear()

    def moved(self) -> None:
        """Nor may what was worked out about where things stand."""
        self.forget()
        for name in self.placed:
            delattr(self, name)
        self.placed.clear()

    def set_value(self, subject: Any, attribute: str, value: Any) -> None:
        if isinstance(subject, Hex | Side) and self.of_map is not None:
            self._leave_the_map()
        for name in self.spec.columns_of.get(attribute, ()):
            if is_of(subject, self.spec.attributes[name][1]):
                self._own(name)[subject] = value
        if attribute in self.spec.tracked:
            self.said[subject, attribute] = value
        self.forget()

    def _own(self, name: str) -> Column:
        column: Column = getattr(self, name)
        if name not in self.owned:
            column = column.copy()
            setattr(self, name, column)
            self.columns[name] = column
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
        self.moved()

    def place_new(self, kind: str, place: Any) -> Piece:
        number = 1
        while f"{kind}-{number}" in self.things:
            number += 1
        made = self.piece(Thing(kind, f"{kind}-{number}"))
        self.things[made.name] = made
        self.places[made] = place
        self.moved()
        return made

    def remove(self, piece: Piece) -> None:
        """Takes a thing out, and with it whatever stands in it."""
        for inner in [p for p in self.things.values() if self.places.get(p) == piece]:
            self.remove(inner)
        self.things.pop(piece.name, None)
        self.places.pop(piece, None)
        self.said = {key: value for key, value in self.said.items() if key[0] is not piece}
        self.printed = {p: unit for p, unit in self.printed.items() if p is not piece}
        for name in list(self.columns):
            column = self._own(name)
            column.pop(piece, None)
            column.printed = self.printed
        self.moved()


def is_of(subject: Any, owner: str) -> bool:
    """Whether what has a value is read in the column of this owner."""
    return isinstance(subject, Hex if owner == "hex" else Side if owner == "hexside" else Piece)


def _slot(state: State, name: str) -> Any:
    """What a slot of a state holds, or None: unlike reading the attribute it makes nothing."""
    try:
        return object.__getattribute__(state, name)
    except AttributeError:
        return None
