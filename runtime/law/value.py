"""Values: what an expression of the law comes to.

yes/no is `bool`; a whole number is `int`; an exact number is `Fraction`, never a float; a choice value
and a text are `str`; a hex, a hexside and a contact of a line are those of `geometry.py`; any other
thing is a `Thing`; a set is a tuple in a fixed order; the absence of a value is `None`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

Value: TypeAlias = Any
"""One of those. The check has typed every expression, so the evaluator does not ask again which."""
Values: TypeAlias = tuple[Value, ...]


class Thing:
    """A piece in a position: its attributes are kept by the position, not here.

    There is one object for each kind and name: things are compared and looked up all the time, and Python does that
    fastest by what they are.
    """

    __slots__ = ("__weakref__", "kind", "name")
    __match_args__ = ("kind", "name")

    kind: str
    name: str

    def __new__(cls, kind: str, name: str) -> Thing:
        found = _THINGS.get((kind, name))
        if found is None:
            made = object.__new__(cls)
            made.kind, made.name = kind, name
            found = _THINGS.setdefault((kind, name), made)
        return found

    def __reduce__(self) -> tuple[type[Thing], tuple[str, str]]:
        return Thing, (self.kind, self.name)

    def __repr__(self) -> str:
        return f"Thing(kind={self.kind!r}, name={self.name!r})"

    def __str__(self) -> str:
        return self.name


_THINGS: WeakValueDictionary[tuple[str, str], Thing] = WeakValueDictionary()


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
    size: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", 1 + sum(size_of(value) for _, value in self.fields))

    def field(self, name: str) -> object:
        return dict(self.fields)[name]


def size_of(value: object) -> int:
    """How many values there are in a value: itself, what a set holds and a record is made of."""
    if type(value) is Record:
        return value.size
    if type(value) is not tuple:
        return 1
    holds_others = value and type(value[0]) in (tuple, Record)  # the items of a set are all of one type
    return 1 + (sum(map(size_of, value)) if holds_others else len(value))


def exact_text(number: Fraction | int) -> str:
    """A number as rule books print it: `5 1/2`, not `11/2` and not `5.5`."""
    number = Fraction(number)
    whole, rest = divmod(abs(number.numerator), number.denominator)
    sign = "-" if number < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    fraction = f"{rest}/{number.denominator}"
    return f"{sign}{whole} {fraction}" if whole else f"{sign}{fraction}"


def plain_text(value: object) -> str:
    """A value that needs no position to be said: a number, a word, yes or no, none, or a set of these."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(plain_text, value))
    return exact_text(value) if isinstance(value, int | Fraction) else str(value)
