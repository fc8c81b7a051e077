"""`hexlaw watch`: after every save says whether a module is fine, which verdicts changed, and where it matters."""

from __future__ import annotations

import argparse
from typing import Any

from hexlaw.compiler.cli.common import add_configuration, check_numbers, configuration, listed_in
from hexlaw.compiler.workspace.workspace import QuickPairs, Workspace


def add(commands: Any) -> None:
    parser = commands.add_parser("watch", description=__doc__)
    parser.add_argument("module", metavar="MODULE", help="a folder, a name, or `base + add-on`")
    parser.add_argument("situation", metavar="SITUATION", nargs="?", help="play some pairs of games of it as well")
    parser.add_argument("--players", default="random", metavar="NAMES", help="as with `compare` (default: random)")
    parser.add_argument("--pairs", type=int, default=10, metavar="N", help="after every save (default: 10)")
    parser.add_argument("--seconds", type=int, default=5, metavar="N", help="for each witness (default: 5)")
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="end after so many saves; without it, until it is stopped"
    )
    parser.add_argument("--processes", type=int, metavar="N", help="how many processes work at once")
    add_configuration(parser)


def run(args: argparse.Namespace) -> int:
    check_numbers(args, "seconds", "rounds", "processes", "pairs")

    def say(line: str) -> None:
        print(line, flush=True)

    quick = QuickPairs(args.situation, listed_in(args.players), args.pairs) if args.situation else None
    rounds = Workspace().watching(args.module, configuration(args), args.processes, args.seconds, say, quick)
    if rounds is None:
        return 2
    for number in rounds:
        if number == args.rounds:
            break
    return 0
