"""`hexlaw ask`: puts a question to a module and a position, and tells the answer with its reasons."""

from __future__ import annotations

import argparse
import sys

from hexlaw.compiler.base.source import Source
from hexlaw.compiler.cli.common import configuration, write_json
from hexlaw.compiler.workspace.workspace import CaseInFile, Described, NamedCase, Where, Workspace


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
