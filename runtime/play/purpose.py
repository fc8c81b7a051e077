"""What an open question is for, as a number that stays the same under another law, as long as it asks the same thing.

Chance is drawn by purpose (`chance.py`). A purpose says where in the sequence the game is, which answer is asked for,
and of what: the things and places that have been picked, or that a throw is about. Numbers and other values are left
out: a law that changes the strength of an attack does not change its dice. How often a purpose has come up before is
counted by the game.

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

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from hexlaw.runtime.board.geometry import Hex, Side, hexes_of
from hexlaw.runtime.law.value import Record, Thing
from hexlaw.runtime.play.chance import folded, number_of, number_of_members, word
from hexlaw.runtime.play.frames import Body, Frame, Names, Picking, Running, WindowFrame
from hexlaw.runtime.play.questions import Choose, Draw, Question, Take, Throw

if TYPE_CHECKING:
    from collections.abc import Sequence


def purpose_of(question: Question, frames: Sequence[Frame]) -> int:
    """The purpose of a question that is asked with these frames under way."""
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
    """Whether the innermost frame knows any of these things or places by name."""
    return not {*names}.isdisjoint(subject for value in named(frames[-1]) for subject in subjects(value))


def named(frame: Frame) -> list[object]:
    """What a frame knows by name, in the order of the names."""
    names: Names = frame.names if isinstance(frame, Body | Picking | WindowFrame) else {}
    return [names[name] for name in sorted(names)]


def _number_of_subjects(value: object) -> int | None:
    """A number for the things and places that a value names, or None where it names none."""
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
    """The things and places that a value names, as they are called."""
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
        case _:
            pass
