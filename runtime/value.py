"""Values: what an expression of the law comes to.

yes/no is `bool`; a whole number is `int`; an exact number is `Fraction`, never a float; a choice value
and a text are `str`; a hex, a hexside and a contact of a line are those of `geometry.py`; any other
thing is a `Thing`; a set is a tuple in a fixed order; the absence of a value is `None`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece in a position: its attributes are kept by the position, not here."""

    kind: str
    name: str

    def __hash__(self) -> int:
        return hash(self.name)  # things are looked up all the time; a name stands for one thing in a position

    def __str__(self) -> str:
        return self.name


GAME = Thing("game", "game")
"""What is true of the game as a whole."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An edge of a stretch of play, of this running of it or the next, of some side."""

    edge: str
    which: str
    span: str
    owner: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """A bundle of named values, made by the law or a question; never changed."""

    kind: str
    fields: tuple[tuple[str, object], ...]

    def field(self, name: str) -> object:
        return dict(self.fields)[name]


def exact_text(number: Fraction | int) -> str:
    """A number as rule books print it: `5 1/2`, not `11/2` and not `5.5`."""
    number = Fraction(number)
    whole, rest = divmod(abs(number.numerator), number.denominator)
    sign = "-" if number < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    fraction = f"{rest}/{number.denominator}"
    return f"{sign}{whole} {fraction}" if whole else f"{sign}{fraction}"
