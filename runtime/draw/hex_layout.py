"""Where hexes lie on paper, and what can be worked out of that: corners, the edges of areas, smooth lines, chance.

Points are pairs of floating point numbers made by sums, products and square roots alone: the same on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex, Side, neighbour

SIZE = 30.0
"""From the centre of a hex to its corners."""
ACROSS = 2 * SIZE / 100
"""What styles measure in hundredths of a hex, in the measure of the picture."""

_HALF = sqrt(3) / 2
_CORNERS = {
    "pointy": ((_HALF, 0.5), (_HALF, -0.5), (0.0, -1.0), (-_HALF, -0.5), (-_HALF, 0.5), (0.0, 1.0)),
    "flat": ((0.5, _HALF), (1.0, 0.0), (0.5, -_HALF), (-0.5, -_HALF), (-1.0, 0.0), (-0.5, _HALF)),
}
"""The side in direction `d` lies between corners `d` and `d + 1`; y grows downwards."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class HexLayout:
    orientation: str

    def centre(self, h: Hex) -> Point:
        if self.orientation == "pointy":
            return SIZE * _HALF * (2 * h.q + h.r), SIZE * 1.5 * h.r
        return SIZE * 1.5 * h.q, SIZE * _HALF * (2 * h.r + h.q)

    def corner(self, h: Hex, number: int, scale: float = 1.0) -> Point:
        x, y = self.centre(h)
        cx, cy = _CORNERS[self.orientation][number % 6]
        return x + SIZE * scale * cx, y + SIZE * scale * cy

    def corners(self, h: Hex, scale: float = 1.0) -> list[Point]:
        return [self.corner(h, number, scale) for number in range(6)]

    def ends(self, side: Side) -> tuple[Point, Point]:
        return self.corner(side.hex, side.direction), self.corner(side.hex, side.direction + 1)

    def middle(self, side: Side, wander: float = 0.0, salt: int = 0) -> Point:
        """Returns the middle of a hexside; or a point that strays from it, always the same for a side."""
        (ax, ay), (bx, by) = self.ends(side)
        part = 0.5 if not wander else 0.5 + wander * (chance(side.hex.q, side.hex.r, 7 * salt + side.direction) - 0.5)
        return ax + part * (bx - ax), ay + part * (by - ay)

    def bounds(self, hexes: Collection[Hex]) -> Box:
        """Returns the box that holds the hexes whole."""
        half, rest = (_HALF * SIZE, SIZE) if self.orientation == "pointy" else (SIZE, _HALF * SIZE)
        points = [self.centre(h) for h in hexes]
        left, right = min(x for x, _ in points) - half, max(x for x, _ in points) + half
        return left, min(y for _, y in points) - rest, right, max(y for _, y in points) + rest

    def within(self, board: Map, box: Box, margin: float) -> tuple[Hex, ...]:
        """Returns the hexes of a map whose centres lie in a box, or so little beside it."""
        left, top, right, bottom = box
        found = ((h, self.centre(h)) for h in board.hexes)
        return tuple(
            h for h, (x, y) in found if left - margin <= x <= right + margin and top - margin <= y <= bottom + margin
        )

    def outlines(
        self, board: Map, hexes: Collection[Hex], inset: float, *, to_rim: bool = True
    ) -> Iterator[list[Corner]]:
        """Yields the edges of the areas that hexes make together, each as a ring of corners, moved in by `inset` except
        where they lie at the rim of the map.

        Every hexside with one hex inside is a step of an edge, from the corner where it begins to that where it ends.
        In each corner of a grid three hexes meet, so at most one step begins there: following them leads round each
        area.
        """
        inside = frozenset(hexes)
        steps: dict[tuple[int, int], _OutlineStep] = {}
        for h in hexes:
            for direction in range(6):
                beyond = neighbour(h, direction)
                if beyond not in inside:
                    step = _OutlineStep(
                        self.corner(h, direction), self.corner(h, direction + 1), to_rim and not board.contains(beyond)
                    )
                    steps[_key(step.start)] = step
        while steps:
            ring: list[_OutlineStep] = []
            at = next(iter(steps))
            while at in steps:
                ring.append(steps.pop(at))
                at = _key(ring[-1].end)
            yield [_corner_between(ring[i - 1], step, inset) for i, step in enumerate(ring)]


