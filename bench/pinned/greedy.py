"""The program `greedy` as it was when the ladder began, frozen: later programs are measured against it.

Nothing here is mended or made faster. It looks at what it can do with one action, at 120 positions, and takes what is
worth most by the advice that is pinned beside it (`laws/`). It stands on the machine of play as that now is, so the law
and its speed are today's; what it looks at and takes is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, TypeVar

from hexlaw.runtime import expr as e
from hexlaw.runtime.play import choices, lookahead
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.foresight import imagined
from hexlaw.runtime.play.frames import Action
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take
from hexlaw.runtime.stops import Exhausted, Hole, LawStop

MOST_FALLS = 36
"""Falls of the dice that are looked at one by one; of throws beyond that, the one in the middle."""
MOST_THROWS = 40
"""Throws in a row that are looked at: dice that are thrown again until something shows may be thrown for ever."""
MOST_WITHOUT_END = 5_000
"""Positions looked at for a first way to carry out an action, or to gain by it: nobody should have to wait for more."""
AT_ONCE = 12
"""Answers to one question that are tried before other beginnings have their turn: a map offers hundreds of hexes."""
ALIKE = 2
"""Ways to act that have so many answers in common begin alike; all beginnings get their share of looking."""


Known = TypeVar("Known")


@dataclass(frozen=True)
class Plan:
    """Something that could be done: the answers, how the game stands after them, and what that is worth."""

    worth: Fraction
    answers: tuple[Any, ...]
    after: Machine


@dataclass
class _Place:
    """A position to go on from, and the answers that were not tried there yet; none before they are listed."""

    promise: Fraction
    answers: tuple[Any, ...]
    machine: Machine
    untried: list[Any] | None = None

    def next_answers(self, planner: Planner) -> list[Any]:
        """Some that are to be tried now: all where there are few, else a few that chance takes."""
        if self.untried is None:
            self.untried = list(planner.candidates(self.machine))
            if len(self.untried) > AT_ONCE:
                self.untried = planner.chance.in_order(self.untried)
        now, self.untried = self.untried[:AT_ONCE], self.untried[AT_ONCE:]
        return now


class _Waiting:
    """Positions to go on from. All beginnings have their turn, one after the other; of each, what promises most."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.heaps: dict[tuple[Any, ...], list[tuple[Fraction, int, int, _Place]]] = {}
        self.known: set[tuple[Any, ...]] = set()
        self.fresh: set[tuple[Any, ...]] = set()  # beginnings that had no turn yet
        self.number = 0

    def __bool__(self) -> bool:
        return bool(self.heaps)

    def add(self, place: _Place) -> None:
        self.number += 1  # so that nothing but promise and chance is compared
        beginning = place.answers[:ALIKE]
        entry = (-place.promise, self.chance.number(*place.answers), self.number, place)
        heappush(self.heaps.setdefault(beginning, []), entry)
        if beginning not in self.known or len(beginning) < ALIKE:  # from there further ones can come
            self.known.add(beginning)
            self.fresh.add(beginning)

    def next(self) -> _Place:
        beginning = next(iter(self.heaps))
        self.fresh.discard(beginning)
        heap = self.heaps.pop(beginning)
        *_, place = heappop(heap)
        if heap:
            self.heaps[beginning] = heap  # behind all others
        return place


def best_first(plans: list[Plan]) -> list[Plan]:
    """Of plans that are worth the same, the one with the least to do comes first: so what gains nothing is not done."""
    return sorted(plans, key=lambda plan: (-plan.worth, len(plan.answers)))


