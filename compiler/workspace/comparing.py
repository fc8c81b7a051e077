"""Two laws compared, part by part: each is told as soon as it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from time import monotonic_ns
from typing import Any

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.processes import processors
from hexlaw.compiler.base.results import WHOLE, Sharing, place_of_results
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.desk.compare.balance import Balance, Sweep, play
from hexlaw.compiler.desk.compare.comparison import Comparison, as_json, page
from hexlaw.compiler.desk.compare.confidence import MAX_VALUES
from hexlaw.compiler.desk.compare.pairs import Arena, arena
from hexlaw.compiler.desk.compare.playing_on import who_gains
from hexlaw.compiler.desk.compare.report import in_lines, listed
from hexlaw.compiler.desk.compare.sides import ComparedLaw, read_sides
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.compiler.desk.compare.verdicts import compare_verdicts
from hexlaw.compiler.desk.compare.watching import Quick, Watch, saves
from hexlaw.compiler.desk.compare.witness import Settling, late, settle_all, to_settle
from hexlaw.compiler.parse.parse import save_questions
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.workspace.requests import Pairs, QuickPairs
from hexlaw.runtime.law.law import Configuration

MAX_WITNESSES = 12
SECONDS_OF_A_WITNESS = 20
WHO_GAINS = "who gains is found out by playing: name a situation"
TOLD_BELOW = "Where it shows is looked for below."


@dataclass(frozen=True)
class Listener:
    """Who is told what as soon as it is known."""

    say: Callable[[Iterable[str]], None]  # in lines
    known: Callable[[str], None]  # that something is known now
    counted: Callable[[Balance], None]  # after some games, what has come of them so far


@dataclass
class Comparing:
    """Two laws that are being compared: each method finds out one part. What is found lies together in `found`."""

    base: ComparedLaw
    variant: ComparedLaw
    processes: int
    until: int | None  # a moment of the monotonic clock
    everything: bool
    listener: Listener
    is_stopped: bool = False
    found: Comparison = field(init=False)

    def __post_init__(self) -> None:
        self.two = compare(self.base, self.variant)
        self.structure = self.two.structure
        digests = self.base.digest, self.variant.digest
        self.found = Comparison(self.base.text, self.variant.text, self.structure, digests=digests)
        self.listener.known("what differs")
        self.listener.say((f"base: {self.two.base.text}", f"variant: {self.two.variant.text}"))
        self.listener.say(in_lines("structure", self.structure, everything=self.everything))

    def as_data(self) -> dict[str, Any]:
        return dict(as_json(self.found))

    def page(self, command: str) -> str:
        """Returns a page of HTML; `command` is what makes it again."""
        return page(self.found, command)

    def sheet(self, form: str) -> bytes:
        """Returns the difference sheet as `html`, `md` or `pdf`, with what is known by now of what each change does."""
        from hexlaw.compiler.workspace.law_sheet import sheet  # a published page compares, and prints no book

        return sheet(self.base, self.variant, self.found, form)

    def _is_over(self) -> bool:
        return self.until is not None and monotonic_ns() >= self.until

    def cases(self, only: str = "", *, more_follows: bool = False) -> None:
        """Asks all cases under both laws, `only` those with that in their id."""
        from hexlaw.compiler.workspace.testing import print_played  # a published page asks no cases

        first = partial(self.listener.known, "first verdict")
        found = self.found.verdicts = compare_verdicts(self.two, self.processes, only, first, self.until, print_played)
        save_questions()
        self.listener.known("all verdicts")
        look_at = {"look_at": TOLD_BELOW} if more_follows else {}
        self.listener.say(in_lines("verdicts", found, self.structure, everything=self.everything, **look_at))

    def witnesses(self, *, games_follow: bool = False) -> None:
        """Looks for the smallest position in which each difference matters."""
        differences = to_settle(self.structure)[: None if self.everything else MAX_WITNESSES]
        if self._is_over():
            self.found.settled = late(differences)
        else:
            settling = Settling(self.two, verdicts=self.found.verdicts)
            self.found.settled = settle_all(
                settling, differences, self.processes, seconds=SECONDS_OF_A_WITNESS, until=self.until
            )
        self.listener.known("witnesses")
        shown = listed(self.found.verdicts, everything=self.everything)
        said = self.structure.said if len(differences) > 1 else {}
        self.listener.say(in_lines("witnesses", self.found.settled, shown, said))
        if self.found.settled and not games_follow:
            self.listener.say([WHO_GAINS])

    def _leaves_out(self, situation: str) -> bool:
        """Returns whether a situation is not played any more, which is said."""
        if not self.is_stopped and not self._is_over():
            return False
        self.found.not_played.append(situation)
        why = "it was stopped" if self.is_stopped else "the time was over"
        self.listener.say([f"{situation}: not played, as {why}"])
        return True

    def _say_who_gains(self, table: Arena, seed: str) -> None:
        """Half of the time that is left is for the games from the beginning."""
        half = None if self.until is None else monotonic_ns() + (self.until - monotonic_ns()) // 2
        try:
            gains = who_gains(table, seed, self.processes, half)
        except KeyboardInterrupt:
            self.is_stopped = True
            return
        self.listener.known(f"{table.situation}: who gains")
        if gains is not None:
            self.is_stopped = self.is_stopped or gains.is_stopped
            self.found.gains.append(gains)
            self.listener.say(in_lines("gains", gains))

    def games(self, situation: str, pairs: Pairs, *, who_gains: bool = False, styles: bool = False) -> None:
        """Plays a situation under both laws in pairs, and plays on from where a difference matters, to see who gains by
        it. Under `styles` it is also played in each style that both laws have, by the same program on all sides."""
        if self._leaves_out(situation):
            return
        most = pairs.most_answers or MAX_ANSWERS
        table = arena(self.two, situation, pairs.players, most)
        ways = table.in_styles(pairs.players) if styles else []
        if who_gains:
            self._say_who_gains(table, pairs.seed)
            if self._leaves_out(situation):
                return
        balances = [self._swept(replace(table, among=1 + len(ways)), pairs)]
        for way in ways:
            if self._leaves_out(f"{situation} as {way} plays it"):
                break
            balances.append(self._swept(replace(arena(self.two, situation, [way], most), among=1 + len(ways)), pairs))
        if styles:
            self.found.of_styles.append(balances)
            self.listener.say(self.found.by_style[-1:])

    def _swept(self, table: Arena, pairs: Pairs) -> Balance:
        sharing = Sharing(pairs.results, pairs.part, "pair")
        if not self.found.balances:
            self.listener.say(sharing.put_together(table.job()))
        number = MAX_VALUES if pairs.points else pairs.number
        fixed = -pairs.points or number if pairs.is_fixed else 0
        sweep = Sweep(pairs.seed, number, Fraction(pairs.points, 100), self.processes, self.until, fixed, sharing)
        with collect_garbage_seldom():
            balance = play(table, sweep, place_of_results(pairs.results), self.listener.counted)
        self.is_stopped = balance.is_stopped
        if came := sharing.came(table.situation, len(balance.pairs), balance.late, balance.new):
            self.listener.say([came])
        if pairs.part != WHOLE:
            return balance
        balance.why = table.why_unanswered(balance.pairs)
        self.found.balances.append(balance)
        self.listener.say(in_lines("balance", balance))
        return balance


@contextmanager
def comparing(
    base: str, variant: str, common: Configuration, processes: int | None, until: int | None, everything: bool,
    listener: Listener, texts: Texts,
) -> Iterator[Comparing]:  # fmt: skip
    with read_sides(base, variant, common, texts) as (one, other):
        yield Comparing(one, other, processes or processors(), until, everything, listener)


def watching(
    module: str, chosen: Configuration, processes: int | None, seconds: int, say: Callable[[str], None],
    pairs: QuickPairs | None,
) -> Iterator[int] | None:  # fmt: skip
    """Yields the number of each save after telling what it changed; None where there is no law to begin with."""
    quick = None if pairs is None else Quick(pairs.situation, pairs.players, pairs.number)
    watch = Watch(module, chosen, processes or processors(), seconds, say, quick)
    base = watch.law()
    return None if base is None else _rounds(watch, base, say)


def _rounds(watch: Watch, base: ComparedLaw, say: Callable[[str], None]) -> Iterator[int]:
    changes = saves(base.compilation, watch.idle)
    say(f"watching {base.compilation.name}; what it changes from now on is told after every save")
    watch.look(base)
    for number, _ in enumerate(changes, 1):
        say(f"-- save {number}")
        watch.round(base)
        save_questions()
        yield number
