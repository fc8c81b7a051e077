"""Breaks the text of a clause at its soft blanks into lines of at most `WIDTH` characters.

What holds together is a group. A group that has room stands on one line; one that has none is broken at its own soft
blanks, and as much of it stands on each line as has room. What is broken inside it goes on deeper: so the indentation
says which condition belongs to which, as the brackets do. A text in quotes is never broken, so a line may stay longer.

Soft blanks and groups are marks in the text itself: they begin with a line end, which no name, citation or text of
the law can hold once it has been read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

WIDTH = 110
CONTINUED = 4
"""How much deeper than its clause a continued line stands, and than a group one inside it."""

SOFT = "\n "
_OPEN, _CLOSE = "\n(", "\n)"
_MARK = re.compile(r"(\n[ ()])")


def group(text: str) -> str:
    return f"{_OPEN}{text}{_CLOSE}"


def comma(parts: Iterable[str]) -> str:
    return group(f",{SOFT}".join(parts))


def plain(text: str) -> str:
    """Returns the text on one line."""
    return _MARK.sub(lambda mark: " " if mark.group() == SOFT else "", text)


@dataclass(frozen=True)
class WrappedLine:
    """One clause or head, `depth` steps of two blanks to the right."""

    depth: int
    text: str
    continued: int = CONTINUED
    is_doc: bool = False


def wrap(line: WrappedLine) -> list[str]:
    indent = 2 * line.depth
    broken = _Broken([" " * indent])
    broken.put_group(_read(line.text), indent + line.continued, 0)
    return broken.lines


@dataclass
class _Group:
    """What stands between soft blanks: pieces of text and groups inside, with nothing between them."""

    cells: list[list[str | _Group]] = field(default_factory=lambda: [[]])
    length: int = 0
    """Of it all, on one line."""


def _read(text: str) -> _Group:
    open_groups = [_Group()]
    for piece in _MARK.split(text):
        if piece == SOFT:
            open_groups[-1].cells.append([])
            open_groups[-1].length += 1
        elif piece == _OPEN:
            open_groups.append(_Group())
        elif piece == _CLOSE:
            inner = open_groups.pop()
            open_groups[-1].cells[-1].append(inner)
            open_groups[-1].length += inner.length
        elif piece:
            open_groups[-1].cells[-1].append(piece)
            open_groups[-1].length += len(piece)
    [whole] = open_groups
    return whole


def _length(cell: list[str | _Group]) -> int:
    return sum(len(part) if isinstance(part, str) else part.length for part in cell)


def _until_soft(cell: list[str | _Group], behind: int) -> int:
    """Returns how many characters stand before the first soft blank in a cell, else `behind` it."""
    length = 0
    for part in cell:
        if isinstance(part, _Group) and _has_soft(part):
            return length + _until_soft(part.cells[0], 0)
        length += len(part) if isinstance(part, str) else part.length
    return length + behind


def _has_soft(whole: _Group) -> bool:
    return len(whole.cells) > 1 or any(isinstance(part, _Group) and _has_soft(part) for part in whole.cells[0])


@dataclass
class _Broken:
    """The lines so far; what is put goes on with the last of them."""

    lines: list[str]

    def put_group(self, whole: _Group, indent: int, behind: int) -> None:
        """Continues with a group, whose own lines stand at `indent`, with so many characters `behind` it."""
        inside = indent + CONTINUED if len(whole.cells) > 1 else indent
        fits, on_one_line = len(self.lines[-1]) + whole.length + behind <= WIDTH, True
        for number, cell in enumerate(whole.cells):
            follows = behind if number == len(whole.cells) - 1 else 0
            if number > 0:
                if fits or (on_one_line and len(self.lines[-1]) + 1 + _length(cell) + follows <= WIDTH):
                    self.lines[-1] += " "
                else:
                    self.lines.append(" " * indent)
            begun = len(self.lines)
            for piece, part in enumerate(cell, 1):
                if isinstance(part, str):
                    self.lines[-1] += part
                else:
                    self.put_group(part, inside, _until_soft(cell[piece:], follows))
            on_one_line = len(self.lines) == begun


def fill(text: str, room: int) -> list[str]:
    """Returns a text cut at blanks into pieces of at most `room`; joined by one blank they are the text again."""
    pieces: list[str] = []
    while len(text) > room:
        at = text.rfind(" ", 1, room + 1)
        if at < 0:
            at = text.find(" ", room)
        if at < 0:
            break
        pieces.append(text[:at])
        text = text[at + 1 :]
    return [*pieces, text]
