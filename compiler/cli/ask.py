"""`hexlaw ask`: puts a question to a module and a position, and tells the answer with its reasons."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from hexlaw.compiler.cli.common import (
    add_command,
    add_configuration,
    add_json,
    bad_use,
    compiled,
    configuration,
    configured,
    found_or_end,
    write_json,
)
from hexlaw.compiler.cli.position_arguments import LET, PIECE, case_of_arguments, named_case
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.garbage import collect_garbage_seldom
from hexlaw.compiler.parse.parse import save_questions
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.programs import deciding_by
from hexlaw.compiler.question import read_question
from hexlaw.compiler.situations.case_files import Case
from hexlaw.compiler.situations.setup import worth_in
from hexlaw.compiler.situations.situate import situate
from hexlaw.compiler.source import Source
from hexlaw.runtime.answer import Answer, OtherAnswer, answer, other_answers
from hexlaw.runtime.explain import chain_lines, explain
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.deciding import Deciding
from hexlaw.runtime.trace import walk

EXAMPLES = """examples:
  hexlaw ask tutorial --case moving.plank
  hexlaw ask MODULE 'entry-cost(a, B-2, B-3)' --board C --piece a=UNIT@B-2
  hexlaw ask MODULE 'may move.mover(a)' --board C --piece a=UNIT@B-2 --acting SIDE --now PART --game turn=3
  hexlaw ask MODULE 'may move.step(a, B-3)' --position my.cases.yaml#some-case --depth judge
"""


def add(commands: Any) -> None:
    parser = add_command(commands, "ask", "ask a question of a position", __doc__, EXAMPLES)
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
    chosen = configuration(args)
    compilation = compiled(args.module, as_json_=args.json)
    if args.case or args.position:
        case = named_case(args.case, args.position, compilation, as_json_=args.json)
    else:
        case = case_of_arguments(args, compilation.graph)
    diagnostics = Diagnostics()
    law = configured(compilation.graph, case.configuration().merged(chosen))
    situation = situate(case, compilation, law, diagnostics)
    line = Source("question", args.question) if args.question else case.question
    if line is None:
        bad_use("what is to be asked? give a question, or a case that asks one")
    situation = found_or_end(situation, diagnostics, as_json_=args.json)
    question = read_question(line, compilation.names, situation.map, situation.constants, diagnostics)
    question = found_or_end(question, diagnostics, as_json_=args.json)
    save_questions()
    with collect_garbage_seldom():
        given = answer(law, situation.position, question, deciding=_deciding(args.decided_by, case, compilation, law))
        given.names = situation.value_names
        others = other_answers(given)
        if args.json:
            write_json(answer_as_json(given, others))
        else:
            sys.stdout.write(explain(given, args.depth, others))
    return 1 if given.stop is not None else 0


def _deciding(name: str | None, case: Case, compilation: Compilation, law: Law) -> Deciding | None:
    if name is None:
        return None
    try:
        return deciding_by(name, worth_in(compilation, law))
    except ValueError as problem:
        bad_use(f"{problem}; `--as each` tells what comes of each answer")


def answer_as_json(given: Answer, others: list[OtherAnswer]) -> dict[str, Any]:
    """The answer for programs: verdict, rules with their citations, chances as exact fractions."""
    graph = given.law.graph

    def rule(id_: str) -> dict[str, Any]:
        found = graph.rules[id_]
        return {
            "rule": id_,
            "cites": [str(c) for c in graph.shown_cites(found.cites) or found.cites],
            "where": found.origin.where,
        }

    data: dict[str, Any] = {"question": given.question.text, "module": graph.name, "answer": given.in_short}
    if given.stop is not None:
        chain = [*chain_lines(given.stop, given.position)]
        data["stop"] = {"message": given.stop.message, "help": given.stop.help, "chain": chain}
    elif given.permission is not None:
        data["legal"] = given.permission.allowed
        data["refusals"] = [
            {"says": r.text, "how": r.how, **(rule(r.rule.id) if r.rule else {})} for r in given.permission.refusals
        ]
        data["lifted"] = [{**rule(t.rule.id), "by": [rule(b.id) for b in t.by]} for t in given.permission.lifted]
        data["instead"] = [given.shown(v) for v in given.permission.instead]
    elif given.chances is not None:
        data["chances"] = {given.outcome(c): given.shown(c.chance) for c in given.chances}
    elif given.reach is not None:
        data["reach"] = {given.shown(h): given.shown(c) for h, c in given.reach.items()}
    else:
        data["value"] = given.shown(given.value)
    data["rules"] = [rule(r) for r in dict.fromkeys(t.rule.id for n in walk(given.asked) for t in n.applied())]
    data["otherwise"] = [{"what": o.what, "answer": o.answer, "differs": o.differs} for o in others]
    return data
