"""A printed table as data, and how it is read.

A table has axes and one cell for every combination of their headings. An axis of choice values or yes/no
has a heading for each value; an axis of numbers has brackets that follow each other without a gap. A reading
outside the printed range finds no cell: the law says what then holds, helped by `Axis.first` and `Axis.last`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from hexlaw.runtime.base.nodes import Exact, Node


class Bracket(Node):
    """The numbers of one heading: from `start` up to, but without, `stop`; None is open.

    Only an axis of whole numbers has a last bracket with a `stop`.
    """

    start: Exact | None
    stop: Exact | None
    printed: str


class Axis(Node):
    """One axis: either `values` in printed order, or `brackets` in rising order."""

    name: str
    values: tuple[object, ...] = ()
    brackets: tuple[Bracket, ...] = ()

    @cached_property
    def _positions(self) -> Mapping[object, int]:
        return {value: i for i, value in enumerate(self.values)}

    @cached_property
    def _starts(self) -> tuple[Exact, ...]:
        return tuple(bracket.start for bracket in self.brackets if bracket.start is not None)

    def position(self, value: object) -> int | None:
        """Which heading a value falls under, counted from 0."""
        if not self.brackets:
            return self._positions.get(value)
        if not isinstance(value, int | Fraction):
            return None
        open_below = len(self.brackets) - len(self._starts)
        found = bisect_right(self._starts, value) - 1 + open_below
        if found < 0:
            return None
        stop = self.brackets[found].stop
        return found if stop is None or value < stop else None

    @property
    def first(self) -> Exact | None:
        """The smallest number printed; None when the axis is open below or has no numbers."""
        return self.brackets[0].start if self.brackets else None

    @property
    def last(self) -> Exact | None:
        """The largest number printed; None when the axis is open above or has no numbers."""
        stop = self.brackets[-1].stop if self.brackets else None
        return stop - 1 if stop is not None else None

    @property
    def headings(self) -> tuple[object, ...]:
        """What stands above the columns or before the rows, as printed."""
        return tuple(bracket.printed for bracket in self.brackets) if self.brackets else self.values


class Cell(Node):
    """A value with its source; `unsure` says why it is in doubt, `other` what another source has."""

    WORDS = frozenset({"where", "note"})
    SOURCES = frozenset({"cite", "unsure", "other"})
    value: object
    cite: tuple[str, ...]
    unsure: str | None
    other: tuple[object, ...]
    note: str | None
    where: str


class TableData(Node):
    """`cells` holds, by the positions along each axis, a cell for every combination of headings."""

    SOURCES = frozenset({"cite"})
    name: str
    title: str | None
    cite: tuple[str, ...]
    axes: tuple[Axis, ...]
    cells: Mapping[tuple[int, ...], Cell]

    def lookup(self, args: Sequence[object]) -> Cell | None:
        """The cell for one value per axis; None when a value lies outside the printed range."""
        return self.cells.get(self.place(args))

    def place(self, args: Sequence[object]) -> tuple[int, ...]:
        """The positions that the values fall under; empty when one lies outside the printed range."""
        positions: list[int] = []
        for axis, value in zip(self.axes, args, strict=True):
            position = axis.position(value)
            if position is None:
                return ()
            positions.append(position)
        return tuple(positions)

    def headings(self, place: tuple[int, ...]) -> tuple[object, ...]:
        """The headings that a cell stands under."""
        return tuple(axis.headings[at] for axis, at in zip(self.axes, place, strict=True))

    @cached_property
    def by_headings(self) -> Mapping[tuple[object, ...], object]:
        """The values of the cells by their headings, in printed order."""
        return {self.headings(place): cell.value for place, cell in sorted(self.cells.items())}

    def axis(self, name: str) -> Axis:
        return next(axis for axis in self.axes if axis.name == name)
