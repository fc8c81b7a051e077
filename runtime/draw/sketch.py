"""What is to be seen of a map in letters: the input of `text_map.py` and `close.py`, as a `Scene` is of `svg.py`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.pieces import Piece
from hexlaw.runtime.draw.style import Style


@dataclass(frozen=True)
class Sketch:
    """A map with what lies on it."""

    board: Map
    style: Style
    pieces: tuple[Piece, ...] = ()
    owners: tuple[str, ...] = ()
    """Whose pieces there may be: the first one's are told from all others by great letters."""
    marked: tuple[Hex, ...] = ()
    """The hexes to point out."""

    @cached_property
    def pointed_out(self) -> frozenset[Hex]:
        return frozenset(self.marked)

    @cached_property
    def stacks(self) -> dict[Hex, tuple[Piece, ...]]:
        return grouped((piece.at, piece) for piece in self.pieces)
