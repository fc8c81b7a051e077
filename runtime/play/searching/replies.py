"""Replies: what the others do upon a line, and what a side gets back for it.

The line is ended, and each side in turn does what gains most to it where its things stand, found by a brief look at
each of its beginnings: first this side, in the parts of its turn that are still to come; then the others, up to this
side's next decision; then this side, up to theirs. What goes from hex to hex is left out of it: a few positions of a
move say nothing. What was promised to several may be gone once one of them has taken it, so each whose gain has shrunk
is looked at once more. What becomes of things by themselves, where a part of a turn ends, is counted as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any

from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.play import choices
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.planning import MOST_FALLS, Beginning, Plan
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take
from hexlaw.runtime.play.searching.beginnings import BRIEFLY, Beginnings
from hexlaw.runtime.play.searching.twins import exchanged
from hexlaw.runtime.value import Thing

REPLY = 80
"""Positions that one look at what the others do takes."""
AT_LEAST = 20
"""Of these, how many a part of their turn has at the least; and at the most half of what is left, so that what they do
late in it is seen as well."""
STILL_TO_COME = 40
"""Positions that the rest of this side's own turn takes, besides."""
FEW_FALLS = 6
"""Falls of the dice that are looked at in a reply: of two dice, all of the first and the middle one of the second."""
MOST_QUESTIONS = 30
"""Questions between a line and the end of what the others do upon it."""


@dataclass(frozen=True)
class Line:
    """Plans one after the other, how the game stands after them, and what that is worth by itself."""

    plans: tuple[Plan, ...]
    after: Machine
    worth: Fraction

    @property
    def answers(self) -> tuple[Any, ...]:
        return tuple(answer for plan in self.plans for answer in plan.answers)

    def gains_over(self, worth: Fraction) -> list[tuple[Fraction, tuple[Any, ...]]]:
        """What each plan gains, where the line begins at so much worth, and its answers."""
        before = [worth, *(plan.worth for plan in self.plans)]
        return [(plan.worth - was, plan.answers) for plan, was in zip(self.plans, before, strict=False)]


@dataclass(frozen=True)
class Reply:
    """What the others gain by what they do upon a line, and whom and what they name in it."""

    gained: Fraction
    plans: tuple[tuple[Fraction, tuple[Any, ...]], ...] = ()  # by action, what it gains and its answers
    regained: Fraction = Fraction(0)  # what this side gains in the rest of its turn, upon that, and by the way

    @property
    def cost(self) -> Fraction:
        return self.gained - self.regained

    @property
    def named(self) -> frozenset[Any]:
        return frozenset(answer for _, answers in self.plans for answer in answers)

    def against(self, thing: Thing, here: Hex | None) -> frozenset[Any]:
        """What is named where the others go for a thing, or act where it is."""
        found = (answers for _, answers in self.plans if thing in answers or (here is not None and here in answers))
        return frozenset(answer for answers in found for answer in answers)

    def regardless_of(self, thing: Thing, here: Hex | None) -> Fraction:
        """What the others gain by all that has nothing to do with a thing: they will gain it whatever that does."""
        gains = (g for g, answers in self.plans if thing not in answers and (here is None or here not in answers))
        return sum(gains, Fraction(0))


class Turn(Enum):
    """Whose turn it is in a reply: the rest of this side's own, the others', this side's next."""

    OURS, THEIRS, OURS_AGAIN = auto(), auto(), auto()


Waiting = list[tuple[Fraction, int, int, Beginning, Plan]]
"""Plans that may be taken, by what they lose, with their beginnings."""


