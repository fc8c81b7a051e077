"""What emitted law reads a position from: dictionaries that fill themselves when something is first asked of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol
from weakref import ref

from hexlaw.runtime import graph as g
from hexlaw.runtime.account import Account
from hexlaw.runtime.board import Map
from hexlaw.runtime.emitted.values import plain
from hexlaw.runtime.geometry import Hex, Side
from hexlaw.runtime.position import DEEPEST
from hexlaw.runtime.value import Thing


class Laid(Protocol):
    """A position laid out, as far as columns are made from it."""

    account: Account
    size: int
    graph: g.Graph
    everyone: set[Thing]
    things: dict[str, Thing]
    places: dict[Thing, Any]
    printed: dict[Thing, str]
    order: dict[Thing, int]


Standing = dict[Any, tuple[Thing, ...]]
MOST_REMEMBERED = 50_000  # answers kept for one fact, and the parts of those that are sets; then it begins anew


def of_pieces(s: Laid, attribute: str, owner: str) -> dict[Any, Any]:
    """One attribute of every piece there is, and of nothing: a plain dictionary, which Python reads fastest."""
    column: dict[Any, Any] = {}
    for piece in s.everyone:
        value = bare(s, piece, attribute)
        if value is not g.MISSING:
            column[piece] = value
    default = s.graph.kinds[owner].attributes[attribute].default
    if default is not g.MISSING:
        column[None] = plain(default)
    return column


def bare(s: Laid, piece: Thing, attribute: str) -> Any:
    """What a chart prints for a piece, or the default, or `MISSING`."""
    unit = s.graph.units.get(piece.name[1:] if piece.name.startswith("@") else s.printed.get(piece, ""))
    if unit is not None and attribute in unit.values:
        return plain(unit.values[attribute])
    kind = s.graph.kinds.get(piece.kind)
    declared = kind.attributes.get(attribute) if kind else None
    return g.MISSING if declared is None else plain(declared.default)


class OfMap(dict[Any, Any]):
    """One attribute of hexes or hexsides: what was said, then what the map prints, then the default."""

    __slots__ = ("attribute", "graph", "map", "owner")

    def __init__(self, graph: g.Graph, map_: Map | None, attribute: str, owner: str) -> None:
        self.graph, self.map, self.attribute, self.owner = graph, map_, attribute, owner

    def copy(self) -> OfMap:
        new = OfMap(self.graph, self.map, self.attribute, self.owner)
        new.update(self)
        return new

    def __missing__(self, subject: Any) -> Any:
        value = self._look_up(subject)
        if value is g.MISSING:
            raise KeyError(subject)
        value = self[subject] = plain(value)
        return value

    def _look_up(self, subject: Any) -> Any:
        found = None
        if self.map and isinstance(subject, Side):
            found = self.map.side_value(subject, self.attribute)
        elif self.map and isinstance(subject, Hex):
            found = self.map.hex_value(subject, self.attribute)
        return self.graph.kinds[self.owner].attributes[self.attribute].default if found is None else found


class Remembered(dict[Any, Any]):
    """Answers of one fact about a hex or hexside. Law in which facts ask each other has no circles, so this ends."""

    __slots__ = ("function", "state")

    def __init__(self, state: Laid, function: Callable[..., Any]) -> None:
        self.state, self.function = ref(state), function  # the state has this, and is gone with its last reader

    def __missing__(self, key: Any) -> Any:
        state = self.state()
        assert state is not None, "it is read by way of the state, or of one that keeps the state of its map"
        account = state.account
        account.left -= state.size
        if account.left < 0 or len(self) >= MOST_REMEMBERED:
            account.spend(0)
            self.clear()
        value = self[key] = self.function(state, key)
        return value


def hex_of(s: Laid, piece: Thing) -> Any:
    """The hex that a piece stands in, however deep inside others."""
    place = s.places.get(piece)
    for _ in range(DEEPEST):
        if not isinstance(place, Thing):
            return place
        place = s.places.get(place)
    return None


def holder_of(s: Laid, piece: Thing) -> Any:
    """The piece that a piece stands in, or none; what counts as one `Position.holder_of` says."""
    place = s.places.get(piece)
    if not isinstance(place, Thing):
        return None
    kind = s.graph.kinds[piece.kind].holder
    return place if kind is not None and s.graph.is_a(place.kind, kind) else None


def of_kind(s: Laid, kinds: frozenset[str]) -> dict[Any, bool]:
    """Whether each piece is of some kind; nothing is of none."""
    return {None: False} | {piece: piece.kind in kinds for piece in s.everyone}


def listed(s: Laid, kinds: frozenset[str]) -> tuple[Thing, ...]:
    """The things of some kinds."""
    return tuple([thing for thing in s.things.values() if thing.kind in kinds])


def standing(s: Laid, kinds: frozenset[str], *, deep: bool) -> Standing:
    """The things of some kinds by what they stand in, directly or at any depth. What is made here is never changed."""
    found: dict[Any, list[Thing]] = {}
    places = s.places
    for thing in s.things.values():
        if thing.kind in kinds:
            place, steps = places.get(thing), 0
            while place is not None and steps < DEEPEST:
                found.setdefault(place, []).append(thing)
                place, steps = (places.get(place) if deep and isinstance(place, Thing) else None), steps + 1
    return {place: tuple(things) for place, things in found.items()}


def gone(s: Laid, standing: Standing, thing: Thing, old: Any, new: Any) -> Standing:
    """Things by what they stand in, when one of them has gone from one place to another."""
    changed = standing.copy()
    if old is not None:
        changed[old] = tuple([t for t in standing[old] if t is not thing])
    if new is not None:
        changed[new] = tuple(sorted((*changed.get(new, ()), thing), key=s.order.__getitem__))
    return changed
