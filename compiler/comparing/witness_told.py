"""A witness as it is told: what stands where, what is asked, the two answers with their reasons, and a drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.runtime.drawing.svg import Scene, draw_scene, used_hexes
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.graph import MISSING
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.position import Position
from hexlaw.runtime.words import in_words

MOST_TOLD = 8
MOST_EMPTY = 100
"""Hexes of a map that is drawn though nothing stands on it: a larger one shows nothing of what matters."""
WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True)
class Told:
    """One of the two answers to a witness."""

    short: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Witness:
    """A position in which a difference makes another verdict; `shown` is what stands there and on what ground.

    `svg` may be empty.
    """

    question: str
    shown: tuple[str, ...]
    counters: int
    base: Told
    variant: Told
    svg: str = ""
    case: str = ""  # the case that it was made from


def chosen_there(own: Configuration) -> Iterator[str]:
    """What is chosen for a position under both laws, whatever they have chosen for all."""
    said = [f"{name}={'on' if value else 'off'}" for name, value in own.options.items()]
    said += [f"{name}={reading}" for name, reading in own.readings.items()]
    said += [] if own.year is None else [f"as-of={own.year}"]
    if said:
        yield f"with {', '.join(said)} under both"


def standing(position: Position, question: str) -> tuple[str, ...]:
    """What stands where and on what ground; first what the question names."""
    return (*shown(position, question), *grounds(position, question))


def shown(position: Position, question: str = "") -> Iterator[str]:
    """What stands where, with what is said of it beyond its unit chart; first what a question names."""
    named = {*WORD.findall(question)}
    for thing in sorted(position.things.values(), key=lambda thing: thing.name not in named):
        said = [
            f"{attribute} {_brief(value, position)}"
            for (subject, attribute), value in position.values.items()
            if subject == thing and value not in (False, None, ()) and value != position.given(thing, attribute)
        ]
        type_ = position.printed.get(thing, thing.kind)
        place = position.places.get(thing)
        at = "off the map" if place is None else f"at {in_words(place, position)}"
        yield f"{thing.name} ({type_}) {at}" + (f": {', '.join(sorted(said)[:MOST_TOLD])}" if said else "")


def grounds(position: Position, question: str) -> Iterator[str]:
    """What is true of the hexes in which things stand and which a question names, where it is not what is usual."""
    if position.map is None:
        return
    declared = position.graph.kinds["hex"].attributes
    named = (position.map.find(word) for word in WORD.findall(question))
    standing = (place for place in position.places.values() if isinstance(place, Hex))
    for h in [*dict.fromkeys(h for h in (*named, *standing) if h is not None)][:MOST_TOLD]:
        values = ((name, position.value(h, name)) for name in declared)
        said = [
            name if value is True else f"{name} {_brief(value, position).strip('{}')}"
            for name, value in values if value not in (False, None, (), MISSING, declared[name].default)
        ]  # fmt: skip
        if said:
            yield f"{position.map.name_of(h)}: {', '.join(said)}"


def _brief(value: object, position: Position) -> str:
    """A value in words; of a large set how many it has."""
    many = isinstance(value, tuple) and len(value) > MOST_TOLD
    return f"{len(value)} of them" if many else in_words(value, position)  # type: ignore[arg-type]


def drawn(side: Side, position: Position, title: str) -> str:
    style = side.compilation.style(Diagnostics())
    around = tuple(used_hexes(position))
    if style is None or position.map is None or (not around and len(position.map.hexes) > MOST_EMPTY):
        return ""
    return draw_scene(Scene(position, title, around=around or None), style)
