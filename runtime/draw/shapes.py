"""Small drawings that a style describes as data: outlines in the language of SVG paths, read once and put anywhere.

A shape is drawn in a box of 100 by 100 whose middle is (0, 0), y growing downwards. Its outlines are read into points
here, so nothing of the text of a file gets into a picture but numbers and the letters of path commands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from hexlaw.runtime.draw.colours import FACE, INK, BadStyle, check_ink, require
from hexlaw.runtime.draw.pieces import shortened

MAX_LENGTH = 2000
"""Characters of an outline."""
FARTHEST = 100.0
"""From the middle, so that a shape stays near the place where it is put."""

# Each character belongs to one token in one way: a text that is none is found out in one go.
_TOKEN = re.compile(r"[\s,]+|([A-Za-z]|[+-]?(?:\d+\.?\d*|\.\d+))", re.ASCII)
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}

Part = tuple[str, tuple[float, ...]]
"""A command with absolute numbers: M, L, C, Q, A or Z."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """An outline with what fills it and what it is drawn with."""

    outline: tuple[Part, ...]
    fill: str = "none"
    stroke: str = "none"
    width: Fraction | int = 5

    def __post_init__(self) -> None:
        check_ink(self.fill)
        check_ink(self.stroke)
        require(0 < self.width <= 30, "the width of a stroke of a shape lies between 0 and 30")


Shape = tuple[Stroke, ...]


def read_outline(text: str) -> tuple[Part, ...]:
    """Returns the parts of an outline, `M-30 0 L30 0` for a line; `BadStyle` where it is not such a text."""
    tokens = _tokens(text)
    parts: list[Part] = []
    at = begun = (0.0, 0.0)
    place = 0
    while place < len(tokens):
        letter, place = tokens[place], place + 1
        command = letter.upper()
        if command not in _NUMBERS or (not parts and command != "M"):
            raise BadStyle(f"`{letter}` cannot stand here in an outline; it is made of M, L, H, V, C, Q, A and Z")
        again = True
        while again:
            number = _NUMBERS[command]
            taken = tokens[place : place + number]
            place += number
            if len(taken) < number or any(token.isalpha() for token in taken):
                raise BadStyle(f"`{letter}` takes {number} numbers in an outline")
            at, begun, part = _absolute(letter, tuple(map(float, taken)), at, begun)
            parts.append(part)
            again = number > 0 and place < len(tokens) and not tokens[place].isalpha()
            letter, command = {"M": ("L", "L"), "m": ("l", "L")}.get(letter, (letter, command))
    is_near = all(abs(number) <= FARTHEST for _, numbers in parts for number in numbers)
    require(is_near, "an outline stays within 100 of its middle")
    return tuple(parts)


def _tokens(text: str) -> list[str]:
    """Returns the letters and numbers of an outline."""
    found: list[str] = []
    at = 0
    while at < len(text) <= MAX_LENGTH and (token := _TOKEN.match(text, at)) is not None:
        at = token.end()
        found += [token[1]] if token[1] else []
    if at < len(text):
        raise BadStyle(f"`{shortened(text, 30)}` is not an outline; write one like `M-30 0 L30 0`")
    return found


def _absolute(
    letter: str, numbers: tuple[float, ...], at: tuple[float, float], begun: tuple[float, float]
) -> tuple[tuple[float, float], tuple[float, float], Part]:
    """Returns where a command ends, where its line began, and the command with absolute numbers."""
    command = letter.upper()
    dx, dy = at if letter.islower() else (0.0, 0.0)
    if command == "Z":
        return begun, begun, ("Z", ())
    if command == "H":
        end = (numbers[0] + dx, at[1])
        return end, begun, ("L", end)
    if command == "V":
        end = (at[0], numbers[0] + dy)
        return end, begun, ("L", end)
    if command == "A":
        end = (numbers[5] + dx, numbers[6] + dy)
        if numbers[3] not in (0, 1) or numbers[4] not in (0, 1):
            raise BadStyle("the fourth and the fifth number of `A` in an outline are 0 or 1")
        return end, begun, ("A", (*numbers[:5], *end))
    moved = tuple(number + (dy if i % 2 else dx) for i, number in enumerate(numbers))
    end = (moved[-2], moved[-1])
    return end, end if command == "M" else begun, (command, moved)


def put(outline: tuple[Part, ...], x: float, y: float, scale: float, along: tuple[float, float] = (1.0, 0.0)) -> str:
    """Returns the path data of an outline whose middle is put at a point, so much larger or smaller.

    What points to the right in it comes to point `along` a direction of length 1; arcs of ellipses keep their own.
    """
    right, down = scale * along[0], scale * along[1]
    written: list[str] = []
    for command, numbers in outline:
        if command == "A":
            rx, ry, turned, large, sweep, ex, ey = numbers
            written.append(
                f"A{rx * scale:.1f} {ry * scale:.1f} {turned:.0f} {large:.0f} {sweep:.0f}"
                f" {x + ex * right - ey * down:.1f} {y + ex * down + ey * right:.1f}"
            )
            continue
        points = " ".join(
            f"{x + px * right - py * down:.1f} {y + px * down + py * right:.1f}"
            for px, py in zip(numbers[::2], numbers[1::2], strict=True)
        )
        written.append(command + points)
    return "".join(written)


def painted(stroke: Stroke, scale: float, ink: str, face: str) -> str:
    """Returns the attributes that fill and draw a stroke in the colours of what it is drawn on."""
    fill, line = (ink if c == INK else face if c == FACE else c for c in (stroke.fill, stroke.stroke))
    if line == "none":
        return f' fill="{fill}"'
    width = f"{float(stroke.width) * scale:.2f}"
    return f' fill="{fill}" stroke="{line}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'


def drawn_stroke(stroke: Stroke, x: float, y: float, scale: float, ink: str, face: str) -> str:
    """Returns a stroke of a shape with its middle at a point."""
    return f'<path d="{put(stroke.outline, x, y, scale)}"{painted(stroke, scale, ink, face)}/>'
