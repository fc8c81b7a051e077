"""The two scales in which a window shows a part of a map: every hex with its name, or as much of the map as there is
room for.

Input: a `Sketch`, and where the window lies. Output: its characters, with what each is. What a scale draws
is in `close.py` and `text_map.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw import close, text_map
from hexlaw.runtime.draw.close import Canvas, Used
from hexlaw.runtime.draw.sketch import Sketch
from hexlaw.runtime.draw.window import Place, Room, Window, extent_of, window_around


@dataclass(frozen=True)
class Scale:
    place_of: Callable[[Map, Hex], Place]
    """Where a hex is drawn."""
    room_of: Callable[[Map], Room]
    canvas_of: Callable[[Sketch, Window], tuple[Canvas, list[Hex], Used]]
    stack: str
    """How several pieces in a hex are shown."""
    across: int
    """Columns between two hexes of a row."""
    rows: int
    """Of the rows of a hex, those that are drawn."""

    def window_around(self, board: Map, middle: Place, width: int, height: int) -> Window:
        return window_around(middle, self.extent_of(board), width, height)

    def is_in_sight(self, board: Map, place: Place, window: Window) -> bool:
        return window.holds(place, self.room_of(board))

    def columns_of(self, board: Map) -> int:
        """Returns how many columns all of the map takes."""
        (_, left), (_, right) = self.extent_of(board)
        return right - left + 1

    def extent_of(self, board: Map) -> tuple[Place, Place]:
        return extent_of((self.place_of(board, h) for h in board.hexes), self.room_of(board))


LARGE = Scale(close.place_of, close.room_of, close.canvas_of, f"{close.TIMES}2 two in a stack", 8, 2)
SMALL = Scale(text_map.place_of, text_map.room_of, text_map.canvas_of, "A2, a2 two in a stack", 4, 1)
