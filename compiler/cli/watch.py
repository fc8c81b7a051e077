"""`hexlaw watch`: after every save says whether a module is fine, which verdicts changed, and where it matters."""

from __future__ import annotations

import argparse
from functools import partial

from hexlaw.compiler.cli.common import check_numbers, command, configuration, listed_in
from hexlaw.compiler.workspace.workspace import QuickPairs, Workspace

ARGUMENTS = """
module MODULE  a folder, a name, or `base + add-on`
situation SITUATION?  play some pairs of games of it as well
--players NAMES random  as with `compare` (default: random)
--pairs N 10  after every save (default: 10)
--seconds N 5  for each witness (default: 5)
--rounds N  end after so many saves; without it, until it is stopped
--processes N  how many processes work at once
"""
add = command("watch", __doc__, ARGUMENTS, law=True)


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
