"""How sure a mean and a direction are, at every look while values still come in.

The confidence sequence of a mean (`SampleValues`) is an interval that holds at every look. Idea: if the mean is m,
nobody who bets against that at fair odds can expect to win. With values x from -1 to 1, a bet c on "more than m" turns
1 into 1 + c (x - m) / (1 + m), which stays at or above 0 and is worth 1 on average if m is right. Several bets are
played at once, each with a share of the stake; what they come to depends on the values alone and not on their order.
INVARIANT (Ville): if the mean is m, the chance that the stake is ever worth 1/a is at most a. So all m against which
the stake has not come to 2/ALARM on either side form an interval that misses the true mean at any look, ever, with a
chance of at most ALARM. The stake falls as m rises, so each end is found by halving. Why not the usual margin of error:
it is right for one look that was fixed beforehand. Stopping as soon as it looks good misleads in half of all cases, as
`tests/compiler/desk/compare/test_confidence.py` shows.

Numbers are decimals of a fixed length, so that the same games give the same interval on every machine. Bounds are whole
parts of `GRID`, rounded outwards.

The differences of pairs in one thing (`Differences`) may be of any size, and what matters first is which way they go.
Where two laws are one in effect, the games of a pair might as well have been exchanged: each difference is as likely
the one way as the other, whatever its size. Two tests ask nothing else of them, no limits and no large numbers:

- `exact`, at a size that was fixed beforehand. How often would as much come together on one side if a coin
  decided each sign? All falls of the coins are counted. Where all differences are of one size, as with who has won,
  this is the sign test of the pairs that differ.
- `at_any_look`, while pairs still come in. A bet on "more" wins on a difference d the part 2/(1 + exp(-t d)) of the
  stake, and the opposite sign would lose what this one wins: the stake is worth 1 on average. Bets of all sizes t are
  made at once. INVARIANT (Ville): if both laws are one, the chance that the stake is ever worth 1/a is at most a.

The same bets, on differences less a middle, make an interval for the middle that holds at any look where differences
lie alike on both sides of it. How often it misses where they do not, `bench/false_alarms.py` tells.

Why not the interval of a mean: that needs to know the largest difference there can be, which is not known of losses,
and it is about the size of a difference, so it is slow to show a direction.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import lcm

ALARM = Fraction(1, 20)
"""The chance with which an interval may miss, over all looks."""
SHARES = (2, 4, 4, 4, 3, 2, 1)
"""The parts of the stake for bets of 4/5, 2/5, 1/5, ...: most for those that pay where a tenth of pairs differ."""
MAX_BET = Fraction(4, 5)
GRID = 10_000
DIGITS = 20
SIZES = tuple(Fraction(2) ** k for k in range(-4, 3))
"""The bets for a difference of the size of the first."""
MAX_PARTS = 20_000
"""The sum of all sizes in parts, at the most, for all falls of the coins to be counted: finer sizes are rounded."""
FINE = 100
"""Bounds are in parts of 1/100, rounded outwards."""
MAX_STEPS = 64
MAX_CACHED = 10_000


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
    return bisect_right(range(1 - GRID, GRID), -limit, key=lambda mean: -stake(counts, mean)) - GRID


def stake(counts: list[tuple[Decimal, int]], mean: int) -> Decimal:
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


class Differences(SampleValues):
    """The differences of pairs in one thing, of any size, in the order of their seeds."""

    first = Fraction(0)  # the size of the first that is not 0, which bets are measured by

    def add(self, value: Fraction) -> None:
        super().add(value)
        self.first = self.first or abs(value)

    def going(self, sign: int) -> int:
        """Returns how many go one way."""
        return sum(n for value, n in self.counts.items() if value * sign > 0)

    def exact(self) -> Fraction:
        """Returns the probability, for two laws that are one, that at least as much comes together on one side."""
        sizes = Counter[int]()
        whole = lcm(*(value.denominator for value in self.counts))
        largest = max((abs(value) * whole for value in self.counts), default=Fraction(0))
        most = min(int(largest), MAX_PARTS // max(1, self.going(1) + self.going(-1))) or 1
        lead = 0
        for value, n in self.counts.items():
            if value:
                size = max(1, round(abs(value) * whole * most / largest))
                sizes[size] += n
                lead += size * n if value > 0 else -size * n
        number, all_ = sizes.total(), sum(size * n for size, n in sizes.items())
        ways, width = 1, number + 1  # ways to come to 0, 1, 2, ... on one side, each in so many bits
        for size in sizes.elements():
            ways += ways << (width * size)
        reached = (all_ + abs(lead)) // 2
        as_much = (ways >> (width * reached)) % ((1 << width) - 1) if number else 1
        return min(Fraction(1), Fraction(2 * as_much, 1 << number))

    def at_any_look(self) -> Fraction:
        """Returns the same for looks after every pair: the rate at which any look would ever come to this."""
        with localcontext(Context(prec=DIGITS)):
            return min(Fraction(1), 2 / Fraction(max(self._stake(sign, Fraction(0)) for sign in (1, -1))))

    def middle(self, alarm: Fraction) -> tuple[Fraction, Fraction] | None:
        """Returns bounds for the middle of the differences; None as long as that might be anywhere."""
        with localcontext(Context(prec=DIGITS)):
            low, high = (self._lowest(sign, decimal(2 / alarm)) for sign in (1, -1))
        return None if low is None or high is None else (Fraction(low, FINE), Fraction(-high, FINE))

    def _lowest(self, sign: int, limit: Decimal) -> int | None:
        """Returns the lowest middle, in hundredths, against which bets on more have not come to the limit."""
        high = FINE * max((int(sign * value) for value in self.counts), default=0) + FINE
        step = FINE
        low = high - step
        for _ in range(MAX_STEPS):
            if self._stake(sign, Fraction(low, FINE)) >= limit:
                break
            high, step = low, 2 * step
            low = high - step
        else:
            return None
        between = range(low + 1, high)
        return low + bisect_right(between, -limit, key=lambda middle: -self._stake(sign, Fraction(middle, FINE)))

    def _stake(self, sign: int, middle: Fraction) -> Decimal:
        """Returns the stake after bets on more than a middle, or on less."""
        total = Decimal(0)
        for size in SIZES:
            worth = Decimal(1)
            for value, n in self.counts.items():
                worth *= _paid(size * (sign * value - middle) / (self.first or 1)) ** n
            total += worth
        return total / len(SIZES)


@lru_cache(MAX_CACHED)
def _paid(bet: Fraction) -> Decimal:
    """Returns a stake of 1 after a bet of this size on more; after the opposite bet it is what is missing from 2."""
    return 2 / (1 + decimal(-bet).exp())
