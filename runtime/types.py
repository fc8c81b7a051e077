"""The types of the language: what a value may be.

A type is data: the compiler gives one to every expression, the readers of tables, boards and unit
charts use it to read a cell, and the runtime prints values by it.
"""

from __future__ import annotations

from hexlaw.runtime.nodes import dataclass


@dataclass(frozen=True, slots=True)
class YesNo:
    def __str__(self) -> str:
        return "yes/no"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole or exact number, plain or of a measure (movement points, strength ...)."""

    exact: bool
    measure: str | None = None

    def __str__(self) -> str:
        return self.measure or ("exact" if self.exact else "whole")


@dataclass(frozen=True, slots=True)
class Text:
    def __str__(self) -> str:
        return "text"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the named values of a `choice`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Kind:
    """A thing of a kind: `hex`, `hexside` and `contact` are the machine's, the others the law's."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class SetOf:
    item: Type

    def __str__(self) -> str:
        return f"set of {self.item}"


@dataclass(frozen=True, slots=True)
class OrNone:
    item: Type

    def __str__(self) -> str:
        return f"{self.item} or none"


@dataclass(frozen=True, slots=True)
class Moment:
    """An edge of a stretch of play: when something ends."""

    def __str__(self) -> str:
        return "moment"


Type = YesNo | Number | Text | Choice | Kind | SetOf | OrNone | Moment


def item_of(type_: Type) -> Type:
    """The type of what a set holds."""
    assert isinstance(type_, SetOf), type_
    return type_.item


ANY_NUMBER = "*"
"""The measure of a written number, and of a distance: it fits any measure."""

YES_NO = YesNo()
WHOLE = Number(exact=False)
EXACT = Number(exact=True)
TEXT = Text()
MOMENT = Moment()
HEX = Kind("hex")
HEXSIDE = Kind("hexside")
CONTACT = Kind("contact")
GAME = Kind("game")
