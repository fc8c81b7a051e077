"""What marks say of an expression: whether it may stop or be none, what it depends on and what it costs."""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import Marks, disjoint
from hexlaw.runtime.law import types as t

from .forms import BOAT, CREW, LIT, TWO, WEIGHT, N, U, all_of, call, law, op, program


def test_only_what_nobody_may_have_said_stops(bench: Any) -> None:
    marks = Marks(program(law(bench), it=WEIGHT, other=call("it", U)))
    assert not marks.may_stop(CREW)
    assert marks.may_stop(WEIGHT)
    assert marks.function_may_stop("fact:other")


def test_reckoning_stops_at_what_may_be_none(bench: Any) -> None:
    marks = Marks(program(law(bench)))
    assert not marks.may_stop(op("+", CREW, TWO))
    assert marks.may_stop(op("+", N, TWO))  # what a function is given may be none


def test_it_depends_on_all_that_it_reads_by_whatever_way(bench: Any) -> None:
    boats = f.Things("boat", f.Read("hex", "", U, t.HEX), False, t.SetOf(BOAT))
    marks = Marks(program(law(bench), it=boats, other=all_of(LIT, op("same", call("it", U), f.Items((), boats.type)))))
    assert marks.reads_of("fact:other") == {"@", "lit"}
    assert not marks.fixed_by_map("fact:other")


def test_a_loop_over_all_things_does_not_depend_on_where_they_stand(bench: Any) -> None:
    everyone = f.Things("boat", None, False, t.SetOf(BOAT))
    marks = Marks(program(law(bench), it=everyone))
    assert marks.reads_of("fact:it") == {"@things"}
    assert not marks.fixed_by_map("fact:it")


def test_two_tests_of_one_thing_against_different_constants_never_hold_together() -> None:
    paint = f.Read("paint", "boat", U, t.Choice("paint"))
    red, blue = (op("==", paint, f.Const(word, t.Choice("paint"))) for word in ("red", "blue"))
    assert disjoint(all_of(LIT, red), blue)
    assert not disjoint(red, all_of(LIT, red))
    assert disjoint(op("<", CREW, N), op(">", CREW, N))
    assert disjoint(op("<", CREW, N), op("<=", N, CREW))
    assert not disjoint(op("<=", CREW, N), op("<=", N, CREW))
