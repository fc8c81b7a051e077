"""What marks say of an expression: whether it may stop or be none, what it depends on and what it costs.

A mark that is wrong on the one side costs time, on the other an answer: there is a test of each side.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import Marks, asks_position, disjoint, is_plain, literal_test, named
from hexlaw.runtime.base.on_demand import OnDemand
from hexlaw.runtime.law import types as t

from .forms import BOAT, CREW, LIT, MOORED, ONE, TWO, WEIGHT, N, U, V, all_of, call, law, op, program

YES, NONE = f.Const(True, t.YES_NO), f.Const(None, t.WHOLE)
BOATS = f.Things("boat", None, False, t.SetOf(BOAT))
HEXES = op("hexes", type_=t.SetOf(t.HEX))
HERE = f.Local("h", t.HEX)
WATER = f.Read("water", "hex", HERE, t.SetOf(t.Choice("water")))
PAINT = f.Read("paint", "boat", U, t.Choice("paint"))
RED, BLUE = (f.Const(word, t.Choice("paint")) for word in ("red", "blue"))
TABLES = """chapter [1] "W"
choice depth
  low, high
table toll(w: depth): whole or none [1]
table dues(w: depth): whole [1]
"""


@pytest.fixture
def marks(bench: Any) -> Marks:
    return Marks(program(law(bench), it=WEIGHT, other=call("it", U), fine=CREW, nothing=NONE))


def or_(*parts: f.Expr, how: Any = "") -> f.Or:
    return f.Or(parts, t.YES_NO, how)


def if_(test: f.Expr, then: f.Expr, otherwise: f.Expr) -> f.If:
    return f.If(test, then, otherwise, t.WHOLE)


def choose(*cases: f.Case, otherwise: f.Expr = ONE) -> f.Choose:
    return f.Choose(cases, otherwise, t.WHOLE)


def rule(name: str, test: f.Expr, value: f.Expr, *beats: str) -> f.Case:
    return f.Case(name, test, value, frozenset(beats))


def loop(how: Any, item: f.Expr = ONE, where: f.Expr | None = None, over: f.Expr = BOATS, var: str = "v") -> f.Loop:
    return f.Loop(how, (f.Binder(var, over, where),), item, t.WHOLE)


# ---- what may stop


def test_only_what_nobody_may_have_said_stops(marks: Marks) -> None:
    assert not marks.may_stop(CREW)
    assert marks.may_stop(WEIGHT)
    assert marks.function_may_stop("fact:other")
    assert not marks.function_may_stop("fact:fine")
    assert not marks.may_stop(f.Read("weight", "buoy", U, t.WHOLE)), "no buoy has it"
    assert not marks.may_stop(f.Read("hex", "", U, t.HEX)), "none is a place"


def test_reckoning_stops_at_what_may_be_none(marks: Marks) -> None:
    assert not marks.may_stop(op("+", CREW, TWO))
    assert marks.may_stop(op("+", N, TWO))  # what a function is given may be none
    assert marks.may_stop(op("/", CREW, TWO)), "by nothing"
    assert not marks.may_stop(op("same", N, TWO)), "none is no number, and that is an answer"
    assert not marks.may_stop(op("==", N, TWO))


def test_loops_and_what_is_kept_stop_where_they_may_find_nothing(bench: Any, marks: Marks) -> None:
    assert marks.may_stop(loop("least"))
    assert marks.may_stop(loop("one"))
    assert not marks.may_stop(loop("count"))
    assert marks.may_stop(loop("count", where=op("<", WEIGHT, TWO)))
    assert not marks.may_stop(loop("perhaps", where=op("<", WEIGHT, TWO))), "it lists what its condition stops at"
    assert marks.may_stop(f.Kept("acting", "", (), t.Choice("side")))
    assert not marks.may_stop(f.Kept("memory", "seen", (U,), t.YES_NO)), "of no secret"
    secret = (
        'chapter [1] "W"\nthing cargo\n  stands in boat\n  n: whole = 0 secret\n  side: side\nchoice side\n  ann, bob\n'
    )
    secret += "memory rich(c: cargo) [1]\nrule rich.yes [1]\n  when c.n > 3\n  begins rich(c)\n"
    kept = f.Kept("memory", "rich", (U,), t.YES_NO)
    assert Marks(program(law(bench, secret))).may_stop(kept), "who does not see the cargo cannot tell"


def test_rules_stop_where_they_stop_themselves_or_may_disagree(marks: Marks) -> None:
    heavy = op("<", TWO, WEIGHT)
    assert not marks.may_stop(choose(rule("a", LIT, ONE)))
    assert marks.may_stop(choose(rule("a", heavy, ONE)))
    assert marks.may_stop(choose(rule("a", LIT, WEIGHT)))
    assert marks.may_stop(choose(rule("a", LIT, ONE), otherwise=WEIGHT))
    assert not marks.may_stop(choose(rule("a", YES, ONE), otherwise=WEIGHT)), "it is never asked"
    both = rule("a", LIT, ONE), rule("b", MOORED, TWO)
    assert marks.may_stop(choose(*both))
    assert marks.may_stop(choose(rule("x", LIT, ONE), *both)), "also those that are not the first"
    far = rule("a", LIT, ONE), rule("b", LIT, ONE), rule("c", MOORED, TWO, "b", "d"), rule("d", LIT, ONE)
    assert marks.may_stop(choose(*far)), "the first and the third"
    assert not marks.may_stop(choose(rule("a", LIT, ONE), rule("b", MOORED, ONE))), "they say the same"
    assert not marks.may_stop(choose(rule("a", LIT, ONE, "b"), rule("b", MOORED, TWO)))
    assert not marks.may_stop(choose(rule("a", LIT, ONE), rule("b", MOORED, TWO, "a")))
    apart = op("==", PAINT, RED), op("==", PAINT, BLUE)
    assert not marks.may_stop(choose(rule("a", apart[0], ONE), rule("b", apart[1], TWO)))


# ---- what may be none


@pytest.mark.parametrize(
    ("x", "may_be"),
    [
        (NONE, True), (ONE, False), (U, True), (CREW, False), (f.Read("hex", "", U, t.HEX), True),
        (f.Read("friend", "boat", U, t.OrNone(BOAT)), True), (op("side-between", U, V), True), (op("+", N, TWO), False),
        (if_(LIT, NONE, ONE), True), (if_(LIT, ONE, NONE), True), (if_(LIT, ONE, TWO), False),
        (choose(rule("a", LIT, NONE), rule("b", MOORED, ONE)), True), (choose(rule("a", LIT, ONE)), False),
        (choose(rule("a", LIT, ONE), otherwise=NONE), True), (f.Let("n", NONE, ONE, t.WHOLE), False),
        (f.Let("n", ONE, NONE, t.WHOLE), True), (f.Fire(("a",), NONE, t.WHOLE), True), (loop("one"), True),
        (loop("lowest"), True), (loop("highest"), True), (loop("sum"), False), (or_(LIT, MOORED), False),
        (or_(LIT, MOORED, how="aside"), True), (all_of(LIT, MOORED), False), (f.Field("record", "n", U, t.WHOLE), True),
        (f.Stop("it stops", t.WHOLE), False), (call("nothing", U), True), (call("it", U), False),
        (f.Call("quantity:load", (U,), t.WHOLE), False),
    ],
)  # fmt: skip
def test_what_may_be_none(marks: Marks, x: f.Expr, may_be: bool) -> None:
    assert marks.may_be_none(x) is may_be


@pytest.mark.parametrize(("cells", "below", "may_be"), [("[1, 2]", "stop", False), ('[1, "-"]', "stop", True)])
def test_a_cell_may_be_none_if_one_of_its_table_is(bench: Any, cells: str, below: str, may_be: bool) -> None:
    table = f'table: toll\ncite: [1]\nrows:\n  low: {cells[1]}\n  high: {cells[4:-1]}\ncodes: {{"-": none}}\n'
    text = TABLES.replace("table dues(w: depth): whole [1]\n", "")
    marks = Marks(program(law(bench, text, files={"tables/toll.yaml": table})))
    assert marks.may_be_none(f.Cell("toll", (U,), t.OrNone(t.WHOLE))) is may_be


# ---- what it depends on


def test_it_depends_on_all_that_it_reads_by_whatever_way(bench: Any) -> None:
    boats = f.Things("boat", f.Read("hex", "", U, t.HEX), False, t.SetOf(BOAT))
    marks = Marks(program(law(bench), it=boats, other=all_of(LIT, op("same", call("it", U), f.Items((), boats.type)))))
    assert marks.reads_of("fact:other") == {"@place", "attribute:lit"}
    assert not marks.fixed_by_map("fact:other")


def test_a_loop_over_all_things_does_not_depend_on_where_they_stand(bench: Any) -> None:
    marks = Marks(program(law(bench), it=BOATS))
    assert marks.reads_of("fact:it") == {"@things"}
    assert not marks.fixed_by_map("fact:it")


def test_what_play_keeps_is_called_so_that_no_attribute_is(marks: Marks) -> None:
    kept = [f.Kept(sort, "n", (U,), t.YES_NO) for sort in ("memory", "tally", "span", "acting")]
    names = [marks.reads(each) for each in kept]
    assert names == [{"memory:n"}, {"tally:n"}, {"span:n"}, {"@acting"}]
    assert marks.reads(f.Play("reach", ("walk",), (U,), t.SetOf(t.HEX))) == {"@anything"}


def test_only_what_is_given_things_of_the_map_and_reads_no_other_is_fixed_by_it(bench: Any) -> None:
    def marks_of(body: f.Expr, of: t.Type) -> Marks:
        it = f.Function("fact:it", "it", (("h", of),), body)
        by_it = f.Function("fact:by", "by", (("h", of),), f.Call("fact:it", (HERE,), t.YES_NO))
        made = {"fact:it": it, "fact:by": by_it}
        return Marks(f.Program(law(bench), OnDemand(made, made.__getitem__)))

    shoal = f.Read("shoal", "hex", HERE, t.YES_NO)
    for body, of, fixed in (
        (shoal, t.HEX, True), (shoal, t.Kind("hexside"), True), (shoal, t.OrNone(t.HEX), True), (shoal, BOAT, False),
        (shoal, t.SetOf(BOAT), False), (all_of(shoal, LIT), t.HEX, False), (op("moment"), t.HEX, False),
    ):  # fmt: skip
        assert marks_of(body, of).fixed_by_map("fact:it") is fixed, (body, of)
        assert marks_of(body, of).fixed_by_map("fact:by") is fixed, (body, of)


def test_values_are_plain_that_are_the_same_on_every_position() -> None:
    plain: tuple[t.Type, ...] = (
        t.HEX,
        t.Kind("hexside"),
        t.Kind("contact"),
        t.WHOLE,
        t.SetOf(t.HEX),
        t.OrNone(t.Choice("paint")),
    )
    assert all(map(is_plain, plain))
    others: tuple[t.Type, ...] = BOAT, t.SetOf(BOAT), t.OrNone(BOAT)
    assert not any(map(is_plain, others))
    assert not asks_position(WATER)
    assert not asks_position(op("distance", HERE, HERE))
    assert all(map(asks_position, (CREW, BOATS, op("game"), f.Kept("span", "day", (), t.YES_NO))))


def test_names_that_are_bound_inside_are_not_free(marks: Marks) -> None:
    lit = f.Read("lit", "boat", V, t.YES_NO)
    assert marks.free(loop("count", where=all_of(lit, LIT))) == {"u": BOAT}
    assert marks.free(loop("count", over=f.Things("boat", V, False, t.SetOf(BOAT)))) == {"v": BOAT}, "not yet bound"
    two = f.Loop(
        "list", (f.Binder("v", BOATS, None), f.Binder("w", f.Things("boat", V, False, BOATS.type), None)), V, BOAT
    )
    assert marks.free(two) == {}
    assert [*marks.free(all_of(lit, LIT))] == ["v", "u"], "in the order in which they are met"
    assert marks.free(f.Let("n", U, op("+", N, V), t.WHOLE)) == {"u": BOAT, "v": BOAT}


# ---- what it costs


def test_what_is_asked_more_often_costs_more(marks: Marks) -> None:
    comparison, distance = op("<", CREW, TWO), op("<", op("distance", U, V), TWO)
    assert 0 < marks.cost(comparison) < marks.cost(distance)
    assert marks.cost(if_(comparison, ONE, ONE)) < marks.cost(if_(distance, ONE, ONE))
    assert marks.cost(if_(LIT, CREW, ONE)) < marks.cost(if_(LIT, CREW, WEIGHT))
    assert marks.cost(call("it", U)) > marks.cost(WEIGHT), "a call comes to what it calls"
    plain, asked = loop("count"), loop("count", where=distance)
    assert marks.cost(asked) >= marks.cost(plain) + 2 * marks.cost(distance), "at each turn"
    assert marks.cost(loop("sum", item=CREW)) > marks.cost(loop("count", item=CREW)) == marks.cost(plain)
    assert marks.cost(loop("any", over=f.Items((U, V), BOATS.type))) < marks.cost(loop("any")), "two turns, not six"
    is_u = all_of(op("==", V, U), distance)
    assert marks.cost(loop("any", where=is_u)) < marks.cost(loop("count", where=is_u)), "it is looked up"
    assert marks.cost(f.Linked("fact:it", (), U, None, False, BOATS.type)) > 100 * marks.cost(WEIGHT)
    assert marks.cost(f.Cell("toll", (CREW,), t.WHOLE)) > marks.cost(CREW)
    assert marks.cost(f.Play("reach", ("walk",), (U,), BOATS.type)) > marks.cost(asked)


# ---- what is looked up, and what never holds together


def test_one_thing_is_looked_up_if_a_loop_asks_first_whether_it_is_that() -> None:
    first, second = op("==", V, U), op("==", U, V)
    assert named(loop("any", where=all_of(first, LIT))) == (U, (LIT,))
    assert named(loop("any", where=all_of(second, LIT, MOORED))) == (U, (LIT, MOORED))
    friend = f.Read("friend", "boat", V, t.OrNone(BOAT))
    two = f.Loop("any", (f.Binder("v", BOATS, all_of(first, LIT)), f.Binder("w", BOATS, None)), ONE, t.WHOLE)
    for other in (
        loop("any"), loop("any", where=first), loop("any", where=all_of(LIT, first)), two,
        loop("any", where=all_of(op("<", V, U), LIT)), loop("any", where=all_of(op("==", V, friend), LIT)),
        loop("any", where=all_of(op("==", CREW, TWO), LIT)), loop("any", where=all_of(first, LIT), over=HEXES),
    ):  # fmt: skip
        assert named(other) is None


def test_a_condition_tests_one_thing_against_constants() -> None:
    is_red, is_blue = op("==", PAINT, RED), op("==", BLUE, PAINT)
    assert literal_test(is_red) == (PAINT, (RED,))
    assert literal_test(is_blue) == (PAINT, (BLUE,)), "either way round"
    assert literal_test(op("in", PAINT, f.Items((RED, BLUE), t.SetOf(PAINT.type)))) == (PAINT, (RED, BLUE))
    assert literal_test(or_(is_red, is_blue)) == (PAINT, (RED, BLUE))
    mixed = f.Items((RED, PAINT), t.SetOf(PAINT.type))
    for other in (
        op("in", PAINT, mixed), op("in", PAINT, f.Items((), mixed.type)), or_(is_red, op("==", CREW, TWO)),
        or_(is_red, LIT), or_(is_red, is_blue, how="whole"), op("==", LIT, YES), op("==", CREW, NONE),
        op("<", CREW, TWO),
    ):  # fmt: skip
        assert literal_test(other) is None, other


def test_two_tests_of_one_thing_against_different_constants_never_hold_together() -> None:
    red, blue = op("==", PAINT, RED), op("==", PAINT, BLUE)
    assert disjoint(all_of(LIT, red), blue)
    assert disjoint(blue, all_of(LIT, red))
    assert not disjoint(red, all_of(LIT, red))
    assert not disjoint(or_(red, blue), blue)
    assert not disjoint(red, op("==", f.Read("paint", "boat", V, PAINT.type), BLUE)), "of another thing"
    assert disjoint(op("<", CREW, N), op(">", CREW, N))
    assert disjoint(op("<", CREW, N), op("<=", N, CREW))
    assert disjoint(op("==", CREW, N), f.Not(op("==", N, CREW), t.YES_NO))
    assert not disjoint(op("<=", CREW, N), op("<=", N, CREW))
    assert not disjoint(op("<", CREW, N), f.Not(op("==", N, CREW), t.YES_NO))
    assert not disjoint(LIT, MOORED)
