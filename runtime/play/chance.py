"""Chance that is the same on every machine: numbers from a seed, each from its place in the row alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")


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
    """A row of numbers that its name (any text) decides. `drawn` is how many were taken: all there is to remember."""

    def __init__(self, name: str, drawn: int = 0) -> None:
        self.name = name
        self.drawn = drawn

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

    def one_of(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> Iterator[Item]:
        """One after the other, as chance has it; who stops early leaves the others undrawn."""
        left = list(items)
        while left:
            yield left.pop(self.below(len(left)))
