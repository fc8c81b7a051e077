"""`hexlaw ask`: puts a question to a module and a position, and tells the answer with its reasons."""

from __future__ import annotations

import argparse
import sys

from hexlaw.compiler.base.source import Source
from hexlaw.compiler.cli.common import command, configuration, write_json
from hexlaw.compiler.workspace.workspace import CaseInFile, Described, NamedCase, Where, Workspace

EXAMPLES = """examples:
  hexlaw ask tutorial --case moving.plank
  hexlaw ask MODULE 'entry-cost(a, B-2, B-3)' --board C --piece a=UNIT@B-2
  hexlaw ask MODULE 'may move.mover(a)' --board C --piece a=UNIT@B-2 --acting SIDE --now PART --game turn=3
  hexlaw ask MODULE 'may move.step(a, B-3)' --position my.cases.yaml#some-case --depth judge
"""
ARGUMENTS = """
module MODULE  a name, a folder, or `base + add-on`
question QUESTION?  a line of law; left out, the case's own question is asked
--case ID  ask in the position of one of the module's cases
--position FILE[#ID]  ask in the position of a case in a file of yours
--board NAME  a board of the module
--piece NAME=TYPE@HEX[,ATTRIBUTE=VALUE]&  a piece on the board; TYPE is a unit of the charts or a kind. A piece of the
    situation: NAME@HEX
--situation NAME  begin as this situation does
--acting SIDE  whose turn it is
--now PART  the part of the sequence that is running
--game NAME=VALUE&  what holds of the game as a whole: `--game turn=3`
--as:decided_by WHO  who decides what an effect leaves to a side: `each` answer is told, or a program such as greedy
--let NAME=VALUE&  a name for a value, in the question
--depth talk|judge|developer talk  how much is told (default: talk)
"""
add = command("ask", __doc__, ARGUMENTS, EXAMPLES, law=True, json=True)


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
