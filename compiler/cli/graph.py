"""`hexlaw graph`: the rule graph, whole as JSON, or one of its nodes with its neighbours as text, DOT or a picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from hexlaw.compiler.cli.common import bad_use, compiled, write_json, write_picture
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.graph.edges import ShownCase
from hexlaw.compiler.graph.svg import as_svg
from hexlaw.compiler.graph.view import DOING, View, as_dot, as_text, overrides
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import case_files
from hexlaw.runtime.artifact import graph_hash, write_graph

FARTHEST = 3
MOST_NAMES = 12  # told to somebody who gave a name that stands for nothing


def add(commands: Any) -> None:
    parser = commands.add_parser("graph", help="look at the rule graph, or write it as JSON", description=__doc__)
    parser.add_argument("module", metavar="MODULE")
    parser.add_argument(
        "node", nargs="?", metavar="RULE", help="a rule, fact, table, ruling ...; `rule:NAME` where a name has several"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--dot", action="store_true", help="write DOT")
    form.add_argument("--svg", metavar="FILE", help="write a picture")
    form.add_argument(
        "--overrides",
        metavar="FACT",
        help="who stands over whom, or what was changed: for a fact, a quantity, a pick, an effect",
    )
    form.add_argument("--json", action="store_true", help="write JSON for programs: the whole graph, or the node")
    parser.add_argument(
        "--distance", type=int, default=1, choices=range(1, FARTHEST + 1), help="how far DOT and pictures reach"
    )


def run(args: argparse.Namespace) -> int:
    if args.node is None and (args.dot or args.svg):
        bad_use("which part of the graph is to be drawn? give a rule, a fact, a table ...")
    compilation = compiled(args.module, as_json_=args.json)
    if args.node is None and args.overrides is None:
        sys.stdout.write(write_graph(compilation.graph) if args.json else _summary(compilation))
        return 0
    view = View(compilation.graph, _cases(compilation))
    if args.overrides is not None:
        sys.stdout.write(overrides(view, _found(view, args.overrides, ("fact", "pick", "quantity", "step", *DOING))))
        return 0
    node = _found(view, args.node)
    if args.svg is not None:
        return write_picture(Path(args.svg), as_svg(view, node, args.distance))
    if args.json:
        write_json(_as_json(view, node))
    else:
        sys.stdout.write(as_dot(view, node, args.distance) if args.dot else as_text(view, node))
    return 0


def _cases(compilation: Compilation) -> dict[str, ShownCase]:
    """The cases of all layers; `hexlaw check` reports what is wrong with a case file."""
    files = case_files(compilation, Diagnostics())
    return {case.id: ShownCase(str(case.span), case.shows) for file in files for case in file.cases}


def _found(view: View, name: str, sorts: tuple[str, ...] = ()) -> str:
    """The one node that a name means; ends the program when there is none, or when there are several."""
    nodes = [node for node in view.named(name) if not sorts or node.partition(":")[0] in sorts]
    if len(nodes) == 1:
        return nodes[0]
    if nodes:
        bad_use(f"`{name}` can mean several things; write one of: {', '.join(nodes)}")
    known = [n for n in view.nodes if not sorts or n.partition(":")[0] in sorts]
    names = {part for node in known for part in (node, node.partition(":")[2])}
    hint = did_you_mean(name, names) or f"for example: {', '.join(known[:MOST_NAMES]) or 'there is nothing in it'}"
    bad_use(f"the graph has no {' or '.join(sorts) or 'node'} `{name}`; {hint}")


def _summary(compilation: Compilation) -> str:
    graph = compilation.graph
    parts = {
        "rules": graph.rules, "rulings": graph.rulings, "facts": graph.facts, "quantities": graph.quantities,
        "tables": graph.tables, "actions": graph.actions, "effects": graph.effects, "reaches": graph.reaches,
        "options": graph.options, "disputes": graph.disputes, "kinds of thing": graph.kinds, "units": graph.units,
    }  # fmt: skip
    links = sum(len(rule.links) for rule in graph.rules.values())
    lines = [f"{compilation.name}: {' -> '.join(graph.modules)}", f"  {graph_hash(graph)}"]
    counts = {**{words: len(things) for words, things in parts.items()}, "links between rules": links}
    lines += [f"  {words + ':':<21} {count}" for words, count in counts.items() if count]
    return "\n".join(lines) + "\n"


def _as_json(view: View, node: str) -> dict[str, Any]:
    near = [edge for edge in view.edges if node in (edge.source, edge.target)]
    return {
        "node": node,
        "where": view.where(node) or None,
        "edges": [{"source": edge.source, "word": edge.word, "target": edge.target} for edge in near],
    }
