"""How the games of a situation come out under two laws, as certain programs play it.

Idea: blocks of pairs. A block is one seed in every seating of the programs; its value is by how much a side's score is
better under the variant, from -1 to 1, on the average over its seatings. Blocks are counted in the order of their
seeds, however they were played: games that are soon over would else come first, and lean. After each block the interval
(`confidence.py`) may be looked at; the sweep ends when there are as many as its width takes, or when the budget is
spent. A block with a game that stopped is counted as stopped and has no value. Nothing is said of shares where no
difference of the laws had a say in any game: that is not the same as no effect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from pathlib import Path
from statistics import pvariance
from time import monotonic_ns

from hexlaw.compiler.base.processes import Reports, in_parts, uninterrupted
from hexlaw.compiler.base.results import WHOLE, Key, Results, Sharing
from hexlaw.compiler.desk.compare.confidence import ALARM, Bounds, SampleValues
from hexlaw.compiler.desk.compare.pairs import NOBODY, Arena, Pair
from hexlaw.compiler.situations.activity import Activity, added, offered

BLOCKS_AT_ONCE = 200
"""Seeds that are given out at once; what was begun when the sweep ends is thrown away."""


@dataclass(frozen=True)
class Sweep:
    """The size of a sweep. It ends when the difference is known to a `width` on either side, in parts of 1, unless that
    is 0; `seed` begins all seeds. From the moment `until` on, of the monotonic clock, nothing more is waited for."""

    seed: str
    budget: int
    width: Fraction
    processes: int
    until: int | None = None
    fixed: int = 0  # pairs after which alone the direction is judged; 0: at any look; -10: when known to 10 points
    sharing: Sharing = field(default_factory=Sharing)


@dataclass
class Balance:
    """The result of a sweep of one situation."""

    situation: str
    seatings: tuple[dict[str, str], ...]
    pairs: list[Pair] = field(default_factory=list)
    blocks: int = 0
    stopped: int = 0
    values: dict[str, SampleValues] = field(default_factory=dict)  # by side: by how much it does better, by seed
    scores: list[tuple[Fraction, Fraction]] = field(default_factory=list)  # of the first side, by seed, under each law
    late: int = 0  # pairs that were still to be played when the time was over
    is_stopped: bool = False  # somebody ended it
    under_way: dict[tuple[str, int], Pair] = field(default_factory=dict)  # played, and waiting for an earlier one
    cost: int = 0  # of a pair, in nanoseconds, by the newest of which that is known
    is_one_law: bool = False  # no difference is in force here: nothing was played
    fixed: int = 0  # pairs after which alone the direction is judged, as was said when the first was played; as above
    width: Fraction = Fraction(0)  # to which the difference was to be known
    is_known: bool = False  # to that width
    most: int = 0  # pairs of which all is known that is asked, as far as can be said by now
    orders: tuple[tuple[str, ...], ...] = ()  # words of the law that have an order, such as levels
    weighs_alike: bool = False  # what a position is worth is the same measure under both laws
    among: int = 1  # sweeps that are reported together
    new: int = 0  # that were not stored, and were played now
    slow: str = ""  # why its games are not played by the target
    why: dict[str, tuple[str, ...]] = field(default_factory=dict)  # by law, why programs left something out first
    offered: dict[str, list[str]] = field(default_factory=dict)  # by law, the actions that could be taken

    def activity(self, law: str) -> Activity:
        """Returns what was done in the games under the base or the variant."""
        return added(getattr(pair, law).activity for pair in self.pairs)

    def unanswered_lines(self, law: str) -> Iterator[str]:
        """Yields what programs left out under a law, and why the first."""
        return self.activity(law).unanswered_lines(self.why.get(law, ()))

    def idle_lines(self, law: str) -> Iterator[str]:
        """Yields what was not done under a law: of what both laws offer, only what was done under the other."""
        taken = chain(*(self.activity(each).taken.values() for each in ("base", "variant")))
        done = {action for of_side in taken for action in of_side}
        both = set(self.offered.get("base", ())).intersection(self.offered.get("variant", ()))
        yield from self.activity(law).idle_lines([x for x in self.offered.get(law, ()) if x in done or x not in both])

    @property
    def names_winner(self) -> bool:
        """False if programs left out so much of a law that what came of its games is not of it."""
        return self.activity("base").is_whole and self.activity("variant").is_whole

    def add(self, block: Sequence[Pair]) -> None:
        """Counts the pairs of one seed, in every seating."""
        self.pairs += block
        self.blocks += 1
        for pair in block:
            self.under_way.pop((pair.seed, pair.seating), None)
        if any(pair.stopped for pair in block):
            self.stopped += 1
        else:
            self._count(block)
        if self.width:
            self.plan()

    def _count(self, block: Sequence[Pair]) -> None:
        for side, values in self.values.items():
            values.add(mean([score(pair.variant.winner, side) - score(pair.base.winner, side) for pair in block]))
        first = self.sides[0]
        scores = ([score(getattr(pair, law).winner, first) for pair in block] for law in ("base", "variant"))
        base, variant = map(mean, scores)
        self.scores.append((base, variant))

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self.seatings[0])

    @property
    def players(self) -> str:
        """The programs that play."""
        names = list(dict.fromkeys(self.seatings[0].values()))
        return names[0] if len(names) == 1 else " against ".join(names) + ", each on every side,"

    @property
    def waiting(self) -> list[Pair]:
        """The pairs that are under way, in the order of their seeds."""
        return sorted(self.under_way.values(), key=lambda pair: (len(pair.seed), pair.seed))

    @property
    def why_stopped(self) -> Counter[str]:
        return Counter(game.stopped for pair in self.pairs for game in (pair.base, pair.variant) if game.stopped)

    @property
    def is_whole(self) -> bool:
        """True if as many pairs were counted as were fixed beforehand, neither more nor fewer."""
        return self.fixed > 0 and self.blocks == -(-self.fixed // len(self.seatings))

    @property
    def alarm(self) -> Fraction:
        """The rate at which one of the intervals may miss; two sides have one interval between them."""
        return ALARM / max(1, len(self.sides) - 1) / self.among

    def bounds(self, side: str) -> Bounds:
        """Returns the bounds of how much better a side does under the variant."""
        values = self.values[side]
        if not self.is_known:
            return values.interval(self.alarm)
        return max(Fraction(-1), values.mean - self.width), min(Fraction(1), values.mean + self.width)

    def plan(self) -> None:
        """Finds how many pairs the width takes, by what has come so far, and whether it is reached. Seeds with a game
        that stopped are made up for, unless most are such."""
        wanted = max(values.wanted(self.width, int(ALARM / self.alarm)) for values in self.values.values())
        self.most = len(self.seatings) * (wanted + min(self.stopped, wanted))
        self.is_known = len(self.scores) >= wanted
        if self.is_known and self.fixed == -100 * self.width:
            self.fixed = len(self.pairs)

    @property
    def worth_of_pairing(self) -> Fraction | None:
        """The number of pairs of unrelated games that say as much as one pair; None where all pairs are alike."""
        apart = sum(pvariance(scores) for scores in zip(*self.scores, strict=True))
        paired = pvariance([variant - base for base, variant in self.scores]) if self.scores else 0
        return Fraction(apart / paired) if paired else None

    @property
    def touched(self) -> int:
        return sum(1 for pair in self.pairs if pair.touched)

    @property
    def parted(self) -> int:
        return sum(1 for pair in self.pairs if pair.parting is not None)

    @property
    def decided(self) -> int:
        """The number of pairs whose two games were won by different sides."""
        return sum(1 for pair in self.finished if pair.base.winner != pair.variant.winner)

    @property
    def finished(self) -> list[Pair]:
        return [pair for pair in self.pairs if not pair.stopped]

    def won(self, law: str) -> Counter[str]:
        """Returns how often each side, or nobody, has won under the base or the variant."""
        return Counter(getattr(pair, law).winner for pair in self.finished)

    def shares(self) -> Iterator[tuple[str, str, str]]:
        """Yields each side, and nobody, with how often it has won under each law."""
        won, of = [self.won(law) for law in ("base", "variant")], len(self.finished)
        for name in (*self.sides, NOBODY):
            base, variant = (f"{each[name]} ({round(Fraction(100 * each[name], of))} %)" for each in won)
            yield f"won by {name}", base, variant

    def reported(self) -> dict[str, tuple[Counter[str], Counter[str]]]:
        """Returns what the situation reports of the games, by label: how often which value, under each law."""
        found: dict[str, tuple[Counter[str], Counter[str]]] = {}
        for pair in self.finished:
            for which, played in enumerate((pair.base, pair.variant)):
                for label, value in played.report.items():
                    found.setdefault(label, (Counter(), Counter()))[which][value] += 1
        return found

    def partings(self) -> list[tuple[tuple[str, ...], int, int]]:
        """Returns by cause how many pairs first parted there, and how many of these were decided otherwise."""
        parted: Counter[tuple[str, ...]] = Counter()
        decided: Counter[tuple[str, ...]] = Counter()
        for pair in self.pairs:
            if pair.parting is not None:
                parted[pair.parting.by] += 1
                decided[pair.parting.by] += pair.base.winner != pair.variant.winner and not pair.stopped
        return [(by, number, decided[by]) for by, number in parted.most_common()]


def play(
    arena: Arena, sweep: Sweep, path: Path | None, each: Callable[[Balance], None] = lambda balance: None
) -> Balance:  # fmt: skip
    """Plays pairs until the difference is known to the width, the budget is spent or it is interrupted; `each` is
    called when the games are ready, and after every block and every pair."""
    seatings = tuple(dict(seating) for seating in arena.seatings)
    balance = Balance(arena.situation, seatings, is_one_law=arena.is_one_law, orders=arena.orders)
    balance.weighs_alike, balance.among = arena.weighs_alike, arena.among
    tables = ("base", arena.base), ("variant", arena.variant)
    balance.offered = {law: offered(table.prepared.agenda) for law, table in tables}
    balance.values = {side: SampleValues() for side in balance.sides}
    numbers = sweep.sharing.own(range(1, -(-sweep.budget // len(seatings)) + 1))  # of the seeds
    balance.width, balance.most = sweep.width, len(numbers) * len(seatings)
    if sweep.width:
        balance.plan()
    if arena.is_one_law:
        return balance

    def ready(slow: str) -> None:
        balance.slow = slow
        each(balance)

    def heard(found: tuple[Pair, int]) -> None:
        pair, balance.cost = found
        balance.new += 1
        balance.under_way[pair.seed, pair.seating] = pair
        each(balance)

    reports = Reports(heard)
    try:
        with Results(path, arena.job(), Pair) as results:
            if sweep.sharing.part == WHOLE:  # who sees no more than a part has not looked
                balance.fixed = results.fixed(sweep.seed, sweep.fixed)
            try:
                for block in _blocks(arena, sweep, numbers, results, reports, ready):
                    with uninterrupted():
                        balance.add(block)
                    each(balance)
                    if len(balance.pairs) >= balance.most:
                        balance.under_way.clear()
                        return balance
                    if sweep.until is not None and monotonic_ns() >= sweep.until:
                        break
            except KeyboardInterrupt:
                balance.is_stopped = True
            # the next seeds count too, as far as the processes that have played them could still store them
            for block in _blocks(arena, replace(sweep, until=0), numbers[balance.blocks :], results, reports, ready):
                if len(balance.pairs) < balance.most:
                    balance.add(block)
    except KeyboardInterrupt:
        balance.is_stopped = True
    balance.late = max(0, balance.most - len(balance.pairs))
    return balance


def _blocks(
    arena: Arena, sweep: Sweep, seeds: Sequence[int], results: Results[Pair], reports: Reports,
    ready: Callable[[str], None],
) -> Iterator[list[Pair]]:  # fmt: skip
    """Yields the pairs of each seed in the order of their numbers; those that are stored already are not played."""

    def play_pair(keys: Sequence[Key]) -> Iterator[Pair]:
        for seed, seating in keys:
            began = monotonic_ns()
            pair = arena.pair(seed, int(seating))
            reports.say((pair, monotonic_ns() - began))
            yield pair

    for numbers in in_parts(seeds, BLOCKS_AT_ONCE):
        blocks = [[(f"{sweep.seed}-{number}", seating) for seating in range(len(arena.seatings))] for number in numbers]
        known = results.read(chain(*blocks))
        missing = [key for key in chain(*blocks) if key not in known]
        if missing and (sweep.until is None or monotonic_ns() < sweep.until):
            ready(arena.get_ready())
        with closing(results.played(missing, play_pair, sweep.processes, sweep.until, reports)) as played:
            for block in blocks:
                while any(key not in known for key in block):
                    pair = next(played, None)
                    if pair is None:  # the time is over
                        return
                    known[pair.seed, pair.seating] = pair
                yield [known[key] for key in block]


def mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def score(winner: str, side: str) -> Fraction:
    """Returns 1 for a side that has won, 0 for one that has not, and a half where nobody has."""
    return Fraction(1, 2) if winner == NOBODY else Fraction(int(winner == side))
