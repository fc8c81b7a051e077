"""Counters that wait beside a map, in rows with what is said of each: alike ones once, with how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexlaw.runtime.draw.counters import Counters
from hexlaw.runtime.draw.elements import document, group, lettering, number, words
from hexlaw.runtime.draw.pieces import shortened
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import Position

WIDTH = 900.0
COUNTER, CELL, LINE = 56.0, 90.0, 66.0
"""How wide a counter is, how wide it is with its number, and how high a line of them."""
MAX_LABEL = 120
INK = "#1b1a18"


@dataclass(frozen=True)
class ForceRow:
    label: str
    things: tuple[tuple[Thing, int], ...]
    """Each with how many there are of it."""


def draw_forces(position: Position, rows: Sequence[ForceRow], counters: Counters, title: str) -> str:
    """Returns the picture; the same face is in it once."""
    lines: list[str] = []
    y = 4.0
    for row in rows:
        label, bold = shortened(row.label, MAX_LABEL), f' fill="{INK}" font-weight="bold"'
        lines.append(lettering(label, 4, y + 15, 15, WIDTH - 8, anchor="start", more=bold))
        y += 22
        for at, (thing, count) in enumerate(row.things):
            across, down = at % int(WIDTH // CELL), at // int(WIDTH // CELL)
            left, top = 4 + across * CELL, y + down * LINE
            drawn = counters.used(counters.drawn(position, thing))
            said = f"{count} {counters.description(position, thing)}"
            if count > 1:
                lines.append(lettering(str(count), left + 25, top + 36, 20, 26, anchor="end", more=f' fill="{INK}"'))
            scale = f"translate({number(left + 28)} {number(top)}) scale({number(COUNTER / 100)})"
            lines.append(f'<g transform="{scale}"><title>{words(said)}</title>{drawn}</g>')
        y += LINE * (1 + (len(row.things) - 1) // int(WIDTH // CELL)) + 6
    desc = ". ".join(
        f"{row.label}: {', '.join(f'{n} {counters.description(position, thing)}' for thing, n in row.things)}"
        for row in rows
    )
    return document([*counters.defined_for(lines), *group("forces", lines)], (0.0, 0.0, WIDTH, y), title, desc)
