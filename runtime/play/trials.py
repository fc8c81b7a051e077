"""Questions the machine answers: what comes of this effect, where does a repeated pick lead.

START HERE for how `ask`, cases and rules reach the half of the law that does things. Nothing is carried out or judged
here: a trial is the machine of play, begun on a copy of the position at an action or an effect, with dice that branch
instead of falling. So a question and a game give one verdict and one result.

A trial differs from a game in two flags of the machine. It sees the whole position that it is given (`imagined`): to
keep secrets, ask it about what a side sees. And where a rule asks whether an effect would break a requirement, it goes
on past what breaks (`unchecked`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.evaluate.evaluator import Evaluator
from hexlaw.runtime.evaluate.prohibitions import broken_anew
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import Exhausted, Hole, Unseen
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play import choices
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.answers import Reference
from hexlaw.runtime.play.choices import going_on
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import ByLot, Choose, Draw, Take, Throw
from hexlaw.runtime.play.reaching import least_costs
from hexlaw.runtime.play.seating import answering
from hexlaw.runtime.play.state import ActionFrame, Body, EffectFrame, Frame, Names, State
from hexlaw.runtime.position.position import Position

MAX_PATHS = 50_000
"""Ways in which the dice of one effect may fall."""
MAX_DECISIONS = 200
"""Decisions of one course: a program that decides for ever would never come to an end."""
Shares = Sequence[tuple[Value, Fraction]]
Deciding = Callable[[Machine], Shares]
"""Returns the answers that are given where a trial has come to a question that no dice answer, each with its share. The
shares add up to 1, unless `each` answer is tried by itself. Programs decide as well (`programs.py` of the compiler)."""
EACH = "each"


def each(machine: Machine) -> Shares:
    """Returns every legal answer, each as if it were given."""
    return [(answer, Fraction(1)) for answer in choices.options(machine)]


def at_random(machine: Machine) -> Shares:
    """Returns every legal answer with the same share; what gives something up has none while there is anything else."""
    answers, actions = choices.options(machine), machine.agenda.law.graph.actions
    kept = [answer for answer in answers if not (answer in actions and actions[answer].gives_up)]
    return [(answer, Fraction(1, len(kept or answers))) for answer in kept or answers]


def for_most_worth(worth: e.Expr, positions: int) -> Deciding:
    """Returns who gives the answer from which on the average most can be had, as far as so many positions show: they
    are shared among the ways on from each, on which every side decides so."""

    def best(machine: Machine, positions: int) -> tuple[Value, Machine]:
        question = machine.state.question
        assert isinstance(question, Take | Choose)
        ways = [(answer, choices.answered(machine, answer).copy()) for answer in choices.options(machine)]
        return max(ways, key=lambda way: expected(way[1].copy(), question.side, positions // len(ways)))

    def expected(machine: Machine, side: str, positions: int) -> Fraction:
        machine.run()
        machine, _ = going_on(machine)
        match machine.state.question:
            case Throw(ways=ways) | Draw(ways=ways) if len(ways) <= positions:
                found, after = Fraction(0), [machine.copy() for _ in ways]
                for (shows, share), one in zip(ways, after, strict=True):
                    one.put(shows)
                    found += share * expected(one, side, positions // len(ways))
                return found
            case Take() | Choose() if (number := len(choices.options(machine))) <= positions:
                return expected(best(machine, positions)[1], side, positions // number)
        return Fraction(machine.ev.value(worth, {g.SIDE: side}))

    return lambda machine: [(best(machine, positions)[0], Fraction(1))]


@dataclass(frozen=True)
class Fallen:
    """One throw as it fell: its name in the law and what it showed."""

    name: str
    shows: Value


@dataclass(frozen=True)
class Course:
    """One course that an effect can take."""

    chance: Fraction
    dice: tuple[Fallen, ...]
    position: Position
    decided: tuple[Fallen, ...] = ()  # what was answered where a player had to decide


@dataclass(frozen=True, slots=True)
class _Begun:
    """A course as far as it was followed: the machine, and how it came there."""

    machine: Machine
    chance: Fraction = Fraction(1)
    dice: tuple[Fallen, ...] = ()
    decided: tuple[Fallen, ...] = ()


class Trials(Reference):
    """The reference evaluator of a law, with what only the machine can answer. It takes what `Reference` takes.

    A trial is about the position of the evaluator that asks, and notes what is read where that does.
    """

    def paths(
        self, ev: Evaluator, effect: str, args: tuple[Value, ...], *, unchecked: bool = False,
        deciding: Deciding | None = None,
    ) -> Iterator[Course]:  # fmt: skip
        """Yields every course of an effect, in the order of the dice; the chances add up to 1, as long as those of what
        is decided do. Where no one is `deciding`, only dice do."""
        machine = self.at_effect(ev, effect, args)
        machine.unchecked = unchecked
        waiting = [_Begun(machine)]
        found = 0
        while waiting:
            begun = waiting.pop()
            machine = begun.machine
            machine.run()
            if deciding is not None:
                machine, _ = going_on(machine)
            question = machine.state.question
            if isinstance(question, ByLot):
                for shows, share in reversed(question.ways):
                    fallen = machine.copy()
                    fallen.put(shows)
                    dice = (*begun.dice, Fallen(question.name, shows))
                    waiting.append(_Begun(fallen, begun.chance * share, dice, begun.decided))
            elif question is not None and deciding is not None:
                pick = question.pick if isinstance(question, Choose) else "action"
                if len(begun.decided) == MAX_DECISIONS:
                    raise Exhausted(f"`{effect}` leaves more than {MAX_DECISIONS} decisions in a row: does it end?")
                for answer, share in reversed(deciding(machine)):
                    after = choices.answered(machine, answer).copy()
                    decided = (*begun.decided, Fallen(pick, answer))
                    waiting.append(_Begun(after, begun.chance * share, begun.dice, decided))
            elif question is not None:
                what = f"`{question.pick}`" if isinstance(question, Choose) else "what is offered"
                raise Hole(
                    f"somebody has to decide on {what}",
                    "there are odds as far as only dice decide; `ask --as each` tells them for each answer",
                )
            else:
                found += 1
                yield Course(begun.chance, begun.dice, machine.position, begun.decided)
            if found + len(waiting) > MAX_PATHS:
                raise Exhausted(f"the dice of `{effect}` can fall in more than {MAX_PATHS:,} ways")

    def would_break(self, ev: Evaluator, effect: str, args: tuple[Value, ...], requirement: str) -> bool:
        """Returns whether some course of an effect breaks a requirement where it held, or breaks it further."""
        rule = self.law.standing(requirement)
        if rule is None or not isinstance(rule.conclusion, g.Requires):
            return False
        ask, seen = self.untraced(), ev.seen
        with self.account.inside():
            before, unseen = ask.about(ev.position, seen).broken(rule), None
            for course in ask.paths(ev, effect, args, unchecked=True):
                after = ask.about(course.position, seen).broken(rule)
                if broken_anew(before, after):
                    return True
                found = [*after.values(), *(before[case] for case in after if case in before)]
                unseen = unseen or next((stop for stop in found if isinstance(stop, Unseen)), None)
        if unseen is not None:
            raise unseen
        return False

    def reach(self, ev: Evaluator, name: str, args: tuple[Value, ...]) -> dict[Value, Value]:
        """Returns for each hex in which the move may end the least that getting there costs."""
        decl = self.law.graph.reaches[name]
        given = len(self.law.graph.actions[decl.action].params)
        with self.account.inside():
            machine = self.untraced().at_action(ev, decl.action, args[:given])
            amid_the_action(machine, args[given:])
            return least_costs(machine, f"{decl.action}.{decl.pick}", args[given:])

    def at_effect(self, ev: Evaluator, name: str, args: tuple[Value, ...]) -> Machine:
        """Returns a machine that is about to carry out an effect."""
        decl = self.law.graph.effects[name]
        names: Names = dict(zip((param for param, _ in decl.params), args, strict=True))
        return self._begun(ev, [EffectFrame(name, names), Body(decl.body, 0, names)])

    def at_action(self, ev: Evaluator, name: str, given: Sequence[Value]) -> Machine:
        """Returns a machine that has just taken an action with these arguments."""
        decl, position = self.law.graph.actions[name], ev.position
        names: dict[str, Value] = dict(zip((param for param, _ in decl.params), given, strict=True))
        if position.acting is not None:
            names["acting"] = position.acting
        body = Body(agenda_of(self.law).bodies[name], 0, names)
        machine = self._begun(ev, [ActionFrame(name, position), body])
        if position.acting is not None and machine.player is None:
            machine.acts(position.acting, answering(machine, position.acting))
        return machine

    def _begun(self, ev: Evaluator, frames: list[Frame]) -> Machine:
        """Returns a machine on a copy of the position, about to carry out these frames."""
        machine = Machine(agenda_of(self.law), State(ev.position.scratch(), frames=frames), self, ev.seen)
        machine.imagined = True
        machine.charge_scan()
        return machine


def evaluator(law: Law, position: Position) -> Evaluator:
    """Returns the reference evaluator of a position, with trials."""
    return Trials(law).about(position).ev


def amid_the_action(machine: Machine, picked: tuple[Value, ...]) -> None:
    """Takes an action that has just been taken for one that is under way already, somewhere on its course.

    Who asks where it may end has acted before: the things that act do not count in what was broken when it began.
    """
    action = machine.frames[0]
    assert isinstance(action, ActionFrame)
    before = action.before.scratch()
    for thing in picked:
        if isinstance(thing, Thing):
            before.stand(thing, None)
    machine.frames[0] = replace(action, before=before)
