"""The sequence of play as what VASSAL's turn tracker goes through: lists of parts, and a count of what repeats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.words import english
from hexlaw.runtime.words.readings import Readings

Among = Callable[[e.Expr], Sequence[object]]
"""What a part runs for, one after the other, as a game begins."""


@dataclass(frozen=True)
class TrackedParts:
    """Parts that are gone through in order; where they are counted, over and over again."""

    counted: str
    parts: tuple[str, ...]


def tracked(sequence: Sequence[g.SpanDecl | e.Statement], readings: Readings, among: Among) -> list[TrackedParts]:
    """Returns the sequence in stretches: the parts of one that repeats at the top are counted, as `turn 3`, all others
    are gone through once."""
    found: list[TrackedParts] = []
    for span in sequence:
        if isinstance(span, g.SpanDecl):
            is_counted = span.repeats is not None and span.each is None
            called = english.without_article(readings.called("part", span.name)) if is_counted else ""
            before = found.pop().parts if found and not called and not found[-1].counted else ()
            inside = span.body if called else (span,)
            parts = (part for inner in inside for part in _parts(inner, readings, among, ""))
            found.append(TrackedParts(called, (*before, *parts)))
    return found


def _parts(part: g.SpanDecl | e.Statement, readings: Readings, among: Among, whose: str) -> Iterator[str]:
    """Yields what can be under way in a part, each with whose it is: its parts, or itself where it has none."""
    if not isinstance(part, g.SpanDecl):
        return
    owners = [whose]
    if part.each is not None:
        values = [value for value in among(part.each[1]) if isinstance(value, str)]
        owners = [readings.side(value) for value in values] or [whose]
    for owner in owners:
        if part.is_window:
            called = english.without_article(readings.called("part", part.name))
            yield f"{owner}: {called}" if owner else called
        for inner in part.body:
            yield from _parts(inner, readings, among, owner)
