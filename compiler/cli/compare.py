"""`hexlaw compare`: what a change does: the rules that differ, the verdicts that differ, and how the games come out."""

from __future__ import annotations

import argparse
import shlex
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from time import monotonic_ns
from typing import TYPE_CHECKING

from hexlaw.compiler.base.files import write_whole
from hexlaw.compiler.cli import common
from hexlaw.compiler.cli.common import check_numbers, check_place, configuration, listed_in, write_json
from hexlaw.compiler.cli.progress import Progress
from hexlaw.compiler.workspace.workspace import Pairs, Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.workspace import Balance

NANO = 1_000_000_000
DOCTYPE = b"<!doctype html>"
SHEETS = {".html": DOCTYPE, ".md": b"<!-- hexlaw sheet -->", ".pdf": b"%PDF-"}
"""What a difference sheet begins with, by the ending of its file: no other file is written over."""


def run(args: argparse.Namespace) -> int:
    check_numbers(args, "processes", "pairs", "points", "most_answers", "seconds")
    if args.pairs and args.points:
        common.bad_use("`--pairs` says how many are played, `--points` how narrow bounds are to get: say one of them")
    part = common.part_of(args, "`--pairs`: name `--results`, and no `--points`", fits=not args.points)
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
        if not args.no_cases and not args.part:
            comparing.cases(args.only or "", more_follows=bool(args.witness or args.situations))
        if args.witness and not args.part:
            comparing.witnesses(games_follow=bool(args.situations))
        number, is_fixed = args.pairs or Pairs.number, bool(args.pairs or args.points) and args.seconds is None
        pairs = Pairs(
            listed_in(args.players), number, args.points or 0, is_fixed, args.seed, args.most_answers, args.results,
            part,
        )  # fmt: skip
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # what is known by then is told
        for situation in args.situations:
            with Progress(0, "pair") as clock.progress:
                comparing.games(situation, pairs, who_gains=args.witness and not args.part, styles=args.styles)
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
    return int(not args.part and (comparing.found.differs or not answered))


class Clock:
    """Seconds since the command began at which something was known, told at the end where that is wanted."""

    def __init__(self, wanted: bool) -> None:
        self.wanted, self.began = wanted, monotonic_ns()
        self.known: dict[str, int] = {}  # in tenths
        self.progress = Progress(0, "pair")

    def counted(self, so_far: Balance) -> None:
        """After some games: the difference may be known to the width that was asked for."""
        self.progress.number = so_far.most
        self.progress.costs(-(-so_far.cost // NANO))
        self.progress.finished(len(so_far.pairs))
        if so_far.pairs:
            self.passed(f"{so_far.situation}: first pair")
        if so_far.is_known:
            self.passed(f"{so_far.situation}: ± {100 * so_far.width} points")

    def passed(self, what: str) -> None:
        """The first time counts."""
        self.known.setdefault(what, (monotonic_ns() - self.began) // 100_000_000)

    def tell(self) -> None:
        for what, tenths in self.known.items() if self.wanted else ():
            print(f"{tenths // 10:>5}.{tenths % 10} s  {what}", file=sys.stderr)
