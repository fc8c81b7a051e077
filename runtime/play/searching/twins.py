"""Things that are alike in a position: what one of them can do, each of the others can do as well.

Two units of one type in one hex that have done the same are often half of what a side has to look at. Alike is what is
of one kind and one printed type, stands in the same place and has the same values; a thing of which something else
speaks, because it stands in it, names it or remembers it, is like no other. The order of things, and a law that goes by
it, is ignored: a plan that is carried over to a twin is carried out before anything depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Record, Thing


def twins(position: Position) -> dict[Thing, Thing]:
    """By thing that is like another, the first of those that are alike; things like no other are left out."""
    values: dict[object, list[tuple[str, object]]] = {}
    spoken_of = set[object](position.places.values())
    for (subject, attribute), value in (position.values | position.plans).items():
        if isinstance(subject, Thing) and value != position.given(subject, attribute):
            values.setdefault(subject, []).append((attribute, value))
        spoken_of.update(thing for thing in _things_in(value) if thing != subject)
    for _, of in (*position.remembered, *position.tallied):
        spoken_of.update(_things_in(of))
    first: dict[object, Thing] = {}
    found: dict[Thing, Thing] = {}
    for thing in position.things.values():
        if thing not in spoken_of:
            said = frozenset(values.get(thing, ()))
            like = first.setdefault((thing.kind, position.printed.get(thing), position.places.get(thing), said), thing)
            if like is not thing:
                found[thing] = found[like] = like
    return found


def _things_in(value: Any) -> Iterator[Thing]:
    if isinstance(value, Thing):
        yield value
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from _things_in(part)
    elif isinstance(value, Record):
        for _, part in value.fields:
            yield from _things_in(part)


def exchanged(answers: Iterable[Any], one: Mapping[Any, Any]) -> tuple[Any, ...]:
    """Answers in which things have taken each other's place."""
    return tuple(one.get(answer, answer) if isinstance(answer, Thing) else answer for answer in answers)
