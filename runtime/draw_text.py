"""A map for the terminal: a short mark in every hex, then the legend and what lies where.

In come a map, a style, pieces and the hexes to point out; out comes text of one fixed-width character
per place, without colours. A hex takes four places: two for the mark, one on either side for the
brackets of a hex pointed out. Lines next to each other stand half a hex apart, as on the board.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexlaw.runtime.board import Map
from hexlaw.runtime.geometry import Hex, sides_of
from hexlaw.runtime.grid import line_and_along
from hexlaw.runtime.picture import Piece, Style, fits_one_cell, listed, pieces_by_hex, printable

EMPTY = "·"
_CELL = 4

_Canvas = dict[tuple[int, int], str]
"""Texts by the row and the column in which they start."""


def draw_text(board: Map, style: Style, pieces: Iterable[Piece] = (), highlight: Iterable[Hex] = ()) -> str:
    stacks = pieces_by_hex(pieces)
    pointed_out = frozenset(highlight)
    canvas: _Canvas = {}
    for h in board.hexes:
        mark = _mark_of_stack(stacks[h]) if h in stacks else _mark_of_hex(board, style, h)
        canvas[_place(board, h)] = f"[{mark:2}]" if h in pointed_out else f" {mark:2} "
    canvas |= _labels(board)
    parts = [_text_of(canvas), *_legend(style), *_list_of_pieces(board, stacks)]
    return "\n".join(parts) + "\n"


def _place(board: Map, h: Hex) -> tuple[int, int]:
    if board.orientation == "pointy":
        return h.r, _CELL // 2 * (2 * h.q + h.r)
    return 2 * h.r + h.q, _CELL * h.q


def _mark_of_hex(board: Map, style: Style, h: Hex) -> str:
    """The letter of the first rule that holds, then that of the next, of the hexsides if need be."""
    letters = [rule.letter for rule in style.rules_of_hex(board, h)]
    for side in sides_of(h):
        letters += [rule.letter for rule in style.rules_of_side(board, side) if rule.letter]
    return "".join(list(dict.fromkeys(letters))[:2]) or EMPTY


def _mark_of_stack(stack: list[Piece]) -> str:
    if len(stack) > 1:
        return f"*{len(stack)}" if len(stack) < 10 else "*+"
    label = printable(stack[0].label).strip()[:2]
    return label if label and all(map(fits_one_cell, label)) else "*1"


def _labels(board: Map) -> _Canvas:
    """The lines' names and the hexes' numbers on a single board, else the first and last of each line."""
    lines: dict[int, list[Hex]] = {}
    for h in board.hexes:
        lines.setdefault(line_and_along(board.orientation, h)[0], []).append(h)
    if len(board.boards) == 1:
        return _names_of_lines(board, lines) | _numbers(board, lines)
    return _names_of_ends(board, lines)


def _names_of_lines(board: Map, lines: dict[int, list[Hex]]) -> _Canvas:
    names = [printable(name) for name in board.boards[0].board.grid.lines]
    if board.orientation == "pointy":
        left = min(_place(board, h)[1] for h in board.hexes) - max(map(len, names)) - 1
        return {(line, left): names[line] for line in lines}
    # Columns are narrow, so the names of every second one stand a row higher.
    top = min(_place(board, h)[0] for h in board.hexes)
    return {(top - 1 - line % 2, _CELL * line): f"{names[line]:^{_CELL}}"[: 2 * _CELL - 1] for line in lines}


def _numbers(board: Map, lines: dict[int, list[Hex]]) -> _Canvas:
    """Along the first two lines, which stand for all others."""
    grid = board.boards[0].board.grid
    labels: _Canvas = {}
    for line in list(lines)[:2]:
        for h in lines[line]:
            row, column = _place(board, h)
            _, number = grid.line_and_number(h) or (line, 0)
            where = (line - 2, column) if board.orientation == "pointy" else (row, -_CELL)
            labels[where] = f"{number:^{_CELL}}"[:_CELL]
    return labels


def _names_of_ends(board: Map, lines: dict[int, list[Hex]]) -> _Canvas:
    labels: _Canvas = {}
    longest = max(len(board.name_of(hexes[0])) for hexes in lines.values())
    left = min(_place(board, h)[1] for h in board.hexes) - longest - 1
    for line, hexes in lines.items():
        first, last = printable(board.name_of(hexes[0])), printable(board.name_of(hexes[-1]))
        row, column = _place(board, hexes[0])
        if board.orientation == "pointy":
            labels[row, left] = first
            labels[row, _place(board, hexes[-1])[1] + _CELL] = last
        else:
            top = min(_place(board, h)[0] for h in board.hexes)
            labels[top - 1 - line % 3, column] = first[: 3 * _CELL - 1]
    return labels


def _text_of(canvas: _Canvas) -> str:
    top, bottom = min(row for row, _ in canvas), max(row for row, _ in canvas)
    left = min(column for _, column in canvas)
    rows: list[str] = [""] * (bottom - top + 1)
    for (row, column), text in sorted(canvas.items()):
        rows[row - top] = rows[row - top].ljust(column - left) + text
    return "\n".join(row.rstrip() for row in rows)


def _legend(style: Style) -> list[str]:
    meanings: dict[str, list[str]] = {}
    for rule in style.rules:
        if rule.letter:
            meanings.setdefault(rule.letter, []).append(printable(rule.legend))
    lines = [f"  {letter}  {', '.join(dict.fromkeys(legends))}" for letter, legends in meanings.items()]
    return ["", *lines] if lines else []


def _list_of_pieces(board: Map, stacks: dict[Hex, list[Piece]]) -> list[str]:
    on_map = [h for h in board.hexes if h in stacks]
    off_map = sorted(h for h in stacks if not board.contains(h))
    lines = [f"  {printable(board.name_of(h))}: {listed(stacks[h])}" for h in on_map + off_map]
    return ["", *lines] if lines else []
