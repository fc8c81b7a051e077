"""The rule graph to be looked at: whole, or one of its nodes with its neighbours as text, DOT or a picture."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean
from hexlaw.compiler.desk.graph.edges import ShownCase
from hexlaw.compiler.desk.graph.graph_svg import as_svg
from hexlaw.compiler.desk.graph.view import DOING, View, overrides, written
from hexlaw.compiler.situations.case_files import case_files
from hexlaw.compiler.workspace.compiled_laws import Compiled
from hexlaw.runtime.law.graph_file import graph_hash, write_graph

MAX_NAMES = 12  # told to somebody who gave a name that stands for nothing
HAS_OVERRIDES = ("fact", "pick", "quantity", "step", *DOING)


class GraphView:
    """The graph of a law, with the cases that show its nodes."""

    def __init__(self, read: Compiled) -> None:
        self._compilation = read.compilation

    def summary(self) -> str:
        graph = self._compilation.graph
        links = [link for rule in graph.rules.values() for link in rule.links]
        return written("summary", self._compilation.name, graph, graph_hash(graph), links)

    def artefact(self) -> str:
        """Returns the whole graph as JSON, as it can be read back."""
        return write_graph(self._compilation.graph)

    def text(self, name: str) -> str:
        return written("node", self.view, self._node(name))

    def dot(self, name: str, distance: int) -> str:
        return written("dot", self.view, self._node(name), distance)

    def svg(self, name: str, distance: int) -> str:
        return as_svg(self.view, self._node(name), distance)

    def overrides(self, name: str) -> str:
        """Returns who stands over whom for a fact, a quantity, a pick or an effect, or what was changed in it."""
        return overrides(self.view, self._node(name, HAS_OVERRIDES))

    def as_data(self, name: str) -> dict[str, Any]:
        node = self._node(name)
        near = [edge for edge in self.view.edges if node in (edge.source, edge.target)]
        return {
            "node": node,
            "where": self.view.where(node) or None,
            "edges": [{"source": edge.source, "word": edge.word, "target": edge.target} for edge in near],
        }

    @cached_property
    def view(self) -> View:
        # the cases of all layers; a check reports what is wrong with a case file
        cases = (case for file in case_files(self._compilation, Diagnostics()) for case in file.cases)
        return View(self._compilation.graph, {case.id: ShownCase(str(case.span), case.shows) for case in cases})

    def _node(self, name: str, sorts: tuple[str, ...] = ()) -> str:
        """Returns the one node that a name means."""
        view = self.view
        nodes = [node for node in view.named(name) if not sorts or node.partition(":")[0] in sorts]
        if len(nodes) == 1:
            return nodes[0]
        if nodes:
            raise Refused(f"`{name}` can mean several things", f"write one of: {', '.join(nodes)}")
        known = [n for n in view.nodes if not sorts or n.partition(":")[0] in sorts]
        names = {part for node in known for part in (node, node.partition(":")[2])}
        some = f"for example: {', '.join(known[:MAX_NAMES]) or 'there is nothing in it'}"
        wanted = " or ".join(sorts) or "node"
        raise Refused(f"the graph has no {wanted} `{name}`", did_you_mean(name, names) or some)
