"""Questions the machine answers: may this be picked, what comes of this effect, where does a repeated pick lead.

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
from typing import Any

from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.evaluate.evaluator import Evaluator
from hexlaw.runtime.evaluate.prohibitions import broken_anew
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import Exhausted, Hole, Unseen
from hexlaw.runtime.play.agenda import Agenda, agenda_of
from hexlaw.runtime.play.answers import Reference
from hexlaw.runtime.play.choices import answered
from hexlaw.runtime.play.dead_ends import going_on
from hexlaw.runtime.play.frames import ActionFrame, Body, EffectFrame, Frame, Names
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.pick_query import PickQuery, amid_the_action
from hexlaw.runtime.play.questions import DONE, ByLot, Choose
from hexlaw.runtime.play.reaching import least_costs
from hexlaw.runtime.play.seating import answering as answering_for
from hexlaw.runtime.play.state import State
from hexlaw.runtime.position.position import Position

MAX_PATHS = 50_000
MAX_DECISIONS = 200  # of one course: whoever decides for ever would never come to an end
"""Ways in which the dice of one effect may fall."""


@dataclass(frozen=True)
class Fallen:
    """One throw as it fell: its name in the law and what it showed."""

    name: str
    shows: Any


@dataclass(frozen=True)
class Course:
    """One course that an effect can take."""

    chance: Fraction
    dice: tuple[Fallen, ...]
    position: Position
    decided: tuple[Fallen, ...] = ()  # what was answered where somebody had to decide


@dataclass(frozen=True, slots=True)
class _Begun:
    """A course as far as it was followed: the machine, and how it came there."""

    machine: Machine
    chance: Fraction = Fraction(1)
    dice: tuple[Fallen, ...] = ()
    decided: tuple[Fallen, ...] = ()


class Trials:
    """Begins the machine at an action or an effect. `seen` notes what is looked at, where somebody wants to know."""

    def __init__(self, agenda: Agenda) -> None:
        self.agenda = agenda

    def may(
        self,
        answering: Reference,
        position: Position,
        seen: ReadSet | None,
        action: str,
        pick: str,
        args: tuple[Any, ...],
    ) -> Permission:
        """The verdict on one pick with those before it: `args` holds what the action is given, then what is picked."""
        last = args[-1:] if pick != DONE else ()
        before = args[: len(args) - len(last)]
        return self.asked(answering, position, seen, action, pick, before).verdict_on(*last)

    def asked(
        self,
        answering: Reference,
        position: Position,
        seen: ReadSet | None,
        action: str,
        pick: str,
        args: tuple[Any, ...],
    ) -> PickQuery:
        """An action led to one of its picks by `args`, where each answer to that pick can be judged."""
        given = len(self.agenda.law.graph.actions[action].params)
        machine = self.at_action(answering.untraced(), position, seen, action, args[:given])
        return PickQuery(machine, answering, action, pick, args[given:])

    def courses(
        self, answering: Reference, position: Position, seen: ReadSet | None, effect: str, args: tuple[Any, ...], *,
        unchecked: bool = False, deciding: Callable[[Machine], Sequence[tuple[Any, Fraction]]] | None = None,
    ) -> Iterator[Course]:  # fmt: skip
        """Every course of an effect, in the order of the dice; the chances add up to 1, as long as those of what is
        decided do. Where nobody says who is `deciding`, only dice do."""
        machine = self.at_effect(answering, position, seen, effect, args)
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
                    after = answered(machine, answer).copy()
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

    def would_break(
        self, answering: Reference, position: Position, seen: ReadSet | None, effect: str, args: tuple[Any, ...],
        requirement: str,
    ) -> bool:  # fmt: skip
        """Whether some course of an effect breaks a requirement where it held, or breaks it further."""
        rule = self.agenda.law.standing(requirement)
        if rule is None or not isinstance(rule.conclusion, g.Requires):
            return False
        with answering.account.inside():
            before, unseen = answering.about(position, seen).broken(rule), None
            for course in self.courses(answering, position, seen, effect, args, unchecked=True):
                after = answering.about(course.position, seen).broken(rule)
                if broken_anew(before, after):
                    return True
                found = [*after.values(), *(before[case] for case in after if case in before)]
                unseen = unseen or next((stop for stop in found if isinstance(stop, Unseen)), None)
        if unseen is not None:
            raise unseen
        return False

    def reach(
        self, answering: Reference, position: Position, seen: ReadSet | None, name: str, args: tuple[Any, ...]
    ) -> dict[Any, Any]:
        """For each hex in which the move may end, the least that getting there costs."""
        decl = self.agenda.law.graph.reaches[name]
        given = len(self.agenda.law.graph.actions[decl.action].params)
        with answering.account.inside():
            machine = self.at_action(answering, position, seen, decl.action, args[:given])
            amid_the_action(machine, args[given:])
            return least_costs(machine, f"{decl.action}.{decl.pick}", args[given:])

    def at_effect(
        self, answering: Reference, position: Position, seen: ReadSet | None, name: str, args: tuple[Any, ...]
    ) -> Machine:
        """A machine that is about to carry out an effect."""
        decl = self.agenda.law.graph.effects[name]
        names: Names = dict(zip((param for param, _ in decl.params), args, strict=True))
        return self._begun(answering, position, seen, (EffectFrame(name, names), Body(decl.body, 0, names)))

    def at_action(
        self, answering: Reference, position: Position, seen: ReadSet | None, name: str, given: Sequence[Any]
    ) -> Machine:
        """A machine that has just taken an action with these arguments."""
        decl = self.agenda.law.graph.actions[name]
        names: dict[str, Any] = dict(zip((param for param, _ in decl.params), given, strict=True))
        if position.acting is not None:
            names["acting"] = position.acting
        frames = (ActionFrame(name, position), Body(self.agenda.bodies[name], 0, names))
        machine = self._begun(answering, position, seen, frames)
        if position.acting is not None and machine.player is None:
            machine.acts(position.acting, answering_for(machine, position.acting))
        return machine

    def _begun(
        self, answering: Reference, position: Position, seen: ReadSet | None, frames: Sequence[Frame]
    ) -> Machine:
        """A machine on a copy of the position, about to carry out these frames."""
        machine = Machine(self.agenda, State(position.scratch(), frames=list(frames)), answering, seen)
        machine.imagined = True
        machine.gone_through()
        return machine


def trials_of(law: Law) -> Trials:
    """The trials of a law, made once."""
    return memoised(law, "_trials", lambda law: Trials(agenda_of(law)))


def reference(law: Law, **how: Any) -> Reference:
    """The reference evaluator of a law, with trials; takes what `Reference` takes."""
    return Reference(law, trials_of(law), **how)


def evaluator(law: Law, position: Position, **how: Any) -> Evaluator:
    """The reference evaluator of a position, with trials."""
    return reference(law, **how).about(position, None).ev
