"""`hexlaw emit`: prints the Python that a law becomes under options and readings, or the form that it is lowered to."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from hexlaw.compiler.cli.common import add_configuration, bad_use, compiled, configuration, configured
from hexlaw.compiler.emit.to_python import emit
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.passes import PASSES, passed
from hexlaw.compiler.lower.show import shown
from hexlaw.runtime.nesting import room_to_nest


def add(commands: Any) -> None:
    parser = commands.add_parser("emit", help="print a law as plain Python", description=__doc__)
    parser.add_argument("module", metavar="MODULE")
    parser.add_argument("--record", action="store_true", help="let it note which rules fire, so as to cite them")
    parser.add_argument("--form", action="store_true", help="print the form that the law is lowered to")
    parser.add_argument(
        "--pass", dest="last", metavar="NAME", choices=("none", *PASSES),
        help=f"with --form: as it is after this pass: none, {', '.join(PASSES)} (default: after all)",
    )  # fmt: skip
    add_configuration(parser)


def run(args: argparse.Namespace) -> int:
    if args.last is not None and not args.form:
        bad_use("`--pass` says how far the form is taken: it goes with `--form`")
    chosen = configuration(args)
    law = configured(compiled(args.module).graph, chosen)
    with room_to_nest():
        if args.form:
            program = lowered(law, record=args.record)
            sys.stdout.write(shown(program if args.last == "none" else passed(program, args.last)))
        else:
            sys.stdout.write(emit(law, record=args.record))
    return 0
