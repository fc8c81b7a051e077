"""Why a program takes an action: the goals of its side that the action serves, what it is worth to the side, and by
which rules of the law.

In come a game at the moment of the decision and the answers of the plan. The action is carried out on a copy, in which
the side guesses what it cannot see; before and after are then compared as the side that asks may imagine them, with the
same guesses. So a reason tells no secret: what is hidden from both is the same before and after. Where an action gains
nothing by itself, the reason is what the plan comes to with all that follows, if nothing of that is secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hexlaw.runtime.geometry import Hex, distance
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.foresight import imagined
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.goals import Goal, goals_of
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.planning import Plan, Planner
from hexlaw.runtime.play.questions import DONE, ByLot, Take
from hexlaw.runtime.play.searching.aims import of_side
from hexlaw.runtime.play.terms import Term, gaining
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import Thing

MOST_LOOKED_AT = 500
"""Positions that one reason takes at the most; throws are looked at fall by fall."""


@dataclass(frozen=True)
class Nearing:
    """A thing comes nearer to where a goal is met: the place, and how far it is from there, before and after."""

    goal: Goal
    thing: Thing
    place: Hex
    before: int
    after: int


@dataclass(frozen=True)
class Motive:
    """What an action is for. `gain` is what it adds to the worth of the position, on the average of the dice."""

    met: tuple[Goal, ...]
    nearing: tuple[Nearing, ...]
    gain: Fraction
    terms: tuple[Term, ...]  # the rules by which it is worth more, where the worth is made of rules
    follows: bool  # whether this is the reason for the whole plan, of which the action is the first part

    @property
    def is_any(self) -> bool:
        return bool(self.met or self.nearing or self.gain > 0)


def motive_of(game: Game, answers: Sequence[Any], viewer: str | None) -> Motive | None:
    """Why these answers are planned, as far as `viewer` may know; `None` where that cannot be told."""
    question, worth = game.question, game.setup.worth
    if not isinstance(question, Take) or worth is None or not answers or answers[0] == DONE:
        return None
    side, chance = question.side, Chance(game.seed)
    with suppress(LawStop):
        machine = imagined(game.machine, side, chance)
        planner = Planner(worth, side, chance, MOST_LOOKED_AT, machine)
        plans = [*_carried_out(planner, machine, answers)]
        for plan in plans[:1] + plans[1:][-1:]:
            follows, after = plan is not plans[0], plan.after
            if viewer is not None:
                if follows and any(at.state.hidden_from(viewer) for at in (machine, after)):
                    continue  # what was not done yet would tell what the side alone knows
                before, after = imagined(machine, viewer, chance), imagined(after, viewer, chance)
            else:
                before = machine
            planner = Planner(worth, side, chance, MOST_LOOKED_AT, before)
            motive = _motive(planner, game.law, before, after, follows)
            if motive.is_any:
                return motive
    return None


def _carried_out(planner: Planner, machine: Machine, answers: Sequence[Any]) -> Iterator[Plan]:
    """The actions of a plan one after the other, each with how it stands then."""
    rest = [*answers]
    while rest and rest[0] != DONE and isinstance(machine.state.question, Take):
        for number in range(1, len(rest) + 1):
            plan = planner.again(machine, tuple(rest[:number]))
            if plan is not None:
                break
        else:
            return
        yield plan
        machine, rest = plan.after, rest[number:]


def _motive(planner: Planner, law: Law, before: Machine, after: Machine, follows: bool) -> Motive:
    side = planner.side
    now, then = goals_of(before, side), goals_of(after, side)
    open_before = {_which(goal) for goal in now if not goal.is_met}
    met = sorted((goal for goal in then if goal.is_met and _which(goal) in open_before), key=_is_of_all)
    nearing = tuple(_nearest_first(_nearings(now, side, before.position, after.position)))
    gain = planner.expected(after, side) - planner.worth_of(before, side)
    fallen = not isinstance(after.state.question, ByLot)  # else what a rule will say depends on the dice
    terms = gaining(law, planner.worth, {"side": side}, before.position, after.position) if fallen else ()
    return Motive(tuple(met), nearing, gain, terms, follows)


def _which(goal: Goal) -> tuple[object, ...]:
    return goal.name, goal.side, goal.things, goal.places


def _nearings(goals: Iterable[Goal], side: str, before: Position, after: Position) -> Iterator[Nearing]:
    """By goal, each thing that comes nearer to one of its places."""
    for goal in goals:
        if goal.is_met or goal.is_kept or (goal.left is not None and goal.left < 0):
            continue
        for thing in goal.things or of_side(before, side):
            here, there = before.hex_of(thing), after.hex_of(thing)
            if here is None or there is None or here == there or not goal.places:
                continue
            place = min(goal.places, key=lambda place: distance(there, place))
            was, now = min(distance(here, place) for place in goal.places), distance(there, place)
            if now < was:
                yield Nearing(goal, thing, place, was, now)


def _is_of_all(goal: Goal) -> bool:
    """Whether anything of the side can meet it; what a piece does it does for a goal of its own first."""
    return not goal.things


def _nearest_first(found: Iterable[Nearing]) -> list[Nearing]:
    """What comes nearest first; of several goals that one thing nears, each place once."""
    best: dict[tuple[Thing, Hex], Nearing] = {}
    for one in sorted(found, key=lambda one: (one.after, _is_of_all(one.goal), -one.goal.worth)):
        best.setdefault((one.thing, one.place), one)
    return [*best.values()]
