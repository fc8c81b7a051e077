"""Which way differences go: two tests of laws that may be one, and an interval, each held to its rate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

import pytest

from hexlaw.compiler.desk.compare.confidence import ALARM, MAX_PARTS, Differences

SWEEPS, LOOKS = 200, 80


def of(values: Sequence[Fraction | int]) -> Differences:
    found = Differences()
    for value in values:
        found.add(Fraction(value))
    return found


@pytest.mark.parametrize(
    ("values", "ways", "falls"),
    [
        ([1] * 16 + [-1], 2 * (1 + 17), 2**17),  # the sign test: 16 or 17 of 17 heads, or of 17 tails
        ([0] * 9, 1, 1),
        ([1, 0, 0, 1, 0], 2, 4),  # who differs not is not asked
        ([3, 2, 1], 2, 8),
        ([3, 2, -1], 4, 8),  # 3 + 2 - 1 is as much as 6, 4, and their opposites
        ([1, Fraction(1, 2), Fraction(-1, 2)], 6, 8),  # a half win counts half
        ([MAX_PARTS * n for n in range(1, 31)], 2, 2**30),  # sizes too fine to be counted are rounded
    ],
)  # fmt: skip
def test_the_exact_test_counts_how_coins_might_fall(values: Sequence[Fraction], ways: int, falls: int) -> None:
    assert of(values).exact() == Fraction(ways, falls)


def test_a_fall_one_way_is_as_rare_as_the_other() -> None:
    one, other = of([3, 1, 4, -1, 5]), of([-3, -1, -4, 1, -5])
    assert one.exact() == other.exact() < 1
    assert one.at_any_look() == other.at_any_look() < 1


def test_an_effect_is_found_at_any_look() -> None:
    assert of([1] * 16 + [-1]).at_any_look() < Fraction(1, 100)
    assert of([9, 4, 7, 0, 12, 3, 8, -1, 6, 10, 5, 7, 11, 2]).at_any_look() < ALARM
    assert of([1, -1] * 20).at_any_look() == 1


def coins(random: Random) -> Fraction:
    return Fraction(random.choice((1, -1)))


def mostly_level(random: Random) -> Fraction:
    return Fraction(random.choice((0, 0, 0, 1, -1)))


def losses(random: Random) -> Fraction:
    return Fraction(sum(random.choice((0, 0, 1)) for _ in range(9)) - sum(random.choice((0, 0, 1)) for _ in range(9)))


def seldom_many(random: Random) -> Fraction:
    return Fraction(random.choice((1, 1, 1, 30)) * random.choice((1, -1)))


def alarms(draw: Callable[[Random], Fraction], probability: Callable[[Differences], Fraction], looks: range) -> int:
    """Sweeps of two laws that are one in which a look says something that should come to pass in 1 of 20 at most."""
    found = 0
    for sweep in range(SWEEPS):
        random, differences = Random(f"{draw.__name__} {sweep}"), Differences()
        said = False
        for look in range(1, LOOKS + 1):
            differences.add(draw(random))
            said = said or (look in looks and probability(differences) <= ALARM)
        found += said
    return found


@pytest.mark.parametrize("draw", [coins, mostly_level, losses, seldom_many])
def test_each_test_keeps_its_rate_where_the_laws_are_one(draw: Callable[[Random], Fraction]) -> None:
    allowed = 17  # of 200; a test that is just right comes to more in 1 of 100 runs
    assert alarms(draw, Differences.at_any_look, range(10, LOOKS + 1, 10)) <= allowed
    assert alarms(draw, Differences.exact, range(LOOKS, LOOKS + 1)) <= allowed


def test_the_exact_test_looked_at_again_and_again_is_far_off() -> None:
    assert alarms(coins, Differences.exact, range(5, LOOKS + 1, 5)) > 2 * SWEEPS * ALARM


def test_the_interval_is_about_the_mean_and_mirrored() -> None:
    values = [2, 3, 1, 4, 2, 2, 3, 0, 5, 1] * 4
    found, other = of(values).middle(ALARM), of([-value for value in values]).middle(ALARM)
    assert found is not None
    assert other is not None
    assert 0 < found[0] < Fraction(23, 10) < found[1] < 4
    assert (other[0], other[1]) == (-found[1], -found[0])


def test_of_few_values_nothing_is_known() -> None:
    assert of([3, 4]).middle(ALARM) is None
    assert of([]).middle(ALARM) is None
    assert of([]).exact() == of([]).at_any_look() == 1


@pytest.mark.parametrize("number", range(5, 15))
def test_the_interval_leaves_0_out_where_the_test_at_any_look_says_so(number: int) -> None:
    differences = of([1] * number + [-1])
    bounds = differences.middle(ALARM)
    leaves_out = bounds is not None and (bounds[0] > 0 or bounds[1] < 0)
    assert leaves_out == (differences.at_any_look() <= ALARM)
