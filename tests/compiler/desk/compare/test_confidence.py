"""How sure a mean is that is looked at while it grows."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from false_alarms import rules_out_0

from hexlaw.compiler.desk.compare.confidence import ALARM, SampleValues

LOOKS = 300
SWEEPS = 400


def counted(worse: int, level: int, better: int) -> SampleValues:
    return SampleValues({Fraction(-1): worse, Fraction(0): level, Fraction(1): better})


def test_nothing_is_known_of_no_values() -> None:
    assert (SampleValues().interval().low, SampleValues().interval().high) == (-1, 1)


def test_a_tenth_that_differs_among_a_thousand_is_known_to_three_and_a_half_points() -> None:
    assert counted(50, 900, 50).interval().half <= Fraction(35, 1000)


def test_the_order_of_values_means_nothing_and_signs_are_mirrored() -> None:
    one, other = counted(10, 80, 30), counted(30, 80, 10)
    assert one.interval().low == -other.interval().high
    assert one.interval().high == -other.interval().low


def test_values_between_are_taken_as_they_are() -> None:
    halves = SampleValues({Fraction(1, 2): 300, Fraction(-1, 4): 100})
    assert halves.mean == Fraction(5, 16)
    interval = halves.interval()
    assert interval.low < halves.mean < interval.high
    assert interval.low > 0


def test_an_effect_is_found() -> None:
    assert counted(10, 880, 110).interval().low > 0


@pytest.mark.parametrize("better", range(0, 40, 3))
def test_leaving_out_0_is_told_as_the_interval_tells_it(better: int) -> None:
    values = counted(8, 100, better)
    assert rules_out_0(values) == (not values.interval().low <= 0 <= values.interval().high)


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
