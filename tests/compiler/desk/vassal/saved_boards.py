"""The boards of a saved game, which is all of it that the product never reads."""

from __future__ import annotations

from hexlaw.compiler.desk.vassal.archives import ESCAPE, saved_text
from hexlaw.compiler.desk.vassal.escaped_texts import parted


def boards_of(data: bytes) -> list[str]:
    """Those of the map, from left to right and from top to bottom."""
    commands = (line.partition("\t") for line in saved_text(data, "set-up").split(ESCAPE))
    return next(parted("\t", rest)[::3] for name, _, rest in commands if name.endswith("BoardPicker"))
