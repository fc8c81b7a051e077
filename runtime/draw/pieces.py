"""What lies on a map as text shows it: labels with their hexes, and labels made fit to be shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import category, east_asian_width

from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.geometry import Hex


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies in a hex, perhaps somebody's; pieces in one hex are stacked, the first at the bottom."""

    label: str
    at: Hex
    owner: str = ""
    markers: tuple[str, ...] = ()
    """What lies on its counter: the text of each marker."""


def printable(text: str) -> str:
    """Returns the text on one line and without the characters that steer a terminal or break a file."""
    return "".join(char if char.isprintable() else "�" for char in text)


def shortened(text: str, longest: int) -> str:
    text = printable(text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def listed(stack: Iterable[Piece]) -> str:
    """Returns the labels of a stack from the bottom up, the same ones counted."""
    counted = Counter(shortened(piece.label, 40) for piece in stack)
    return ", ".join(label if count == 1 else f"{count} {label}" for label, count in counted.items())


def listed_by_owner(stack: Iterable[Piece]) -> str:
    """Returns the same with whose they are, the pieces of one owner together."""
    parts = grouped((piece.owner, piece) for piece in stack)
    return "; ".join(f"{listed(part)} ({printable(owner)})" if owner else listed(part) for owner, part in parts.items())


def fits_one_cell(char: str) -> bool:
    """It takes exactly one place on a terminal."""
    return char.isprintable() and east_asian_width(char) not in "WF" and not category(char).startswith("M")
