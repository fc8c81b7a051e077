"""Numbers of printed books (`V.D.3`, `3.2.C`, `TEC`): their parts, their order, the places that they name.

A number is read part by part, so that `V.D.3` stands under `V.D` and before `V.D.10`. A first part that can be read as
a Roman number is one; what is not a number (`TEC`) comes after all numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from hexlaw.runtime.law import graph as g

_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_PARTS = re.compile(r"[. ]+")
_NUMBERED = re.compile(r"[0-9]+|[IVXLC]+")
_KEPT = re.compile(r"[A-Za-z0-9.-]")

OF_LAW, OF_SITUATION = "chapter:", "situation:"
"""The sources of places that no book numbers: a chapter of the law by its title, a situation by its name."""


class BookPlace(NamedTuple):
    """A place of a printed book: the key of its source, and the number in it."""

    source: str
    number: str

    @property
    def is_printed(self) -> bool:
        """Returns whether it is a number of a book; chapters of the law and situations have none."""
        return self.source not in (OF_LAW, OF_SITUATION)

    @property
    def anchor(self) -> str:
        if self.source == OF_SITUATION:
            return f"{OF_SITUATION}{self.number}"
        if self.source == OF_LAW:
            return f"{OF_LAW}{anchor_of(self.number)}"
        return f"{self.source}-{anchor_of(self.number)}"

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(part for part in _PARTS.split(self.number) if part)

    @property
    def is_numbered(self) -> bool:
        """Returns whether it begins with a number: `TEC` does not."""
        return bool(self.parts) and _NUMBERED.fullmatch(self.parts[0]) is not None

    @property
    def order(self) -> tuple[tuple[int, int, str], ...]:
        return tuple(_order(part, first=i == 0) for i, part in enumerate(self.parts))

    @property
    def above(self) -> BookPlace | None:
        """Returns the place that it is a part of."""
        if not self.is_printed:
            return None
        cut = max(self.number.rfind("."), self.number.rfind(" "))
        return BookPlace(self.source, self.number[:cut]) if cut > 0 else None

    @property
    def around(self) -> Iterator[BookPlace]:
        """Yields the place and all that it is a part of."""
        place: BookPlace | None = self
        while place is not None:
            yield place
            place = place.above

    @property
    def chapter(self) -> BookPlace:
        return BookPlace(self.source, self.parts[0] if self.parts else self.number)


def main_source(graph: g.Graph) -> str:
    """Returns the printed book whose numbers are shown without its key: of those of this game, the one most cited."""
    printed = [key for key in graph.speaks_for if not graph.sources[key].ids]
    cited = ((c.source for c in rule.cites if c.source in printed) for rule in graph.rules.values())
    often = Counter(source for sources in cited if (source := next(sources, None)) is not None)
    return max(printed, key=lambda key: (often[key], -printed.index(key)), default="")


def anchor_of(text: str) -> str:
    """Returns the text as a part of an anchor that fits an XML name, different for every text: `TEC A` is `TEC_A`."""
    return "".join("_" if sign == " " else sign if _KEPT.fullmatch(sign) else f"·{ord(sign):x}·" for sign in text)


def _order(part: str, *, first: bool) -> tuple[int, int, str]:
    if part.isascii() and part.isdecimal():
        return (0, int(part), "")
    return (0, value, "") if first and (value := roman(part)) is not None else (1, 0, part.lower())


def roman(text: str) -> int | None:
    """Returns the value of a Roman number, None where it is not one."""
    if not text or set(text) - set(_ROMAN):
        return None
    values = [_ROMAN[sign] for sign in text]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))
