"""The types of the language: what a value may be.

A type is data: the compiler gives one to every expression, the readers of tables, boards and unit
charts use it to read a cell, and the runtime prints values by it.
"""

from __future__ import annotations

from hexlaw.runtime.base.nodes import Node


class YesNo(Node):
    def __str__(self) -> str:
        return "yes/no"


class Number(Node):
    """A whole or exact number, plain or of a measure (movement points, strength ...)."""

    exact: bool
    measure: str | None = None

    def __str__(self) -> str:
        return self.measure or ("exact" if self.exact else "whole")


class Text(Node):
    def __str__(self) -> str:
        return "text"


class Choice(Node):
    """One of the named values of a `choice`."""

    NAMES = {"name": "choice"}
    name: str

    def __str__(self) -> str:
        return self.name


class Kind(Node):
    """A thing of a kind: `hex`, `hexside` and `contact` are the machine's, the others the law's."""

    NAMES = {"name": "type"}
    name: str

    def __str__(self) -> str:
        return self.name


class SetOf(Node):
    item: Type

    def __str__(self) -> str:
        return f"set of {self.item}"


class OrNone(Node):
    item: Type

    def __str__(self) -> str:
        return f"{self.item} or none"


class Moment(Node):
    """An edge of a stretch of play: when something ends."""

    def __str__(self) -> str:
        return "moment"


Type = YesNo | Number | Text | Choice | Kind | SetOf | OrNone | Moment


def item_of(type_: Type) -> Type:
    """The type of what a set holds."""
    assert isinstance(type_, SetOf), type_
    return type_.item


def bare(type_: Type) -> Type:
    """What a value is of that may be none, where it is not."""
    return type_.item if isinstance(type_, OrNone) else type_


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
