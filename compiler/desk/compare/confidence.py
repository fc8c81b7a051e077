"""A confidence sequence for a mean: an interval that holds at every look while values still come in.

Idea: if the mean is m, nobody who bets against that at fair odds can expect to win. With values x
from -1 to 1, a bet c on "more than m" turns 1 into 1 + c (x - m) / (1 + m), which stays at or above 0 and is worth 1 on
average if m is right. Several bets are played at once, each with a share of the stake; what they come to depends on the
values alone and not on their order. INVARIANT (Ville): if the mean is m, the chance that the stake is ever worth 1/a is
at most a. So all m against which the stake has not come to 2/ALARM on either side form an interval that misses the true
mean at any look, ever, with a chance of at most ALARM. The stake falls as m rises, so each end is found by halving.
Why not the usual margin of error: it is right for one look that was fixed beforehand. Stopping as soon as it looks good
misleads in half of all cases, as `tests/compiler/desk/compare/test_confidence.py` shows.

Numbers are decimals of a fixed length, so that the same games give the same interval on every machine. Bounds are whole
parts of `GRID`, rounded outwards.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction

ALARM = Fraction(1, 20)
"""The chance with which an interval may miss, over all looks."""
SHARES = (2, 4, 4, 4, 3, 2, 1)
"""The parts of the stake for bets of 4/5, 2/5, 1/5, ...: most for those that pay where a tenth of pairs differ."""
MAX_BET = Fraction(4, 5)
GRID = 10_000
DIGITS = 20


@dataclass(frozen=True)
class Interval:
    """Bounds of a mean, from -1 to 1."""

    low: Fraction
    high: Fraction

    @property
    def half(self) -> Fraction:
        return (self.high - self.low) / 2


class SampleValues:
    """Values from -1 to 1, counted."""

    def __init__(self, counts: Mapping[Fraction, int] | None = None) -> None:
        self.counts: Counter[Fraction] = Counter(counts or {})

    def add(self, value: Fraction) -> None:
        self.counts[value] += 1

    @property
    def number(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> Fraction:
        total = sum((value * n for value, n in self.counts.items()), Fraction(0))
        return total / self.number if self.number else Fraction(0)

    def rules_out_0(self) -> bool:
        """Returns True if the interval at this look leaves 0 out; quicker than the interval."""
        with localcontext(Context(prec=DIGITS)):
            limit = decimal(2 / ALARM)
            counts = [(decimal(value), n) for value, n in self.counts.items() if n and value]
            return any(_stake([(sign * value, n) for value, n in counts], 0) >= limit for sign in (1, -1))

    def interval(self, alarm: Fraction = ALARM) -> Interval:
        """Returns the interval at this look; it may be looked at after every value."""
        with localcontext(Context(prec=DIGITS)):
            limit = decimal(2 / alarm)
            counts = [(decimal(value), n) for value, n in self.counts.items() if n]
            low = _lowest(counts, limit)
            high = _lowest([(-value, n) for value, n in counts], limit)
        return Interval(Fraction(low, GRID), Fraction(-high, GRID))


def _lowest(counts: list[tuple[Decimal, int]], limit: Decimal) -> int:
    """Returns the lowest mean, in parts of the grid, against which bets on more have not come to the limit."""
    return bisect_right(range(1 - GRID, GRID), -limit, key=lambda mean: -_stake(counts, mean)) - GRID


def _stake(counts: list[tuple[Decimal, int]], mean: int) -> Decimal:
    """Returns the stake after bets on more than a mean."""
    over = 1 + Decimal(mean) / GRID
    total = Decimal(0)
    for number, share in enumerate(SHARES):
        bet = decimal(MAX_BET) / 2**number
        worth = Decimal(share)
        for value, n in counts:
            worth *= (1 + bet * ((value + 1) / over - 1)) ** n
        total += worth
    return total / sum(SHARES)


def decimal(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / number.denominator
