"""How dice fall in a game, and what is drawn: by the purpose of a question, as its journal says.

Today chance is drawn by numbers (`chance.py`). In journals that were begun in version 3 purposes are texts; in those of
versions 1 and 2 dice come from a row of numbers. In both, all new things are numbered in order.

A purpose is a number that stays the same under another law, as long as it asks the same thing. It says where in the
sequence the game is, which answer is asked for, and of what: the things and places that have been picked, or that a
throw is about. Numbers and other values are left out: a law that changes the strength of an attack does not change its
dice. How often a purpose has come up before is counted by the game.

CONTRACT: as in `chance.py`, a purpose is folded, with 0 for a key, of these numbers, one after the other:

    for each part of the sequence that is running, the outermost first
                         word(name of the part), number of how often it has run, word(side that acts in it, or "")
    what is asked        word("throw"), word(name of the throw)
                         word("draw"), word(name of what is drawn)
                         word("action"), word(side)
                         word("pick"), word(ACTION.PICK), word(side)
    for each name of the innermost frame, if that is statements, a pick or an offer, in the order of the names
                         the number of its subjects, unless it has none

The subject of a thing, a hex or a hexside is itself. Those of a set have the number of the set of them, those of a
record are folded with 0 for a key in the order of its fields; what has no subjects is left out of both.

Dice and draws come from the source for "dice" of the game's seed, and a random player's choices from the source of its
own seed. Of either they take the source for these two parts: the purpose, as a whole number, and how often the game has
answered that purpose before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from hashlib import sha256
from typing import TypeVar

from hexlaw.runtime.board.geometry import Hex, Side, hexes_of
from hexlaw.runtime.law.value import Record, Thing, Value
from hexlaw.runtime.play.chance import BITS, Chance, folded, mixed, number_of, number_of_members, word
from hexlaw.runtime.play.questions import ByLot, Choose, Draw, Question, Take, Throw
from hexlaw.runtime.play.state import Body, Frame, Names, Picking, Running, WindowFrame


def purpose_of(question: Question, frames: Sequence[Frame]) -> int:
    """Returns the purpose of a question that is asked with these frames under way."""
    running = (frame for frame in frames if isinstance(frame, Running))
    where = [part for f in running for part in (word(f.span.name), number_of(f.number), word(f.side or ""))]
    asked: tuple[str, ...]
    match question:
        case Throw(name=name):
            asked = "throw", name
        case Draw(name=name):
            asked = "draw", name
        case Take(side=side):
            asked = "action", side
        case Choose(side=side, pick=pick):
            asked = "pick", pick, side
    about = (_number_of_subjects(value) for value in named(frames[-1]))
    return folded(0, *where, *map(word, asked), *(number for number in about if number is not None))


def is_about(frames: Sequence[Frame], names: Collection[str]) -> bool:
    """Returns whether a name of the innermost frame stands for any of these things or places."""
    return not {*names}.isdisjoint(subject for value in named(frames[-1]) for subject in subjects(value))


def named(frame: Frame) -> list[object]:
    """Returns the values of a frame's names, in the order of the names."""
    names: Names = frame.names if isinstance(frame, Body | Picking | WindowFrame) else {}
    return [names[name] for name in sorted(names)]


def _number_of_subjects(value: object) -> int | None:
    """Returns a number for the things and places in a value, or None where there are none."""
    match value:
        case Thing() | Hex() | Side():
            return number_of(value)
        case tuple():
            found = [number for one in value if (number := _number_of_subjects(one)) is not None]
            return folded(word("set"), number_of_members(found)) if found else None
        case Record(fields=fields):
            found = [number for _, one in fields if (number := _number_of_subjects(one)) is not None]
            return folded(0, *found) if found else None
        case _:
            return None


def subjects(value: object) -> Iterator[str]:
    """Yields the names of the things and places in a value."""
    match value:
        case Thing(name=name):
            yield name
        case Hex(q=q, r=r):
            yield f"{q},{r}"
        case Side():
            for one in hexes_of(value):
                yield from subjects(one)
        case tuple():
            for item in value:
                yield from subjects(item)
        case Record(fields=fields):
            for _, field in fields:
                yield from subjects(field)


Item = TypeVar("Item")
What = int | str
"""The purpose of a question: a number, or in games of version 3 a text."""
Purpose = tuple[What, int]
"""The purpose of a question, and how often it came up before: chance is drawn by both."""


class Dice:
    """Dice by numbers."""

    names_by_lot = True  # things that a side may not see are called by numbers that are drawn

    def __init__(self, seed: str) -> None:
        self.chance = Chance(seed).of("dice")

    def purpose_of(self, question: Question, frames: Sequence[Frame]) -> What:
        return purpose_of(question, frames)

    def shown(self, question: ByLot, purpose: Purpose) -> Value:
        """Returns what is thrown or drawn; the same if asked again."""
        return question.decided(self.chance.of(*purpose))

    def go_on(self, question: ByLot) -> None:
        """Notes that a question of chance has been answered."""


class DiceByText(Dice):
    """Dice by purposes that are texts, as in journals of version 3."""

    names_by_lot = False

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

    names_by_lot = False

    def __init__(self, name: str) -> None:
        self.name = name
        self.drawn = 0

    def shown(self, question: ByLot, purpose: Purpose) -> Value:
        return question.decided(copy(self))

    def go_on(self, question: ByLot) -> None:
        question.decided(self)

    def below(self, most: int) -> int:
        """Returns a number from 0 to `most` - 1, each as likely as the others."""
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
        return sum(1 + self.below(faces) for _ in range(count))

    def draw(self, members: Sequence[Item]) -> Item:
        return members[self.below(len(members))]


BY_NUMBER = "by-number"
BY_MAIL = "by-mail"
"""By number as well, from another seed in each turn; new things are named as in games by number."""
DICE: dict[str | None, type[Dice]] = {BY_NUMBER: Dice, BY_MAIL: Dice, "by-purpose": DiceByText, None: DiceRow}
"""By what a journal says of chance, how dice fall in its game; the oldest say nothing."""
