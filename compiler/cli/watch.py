"""`hexlaw watch`: after every save says whether a module is fine, which verdicts changed, and where it matters."""

from __future__ import annotations

import argparse
from typing import Any

from hexlaw.compiler.cli.common import add_configuration, bad_use, configuration
from hexlaw.compiler.comparing.watching import Watch, saves
from hexlaw.compiler.parse.parse import save_questions
from hexlaw.compiler.processes import processors


def add(commands: Any) -> None:
    parser = commands.add_parser("watch", help="compare a module with itself after every save", description=__doc__)
    parser.add_argument("module", metavar="MODULE", help="a folder, a name, or `base + add-on`")
    parser.add_argument("--seconds", type=int, default=5, metavar="N", help="for each witness (default: 5)")
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="end after so many saves; without it, until it is stopped"
    )
    parser.add_argument("--processes", type=int, metavar="N", help="how many processes work at once")
    add_configuration(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    for name in ("seconds", "rounds", "processes"):
        if getattr(args, name) is not None and getattr(args, name) < 1:
            bad_use(f"`--{name}` is a number from 1")

    def say(line: str) -> None:
        print(line, flush=True)

    watch = Watch(args.module, configuration(args), args.processes or processors(), args.seconds, say)
    base = watch.begin()
    if base is None:
        return 2
    say(f"watching {base.compilation.name}; what it changes from now on is told after every save")
    for number, _ in enumerate(saves(base.compilation), 1):
        say(f"-- save {number}")
        watch.round(base)
        save_questions()
        if number == args.rounds:
            break
    return 0
