"""Parts of a map that are named upon it: tinted where they are a side's, ringed where they are anything else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.elements import attribute, lettering, number, room_for
from hexlaw.runtime.draw.hex_layout import SIZE, Box, HexLayout, Point, angular_path

RING = "#1b1a18"
SIDES = (("#8c2013", ""), ("#14407d", "16 8"), ("#0b5a4a", "4 8"), ("#5b2a86", "16 6 4 6"))
"""The colour of each side's areas and the dashes of their edge: they are told apart without colours too."""


@dataclass(frozen=True)
class Area:
    """A part of the map, and whose it is by the number of the side."""

    name: str
    hexes: tuple[Hex, ...]
    side: int | None = None


def drawn_areas(board: Map, layout: HexLayout, areas: Sequence[Area], shown: Collection[Hex]) -> Iterator[str]:
    """Yields the areas without their names, the large ones first, so that small ones lie upon them."""
    for area in sorted(areas, key=lambda area: -len(area.hexes)):
        hexes = [h for h in area.hexes if h in shown]
        rings = layout.outlines(board, hexes, 2.5 if area.side is not None else 0.0, to_rim=False)
        outline = "".join(angular_path(corner.point for corner in ring) for ring in rings)
        named = attribute("data-area", area.name)
        if area.side is None:
            yield f'<path d="{outline}" fill="none" stroke="#fff" stroke-width="9" stroke-opacity="0.8"/>'
            yield f'<path d="{outline}" fill="none" stroke="{RING}" stroke-width="4.5"{named}/>'
        else:
            colour, dashes = SIDES[area.side % len(SIDES)]
            dash = f' stroke-dasharray="{dashes}"' if dashes else ""
            yield (
                f'<path d="{outline}" fill="{colour}" fill-opacity="0.16" fill-rule="evenodd" stroke="{colour}"'
                f' stroke-width="4"{dash}{named}/>'
            )


def names_of_areas(
    layout: HexLayout, areas: Sequence[Area], shown: Collection[Hex], box: Box, size: float
) -> Iterator[str]:
    """Yields the name of each area, where it covers no other name; the small ones first, which have less room."""
    taken: list[Box] = []
    for area in sorted(areas, key=lambda area: len(area.hexes)):
        hexes = [h for h in area.hexes if h in shown]
        if area.name and hexes:
            x, y = _free_point(layout, hexes, room_for(area.name, size), size, box, taken)
            colour = RING if area.side is None else SIDES[area.side % len(SIDES)][0]
            halo = f'stroke="#fff" stroke-width="{number(size / 3)}" stroke-opacity="0.85" stroke-linejoin="round"'
            yield lettering(area.name, x, y, size, 40 * SIZE, more=f' font-weight="bold" fill="{colour}"', halo=halo)


def _free_point(
    layout: HexLayout, hexes: Sequence[Hex], wide: float, size: float, box: Box, taken: list[Box]
) -> Point:  # fmt: skip
    """Returns where a name stands: on the map, and as near to the middle as no other name is."""
    centres = [layout.centre(h) for h in hexes]
    middle_x, middle_y = sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)
    centres.sort(key=lambda point: (point[0] - middle_x) ** 2 + (point[1] - middle_y) ** 2)
    rise = 0.3 * size if len(centres) > 7 else -1.2 * SIZE  # above what would be covered
    points = [
        (min(max(x, box[0] + wide / 2), box[2] - wide / 2), min(max(y + rise + aside, box[1] + size), box[3]))
        for aside in (0.0, 1.4 * size, -1.4 * size)
        for x, y in centres
    ]
    boxes = [(x - wide / 2, y - size, x + wide / 2, y + 0.3 * size) for x, y in points]
    free = next((
        at for at, (x, y, right, bottom) in enumerate(boxes)
        if not any(x < other[2] and other[0] < right and y < other[3] and other[1] < bottom for other in taken)
    ), 0)  # fmt: skip
    taken.append(boxes[free])
    return points[free]
