"""What a side plays for, and why a program takes an action: for planning and explaining.

The rules of goals (`goal of s ...`) put a record each into the fact `goals`. No other name of the law is needed to tell
which goals are met, what they are worth, which things and places they are about, and by when.

A motive is the goals that an action serves, what it is worth to its side, and by which rules. In come a game at the
moment of the decision and the answers that the action took. It is carried out on trial, as its side sees the game;
before and after are then compared as the side that asks may imagine them, with the same guesses. So a reason tells no
secret: what is hidden from both is the same before and after.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter

from hexlaw.runtime.board.geometry import Hex, distance
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import GOAL, GOALS, SIDE, Graph
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import Hole, LawStop
from hexlaw.runtime.law.value import Record, Thing, Value
from hexlaw.runtime.play.belief import Guesses, as_seen_by, imagined
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, ByLot, Take
from hexlaw.runtime.play.state import State
from hexlaw.runtime.play.trials import Trials
from hexlaw.runtime.position.position import Position

GOAL_ASKED = e.Fact(GOALS, (e.Var(SIDE, t.Choice(SIDE)),), t.SetOf(t.Kind(GOAL)))
"""The goals of `side`: one node, by which what is printed is found."""


@dataclass(frozen=True)
class Goal:
    """Something that a side plays for, as it stands in a position."""

    name: str  # of the rule that says so
    side: str
    is_met: bool
    is_kept: bool  # whether it is to keep its things
    worth: Fraction
    things: tuple[Thing, ...]  # what is to be kept, or is to meet it; nothing: whatever the side has
    places: tuple[Hex, ...]  # where it is met; nothing where no place is said
    left: Fraction | None  # the time left; below 0 it is too late; none where it has no end
    by: Fraction | None  # when its time is over, by the law's own clock

    @classmethod
    def of(cls, record: Record) -> Goal:
        said: dict[str, Value] = dict(record.fields)
        by, clock = said["by"], said["clock"]
        left = None if by is None or clock is None else Fraction(by) - Fraction(clock)
        return cls(
            said["name"], said["of"], said["met"], said["kept"], Fraction(said["worth"]), tuple(said["things"]),
            tuple(said["places"]), left, None if left is None else Fraction(by),
        )  # fmt: skip


def has_goals(graph: Graph) -> bool:
    """Returns whether the law says of any side what it plays for."""
    return GOALS in graph.facts


def goals_of(machine: Machine, side: str) -> list[Goal]:
    """Returns the goals of a side in the position of a game, in the order of their rules; none without goals."""
    if not has_goals(machine.position.graph):
        return []
    return [Goal.of(record) for record in machine.ev.value(GOAL_ASKED, {SIDE: side})]


Term = tuple[g.Rule, Fraction]


def gaining(
    law: Law, number: e.Expr, names: Mapping[str, Value], before: Position, after: Position
) -> tuple[Term, ...]:
    """Returns the rules that add more to the number after than before, and how much more, the most first; nothing where
    the number is not a quantity, or the law cannot say."""
    try:
        was, now = _by_rule(law, number, names, before), _by_rule(law, number, names, after)
    except LawStop:
        return ()
    more = {name: now[name] - was[name] for name in now.keys() | was.keys()}
    found = [(law.graph.rules[name], gain) for name, gain in more.items() if gain > 0]
    return tuple(sorted(found, key=lambda term: (-term[1], term[0].id)))


def _by_rule(law: Law, number: e.Expr, names: Mapping[str, Value], position: Position) -> Mapping[str, Fraction]:
    """By rule, how much it changes the number. What is rounded off counts with the rule that comes next."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    if not isinstance(number, e.Quantity) or not isinstance(law.graph.quantities[number.name].type, t.Number):
        return found
    asking = Trials(law, tracing=True)
    asked = asking.about(position)
    asked.value(number, dict(names))
    node, decl = asking.asked[-1], law.graph.quantities[number.name]
    params = (name for name, _ in decl.params)
    stands = Fraction(asked.value(decl.start, dict(zip(params, node.args, strict=True))))
    for step in node.asked:
        for tried in step.rules if step.sort == "step" else ():
            gives: Value = tried.gives
            if gives is not None and isinstance(tried.rule.conclusion, g.Changes):
                found[tried.rule.id] += Fraction(gives) - stands
                stands = Fraction(gives)
    return found


