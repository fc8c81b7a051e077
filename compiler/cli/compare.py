"""`hexlaw compare`: what a change does: the rules that differ, the verdicts that differ, and how the games come out."""

from __future__ import annotations

import argparse
import shlex
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import monotonic_ns
from typing import Any

from hexlaw.compiler.cli.common import (
    add_command,
    add_configuration,
    add_json,
    bad_use,
    check_numbers,
    check_place,
    configuration,
    listed_in,
    write_json,
)
from hexlaw.compiler.comparing.as_json import as_json
from hexlaw.compiler.comparing.balance import Balance, Sweep, play
from hexlaw.compiler.comparing.balance_told import balance_lines
from hexlaw.compiler.comparing.cluster import Cluster, job_of
from hexlaw.compiler.comparing.comparison import Comparison
from hexlaw.compiler.comparing.gains_told import gains_lines
from hexlaw.compiler.comparing.page import page
from hexlaw.compiler.comparing.pairs import Arena, arena
from hexlaw.compiler.comparing.parquet import as_parquet, pyarrow
from hexlaw.compiler.comparing.playing_on import who_gains
from hexlaw.compiler.comparing.results import place_of_results
from hexlaw.compiler.comparing.sides import Side, read_sides
from hexlaw.compiler.comparing.structure import compare
from hexlaw.compiler.comparing.telling import listed, settled_lines, structure_lines, verdict_lines
from hexlaw.compiler.comparing.unreadable import Unreadable
from hexlaw.compiler.comparing.verdicts import compare_verdicts
from hexlaw.compiler.comparing.witness import NANO, Settling, late, settle_all, to_settle
from hexlaw.compiler.files import write_whole
from hexlaw.compiler.garbage import collect_garbage_seldom
from hexlaw.compiler.parse.parse import save_questions
from hexlaw.compiler.processes import processors
from hexlaw.compiler.programs import PROGRAMS
from hexlaw.compiler.situations.played_out import MOST_ANSWERS
from hexlaw.compiler.situations.tally import Progress

MOST_WITNESSES = 12
SECONDS_OF_A_WITNESS = 20
WHO_GAINS = "who gains is found out by playing: name a situation"
TOLD_BELOW = "Where it shows is looked for below."
WIDTHS = 20, 10, 5, 3
"""Half-widths, in points, of which `--timing` says when they were reached."""
PARQUET = b"PAR1"
DOCTYPE = b"<!doctype html>"

EXAMPLES = """examples:
  hexlaw compare tutorial 'tutorial with clouds=on'
  hexlaw compare './mine at HEAD' ./mine
  hexlaw compare MODULE 'MODULE + ADD-ON' SITUATION --players greedy --pairs 400
"""


