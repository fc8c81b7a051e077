"""`hexlaw ask`: puts a question to a module and a position, and tells the answer with its reasons."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from hexlaw.compiler.base.source import Source
from hexlaw.compiler.cli.common import add_command, add_configuration, add_json, configuration, write_json
from hexlaw.compiler.workspace.workspace import CaseInFile, Described, NamedCase, Where, Workspace

PIECE = "NAME=TYPE@HEX[,ATTRIBUTE=VALUE]"
LET = "NAME=VALUE"
EXAMPLES = """examples:
  hexlaw ask tutorial --case moving.plank
  hexlaw ask MODULE 'entry-cost(a, B-2, B-3)' --board C --piece a=UNIT@B-2
  hexlaw ask MODULE 'may move.mover(a)' --board C --piece a=UNIT@B-2 --acting SIDE --now PART --game turn=3
  hexlaw ask MODULE 'may move.step(a, B-3)' --position my.cases.yaml#some-case --depth judge
"""


def add(commands: Any) -> None:
    parser = add_command(commands, "ask", __doc__, EXAMPLES)
    parser.add_argument("module", metavar="MODULE", help="a name, a folder, or `base + add-on`")
    parser.add_argument(
        "question", nargs="?", metavar="QUESTION", help="a line of law; left out, the case's own question is asked"
    )
    parser.add_argument("--case", metavar="ID", help="ask in the position of one of the module's cases")
    parser.add_argument("--position", metavar="FILE[#ID]", help="ask in the position of a case in a file of yours")
    parser.add_argument("--board", metavar="NAME", help="a board of the module")
    parser.add_argument(
        "--piece",
        action="append",
        default=[],
        metavar=PIECE,
        help="a piece on the board; TYPE is a unit of the charts or a kind. A piece of the situation: NAME@HEX",
    )
    parser.add_argument("--situation", metavar="NAME", help="begin as this situation does")
    parser.add_argument("--acting", metavar="SIDE", help="whose turn it is")
    parser.add_argument("--now", metavar="PART", help="the part of the sequence that is running")
    parser.add_argument(
        "--game", action="append", default=[], metavar=LET, help="what holds of the game as a whole: `--game turn=3`"
    )
    parser.add_argument(
        "--as",
        dest="decided_by",
        metavar="WHO",
        help="who decides what an effect leaves to a side: `each` answer is told, or a program such as greedy",
    )
    parser.add_argument("--let", action="append", default=[], metavar=LET, help="a name for a value, in the question")
    parser.add_argument(
        "--depth", choices=("talk", "judge", "developer"), default="talk", help="how much is told (default: talk)"
    )
    add_configuration(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    given = Workspace().ask(args.module, where(args), args.question, configuration(args), args.decided_by)
    if args.json:
        write_json(given.as_data())
    else:
        sys.stdout.write(given.explained(args.depth))
    return 1 if given.answer.stop is not None else 0


def where(args: argparse.Namespace) -> Where:
    """Returns the position that the arguments speak of."""
    if args.case:
        return NamedCase(args.case)
    if args.position:
        return CaseInFile.called(args.position)

    def several(option: str) -> tuple[Source, ...]:
        return tuple(Source(f"--{option}", text) for text in getattr(args, option))

    one = {
        option: Source(f"--{option}", text)
        for option in ("board", "situation", "acting", "now")
        if (text := getattr(args, option)) is not None
    }
    return Described(**one, pieces=several("piece"), game=several("game"), let=several("let"))
