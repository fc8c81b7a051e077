"""Breaks the text of a clause at its soft blanks into lines of at most `WIDTH` characters.

A line is broken at a soft blank outside all groups if there is one, else at the outermost there is; of those at the
last that fits. A text in quotes is never broken, so a line may stay longer.

Soft blanks and groups are marks in the text itself: they begin with a line end, which no name, citation or text of
the law can hold once it has been read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

WIDTH = 110
CONTINUED = 4  # how much deeper than its clause a continued line stands

SOFT = "\n "
_OPEN, _CLOSE = "\n(", "\n)"
_MARK = re.compile(r"(\n[ ()])")


def group(text: str) -> str:
    return f"{_OPEN}{text}{_CLOSE}"


def comma(parts: Iterable[str]) -> str:
    return group(f",{SOFT}".join(parts))


def plain(text: str) -> str:
    """The text on one line."""
    return _MARK.sub(lambda mark: " " if mark.group() == SOFT else "", text)


@dataclass(frozen=True)
class Line:
    """One clause or head, `depth` steps of two blanks to the right."""

    depth: int
    text: str
    continued: int = CONTINUED
    is_doc: bool = False


def wrap(line: Line) -> list[str]:
    words = _words(line.text)
    indent = " " * (2 * line.depth)
    lines: list[str] = []
    while len(words) > 1:
        at = _best_break(words, WIDTH - len(indent))
        if at == len(words):
            break
        lines.append(indent + _joined(words[:at]))
        words = words[at:]
        indent = " " * (2 * line.depth + line.continued)
    return [*lines, indent + _joined(words)]


def _words(text: str) -> list[tuple[int, str]]:
    """What stands between soft blanks, each with the depth of the groups at the soft blank before it."""
    depth = 0
    words = [(0, "")]
    for piece in _MARK.split(text):
        if piece == SOFT:
            words.append((depth, ""))
        elif piece in (_OPEN, _CLOSE):
            depth += 1 if piece == _OPEN else -1
        else:
            words[-1] = (words[-1][0], words[-1][1] + piece)
    return words


def _joined(words: list[tuple[int, str]]) -> str:
    return " ".join(word for _, word in words)


def _best_break(words: list[tuple[int, str]], room: int) -> int:
    """How many words come before the break; all of them when they fit."""
    fitting = length = 0
    for _, word in words:
        length += len(word) + (fitting > 0)
        if length > room:
            break
        fitting += 1
    if fitting == len(words):
        return fitting
    return max(range(1, max(fitting, 1) + 1), key=lambda at: (-words[at][0], at))


def fill(text: str, room: int) -> list[str]:
    """A text cut at blanks into pieces of at most `room`; joined by one blank they are the text again."""
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
