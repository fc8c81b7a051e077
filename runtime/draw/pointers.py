"""What is pointed out upon a map: where a piece gets to, lines of sight, the ways of moves, hexes that are marked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.elements import corners, group, lettering, number, words
from hexlaw.runtime.draw.hex_layout import SIZE, HexLayout, Point, one_long

REACH, SEEN, UNSEEN, MOVED, MARKED = "#1f6fb2", "#1d7a34", "#b3261e", "#a3140c", "#c00000"


@dataclass(frozen=True)
class Sight:
    """A line of sight, and whether it is free; `None` where nobody has said."""

    here: Hex
    there: Hex
    free: bool | None = None
    text: str = ""


@dataclass(frozen=True)
class Arrow:
    """The way of a move, from hex to hex."""

    way: tuple[Hex, ...]


@dataclass(frozen=True)
class Pointers:
    """All that is pointed out in one picture."""

    reach: Mapping[Hex, str]
    sights: Sequence[Sight]
    arrows: Sequence[Arrow]
    marked: Sequence[Hex]

    def below(self, layout: HexLayout, shown: Collection[Hex]) -> list[str]:
        """Returns what lies under the pieces."""
        return [
            *group("reach", _reach(layout, self.reach, shown), f'fill="{REACH}"'),
            *group("marked", _marked(layout, self.marked, shown), f'fill="none" stroke="{MARKED}" stroke-width="2.5"'),
        ]

    def above(self, layout: HexLayout, shown: Collection[Hex]) -> list[str]:
        """Returns what lies upon them."""
        return [
            *group("costs", _costs(layout, self.reach, shown), f'fill="{REACH}" font-weight="bold"'),
            *group("sights", _sights(layout, self.sights), 'fill="none" stroke-linecap="round"'),
            *group("arrows", _arrows(layout, self.arrows), 'stroke-linejoin="round" stroke-linecap="round"'),
        ]


def _reach(layout: HexLayout, reach: Mapping[Hex, str], shown: Collection[Hex]) -> Iterator[str]:
    for h in sorted(reach):
        if h in shown:
            yield f'<polygon points="{corners(layout.corners(h, 0.97))}" fill-opacity="0.28"/>'


def _costs(layout: HexLayout, reach: Mapping[Hex, str], shown: Collection[Hex]) -> Iterator[str]:
    for h in sorted(reach):
        if h in shown:
            x, y = layout.centre(h)
            wide = max(14.0, 6.5 * len(reach[h]) + 5)
            yield (
                f'<rect x="{number(x - wide / 2)}" y="{number(y + 0.42 * SIZE)}" width="{number(wide)}" height="11.5"'
                f' rx="5.5" fill="#fff" stroke="{REACH}" stroke-width="0.8"/>'
                f"{lettering(reach[h], x, y + 0.42 * SIZE + 8.7, 9, wide - 3)}"
            )


def _marked(layout: HexLayout, marked: Sequence[Hex], shown: Collection[Hex]) -> Iterator[str]:
    for h in dict.fromkeys(marked):
        if h in shown:
            yield f'<polygon points="{corners(layout.corners(h, 0.93))}"/>'


def _sights(layout: HexLayout, sights: Sequence[Sight]) -> Iterator[str]:
    for sight in sights:
        (ax, ay), (bx, by) = layout.centre(sight.here), layout.centre(sight.there)
        colour = MOVED if sight.free is None else SEEN if sight.free else UNSEEN
        dash = "" if sight.free in (True, None) else ' stroke-dasharray="5 4"'
        line = f'x1="{number(ax)}" y1="{number(ay)}" x2="{number(bx)}" y2="{number(by)}"'
        title = f"<title>{words(sight.text)}</title>" if sight.text else ""
        yield f'<g>{title}<line {line} stroke="#fff" stroke-width="4.5" stroke-opacity="0.7"/>'
        yield f'<line {line} stroke="{colour}" stroke-width="2.2"{dash}/>'
        for x, y in ((ax, ay), (bx, by)):
            yield f'<circle cx="{number(x)}" cy="{number(y)}" r="3.4" fill="{colour}" stroke="#fff"/>'
        yield "</g>"


def _arrows(layout: HexLayout, arrows: Sequence[Arrow]) -> Iterator[str]:
    """Yields a smooth line past the centres of the hexes on the way, and a head that points where the last step
    went."""
    for arrow in arrows:
        points = [layout.centre(h) for h in arrow.way]
        if len(points) < 2:
            continue
        (px, py), (ex, ey) = points[-2], points[-1]
        ux, uy = one_long(ex - px, ey - py)
        tip = (ex - 5 * ux, ey - 5 * uy)
        neck = (tip[0] - 9 * ux, tip[1] - 9 * uy)
        (x, y), (nx, ny) = points[:2]
        begin_x, begin_y = one_long(nx - x, ny - y)
        path = _smooth([(x + 11 * begin_x, y + 11 * begin_y), *points[1:-1], neck])
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