class Replies(Beginnings):
    """Looks at what the others do."""

    def reply(self, line: Line, side: str) -> Reply:
        """What the others gain at the most, as far as is looked, before this side decides again; and what this side
        gains where it stands, in the rest of its turn and then until they decide again."""
        self.falls = FEW_FALLS
        try:
            return self._replied(line, side)
        finally:
            self.falls = MOST_FALLS

    def _replied(self, line: Line, side: str) -> Reply:
        machine, planned, enough = line.after, self._planned(), self.left - REPLY
        gained, regained, done = Fraction(0), Fraction(0), list[tuple[Fraction, tuple[Any, ...]]]()
        turn = Turn.OURS
        ended: Machine | None = None  # where a part of a turn was ended, until the next decision
        for _ in range(MOST_QUESTIONS):
            question = machine.state.question
            following: Machine | None = None
            match question:
                case Take(side=who):
                    if ended is not None:
                        regained += self.worth_of(machine, side) - self.worth_of(ended, side)
                        ended = None
                    if who != side and turn == Turn.OURS_AGAIN:
                        break
                    turn = Turn.THEIRS if who != side else Turn.OURS if turn == Turn.OURS else Turn.OURS_AGAIN
                    if turn != Turn.OURS or planned.isdisjoint(question.actions):
                        stood, before = self.worth_of(machine, who), self.left
                        if turn == Turn.OURS:
                            best = self.where_it_stands(machine, STILL_TO_COME)
                            enough -= before - self.left
                        else:
                            best = self.where_it_stands(machine, max((self.left - enough) // 2, AT_LEAST))
                        if who == side:
                            regained += best.worth - stood
                        else:
                            gained += best.worth - stood
                            done += best.gains_over(stood)
                        machine = best.after
                    if not isinstance(machine.state.question, Take):
                        continue  # dice fall, or somebody is asked, before they go on
                    ended, following = machine, self.following(machine, DONE)
                case Choose():
                    plans = self.plans(machine, BRIEFLY.positions, thorough=False, most=REPLY)
                    following = plans[0].after if plans else None
                case None:
                    break
                case _:
                    following = self._fallen(machine, question)
            if following is None:
                break
            machine = following
        return Reply(gained, tuple(done), regained)

    def _planned(self) -> frozenset[str]:
        """The actions that could be taken where the plan begins: the line says what is done of them."""
        question = self.begun_at.state.question
        return frozenset(question.actions) if isinstance(question, Take) else frozenset()

    def where_it_stands(self, machine: Machine, room: int) -> Line:
        """What the side that is asked does without going anywhere, as far as so many positions show."""
        question = machine.state.question
        assert isinstance(question, Take)
        worth, enough = self.worth_of(machine, question.side), self.left - room
        open_now = self.chance.in_order(self.beginnings(machine))
        alike = self._alike(machine, open_now)
        found: dict[Beginning, list[Plan]] = {}
        for beginning in open_now:
            if self.left <= enough:
                break
            if beginning not in alike and beginning[0] not in self.by_steps:
                found[beginning] = self.begun_so(machine, beginning, BRIEFLY)
        self._for_twins(found, alike)
        again = set[Beginning]()

        def anew(at: Machine, beginning: Beginning) -> Plan | None:
            if self.left <= enough or beginning in again:
                return None
            again.add(beginning)
            return next(iter(self.begun_so(at, beginning, BRIEFLY)), None)

        taken = self._taken(machine, worth, self._waiting(found, worth), anew)
        return Line(tuple(taken), taken[-1].after, taken[-1].worth) if taken else Line((), machine, worth)

    def _waiting(self, found: Mapping[Beginning, list[Plan]], worth: Fraction) -> Waiting:
        """The best of each beginning."""
        waiting = [
            (worth - plan.worth, self.chance.number(*beginning), number, beginning, plan)
            for number, (beginning, plans) in enumerate(found.items())
            for plan in plans[:1]
        ]
        heapify(waiting)
        return waiting

    def _taken(
        self,
        at: Machine,
        worth: Fraction,
        waiting: Waiting,
        anew: Callable[[Machine, Beginning], Plan | None] = lambda at, beginning: None,
    ) -> list[Plan]:
        """Of plans that are known each by itself, those that gain one after the other, what gains most first. One that
        gains less than it did waits again, or what is found for its beginning `anew`."""
        taken, idle = list[Plan](), Waiting()
        question = at.state.question
        assert isinstance(question, Take)
        while (waiting or idle) and self._is_open(at, question):
            loss, chance, number, beginning, plan = heappop(waiting or idle)
            now = self.again(at, plan.answers) if taken or plan.place is None else plan
            if now is None or worth - now.worth > loss:
                other = anew(at, beginning)
                now = other if now is None or (other is not None and other.worth > now.worth) else now
            if now is None:
                continue
            loss = worth - now.worth
            if waiting and loss > waiting[0][0]:
                heappush(waiting, (loss, chance, number, beginning, now))
                continue
            if loss >= 0 and self.ends(at):
                break
            if loss == 0 and waiting:  # of what has to be done, that which changes nothing will hardly be the duty
                idle.append((loss, chance, number, beginning, now))
                continue
            taken.append(now)
            at, worth = now.after, now.worth
        return taken

    def _alike(
        self, at: Machine, beginnings: list[Beginning]
    ) -> dict[Beginning, tuple[Beginning, Mapping[Thing, Thing]]]:
        """By beginning that is like one before it, that one, and who stands for whom in it."""
        alike = self.twins_in(at)
        first: dict[Beginning, Beginning] = {}
        found: dict[Beginning, tuple[Beginning, Mapping[Thing, Thing]]] = {}
        for beginning in beginnings:
            one = beginning[-1]
            if isinstance(one, Thing) and one in alike:
                like = first.setdefault((*beginning[:-1], alike[one]), beginning)
                if like is not beginning:
                    found[beginning] = like, {one: like[-1], like[-1]: one}
        return found

    def _for_twins(
        self, found: dict[Beginning, list[Plan]], alike: Mapping[Beginning, tuple[Beginning, Mapping[Thing, Thing]]]
    ) -> None:
        """Adds what was found for one to those that are like it; they have not been looked at themselves."""
        for beginning, (other, exchange) in alike.items():
            found[beginning] = [
                replace(plan, answers=exchanged(plan.answers, exchange), place=None) for plan in found.get(other, ())
            ]

    def _is_open(self, machine: Machine, asked: Take) -> bool:
        """Whether the same side may still take actions in the same place."""
        question = machine.state.question
        return isinstance(question, Take) and question.who == asked.who

    def ends(self, machine: Machine) -> bool:
        """Whether this side may be done here."""
        return self.may_be_done(machine) and self.following(machine, DONE) is not None

    def _fallen(self, machine: Machine, question: ByLot) -> Machine | None:
        return self._known(lambda: choices.answered(machine, question.typical))
