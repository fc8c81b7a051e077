"""Maps as VASSAL measures them, by its own formulas written down anew: which hex is where, and how far from another.

`snapped` and `hexes_apart` follow `HexGrid` of VASSAL 3.7: `hexPoint`, `getRawColumn`, `getRawRow` and `range`. Zones
are looked through in order, and a point is in the first whose polygon has it.
"""

from __future__ import annotations

from itertools import product
from math import floor
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from hexlaw.compiler.base.templates import template
from hexlaw.compiler.desk.vassal import module_of_law
from hexlaw.runtime.board.board import Board, Map
from hexlaw.runtime.board.geometry import Hex, distance
from hexlaw.runtime.board.grid import Grid, Orientation
from hexlaw.runtime.draw.pixels import HIGH, STEP, PixelMap

Point = tuple[int, int]
OF_BOARD = "VASSAL.build.module.map.boardPicker.board."


def board(name: str, orientation: Orientation, shifted: str, *, shares: bool = False) -> Board:
    lengths = (5, 5) if not shares else ((4, 5) if shifted == "second" else (5, 4))
    grid = Grid(orientation, ("A", "B", "C", "D", "E"), lengths, shifted, shares_edges=shares)  # type: ignore[arg-type]
    return Board(name, name, grid)


MAPS = {
    f"{orientation}, {shifted} line shifted": Map.of(board("X", orientation, shifted))  # type: ignore[arg-type]
    for orientation, shifted in product(("flat", "pointy"), ("first", "second"))
} | {
    f"{orientation}, joined, {'one turned' if turned else 'none turned'}": Map.join(
        [[(board("X", orientation, "second", shares=True), False)],  # type: ignore[arg-type]
         [(board("Y", orientation, "second", shares=True), turned)]]  # type: ignore[arg-type]
    )
    for orientation, turned in (("flat", True), ("flat", False))
}  # fmt: skip


def board_of(pixels: PixelMap) -> Element:
    """The element of a map as the build file has it."""
    macros = template(module_of_law.__file__, "build_file.xml.jinja").make_module(
        {"first": Hex(0, 0), "step": STEP, "high": HIGH}
    )
    return ElementTree.fromstring(macros.map_board("b", "b.svg", pixels))  # type: ignore[attr-defined]


class Vassal:
    """What VASSAL makes of the element of a board."""

    def __init__(self, element: Element) -> None:
        [zoned] = element
        grid, *zones = zoned
        assert grid.tag == f"{OF_BOARD}HexGrid"
        self.x, self.y, self.dx, self.dy = (float(grid.attrib[key]) for key in ("x0", "y0", "dx", "dy"))
        self.is_sideways = grid.attrib["sideways"] == "true"
        self.zones = [
            (zone.attrib["name"], [tuple(map(int, at.split(","))) for at in zone.attrib["path"].split(";")])
            for zone in zones
        ]
        assert all(zone.attrib["useParentGrid"] == "true" for zone in zones)

    def name(self, point: Point) -> str:
        return next(name for name, polygon in self.zones if inside(point, polygon))

    def snapped(self, point: Point) -> Point:
        x, y = reversed(point) if self.is_sideways else point
        column = floor((x - self.x + self.dx / 2) / self.dx)
        row = floor((y - self.y + (0 if column % 2 else self.dy / 2)) / self.dy)
        at = int(self.dx * column + self.x), int(self.dy * row + (int(self.dy / 2) if column % 2 else 0) + self.y)
        return (at[1], at[0]) if self.is_sideways else at

    def hexes_apart(self, one: Point, other: Point) -> int:
        (q, r), (to_q, to_r) = self._axial(one), self._axial(other)
        return max(abs(to_q - q), abs(to_r - r), abs(to_q - q + to_r - r))

    def _axial(self, point: Point) -> tuple[int, int]:
        x, y = reversed(self.snapped(point)) if self.is_sideways else self.snapped(point)
        column = floor((x - self.x) / self.dx + 0.5)
        row = floor((y - self.y - (self.dy / 2 if column % 2 else 0)) / self.dy + 0.5)
        return column, row - (column - column % 2) // 2


def inside(point: Point, polygon: list[tuple[int, ...]]) -> bool:
    """Whether a polygon of Java has a point: so many of its edges lie to the right of it."""
    x, y = point
    crossed = 0
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossed += 1
    return crossed % 2 == 1


@pytest.mark.parametrize("name", MAPS)
def test_vassal_calls_each_hex_as_we_do_and_lays_counters_in_its_middle(name: str) -> None:
    pixels = PixelMap(MAPS[name])
    vassal = Vassal(board_of(pixels))
    wide, high = pixels.size
    for h in pixels.board.hexes:
        x, y = pixels.centre(h)
        assert 0 < x < wide
        assert 0 < y < high
        for off in ((0, 0), (40, 0), (-40, 0), (0, 40), (0, -40)):
            near = x + off[0], y + off[1]
            assert vassal.name(near) == pixels.board.name_of(h)
            assert vassal.snapped(near) == (x, y)


@pytest.mark.parametrize("name", MAPS)
def test_vassal_counts_the_hexes_between_as_we_do(name: str) -> None:
    pixels = PixelMap(MAPS[name])
    vassal = Vassal(board_of(pixels))
    for one, other in product(pixels.board.hexes, repeat=2):
        assert vassal.hexes_apart(pixels.centre(one), pixels.centre(other)) == distance(one, other)
