"""Numbers of the target are exact: what it cannot count in its parts, or has no room for, it hands back."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any

import pytest

from hexlaw.runtime.law.law import configure
from hexlaw.runtime.position.position import Position

pytest.importorskip("wasmtime")

LAW = """chapter [1] "Oil"
fact plus(m: exact, n: exact): exact
fact minus(m: exact, n: exact): exact
fact times(m: exact, n: exact): exact
fact divided(m: exact, n: exact): exact
fact upper(m: exact, n: exact): exact
fact lower(m: exact, n: exact): exact
fact brighter(m: exact, n: exact): exact
fact dimmer(m: exact, n: exact): exact
fact before(m: exact, n: exact): yes/no
fact not-after(m: exact, n: exact): yes/no
fact same(m: exact, n: exact): yes/no
fact four-times(m: exact): exact
fact less-four-times(m: exact): exact
fact summed(m: exact, n: exact): exact
fact a-sixth-more(m: exact): exact
fact a-seventh(m: whole): exact
table odds(ratio: exact): whole [1]
fact shine(m: exact, n: exact): whole
rule oil.plus [1]
  plus(m, n) is m + n
rule oil.minus [1]
  minus(m, n) is m - n
rule oil.times [1]
  times(m, n) is m * n
rule oil.divided [1]
  divided(m, n) is m / n
rule oil.upper [1]
  upper(m, n) is rounded-up(m) - rounded-up(n)
rule oil.lower [1]
  lower(m, n) is rounded-down(m) - rounded-down(n)
rule oil.most [1]
  brighter(m, n) is larger(m, n)
rule oil.least [1]
  dimmer(m, n) is smaller(m, n)
rule oil.before [1]
  when m < n
  before(m, n)
rule oil.not-after [1]
  when m <= n
  not-after(m, n)
rule oil.same [1]
  when m is n
  same(m, n)
rule oil.four [1]
  four-times(m) is m + m + m + m
rule oil.less-four [1]
  less-four-times(m) is 0 - m - m - m - m
rule oil.summed [1]
  summed(m, n) is sum(k for k in {m, n})
rule oil.sixth [1]
  a-sixth-more(m) is m + 1/6
rule oil.shine [1]
  shine(m, n) is odds(m / n)
fact thinner(m: exact, n: exact): yes/no
fact thicker(m: exact, n: exact): yes/no
fact whole-below(m: exact, n: exact): exact
fact whole-above(m: exact, n: exact): exact
rule oil.thinner [1]
  when m / n < 1/5
  thinner(m, n)
rule oil.thicker [1]
  when 1/5 <= m / n
  thicker(m, n)
rule oil.whole-below [1]
  whole-below(m, n) is rounded-down(m / n)
rule oil.whole-above [1]
  whole-above(m, n) is rounded-up(m / n)
rule oil.seventh [1]
  a-seventh(m) is m / 7
quantity lamp(m: exact): exact
  starts with m
  steps wick, tide
rule lamp.wick [1]
  at step lamp.wick
  halves it
rule lamp.tide [1]
  at step lamp.tide
  adds 1/3
rule lamp.fractions [1]
  keeps fractions of lamp
quantity flame(m: exact): exact
  starts with m
  steps wick
rule flame.wick [1]
  at step flame.wick
  halves it
rule flame.fractions [1]
  rounds flame down at the end
"""
ODDS = """table: odds
title: Odds
cite: [H 1]
rows:
  below 1/4: 10
  at least 1/4: 14
  at least 1/3: 13
  at least 1/2: 12
  at least 1: 11
  at least 3: 31
  at least 7/2: 72
