"""Names, constants and comments of emitted source: nothing of the law gets into it in any other way.

A name of the law becomes an identifier made of letters, digits and `_` alone, each its own; a text goes through
`ascii()`, a number through `int`, and a comment loses whatever could end its line. So no law, however it is
written, can add code of its own to the source.
"""

from __future__ import annotations

import builtins
import keyword
from copy import copy
from fractions import Fraction
from functools import lru_cache

from hexlaw.runtime.emitted.help import WORDS
from hexlaw.runtime.emitted.state import State
from hexlaw.runtime.geometry import Hex, Side
from hexlaw.runtime.value import Moment, Record, Thing

LONGEST_COMMENT = 160
_TAKEN = frozenset({
    "s", "unheard", "key", "known", "answer", "kept", "outer", "fired", "top", "below", "at", *WORDS, *dir(builtins),
})  # fmt: skip
"""What a name must not be; the lists of a source are in capitals, which no name has."""


class Names:
    """Identifiers for what the law calls otherwise: the same for the same name, different for different names."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, object], str] = {}
        self._taken = {*_TAKEN, *(n for n in dir(State) if not n.startswith("__"))}

    def of(self, sort: str, name: object, wanted: str) -> str:
        """The identifier of one thing of one sort, as near to the wanted word as may be."""
        given = self._given.get((sort, name))
        if given is None:
            plain = identifier(wanted)
            chosen, number = plain, 2
            while chosen in self._taken or keyword.iskeyword(chosen) or keyword.issoftkeyword(chosen):
                chosen = f"{plain}_{number}" if number > 2 else f"{plain}_"
                number += 1
            self._taken.add(chosen)
            given = self._given[sort, name] = chosen
        return given

    def copy(self) -> Names:
        """The same names, to which others can be added."""
        new = copy(self)
        new._given, new._taken = self._given.copy(), self._taken.copy()
        return new

    def reserve(self, words: list[str]) -> bool:
        """Takes all of some words, if all of them are free."""
        if self._taken.intersection(words):
            return False
        self._taken.update(words)
        return True


@lru_cache(10_000)
def identifier(name: str) -> str:
    """Lower-case letters, digits and `_`, beginning with a letter."""
    plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in name[:60]).lower()
    return plain if plain[:1].isalpha() else f"n{plain}"


def comment(text: str) -> str:
    """A text as one line of comment."""
    plain = "".join(c if c.isprintable() and c.isascii() else "?" for c in " ".join(text[:1000].split()))
    return "# " + (plain if len(plain) <= LONGEST_COMMENT else plain[: LONGEST_COMMENT - 3] + "...")


def literal(value: object) -> str:
    """A value of the law as Python writes it; things are looked up in the position."""
    match value:
        case None | bool():
            return repr(value)
        case Moment():
            return f"Moment({value.edge!a}, {value.which!a}, {value.span!a}, {value.owner!a})"
        case int():
            return _whole(value)
        case Fraction(denominator=1):
            return _whole(value.numerator)
        case Fraction():
            return f"Fraction({_whole(value.numerator)}, {_whole(value.denominator)})"
        case str():
            return ascii(value)
        case Hex():
            return f"Hex({_whole(value.q)}, {_whole(value.r)})"
        case Side():
            return f"Side({literal(value.hex)}, {_whole(value.direction)})"
        case Thing():
            return f"s.introduced(Thing({value.kind!a}, {value.name!a}))"
        case Record():
            fields = ", ".join(f"({name!a}, {literal(v)})" for name, v in value.fields)
            return f"s.record({value.kind!a}, ({fields},))"
        case tuple():
            return "(" + "".join(f"{literal(v)}, " for v in value).rstrip(" ") + ")"
        case _:
            raise TypeError(f"{value!r} is not a value that a law can hold")


def _whole(number: int) -> str:
    return str(int(number)) if abs(number) < 10**400 else f"int({hex(number)!a}, 16)"
