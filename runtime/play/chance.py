"""Chance that is the same on every machine: numbers from a seed, each by its purpose.

A number is not the next in a row: it depends on the seed and on its purpose alone. So two games of one seed under two
laws have the same dice and choices wherever they do the same thing; they part only where the law parts them. And what
no one looks at is not drawn.

CONTRACT: how numbers come about is part of the form of journals ("by-number", version 4), so that a program in another
language draws the same. All are whole numbers of 64 bits, and what they are worked out by is reduced modulo 2^64.

    word(T)              BLAKE2b of 8 bytes over T in UTF-8, read as a big-endian number
    mixed(n)             n ^= n >> 30; n *= 0xBF58476D1CE4E5B9; n ^= n >> 27; n *= 0x94D049BB133111EB; n ^ (n >> 31)
    folded(k, a, b, ...) mixed(... mixed(mixed(k ^ a) ^ b) ...); the order counts

A value of the law has a number of its own (`number_of`). Texts are hashed there, but all of them are known before play.

    a text, a choice value, an action, "done"    word(of it)
    none                                         word("none of these")
    a whole number n, also an exact one          folded(word("whole"), n)
    yes, no                                      those of 1 and 0
    another exact number n / d in lowest terms   folded(word("fraction"), n, d)
    a hex by its axial coordinates               folded(word("hex"), q, r)
    a hexside between the hexes g and h          folded(word("hexside"), number of g, number of h), where h lies next
                                                 to g in direction 0, 1 or 2
    a thing                                      folded(word("thing"), word(kind), word(name))
    a thing called KIND-n, as made things are    folded(word("made"), word(kind), n), n from 1 to 10^18 - 1
    a set                                        folded(word("set"), sum of mixed(number of m) for each member m)
    a record                                     folded(word("record"), word(kind), numbers of its fields in the order
                                                 in which they are declared)
    a moment, a contact                          the same with "moment" or "contact" in place of the kind

A source of numbers has a key: that of a seed is word(seed), that for a purpose is folded(key, numbers of its parts).

    number(a, b, ...)    folded(key, number of a, number of b, ...)
    below(m, a)          (number(a) * m) >> 64, the product taken in 128 bits
    throw                the sum of 1 + below(faces, die) over the dice, which are the numbers 0, 1, 2, ...
    draw, in order       the least number first; what has the same number, in the order in which it was given

Things that are made in play are numbered in order. Of a kind that a side may not see, numbers are drawn by lot: the
next one in order would tell how many there are that are not seen. The n-th thing that is called by lot in a game, from
0 on, has the first name KIND-m that nothing has for m = 1 + below(999 + t, t) with t = 0, 1, 2, ..., of the source for
(KIND, n) of the source for ("names") of the seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Protocol, TypeVar

from hexlaw.runtime.board.geometry import Contact, Hex, Side, hexes_of
from hexlaw.runtime.law.value import Moment, Record, Thing

Item = TypeVar("Item")
BITS = 64
ALL_BITS = (1 << BITS) - 1
MADE = re.compile(r"[1-9][0-9]{0,17}")
"""The number in the name of a thing that was made in play."""
SPREAD = 999
"""Names by lot are drawn from so many numbers, and one more for each that is taken."""


def falls(count: int, faces: int) -> list[tuple[int, Fraction]]:
    """Returns what so many dice can show together, with the chance of each."""
    ways = {0: 1}
    for _ in range(count):
        following: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, faces + 1):
                following[total + face] = following.get(total + face, 0) + number
        ways = following
    return [(total, Fraction(number, faces**count)) for total, number in sorted(ways.items())]


class NumberSource(Protocol):
    """Where dice and draws come from."""

    def throw(self, count: int, faces: int) -> int:
        """Returns what so many dice show together."""

    def draw(self, members: Sequence[Item]) -> Item:
        """Returns one of the members, none likelier than another."""


class Chance:
    """A source of numbers: one for each item that is asked about, always the same one."""

    __slots__ = ("key",)

    def __init__(self, seed: str | int) -> None:
        self.key = word(seed) if isinstance(seed, str) else seed

    def of(self, *purpose: object) -> Chance:
        """Returns the source for one purpose, independent of all others."""
        return Chance(self.number(*purpose))

    def number(self, *items: object) -> int:
        """Returns a whole number of 64 bits for an item, or several in their order: a candidate, a die, answers."""
        return folded(self.key, *map(number_of, items))

    def below(self, most: int, item: object = 0) -> int:
        """Returns a number from 0 to `most` - 1; none is likelier than another by more than `most` in 2^64."""
        return self.number(item) * most >> BITS

    def throw(self, count: int, faces: int) -> int:
        return sum(1 + self.below(faces, die) for die in range(count))

    def draw(self, members: Sequence[Item]) -> Item:
        """Returns the first member `in_order`."""
        return min(members, key=self.number)

    def in_order(self, items: Iterable[Item]) -> list[Item]:
        """Returns all items by their numbers: adding or removing one leaves the order of the others."""
        return sorted(items, key=self.number)


@lru_cache(maxsize=2**12)
def word(text: str) -> int:
    """Returns the number of a text."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=BITS // 8).digest(), "big")


def mixed(number: int) -> int:
    """Returns a number of 64 bits in which each bit depends on all of these: the last steps of splitmix64."""
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 & ALL_BITS
    number = (number ^ (number >> 27)) * 0x94D049BB133111EB & ALL_BITS
    return number ^ (number >> 31)


def folded(key: int, *parts: int) -> int:
    """Returns one number for a key and several numbers, which depends on their order."""
    for part in parts:
        key = mixed(key ^ (part & ALL_BITS))
    return key


@lru_cache(maxsize=2**16, typed=True)
def number_of(value: object) -> int:
    """Returns a number of 64 bits for a value of the law: the same on every machine and under every law."""
    match value:
        case str():
            return word(value)
        case None:
            return word("none of these")
        case int():  # yes and no too
            return folded(word("whole"), value)
        case Fraction(numerator=over, denominator=under):
            return number_of(over) if under == 1 else folded(word("fraction"), over, under)
        case Thing(kind=kind, name=name):
            number = name.removeprefix(f"{kind}-")
            if number != name and MADE.fullmatch(number):
                return folded(word("made"), word(kind), int(number))
            return folded(word("thing"), word(kind), word(name))
        case Hex():
            return folded(word("hex"), value.q, value.r)
        case Side():
            return folded(word("hexside"), *map(number_of, hexes_of(value)))
        case tuple():
            return folded(word("set"), number_of_members(map(number_of, value)))
        case Record(kind=kind, fields=fields):
            return folded(word("record"), word(kind), *(number_of(field) for _, field in fields))
        case Moment() | Contact():
            parts = [getattr(value, name) for name in value.__match_args__]
            return folded(word("record"), word(type(value).__name__.lower()), *map(number_of, parts))
        case _:
            raise AssertionError(value)


def number_of_members(numbers: Iterable[int]) -> int:
    """Returns one number for those of the members of a set, whatever their order."""
    return sum(map(mixed, numbers)) & ALL_BITS
