"""What an open question is for, in words that stay the same under another law, as long as it asks the same thing.

Chance is drawn by purpose (`chance.py`). A purpose says where in the sequence the game is, which answer is asked for,
and of what: the things and places that have been picked, or that a throw is about. Numbers and other values are left
out: a law that changes the strength of an attack does not change its dice. How often a purpose has come up before is
counted by the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from hexlaw.runtime.geometry import Hex, Side, hexes_of
from hexlaw.runtime.play.frames import Body, Frame, Names, Picking, Running, Window
from hexlaw.runtime.play.questions import Choose, Draw, Question, Take, Throw
from hexlaw.runtime.value import Record, Thing

if TYPE_CHECKING:
    from collections.abc import Sequence


def purpose_of(question: Question, frames: Sequence[Frame]) -> str:
    """The purpose of a question that is asked with these frames under way."""
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
    return f"{where}: {asked}: {' '.join(_about(frames[-1]))}"


def is_about(frames: Sequence[Frame], names: Collection[str]) -> bool:
    """Whether the innermost frame knows any of these things or places by name."""
    return not {*names}.isdisjoint(_about(frames[-1]))


def _about(frame: Frame) -> Iterator[str]:
    """The things and places that the innermost frame knows by name, in the order of their names."""
    names: Names = frame.names if isinstance(frame, Body | Picking | Window) else {}
    for name in sorted(names):
        yield from subjects(names[name])


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
