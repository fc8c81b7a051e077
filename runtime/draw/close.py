"""A part of a map for the terminal, in large: every hex with its name and ground, paths, hexsides, who stands there.

Input: a `Sketch`, a hex to look at and the room that there is. Output: text of one fixed-width character per place,
without colours. A hex has two lines, its name and below it the letters of its ground and of its pieces; between two
hexes stand the path that joins them and a sign for what lies on their side. `text_map.py` draws whole maps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex, neighbour, side_of
from hexlaw.runtime.draw.pieces import Piece, fits_one_cell, listed_by_owner, printable
from hexlaw.runtime.draw.sketch import Sketch
from hexlaw.runtime.draw.style import HexRule, SideRule

Place = tuple[int, int]
"""A row and a column."""
_WIDE = 7
"""Characters of a name, and of what stands below it."""
_BESIDE = 4
"""Columns on either side of the middle of a hex that are its own."""
_OF_STACK = 5
"""Characters of these for the pieces."""
_TIMES = "×"
"""What stands before the number of pieces in a stack: names have digits of their own."""
_SIGNS = "#%+^&\"'`"
"""What hexsides are marked with, in the order of the style's rules."""
_OTHER_PATH = "~"
"""Where a path goes from hex to hex that is not of the sort drawn on top of all others."""

_JOINTS: dict[str, dict[int, tuple[Place, str, Place]]] = {
    "pointy": {0: ((1, 4), "-", (0, 4)), 1: ((-1, 2), "/", (-1, 1)), 2: ((-1, -2), "\\", (-1, -1))},
    "flat": {0: ((1, 4), "\\", (1, 5)), 1: ((0, 4), "/", (0, 5)), 2: ((-1, 0), "|", (-1, 1))},
}
"""By direction: where the path to the neighbour is drawn, seen from the name of a hex, how, and where the sign goes."""


def draw_close(
    sketch: Sketch, around: Hex, *, width: int = 80, height: int = 24, legend: bool = True, whole: bool = False
) -> str:
    """Returns the text of a window around a hex, with its legend and its pieces; as a `whole`, high enough for all that
    is pointed out, as far as the width allows it."""
    board = sketch.board
    if whole:
        around, height = _middle(board, [around, *sketch.marked], height)
    window = window_around(board, around, width, height)
    part = [h for h in board.hexes if window.holds(place_of(board, h))]
    drawing = _Drawing(sketch)
    for h in part:
        drawing.hex(h)
        for direction in range(3):
            if board.contains(neighbour(h, direction)):
                drawing.joint(h, direction)
    lines = rows_of(drawing.canvas)
    lines += _legend_of(drawing.used, width) if legend else []
    lines += who_stands_there(board, part, sketch.stacks)
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Window:
    """The uppermost row and the leftmost column that are shown, and how many of both."""

    top: int
    left: int
    width: int
    height: int

    def holds(self, place: Place) -> bool:
        """Returns whether all of the hex is shown whose name has its middle there."""
        row, column = place
        return (
            self.top <= row < self.top + self.height - 1
            and self.left + _BESIDE <= column < self.left + self.width - _BESIDE
        )


def window_around(board: Map, around: Hex, width: int, height: int) -> Window:
    """Returns a window of that size with a hex in its middle, moved inwards where the map ends."""
    rows, columns = zip(*(place_of(board, h) for h in board.hexes), strict=True)
    row, column = place_of(board, around)
    top = _first(row, min(rows), max(rows) + 1, height)
    return Window(top, _first(column, min(columns) - _BESIDE, max(columns) + _BESIDE, width), width, height)


