"""Changes of a position: what moving, placing and removing do, and what they refuse.

Comes in: a position that may be written to (a scratch copy, or that of a game), and values. Effects that are tried and
games that are played make their changes here alone, so both refuse the same.
"""

from __future__ import annotations

from typing import Any

from hexlaw.runtime.law.stops import Hole, Misplaced
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import MAX_DEPTH, Position
from hexlaw.runtime.words import in_words


def there(value: Any, what: str) -> Any:
    """A value that has to be something; `what` says what cannot be done with nothing."""
    if value is None:
        raise Hole(what, "what it is about is none here")
    return value


def move(position: Position, thing: Thing, to: Any) -> None:
    """Puts a thing somewhere else; to nowhere, which is off the map, where `to` is none."""
    if to is None:
        position.stand(thing, None)
    elif is_inside(position, to, thing):
        raise Misplaced(
            f"{in_words(thing, position)} would stand in itself", "a thing cannot be moved into what stands in it"
        )
    else:
        position.stand(thing, to)
        _settle(position, thing)


def place(position: Position, kind: str, where: Any, name: str | None = None) -> Thing:
    """A new thing; without a name, with the lowest free number in it."""
    made = position.add(kind, name or position.free_name(kind), where)
    _settle(position, made)
    return made


def is_inside(position: Position, inner: object, outer: object) -> bool:
    """Whether something is that thing, or stands in it at any depth."""
    for _ in range(MAX_DEPTH):
        if inner == outer:
            return True
        if not isinstance(inner, Thing):
            return False
        inner = position.places.get(inner)
    return True


def _settle(position: Position, moved: Thing) -> None:
    """Neither what was put somewhere nor what stands in it may stand where its kind does not."""
    holds = moved in position.places.values()
    inside = [t for t in position.things.values() if is_inside(position, t, moved)] if holds else []
    for thing in (moved, *inside):
        wrong = position.misplaced(thing)
        if wrong is not None:
            raise Misplaced(f"{in_words(thing, position)} cannot stand there", wrong)
