"""`hexlaw graph`: the rule graph, whole as JSON, or one of its nodes with its neighbours as text, DOT or a picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from hexlaw.compiler.cli.common import bad_use, command, options, write_json, write_picture
from hexlaw.compiler.workspace.workspace import Workspace

FORM = """
--dot  write DOT
--svg FILE  write a picture
--overrides FACT  who stands over whom, or what was changed: for a fact, a quantity, a pick, an effect
--json  write JSON for programs: the whole graph, or the node
"""


def add(commands: Any) -> None:
    parser = command("graph", __doc__)(commands)
    options(parser.add_mutually_exclusive_group(), FORM)
    options(parser, "--distance 1|2|3 1  how far DOT and pictures reach")


def run(args: argparse.Namespace) -> int:
    if args.node is None and (args.dot or args.svg):
        bad_use("which part of the graph is to be drawn? give a rule, a fact, a table ...")
    graph = Workspace().graph(args.module)
    if args.overrides is not None:
        sys.stdout.write(graph.overrides(args.overrides))
    elif args.node is None:
        sys.stdout.write(graph.artefact() if args.json else graph.summary())
    elif args.svg is not None:
        return write_picture(Path(args.svg), graph.svg(args.node, args.distance))
    elif args.json:
        write_json(graph.as_data(args.node))
    else:
        sys.stdout.write(graph.dot(args.node, args.distance) if args.dot else graph.text(args.node))
    return 0
