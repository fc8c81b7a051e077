"""How dice fall in a game, and what is drawn: as its journal says, so that a game is taken up as it was begun.

Today they fall by numbers (`chance.py`). In journals that were begun in version 3 purposes are texts; in those of
versions 1 and 2 dice come from a row of numbers. In both, all new things are numbered in order (`new_names.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from hashlib import sha256
from typing import Any, TypeVar

from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.law.value import Record, Thing
from hexlaw.runtime.play.chance import BITS, Chance, mixed, word
from hexlaw.runtime.play.frames import Frame, Running
from hexlaw.runtime.play.new_names import Lots
from hexlaw.runtime.play.purpose import named, purpose_of, subjects
from hexlaw.runtime.play.questions import ByLot, Choose, Draw, Question, Take, Throw

Item = TypeVar("Item")
What = int | str
"""What a question is for: a number, or in games of version 3 a text."""
Purpose = tuple[What, int]
"""What a question is for, and how often that came up before: chance is drawn by it."""


class Dice:
    """Dice by numbers."""

    lots: Lots | None = None  # what new things are called by

    def __init__(self, seed: str) -> None:
        self.chance = Chance(seed).of("dice")
        self.lots = Lots(Chance(seed).of("names"))

    def purpose_of(self, question: Question, frames: Sequence[Frame]) -> What:
        """What a question is for."""
        return purpose_of(question, frames)

    def shown(self, question: ByLot, purpose: Purpose) -> Any:
        """What falls or is drawn; asked again, the same."""
        return question.decided(self.chance.of(*purpose))

    def go_on(self, question: ByLot) -> None:
        """Takes note that a question of chance is answered."""


class DiceByText(Dice):
    """Dice by purposes that are texts, as in journals of version 3."""

    def __init__(self, seed: str) -> None:
        self.chance = _TextChance(seed).of("dice")

    def purpose_of(self, question: Question, frames: Sequence[Frame]) -> str:
        where = "/".join(f"{f.span.name}.{f.number}.{f.side or ''}" for f in frames if isinstance(f, Running))
        match question:
            case Throw(name=name):
                asked = f"throw {name}"
            case Draw(name=name):
                asked = f"draw {name}"
            case Take(side=side):
                asked = f"action of {side}"
            case Choose(side=side, pick=pick):
                asked = f"{pick} by {side}"
        about = (subject for value in named(frames[-1]) for subject in subjects(value))
        return f"{where}: {asked}: {' '.join(about)}"


class _TextChance(Chance):
    def of(self, *purpose: object) -> Chance:
        return _TextChance(f"{self.key:x}/{'/'.join(map(str, purpose))}")

    def number(self, *items: object) -> int:
        (item,) = items
        return mixed(self.key ^ word(_spelled(item)))


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


class DiceRow(Dice):
    """A row of numbers that its name decides, as in journals of versions 1 and 2."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.drawn = 0

    def shown(self, question: ByLot, purpose: Purpose) -> Any:
        return question.decided(copy(self))

    def go_on(self, question: ByLot) -> None:
        question.decided(self)

    def below(self, most: int) -> int:
        """A number from 0 to `most` - 1, each as likely as the others."""
        self.drawn += 1
        limit = 2**BITS - 2**BITS % most  # numbers above would favour the small ones
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


BY_NUMBER = "by-number"
DICE: dict[str | None, type[Dice]] = {BY_NUMBER: Dice, "by-purpose": DiceByText, None: DiceRow}
"""By what a journal says of chance, how dice fall in its game; the oldest say nothing."""
