"""Pass: in what order rules are looked at, and how many of them.

The reference looks at all rules of a fact, so a stop in one is met even where another applies. Here as many are looked
at as may stop, and no more: where no rule can stop once those before it have been looked at, and no two may disagree,
the first that applies decides, highest first. Otherwise each test gets a name before anything is decided, and what
applies beside the rule that decides is held against it.
"""

from __future__ import annotations

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import conjunction, disjunction, negation, op
from hexlaw.compiler.lower.marks import NO, YES, Marks
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import types as t


def settle(program: f.Program) -> f.Program:
    settling = _Settling(program)
    return program.changed(lambda function: replace(function, body=settling.settled(function.body)))


class _Settling:
    def __init__(self, program: f.Program) -> None:
        self.marks = Marks(program)

    def settled(self, x: f.Part) -> f.Part:
        inner = f.rebuilt(x, self.settled)
        match x, inner:
            case _, f.Choose():
                return self._choose(inner)
            case f.Op(args=(before,)), f.Op(op="some", args=(only,)) if not self.marks.may_be_none(before):
                return only
            case f.Loop(item=item), f.Loop(how="total") if not self.marks.may_be_none(item):
                return replace(inner, how="sum")
        return inner

    def _choose(self, x: f.Choose) -> f.Expr:
        marks, cases = self.marks, x.cases
        tests = [case.test for case in cases]
        ordered = _highest_first(cases)
        if ordered is not None:
            if x.otherwise == NO and all(case.value == YES for case in cases):
                # if all rules say yes, it suffices that any of them applies
                found = disjunction(tuple(tests))
                how = "whole" if any(map(marks.may_stop, tests[1:])) else ""
                notes = tuple(case.rule for case in cases)
                return replace(found, how=how, notes=notes) if isinstance(found, f.Or) and len(tests) > 1 else found
            rivals = any(marks.may_disagree(a, b) for i, a in enumerate(ordered) for b in ordered[i + 1 :])
            if not rivals and not any(marks.may_stop(case.test) for case in ordered[1:]):
                return self._chain(x, ordered, {case.rule: case.test for case in cases})
        flags: dict[str, f.Expr] = {
            c.rule: c.test if c.test == YES else f.Local(f"{_id(c)} holds", t.YES_NO) for c in cases
        }
        body = self._chain(x, ordered, flags) if ordered is not None else self._in_a_circle(x, flags)
        for case in reversed(cases):
            flag = flags[case.rule]
            if isinstance(flag, f.Local):
                body = f.Let(flag.name, case.test, body, x.type, case.rule)
        return body

    def _chain(self, x: f.Choose, ordered: list[f.Case], flags: dict[str, f.Expr]) -> f.Expr:
        body = x.otherwise
        for i, case in reversed(list(enumerate(ordered))):
            said = self._said(case, ordered[i + 1 :], x, flags)
            body = said if flags[case.rule] == YES else f.If(flags[case.rule], said, body, x.type, case.rule)
        return body

    def _said(self, case: f.Case, lower: list[f.Case], x: f.Choose, flags: dict[str, f.Expr]) -> f.Expr:
        """The value of the rule that decides, a stop where one behind it applies with another."""
        rivals = [other for other in lower if self.marks.may_disagree(case, other)]
        if not rivals:
            return case.value
        said = f.Local(f"{_id(case)} says", x.type)
        clashes = []
        for other in rivals:
            differs = negation(op("same", t.YES_NO, said, other.value), True)
            clashes.append(conjunction((_winning(other, x.cases, flags), differs)))
        stop = f.Stop(f"`{_id(case)}` and others disagree", x.type)
        compared = f.Let(said.name, case.value, f.If(disjunction(tuple(clashes)), stop, said, x.type), x.type)
        any_other = disjunction(tuple(flags[other.rule] for other in rivals))
        return compared if any(flags[r.rule] == YES for r in rivals) else f.If(any_other, compared, case.value, x.type)

    def _in_a_circle(self, x: f.Choose, flags: dict[str, f.Expr]) -> f.Expr:
        """Tries the rules one by one, where they override each other in a circle."""
        free = [f.Case(c.rule, _winning(c, x.cases, flags), c.value, frozenset()) for c in x.cases]
        free = [case for case in free if case.test != NO]
        return self._chain(f.Choose(tuple(free), x.otherwise, x.type), free, {c.rule: c.test for c in free})


def _winning(case: f.Case, cases: tuple[f.Case, ...], flags: dict[str, f.Expr]) -> f.Expr:
    """Whether a rule applies and none that applies overrides it."""
    above = tuple(flags[other.rule] for other in cases if case.rule in other.beats)
    return NO if YES in above else conjunction((flags[case.rule], negation(disjunction(above), True)))


def _highest_first(cases: tuple[f.Case, ...]) -> list[f.Case] | None:
    """The rules sorted so that each comes before those that it overrides; None where they override each other in a
    circle."""
    waiting, ordered = list(cases), []
    while waiting:
        free = [x for x in waiting if not any(x.rule in y.beats for y in waiting)]
        if not free:
            return None
        ordered += free
        waiting = [x for x in waiting if x not in free]
    return ordered


def _id(case: f.Case) -> str:
    return case.rule.partition(" ")[0]
