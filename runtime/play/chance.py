"""Chance that is the same on every machine: numbers that a seed decides, each by what it is for.

A number is not the next in a row: it depends on the seed and on its purpose alone. So two games of one seed under two
laws have the same dice and choices wherever they do the same thing; they part only where the law parts them. And what
nobody looks at is not drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b, sha256
from typing import Any, TypeVar

from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.value import Record, Thing

Item = TypeVar("Item")
BITS = 64
ALL_BITS = 2**BITS - 1


def falls(count: int, faces: int) -> list[tuple[int, Fraction]]:
    """What so many dice can show together, with the chance of each."""
    ways = {0: 1}
    for _ in range(count):
        following: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, faces + 1):
                following[total + face] = following.get(total + face, 0) + number
        ways = following
    return [(total, Fraction(number, faces**count)) for total, number in sorted(ways.items())]


class Chance:
    """A source of numbers: one for each item that is asked about, always the same one."""

    __slots__ = ("_known", "_ordered", "key")

    def __init__(self, seed: str) -> None:
        self.key = _hashed(seed)
        self._known: dict[object, int] = {}  # of hexes and things: a map offers the same hexes again and again
        self._ordered: dict[int, tuple[object, list[Any]]] = {}  # by identity, with the tuple itself, so that it lives

    def of(self, *purpose: str | int) -> Chance:
        """The source for one purpose; what it gives has nothing to do with what others give."""
        return Chance(f"{self.key:x}/{'/'.join(map(str, purpose))}")

    def number(self, item: object) -> int:
        """A whole number of 64 bits for an item: a candidate, a die, a text."""
        found = self._known.get(item)
        if found is None:
            found = _mixed(self.key ^ fingerprint(item))
            if isinstance(item, Hex | Thing):
                self._known[item] = found
        return found

    def below(self, most: int, item: object = 0) -> int:
        """A number from 0 to `most` - 1; none is likelier than another by more than `most` in 2^64."""
        return self.number(item) * most >> BITS

    def throw(self, count: int, faces: int) -> int:
        """What so many dice show together."""
        return sum(1 + self.below(faces, die) for die in range(count))

    def draw(self, members: Sequence[Item]) -> Item:
        """One of the members, none likelier than another: to add one or take one away leaves the order of the rest."""
        return min(members, key=self.number)

    def in_order(self, items: Iterable[Item]) -> list[Item]:
        """All items, by their numbers; what is added or taken away leaves the order of the others. A plan asks of the
        same hexes for each unit that it puts somewhere, so the order of a tuple is kept."""
        listed = tuple(items)  # which a tuple is already
        kept = self._ordered.get(id(listed))
        if kept is None:
            numbers = _all_mixed(self.key, listed)
            kept = listed, [listed[at] for at in sorted(range(len(listed)), key=numbers.__getitem__)]
            self._ordered[id(listed)] = kept
        return kept[1].copy()


def _hashed(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=BITS // 8).digest(), "big")


def _mixed(number: int) -> int:
    """A number of 64 bits in which each bit depends on all of these: the last steps of splitmix64."""
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 & ALL_BITS
    number = (number ^ (number >> 27)) * 0x94D049BB133111EB & ALL_BITS
    return number ^ (number >> 31)


def _all_mixed(key: int, items: Iterable[object]) -> list[int]:
    """What `_mixed` makes of the key and each item: a map offers hundreds, so nothing is called for each of them."""
    found = []
    for item in items:
        number = key ^ fingerprint(item)
        number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 & ALL_BITS
        number = (number ^ (number >> 27)) * 0x94D049BB133111EB & ALL_BITS
        found.append(number ^ (number >> 31))
    return found


@lru_cache(maxsize=2**16, typed=True)
def fingerprint(value: object) -> int:
    """A number of 64 bits for a value of the law: the same on every machine and under every law."""
    return _hashed(_spelled(value))


def _spelled(value: object) -> str:
    match value:
        case Thing(kind=kind, name=name):
            return f"thing {kind} {name}"
        case Hex():
            return f"hex {value.q} {value.r}"
        case tuple():
            return f"({', '.join(map(_spelled, value))})"
        case Record():
            return f"{value.kind}({', '.join(f'{name} {_spelled(field)}' for name, field in value.fields)})"
        case _:
            return f"{type(value).__name__} {value}"


class Row:
    """A row of numbers that its name decides: how dice fell in journals of versions 1 and 2, which go on so."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.drawn = 0

    def below(self, most: int) -> int:
        """A number from 0 to `most` - 1, each as likely as the others."""
        self.drawn += 1
        limit = 2**64 - 2**64 % most  # numbers above would favour the small ones
        attempt = 0
        while True:
            digest = sha256(f"{self.name}/{self.drawn}/{attempt}".encode("utf-8", "surrogatepass")).digest()
            number = int.from_bytes(digest[:8], "big")
            if number < limit:
                return number % most
            attempt += 1

    def throw(self, count: int, faces: int) -> int:
        """What so many dice show together."""
        return sum(1 + self.below(faces) for _ in range(count))

    def draw(self, members: Sequence[Item]) -> Item:
        """One of the members, each as likely as the others."""
        return members[self.below(len(members))]


Source = Chance | Row
"""Where dice and draws come from."""
