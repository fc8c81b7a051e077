"""What does not change from turn to turn is worked out before a loop."""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.hoist import hoist
from hexlaw.runtime import types as t

from .forms import BOAT, CREW, MOORED, ONE, TWO, WEIGHT, U, V, after, all_of, call, law, op, program, shown

BOATS = f.Things("boat", None, False, t.SetOf(BOAT))


def loop(how: Any, where: f.Expr | None, item: f.Expr = ONE, over: f.Expr = BOATS) -> f.Loop:
    return f.Loop(how, (f.Binder("v", over, where),), item, t.SetOf(t.WHOLE) if how == "list" else t.YES_NO)


def test_a_condition_that_does_not_name_what_a_loop_is_at_stands_before_it(bench: Any) -> None:
    lit = f.Read("lit", "boat", V, t.YES_NO)
    body = loop("list", all_of(lit, MOORED), V)
    found = shown(after(hoist, program(law(bench), it=body)))
    assert found.startswith("(if u.moored: list(v for v in every boat where v.lit)")


def test_it_stands_before_the_loop_also_where_a_condition_beside_it_may_stop(bench: Any) -> None:
    """Of conditions one that says no decides, whatever the others stop at."""
    weight = f.Read("weight", "boat", V, t.WHOLE)
    body = loop("list", all_of(op("<", ONE, weight), MOORED), V)
    found = shown(after(hoist, program(law(bench), it=body)))
    assert found.startswith("(if u.moored: list(v for v in every boat where (1 < v.weight))")


def test_it_stays_where_finding_what_is_gone_through_may_stop(bench: Any) -> None:
    boats = f.Field("fleet", "boats", f.Local("fleet", BOAT), t.SetOf(BOAT))
    lit = f.Read("lit", "boat", V, t.YES_NO)
    body = loop("list", all_of(lit, MOORED), V, boats)
    assert after(hoist, program(law(bench), it=body)) == body
    many = op("<", ONE, op("size", boats, type_=t.WHOLE))
    found = shown(after(hoist, program(law(bench), it=loop("list", all_of(lit, MOORED, many), V, boats))))
    assert found.startswith("(if ((1 < size(fleet.boats)) and u.moored): "), "what it goes through is found first"


def test_what_each_turn_would_work_out_alike_is_worked_out_before_the_loop(bench: Any) -> None:
    body = loop("list", None, op("+", call("other", U), f.Read("crew", "boat", V, t.WHOLE), type_=t.WHOLE))
    found = shown(after(hoist, program(law(bench), it=body, other=op("*", CREW, TWO, type_=t.WHOLE))))
    assert found == "(let same 0 = fact:other(u) list((same 0 + v.crew) for v in every boat))"


def test_inside_a_condition_what_is_the_same_for_all_turns_gets_a_name(bench: Any) -> None:
    lit, fleet = f.Read("lit", "boat", V, t.YES_NO), f.Read("fleet", "boat", U, t.SetOf(BOAT))
    astray = f.Not(all_of(MOORED, f.Not(op("in", V, fleet), t.YES_NO)), t.YES_NO)
    for over, found in (
        (BOATS, "(let same 0 = u.moored let same 1 = if u.moored: members(u.fleet) else: {} "
         "list(v for v in every boat where (v.lit and not (same 0 and not (v in same 1)))))"),
        (f.Things("boat", U, False, BOATS.type),
         "list(v for v in every boat in u where (v.lit and not (u.moored and not (v in u.fleet))))"),
    ):  # fmt: skip
        body = loop("list", all_of(lit, astray), V, over)
        assert shown(after(hoist, program(law(bench), it=body))) == found, "of few turns nothing is taken out"


def test_what_may_stop_stays_where_it_need_not_have_a_turn(bench: Any) -> None:
    lit, heavy = f.Read("lit", "boat", V, t.YES_NO), op("<", ONE, WEIGHT)
    body = loop("list", f.Or((lit, heavy), t.YES_NO), V)
    assert after(hoist, program(law(bench), it=body)) == body
    body = loop("list", f.Or((heavy, lit), t.YES_NO), V)
    assert shown(after(hoist, program(law(bench), it=body))).startswith("(let same 0 = (1 < u.weight) list(")
