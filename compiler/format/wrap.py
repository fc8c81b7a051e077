"""Breaks long lines: the text of a clause with its soft blanks in, lines of at most `WIDTH` characters out.

A line is broken at the outermost soft blank there is, and of those at the last that fits. A text in quotes is
never broken, so a line may stay longer.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexlaw.compiler.format.expressions import SOFT

WIDTH = 110
CONTINUED = 4  # how much deeper than its clause a continued line stands

_OPAQUE = {'"': '"', "[": "]"}


@dataclass(frozen=True)
class Line:
    """One clause or head, `depth` steps of two blanks to the right."""

    depth: int
    text: str
    continued: int = CONTINUED
    is_doc: bool = False


def wrap(line: Line) -> list[str]:
    indent = "  " * line.depth
    lines: list[str] = []
    rest = line.text
    while len(indent) + len(rest) > WIDTH and SOFT in rest:
        at = _best_break(rest, WIDTH - len(indent))
        lines.append(indent + rest[:at].replace(SOFT, " "))
        rest = rest[at + 1 :]
        indent = " " * (2 * line.depth + line.continued)
    lines.append(indent + rest.replace(SOFT, " "))
    return lines


def _best_break(text: str, room: int) -> int:
    """The outermost soft blank that fits, and of those the last; the first one there is when none fits."""
    depth = 0
    closing = ""  # what ends the text in quotes or the citation that we are in
    places: list[tuple[int, int]] = []
    for place, char in enumerate(text):
        if char == SOFT:
            if place > room and places:
                break
            places.append((-depth - (closing == "]"), place))
        elif closing:
            closing = "" if char == closing else closing
        elif char in _OPAQUE:
            closing = _OPAQUE[char]
        else:
            depth += (char in "({") - (char in ")}")
    return max(places)[1]


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
