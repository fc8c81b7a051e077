"""`hexlaw compare`: what a change does: the rules that differ, the verdicts that differ, and how the games come out."""

from __future__ import annotations

import argparse
from typing import Any

from hexlaw.compiler.cli.common import add_configuration, add_json, bad_use, configuration, write_json
from hexlaw.compiler.comparing.as_json import as_json
from hexlaw.compiler.comparing.comparison import Comparison
from hexlaw.compiler.comparing.sides import Unreadable, read_sides
from hexlaw.compiler.comparing.structure import compare_structure
from hexlaw.compiler.comparing.telling import structure_lines, verdict_lines
from hexlaw.compiler.comparing.verdicts import compare_verdicts
from hexlaw.compiler.parse.parse import save_questions
from hexlaw.compiler.processes import processors

EXAMPLES = """examples:
  hexlaw compare tutorial 'tutorial with clouds=on'
  hexlaw compare './mine at HEAD' ./mine
  hexlaw compare MODULE 'MODULE + ADD-ON' SITUATION --players greedy --pairs 400
"""


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "compare", help="say what a change to a law does", description=__doc__, epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    side = (
        "a module, a folder or `base + add-on`; with ` at REVISION` as it was in git, with ` with OPTION=on` so chosen"
    )
    parser.add_argument("base", metavar="BASE", help=side)
    parser.add_argument("variant", metavar="VARIANT", help="the other law, named in the same way")
    parser.add_argument("--no-cases", action="store_true", help="run no cases")
    parser.add_argument("--only", default="", metavar="WORD", help="run only the cases whose id has this in it")
    parser.add_argument("--everything", action="store_true", help="list all that differs, not the first of it")
    parser.add_argument("--processes", type=int, metavar="N", help="how many processes work at once")
    add_configuration(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.processes is not None and args.processes < 1:
        bad_use("`--processes` is a number from 1")
    try:
        with read_sides(args.base, args.variant, configuration(args)) as (base, variant):
            structure = compare_structure(base, variant)
            comparison = Comparison(base.text, variant.text, structure)
            if not args.no_cases:
                processes = args.processes or processors()
                comparison.verdicts = compare_verdicts(base, variant, structure, processes, args.only)
                save_questions()
    except Unreadable as problem:
        bad_use(str(problem))
    if args.json:
        write_json(as_json(comparison))
    else:
        print(*structure_lines(structure, everything=args.everything), sep="\n")
        if comparison.verdicts is not None:
            print(*verdict_lines(comparison.verdicts, everything=args.everything), sep="\n")
    return 1 if comparison.differs else 0