class Corner(NamedTuple):
    point: Point
    at_rim: bool


class _OutlineStep(NamedTuple):
    start: Point
    end: Point
    at_rim: bool


def _corner_between(before: _OutlineStep, after: _OutlineStep, inset: float) -> Corner:
    """Returns the corner between two steps of an edge, so far from both. Steps turn by 60 degrees, right or left."""
    x, y = after.start
    if before.at_rim or after.at_rim:
        return Corner((x, y), True)
    normal_x = normal_y = 0.0
    for (ax, ay), (bx, by), _ in (before, after):
        normal_x += (by - ay) / SIZE
        normal_y -= (bx - ax) / SIZE
    return Corner((x + inset * normal_x / 1.5, y + inset * normal_y / 1.5), False)


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 4), round(point[1] * 4)


def chance(q: int, r: int, salt: int) -> float:
    """Returns a number from 0 to 1 that looks like chance and is always the same for a place."""
    mixed = (q * 73856093 ^ r * 19349663 ^ (salt + 1) * 83492791) & 0xFFFFFFFF
    for _ in range(2):
        mixed = ((mixed >> 15 ^ mixed) * 0x45D9F3B) & 0xFFFFFFFF
    return (mixed >> 16 ^ mixed & 0xFFFF) / 0xFFFF


def angular_path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def rounded_path(ring: list[Corner]) -> str:
    """Returns a ring of corners as a smooth path, as if drawn by hand; straight along the rim of the map."""
    bent = list[Point]()
    for corner in ring:
        q, r = _key(corner.point)
        astray = (0.0, 0.0) if corner.at_rim else (5.0 * (chance(q, r, 1) - 0.5), 5.0 * (chance(q, r, 2) - 0.5))
        bent.append((corner.point[0] + astray[0], corner.point[1] + astray[1]))
    following = [*bent[1:], bent[0]]
    middles = [((x + nx) / 2, (y + ny) / 2) for (x, y), (nx, ny) in zip(bent, following, strict=True)]
    path = f"M{middles[-1][0]:.1f} {middles[-1][1]:.1f}"
    for corner, (x, y), (mx, my) in zip(ring, bent, middles, strict=True):
        path += f"L{x:.1f} {y:.1f}L{mx:.1f} {my:.1f}" if corner.at_rim else f"Q{x:.1f} {y:.1f} {mx:.1f} {my:.1f}"
    return path + "Z"


class LineRun(NamedTuple):
    """How a line runs through a hex: its path, the middle of that, and the direction in which it goes there."""

    path: str
    middle: Point
    along: Point


def through(layout: HexLayout, h: Hex, sides: list[tuple[int, Point]]) -> LineRun:
    """Returns a line through a hex, from the points where it meets the hexsides, which come with their directions.

    Two points are joined by a curve past the centre; where there are more, the two that lie most nearly opposite are,
    and the others run into that curve. One alone ends in the centre.
    """
    cx, cy = layout.centre(h)
    if len(sides) == 1:
        [(_, (x, y))] = sides
        return LineRun(f"M{x:.1f} {y:.1f}L{cx:.1f} {cy:.1f}", (cx, cy), one_long(cx - x, cy - y))
    pairs = [(a, b) for i, a in enumerate(sides) for b in sides[i + 1 :]]
    one, other = min(pairs, key=lambda pair: (abs(abs(pair[0][0] - pair[1][0]) - 3), pair[0][0], pair[1][0]))
    (ax, ay), (bx, by) = one[1], other[1]
    path = f"M{ax:.1f} {ay:.1f}Q{cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}"
    mx, my = (ax + bx) / 4 + cx / 2, (ay + by) / 4 + cy / 2
    for side in sides:
        if side is not one and side is not other:
            x, y = side[1]
            path += f"M{x:.1f} {y:.1f}Q{cx:.1f} {cy:.1f} {mx:.1f} {my:.1f}"
    return LineRun(path, (mx, my), one_long(bx - ax, by - ay))


def one_long(x: float, y: float) -> Point:
    """Returns the way from the origin to a point, 1 long."""
    long = sqrt(x * x + y * y) or 1.0
    return x / long, y / long


def direction_in(h: Hex, side: Side) -> int:
    """In which direction of a hex one of its hexsides lies."""
    return side.direction if side.hex == h else (side.direction + 3) % 6
