"""The answers of the reference evaluator to what play asks.

Printed procedures carry games out. Where no printed function answers, they ask `Answers` about the position: the value
of an expression, the cases of a rule, what is broken, what is forbidden. `Reference` makes `Answers` for a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Self

from hexlaw.runtime.evaluate.applicability import cases
from hexlaw.runtime.evaluate.evaluator import Breach, Env, EvaluationContext, Evaluator
from hexlaw.runtime.evaluate.makers import each
from hexlaw.runtime.evaluate.prohibitions import broken, is_prohibited, newly_broken, prohibited
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.verdict import Permission, Refusal
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.position.position import Position

Row = tuple[Value, ...]


class Answers:
    """The reference evaluator's answers about one position, which does not change meanwhile."""

    def __init__(self, ev: Evaluator) -> None:
        self.ev = ev
        self.shown = ev.shown

    def value(self, node: e.Expr, names: Env) -> Value:
        self.ev.account.begin()
        return self.ev.value(node, names)

    def items(self, binder: e.Binder, names: Env) -> tuple[Value, ...]:
        """Returns each thing that a binder stands for, in order."""
        self.ev.account.begin()
        return tuple(inner[binder.var] for inner in each(self.ev, binder, names))

    def cases(self, rule: g.Rule, names: Env) -> list[Env]:
        """Returns the cases in which a rule applies, of all that it goes through."""
        self.ev.account.begin()
        return list(cases(self.ev, rule, names, self.ev.law.ranging_binders[rule.id]))

    def applying(self, rule: g.Rule, names: Env, own: Sequence[str], rows: Sequence[Row]) -> Sequence[Row]:
        """Returns those of the rows with which a rule applies in some case; a row gives its `own` names their
        values."""
        return [row for row in rows if self.cases(rule, {**names, **dict(zip(own, row, strict=True))})]

    def broken(self, rule: g.Rule) -> Breach:
        """Returns the cases in which a requirement does not hold."""
        self.ev.account.begin()
        return broken(self.ev, rule)

    def newly_broken(self, before: Answers, rules: Sequence[g.Rule]) -> list[Refusal]:
        """Returns the refusals by requirements that are newly broken, or broken further."""
        self.ev.account.begin()
        return newly_broken(before.ev, self.ev, rules)

    def judge(self, path: str, names: Env, verdict: Permission) -> None:
        """Adds to the verdict what forbids a pick, or being done with it or with a part of the sequence."""
        self.ev.account.begin()
        prohibited(self.ev, path, path.partition(".")[2], names, verdict)

    def forbids(self, path: str, names: Env) -> bool:
        """Returns whether something forbids a pick, or being done with it; a stop where that cannot be judged."""
        if self.ev.seen is None:
            self.ev.account.begin()
            return is_prohibited(self.ev, path, names)
        verdict = Permission("", "", ())  # looking at what is asked has to show all of it
        self.judge(path, names, verdict)
        return not verdict.judged


class Reference(EvaluationContext):
    """All questions are answered by the reference evaluator; `Trials` (`trials.py`) adds what only play can answer."""

    def untraced(self) -> Self:
        """Returns the same without a trace."""
        found = copy(self)
        found.tracing, found.asked, found.doubts, found.unsure = False, [], {}, {}
        return found if self.tracing else self

    def about(self, position: Position, seen: ReadSet | None = None) -> Answers:
        """Returns the answers about a position; `seen` notes what is read."""
        return Answers(Evaluator(self, position, seen))
