"""How sure a mean is that is looked at while it grows."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from false_alarms import missed_width, rules_out_0

from hexlaw.compiler.desk.compare.confidence import ALARM, PLANNED, SampleValues

LOOKS = 300
SWEEPS = 400


def counted(worse: int, level: int, better: int) -> SampleValues:
    return SampleValues({Fraction(-1): worse, Fraction(0): level, Fraction(1): better})


def test_nothing_is_known_of_no_values() -> None:
    assert SampleValues().interval() == (-1, 1)


def test_a_tenth_that_differs_among_a_thousand_is_known_to_three_and_a_half_points() -> None:
    low, high = counted(50, 900, 50).interval()
    assert high - low <= Fraction(70, 1000)


def test_the_order_of_values_means_nothing_and_signs_are_mirrored() -> None:
    low, high = counted(10, 80, 30).interval()
    assert counted(30, 80, 10).interval() == (-high, -low)


def test_values_between_are_taken_as_they_are() -> None:
    halves = SampleValues({Fraction(1, 2): 300, Fraction(-1, 4): 100})
    assert halves.mean == Fraction(5, 16)
    low, high = halves.interval()
    assert 0 < low < halves.mean < high


def test_an_effect_is_found() -> None:
    assert counted(10, 880, 110).interval()[0] > 0


@pytest.mark.parametrize(
    ("values", "number"),
    [
        ({}, 30),  # a tenth of the number squared is ln 20 squared, 8.974, or more
        ({0: 50}, 30),
        ({0: 81, 1: 19}, 68),  # and 2.874 for each square more: those that leave 4.5 % of a normal curve on either side
        ({0: 81, -1: 19}, 68),
        ({0: 60, Fraction(1, 2): 40}, 48),  # as much as a tenth of whole ones
        ({1: 3, -1: 2}, 291),
    ],
)
def test_to_know_a_mean_to_ten_points_takes_as_many_as_squares_ask(values: dict[Fraction, int], number: int) -> None:
    assert SampleValues(values).wanted(Fraction(1, 10)) == number


def test_several_means_take_more_to_miss_as_seldom_together() -> None:
    """Of five at once: ln 100 squared is 21.2, and each square counts 2.874 and twice ln 5, 6.09."""
    assert SampleValues().wanted(Fraction(1, 10), 5) == 47
    assert SampleValues({Fraction(1): 50, Fraction(-1): 50}).wanted(Fraction(1, 10), 5) == 613


@pytest.mark.parametrize(("share", "better"), [(0.03, 1), (0.1, 0.5), (0.1, 0.95), (0.12, 1), (0.2, 0.6), (0.9, 0.52)])
def test_a_width_that_was_named_misses_no_more_often_than_allowed(share: float, better: float) -> None:
    """All that can come is counted: few pairs that differ, and pairs that all differ the same way, as well."""
    missed, _ = missed_width(Fraction(1, 10), share, better)
    assert missed <= PLANNED


@pytest.mark.parametrize("better", range(0, 40, 3))
def test_leaving_out_0_is_told_as_the_interval_tells_it(better: int) -> None:
    values = counted(8, 100, better)
    low, high = values.interval()
    assert rules_out_0(values) == (not low <= 0 <= high)


def sweeps(alarm_of_a_look: Callable[[int, int, int], bool]) -> float:
    """The share of sweeps of two equal laws in which a look, of one after every pair, sees a difference."""
    alarms = 0
    known: dict[tuple[int, int], bool] = {}  # what a level pair adds is of no matter at 0, and little to the margin
    for sweep in range(SWEEPS):
        random, counts = Random(f"equal laws {sweep}"), [0, 0, 0]
        for _ in range(LOOKS):
            draw = random.random()
            counts[0 if draw < 0.15 else 2 if draw < 0.3 else 1] += 1
            key = counts[0], counts[2]
            if key not in known:
                known[key] = alarm_of_a_look(counts[0], counts[1], counts[2])
            if known[key]:
                alarms += 1
                break
    return alarms / SWEEPS


def test_looking_after_every_pair_raises_no_more_false_alarms_than_allowed() -> None:
    assert sweeps(lambda worse, level, better: rules_out_0(counted(worse, level, better))) <= ALARM


def test_the_usual_margin_looked_at_after_every_pair_is_far_off() -> None:
    def usual(worse: int, level: int, better: int) -> bool:
        number = worse + level + better
        mean = (better - worse) / number
        variance = (better + worse) / number - mean**2
        return number > 20 and abs(mean) > 1.96 * (variance / number) ** 0.5

    assert sweeps(usual) > 4 * ALARM
