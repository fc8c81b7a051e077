"""Values as emitted law handles them: records and contacts that are quick to make, to hash and to compare."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from hexlaw.runtime.account import Account
from hexlaw.runtime.evaluate import LARGEST_RECORD


class Unanswered(Exception):
    """Emitted law has no answer; the reference evaluator is asked, which has one or says why there is none."""


class HasRecords(Protocol):
    """A position laid out, as far as records are concerned."""

    account: Account
    records_made: dict[Any, Any]


class Met(NamedTuple):
    """A `Contact` of a line, as quick to make as a tuple."""

    how: str
    side: Any
    hex: Any
    at: Fraction
    passed: int
    left: int
    out_of: Any
    into: Any
    on: str

    def __hash__(self) -> int:
        return hash((self.how, self.side, self.hex, self.passed, self.left, self.out_of))


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
