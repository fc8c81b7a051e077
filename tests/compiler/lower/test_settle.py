"""The order in which rules are looked at, and how many of them."""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.settle import settle
from hexlaw.runtime.law import types as t

from .forms import CREW, LIT, MOORED, ONE, TWO, WEIGHT, after, all_of, law, op, program, shown

NOTHING_SAYS = f.Stop("no rule says it", t.WHOLE)
YES, NO = f.Const(True, t.YES_NO), f.Const(False, t.YES_NO)


def rule(name: str, test: f.Expr, value: f.Expr, *beats: str) -> f.Case:
    return f.Case(name, test, value, frozenset(beats))


def settled(bench: Any, *cases: f.Case, otherwise: f.Expr = NOTHING_SAYS) -> str:
    return shown(after(settle, program(law(bench), it=f.Choose(cases, otherwise, t.WHOLE))))


def test_what_stands_over_another_is_looked_at_first(bench: Any) -> None:
    found = settled(bench, rule("low", YES, ONE), rule("high", LIT, TWO, "low"))
    assert found == "(-- high if u.lit: 2 else: 1)"


def test_rules_that_may_disagree_are_held_against_each_other(bench: Any) -> None:
    found = settled(bench, rule("a", LIT, ONE), rule("b", MOORED, TWO))
    assert "let a holds = u.lit" in found
    assert "let b holds = u.moored" in found
    assert "if b holds: let a says = 1 if (b holds and not same(a says, 2)): stop: `a` and others disagree" in found


def test_rules_that_never_apply_together_are_a_plain_chain(bench: Any) -> None:
    few, many = op("<", CREW, TWO), op(">", CREW, TWO)
    found = settled(bench, rule("a", few, ONE), rule("b", many, TWO))
    assert found.startswith("(-- a if (u.crew < 2): 1 else: -- b if (u.crew > 2): 2")


def test_a_rule_that_may_stop_is_looked_at_also_where_another_decides(bench: Any) -> None:
    heavy = all_of(MOORED, op("<", TWO, WEIGHT))
    found = settled(bench, rule("low", heavy, ONE), rule("high", LIT, TWO, "low"))
    assert "let low holds = (u.moored and (2 < u.weight))" in found
    assert found.index("let low holds") < found.index("if high holds")


def test_where_all_say_yes_it_is_enough_to_ask_whether_any_applies(bench: Any) -> None:
    found = settled(bench, rule("a", LIT, YES), rule("b", MOORED, YES), otherwise=NO)
    assert found == "(u.lit or u.moored)"
    may_stop = op("<", TWO, WEIGHT)
    assert settled(bench, rule("a", LIT, YES), rule("b", may_stop, YES), otherwise=NO).endswith(" whole)")


def test_rules_over_each_other_in_a_circle_leave_none(bench: Any) -> None:
    found = settled(bench, rule("a", LIT, ONE, "b"), rule("b", MOORED, TWO, "a"))
    assert "(a holds and not b holds)" in found
    assert "(b holds and not a holds)" in found