"""
SMALL = [Fraction(n, d) for n, d in product((-7, -1, 0, 1, 2, 3, 22, 10**6), (1, 2, 3, 7, 12, 13))]
OF_TWO: dict[str, Callable[[Fraction, Fraction], Any]] = {
    "plus": lambda a, b: a + b, "minus": lambda a, b: a - b, "times": lambda a, b: a * b,
    "divided": lambda a, b: a / b if b else None, "upper": lambda a, b: ceil(a) - ceil(b),
    "lower": lambda a, b: floor(a) - floor(b), "brighter": max, "dimmer": min, "before": lambda a, b: a < b,
    "not-after": lambda a, b: a <= b, "same": lambda a, b: a == b,
}  # fmt: skip


@pytest.fixture
def numbers(bench: Any, judge: Any) -> Any:
    found = judge(configure(bench.compiled(LAW, files={"tables/odds.yaml": ODDS}).graph), [])
    found.take_up(Position(found.graph, None))
    return found


def test_operations_on_fractions_are_exact_or_handed_back(numbers: Any) -> None:
    part = numbers.printed.layout.part
    handed_back = 0
    for (name, by_hand), a, b in product(OF_TWO.items(), SMALL, SMALL):
        expected = by_hand(a, b)
        found = numbers.target("fact", name, (a, b))
        if expected is None:
            assert found == ("stopped", 1)
        elif (Fraction(expected) * part).denominator != 1:  # there is no such number of parts
            assert found == ("stopped", 3), (name, a, b)
            handed_back += 1
        elif name == "divided" and found == ("stopped", 3):
            assert abs(a) * part > 2**38
        else:
            assert found == ("value", ("yes/no", expected) if isinstance(expected, bool) else expected), (name, a, b)
    assert handed_back > 100


def test_thirds_and_sevenths(numbers: Any) -> None:
    third, seventh = Fraction(1, 3), Fraction(1, 7)
    assert numbers.target("fact", "times", (third, seventh)) == ("value", Fraction(1, 21))
    assert numbers.target("fact", "times", (third * 2, seventh * 3)) == ("value", Fraction(2, 7))
    assert numbers.target("fact", "times", (third * third, seventh)) == ("value", Fraction(1, 63))
    assert numbers.target("fact", "times", (third * third, third)) == ("value", Fraction(1, 27))
    assert numbers.target("fact", "times", (third * third, third * third)) == ("stopped", 3)
    assert numbers.target("fact", "divided", (third, seventh)) == ("value", Fraction(7, 3))
    assert numbers.target("fact", "divided", (seventh, 7)) == ("stopped", 3)
    assert numbers.target("fact", "a-seventh", (5,)) == ("value", Fraction(5, 7))
    assert numbers.target("fact", "a-sixth-more", (Fraction(1, 13),)) == ("value", Fraction(19, 78))


def test_odds_are_looked_up_without_being_worked_out(numbers: Any) -> None:
    starts = {Fraction(1, 4): 14, Fraction(1, 3): 13, Fraction(1, 2): 12, Fraction(1): 11, Fraction(3): 31}
    starts[Fraction(7, 2)] = 72
    for m, n in product(
        (-3, 0, 1, 2, 3, 5, 7, 10, Fraction(7, 3), Fraction(1, 11)), (1, 2, 3, 7, 11, 14, Fraction(1, 3))
    ):
        expected = [10, *(told for start, told in starts.items() if start <= Fraction(m) / n)][-1]
        assert numbers.target("fact", "shine", (m, n)) == ("value", expected), (m, n)
    for m, n in ((1, 0), (0, 0), (1, -1)):
        assert numbers.target("fact", "shine", (m, n)) == (("stopped", 1) if n == 0 else ("value", 10)), (m, n)
    for m, n, expected in ((10**7, 1, 72), (1, 10**7, 10), (2**39, 2**39, 11)):
        assert numbers.target("fact", "shine", (m, n)) == ("value", expected), (m, n)
    assert numbers.target("fact", "shine", (1, 2**39)) == ("stopped", 3)


def test_a_quotient_that_is_compared_or_rounded_need_not_come_out(numbers: Any) -> None:
    for m, n in product((-8, -1, 0, 1, 3, 4, 17, 19, Fraction(7, 3)), (-19, -1, 1, 3, 15, 17, 23, Fraction(1, 3))):
        exact = Fraction(m) / n
        assert numbers.target("fact", "thinner", (m, n)) == ("value", ("yes/no", exact < Fraction(1, 5))), (m, n)
        assert numbers.target("fact", "thicker", (m, n)) == ("value", ("yes/no", exact >= Fraction(1, 5))), (m, n)
        assert numbers.target("fact", "whole-below", (m, n)) == ("value", floor(exact)), (m, n)
        assert numbers.target("fact", "whole-above", (m, n)) == ("value", ceil(exact)), (m, n)
    for name in ("thinner", "thicker", "whole-below", "whole-above"):
        assert numbers.target("fact", name, (1, 0)) == ("stopped", 1), name


def test_quantities_keep_or_round_what_is_halved(numbers: Any) -> None:
    for n in range(-9, 10):
        a = Fraction(n, 3)
        assert numbers.target("quantity", "lamp", (a,)) == ("value", a / 2 + Fraction(1, 3))
        assert numbers.target("quantity", "flame", (a,)) == ("value", floor(a / 2))


def test_what_has_no_room_is_handed_back(numbers: Any) -> None:
    """2^62 parts and as many more would be the cell of none."""
    part = numbers.printed.layout.part
    for exponent in (40, 50, 57, 58, 59):
        for more in (-1, 0, 1):
            a = Fraction(2**exponent + more, part)
            for name, expected in (("four-times", 4 * a), ("less-four-times", -4 * a)):
                for sign in (1, -1):
                    found = numbers.target("fact", name, (sign * a,))
                    if -(2**61) <= sign * expected * part < 2**61:
                        assert found == ("value", sign * expected)
                    else:
                        assert found == ("stopped", 3)
            for name in ("plus", "summed"):
                found = numbers.target("fact", name, (a, a * 2))
                assert found == (("value", a * 3) if abs(a * 3) * part < 2**61 else ("stopped", 3))
            for b in (7, Fraction(2**30), Fraction(2**39), a, Fraction(1, 2), Fraction(-2, 13)):
                for m, n in ((a, b), (b, a), (-a, b), (b, -a)):
                    found = numbers.target("fact", "times", (m, n))
                    assert found in (("value", m * n), ("stopped", 3)), (m, n)
                    assert found == ("stopped", 3) or abs(m * n) * part < 2**61


def test_numbers_that_have_no_room_are_not_taken_up(numbers: Any) -> None:
    from hexlaw.compiler.wasm.layout import Unlaid

    part = numbers.printed.layout.part
    for number in (Fraction(1, 17), Fraction(2**61, part), Fraction(-(2**61), part)):
        with pytest.raises(Unlaid):
            numbers.target("fact", "a-sixth-more", (number,))
