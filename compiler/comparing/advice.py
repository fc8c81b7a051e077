"""Advice in a law: what only programs that play ask for. A compilation in, nodes of its graph out (`fact:name`).

Idea: programs ask what a position is worth, by `worth` of a situation and by goals. What that asks, directly or not, is
advice where nothing else asks it: no pick, requirement or statement, nothing that play remembers or counts, and nothing
by which a situation says who has won and what it tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexlaw.compiler.data.file_layers import read_layers
from hexlaw.compiler.data.yaml_tree import texts_by_key
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import all_asked, asked
from hexlaw.runtime.nodes import memoised

ANSWERS = (g.FactDecl, g.QuantityDecl)
"""What does nothing by itself: it is there to be asked."""
OF_ANSWERS = (g.Gives, g.Collects, g.Changes, g.Rounds, type(None))
"""What rules conclude that bear on answers alone."""
_NAME = re.compile(r"[a-z][a-z0-9-]*")


def advice(compilation: Compilation) -> frozenset[str]:
    """The facts, quantities and rules of a law that are advice."""
    return memoised(compilation, "_advice", _advice)


def _advice(compilation: Compilation) -> frozenset[str]:
    graph = compilation.graph
    worth, judged = [g.GOALS], []
    for files in situation_files(compilation.chain).values():
        for tree in read_layers(files, "situation", Diagnostics()) or ():
            worth.append(tree.text("worth") or "")
            judged += [tree.text("winner") or "", *texts_by_key(tree.get("tells")).values()]
    return frozenset(all_asked(graph, _named(graph, worth)) - all_asked(graph, _played(graph) | _named(graph, judged)))


def _named(graph: g.Graph, texts: Iterable[str]) -> set[str]:
    """The facts and quantities that are named in expressions."""
    words = {word for text in texts for word in _NAME.findall(text)}
    return {f"{sort}:{word}" for sort in ("fact", "quantity") for word in words & graph.section(sort).keys()}


def _played(graph: g.Graph) -> set[str]:
    """What is asked in play: by all of the law but what is only there to be asked."""
    found: set[str] = set()
    for node in graph.law():
        if isinstance(node, g.Rule):
            found |= set() if isinstance(node.conclusion, OF_ANSWERS) else {f"rule:{node.id}", *asked(node)}
        elif not isinstance(node, ANSWERS):
            found |= asked(node)
    return found
