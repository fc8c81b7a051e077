"""`hexlaw graph`: the rule graph, whole as JSON, or one of its nodes with its neighbours as text, DOT or a picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hexlaw.compiler.cli.common import bad_use, write_json, write_picture
from hexlaw.compiler.workspace.workspace import Workspace


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