def _first(middle: int, first: int, last: int, size: int) -> int:
    """Returns where a window begins with something in its middle, and nothing beyond the first or the last."""
    if last - first < size:
        return (first + last + 1 - size) // 2
    return min(max(middle - size // 2, first), last + 1 - size)


def _middle(board: Map, hexes: Sequence[Hex], height: int) -> tuple[Hex, int]:
    """Returns the hex in the middle of some, and the height in which all of them are seen."""
    places = [place_of(board, h) for h in hexes]
    (top, bottom), (left, right) = ((min(side), max(side)) for side in zip(*places, strict=True))
    row, column = (top + bottom) // 2, (left + right) // 2
    middle = min(
        board.hexes, key=lambda h: (abs((at := place_of(board, h))[0] - row) * 2 + abs(at[1] - column), h.q, h.r)
    )
    found = place_of(board, middle)[0]
    return middle, max(height, 2 * (max(bottom - found, found - top) + 1) + 1)


def place_of(board: Map, h: Hex) -> Place:
    """Returns the row and the column in the middle of a hex's name."""
    return (3 * h.r, 8 * h.q + 4 * h.r) if board.orientation == "pointy" else (4 * h.r + 2 * h.q, 9 * h.q)


@dataclass
class _Drawing:
    """What has been drawn so far of a map: the characters, and the sign of each rule of the style that was used."""

    sketch: Sketch
    canvas: dict[Place, str] = field(default_factory=dict)
    used: dict[HexRule | SideRule, str] = field(default_factory=dict)

    def hex(self, h: Hex) -> None:
        board, owners, stack = self.sketch.board, self.sketch.owners, self.sketch.stacks.get(h, ())
        is_pointed_out = h in self.sketch.pointed_out
        row, column = place_of(board, h)
        name = printable(board.name_of(h))[: _WIDE - 2 * is_pointed_out]
        self._put(row, column, f"[{name}]" if is_pointed_out else name)
        rules = self.sketch.style.rules_of_hex(board, h)
        self.used.update((rule, rule.letter) for rule in rules)
        ground = "".join(dict.fromkeys(rule.letter for rule in rules))
        pieces = _label_of(stack, owners)
        shown = " ".join(filter(None, [ground[: _WIDE - len(pieces) - bool(pieces)], pieces])) or "·"
        self._put(row + 1, column, shown)

    def joint(self, h: Hex, direction: int) -> None:
        """The path over a hexside and the sign for what lies on it; of several paths the one that is drawn on top."""
        board, style, orientation = self.sketch.board, self.sketch.style, self.sketch.board.orientation
        row, column = place_of(board, h)
        (below, right), drawn, (sign_below, sign_right) = _JOINTS[orientation][direction]
        rules = style.rules_of_side(board, side_of(h, direction))
        top_first = sorted(style.sides, key=lambda rule: -rule.layer)
        paths, sides = ([rule for rule in top_first if rule.kind == kind] for kind in ("path", "side"))
        path = next((rule for rule in paths if rule in rules), None)
        side = next((rule for rule in rules if rule.kind == "side"), None)
        if path is not None:
            self.used[path] = f"/ \\ {'-' if orientation == 'pointy' else '|'}" if path == paths[0] else _OTHER_PATH
            self.canvas[row + below, column + right] = drawn if path == paths[0] else _OTHER_PATH
        if side is not None:
            sign = self.used[side] = side.letter or _SIGNS[sides.index(side) % len(_SIGNS)]
            self.canvas[row + sign_below, column + sign_right] = sign

    def _put(self, row: int, column: int, text: str) -> None:
        """Writes a text with its middle there."""
        self.canvas |= {(row, place): char for place, char in enumerate(text, column - len(text) // 2)}


def _label_of(stack: Sequence[Piece], owners: Sequence[str]) -> str:
    """Returns a few letters of one piece, great ones for the first owner; of several how many; `*` if they have two
    owners; and the first of the markers that lie on them."""
    if not stack:
        return ""
    owned = [piece for piece in stack if piece.owner] or stack
    whose = {piece.owner for piece in owned}
    letters = "".join(char for char in owned[0].label if char.isalnum() and fits_one_cell(char)) or "?"
    if len(whose) > 1:
        letters = "*"
    elif whose & {*owners}:
        letters = letters.upper() if owned[0].owner == owners[0] else letters.lower()
    number = f"{_TIMES}{len(owned)}" if len(owned) > 1 else ""
    signs = (sign for piece in stack for sign in piece.markers if len(sign) == 1 and fits_one_cell(sign))
    number += "".join(f":{sign}" for sign in [*signs][:1])
    return f"{letters[: max(_OF_STACK - len(number), 1)]}{number}"


def rows_of(texts: Mapping[Place, str]) -> list[str]:
    """Returns the rows of a drawing, of texts by where they start; none of a window beside the map."""
    if not texts:
        return []
    top, left = min(row for row, _ in texts), min(column for _, column in texts)
    rows = [""] * (max(row for row, _ in texts) + 1 - top)
    for (row, column), text in sorted(texts.items()):
        rows[row - top] = rows[row - top].ljust(column - left) + text
    return [row.rstrip() for row in rows]


def _legend_of(used: Mapping[HexRule | SideRule, str], width: int) -> Iterator[str]:
    """Yields what the signs mean that were used, in lines as wide as that."""
    meanings = grouped((sign, printable(rule.legend)) for rule, sign in used.items())
    entries = [f"{sign} {', '.join(dict.fromkeys(legends))}" for sign, legends in meanings.items() if any(legends)]
    line = ""
    for one in entries:
        if line and len(line) + len(one) + 3 <= width:
            line += f"   {one}"
            continue
        yield line
        line = f"  {one}"
    if line:
        yield line


def who_stands_there(board: Map, part: Iterable[Hex], stacks: Mapping[Hex, Sequence[Piece]]) -> Iterator[str]:
    """Yields a line for each hex with pieces, below an empty one."""
    entries = [f"  {printable(board.name_of(h))}: {listed_by_owner(stacks[h])}" for h in part if h in stacks]
    yield from ["", *entries] if entries else []
