"""How the hexes of one printed board lie and what they are called.

Input: the description of a grid, rows of hexes or columns with their names and lengths. Output: the hexes in axial
coordinates with their printed names. A description that cannot be a grid is refused with `BadGrid`, whose text is a
plain sentence for the board's author.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from hexlaw.runtime.board.geometry import Hex

DIRECTION_NAMES = {"pointy": ("E", "NE", "NW", "W", "SW", "SE"), "flat": ("SE", "NE", "N", "NW", "SW", "S")}
"""What the six directions of `geometry.DIRECTIONS` are called on a board, by its orientation."""

MAX_HEXES = 100_000
"""More than any printed map has; a description that asks for more is a mistake or an attack."""

Orientation = Literal["pointy", "flat"]
_FIELD = re.compile(r"\{([^{}]*)\}")


class BadGrid(ValueError):
    """The description is of no possible grid."""


def hex_at(orientation: Orientation, line: int, along: int) -> Hex:
    """Returns the hex of a line (a row, or a column), from its place along it."""
    return Hex(along, line) if orientation == "pointy" else Hex(line, along)


def line_and_along(orientation: Orientation, h: Hex) -> tuple[int, int]:
    return (h.r, h.q) if orientation == "pointy" else (h.q, h.r)


@dataclass(frozen=True)
class Grid:
    """Rows of pointy-topped hexes from top to bottom, or columns of flat-topped ones from left to right.

    The first hex of the first line is `Hex(0, 0)`.
    """

    orientation: Orientation
    lines: tuple[str, ...]
    lengths: tuple[int, ...]
    """Hexes per line; the pattern is repeated as long as there are lines."""
    shifted: Literal["first", "second"]
    """Which of two lines in turn is pushed half a hex back, to the left in rows and up in columns."""
    first_number: int = 1
    number_width: int = 0
    """Numbers are filled up with zeros to this width."""
    name: str = "{line}{number}"
    full_name: str = "{board}-{line}{number}"
    shares_edges: bool = False
    """The hexes at the edges are printed as halves, to be shared with the board laid beside this one."""

    def __post_init__(self) -> None:
        if not self.lines:
            raise BadGrid("a board needs at least one line of hexes")
        if not self.lengths or min(self.lengths) < 1:
            raise BadGrid("every line of a board needs at least one hex")
        if max(self.lengths) * len(self.lines) > MAX_HEXES:
            raise BadGrid(f"a board may have no more than {MAX_HEXES} hexes")
        if max(map(len, self.lines)) > 20:
            raise BadGrid("the name of a line is longer than 20 characters")
        if not 0 <= self.number_width <= 9:
            raise BadGrid("the width of a number lies between 0 and 9")
        _check_template(self.name, ("line", "number"))
        _check_template(self.full_name, ("board", "line", "number"))
        for template in (self.name, self.full_name):
            names = Counter(self._filled(template, "", line, n) for line, n in self._places)
            twice = next((name for name, count in names.items() if count > 1), None)
            if twice is not None:
                raise BadGrid(f"two hexes would both be called `{twice}`")

    def length(self, line: int) -> int:
        return self.lengths[line % len(self.lengths)]

    def hex(self, line: int, number: int) -> Hex | None:
        """Returns the hex with this printed number in the line counted from 0; None where there is none."""
        if not 0 <= line < len(self.lines) or not 0 <= number - self.first_number < self.length(line):
            return None
        return hex_at(self.orientation, line, self._start(line) + number - self.first_number)

    def line_and_number(self, h: Hex) -> tuple[int, int] | None:
        """Returns the line, counted from 0, and the printed number; none off the board."""
        line, along = line_and_along(self.orientation, h)
        if not 0 <= line < len(self.lines):
            return None
        number = along - self._start(line) + self.first_number
        return (line, number) if 0 <= number - self.first_number < self.length(line) else None

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Line by line, each in the order of its numbers."""
        return tuple(
            hex_at(self.orientation, line, self._start(line) + number - self.first_number)
            for line, number in self._places
        )

    @cached_property
    def names(self) -> dict[str, Hex]:
        """Returns every hex by its short name, in the order of `hexes`."""
        return dict(zip(self._names(self.name, ""), self.hexes, strict=True))

    def full_names(self, board: str) -> dict[str, Hex]:
        """Returns every hex by its full name, in the order of `hexes`."""
        return dict(zip(self._names(self.full_name, board), self.hexes, strict=True))

    def direction(self, name: str) -> int | None:
        """Returns the direction that is called so on this board."""
        names = DIRECTION_NAMES[self.orientation]
        return names.index(name) if name in names else None

    def _start(self, line: int) -> int:
        """Returns where a line starts: each second line leans half a hex further back in axial coordinates."""
        return -((line + 1) // 2) if self.shifted == "second" else -(line // 2)

    @cached_property
    def _places(self) -> tuple[tuple[int, int], ...]:
        return tuple((line, self.first_number + i) for line in range(len(self.lines)) for i in range(self.length(line)))

    def _names(self, template: str, board: str) -> list[str]:
        return [self._filled(template, board, line, number) for line, number in self._places]

    def _filled(self, template: str, board: str, line: int, number: int) -> str:
        values = {"board": board, "line": self.lines[line], "number": str(number).zfill(self.number_width)}
        return _FIELD.sub(lambda field: values[field[1]], template)


def _check_template(template: str, allowed: tuple[str, ...]) -> None:
    if len(template) > 80:
        raise BadGrid("the pattern of the hex names is longer than 80 characters")
    for field in _FIELD.findall(template):
        if field not in allowed:
            known = ", ".join(f"`{{{name}}}`" for name in allowed)
            raise BadGrid(f"`{{{field}}}` means nothing in a hex name; known are {known}")
