"""How a map is to be drawn: plain data that comes from a module's file, and which of it holds where.

Input: a `Style` and a `Map`. Output: for a hex or a hexside, the rules of the style that hold there.
`draw_svg.py` and `draw_text.py` make the pictures. Colours and letters are checked here, since a style
comes from strangers: one that cannot be drawn safely is refused with `BadStyle`, in a plain sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal
from unicodedata import category, east_asian_width

from hexlaw.runtime.board import Map, Value
from hexlaw.runtime.geometry import Hex, Side

# No other spelling is let through: an address in place of a colour would make a viewer fetch it.
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]{3,20}")


class BadStyle(ValueError):
    """The style cannot be drawn."""


@dataclass(frozen=True, slots=True)
class HexRule:
    """Hexes whose attribute is the value, or contains it, get a fill, and a letter on the terminal."""

    attribute: str
    value: Value
    fill: str
    letter: str
    legend: str

    def __post_init__(self) -> None:
        _check_colour(self.fill)
        _check_letter(self.letter)


@dataclass(frozen=True, slots=True)
class SideRule:
    """Hexsides whose attribute is the value, or contains it, get a stroke.

    A `path` is drawn from centre to centre through the hexside. With a letter, the terminal marks the
    hexes of the hexside too.
    """

    attribute: str
    value: Value
    stroke: str
    legend: str
    width: Fraction | int = 3
    kind: Literal["side", "path"] = "side"
    letter: str = ""

    def __post_init__(self) -> None:
        _check_colour(self.stroke)
        if self.letter:
            _check_letter(self.letter)
        if not 0 < self.width <= 20:
            raise BadStyle("the width of a stroke lies between 0 and 20")


@dataclass(frozen=True, slots=True)
class Style:
    """Earlier rules go before later ones: they fill the whole hex, or get the letter."""

    hexes: tuple[HexRule, ...] = ()
    sides: tuple[SideRule, ...] = ()
    background: str = "#f6f1e3"

    def __post_init__(self) -> None:
        _check_colour(self.background)

    @property
    def rules(self) -> tuple[HexRule | SideRule, ...]:
        return (*self.hexes, *self.sides)

    def rules_of_hex(self, board: Map, h: Hex) -> tuple[HexRule, ...]:
        return tuple(r for r in self.hexes if _holds(board.hex_value(h, r.attribute), r.value))

    def rules_of_side(self, board: Map, side: Side) -> tuple[SideRule, ...]:
        return tuple(r for r in self.sides if _holds(board.side_value(side, r.attribute), r.value))


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies in a hex, perhaps somebody's; pieces in one hex are stacked, the first at the bottom."""

    label: str
    at: Hex
    fill: str = "#ffffff"
    owner: str = ""

    def __post_init__(self) -> None:
        _check_colour(self.fill)


def pieces_by_hex(pieces: Iterable[Piece]) -> dict[Hex, list[Piece]]:
    stacks: dict[Hex, list[Piece]] = {}
    for piece in pieces:
        stacks.setdefault(piece.at, []).append(piece)
    return stacks


def printable(text: str) -> str:
    """The text on one line and without the characters that steer a terminal or break a file."""
    return "".join(char if char.isprintable() else "�" for char in text)


def shortened(text: str, longest: int) -> str:
    text = printable(text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def listed(stack: Iterable[Piece]) -> str:
    """The labels of a stack from the bottom up, the same ones counted."""
    counted = Counter(shortened(piece.label, 40) for piece in stack)
    return ", ".join(label if count == 1 else f"{count} {label}" for label, count in counted.items())


def listed_by_owner(stack: Iterable[Piece]) -> str:
    """The same with whose they are, the pieces of one owner together."""
    parts: dict[str, list[Piece]] = {}
    for piece in stack:
        parts.setdefault(piece.owner, []).append(piece)
    return "; ".join(f"{listed(part)} ({printable(owner)})" if owner else listed(part) for owner, part in parts.items())


def fits_one_cell(char: str) -> bool:
    """It takes exactly one place on a terminal."""
    return char.isprintable() and east_asian_width(char) not in "WF" and not category(char).startswith("M")


def _holds(value: Value | None, wanted: Value) -> bool:
    if isinstance(value, tuple) and not isinstance(value, Hex | Side):
        return any(_same(item, wanted) for item in value)
    return _same(value, wanted)


def _same(value: Value | None, wanted: Value) -> bool:
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def _check_colour(colour: str) -> None:
    if not _COLOUR.fullmatch(colour):
        raise BadStyle(f"`{shortened(colour, 30)}` is no colour; write `#` and six digits, or a colour's name")


def _check_letter(letter: str) -> None:
    if len(letter) != 1 or letter.isspace() or not fits_one_cell(letter):
        raise BadStyle(f"`{shortened(letter, 30)}` is no single letter")
