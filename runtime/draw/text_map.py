"""A map for the terminal: a short mark in every hex, then the legend and what lies where.

Input: a `Sketch`. Output: text of one fixed-width character per place, without colours. A hex takes four places: two
for the mark, one on either side for the brackets of a hex pointed out. Lines next to each other stand half a hex apart,
as on the board.
A map that is wider than the terminal is cut into strips, one below the other; `close.py` draws a part with more. Whose
a piece is, its letters say: great ones are the first owner's, small ones the others'.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex, sides_of
from hexlaw.runtime.board.grid import line_and_along
from hexlaw.runtime.draw.close import rows_of, who_stands_there
from hexlaw.runtime.draw.pieces import Piece, fits_one_cell, printable
from hexlaw.runtime.draw.sketch import Sketch
from hexlaw.runtime.draw.style import Style

EMPTY = "·"
_CELL = 4

_Canvas = dict[tuple[int, int], str]
"""Texts by the row and the column in which they start."""


def draw_text(sketch: Sketch, *, width: int | None = None, legend: bool = True, listed: bool = True) -> str:
    board, style, owners, stacks = sketch.board, sketch.style, sketch.owners, sketch.stacks
    parts = list[str]()
    for hexes in _strips(board, width):
        canvas: _Canvas = {}
        for h in hexes:
            mark = _mark_of_stack(stacks[h], owners) if h in stacks else _letters_of_hex(board, style, h)
            begins, ends = "[]" if h in sketch.pointed_out else "  "
            canvas[_place(board, h)] = f"{begins}{mark or EMPTY:2}{ends}"
        parts += [*([""] if parts else []), *rows_of(canvas | _labels(board, hexes))]
    parts += [*_legend(style), *_legend_of_owners(stacks, owners)] if legend else []
    beside = sorted(h for h in stacks if not board.contains(h))
    parts += who_stands_there(board, (*board.hexes, *beside), stacks) if listed else ()
    return "\n".join(parts) + "\n"


def _strips(board: Map, width: int | None) -> Iterator[tuple[Hex, ...]]:
    """Yields the hexes that stand beside each other where a terminal is so wide."""
    hexes = tuple(board.hexes)
    left = min(_place(board, h)[1] for h in hexes)
    right = max(_place(board, h)[1] for h in hexes) + _CELL
    room = right - left if width is None else width - _room_of_labels(board)
    if right - left <= room:
        yield hexes
        return
    step = max((room - _CELL // 2) // _CELL, 2) * _CELL  # half a hex is for the lines that stand further to the right
    for start in range(left, right, step):
        strip = tuple(h for h in hexes if start <= _place(board, h)[1] < start + step)
        if strip:
            yield strip


def _room_of_labels(board: Map) -> int:
    if len(board.boards) == 1:
        return _CELL if board.orientation == "flat" else max(map(len, board.boards[0].board.grid.lines)) + 1
    longest = max(len(board.name_of(h)) for h in board.hexes)
    return longest + 1 if board.orientation == "flat" else 2 * (longest + 1)


def _place(board: Map, h: Hex) -> tuple[int, int]:
    if board.orientation == "pointy":
        return h.r, _CELL // 2 * (2 * h.q + h.r)
    return 2 * h.r + h.q, _CELL * h.q


def _letters_of_hex(board: Map, style: Style, h: Hex) -> str:
    """Returns the letter of the first rule that holds, then that of the next, of the hexsides if need be."""
    letters = [rule.letter for rule in style.rules_of_hex(board, h)]
    for side in sides_of(h):
        letters += [rule.letter for rule in style.rules_of_side(board, side) if rule.letter]
    return "".join([*dict.fromkeys(letters)][:2])


def _mark_of_stack(stack: Sequence[Piece], owners: Sequence[str]) -> str:
    """Two letters of one piece, or its only letter and a 1; of several of one owner the first letter, and how many."""
    owned = [piece for piece in stack if piece.owner] or stack
    label = printable(owned[0].label).strip()[:2]
    if not label or not all(map(fits_one_cell, label)):
        label = "*"
    elif label[0].isalpha() and not label[1:].isalpha():
        label = f"{label[0]}1"  # a digit would read as so many, a sign as ground with a path
    whose = {piece.owner for piece in owned}
    if whose & {*owners} and len(whose) == 1:
        label = label.upper()[:2] if owned[0].owner == owners[0] else label.lower()[:2]
    elif len(owned) > 1:
        label = "*"
    if len(owned) == 1 and label != "*":
        return label
    return f"{label[0]}{len(owned) if len(owned) < 10 else '+'}"


def _labels(board: Map, hexes: Iterable[Hex]) -> _Canvas:
    """Returns the lines' names and the hexes' numbers on a single board, else the first and last of each line."""
    lines = grouped((line_and_along(board.orientation, h)[0], h) for h in hexes)
    if len(board.boards) == 1:
        return _names_of_lines(board, lines) | _numbers(board, lines)
    return _names_of_ends(board, lines)


def _corner(board: Map, lines: dict[int, tuple[Hex, ...]]) -> tuple[int, int]:
    """Returns the uppermost row and the leftmost column that hexes stand in."""
    places = [_place(board, h) for hexes in lines.values() for h in hexes]
    return min(row for row, _ in places), min(column for _, column in places)


def _names_of_lines(board: Map, lines: dict[int, tuple[Hex, ...]]) -> _Canvas:
    names = [printable(name) for name in board.boards[0].board.grid.lines]
    top, left = _corner(board, lines)
    if board.orientation == "pointy":
        return {(line, left - max(map(len, names)) - 1): names[line] for line in lines}
    # Columns are narrow, so the names of every second one stand a row higher.
    return {(top - 1 - line % 2, _CELL * line): f"{names[line]:^{_CELL}}"[: 2 * _CELL - 1] for line in lines}


def _numbers(board: Map, lines: dict[int, tuple[Hex, ...]]) -> _Canvas:
    """Along the first two lines, which stand for all others."""
    grid = board.boards[0].board.grid
    _, left = _corner(board, lines)
    labels: _Canvas = {}
    for line in list(lines)[:2]:
        for h in lines[line]:
            row, column = _place(board, h)
            _, number = grid.line_and_number(h) or (line, 0)
            where = (line - 2, column) if board.orientation == "pointy" else (row, left - _CELL)
            labels[where] = f"{number:^{_CELL}}"[:_CELL]
    return labels


def _names_of_ends(board: Map, lines: dict[int, tuple[Hex, ...]]) -> _Canvas:
    labels: _Canvas = {}
    longest = max(len(board.name_of(hexes[0])) for hexes in lines.values())
    top, left = _corner(board, lines)
    for line, hexes in lines.items():
        first, last = printable(board.name_of(hexes[0])), printable(board.name_of(hexes[-1]))
        row, column = _place(board, hexes[0])
        if board.orientation == "pointy":
            labels[row, left - longest - 1] = first
            labels[row, _place(board, hexes[-1])[1] + _CELL] = last
        else:
            labels[top - 1 - line % 3, column] = first[: 3 * _CELL - 1]
    return labels


def _legend(style: Style) -> list[str]:
    meanings = grouped((rule.letter, printable(rule.legend)) for rule in style.rules if rule.letter)
    lines = [f"  {letter}  {', '.join(dict.fromkeys(legends))}" for letter, legends in meanings.items()]
    return ["", *lines] if lines else []


def _legend_of_owners(stacks: Mapping[Hex, Sequence[Piece]], owners: Sequence[str]) -> list[str]:
    if len(owners) < 2 or not {piece.owner for stack in stacks.values() for piece in stack} & {*owners}:
        return []
    others = ", ".join(printable(owner) for owner in owners[1:])
    return ["", f"  AN, A3  {printable(owners[0])}: one piece, three", f"  an, a3  {others}"]
