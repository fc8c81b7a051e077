"""Which colours a style may name, and the plain sentence for a style that cannot be drawn safely."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path

from hexlaw.runtime.draw.pieces import shortened

# No other spelling is let through: an address in place of a colour would make a viewer fetch it.
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}")

# What other programs write: no `#`, two more digits for how much of the ground shows through, three numbers.
_DIGITS = re.compile(r"#?(?P<colour>[0-9a-fA-F]{6}|[0-9a-fA-F]{3})(?:(?<=[0-9a-fA-F]{6})[0-9a-fA-F]{2})?")
_PARTS = re.compile(r"(?:rgb)?\(? *(\d{1,3}) *, *(\d{1,3}) *, *(\d{1,3}) *\)?")

NAMED = frozenset((Path(__file__).parent / "css_names.txt").read_text("utf-8").split())
"""The colours that pictures know by name, as CSS lists them."""

INK, FACE = "ink", "face"
"""In a shape: the colours of whatever it is drawn on."""


class BadStyle(ValueError):
    """The style cannot be drawn."""


def require(holds: bool, otherwise: str) -> None:
    """Refuses what does not hold with this sentence."""
    if not holds:
        raise BadStyle(otherwise)


def check_colour(colour: str, known: frozenset[str] = NAMED) -> None:
    if _COLOUR.fullmatch(colour) or colour.lower() in known:
        return
    meant = _meant(colour, known)
    rest = f": did you mean `{meant}`?" if meant else "; write `#` and six digits, or a colour's name"
    raise BadStyle(f"`{shortened(colour, 30)}` is not a colour{rest}")


def _meant(colour: str, known: frozenset[str]) -> str | None:
    """Returns the colour that is meant, where something close to one is written."""
    if (digits := _DIGITS.fullmatch(colour)) is not None:
        return f'"#{digits["colour"]}"'
    parts = _PARTS.fullmatch(colour)
    if parts is not None and all(int(part) < 256 for part in parts.groups()):
        return f'"#{"".join(f"{int(part):02x}" for part in parts.groups())}"'
    return next(iter(get_close_matches(colour.lower(), sorted(known), 1)), None)


def check_ink(colour: str) -> None:
    """A colour, or `ink`, `face` or `none`: these three are spelled like names of colours."""
    check_colour(colour, NAMED | {INK, FACE, "none"})
