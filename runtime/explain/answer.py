"""Answers: a question put to a law and a position, with everything needed to say why.

`answer` never raises for what the law says or fails to say: a contradiction, a hole or an exhausted question is an
answer too (`stop`). `other_answers` asks the same under the readings and unsure figures that were not taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from hexlaw.runtime.base.relations import going_on
from hexlaw.runtime.evaluate.budget import MAX_AHEAD, WorkBudget
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.trace import TraceNode, walk
from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.explain.question import Question
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import all_asked, asked_of_requirements, uses
from hexlaw.runtime.law.dependence import asked as asked_in
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import Exhausted, LawStop
from hexlaw.runtime.law.table import Cell
from hexlaw.runtime.play.pick_query import may
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.play.trials import Course, Deciding, Trials, each
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words
from hexlaw.runtime.words.english import counted

MAX_DECIDED = 60_000_000
"""Steps that an answer may take in which somebody decides: programs look ahead for it."""
MAX_READINGS = 40  # other readings tried for one question
ON_TRIAL = ("effect:", "reach:", "pick:")  # what is asked of these leaves no trace


@dataclass
class OutcomeChance:
    """One outcome of an effect with its chance, and the dice that lead to it."""

    outcome: Any
    chance: Fraction
    dice: list[str]
    decided: str = ""  # what is answered on the way to it, where each answer is looked at for itself


@dataclass
class Answer:
    question: Question
    law: Law
    position: Position
    value: Any = None
    permission: Permission | None = None
    chances: list[OutcomeChance] | None = None
    reach: dict[Any, Any] | None = None
    stop: LawStop | None = None
    asked: list[TraceNode] = field(default_factory=list)
    doubts: dict[tuple[str, str], str] = field(default_factory=dict)  # unsure figures of unit charts that were read
    unsure: dict[str, Cell] = field(default_factory=dict)  # and unsure cells of tables, by their places
    names: dict[Any, str] = field(default_factory=dict)  # what the question calls records and sets
    deciding: Deciding | None = None

    @property
    def key(self) -> object:
        """What two answers must share to be the same answer."""
        if self.stop is not None:
            return ("stop", self.stop.message)
        if self.permission is not None:
            refusing = frozenset(r.rule.id if r.rule else "" for r in self.permission.refusals)
            return ("may", self.permission.allowed, refusing)
        if self.chances is not None:
            return ("chances", frozenset((c.decided, c.outcome, c.chance) for c in self.chances))
        if self.reach is not None:
            return ("reach", frozenset(self.reach.items()))
        return ("value", frozenset(self.value) if type(self.value) is tuple else self.value)

    @property
    def in_short(self) -> str:
        """The answer in one line."""
        if self.stop is not None:
            return self.stop.message
        if self.permission is not None:
            if self.permission.allowed:
                cost = self.permission.cost
                return "legal" if cost is None else f"legal, for {in_words(cost, self.position)}"
            return "refused: " + "; ".join(dict.fromkeys(r.text for r in self.permission.reasons))
        if self.chances is not None:
            return ", ".join(f"{self.outcome(c)} ({in_words(c.chance, self.position)})" for c in self.chances)
        if self.reach is not None:
            return f"{counted(len(self.reach), 'hex')} can be reached"
        return self.shown(self.value)

    def deciding_rules(self) -> list[g.Rule]:
        """Returns the rules that apply, those that cut others short, and those that refuse or lift what was asked."""
        tried = [tried for node in walk(self.asked) for tried in node.rules]
        found = [one.rule for one in tried if one.fate == "applies"] + [rule for one in tried for rule in one.by]
        if self.permission is not None:
            found += [refusal.rule for refusal in self.permission.reasons if refusal.rule is not None]
            found += [rule for one in self.permission.lifted for rule in one.by]
        return found

    def shown(self, value: Any) -> str:
        return value if isinstance(value, str) else in_words(value, self.position)

    def outcome(self, chance: OutcomeChance) -> str:
        """An outcome, behind what is answered on the way to it."""
        shown = self.shown(chance.outcome)
        return f"{chance.decided}: {shown}" if chance.decided else shown


def answer(
    law: Law, position: Position, question: Question, *, tracing: bool = True,
    other_cells: Mapping[str, object] | None = None, seen: ReadSet | None = None, account: WorkBudget | None = None,
    deciding: Deciding | None = None,
) -> Answer:  # fmt: skip
    """The answer to a question; `seen` notes everything that was looked at on the way to it. Whoever is `deciding` does
    so where somebody has to, in the course of an effect."""
    result = Answer(question, law, position, deciding=deciding)
    asking = Trials(law, tracing=tracing, other_cells=other_cells, account=account)
    result.doubts, result.unsure = asking.doubts, asking.unsure
    try:
        args = tuple(asking.about(position, seen).value(arg, {}) for arg in question.args)
        asking.asked = result.asked
        match question.sort:
            case "value":
                assert question.value is not None
                result.value = asking.about(position, seen).value(question.value, {})
            case "may":
                action, _, pick = question.name.partition(".")
                result.permission = may(asking, asking.about(position, seen).ev, action, pick, args)
            case "after":
                with _as_one(asking.account, deciding):
                    result.chances = _chances(asking, position, seen, question, args, deciding)
            case "reach":
                result.reach = asking.reach(asking.about(position, seen).ev, question.name, args)
    except LawStop as stop:
        result.stop = stop
    except RecursionError:
        result.stop = LawStop("the question is nested too deeply to be answered", "ask a part of it")
    return result


def _as_one(account: WorkBudget, deciding: Deciding | None) -> AbstractContextManager[None]:
    """All that is asked in here takes no more steps than one question may; more where somebody decides on the way."""
    return account.inside() if deciding is None else account.shared(MAX_DECIDED, "to see what is decided")


def _chances(
    asking: Trials, position: Position, seen: ReadSet | None, question: Question, args: tuple[Any, ...],
    deciding: Deciding | None,
) -> list[OutcomeChance]:  # fmt: skip
    """The outcomes of an effect: of the value asked for, or of everything that changes."""
    found: dict[Any, OutcomeChance] = {}
    for course in asking.paths(asking.about(position, seen).ev, question.name, args, deciding=deciding):
        decided = _row(course, position) if deciding is each else ""
        if question.value is None:
            outcome: Any = what_changed(position, course.game.position)
        else:
            outcome = asking.untraced().about(course.game.position, seen).value(question.value, {})
        same = frozenset(outcome) if type(outcome) is tuple else outcome  # the order of a set means nothing
        chance = found.setdefault((decided, same), OutcomeChance(outcome, Fraction(0), [], decided))
        chance.chance += course.chance
        chance.dice.append(", ".join(f"{fallen.name} {fallen.shows}" for fallen in course.dice))
    # the courses of an effect ask the same again and again: each question with its answer once
    once = {(n.sort, n.name, n.args, repr(n.value)): n for n in reversed(asking.asked)}
    asking.asked[:] = [*once.values()][::-1]
    return sorted(found.values(), key=lambda c: (c.decided, -c.chance))


def _row(course: Course, position: Position) -> str:
    """What was answered on a course, in its order; to be done at its end goes without saying."""
    row = list(course.decided)
    while len(row) > 1 and row[-1].shows == DONE:
        row.pop()
    said = (f"{fallen.name.rpartition('.')[2]} {in_words(fallen.shows, position)}" for fallen in row)
    return ", ".join(answer.removeprefix("action ") for answer in said)


def what_changed(before: Position, after: Position) -> str:
    """The differences between two positions, as a short list in words."""
    parts = [f"{name} is gone" for name in before.things if name not in after.things]
    parts += [f"{name} appears" for name in after.things if name not in before.things]
    for name, thing in after.things.items():
        if name in before.things and before.places.get(thing) != after.places.get(thing):
            parts.append(f"{name} moves to {in_words(after.places.get(thing), after)}")
    there = after.things.values()
    for (subject, attribute), value in after.values.items():
        if before.value(subject, attribute) != value and (subject in there or not hasattr(subject, "kind")):
            shown = in_words(subject, after)
            is_so = f"{shown} is {'' if value else 'not '}{attribute}"
            parts.append(is_so if isinstance(value, bool) else f"{attribute} of {shown} is {in_words(value, after)}")
    return ", ".join(parts) or "nothing changes"


# ---- what would be answered otherwise


@dataclass(frozen=True)
class OtherAnswer:
    """What the answer would be under a reading or figure that was not taken."""

    what: str  # `reading x of the dispute y`, `3 in the table z`
    answer: str
    differs: bool


def other_answers(given: Answer) -> list[OtherAnswer]:
    """What would be answered otherwise, as far as all of it together takes no more steps than one answer may."""
    found: list[OtherAnswer] = []
    if isinstance(given.stop, Exhausted):
        return found
    account = WorkBudget()
    looking = given.question.sort == "may" and given.deciding is None
    with account.shared(MAX_AHEAD, "what follows") if looking else _as_one(account, given.deciding):
        for what, other, always in _otherwise(given, account):
            differs = other.key != given.key
            if differs or always:
                found.append(OtherAnswer(what, other.in_short, differs))
            if isinstance(other.stop, Exhausted):
                break
    return found


def _otherwise(given: Answer, account: WorkBudget) -> Iterator[tuple[str, Answer, bool]]:
    """Each reading and figure that was not taken, with its answer, and whether that is told also if it is the same."""
    law = given.law
    asked_again = partial(
        answer, position=given.position, question=given.question, tracing=False, account=account,
        deciding=given.deciding,
    )  # fmt: skip
    asked = _may_be_asked(given)
    tried = 0
    for name, dispute in law.graph.disputes.items():
        disputed = [f"rule:{rule.id}" for rule in law.graph.rules.values() if rule.under and rule.under[0] == name]
        if asked.isdisjoint(disputed):
            continue  # whichever reading is taken, this question does not come upon it
        for reading in dispute.readings:
            if reading.name == law.readings[name] or tried >= MAX_READINGS or law.is_same_under(name, reading.name):
                continue
            tried += 1
            other_law = law.under_reading(name, reading.name)
            yield f"under the reading `{reading.name}` of the dispute `{name}`", asked_again(other_law), False
    for cell in given.unsure.values():
        for value in cell.other:
            read, instead = in_words(cell.value, given.position), in_words(value, given.position)
            yield (
                f"with {instead} instead of {read} ({cell.unsure})",
                asked_again(law, other_cells={cell.where: value}),
                True,
            )


def _may_be_asked(given: Answer) -> set[str]:
    """What answering the question may ask, as nodes of the graph, under whichever reading.

    Of a value that was worked out with a trace, this is less than all that the law could come to: what was not asked is
    asked under another reading only if something that was asked, or that has a say in it, is not as it was. What
    stopped and decided nothing is not in the trace; under another reading it decides nothing else.
    """
    graph, begun = given.law.graph, _asked_by(given.law, given.question)
    if given.question.sort == "value" and given.stop is None and given.asked:
        traced = {f"{node.sort}:{node.name}" for node in walk(given.asked)}
        apart = ("fact:", "quantity:", "table:")  # questions of their own; all else is a part of what asks it
        on = going_on(begun, lambda x: uses(graph).get(x, ()) if x in traced or not x.startswith(apart) else ())
        met = set(on)
        if not any(node.startswith(ON_TRIAL) for node in met):
            return met
    return all_asked(graph, begun)


def _asked_by(law: Law, question: Question) -> set[str]:
    """What a question asks by itself, as nodes of the graph."""
    found = asked_in((question.args, *([] if question.value is None else [question.value])))
    match question.sort:
        case "may":
            action = law.graph.actions[question.name.partition(".")[0]]
            found |= asked_in((tuple(part.to for part in action.open_in if part.to is not None), action.picks))
            found |= {f"pick:{action.name}.{pick.name}" for pick in action.picks}
            found |= {f"pick:{action.name}.{g.DONE}", f"pick:{question.name}"}
            found |= asked_of_requirements(law.graph)
        case "after":
            found.add(f"effect:{question.name}")
        case "reach":
            found.add(f"reach:{question.name}")
    return found
