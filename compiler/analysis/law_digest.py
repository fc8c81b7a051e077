"""Digests of all that a search for a clash may read of a law: the keys under which its result is cached.

Input: a graph, and the nodes that the position is asked. Output: a digest that is equal only while everything that the
answer may depend on is equal, so that the same positions are made up with the same result.
INVARIANT: a digest holds too much rather than too little. Places in files are left out, so moving law keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cached_property

from hexlaw.compiler.cache import digest
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import all_asked
from hexlaw.runtime.nodes import memoised

FOLLOWED = frozenset(("facts", "quantities", "tables", "effects", "actions", "reaches", "rules", "units"))
"""What is looked into only where it may be asked; everything else in a graph counts as a whole."""
TRIED = ("effect:", "pick:", "reach:")


def law_digest_of(graph: g.Graph) -> LawDigest:
    """The one that a graph has."""
    return memoised(graph, "_digest", LawDigest)


class LawDigest:
    def __init__(self, graph: g.Graph) -> None:
        self.graph = graph

    def of(self, asked: Iterable[str]) -> str:
        """A digest of all that answering may read: `asked` are nodes as in `dependence.py`."""
        return digest(self._common, *self._told(all_asked(self.graph, asked)))

    @cached_property
    def _common(self) -> str:
        """Words and settings, and of every rule what decides whether it stands and what it bears on."""
        declared = (repr(getattr(self.graph, f.name)) for f in fields(self.graph) if f.name not in FOLLOWED)
        units = repr([(unit.id, unit.name, unit.kind, unit.values) for unit in self.graph.units.values()])
        return digest(*declared, units, *map(how_it_stands, self.graph.rules.values()))

    def _told(self, reached: set[str]) -> Iterator[str]:
        graph = self.graph
        everything = any(node.startswith(TRIED) for node in reached)  # what is tried may set off anything
        for sort in ("fact", "quantity", "table", "rule"):
            for name, node in graph.section(sort).items():
                if everything or f"{sort}:{name}" in reached:
                    yield memoised(node, "_content", repr)
        if everything:
            yield from (repr(declared) for declared in (graph.effects, graph.actions, graph.reaches))


def how_it_stands(rule: g.Rule) -> str:
    """All that is read of a rule when options, readings and a year are chosen."""
    conclusion = rule.conclusion
    about: object = None
    if isinstance(conclusion, g.Gives | g.Collects):
        about = conclusion.fact
    elif isinstance(conclusion, g.Changes):
        about = conclusion.quantity, conclusion.step
    elif isinstance(conclusion, g.Rounds):
        about = conclusion.quantity
    elif isinstance(conclusion, g.Forbids):
        about = conclusion.picks
    origin = rule.origin.module, rule.origin.option, rule.origin.situation
    years = rule.by_ruling, rule.against, rule.from_year, rule.until_year
    return repr((rule.id, origin, rule.links, rule.under, years, type(conclusion).__name__, about))