class Planner:
    """Looks ahead for one side, at a number of positions that it is given."""

    def __init__(self, worth: e.Expr, side: str, chance: Chance, budget: int, begun: Machine) -> None:
        self.begun = begun.position  # all that is looked at has come of it
        self.account = begun.answering.account
        self.out_of_steps = False  # whether nothing more can be looked at
        self.worth = worth
        self.side = side
        self.chance = chance
        self.left = budget
        self._worths: dict[tuple[str, object], Fraction] = {}

    # -- one action

    def plans(self, machine: Machine, budget: int, *, thorough: bool = True) -> list[Plan]:
        """Ways to carry out one action, or the rest of it, as far as they are looked at, best first.

        Who is `thorough` gives up on gaining something only when every beginning has had its turn.
        """
        question = machine.state.question
        assert isinstance(question, Take | Choose)
        side, depth = question.side, _depth(machine) + isinstance(question, Take)
        enough, too_many = self.left - budget, self.left - MOST_WITHOUT_END
        found: list[Plan] = []
        if (worth := self._known(lambda: self.worth_of(machine, side))) is None:
            return found
        now, gained = worth, False
        seen: set[object] = set()
        waiting = _Waiting(self.chance)
        waiting.add(_Place(now, (), machine))
        while waiting and (self.left > enough or not found or (thorough and not gained and waiting.fresh)):
            if self.left <= too_many or self.out_of_steps:
                break
            place = waiting.next()
            for answer in place.next_answers(self):
                after = self._ahead(place.machine, answer)
                if after is None or (key := after.key(self.begun)) in seen:
                    continue
                seen.add(key)
                answers = (*place.answers, answer)
                ends = self._end(after, answers, side, depth)
                if ends is not None:
                    found.append(ends)
                    gained = gained or ends.worth > now
                if not _is_over(after, side, depth):
                    waiting.add(_Place(place.promise if ends is None else ends.worth, answers, after))
            if place.untried:
                waiting.add(place)
        return best_first(found)

    def _end(self, machine: Machine, answers: tuple[Any, ...], side: str, depth: int) -> Plan | None:
        """The plan that ends here: the action is over, or would be if nothing more were picked."""
        if not _is_over(machine, side, depth):
            question = machine.state.question
            assert isinstance(question, Choose)
            ended = self._ahead(machine, DONE) if question.may_end else None
            if ended is None or not _is_over(ended, side, depth):
                return None
            machine, answers = ended, (*answers, DONE)
        return self._plan(machine, answers, side)

    def _plan(self, machine: Machine, answers: tuple[Any, ...], side: str) -> Plan | None:
        """What could be done so; none where the law does not say what comes of it."""
        worth = self._known(lambda: self._expected(machine, side))
        return None if worth is None else Plan(worth, answers, machine)

    # -- one position

    def worth_of(self, machine: Machine, side: str) -> Fraction:
        key = (side, machine.state.key(self.begun))
        if key not in self._worths:
            self._worths[key] = Fraction(machine.ev.value(self.worth, {"side": side}))
        return self._worths[key]

    def candidates(self, machine: Machine) -> tuple[Any, ...]:
        return self._known(lambda: choices.candidates(machine)) or ()

    def _ahead(self, machine: Machine, answer: Any) -> Machine | None:
        """The game after an answer; none where the law refuses it or does not say what happens."""
        after = self._known(lambda: lookahead.after(machine, answer))
        self.left -= after is not None
        return after

    def _known(self, found: Callable[[], Known | None]) -> Known | None:
        """What is found out; none where the law stops: planning keeps away from there."""
        try:
            return found()
        except LawStop as stop:
            self.out_of_steps = self.out_of_steps or (isinstance(stop, Exhausted) and self.account.left < 0)
            return None

    def _expected(self, machine: Machine, side: str) -> Fraction:
        """What a position is worth; where dice have to fall first, on the average over how they fall."""
        return self._average(machine, side, MOST_FALLS)

    def _average(self, machine: Machine, side: str, room: int, thrown: int = 0) -> Fraction:
        question = machine.state.question
        if not isinstance(question, ByLot) or thrown == MOST_THROWS:
            return self.worth_of(machine, side)
        ways = question.ways if question.number <= room else [(question.typical, Fraction(1))]
        total = Fraction(0)
        for shows, share in ways:
            self.left -= 1
            total += share * self._average(choices.answered(machine, shows), side, room // len(ways), thrown + 1)
        return total


def _is_over(machine: Machine, side: str, depth: int) -> bool:
    """Whether an action has come to its end: nothing more is to be picked in it, or not by this side."""
    question = machine.state.question
    return not isinstance(question, Choose) or question.side != side or _depth(machine) < depth


def _depth(machine: Machine) -> int:
    return sum(isinstance(frame, Action) for frame in machine.frames)


PLAN, PLAN_OF = 60_000_000, 100_000
BUDGET = 120


class PinnedGreedy:
    """Plans one action at a time, by a worth that it is given: of the ways that it looks at, the one worth most."""

    def __init__(self, seed: str, worth: e.Expr) -> None:
        self.chance, self.worth = Chance(seed), worth
        self.left: list[Any] = []  # what is still to be answered of the plan

    def answer(self, game: Game) -> Any:
        if not self.left or not self._can(game, self.left[0]):
            self.left = self._plan(game)
        return self.left.pop(0)

    def _plan(self, game: Game) -> list[Any]:
        question = game.question
        assert isinstance(question, Take | Choose)
        with game.machine.answering.account.shared(PLAN + PLAN_OF * BUDGET, "to make a plan"):
            chance = self.chance.of(*game.purpose())
            machine = imagined(game.machine, question.side, chance)
            planner = Planner(self.worth, question.side, chance, BUDGET, machine)
            plans = planner.plans(machine, BUDGET)
            if plans:
                now = planner.worth_of(machine, planner.side)
                plans = best_first([replace(p, worth=max(p.worth, now)) if p.answers == (DONE,) else p for p in plans])
        for plan in plans:
            if self._can(game, plan.answers[0]):
                return list(plan.answers)
        for candidate in self.chance.of(*game.purpose()).in_order(choices.candidates(game.machine)):
            if game.allows(candidate):
                return [candidate]
        raise Hole("nothing can be answered", "the law lets a side come to where it has no choice")

    def _can(self, game: Game, answer: Any) -> bool:
        return answer in choices.candidates(game.machine) and game.allows(answer)
