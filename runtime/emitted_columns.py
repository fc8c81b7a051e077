"""What emitted law reads a position from: dictionaries that fill themselves when something is first asked of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hexlaw.runtime import graph as g
from hexlaw.runtime.emitted_values import Piece, plain
from hexlaw.runtime.geometry import Hex, Side
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import Hole

if TYPE_CHECKING:
    from hexlaw.runtime.emitted_state import State

MOST_REMEMBERED = 50_000  # answers kept for one fact; then it begins anew


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
        value = self[subject] = plain(value)
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
    """Answers of one fact, by its argument. Law in which facts ask each other has no circles, so this ends."""

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


class RememberedBySeveral(Remembered):
    """Answers of one fact, by its arguments together."""

    __slots__ = ()

    def __missing__(self, key: Any) -> Any:
        state = self.state
        account = state.account
        account.left -= state.size
        if account.left < 0 or len(self) >= MOST_REMEMBERED:
            account.spend(0)
            self.clear()
        value = self[key] = self.function(state, *key)
        return value


def recall(s: State, remembered: Remembered, *key: Any) -> Any:
    """A remembered answer, for law that keeps a record: the rules that fired for it fire again."""
    found = remembered.get(key)
    if found is None:
        inner = remembered.state
        inner.account.spend(inner.size)
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