MAX_TRIED = 500
"""Positions that are evaluated for one motive; throws are followed by each result."""


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


def motive_of(game: Game, answers: Sequence[Value], viewer: str | None) -> Motive | None:
    """Returns why an action was carried out with these answers, as far as `viewer` may know; None where that cannot be
    told."""
    question, worth = game.question, game.setup.worth
    if not isinstance(question, Take) or worth is None or not answers or answers[0] == DONE:
        return None
    with suppress(LawStop):
        ended = game.followed(*answers)
        if ended is None:
            return None
        sides = (question.side, *([] if viewer is None else [viewer]))
        motive = _motive(worth, _Imagining(sides, Chance(game.seed)), game, ended)
        return motive if motive.met or motive.nearing or motive.gain > 0 else None
    return None


@dataclass(frozen=True)
class _Imagining:
    """How one side imagines games, as far as another may know: with the same guesses in all."""

    sides: tuple[str, ...]
    chance: Chance
    guesses: dict[str, Guesses] = field(default_factory=dict)

    def of(self, game: Game) -> Machine:
        machine = game.to_read
        for side in self.sides:
            if as_seen_by(machine, side) is not machine:
                position = imagined(machine, side, self.chance, self.guesses.setdefault(side, {}))
                machine = machine.at(State(position, shown=machine.state.shown, question=machine.state.question))
        return machine


def _motive(worth: e.Expr, imagining: _Imagining, begun: Game, ended: Game) -> Motive:
    side, before, after = imagining.sides[0], imagining.of(begun), imagining.of(ended)
    now, then = ([goal for goal in goals_of(of, side) if goal.worth] for of in (before, after))
    which = attrgetter("name", "side", "things", "places")
    open_before = {which(goal) for goal in now if not goal.is_met}
    met = [goal for goal in then if goal.is_met and which(goal) in open_before]
    met.sort(key=lambda goal: not goal.things)  # a piece does it for a goal of its own before one that all can meet
    best: dict[tuple[Thing, Hex], Nearing] = {}  # of several goals that one thing nears, each place once
    found = _nearings(now, side, before.position, after.position)
    for one in sorted(found, key=lambda one: (one.after, not one.goal.things, -one.goal.worth)):
        best.setdefault((one.thing, one.place), one)
    gain = _expected(ended, worth, imagining, MAX_TRIED) - Fraction(before.ev.value(worth, {"side": side}))
    fallen = not isinstance(after.state.question, ByLot)  # else what a rule will say depends on the dice
    terms = gaining(begun.law, worth, {"side": side}, before.position, after.position) if fallen else ()
    return Motive(tuple(met), tuple(best.values()), gain, terms)


def _expected(game: Game, worth: e.Expr, imagining: _Imagining, room: int) -> Fraction:
    """Returns the expected worth of a position over the dice that fall first; the worth after the typical throw where
    there is no `room` for all."""
    question = game.question
    if not isinstance(question, ByLot) or room < 1:
        return Fraction(imagining.of(game).ev.value(worth, {SIDE: imagining.sides[0]}))
    ways = question.ways if question.number <= room else [(question.typical, Fraction(1))]
    total = Fraction(0)
    for shows, share in ways:
        fallen = game.followed(shows)
        if fallen is None:
            raise Hole("what the dice show is refused", "nothing may be refused that dice have decided")
        total += share * _expected(fallen, worth, imagining, room // len(ways))
    return total


def _nearings(goals: Iterable[Goal], side: str, before: Position, after: Position) -> Iterator[Nearing]:
    """Yields by goal each thing that comes nearer to one of its places."""
    kinds, value = before.graph.kinds, before.value
    own = [t for t in before.things.values() if SIDE in kinds[t.kind].attributes and value(t, SIDE) == side]
    for goal in goals:
        if goal.is_met or goal.is_kept or (goal.left is not None and goal.left < 0):
            continue
        for thing in goal.things or own:
            here, there = before.hex_of(thing), after.hex_of(thing)
            if here is None or there is None or here == there or not goal.places:
                continue
            place = min(goal.places, key=lambda place: distance(there, place))
            was, now = min(distance(here, place) for place in goal.places), distance(there, place)
            if now < was:
                yield Nearing(goal, thing, place, was, now)
