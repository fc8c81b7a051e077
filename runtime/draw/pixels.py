"""Maps in whole pixels, for programs that lay counters on pictures: where each hex lies, and the picture to it.

Such programs work out for themselves where the centres of hexes are, and cut off what is behind the point. So a hex
is made a little higher than it is wide: 120 pixels from corner to corner and 104 from side to side, where a true one
has 103.92. All centres and corners are whole numbers then, and nobody can round them in another way.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.elements import document, plain_svg

Pixel = tuple[int, int]

STEP, HIGH = 90, 104
"""From one line of hexes to the next, and from a hex to the next of its line."""
CORNER, SIDE = 60, 52
"""From the centre of a hex to its corners, and to its sides."""
MARGIN = 6
PIXELS_OF_COUNTER = 72


@dataclass(frozen=True)
class PixelMap:
    board: Map

    def centre(self, h: Hex) -> Pixel:
        left, top = self._corner
        x, y = self._laid(h)
        return x - left, y - top

    def outline(self, h: Hex) -> list[Pixel]:
        x, y = self.centre(h)
        half = CORNER // 2
        flat = [(CORNER, 0), (half, SIDE), (-half, SIDE), (-CORNER, 0), (-half, -SIDE), (half, -SIDE)]
        corners = [(b, a) for a, b in flat] if self.board.orientation == "pointy" else flat
        return [(x + along, y + aside) for along, aside in corners]

    @cached_property
    def size(self) -> Pixel:
        wide, high = (SIDE, CORNER) if self.board.orientation == "pointy" else (CORNER, SIDE)
        centres = [self.centre(h) for h in self.board.hexes]
        return max(x for x, _ in centres) + wide + MARGIN, max(y for _, y in centres) + high + MARGIN

    @cached_property
    def _corner(self) -> Pixel:
        """Returns where the left upper corner of the picture lies, seen from the first hex of the first line."""
        wide, high = (SIDE, CORNER) if self.board.orientation == "pointy" else (CORNER, SIDE)
        laid = [self._laid(h) for h in self.board.hexes]
        return min(x for x, _ in laid) - wide - MARGIN, min(y for _, y in laid) - high - MARGIN

    def _laid(self, h: Hex) -> Pixel:
        if self.board.orientation == "pointy":
            return SIDE * (2 * h.q + h.r), STEP * h.r
        return STEP * h.q, SIDE * (2 * h.r + h.q)


def in_pixels(drawn: str, size: int = PIXELS_OF_COUNTER, *, quarters_around: bool = False) -> str:
    """Returns what is drawn in a box of 100 by 100 as a file of SVG 1.1; with a quarter of its size around it, where it
    stands out of its box."""
    more = 25 if quarters_around else 0
    wide = size + size * more // 50
    with plain_svg():
        return document([drawn], (-more, -more, 100 + 2 * more, 100 + 2 * more), "", "", size=(wide, wide))
