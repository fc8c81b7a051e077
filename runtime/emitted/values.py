"""Values as emitted law handles them: records and contacts that are quick to make, to hash and to compare."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from hexlaw.runtime.account import LARGEST_RECORD, Account
from hexlaw.runtime.geometry import Contact, Hex, ends_of


class Unanswered(Exception):
    """Emitted law has no answer; the reference evaluator is asked, which has one or says why there is none."""


class HasRecords(Protocol):
    """A position laid out, as far as records are concerned."""

    account: Account
    records_made: dict[Any, Any]


class Met(NamedTuple):
    """A `Contact`, as quick to make, to hash and to compare as a tuple of small things."""

    how: str
    side: Any
    hex: Any
    after: int
    parts: int
    passed: int
    left: int
    onward: bool | None
    on: str

    @classmethod
    def of(cls, contact: Contact) -> Met:
        at, side = contact.at, contact.side
        onward = None if side is None or contact.out_of is None else contact.out_of == side.hex
        where = at.numerator, at.denominator, contact.passed, contact.left
        return cls(contact.how, side, contact.hex, *where, onward, contact.on)

    @property
    def at(self) -> Fraction:
        return Fraction(self.after, self.parts)

    @property
    def out_of(self) -> Hex | None:
        return ends_of(self.side, self.onward)[0]

    @property
    def into(self) -> Hex | None:
        return ends_of(self.side, self.onward)[1]

    def contact(self) -> Contact:
        of_it: Any = (self.how, self.side, self.hex, self.at, self.passed, self.left, self.out_of, self.into, self.on)
        return Contact(*of_it)


def plain(value: Any) -> Any:
    """A number as a whole one where it is: Python reckons with those many times faster."""
    return value.numerator if type(value) is Fraction and value.denominator == 1 else value


class Made:
    """Base of what stands for records: a position has one object for equal records, which hashes by its identity."""

    __slots__ = ()
    kind: str
    fields: tuple[tuple[str, str], ...]  # as the law calls them, and as they are called here


def made(s: HasRecords, cls: type[Made], values: tuple[Any, ...]) -> Any:
    """The record of some values, unless it holds others that hold others."""
    found = s.records_made.get((cls, values))
    if found is None:
        found = object.__new__(cls)
        for (_, name), value in zip(cls.fields, values, strict=True):
            setattr(found, name, value)
        if _size(found) > LARGEST_RECORD:
            raise Unanswered
        s.account.spend(len(values))
        s.records_made[cls, values] = found
    return found


def _size(value: Any) -> int:
    if isinstance(value, Made):
        return 1 + sum(_size(getattr(value, name)) for _, name in value.fields)
    return 1 + sum(_size(v) for v in value) if type(value) is tuple else 1
