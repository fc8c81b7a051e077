"""The sequence of play as what VASSAL's turn tracker goes through: lists of parts, and a count of what repeats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import english
from hexlaw.runtime.words.readings import Readings


@dataclass(frozen=True)
class TrackedParts:
    """Parts that are gone through in order; where they are counted, over and over again."""

    counted: str
    parts: tuple[str, ...]


def part_called(readings: Readings, name: str, whose: str = "") -> str:
    """Returns what a part of the sequence is called, with the side whose it is."""
    called = english.without_article(readings.called("part", name))
    return f"{readings.side(whose)}: {called}" if whose else called


def tracked(law: Law, position: Position) -> list[TrackedParts]:
    """Returns the sequence in stretches, as a game begins: the parts of one that repeats at the top are counted, as
    `turn 3`, all others are gone through once."""
    found: list[TrackedParts] = []
    for span in next(iter(law.graph.sequences.values()), ()):
        if isinstance(span, g.SpanDecl):
            is_counted = span.repeats is not None and span.each is None
            called = part_called(Readings(law.graph), span.name) if is_counted else ""
            before = found.pop().parts if found and not called and not found[-1].counted else ()
            parts = (part for inner in (span.body if called else (span,)) for part in _parts(inner, law, position))
            found.append(TrackedParts(called, (*before, *parts)))
    return found


def _parts(part: object, law: Law, position: Position, whose: str = "") -> Iterator[str]:
    """Yields what can be under way in a part, each with whose it is: its parts, or itself where it has none."""
    if not isinstance(part, g.SpanDecl):
        return
    try:
        among = () if part.each is None else evaluator(law, position).value(part.each[1], {})
    except LawStop:  # whom it runs for cannot be said yet
        among = ()
    sides = [each for each in among if isinstance(each, str)] if isinstance(among, tuple) else []
    for owner in sides or [whose]:
        if part.is_window:
            yield part_called(Readings(law.graph), part.name, owner)
        for inner in part.body:
            yield from _parts(inner, law, position, owner)
