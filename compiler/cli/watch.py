"""`hexlaw watch`: after every save says whether a module is fine, which verdicts changed, and where it matters."""

from __future__ import annotations

import argparse
from functools import partial

from hexlaw.compiler.cli.common import check_numbers, configuration, listed_in
from hexlaw.compiler.workspace.workspace import QuickPairs, Workspace


def run(args: argparse.Namespace) -> int:
    check_numbers(args, "seconds", "rounds", "processes", "pairs")

    say = partial(print, flush=True)
    quick = QuickPairs(args.situation, listed_in(args.players), args.pairs) if args.situation else None
    rounds = Workspace().watching(args.module, configuration(args), args.processes, args.seconds, say, quick)
    if rounds is None:
        return 2
    for number in rounds:
        if number == args.rounds:
            break
    return 0
