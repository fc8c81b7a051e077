"""The two scales in which a window shows a part of a map: every hex with its name, or as much of the map as there is
room for.

Input: a map, a style, pieces, and where the window lies. Output: its characters, with what each is. What a scale draws
is in `close.py` and `text.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from hexlaw.runtime.board import Map
from hexlaw.runtime.drawing import close, text
from hexlaw.runtime.drawing.close import Canvas, Place, Used
from hexlaw.runtime.drawing.pieces import Piece
from hexlaw.runtime.drawing.style import Style
from hexlaw.runtime.geometry import Hex


class _Drawing(Protocol):
    def __call__(
        self, board: Map, style: Style, pieces: Iterable[Piece], corner: Place, highlight: Iterable[Hex] = (), *,
        width: int = 80, height: int = 24, owners: Sequence[str] = (),
    ) -> tuple[Canvas, list[Hex], Used]: ...  # fmt: skip


@dataclass(frozen=True)
class Scale:
    place_of: Callable[[Map, Hex], Place]
    """Where a hex is drawn."""
    extent_of: Callable[[Map], tuple[Place, Place]]
    canvas_of: _Drawing
    stack: str
    """How several pieces in a hex are shown."""
    across: int
    """Columns between two hexes of a row."""
    rows: int
    """Of the rows of a hex, those that are drawn."""

    def corner_of(self, board: Map, around: Place, width: int, height: int) -> Place:
        return close.corner_of(self.extent_of(board), around, width, height)

    def is_in_sight(self, board: Map, place: Place, corner: Place, width: int, height: int) -> bool:
        if self.rows > 1:
            return close.is_inside(place, corner, width, height)
        return text.is_inside(place, corner, width, height, text.room_of_names(board))

    def columns_of(self, board: Map) -> int:
        """How many columns all of the map takes."""
        (_, left), (_, right) = self.extent_of(board)
        return right - left + 1


LARGE = Scale(close.place_of, close.extent_of, close.canvas_of, f"{close.TIMES}2 two in a stack", 8, 2)
SMALL = Scale(text.place_of, text.extent_of, text.canvas_of, "A2, a2 two in a stack", 4, 1)
