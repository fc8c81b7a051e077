"""What all parts of a book are made from: one law with its homes, words, links and labels.

`PartMaker` is handed to each file that makes a part. It says what is printed for a place (`label`), what a reference
leads to (`ref`), and what the law's nodes are called as anchors (`rule:hire.late`, `fact:hire`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.place_numbers import OF_LAW, OF_SITUATION, BookPlace, main_source
from hexlaw.compiler.desk.book.anchors import Anchors
from hexlaw.compiler.desk.book.model import Change, Ref, Text
from hexlaw.compiler.desk.book.printed_rules import Standing
from hexlaw.compiler.desk.book.settings import Settings
from hexlaw.compiler.desk.book.wording import Wording, named
from hexlaw.compiler.desk.graph.edges import Edge, all_edges
from hexlaw.compiler.parse import syntax
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.runtime.law import graph as g

IN_SECTIONS = ("fact", "quantity", "action", "effect", "reach", "event", "memory", "tally", "order", "task")
"""The sorts of declarations that stand in sections, beside their rules."""


def written(graph: g.Graph, sort: str) -> dict[str, Any]:
    """Returns the declarations of a sort that somebody wrote: not the facts that ask whether an event is forbidden."""
    return {name: decl for name, decl in graph.section(sort).items() if not name.endswith(g.FORBIDDEN)}


MAX_REFS = 14
"""In a row of references: a longer row is not read by anybody."""


@dataclass(frozen=True)
class Altered:
    """What a variant has done to a node of the law; nothing, where it has no `change`."""

    change: Change = ""
    was: Text = ()
    figures: tuple[str, ...] = ()  # of a unit, those that differ


@dataclass
class PartMaker:
    compilation: Compilation
    standing: Standing
    anchors: Anchors
    wording: Wording
    settings: Settings
    with_law: bool  # whether the text of the law is printed beside its prose
    formal: bool  # whether sentences are made of law that an author's text speaks for, too
    base: g.Graph | None = None  # the law that the book is compared with
    altered: dict[str, Altered] = field(default_factory=dict)  # by anchor
    reads: dict[str, tuple[Ref, ...]] = field(default_factory=dict)  # by anchor, the changed figures that it reads

    @property
    def graph(self) -> g.Graph:
        return self.standing.graph

    # -- places and what is printed for them

    @cached_property
    def main_source(self) -> str:
        return main_source(self.graph)

    def label(self, place: BookPlace) -> str:
        if place.source == OF_SITUATION:
            return self.graph.situations[place.number].title
        return place.number if place.source in (self.main_source, OF_LAW) else f"{place.source} {place.number}"

    def ref(self, place: BookPlace) -> Ref:
        return Ref(place.anchor, self.label(place))

    def heading(self, place: BookPlace) -> str:
        """Returns the heading of a number: from `book.yaml`, else of the section of the law, or of its chapter."""
        for name in (f"{place.source} {place.number}", place.number):
            if name in self.settings.headings:
                return self.settings.headings[name]
        if place in self._headings:
            return self._headings[place]
        if not place.is_printed:
            return self.label(place)
        titles = (
            title
            for (_, title), cites in self.anchors.chapters.items()
            if place in [BookPlace(c.source, c.text) for c in cites]
        )
        return next(titles, "")

    @cached_property
    def _headings(self) -> dict[BookPlace, str]:
        """Returns what sections of the law are called; what a later layer says counts."""
        found: dict[BookPlace, str] = {}
        for p in self.compilation.names.sections:
            if isinstance(p.item, syntax.Section) and p.item.heading and p.origin.situation is None:
                cites = read_citations(p.item.cite, self.graph.sources, p.layer.manifest.default_source, Diagnostics())
                found |= {BookPlace(cite.source, cite.text): p.item.heading for cite in cites}
        return found

    # -- nodes of the law

    @cached_property
    def home(self) -> dict[str, BookPlace]:
        """Returns by anchor, where each node that stands in sections is."""
        found = {f"rule:{rule.id}": self.anchors.of_rule(rule) for rule in self.standing.rules.values()}
        deciding: dict[str, list[g.Rule]] = defaultdict(list)
        for rule, settled in self.settles.items():
            for target in settled:
                deciding[target].append(self.standing.rules[rule.removeprefix("rule:")])
        for sort in IN_SECTIONS:
            for name, decl in written(self.graph, sort).items():
                cites = getattr(decl, "cites", ())
                found[f"{sort}:{name}"] = self.anchors.of_declared(decl.origin, cites, deciding[f"{sort}:{name}"])
        return found

    @cached_property
    def settles(self) -> dict[str, tuple[str, ...]]:
        """Returns by rule, the anchors of what it decides, changes or forbids."""
        found: dict[str, tuple[str, ...]] = {}
        for edge in self.edges:
            if edge.source.removeprefix("rule:") in self.standing.rules and edge.word in _SETTLES:
                target = edge.target
                if target.startswith(("pick:", "step:")):
                    target = {"pick": "action:", "step": "quantity:"}[target[:4]] + target[5:].partition(".")[0]
                found[edge.source] = (*found.get(edge.source, ()), target)
        return found

    @cached_property
    def edges(self) -> list[Edge]:
        return sorted({edge for edge in all_edges(self.graph, {}) if edge.source != edge.target})

    def number(self, anchor: str) -> Ref:
        """Returns the number under which a node stands, as a reference to the node itself."""
        place = self.home.get(anchor)
        return Ref(anchor, named(anchor.partition(":")[2]) if place is None else self.label(place))

    def change(self, anchor: str) -> Altered:
        """Returns what a variant has done to a node, if anything."""
        return self.altered.get(anchor, Altered())

    def cites(self, cites: tuple[g.Citation, ...]) -> tuple[str, ...]:
        return tuple(str(cite) for cite in self.graph.shown_cites(cites))

    def law(self, origin: g.Origin) -> str:
        """Returns the text of an item of the law, where it is printed."""
        return self.wording.source_of(origin.where) if self.with_law else ""

    def rules(self) -> Iterator[g.Rule]:
        return iter(self.standing.rules.values())


_SETTLES = ("decides", "adds to", "changes", "rounds", "forbids", "begins", "lapses", "counts towards", "resets")
