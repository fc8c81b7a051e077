"""Digests of all that a search for a clash may read of a law: the keys under which its result is cached.

Input: a graph, and the nodes that the position is asked. Output: a digest that is equal only while everything that the
answer may depend on is equal, so that the same positions are made up with the same result.
A rule counts where it may be asked, with what decides whether it stands and what it has links to: all that replaces,
limits or lifts it is asked with it. So a rule that comes, goes or has other links leaves alone what does not ask it.
INVARIANT: a digest holds too much rather than too little. Places in files are left out, so moving law keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from hexlaw.compiler.base.cache import digest
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import going_in_circles, uses

FOLLOWED = frozenset(("facts", "quantities", "tables", "effects", "actions", "reaches", "rules", "units"))
"""What is looked into only where it may be asked; everything else in a graph counts as a whole."""
LOOKED_INTO = ("fact", "quantity", "table", "rule")
TRIED = ("effect:", "pick:", "reach:")


def law_digest_of(graph: g.Graph) -> LawDigest:
    return memoised(graph, "_digest", LawDigest)


class LawDigest:
    def __init__(self, graph: g.Graph) -> None:
        self.graph = graph

    def of(self, asked: Iterable[str]) -> str:
        """A digest of all that answering may read: `asked` are nodes as in `dependence.py`."""
        nodes = [*asked]
        return digest(self._common, *nodes, *(self._behind.get(node) or self._content(node) for node in nodes))

    def of_all(self) -> str:
        """A digest of the whole law."""
        return digest(self._common, self._everything)

    @cached_property
    def _behind(self) -> dict[str, str]:
        """By node that asks something, a digest of what it says and of the digests of all that it asks: so those of a
        whole law are made in one go. What goes round in a circle, which is a mistake, has that of all law."""
        edges = uses(self.graph)
        found = dict.fromkeys(going_in_circles(self.graph), self._everything)
        waiting = [*edges]
        while waiting:
            node = waiting[-1]
            asked = edges.get(node, ()) if node not in found else ()
            unknown = [other for other in asked if other not in found]
            if unknown:
                waiting += unknown
                continue
            waiting.pop()
            if node not in found:
                found[node] = digest(self._content(node), " ".join([found[other] for other in sorted(asked)]))
        return found

    def _content(self, node: str) -> str:
        if node.startswith(TRIED):  # what is tried may set off anything
            return self._everything
        sort, _, name = node.partition(":")
        declared = self.graph.section(sort).get(name) if sort in LOOKED_INTO else None
        if declared is None:
            return node
        return " ".join([memoised(declared, "content", content_of), *self._deciding.get(name, ())])

    @cached_property
    def _deciding(self) -> dict[str, tuple[str, ...]]:
        """By fact and quantity, the rules that decide it, in their order."""
        return grouped((rule.decides, rule.id) for rule in self.graph.rules.values())

    @cached_property
    def _everything(self) -> str:
        graph = self.graph
        said = (memoised(node, "content", content_of) for sort in LOOKED_INTO for node in graph.section(sort).values())
        return digest(*said, *(repr(declared) for declared in (graph.effects, graph.actions, graph.reaches)))

    @cached_property
    def _common(self) -> str:
        """Words and settings."""
        declared = (repr(getattr(self.graph, name)) for name in self.graph.__struct_fields__ if name not in FOLLOWED)
        units = repr([(unit.id, unit.name, unit.kind, unit.values) for unit in self.graph.units.values()])
        return digest(*declared, units)


def content_of(declared: object) -> str:
    """A digest of all that a declaration says, wherever it stands."""
    return digest(repr(declared))
