"""Which colours a style may name, and the plain sentence for a style that cannot be drawn safely."""

from __future__ import annotations

import re

from hexlaw.runtime.drawing.pieces import shortened

# No other spelling is let through: an address in place of a colour would make a viewer fetch it.
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]{3,20}")

INK, FACE = "ink", "face"
"""In a shape: the colours of whatever it is drawn on."""


class BadStyle(ValueError):
    """The style cannot be drawn."""


def check_colour(colour: str) -> None:
    if not _COLOUR.fullmatch(colour):
        raise BadStyle(f"`{shortened(colour, 30)}` is no colour; write `#` and six digits, or a colour's name")


def check_ink(colour: str) -> None:
    """A colour, or `ink`, `face` or `none`: these three are spelled like names of colours."""
    check_colour(colour)
