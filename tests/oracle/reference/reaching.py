"""Where a repeated pick can lead, and for what least cost: a search over the machine's own steps.

Positions are visited cheapest first. Two count as one where the same holds as far as it decides how the action goes on
(`lookahead.sameness`); what was spent is not a part of that, because having spent less never closes a way.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from reference import lookahead, picks
from reference.machine import Machine

from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.law.stops import Exhausted
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.questions import DONE, Choose, Draw, Take, Throw

MAX_POSITIONS = 20_000
"""Positions that one search looks at."""


@dataclass(frozen=True, slots=True)
class Way:
    """The answers that lead somewhere, and what they cost together."""

    answers: tuple[Value, ...]
    cost: Value


def cheapest_way(machine: Machine, mover: Thing, there: Hex) -> Way | None:
    """Returns the way of least cost on which a thing can come to rest in a hex, by repeating the pick that is asked;
    None where there is none."""
    return next((way for _, way in rests(machine, mover, there)), None)


def all_ways(machine: Machine, mover: Thing) -> dict[Hex, Way]:
    """Returns by hex in which a thing can come to rest by repeating the pick that is asked a way of least cost."""
    return {where: way for where, way in rests(machine, mover) if way.answers}


def rests(
    machine: Machine, mover: Thing | None, only: Hex | None = None, path: str | None = None
) -> Iterator[tuple[Hex, Way]]:
    """Yields each hex in which a thing may rest by repeating a pick, or the one that is asked, or `only` this one, with
    the first way there: it costs the least."""
    found, question = set[Hex](), machine.state.question
    for place, way in _positions(
        machine, question.pick if path is None and isinstance(question, Choose) else path or ""
    ):
        where = None if mover is None else place.position.hex_of(mover)
        if where is None or where in found or only not in (None, where):
            continue
        if _may_rest(place):
            found.add(where)
            yield where, way


def _positions(machine: Machine, path: str) -> Iterator[tuple[Machine, Way]]:
    """Yields the games in which the pick is asked, the present one first, each with the way there."""
    begun = machine.position
    waiting: list[tuple[Value, int, Machine, tuple[Value, ...]]] = []
    number = 0
    for asked in _where_asked(machine, path):
        first = asked.copy() if asked is machine else asked  # the game that is asked stays as it is
        picks.take_for_begun(first)
        waiting.append((0, number, first, ()))
        number += 1
    seen: set[object] = set()
    while waiting:
        cost, _, at, answers = heapq.heappop(waiting)
        same = lookahead.sameness(at, begun, 1)
        if same in seen:
            continue
        seen.add(same)
        if len(seen) > MAX_POSITIONS:
            raise Exhausted(f"a move by `{path}` can lead to more than {MAX_POSITIONS:,} positions")
        yield at, Way(answers, cost)
        for answer in picks.candidates(at):
            if answer == DONE or not picks.stands(at, answer):
                continue
            # invariants and prohibitions decide each step; whether it leads to a rest shows at the end of the way
            after = lookahead.expanded(at, answer, cached=False)[0]
            if after is not None:
                price = cost + (picks.cost_of(at, answer) or 0)
                for following in _where_asked(after, path):
                    number += 1
                    heapq.heappush(waiting, (price, number, following, (*answers, answer)))


def _where_asked(machine: Machine, path: str) -> Iterator[Machine]:
    """Yields the games in which the pick is asked next: whatever dice fall, and if no one takes what is offered."""
    open_ways = [machine]
    while open_ways:
        at = open_ways.pop()
        at.run()
        match at.state.question:
            case Choose(pick=pick) if pick == path:
                yield at
            case Take():
                passed = at.copy()
                passed.put(DONE)
                open_ways.append(passed)
            case Throw() | Draw() as lot:
                for shows, _ in lot.ways:
                    fallen = at.copy()
                    fallen.put(shows)
                    open_ways.append(fallen)
            case _:
                pass  # it has come to an end before it is asked again


def _may_rest(machine: Machine) -> bool:
    return picks.stands(machine, DONE) and lookahead.expanded(machine, DONE, cached=False)[0] is not None
