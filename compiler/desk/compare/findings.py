"""What the pairs of a situation show: which way each thing goes that is compared, how far, and how sure that is.

Idea: one writer for all who tell it. Who wins and every count of the situation are compared seed by seed; each has its
means, its bounds and a test of `confidence.py`, and a word by how often that would be wrong. INVARIANT: if both
laws are one in effect, the chance that any word of a situation is ever told that has the rate a is at most a, however
often one looks, and whatever it is said of. One test alone has all of the rate: the exact one where a size was fixed
before the first pair was played, which speaks of that size alone, and else the test at any look. Who wins is asked
first, at the full rate. The counts are asked behind it (gatekeeping): at that rate only where it is known who wins, by
Holm's method. Where a fixed size is reached and no pair has another winner, nothing was asked of who wins: whether
pairs differ says nothing of the way they do, so the counts then have the rate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain, groupby

from hexlaw.compiler.data.literals import read_number
from hexlaw.compiler.desk.compare.balance import Balance, mean, score
from hexlaw.compiler.desk.compare.confidence import ALARM, Bounds, Differences
from hexlaw.compiler.desk.compare.pairs import Pair, Played

WORDS = {"clearly": Fraction(1, 100), "likely": Fraction(1, 20), "perhaps": Fraction(1, 5)}
"""The words for a direction, with the rate at which each is wrong, at the most, where both laws are one in effect."""
MIN_ALWAYS = 5
"""Seeds from which on the report says that one side won every game under both laws."""
YES_NO = ("no", "yes")
LEAD = "lead of {} in what a position is worth"
Values = Sequence[Sequence[tuple[Fraction, Fraction]]]
"""By seed and then by seating, under the base and under the variant."""


@dataclass
class Finding:
    """One thing that is compared: the score of a side, or a count that the situation reports."""

    of: str
    base: Fraction = Fraction(0)
    variant: Fraction = Fraction(0)
    differences: Differences = field(default_factory=Differences)
    any_look: Fraction = Fraction(1)
    exact: Fraction | None = None  # where the size was fixed beforehand; 1 until that is reached
    wrong: Fraction = Fraction(1)  # how often the word would be, all that was looked at allowed for

    strict: Bounds | None = None  # of a score, the bounds of that, which ask nothing of how differences lie
    alarm: Fraction = ALARM  # how often other bounds may miss

    @cached_property
    def bounds(self) -> Bounds | None:
        """The bounds of the mean difference; None while that might be anything."""
        return self.strict or self.differences.middle(self.alarm)

    @property
    def by_itself(self) -> Fraction:
        """The rate at which the test would say as much by chance, if nothing else were compared."""
        return self.any_look if self.exact is None else self.exact

    @property
    def word(self) -> str:
        return next((word for word, rate in WORDS.items() if self.wrong <= rate), "")

    @property
    def way(self) -> int:
        """1 if the mean goes up, -1 if it goes down."""
        return 1 if self.differences.mean > 0 else -1

    def gain(self, sides: Sequence[str]) -> tuple[str, Fraction, Fraction]:
        """Returns the side that gains, or whose score this is, and the bounds of how much better it does."""
        helped = self.helped(sides) or self.of
        low, high = self.bounds or (Fraction(-1), Fraction(1))
        return (helped, low, high) if helped == self.of else (helped, -high, -low)

    def helped(self, sides: Sequence[str]) -> str:
        """Returns the side that gains, of which this or another one is the score; `""` if several others gain."""
        others = [side for side in sides if side != self.of]
        return self.of if self.way > 0 else others[0] if len(others) == 1 else ""


@dataclass(frozen=True)
class Findings:
    wins: tuple[Finding, ...]  # by side; of two sides the first, as the other loses what it gains
    counts: tuple[Finding, ...]
    always: str  # who has won every game under both laws; `""` where that is nobody

    @property
    def best(self) -> list[Finding]:
        """The findings of the first line: who wins, where that is known, or else the counts."""
        known = [f for f in self.wins if f.word] or [f for f in self.counts if f.word]
        return sorted(known, key=lambda finding: finding.wrong)


def findings(balance: Balance) -> Findings:
    # the pairs of each seed of which every game came to its end
    by_seed = (list(block) for _, block in groupby(balance.pairs, key=lambda pair: pair.seed))
    blocks = [block for block in by_seed if not any(pair.stopped for pair in block)]
    compared = balance.sides[: max(1, len(balance.sides) - 1)]
    wins = [_finding(side, [[(score(pair.base.winner, side), score(pair.variant.winner, side)) for pair in block]
                            for block in blocks], balance) for side in compared]  # fmt: skip
    values = chain(_counted(balance, blocks), _led(compared, blocks) if balance.weighs_alike else ())
    counts = [_finding(label, values, balance) for label, values in values]
    for side in wins:
        side.strict = balance.bounds(side.of)
    for count in counts:
        count.alarm = ALARM / len(counts) / balance.among
    for side, wrong in _by_holm(wins, balance.among):
        side.wrong = wrong
    is_open = balance.is_whole and not balance.decided  # nothing to be asked of who wins
    known = Fraction(0) if is_open else max(side.wrong for side in wins)
    for count, wrong in _by_holm(counts, balance.among):
        count.wrong = max(known, wrong)
    won = {getattr(pair, law).winner for block in blocks for pair in block for law in ("base", "variant")}
    always = next(iter(won)) if len(won) == 1 and len(blocks) >= MIN_ALWAYS else ""
    return Findings(tuple(wins), tuple(counts), always)


def _by_holm(family: Sequence[Finding], times: int) -> Iterator[tuple[Finding, Fraction]]:
    """Yields how often the word of each would be wrong, if so many times its own rate were spent on the family."""
    worst = Fraction(0)
    for rank, finding in enumerate(sorted(family, key=lambda finding: finding.by_itself)):
        worst = max(worst, min(Fraction(1), times * (len(family) - rank) * finding.by_itself))
        yield finding, worst


def _finding(of: str, blocks: Values, balance: Balance) -> Finding:
    """Compares values under both laws, by seed and then by seating."""
    base, variant = ([mean([pair[law] for pair in block]) for block in blocks] for law in (0, 1))
    found = Finding(of, mean(base), mean(variant))
    for was, now in zip(base, variant, strict=True):
        found.differences.add(now - was)
    found.any_look = found.differences.at_any_look()
    if balance.fixed:
        found.exact = found.differences.exact() if balance.is_whole else Fraction(1)
    return found


def _counted(balance: Balance, blocks: Sequence[Sequence[Pair]]) -> Iterator[tuple[str, Values]]:
    """Yields what the situation reports in numbers, in words of an order, or as yes or no, under both laws."""

    def number(word: str, order: Sequence[str]) -> Fraction:
        return Fraction(order.index(word)) if word in order else read_number(word) or Fraction(0)

    for label, (base, variant) in balance.reported().items():
        words = {*base, *variant}
        order = next((order for order in (YES_NO, *balance.orders) if words <= {*order}), ())
        if base.total() == variant.total() and all(word in order or read_number(word) is not None for word in words):
            yield label, [[(number(pair.base.report[label], order), number(pair.variant.report[label], order))
                           for pair in block] for block in blocks]  # fmt: skip


def _led(sides: Sequence[str], blocks: Sequence[Sequence[Pair]]) -> Iterator[tuple[str, Values]]:
    """Yields the lead of each side in what a position is worth, in the mean over the turns that both games had."""
    for number, side in enumerate(sides):
        pairs = [[(_leads(pair.base, number), _leads(pair.variant, number)) for pair in block] for block in blocks]
        if all(was and now for block in pairs for was, now in block):
            yield LEAD.format(side), [[(mean(was[: len(now)]), mean(now[: len(was)])) for was, now in block]
                                      for block in pairs]  # fmt: skip


def leads_by_turn(balance: Balance, law: str) -> list[Fraction]:
    """Returns the lead of the first side after each turn under one law, in the mean over the games that had it."""
    leads = [_leads(getattr(pair, law), 0) for pair in balance.finished]
    longest = max(map(len, leads), default=0)
    return [mean([found[turn] for found in leads if turn < len(found)]) for turn in range(longest)]


def _leads(played: Played, side: int) -> list[Fraction]:
    return [*map(Fraction, played.leads[side])] if side < len(played.leads) else []
