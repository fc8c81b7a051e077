"""What may come of an answer: every fall of the dice that it throws at once, with its chance.

In come a game and an answer that is legal in it; out come the positions it may lead to, worked out on copies, as far as
the side that decides sees. Chances are exact and add up to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hexlaw.runtime.play import choices, lookahead
from hexlaw.runtime.play.foresight import as_seen
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import ByLot, Question
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import Exhausted

MOST_FALLS = 1_296
"""Ways in which dice can fall: as many as four of them can."""


@dataclass(frozen=True)
class Prospect:
    """A position that an answer may lead to; `thrown` are the dice on the way, `question` is asked there."""

    chance: Fraction
    position: Position
    thrown: int
    question: Question | None


def prospects(machine: Machine, answer: Any) -> tuple[Position, list[Prospect]]:
    """The position as it is, and those that an answer may lead to."""
    seen = as_seen(machine)
    ahead = lookahead.after(seen, answer)
    found: list[Prospect] = []
    open_ways = [] if ahead is None else [(Fraction(1), ahead, 0)]
    while open_ways:
        chance, after, thrown = open_ways.pop()
        question = after.state.question
        if not isinstance(question, ByLot):
            found.append(Prospect(chance, after.position, thrown, question))
            continue
        ways = question.ways
        if len(found) + len(open_ways) + len(ways) > MOST_FALLS:
            raise Exhausted(f"the dice can fall in more than {MOST_FALLS:,} ways")
        open_ways += [(chance * share, choices.answered(after, shows), thrown + 1) for shows, share in ways]
    return seen.position, found
