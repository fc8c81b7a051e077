"""A program that plays, by what is said of it: who uses one need not load what plays it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from hexlaw.runtime.play.seating import seats
from hexlaw.runtime.position.position import Position


@dataclass(frozen=True)
class Program:
    """A program in a seat: it plans by looking at so many positions, at random where these are none. It follows the
    advice of a style, if it has one; a captain chooses its style by playing out so many games of each. A weak one
    leaves so many of 128 plans to chance."""

    positions: int
    style: str | None = None
    playouts: int = 0
    slips: int = 0


CHANCE = Program(0)
MAX_PLAYOUTS = 64
"""Games that a captain plays out of each style, at the most."""


def styles_of(programs: Mapping[str, Program], position: Position) -> dict[str, list[str | None]]:
    """Returns by side the styles of the programs that have its seats, each once."""
    found: dict[str, list[str | None]] = {}
    for seat, side in seats(position).items():
        program = programs.get(seat, programs.get(side))
        if program is not None and program.style not in found.setdefault(side, []):
            found[side].append(program.style)
    return found


CANNOT_PLAY = "programs that look ahead cannot play it"


@dataclass(frozen=True)
class Weighed:
    """What a program weighed in games: ways to go on, those that it left out as the law gives no answer there, and the
    decisions at which it had no plan but these. In a game, `first` is how many entries the journal had by then."""

    ways: int = 0
    unanswered: int = 0
    without: int = 0
    first: int | None = None

    @classmethod
    def of(cls, cells: Sequence[int], journal: int) -> Weighed:
        """Returns what the cells of a seat say, of a game whose journal begins at an address."""
        ways, unanswered, without, written = cells
        return cls(ways, unanswered, without, (written - journal) // 32 if unanswered else None)

    def __add__(self, other: Weighed) -> Weighed:
        first = other.first if self.first is None else self.first
        return Weighed(self.ways + other.ways, self.unanswered + other.unanswered, self.without + other.without, first)


@runtime_checkable
class Weighing(Protocol):
    """A player who weighs ways to go on: what it weighed for a seat in the game in hand."""

    weighed: Callable[[str], Weighed]
