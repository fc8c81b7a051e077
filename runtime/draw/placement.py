"""Where the things of a position are, as pictures show it: in hexes, in other things, or waiting beside the map."""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import MAX_DEPTH, Position

NOWHERE = "not on the map"


def standing_in(position: Position) -> dict[Hex, list[Thing]]:
    """Returns what stands in each hex, from the bottom up: what is nobody's first, what stands in others beneath
    them."""
    found: dict[Hex, list[Thing]] = {}
    inside = grouped((position.places.get(thing), thing) for thing in position.things.values())

    def with_inner(thing: Thing, depth: int = 0) -> Iterator[Thing]:
        for inner in inside.get(thing, ()) if depth < MAX_DEPTH else ():
            yield from with_inner(inner, depth + 1)
        yield thing

    for thing in sorted(position.things.values(), key=lambda thing: _owned(position, thing)):
        place = position.places.get(thing)
        if isinstance(place, Hex):
            found.setdefault(place, []).extend(with_inner(thing))
    return dict(sorted(found.items()))


def waiting(position: Position) -> dict[str, list[Thing]]:
    """Returns what could stand on the map and does not, by the name of what it is in; last what is in nothing."""
    found: dict[str, list[Thing]] = {}
    nowhere: list[Thing] = []
    for thing in sorted(position.things.values(), key=lambda thing: _owned(position, thing)):
        if position.hex_of(thing) is not None or "hex" not in position.graph.kinds[thing.kind].holders:
            continue
        place = position.places.get(thing)
        (found.setdefault(place.name, []) if isinstance(place, Thing) else nowhere).append(thing)
    return found | ({NOWHERE: nowhere} if nowhere else {})


def _owned(position: Position, thing: Thing) -> bool:
    return "side" in position.graph.kinds[thing.kind].attributes


def used_hexes(position: Position) -> tuple[Hex, ...]:
    """Returns the hexes of the map in which something stands."""
    board = position.map
    return () if board is None else tuple(h for h in standing_in(position) if board.contains(h))
