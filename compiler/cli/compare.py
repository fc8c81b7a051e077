"""`hexlaw compare`: what a change does: the rules that differ, the verdicts that differ, and how the games come out."""

from __future__ import annotations

import argparse
import shlex
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from time import monotonic_ns
from typing import TYPE_CHECKING

from hexlaw.compiler.base.files import write_whole
from hexlaw.compiler.cli import common
from hexlaw.compiler.cli.common import check_numbers, check_place, command, configuration, listed_in, write_json
from hexlaw.compiler.cli.progress import Progress
from hexlaw.compiler.workspace.workspace import Pairs, Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.workspace import Balance

NANO = 1_000_000_000
WIDTHS = 20, 10, 5, 3
"""Half-widths, in points, of which `--timing` says when they were reached."""
DOCTYPE = b"<!doctype html>"
SHEETS = {".html": DOCTYPE, ".md": b"<!-- hexlaw sheet -->", ".pdf": b"%PDF-"}
"""What a difference sheet begins with, by the ending of its file: no other file is written over."""

add = command("compare", __doc__, law=True, json=True)


def run(args: argparse.Namespace) -> int:
    check_numbers(args, "processes", "pairs", "most_answers", "seconds")
    check_numbers(args, "points", least=0)
    out = Path(args.out or "")
    if args.out and not args.sheet:
        common.bad_use("`-o` names the file of a difference sheet: add `--sheet`")
    if args.out and out.suffix not in SHEETS:
        common.bad_use(f"`{out}` does not say what to write: end its name in .html, .md or .pdf")
    check_place(out, "no such sheet", SHEETS.get(out.suffix, b""))
    until = None if args.seconds is None else monotonic_ns() + args.seconds * NANO
    clock = Clock(args.timing)

    def say(lines: Iterable[str]) -> None:
        """Programs get all of it at the end."""
        for line in () if args.json or (args.sheet and not args.out) else lines:
            print(line, flush=True)

    with Workspace().comparing(
        args.base, args.variant, configuration(args), processes=args.processes, until=until,
        everything=args.everything, say=say, known=clock.passed, counted=clock.counted,
    ) as comparing:  # fmt: skip
        if not args.no_cases:
            comparing.cases(args.only or "", more_follows=bool(args.witness or args.situations))
        if args.witness:
            comparing.witnesses(games_follow=bool(args.situations))
        number, is_fixed = args.pairs or Pairs.number, args.pairs is not None and args.seconds is None
        pairs = Pairs(
            listed_in(args.players), number, is_fixed, args.points, args.seed, args.most_answers, args.results
        )  # fmt: skip
        with _terminated_as_interrupted():
            for situation in args.situations:
                with clock.games(number):
                    comparing.games(situation, pairs, who_gains=args.witness, styles=args.styles)
    if args.json:
        write_json(comparing.as_data())
    clock.tell()
    if args.report:
        path, command = Path(args.report), shlex.join(["hexlaw", *sys.argv[1:]])
        check_place(path, "no such report", DOCTYPE)
        write_whole(path, comparing.page(command).encode("utf-8", "replace"))
        print(f"wrote {path}", file=sys.stderr)
    if args.sheet:
        page = comparing.sheet(out.suffix[1:] or "md")
        write_whole(out, page) if args.out else print(page.decode(), end="")
    if comparing.is_stopped:
        raise KeyboardInterrupt
    answered = all(balance.names_winner for balance in comparing.found.balances)
    return 1 if comparing.found.differs or not answered else 0


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """A request to end this process interrupts what is inside, so that what is known by then is told."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Clock:
    """Seconds since the command began at which something was known, told at the end where that is wanted."""

    def __init__(self, wanted: bool) -> None:
        self.wanted, self.began = wanted, monotonic_ns()
        self.known: dict[str, int] = {}  # in tenths
        self._progress: Progress | None = None

    @contextmanager
    def games(self, most: int) -> Iterator[None]:
        """Reports progress over the pairs played inside, `most` at the most."""
        self._progress = Progress(most, "pair")
        try:
            yield
        finally:
            self._progress.over()
            self._progress = None

    def counted(self, so_far: Balance) -> None:
        """After some games: a pair may have made the bounds narrow enough for one of the usual widths."""
        if self._progress is not None:
            self._progress.costs(-(-so_far.cost // NANO))
            self._progress.finished(len(so_far.pairs))
        if so_far.pairs:
            self.passed(f"{so_far.situation}: first pair")
        for width in WIDTHS if so_far.pairs and so_far.strip else ():
            if so_far.strip[-1][1].half <= Fraction(width, 100):
                self.passed(f"{so_far.situation}: ± {width} points")

    def passed(self, what: str) -> None:
        """The first time counts."""
        self.known.setdefault(what, (monotonic_ns() - self.began) // 100_000_000)

    def tell(self) -> None:
        for what, tenths in self.known.items() if self.wanted else ():
            print(f"{tenths // 10:>5}.{tenths % 10} s  {what}", file=sys.stderr)
