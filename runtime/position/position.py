"""A position: a map, the things on it, where they stand and what is true of them.

Reading never changes it. Effects are tried on `scratch()` copies, which share the map and the charts.

What programs note of their plans is beside it, in `plans`: neither what players see nor the law reads it, only advice
does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex, Side
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import MISSING, Graph
from hexlaw.runtime.law.stops import Hole, LawStop, Unseen
from hexlaw.runtime.law.units import UnitType
from hexlaw.runtime.law.value import GAME, Thing, Value
from hexlaw.runtime.position.visibility import Visibility

Placeable = Hex | Thing
MAX_DEPTH = 16  # holders looked through; the law allows fewer
UNSAID = object()


def kind_of(subject: object) -> str:
    """The kind that declares what is true of a thing, a hexside or a hex."""
    return subject.kind if isinstance(subject, Thing) else "hexside" if isinstance(subject, Side) else "hex"


@dataclass
class Position:
    graph: Graph
    map: Map | None
    things: dict[str, Thing] = field(default_factory=dict)
    places: dict[Thing, Placeable] = field(default_factory=dict)
    values: dict[tuple[object, str], object] = field(default_factory=dict)
    printed: dict[Thing, str] = field(default_factory=dict)  # the unit type that a thing was made from
    remembered: set[tuple[str, tuple[object, ...]]] = field(default_factory=set)  # by memory, the things it holds for
    tallied: dict[tuple[str, tuple[object, ...]], int | Fraction] = field(default_factory=dict)
    acting: str | None = None  # the side that acts
    now: frozenset[str] = frozenset()  # the stretches of play that are running
    visibility: Visibility | None = None  # where it is as one side sees it: what that side does not see
    plans: dict[tuple[object, str], object] = field(default_factory=dict, compare=False)  # never changed, but replaced
    supposed: dict[str, dict[tuple[object, ...], object]] = field(default_factory=dict)
    """By fact, its values in a position that a case describes, in place of what rules say of it."""

    def scratch(self) -> Position:
        return Position(
            self.graph, self.map, dict(self.things), dict(self.places), dict(self.values), dict(self.printed),
            set(self.remembered), dict(self.tallied), self.acting, self.now, self.visibility, self.plans, self.supposed,
        )  # fmt: skip

    def without(self, things: tuple[Thing, ...]) -> Position:
        """A copy, not to be written, in which some things stand nowhere."""
        found = self.scratch()
        for thing in things:
            found.stand(thing, None)
        return found

    @property
    def size(self) -> int:
        """The number of its entries: the cost of a copy."""
        return len(self.things) + len(self.places) + len(self.values) + len(self.remembered) + len(self.tallied)

    # -- reading

    def has(self, what: object) -> bool:
        """Whether something is in the game: a thing that was taken out is not, all that is not a thing is."""
        return not isinstance(what, Thing) or self.things.get(what.name) is what or what is GAME

    def value(self, subject: object, attribute: str) -> object:
        """An attribute of a thing, a hex or a hexside; `MISSING` where it has no value."""
        key = (subject, attribute)
        if key in self.values:
            return self.values[key]
        return self.plans[key] if key in self.plans else self.given(subject, attribute)

    def says(self, subject: object, attribute: str, value: object) -> bool:
        """Whether an attribute has been set to this value."""
        key = (subject, attribute)
        return self.values.get(key, self.plans.get(key, UNSAID)) == value

    def given(self, subject: object, attribute: str) -> object:
        """What an attribute is that has not been set: as printed, drawn on the map, or its default."""
        if isinstance(subject, Thing):
            unit = self.unit_of(subject)
            if unit is not None and attribute in unit.values:
                return unit.values[attribute]
        drawn = self.map.value_at(subject, attribute) if self.map and isinstance(subject, Hex | Side) else None
        if drawn is not None:
            return drawn
        declared = self.graph.kinds[kind_of(subject)].attributes.get(attribute)
        return MISSING if declared is None else declared.default

    def unit_of(self, thing: Thing) -> UnitType | None:
        """The line of a unit chart that a thing was made from; `@id` is that line itself, as printed."""
        if thing.name.startswith("@"):
            return self.graph.units.get(thing.name[1:])
        return self.graph.units.get(self.printed.get(thing, ""))

    def default(self, owner: str, attribute: str) -> object:
        return self.graph.kinds[owner].attributes[attribute].default

    def hex_of(self, thing: Thing) -> Hex | None:
        """The hex a thing stands in, however deep inside others."""
        place: Placeable | None = self.places.get(thing)
        for _ in range(MAX_DEPTH):
            if not isinstance(place, Thing):
                return place
            place = self.places.get(place)
        return None

    def holder_of(self, thing: Thing) -> Thing | None:
        """The thing it stands in; none where that is of another kind than the first that it can stand in."""
        place = self.places.get(thing)
        if not isinstance(place, Thing):
            return None
        kind = self.graph.kinds[thing.kind].holder
        return place if kind is not None and self.graph.is_a(place.kind, kind) else None

    def of_kind(self, kind: str) -> Iterator[Thing]:
        kinds = self.graph.kinds_below(kind)
        return iter([thing for thing in self.things.values() if thing.kind in kinds])

    def values_of(self, type_: t.Type) -> list[Value]:
        """Returns everything that a type allows; nothing where that cannot be listed."""
        match type_:
            case t.YesNo():
                return [False, True]
            case t.Choice(name=name):
                return [*self.graph.choices[name].values]
            case t.Kind(name="hex"):
                return [] if self.map is None else [*self.map.hexes]
            case t.Kind(name=name):
                return [*self.of_kind(name)]
            case t.OrNone(item=item):
                return [None, *self.values_of(item)]
            case _:
                return []

    def standing(self) -> dict[object, list[tuple[Thing, bool]]]:
        """What stands in each hex and in each thing that holds others, however deep; and whether right in it."""
        found: dict[object, list[tuple[Thing, bool]]] = {}
        for thing in self.things.values():
            place: Placeable | None = self.places.get(thing)
            directly = True
            for _ in range(MAX_DEPTH):
                if place is None:
                    break
                found.setdefault(place, []).append((thing, directly))
                place, directly = self.places.get(place) if isinstance(place, Thing) else None, False
        return found

    def inside(self, thing: Thing) -> list[Thing]:
        """Returns what stands in a thing, at any depth."""
        held: set[object] = {thing}
        while more := {one for one, place in self.places.items() if place in held} - held:
            held |= more
        return [] if len(held) == 1 else [one for one in self.things.values() if one in held and one != thing]

    def misplaced(self, thing: Thing) -> str | None:
        """What is wrong with where a thing stands: a place that its kind does not stand in, or too deep in others."""
        place = self.places.get(thing)
        if place is None:
            return None
        declared = self.graph.kinds[thing.kind]
        found = place.kind if isinstance(place, Thing) else "hex"
        if not any(self.graph.is_a(found, holder) for holder in declared.holders):
            return f"a {thing.kind} stands in {' or '.join(declared.holders) or 'nothing'}, not in a {found}"
        holders = 0
        while isinstance(place, Thing) and holders <= declared.depth:
            holders, place = holders + 1, self.places.get(place)
        if holders > declared.depth:
            return f"a {thing.kind} stands at most {declared.depth} deep in other things"
        return None

    # -- changing (scratch copies and games only): every write goes through one of these

    def set(self, subject: object, attribute: str, value: object) -> None:
        if attribute in self.graph.planned:
            self.plans = {**self.plans, (subject, attribute): value}
            return
        self.values[subject, attribute] = value

    def unset(self, subject: object, attribute: str) -> None:
        """Sets an attribute back to what is `given`."""
        if attribute in self.graph.planned:
            self.plans = without(self.plans, [(subject, attribute)])
            return
        self.values.pop((subject, attribute), None)

    def stand(self, thing: Thing, place: Placeable | None) -> None:
        if place is None:
            self.places.pop(thing, None)
        else:
            self.places[thing] = place

    def remember(self, memory: str, of: tuple[object, ...]) -> None:
        self.remembered.add((memory, of))

    def forget(self, memory: str, of: tuple[object, ...]) -> None:
        self.remembered.discard((memory, of))

    def count(self, tally: str, of: tuple[object, ...], number: int | Fraction | None) -> None:
        """Sets a tally; one at 0 or None is as if it had not begun."""
        if not number:
            self.tallied.pop((tally, of), None)
        else:
            self.tallied[tally, of] = number

    def forget_about(self, things: Iterable[Thing]) -> None:
        """Deletes what is remembered and counted of these things."""
        gone = set(things)
        for memory, of in [entry for entry in self.remembered if not gone.isdisjoint(entry[1])]:
            self.forget(memory, of)
        for tally, of in [entry for entry in self.tallied if not gone.isdisjoint(entry[1])]:
            self.count(tally, of, None)

    def wear(self, visibility: Visibility | None) -> None:
        """Makes it the view of a side, or the whole position again."""
        self.visibility = visibility

    def acts(self, side: str | None) -> None:
        self.acting = side

    def enter(self, span: str) -> None:
        self.now |= {span}

    def leave(self, span: str) -> None:
        self.now -= {span}

    def add(self, kind: str, name: str, place: Placeable | None) -> Thing:
        thing = Thing(kind, name)
        self.things[name] = thing
        if place is not None:
            self.stand(thing, place)
        return thing

    def place_new(self, kind: str, place: Placeable) -> Thing:
        """A new thing with the lowest free number: `buoy-1`, `buoy-2` ..."""
        return self.add(kind, self.free_name(kind), place)

    def free_name(self, kind: str) -> str:
        number = 1
        while f"{kind}-{number}" in self.things:
            number += 1
        return f"{kind}-{number}"

    def remove(self, thing: Thing) -> None:
        """Takes a thing out, and with it whatever stands in it."""
        for inner in [x for x in self.things.values() if self.places.get(x) == thing]:
            self.remove(inner)
        self.things.pop(thing.name, None)
        self.places.pop(thing, None)
        self.printed.pop(thing, None)
        for key in [k for k in self.values if k[0] == thing]:
            del self.values[key]
        self.plans = without(self.plans, [k for k in self.plans if k[0] == thing])

    def changed_since(self, earlier: Position) -> tuple[bool, frozenset[str]]:
        """Whether things have come, gone or moved; if not, the names of the attributes that have changed."""
        if self.places != earlier.places or self.things.keys() != earlier.things.keys():
            return True, frozenset()
        values, before = self.values, earlier.values
        if values is before:
            return False, frozenset()
        changed = [cell[1] for cell, value in values.items() if before.get(cell, UNSAID) != value]
        return False, frozenset([*changed, *(cell[1] for cell in before if cell not in values)])


def without(plans: dict[tuple[object, str], object], gone: Collection[object]) -> dict[tuple[object, str], object]:
    """Returns the plans without those that are gone."""
    return {cell: value for cell, value in plans.items() if cell not in gone} if gone else plans


def not_known(position: Position, subject: object, attribute: str, shown: str) -> LawStop:
    """Why an attribute of something has no value here."""
    visibility = position.visibility
    if visibility is not None and (subject, attribute) in visibility.secrets:
        return Unseen(f"the `{attribute}` of {shown} is a secret", "nobody but its side can tell")
    hidden = visibility is not None and subject in visibility.unplaced
    if isinstance(subject, Thing) and not (position.has(subject) or hidden or subject.name.startswith("@")):
        return Hole(
            f"{shown} has been removed, so its `{attribute}` is not known any more",
            "ask before it is removed, or `move` it to `none`: there it keeps what is known of it",
        )
    return Hole(
        f"the `{attribute}` of {shown} is not known", "give it in the position, or give the attribute a default"
    )
