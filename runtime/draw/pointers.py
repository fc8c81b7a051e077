"""What is pointed out upon a map: where a piece gets to, lines of sight, the ways of moves, hexes that are marked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Contact, Hex
from hexlaw.runtime.draw.elements import corners, group, lettering, number, words
from hexlaw.runtime.draw.hex_layout import HexLayout, Point, angular_path, one_long

REACH, COST, SEEN, UNSEEN, MOVED, MARKED = "#1f6fb2", "#0b3a63", "#1d7a34", "#b3261e", "#a3140c", "#c00000"
LIT = "#ffd43b"
HALF_COUNTER = 16.5


@dataclass(frozen=True)
class Sight:
    """A line of sight, and whether it is free; `None` where nobody has said."""

    here: Hex
    there: Hex
    free: bool | None = None
    text: str = ""
    stopped: Contact | None = None
    """What stops it, where the law says that of one thing."""


@dataclass(frozen=True)
class Arrow:
    """The way of a move, from hex to hex."""

    way: tuple[Hex, ...]


@dataclass(frozen=True)
class Pointers:
    """All that is pointed out in one picture; `standing` is what lies in which hex."""

    reach: Mapping[Hex, str]
    sights: Sequence[Sight]
    arrows: Sequence[Arrow]
    marked: Sequence[Hex]
    standing: Mapping[Hex, Sequence[object]]

    def below(self, board: Map, layout: HexLayout, shown: Collection[Hex]) -> list[str]:
        """Returns what lies under the pieces."""
        arrows = _arrows(layout, self.arrows, self.standing)
        marked = [corners(layout.corners(h, 0.93)) for h in dict.fromkeys(self.marked) if h in shown]
        hexes = [f'<polygon points="{around}"/>' for around in marked]
        return [
            *group("reach", _reach(layout, self.reach, shown), f'fill="{REACH}"'),
            *group("border", _border(board, layout, [h for h in self.reach if h in shown]), 'fill="none"'),
            *group("marked", hexes, f'fill="none" stroke="{MARKED}" stroke-width="2.5"'),
            *group("arrows", arrows, 'stroke-linejoin="round" stroke-linecap="round"'),
        ]

    def above(self, layout: HexLayout, shown: Collection[Hex]) -> list[str]:
        """Returns what lies upon them."""
        return [
            *group(
                "costs", _costs(layout, self.reach, self.standing, shown), f'fill="{COST}" font-weight="bold"', _SHINE
            ),
            *group("sights", _sights(layout, self.sights, self.standing), 'fill="none" stroke-linecap="round"'),
        ]


_SHINE = 'stroke="#fff" stroke-width="2.6" stroke-opacity="0.85" stroke-linejoin="round"'


def _reach(layout: HexLayout, reach: Mapping[Hex, str], shown: Collection[Hex]) -> Iterator[str]:
    """Yields the hexes, the nearest in the deepest tint."""
    there = [h for h in sorted(reach) if h in shown]
    costs = sorted({_amount(reach[h]) for h in there})
    for h in there:
        tint = 0.46 - 0.3 * costs.index(_amount(reach[h])) / max(len(costs) - 1, 1)
        yield f'<polygon points="{corners(layout.corners(h, 0.97))}" fill-opacity="{number(tint)}"/>'


def _border(board: Map, layout: HexLayout, hexes: Sequence[Hex]) -> Iterator[str]:
    rings = layout.outlines(board, hexes, 3.0, to_rim=False)
    outline = "".join(angular_path(corner.point for corner in ring) for ring in rings)
    for width, colour in ((4.0, "#fff"), (2.2, REACH)) if hexes else ():
        yield f'<path d="{outline}" stroke="{colour}" stroke-width="{width}"/>'


def _amount(cost: str) -> Fraction:
    """Returns a cost by which others can be ordered; of one that is no number, 0."""
    try:
        return sum(map(Fraction, cost.split()), Fraction(0))
    except ValueError:
        return Fraction(0)


def _costs(
    layout: HexLayout, reach: Mapping[Hex, str], standing: Mapping[Hex, Sequence[object]], shown: Collection[Hex]
) -> Iterator[str]:
    """Yields what it costs to get to each hex: in its middle or, beside a counter, in its corner."""
    aside, down = (23.2, 2.8) if layout.orientation == "flat" else (0.0, 26.0)
    for h in sorted(reach):
        if h in shown and reach[h] != "0":
            x, y = layout.centre(h)
            cost = reach[h]
            for sign, half in (("1/2", "½"), ("1/4", "¼"), ("3/4", "¾")):
                cost = cost.replace(f" {sign}", half).replace(sign, half)
            if h in standing:
                yield lettering(cost, x + aside, y + down, 8.5, 15)
            else:
                yield lettering(cost, x, y + 5, 14, 40)


def _sights(layout: HexLayout, sights: Sequence[Sight], standing: Mapping[Hex, Sequence[object]]) -> Iterator[str]:
    """Yields the lines from counter to counter, stopped ones broken beyond a cross; what stops them is lit."""
    for sight in sights:
        start, end = layout.centre(sight.here), layout.centre(sight.there)
        begin, tip = (
            at if h not in standing else _edge(at, to, 1)
            for h, at, to in ((sight.here, start, end), (sight.there, end, start))
        )
        colour = MOVED if sight.free is None else SEEN if sight.free else UNSEEN
        dash = ' stroke-dasharray="5 4"'
        title = f"<title>{words(sight.text)}</title>" if sight.text else ""
        yield f"<g>{title}{_line(begin, tip, '#fff', 4.5)}"
        if (stop := sight.stopped) is None:
            yield _line(begin, tip, colour, 2.2, dash if sight.free is False else "")
        else:
            x, y = (a + float(stop.at) * (b - a) for a, b in zip(start, end, strict=True))
            yield _line(begin, (x, y), colour, 2.2) + _line((x, y), tip, colour, 2.2, dash)
            lit = layout.corners(stop.hex, 0.98) if stop.hex is not None else []
            if stop.side is not None:
                (ax, ay), (bx, by) = layout.ends(stop.side)
                ux, uy = one_long(bx - ax, by - ay)
                around = ((ax, ay, -1, 1), (bx, by, 1, 1), (bx, by, 1, -1), (ax, ay, -1, -1))
                lit = [(x + 3 * a * ux - 5 * c * uy, y + 3 * a * uy + 5 * c * ux) for x, y, a, c in around]
            for ink, wide in (("#111", 5.0), (LIT, 3.0)):
                yield f'<polygon points="{corners(lit)}" stroke="{ink}" stroke-width="{number(wide)}"/>'
            for ink, wide in (("#fff", 5.5), ("#111", 3.0)):
                yield "".join(_line((x - 5, y - s), (x + 5, y + s), ink, wide) for s in (-5, 5))
        for x, y in (begin, tip):
            yield f'<circle cx="{number(x)}" cy="{number(y)}" r="3.4" fill="{colour}" stroke="#fff"/>'
        yield "</g>"


def _line(start: Point, end: Point, colour: str, width: float, more: str = "") -> str:
    ends = f'x1="{number(start[0])}" y1="{number(start[1])}" x2="{number(end[0])}" y2="{number(end[1])}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{number(width)}"{more}/>'


def _edge(at: Point, to: Point, beyond: float) -> Point:
    """Returns where a line leaves the counter in the middle of a hex, and so much beyond."""
    x, y = one_long(to[0] - at[0], to[1] - at[1])
    far = (HALF_COUNTER + beyond) / max(abs(x), abs(y))
    return at[0] + far * x, at[1] + far * y


def _arrows(layout: HexLayout, arrows: Sequence[Arrow], standing: Mapping[Hex, Sequence[object]]) -> Iterator[str]:
    """Yields a smooth line past the centres of the hexes on the way, from the edge of what stands in the first to the
    edge of what stands in the last, with a head that points where the last step went."""
    for arrow in arrows:
        points = [layout.centre(h) for h in arrow.way]
        if len(points) < 2:
            continue
        (px, py), (ex, ey) = points[-2], points[-1]
        ux, uy = one_long(ex - px, ey - py)
        spread = min(2.0 * len(standing.get(arrow.way[-1], ())), 6.5)  # of a stack
        tip = _edge((ex, ey), (px, py), spread) if spread else (ex + 5 * ux, ey + 5 * uy)
        neck = (tip[0] - 9 * ux, tip[1] - 9 * uy)
        path = _smooth([_edge(points[0], points[1], -3), *points[1:-1], neck])
        head = [tip, (neck[0] - 5.5 * uy, neck[1] + 5.5 * ux), (neck[0] + 5.5 * uy, neck[1] - 5.5 * ux)]
        yield f'<g fill="none"><path d="{path}" stroke="#fff" stroke-width="6.5" stroke-opacity="0.75"/>'
        yield f'<path d="{path}" stroke="{MOVED}" stroke-width="3.4"/>'
        yield f'<polygon points="{corners(head)}" fill="{MOVED}" stroke="#fff" stroke-width="0.8"/></g>'


def _smooth(points: Sequence[Point]) -> str:
    """Straight from the first point, round past those between, to the last."""
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x, y), (nx, ny) in pairwise(points[1:]):
        path += f"Q{x:.1f} {y:.1f} {(x + nx) / 2:.1f} {(y + ny) / 2:.1f}"
    return path + f"L{points[-1][0]:.1f} {points[-1][1]:.1f}"
