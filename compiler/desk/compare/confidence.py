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

Who names a width beforehand needs far fewer values (`SampleValues.wanted`). They end as soon as there are enough of
them for a normal curve with squares such as theirs, and for a thing that is as rare as the width is narrow to have come
up. Squares do not tell which way a value went, so the end leans to no side, and the exact test below may be asked then.
The interval of that width round the mean is looked at once, at the end. It misses with a chance of at most PLANNED,
which is no theorem: `bench/false_alarms.py --widths` adds up the chances of all that can come.

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

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import ClassVar

ALARM = Fraction(1, 20)
"""The chance with which an interval may miss, over all looks."""
PLANNED = Fraction(1, 10)
"""The chance with which an interval may miss whose width was named beforehand."""
SPREAD = Fraction(28744, 10_000)
"""The square of the deviations behind which a normal curve has nine tenths of that chance: real sums go in steps. With
twice the logarithm of a number more, the chance is less than that part of it."""
GRID = 10_000
DIGITS = 20
MAX_PARTS = 20_000
"""The sum of all sizes in parts, at the most, for all falls of the coins to be counted: finer sizes are rounded."""
FINE = 100
"""Bounds are in parts of 1/100, rounded outwards."""
MAX_FAR = 100
"""Sizes of the largest difference beyond which a middle might be anywhere."""
MAX_CACHED = 10_000
MAX_VALUES = 100_000
Bounds = tuple[Fraction, Fraction]
_exp = lru_cache(MAX_CACHED)(Decimal.exp)


class SampleValues:
    """Values from -1 to 1, counted."""

    bets: ClassVar[Mapping[Fraction, int]] = {
        Fraction(4, 5) / 2**k: share for k, share in enumerate((2, 4, 4, 4, 3, 2, 1))
    }
    """With the parts of the stake for each: most for those that pay where a tenth of pairs differ."""

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

    def interval(self, alarm: Fraction = ALARM) -> Bounds:
        """Returns the bounds of the mean, from -1 to 1, at this look; they may be looked at after every value."""
        low, high = (self._lowest(sign, 1 - GRID, GRID, alarm) for sign in (1, -1))
        return low, -high

    def _lowest(self, sign: int, start: int, parts: int, alarm: Fraction) -> Fraction:
        """Returns the last mean, in parts of 1 from a start below 0 on, against which bets on more have come to enough;
        the one before the start where none has."""
        with localcontext(Context(prec=DIGITS)):
            means, enough = range(start, 1 - start), decimal(2 / alarm)
            lost = bisect_right(means, -enough, key=lambda mean: -self.stake(sign, Fraction(mean, parts)))
        return Fraction(start + lost - 1, parts)

    def stake(self, sign: int, mean: Fraction) -> Decimal:
        """Returns the stake after bets on more than a mean, or on less."""
        total = Decimal(0)
        for bet, share in self.bets.items():
            worth = Decimal(share)
            for value, n in self.counts.items():
                worth *= self._paid(bet, sign * value, mean) ** n
            total += worth
        return total / sum(self.bets.values())

    def _paid(self, bet: Fraction, value: Fraction, mean: Fraction) -> Decimal:
        """Returns a stake of 1 after a bet on more than the mean."""
        return 1 + decimal(bet * ((value + 1) / (mean + 1) - 1))

    def wanted(self, width: Fraction, times: int = 1) -> int:
        """Returns how many values it takes to know the mean to a width on either side, by those that there are; so many
        means may miss as often together as one alone."""
        squares = sum((value**2 * n for value, n in self.counts.items()), Fraction(0)) / max(1, self.number)
        with localcontext(Context(prec=DIGITS)):
            spread = (SPREAD + 2 * Fraction(Decimal(times).ln())) * squares
            rare = Fraction(decimal(2 * times / PLANNED).ln()) ** 2
        return bisect_left(range(MAX_VALUES), True, key=lambda n: (n * width) ** 2 >= spread * n + rare)


def decimal(number: Fraction) -> Decimal:
    return Decimal(number.numerator) / number.denominator


class Differences(SampleValues):
    """The differences of pairs in one thing, of any size, in the order of their seeds."""

    bets: ClassVar[Mapping[Fraction, int]] = {Fraction(2) ** k: 1 for k in range(-4, 3)}
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
            return min(Fraction(1), 2 / Fraction(max(self.stake(sign, Fraction(0)) for sign in (1, -1))))

    def middle(self, alarm: Fraction) -> Bounds | None:
        """Returns bounds for the middle of the differences; None as long as that might be anywhere."""
        far = FINE * MAX_FAR * (1 + max((int(abs(value)) for value in self.counts), default=0))
        low, high = (self._lowest(sign, -far, FINE, alarm) for sign in (1, -1))
        return None if min(low, high) * FINE < -far else (low, -high)

    def _paid(self, bet: Fraction, value: Fraction, mean: Fraction) -> Decimal:
        """Returns the same; after the opposite bet it is what is missing from 2."""
        size = bet * (value - mean) / (self.first or 1)
        return 2 / (1 + _exp(decimal(-size)))
