"""A map as an SVG picture, with its legend beside it.

Input: a map, a style, pieces and the hexes to point out. Output: the text of one file that refers to nothing outside
itself. The same input gives the same bytes: floating point numbers occur only in this
file, come from square roots alone and are rounded to hundredths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from math import sqrt
from xml.sax.saxutils import escape

from hexlaw.runtime.board import Map
from hexlaw.runtime.geometry import Hex, Side, hexes_of
from hexlaw.runtime.picture import (
    HexRule,
    Piece,
    SideRule,
    Style,
    listed,
    pieces_by_hex,
    printable,
    shortened,
)

SIZE = 30
"""From the centre of a hex to its corners."""

_HALF = sqrt(3) / 2
_CORNERS = {
    "pointy": ((_HALF, 0.5), (_HALF, -0.5), (0.0, -1.0), (-_HALF, -0.5), (-_HALF, 0.5), (0.0, 1.0)),
    "flat": ((0.5, _HALF), (1.0, 0.0), (0.5, -_HALF), (-0.5, -_HALF), (-1.0, 0.0), (-0.5, _HALF)),
}
"""The side in direction `d` lies between corners `d` and `d + 1`; y grows downwards."""

_SMALLER = (1.0, 0.62, 0.34)
"""How large the fills of the first three rules that hold are drawn, one upon the other."""

_LEGEND_WIDTH = 260
_ROW = 22

_Point = tuple[float, float]


def draw_svg(board: Map, style: Style, pieces: Iterable[Piece] = (), highlight: Iterable[Hex] = ()) -> str:
    centres = {h: _centre(board, h) for h in board.hexes}
    stacks = pieces_by_hex(pieces)
    left, right = min(x for x, _ in centres.values()), max(x for x, _ in centres.values())
    top, bottom = min(y for _, y in centres.values()), max(y for _, y in centres.values())
    legend = list(_legend(board, style, stacks, right + 2 * SIZE, top))
    width = right - left + 3 * SIZE + _LEGEND_WIDTH
    height = max(bottom - top + 3 * SIZE, _ROW * len(legend) + 3 * SIZE)
    corner = f"{_number(left - 1.5 * SIZE)} {_number(top - 1.5 * SIZE)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{corner} {_number(width)} {_number(height)}"'
        f' width="{_number(width)}" height="{_number(height)}" font-family="sans-serif">',
        f"<title>{_text(', '.join(placed.board.title for placed in board.boards))}</title>",
        *_group("hexes", _fills(board, style, centres), 'stroke="#999" stroke-width="0.6"'),
        *_group("paths", _strokes(board, style, "path"), 'stroke-linecap="round"'),
        *_group("sides", _strokes(board, style, "side"), 'stroke-linecap="round"'),
        *_group("names", _names(board, centres), 'font-size="8" fill="#444" text-anchor="middle"'),
        *_group("highlight", _outlines(board, highlight), 'fill="none" stroke="#c00" stroke-width="3"'),
        *_group("pieces", _pieces(board, stacks, centres), 'font-size="9" text-anchor="middle"'),
        *_group("legend", legend, 'font-size="12"'),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


# The parts, from the bottom up


def _fills(board: Map, style: Style, centres: dict[Hex, _Point]) -> Iterator[str]:
    for h, centre in centres.items():
        yield _polygon(board, centre, 1.0, f'fill="{style.background}"')
        for rule, scale in zip(style.rules_of_hex(board, h), _SMALLER, strict=False):
            yield _polygon(board, centre, scale, f'fill="{rule.fill}"')


def _strokes(board: Map, style: Style, kind: str) -> Iterator[str]:
    for side in board.sides:
        for rule in style.rules_of_side(board, side):
            if rule.kind == kind:
                start, end = _across(board, side) if kind == "path" else _corners_of(board, side)
                yield _line(start, end, rule)


def _names(board: Map, centres: dict[Hex, _Point]) -> Iterator[str]:
    for h, (x, y) in centres.items():
        name = _text(shortened(board.name_of(h), 12))
        yield f'<text x="{_number(x)}" y="{_number(y - 0.5 * SIZE)}">{name}</text>'


def _outlines(board: Map, highlight: Iterable[Hex]) -> Iterator[str]:
    pointed_out = frozenset(highlight)
    for h in board.hexes:
        if h in pointed_out:
            yield _polygon(board, _centre(board, h), 0.94, "")


def _pieces(board: Map, stacks: dict[Hex, list[Piece]], centres: dict[Hex, _Point]) -> Iterator[str]:
    """Each a little above and to the right of the one it lies upon; of tall stacks the top is drawn."""
    width, height, step = 1.2 * SIZE, 0.55 * SIZE, 0.14 * SIZE
    for h in board.hexes:
        stack = stacks.get(h, [])
        x, y = centres[h]
        for i, piece in enumerate(stack[-5:]):
            left, top = x - width / 2 + i * step, y - height / 4 - i * step
            yield (
                f'<g><title>{_text(listed(stack))}</title><rect x="{_number(left)}" y="{_number(top)}"'
                f' width="{_number(width)}" height="{_number(height)}" rx="2" fill="{piece.fill}"'
                f' stroke="#222"/><text x="{_number(left + width / 2)}" y="{_number(top + 0.7 * height)}">'
                f"{_text(shortened(piece.label, 7))}</text></g>"
            )


def _legend(board: Map, style: Style, stacks: dict[Hex, list[Piece]], x: float, top: float) -> Iterator[str]:
    """One row for each rule, then one for each stack that lies off the map."""
    rows = count()
    for rule in style.rules:
        y = top + _ROW * next(rows)
        yield _sample(rule, x, y) + _legend_text(x + 32, y, shortened(rule.legend, 34))
    for h in sorted(h for h in stacks if not board.contains(h)):
        words = f"{board.name_of(h)}: {listed(stacks[h])}"
        yield _legend_text(x, top + _ROW * next(rows), shortened(words, 38))


def _sample(rule: HexRule | SideRule, x: float, y: float) -> str:
    if isinstance(rule, SideRule):
        return _line((x, y), (x + 24, y), rule)
    place = f'x="{_number(x)}" y="{_number(y - 8)}" width="24" height="16"'
    return f'<rect {place} fill="{rule.fill}" stroke="#999"/>'


def _legend_text(x: float, y: float, words: str) -> str:
    return f'<text x="{_number(x)}" y="{_number(y + 4)}">{_text(words)}</text>'


# Points and shapes


def _centre(board: Map, h: Hex) -> _Point:
    if board.orientation == "pointy":
        return SIZE * _HALF * (2 * h.q + h.r), SIZE * 1.5 * h.r
    return SIZE * 1.5 * h.q, SIZE * _HALF * (2 * h.r + h.q)


def _corners_of(board: Map, side: Side) -> tuple[_Point, _Point]:
    x, y = _centre(board, side.hex)
    corners = _CORNERS[board.orientation]
    (ax, ay), (bx, by) = corners[side.direction], corners[side.direction + 1]
    return (x + SIZE * ax, y + SIZE * ay), (x + SIZE * bx, y + SIZE * by)


def _across(board: Map, side: Side) -> tuple[_Point, _Point]:
    """From centre to centre; at the rim of the map, from the centre to the middle of the hexside."""
    here, there = hexes_of(side)
    start, end = _centre(board, here), _centre(board, there)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return start if board.contains(here) else middle, end if board.contains(there) else middle


def _polygon(board: Map, centre: _Point, scale: float, attributes: str) -> str:
    points = " ".join(
        f"{_number(centre[0] + scale * SIZE * x)},{_number(centre[1] + scale * SIZE * y)}"
        for x, y in _CORNERS[board.orientation]
    )
    return f'<polygon points="{points}" {attributes}'.rstrip() + "/>"


def _line(start: _Point, end: _Point, rule: SideRule) -> str:
    return (
        f'<line x1="{_number(start[0])}" y1="{_number(start[1])}" x2="{_number(end[0])}"'
        f' y2="{_number(end[1])}" stroke="{rule.stroke}" stroke-width="{_number(float(rule.width))}"/>'
    )


def _group(name: str, parts: Iterable[str], attributes: str) -> list[str]:
    return [f'<g class="{name}" {attributes}>', *parts, "</g>"]


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:.2f}"  # adding zero takes the sign from a negative zero


def _text(words: str) -> str:
    return escape(printable(words))