def add(commands: Any) -> None:
    parser = add_command(commands, "compare", "say what a change to a law does", __doc__, EXAMPLES)
    side = (
        "a module, a folder or `base + add-on`; with ` at REVISION` as it was in git, with ` with OPTION=on` so chosen"
    )
    parser.add_argument("base", metavar="BASE", help=side)
    parser.add_argument("variant", metavar="VARIANT", help="the other law, named in the same way")
    parser.add_argument("situations", metavar="SITUATION", nargs="*", help="play these under both, in pairs of games")
    games = parser.add_argument_group("the games")
    games.add_argument(
        "--players", default="greedy", metavar="NAMES",
        help=f"{', '.join(PROGRAMS)}: one for all sides, or one for each; then every seed is played in every seating",
    )  # fmt: skip
    games.add_argument("--pairs", type=int, default=200, metavar="N", help="at most so many pairs (default: 200)")
    games.add_argument(
        "--points", type=int, default=3, metavar="N",
        help="stop when the difference is known to so many points of a hundred (default: 3)",
    )  # fmt: skip
    games.add_argument("--seed", default="1", metavar="TEXT", help="what decides on all chance (default: 1)")
    games.add_argument(
        "--most-answers", type=int, default=MOST_ANSWERS, metavar="N",
        help=f"a game that is not over then is given up (default: {MOST_ANSWERS:,})",
    )  # fmt: skip
    games.add_argument("--results", metavar="FILE", help="keep the pairs there (default: in the cache of Hexlaw)")
    games.add_argument(
        "--dask", metavar="ADDRESS", help="play on a cluster of Dask, such as tcp://10.0.0.5:8786 (needs hexlaw[dask])"
    )
    games.add_argument("--parquet", metavar="FILE", help="write all pairs as a table (needs hexlaw[parquet])")
    parser.add_argument("--no-cases", action="store_true", help="run no cases")
    parser.add_argument("--only", default="", metavar="WORD", help="run only the cases whose id has this in it")
    parser.add_argument(
        "--witness",
        action="store_true",
        help="look for the smallest position in which each difference matters; and play on from where it matters in "
        "games of the situations that are named, to see who gains",
    )
    parser.add_argument(
        "--seconds", type=int, metavar="N",
        help=f"as long as the whole may take; a witness never takes more than {SECONDS_OF_A_WITNESS}",
    )  # fmt: skip
    parser.add_argument("--report", metavar="FILE", help="write a page of HTML with drawn positions")
    parser.add_argument("--everything", action="store_true", help="list all that differs, not the first of it")
    parser.add_argument("--timing", action="store_true", help="tell after how many seconds each part was known")
    parser.add_argument("--processes", type=int, metavar="N", help="how many processes work at once")
    add_configuration(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    check_numbers(args, "processes", "pairs", "most_answers", "seconds")
    check_numbers(args, "points", least=0)
    until = None if args.seconds is None else monotonic_ns() + args.seconds * NANO
    clock = Clock(args.timing)
    try:
        if args.parquet:
            pyarrow()
        with (
            _cluster(args.dask) as cluster,
            read_sides(args.base, args.variant, configuration(args)) as (base, variant),
        ):
            comparing = _Comparing(args, base, variant, clock, until)
            comparing.say_what_differs()
            if not args.no_cases:
                comparing.try_cases()
            if args.witness:
                comparing.look_for_witnesses()
            with _terminated_as_interrupted():
                for situation in args.situations:
                    comparing.play(situation, cluster)
    except Unreadable as problem:
        bad_use(str(problem))
    found = comparing.found
    if args.json:
        write_json(as_json(found))
    clock.tell()
    if args.parquet:
        _write_parquet(Path(args.parquet), found)
    if args.report:
        _write_report(Path(args.report), found)
    if comparing.is_stopped:
        raise KeyboardInterrupt
    return 1 if found.differs else 0


class _Comparing:
    """Two laws that are being compared: each method finds out one part and tells it as soon as it is known."""

    def __init__(self, args: argparse.Namespace, base: Side, variant: Side, clock: Clock, until: int | None) -> None:
        self.args, self.clock, self.until = args, clock, until
        self.processes: int = args.processes or processors()
        self.two = compare(base, variant)
        self.structure = self.two.structure
        self.found = Comparison(base.text, variant.text, self.structure, digests=(base.digest, variant.digest))
        self.is_stopped = False
        clock.passed("what differs")

    def _say(self, lines: Iterable[str]) -> None:
        """Programs get all of it at the end."""
        for line in () if self.args.json else lines:
            print(line, flush=True)

    def _is_over(self) -> bool:
        return self.until is not None and monotonic_ns() >= self.until

    def say_what_differs(self) -> None:
        self._say((f"base: {self.two.base.text}", f"variant: {self.two.variant.text}"))
        self._say(structure_lines(self.structure, everything=self.args.everything))

    def try_cases(self) -> None:
        args, first = self.args, partial(self.clock.passed, "first verdict")
        self.found.verdicts = compare_verdicts(self.two, self.processes, args.only, first, self.until)
        save_questions()
        self.clock.passed("all verdicts")
        look_at = {"look_at": TOLD_BELOW} if args.witness or args.situations else {}
        self._say(verdict_lines(self.found.verdicts, self.structure, everything=args.everything, **look_at))

    def look_for_witnesses(self) -> None:
        everything = self.args.everything
        differences = to_settle(self.structure)[: None if everything else MOST_WITNESSES]
        if self._is_over():
            self.found.settled = late(differences)
        else:
            settling = Settling(self.two, verdicts=self.found.verdicts)
            self.found.settled = settle_all(
                settling, differences, self.processes, seconds=SECONDS_OF_A_WITNESS, until=self.until
            )
        self.clock.passed("witnesses")
        told = listed(self.found.verdicts, everything=everything)
        self._say(settled_lines(self.found.settled, told, self.structure.said if len(differences) > 1 else {}))
        if self.found.settled and not self.args.situations:
            self._say([WHO_GAINS])

    def _leaves_out(self, situation: str) -> bool:
        """Whether a situation is not played any more, which is said."""
        if not self.is_stopped and not self._is_over():
            return False
        self.found.not_played.append(situation)
        self._say([f"{situation}: not played, as {'it was stopped' if self.is_stopped else 'the time was over'}"])
        return True

    def _say_who_gains(self, table: Arena) -> None:
        """Half of the time that is left is for the games from the beginning."""
        half = None if self.until is None else monotonic_ns() + (self.until - monotonic_ns()) // 2
        try:
            gains = who_gains(table, self.args.seed, self.processes, half)
        except KeyboardInterrupt:
            self.is_stopped = True
            return
        self.clock.passed(f"{table.situation}: who gains")
        if gains is not None:
            self.is_stopped = self.is_stopped or gains.is_stopped
            self.found.gains.append(gains)
            self._say(gains_lines(gains))

    def play(self, situation: str, cluster: Cluster | None) -> None:
        """Plays a situation under both laws, here or on a cluster."""
        args, two = self.args, self.two
        if self._leaves_out(situation):
            return
        players = listed_in(args.players)
        table = arena(two, situation, players, args.most_answers)
        if args.witness:
            self._say_who_gains(table)
            if self._leaves_out(situation):
                return
        path = Path(args.results) if args.results else place_of_results()
        sweep = Sweep(args.seed, args.pairs, Fraction(args.points, 100), self.processes, self.until)
        elsewhere = None
        if cluster is not None:
            elsewhere = partial(cluster.playing, job_of(two.base, two.variant, situation, players, args.most_answers))
        progress = Progress(args.pairs, "pair")

        def counted(so_far: Balance) -> None:
            progress.costs(-(-so_far.cost // NANO))
            progress.finished(len(so_far.pairs))
            self.clock.looked(so_far)

        try:
            with collect_garbage_seldom():
                balance = play(table, sweep, path, counted, elsewhere)
        finally:
            progress.over()
        self.is_stopped = balance.is_stopped
        self.found.balances.append(balance)
        self._say(balance_lines(balance))


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """A request to end this process interrupts what is inside, so that what is known by then is told."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _cluster(address: str | None) -> Iterator[Cluster | None]:
    """The cluster at an address as long as it is wanted; none without one."""
    if address is None:
        yield None
        return
    with closing(Cluster(address)) as cluster:
        yield cluster


class Clock:
    """Seconds since the command began at which something was known, told at the end where that is wanted."""

    def __init__(self, wanted: bool) -> None:
        self.wanted, self.began = wanted, monotonic_ns()
        self.known: dict[str, int] = {}  # in tenths

    def passed(self, what: str) -> None:
        """The first time counts."""
        self.known.setdefault(what, (monotonic_ns() - self.began) // 100_000_000)

    def looked(self, balance: Balance) -> None:
        """A pair may have been counted, and have made the bounds narrow enough for one of the usual widths."""
        if not balance.pairs:
            return
        self.passed(f"{balance.situation}: first pair")
        for width in WIDTHS:
            if balance.strip and balance.strip[-1][1].half <= Fraction(width, 100):
                self.passed(f"{balance.situation}: ± {width} points")

    def tell(self) -> None:
        for what, tenths in self.known.items() if self.wanted else ():
            print(f"{tenths // 10:>5}.{tenths % 10} s  {what}", file=sys.stderr)


def _write_report(path: Path, comparison: Comparison) -> None:
    """Writes the page, over an older one as well but over no other file."""
    check_place(path, "no such report", DOCTYPE)
    text = page(comparison, shlex.join(["hexlaw", *sys.argv[1:]]))
    write_whole(path, text.encode("utf-8", "replace"))
    print(f"wrote {path}", file=sys.stderr)


def _write_parquet(path: Path, comparison: Comparison) -> None:
    """Writes the table, over an older one as well but over no other file."""
    check_place(path, "no table of Parquet", PARQUET)
    write_whole(path, as_parquet(comparison.balances))
    print(f"wrote {path}", file=sys.stderr)
