"""Boards as data, and the map that a position is played on: one board, or several joined.

The compiler reads `Board`s from files. A `Map` of them answers what is in a hex or on a hexside, what a hex is called
and where a named hex is. It never changes, and everything it lists has one order.

A board that is laid alone keeps its coordinates on the map. Where boards are joined, `joining.py` says how they lie,
and what is printed on both is merged here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple, TypeGuard

from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.geometry import Hex, Side, distance, hexes_of, neighbours, side_of, sides_of
from hexlaw.runtime.board.grid import DIRECTION_NAMES, BadGrid, Grid, Orientation, line_and_along
from hexlaw.runtime.board.joining import CannotJoin, Placement, Sheet, lay_out

__all__ = ["DIRECTION_NAMES", "BadGrid", "Board", "CannotJoin", "Grid", "Map", "PlacedBoard", "Value"]

Value = object
"""A value of the law, as `value.py` describes them."""


_NONE: Mapping[str, Value] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Board:
    """One printed board. Attributes that have their default are not listed.

    A hexside at the rim may say what points off the board. `names` holds every hex by its short name.
    """

    id: str
    title: str
    grid: Grid
    hexes: Mapping[Hex, Mapping[str, Value]] = field(default_factory=dict)
    sides: Mapping[Side, Mapping[str, Value]] = field(default_factory=dict)
    places: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)

    @property
    def names(self) -> Mapping[str, Hex]:
        return self.grid.names

    @cached_property
    def full_names(self) -> Mapping[str, Hex]:
        return self.grid.full_names(self.id)

    @cached_property
    def leading_off(self) -> frozenset[Side]:
        """Returns the hexsides of which something is said and that do not lie between two of its hexes."""
        return frozenset(side for side in self.sides if not _has_both_hexes(self.grid, side))


@dataclass(frozen=True, eq=False, slots=True)
class PlacedBoard:
    board: Board
    placement: Placement


class Printed(NamedTuple):
    """What a board says of one of its hexes or hexsides."""

    at: PlacedBoard
    where: Hex | Side
    value: Value

    def __str__(self) -> str:
        board = self.at.board
        hexes = (self.where,) if isinstance(self.where, Hex) else hexes_of(self.where)
        h = next(h for h in hexes if board.grid.line_and_number(h) is not None)
        name = next(name for name, other in board.full_names.items() if other == h)
        if isinstance(self.where, Hex):
            return f"`{name}`"
        towards = next(i for i in range(6) if side_of(h, i) == self.where)
        return f"the {DIRECTION_NAMES[board.grid.orientation][towards]} side of `{name}`"


class BoardsDisagree(CannotJoin):
    """Two boards say different things of a hex or hexside that they share."""

    def __init__(self, attribute: str, first: Printed, other: Printed) -> None:
        said = ", and ".join(f"`{attribute}` of {printed} is `{printed.value}`" for printed in (first, other))
        super().__init__(f"{said}, but the two lie upon each other")
        self.attribute, self.printed = attribute, (first, other)


@dataclass(frozen=True, eq=False)
class Map:
    """What a position is played on. Make one with `Map.of` or `Map.join`."""

    boards: tuple[PlacedBoard, ...]
    orientation: Orientation
    hexes: tuple[Hex, ...]
    """Line by line from the top, or in columns from the left."""
    places: Mapping[str, tuple[Hex, ...]]
    """The hexes of every named place; what two boards call the same is one place."""
    _values: Mapping[Hex | Side, Mapping[str, Value]] = field(repr=False)
    _full_names: Mapping[Hex, tuple[str, ...]] = field(repr=False)
    _short_names: Mapping[Hex, tuple[str, ...]] = field(repr=False)
    _by_name: Mapping[str, Hex | None] = field(repr=False)

    @staticmethod
    def of(board: Board) -> Map:
        return Map.join([[(board, False)]])

    @staticmethod
    def join(rows: Sequence[Sequence[tuple[Board, bool]]]) -> Map:
        """Boards from top to bottom and from left to right, each with whether it is turned round.

        Raises `CannotJoin` where they do not fit.
        """
        laid = list(chain.from_iterable(rows))
        placements = lay_out([[Sheet(board.id, board.grid, inverted) for board, inverted in row] for row in rows])
        boards = tuple(PlacedBoard(board, place) for (board, _), place in zip(laid, placements, strict=True))
        return _map_of(boards)

    @cached_property
    def hexsides(self) -> tuple[Side, ...]:
        """Returns every hexside of every hex once, those at the edge of the map included, by hexes."""
        return tuple(dict.fromkeys(side for h in self.hexes for side in sides_of(h)))

    def contains(self, h: Hex) -> bool:
        return h in self._full_names

    def said(self, where: Hex | Side) -> Mapping[str, Value]:
        """Returns what is said of a hex or a hexside, by attribute."""
        return self._values.get(where, _NONE)

    def value_at(self, where: Hex | Side, attribute: str) -> Value | None:
        return self._values.get(where, _NONE).get(attribute)

    def with_values(self, values: Mapping[tuple[Hex | Side, str], Value]) -> Map:
        """Returns the same map with other things drawn on it."""
        found = dict(self._values)
        for (where, attribute), value in values.items():
            found[where] = {**found.get(where, _NONE), attribute: value}
        return replace(self, _values=found)

    def name_of(self, h: Hex) -> str:
        """Returns the printed name, with its board where there are several; off the map, a description by which it
        can be picked: the hex that is nearest, and the steps from there."""
        if self.contains(h):
            return (self._short_names if len(self.boards) == 1 else self._full_names)[h][0]
        nearest = here = min(self.hexes, key=lambda other: distance(h, other))
        steps: Counter[str] = Counter()
        while here != h:
            number, here = min(enumerate(neighbours(here)), key=lambda step: distance(step[1], h))
            steps[DIRECTION_NAMES[self.orientation][number]] += 1
        path = ", ".join(name if times == 1 else f"{times} {name}" for name, times in steps.items())
        beside = "beside" if steps.total() == 1 else "away from"
        return f"off the board {beside} {self.name_of(nearest)} ({path})"

    def names_of(self, h: Hex) -> tuple[str, ...]:
        """Returns every full name; a hex shared by boards has one from each. Empty off the map."""
        return self._full_names.get(h, ())

    def find(self, name: str) -> Hex | None:
        """Returns the hex called so: by any full name, or by a short name that only one hex has."""
        return self._by_name.get(name)

    def is_ambiguous(self, name: str) -> bool:
        """Whether hexes of several boards have this short name, so that `find` cannot choose."""
        return name in self._by_name and self._by_name[name] is None

    def near_names(self, name: str) -> tuple[str, ...]:
        """Up to three similar names, or full names for an ambiguous one; one alone if only upper and lower case
        differ."""
        if self.is_ambiguous(name):
            return tuple(self.name_of(h) for h in self.hexes if name in self._short_names[h])[:3]
        known = {known.casefold(): known for known, h in self._by_name.items() if h is not None}
        if name.casefold() in known:
            return (known[name.casefold()],)
        return tuple(known[near] for near in get_close_matches(name[:40].casefold(), known, n=3, cutoff=0.5))


def _map_of(boards: tuple[PlacedBoard, ...]) -> Map:
    orientation = boards[0].board.grid.orientation
    full_names = grouped((at.placement.hex(h), name) for at in boards for name, h in at.board.full_names.items())
    short_names = grouped((at.placement.hex(h), name) for at in boards for name, h in at.board.names.items())
    places: dict[str, dict[Hex, None]] = {}
    for placed in boards:
        for place, hexes in placed.board.places.items():
            places.setdefault(place, {}).update(dict.fromkeys(map(placed.placement.hex, hexes)))

    of_hexes = (
        (at.placement.hex(h), attribute, Printed(at, h, value))
        for at in boards
        for h, values in at.board.hexes.items()
        for attribute, value in values.items()
    )
    # What a board prints of a hexside that leads off it stands only where no board has both hexes: at the rim of
    # the map, and where hexes of two boards lie side by side along the seam.
    of_sides = (
        (on_map, attribute, Printed(at, side, value))
        for at in boards
        for side, values in at.board.sides.items()
        for on_map in (at.placement.side(side),)
        if side not in at.board.leading_off
        or not any(_has_both_hexes(other.board.grid, other.placement.side_of_board(on_map)) for other in boards)
        for attribute, value in values.items()
    )
    return Map(
        boards=boards,
        orientation=orientation,
        hexes=tuple(sorted(full_names, key=lambda h: line_and_along(orientation, h))),
        places={place: tuple(hexes) for place, hexes in places.items()},
        _values=_merged(chain[tuple[Hex | Side, str, Printed]](of_hexes, of_sides)),
        _full_names=full_names,
        _short_names={h: tuple(dict.fromkeys(names)) for h, names in short_names.items()},
        _by_name=_by_name(full_names, short_names),
    )


def _by_name(
    full_names: Mapping[Hex, Iterable[str]], short_names: Mapping[Hex, Iterable[str]]
) -> dict[str, Hex | None]:
    """Full names go before short ones; a short name that several hexes have leads to none."""
    found: dict[str, Hex | None] = {}
    for h, names in short_names.items():
        for name in names:
            found[name] = h if found.get(name, h) == h else None
    full: dict[str, Hex] = {}
    for h, names in full_names.items():
        for name in names:
            if full.setdefault(name, h) != h:
                raise CannotJoin(f"two hexes of the joined boards would both be called `{name}`")
    return found | full


# What is printed on several boards


def _has_both_hexes(grid: Grid, side: Side) -> bool:
    here, there = hexes_of(side)
    return grid.line_and_number(here) is not None and grid.line_and_number(there) is not None


def _merged(found: Iterable[tuple[Hex | Side, str, Printed]]) -> dict[Hex | Side, dict[str, Value]]:
    """Returns what all boards say of each hex or hexside of the map. Raises `BoardsDisagree`."""
    merged: dict[Hex | Side, dict[str, Value]] = {}
    first: dict[tuple[Hex | Side, str], Printed] = {}
    for where, attribute, printed in found:
        values = merged.setdefault(where, {})
        known, value = values.get(attribute), printed.at.placement.value(printed.value)
        if known is None:
            values[attribute], first[where, attribute] = value, printed
        elif value is not None:
            both = _both(known, value)
            if both is None:
                raise BoardsDisagree(attribute, first[where, attribute], printed)
            values[attribute] = both
    return merged


def _both(first: Value, second: Value) -> Value | None:
    """Returns one value out of two printed ones: sets are united, one flag is enough; None where others differ."""
    if isinstance(first, bool) and isinstance(second, bool):
        return first or second
    if _is_set(first) and _is_set(second):
        return tuple(dict.fromkeys(first + second))
    return first if first == second else None


def _is_set(value: Value) -> TypeGuard[tuple[Value, ...]]:
    return isinstance(value, tuple) and not isinstance(value, Hex | Side)  # these two are tuples as well
