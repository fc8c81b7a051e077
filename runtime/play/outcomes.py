"""What may come of an answer: every fall of the dice that it throws at once, with its chance.

In come a game and an answer that is legal in it; out come the positions it may lead to, worked out on copies, as far as
the side that decides sees. Chances are exact and add up to 1. Where several throws follow, each can be told by itself:
what it does, whatever the others do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from hexlaw.runtime.law.stops import Exhausted
from hexlaw.runtime.play import choices, lookahead
from hexlaw.runtime.play.belief import as_seen
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.purpose import purpose_of
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Question, Take
from hexlaw.runtime.play.sequence import part_to_end
from hexlaw.runtime.position.position import Position

MAX_ROLLS = 1_296
"""Ways in which dice can fall: as many as four of them can."""
MAX_ENDED = 12
"""Picks, actions and parts that are ended to come to the dice that an answer leads to."""


@dataclass(frozen=True)
class Prospect:
    """A position that an answer may lead to; `thrown` are the dice on the way, `question` is asked there. Where it is
    `cut_short`, the side that decides does not see all that comes of it."""

    chance: Fraction
    position: Position
    thrown: int
    question: Question | None
    cut_short: bool


def outcomes(machine: Machine, answer: Any) -> tuple[Position, list[Prospect]]:
    """The position as it is, and those that an answer may lead to."""
    seen = as_seen(machine)
    ahead = lookahead.after(seen, answer)
    found: list[Prospect] = []
    open_ways = [] if ahead is None else [(Fraction(1), ahead, 0)]
    while open_ways:
        chance, after, thrown = open_ways.pop()
        question = after.state.question
        if not isinstance(question, ByLot):
            found.append(Prospect(chance, after.position, thrown, question, after.state.is_cut_short))
            continue
        ways = question.ways
        if len(found) + len(open_ways) + len(ways) > MAX_ROLLS:
            raise Exhausted(f"the dice can fall in more than {MAX_ROLLS:,} ways")
        open_ways += [(chance * share, choices.answered(after, shows), thrown + 1) for shows, share in ways]
    return seen.position, found


@dataclass(frozen=True)
class Outcome:
    """One fall of a throw: how likely it is that it comes to that, and how things stand before and after it, as far as
    that is seen; `cut_short` as of a prospect."""

    chance: Fraction
    before: Position
    after: Position
    cut_short: bool


@dataclass
class Roll:
    """A throw that is still to come: where it is asked for, and its falls."""

    asked: Machine
    purpose: int  # what it is for
    falls: list[Outcome] = field(default_factory=list)


@dataclass(frozen=True)
class Rolls:
    """The throws upon an answer in their order. Where there are too many ways to look at, each is told as it is once
    the dice before it have fallen in the middle: then they are not `exact`."""

    each: list[Roll]
    exact: bool


def rolls(machine: Machine, answer: Any, *, quickly: bool = False) -> Rolls:
    """The throws upon an answer, each by itself; `quickly` where of each the fall in the middle is enough."""
    ahead = lookahead.after(as_seen(machine), answer)
    found = None if quickly else _tossed(ahead, MAX_ROLLS)
    return Rolls(_tossed(ahead, None) or [], exact=False) if found is None else Rolls(found, exact=True)


def _tossed(ahead: Machine | None, most: int | None) -> list[Roll] | None:
    """The throws from there on, over all falls; none where these are more than `most`. Without it, of each throw the
    fall in the middle is followed alone."""
    found: dict[int, Roll] = {}
    number, waiting = 0, [] if ahead is None else [(Fraction(1), ahead)]
    while waiting:
        chance, at = waiting.pop(0)
        question = at.state.question
        if not isinstance(question, ByLot):
            continue
        purpose = purpose_of(question, at.frames)
        roll = found.setdefault(purpose, Roll(at, purpose))
        for shows, share in question.ways:
            number += 1
            if most is not None and number > most:
                return None
            after = choices.answered(at, shows)
            roll.falls.append(Outcome(chance * share, at.position, after.position, after.state.is_cut_short))
            if most is not None:
                waiting.append((chance * share, after))
            elif shows == question.typical:
                waiting.append((Fraction(1), after))
    return list(found.values())


def awaited(machine: Machine, answer: Any) -> tuple[Machine, list[str]] | None:
    """The game in which it only takes being done to come to the dice that an answer leads to, if it throws none by
    itself, and the parts of the sequence that end on the way there."""
    at, who = lookahead.after(as_seen(machine), answer), getattr(machine.state.question, "who", "")
    parts: list[str] = []
    for _ in range(MAX_ENDED):
        question = None if at is None else at.state.question
        if at is None or not isinstance(question, Take | Choose) or question.who != who:
            return None
        if isinstance(question, Take) and (part := part_to_end(at)) is not None:
            parts.append(part[0])
        following = lookahead.after(at, DONE) if isinstance(question, Take) or question.may_end else None
        if following is not None and isinstance(following.state.question, ByLot):
            return at, parts
        at = following
    return None
