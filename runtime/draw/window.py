"""The rows and columns of a drawn map that a window shows.

Input: the places where hexes are drawn, the room that each of them takes, and the size of the window. Output: where the
window lies, and what is inside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Place = tuple[int, int]
"""A row and a column."""


@dataclass(frozen=True)
class Room:
    """What a hex takes beside its place: so many rows below it, and columns before and behind it."""

    below: int
    before: int
    behind: int


@dataclass(frozen=True)
class Window:
    """The uppermost row and the leftmost column that are shown, and how many of both."""

    top: int
    left: int
    width: int
    height: int

    def holds(self, place: Place, room: Room) -> bool:
        """Returns whether all of the hex is shown that is drawn there."""
        row, column = place
        return (
            self.top <= row < self.top + self.height - room.below
            and self.left + room.before <= column < self.left + self.width - room.behind
        )


def extent_of(places: Iterable[Place], room: Room) -> tuple[Place, Place]:
    """Returns the uppermost row and the leftmost column that hexes at these places take up, and the last of both."""
    rows, columns = zip(*places, strict=True)
    return (min(rows), min(columns) - room.before), (max(rows) + room.below, max(columns) + room.behind)


def window_around(middle: Place, extent: tuple[Place, Place], width: int, height: int) -> Window:
    """Returns a window of that size with a place in its middle, as far as the map goes: it is not empty on one side
    while there is more of the map on the other."""
    (top, left), (bottom, right) = extent
    row, column = middle
    return Window(_first(row, top, bottom, height), _first(column, left, right, width), width, height)


def _first(middle: int, first: int, last: int, size: int) -> int:
    """Returns where a window begins with something in its middle, and nothing beyond the first or the last."""
    if last - first < size:
        return (first + last + 1 - size) // 2
    return min(max(middle - size // 2, first), last + 1 - size)
