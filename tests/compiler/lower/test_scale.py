"""The pass that counts a number in parts of one while it is changed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.scale import scale
from hexlaw.runtime import types as t

from .forms import CREW, LIT, TWO, after, call, law, op, program, shown

EXACT = t.EXACT
START = call("start")


def number(value: int | Fraction) -> f.Const:
    return f.Const(value, EXACT)


def it(at: int) -> f.Local:
    return f.Local(f"it@{at}", EXACT)


def by(sign: str, at: int, amount: f.Expr) -> f.Op:
    return op(sign, it(at), amount, type_=EXACT)


def part(amount: f.Expr, of: int) -> f.Op:
    return op("/", amount, number(of), type_=EXACT)


def changed(*values: f.Expr, last: f.Expr | None = None) -> f.Expr:
    """A number that is changed again and again, and what is made of it."""
    x = it(len(values) - 1) if last is None else last
    for at, value in reversed(list(enumerate(values))):
        x = f.Let((f"it@{at}",), value, x, EXACT)
    return x


def scaled(bench: Any, x: f.Expr) -> str:
    return shown(after(scale, program(law(bench), it=x, start=CREW)))


QUARTER, TENTHS = part(CREW, 4), part(op("*", CREW, number(9), type_=EXACT), 10)


def test_what_is_changed_by_parts_is_counted_in_the_largest_that_suits_all(bench: Any) -> None:
    half = op("half", CREW, type_=EXACT)
    found = scaled(bench, changed(START, by("+", 0, QUARTER), by("-", 1, TENTHS), by("+", 2, half), by("-", 3, CREW)))
    assert found.split(" let ")[1:] == [
        "it@1 = ((20 * it@0) + (5 * u.crew))",
        "it@2 = (it@1 - (18 * u.crew))",
        "it@3 = (it@2 + (10 * u.crew))",
        "it@4 times 20 = (it@3 - (20 * u.crew))",
        "it@4 = (it@4 times 20 / 20) it@4)",
    ]


def test_what_is_only_sometimes_changed_is_counted_so_either_way(bench: Any) -> None:
    perhaps = f.If(LIT, by("+", 0, QUARTER), it(0), EXACT)
    found = scaled(bench, changed(START, perhaps, by("-", 1, TWO), by("-", 2, TWO), by("+", 3, number(Fraction(1, 2)))))
    assert "it@1 = if u.lit: ((4 * it@0) + u.crew) else: (4 * it@0) let" in found
    assert "it@4 times 4 = (it@3 + 2)" in found


def test_a_row_of_changes_inside_a_condition_is_counted_as_well(bench: Any) -> None:
    inner = f.Let(("it@7",), by("+", 0, QUARTER), op("-", f.Local("it@7", EXACT), TWO, type_=EXACT), EXACT)
    perhaps = f.If(LIT, inner, it(0), EXACT)
    found = scaled(bench, changed(START, perhaps, by("-", 1, TWO), by("-", 2, TWO), by("-", 3, TWO)))
    assert "it@7 = ((4 * it@0) + u.crew) (it@7 - 8)" in found


def test_few_changes_stay_and_so_do_those_by_whole_numbers(bench: Any) -> None:
    few = changed(START, by("+", 0, QUARTER), by("-", 1, TENTHS))
    whole = changed(START, *(by("+", at, CREW) for at in range(5)))
    for x in (few, whole):
        assert "times" not in scaled(bench, x)


def test_a_number_that_is_asked_for_on_the_way_is_not_counted_otherwise_there(bench: Any) -> None:
    changes = [by("+", at, QUARTER) for at in range(5)]
    seen = changed(START, *changes, last=op("+", it(5), it(2), type_=EXACT))
    assert "times" not in scaled(bench, seen)
    bounded = changed(START, *changes[:2], op("at-most", it(2), number(8), type_=EXACT), by("+", 3, QUARTER))
    assert "times" not in scaled(bench, bounded)
