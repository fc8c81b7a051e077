"""How boards lie together: where each goes when they are joined side by side and above each other.

Input: the grids of the boards, in rows as they lie on the table, each turned or not. Output: for each a `Placement`,
the motion that takes its hexes to those of the joined map. What does not fit is refused with `CannotJoin`, whose text
is a plain sentence.

Boards whose edge hexes are shared halves are laid so that these fall upon each other; other boards are
laid edge to edge. A line of hexes is a row, or a column where the hexes are flat-topped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial, reduce

from hexlaw.runtime.board.geometry import Hex, Side, side_of
from hexlaw.runtime.board.grid import MAX_HEXES, Grid, hex_at, line_and_along

MAX_BOARDS = 100


class CannotJoin(ValueError):
    """The boards do not fit together as asked."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board as it is to be laid: its name for messages, its grid, and whether it is turned round."""

    board: str
    grid: Grid
    inverted: bool = False


@dataclass(frozen=True, slots=True)
class Placement:
    """Half a turn or none, then a shift: what takes a board's hexes and hexsides to the map's."""

    inverted: bool
    shift: Hex

    def hex(self, h: Hex) -> Hex:
        sign = -1 if self.inverted else 1
        return Hex(self.shift.q + sign * h.q, self.shift.r + sign * h.r)

    def side(self, side: Side) -> Side:
        """Half a turn makes the direction of a hexside the opposite one; a shift keeps it."""
        return side_of(self.hex(side.hex), side.direction + 3 * self.inverted)

    def side_of_board(self, side: Side) -> Side:
        """Returns the hexside of the board, or beside it, that lies on a hexside of the map."""
        sign = -1 if self.inverted else 1
        return side_of(
            Hex(sign * (side.hex.q - self.shift.q), sign * (side.hex.r - self.shift.r)),
            side.direction + 3 * self.inverted,
        )

    def value(self, value: object) -> object:
        """Returns a value of an attribute, with the hexes and hexsides in it moved along."""
        if isinstance(value, Hex):
            return self.hex(value)
        if isinstance(value, Side):
            return self.side(value)
        return tuple(self.value(item) for item in value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class _Block:
    """Boards already joined: where they lie, and where each line of hexes starts and ends."""

    boards: tuple[str, ...]
    placements: tuple[Placement, ...]
    first_line: int
    lines: tuple[tuple[int, int], ...]


def lay_out(rows: Sequence[Sequence[Sheet]]) -> tuple[Placement, ...]:
    """Rows from top to bottom, boards from left to right; the placements come in the same order.

    The map's first line starts at `Hex(0, 0)`, as on a single board.
    """
    sheets = [sheet for row in rows for sheet in row]
    if not sheets or not all(rows):
        raise CannotJoin("a map needs at least one board in every row")
    _check_alike(sheets)
    first = sheets[0].grid
    pointy, share = first.orientation == "pointy", first.shares_edges
    end_to_end = partial(_end_to_end, pointy=pointy, share=share)
    line_upon_line = partial(_line_upon_line, pointy=pointy, share=share)
    beside, below = (end_to_end, line_upon_line) if pointy else (line_upon_line, end_to_end)
    return reduce(below, [reduce(beside, [_laid(sheet) for sheet in row]) for row in rows]).placements


def _check_alike(sheets: Sequence[Sheet]) -> None:
    if len(sheets) > MAX_BOARDS:
        raise CannotJoin(f"a map may have no more than {MAX_BOARDS} boards")
    first, names = sheets[0], set()
    hexes = 0
    for sheet in sheets:
        if sheet.grid.orientation != first.grid.orientation:
            raise CannotJoin(
                f"boards `{first.board}` and `{sheet.board}` cannot be joined: "
                "the hexes of one stand in rows, those of the other in columns"
            )
        if sheet.grid.shares_edges != first.grid.shares_edges:
            raise CannotJoin(
                f"boards `{first.board}` and `{sheet.board}` cannot be joined: "
                "only one of them has half hexes at its edges"
            )
        if sheet.board in names:
            raise CannotJoin(f"board `{sheet.board}` is laid twice, so two hexes would have the same name")
        names.add(sheet.board)
        hexes += len(sheet.grid.hexes)
    if hexes > MAX_HEXES:
        raise CannotJoin(f"a map may have no more than {MAX_HEXES} hexes")


def _laid(sheet: Sheet) -> _Block:
    """Returns one board, turned where it is to be, with its first line starting at `Hex(0, 0)`."""
    grid = sheet.grid
    corner = grid.hexes[-1] if sheet.inverted else Hex(0, 0)  # the last hex becomes the first
    ends = []
    first = 0
    for line in range(len(grid.lines)):
        start = line_and_along(grid.orientation, grid.hexes[first])[1]
        ends.append((start, start + grid.length(line) - 1))
        first += grid.length(line)
    if sheet.inverted:
        along = line_and_along(grid.orientation, corner)[1]
        ends = [(along - end, along - start) for start, end in reversed(ends)]
    return _Block((sheet.board,), (Placement(sheet.inverted, corner),), 0, tuple(ends))


def _end_to_end(one: _Block, other: _Block, pointy: bool, share: bool) -> _Block:
    """Returns lines continued by lines: side by side where they are rows, above each other where columns."""
    words = _cannot(one, other)
    if len(one.lines) != len(other.lines):
        raise CannotJoin(f"{words} one has {len(one.lines)} lines of hexes, the other {len(other.lines)}")
    steps = [end - start for (_, end), (start, _) in zip(one.lines, other.lines, strict=True)]
    # The shift by which the first lines meet: upon each other if halves are shared, else side by side.
    along = max(steps) if share else steps[0] + 1
    for step in steps:
        if along - step not in ((0, 1) if share else (1,)):
            raise CannotJoin(f"{words} their edges leave gaps or overlap")
    moved = _moved(other, one.first_line - other.first_line, along, pointy)
    lines = tuple((start, end) for (start, _), (_, end) in zip(one.lines, moved.lines, strict=True))
    return _Block(one.boards + other.boards, one.placements + moved.placements, one.first_line, lines)


def _line_upon_line(one: _Block, other: _Block, pointy: bool, share: bool) -> _Block:
    """Returns lines followed by lines: above each other where they are rows, side by side where columns."""
    words = _cannot(one, other)
    last_line = one.first_line + len(one.lines) - 1
    by_lines = last_line + (0 if share else 1) - other.first_line
    if share:
        (start, end), (other_start, other_end) = one.lines[-1], other.lines[0]
        if end - start != other_end - other_start:
            lengths = f"{end - start + 1} and {other_end - other_start + 1}"
            raise CannotJoin(f"{words} the lines to be shared have {lengths} hexes")
        along = start - other_start
    else:
        # In halves of a hex; both edges must end up in line, or the boards would lie askew.
        back, front = _edges(one)
        other_back, other_front = _edges(_moved(other, by_lines, 0, pointy))
        if back - other_back != front - other_front:
            raise CannotJoin(f"{words} one is wider than the other")
        along, half = divmod(back - other_back, 2)
        if half:
            raise CannotJoin(f"{words} their lines of hexes are half a hex out of step")
    moved = _moved(other, by_lines, along, pointy)
    lines = one.lines + (moved.lines[1:] if share else moved.lines)
    return _Block(one.boards + other.boards, one.placements + moved.placements, one.first_line, lines)


def _cannot(one: _Block, other: _Block) -> str:
    return f"board `{other.boards[0]}` cannot be joined to `{one.boards[-1]}`:"


def _edges(block: _Block) -> tuple[int, int]:
    """Returns how far back and how far forward the lines reach, in halves of a hex."""
    numbered = list(enumerate(block.lines, block.first_line))
    return min(2 * start + i for i, (start, _) in numbered), max(2 * end + i for i, (_, end) in numbered)


def _moved(block: _Block, lines: int, along: int, pointy: bool) -> _Block:
    by = hex_at("pointy" if pointy else "flat", lines, along)
    placements = tuple(
        Placement(place.inverted, Hex(place.shift.q + by.q, place.shift.r + by.r)) for place in block.placements
    )
    ends = tuple((start + along, end + along) for start, end in block.lines)
    return _Block(block.boards, placements, block.first_line + lines, ends)
