"""What emitted law reads a position from: dictionaries that fill themselves when something is first asked of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hexlaw.runtime import graph as g
from hexlaw.runtime.emitted_values import Piece, plain
from hexlaw.runtime.geometry import Hex, Side
from hexlaw.runtime.position import Position

if TYPE_CHECKING:
    from hexlaw.runtime.emitted_state import State

MOST_REMEMBERED = 50_000  # answers kept for one fact; then it begins anew


def of_pieces(s: State, attribute: str, owner: str) -> dict[Any, Any]:
    """One attribute of every piece there is, and of nothing: a plain dictionary, which Python reads fastest."""
    column: dict[Any, Any] = {}
    for piece in s.everyone:
        value = bare(s, piece, attribute)
        if value is not g.MISSING:
            column[piece] = value
    default = s.position.graph.kinds[owner].attributes[attribute].default
    if default is not g.MISSING:
        column[None] = plain(default)
    return column


def bare(s: State, piece: Piece, attribute: str) -> Any:
    """What a chart prints for a piece, or the default, or `MISSING`."""
    unit = piece.unit or s.printed.get(piece)
    if unit is not None and attribute in unit.values:
        return plain(unit.values[attribute])
    kind = s.position.graph.kinds.get(piece.kind)
    declared = kind.attributes.get(attribute) if kind else None
    return g.MISSING if declared is None else plain(declared.default)


class OfMap(dict[Any, Any]):
    """One attribute of hexes or hexsides: what was said, then what the map prints, then the default."""

    __slots__ = ("attribute", "owner", "position")

    def __init__(self, position: Position, attribute: str, owner: str) -> None:
        self.position, self.attribute, self.owner = position, attribute, owner

    def copy(self) -> OfMap:
        new = OfMap(self.position, self.attribute, self.owner)
        new.update(self)
        return new

    def __missing__(self, subject: Any) -> Any:
        value = self._look_up(subject)
        if value is g.MISSING:
            raise KeyError(subject)
        value = self[subject] = plain(value)
        return value

    def _look_up(self, subject: Any) -> Any:
        graph, map_ = self.position.graph, self.position.map
        found = None
        if map_ and isinstance(subject, Side):
            found = map_.side_value(subject, self.attribute)
        elif map_ and isinstance(subject, Hex):
            found = map_.hex_value(subject, self.attribute)
        return graph.kinds[self.owner].attributes[self.attribute].default if found is None else found


class Remembered(dict[Any, Any]):
    """Answers of one fact about a hex or hexside. Law in which facts ask each other has no circles, so this ends."""

    __slots__ = ("function", "state")

    def __init__(self, state: State, function: Callable[..., Any]) -> None:
        self.state, self.function = state, function

    def __missing__(self, key: Any) -> Any:
        state = self.state
        account = state.account
        account.left -= state.size
        if account.left < 0 or len(self) >= MOST_REMEMBERED:
            account.spend(0)
            self.clear()
        value = self[key] = self.function(state, key)
        return value


def hexes(s: State) -> dict[Any, Any]:
    """The hex that each piece stands in, however deep inside others."""
    return {None: None} | {piece: hex_of(s, piece) for piece in s.everyone}


def hex_of(s: State, piece: Piece) -> Any:
    place = s.places.get(piece)
    for _ in range(16):
        if not isinstance(place, Piece):
            return place
        place = s.places.get(place)
    return None


def holders(s: State) -> dict[Any, Any]:
    """The piece that each piece stands in, or none."""
    return {None: None} | {piece: holder_of(s, piece) for piece in s.everyone}


def holder_of(s: State, piece: Piece) -> Any:
    place = s.places.get(piece)
    return place if isinstance(place, Piece) else None


def of_kind(s: State, kinds: frozenset[str]) -> dict[Any, bool]:
    """Whether each piece is of some kind; nothing is of none."""
    return {None: False} | {piece: piece.kind in kinds for piece in s.everyone}


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
