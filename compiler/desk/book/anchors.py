"""Where in the book each thing of the law stands: its home, a place of the printed book.

A rule that cites a number of the printed book stands there. One that cites only entries of lists (questions and
answers) stands beneath the rule that it bears on or that its ruling speaks of; failing that at the number of its
chapter of the law; failing that in a chapter of its own. Words, tables and actions stand where they are cited, else
before the first rule about them in the chapter that has most of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.place_numbers import OF_LAW, OF_SITUATION, BookPlace
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.desk.book.printed_rules import Standing
from hexlaw.compiler.parse import syntax
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.compiler.resolve.libraries import items_of
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.graph import Citation
from hexlaw.runtime.law.links import targets_of

Titled = tuple[str, str]
"""A chapter of the law: its module and its title."""


def law_chapters(chain: Chain, graph: g.Graph) -> dict[Titled, tuple[Citation, ...]]:
    """Returns the chapters of the law with what they cite, base first."""
    found: dict[Titled, tuple[Citation, ...]] = {}
    for layer in chain.layers:
        for items in items_of(layer, Diagnostics()):
            for item in items:
                if isinstance(item, syntax.Chapter) and not item.is_advice:
                    cites = read_citations(item.cite, graph.sources, layer.manifest.default_source, Diagnostics())
                    found.setdefault((layer.name, item.title), cites)
                    break
    return found


def _where_most_stand(places: list[BookPlace]) -> BookPlace:
    """Returns the first place of the chapter in which most of these are, of those that stand in a book."""
    printed = [place for place in places if place.is_printed]
    if not printed:
        return places[0]
    chapters = Counter(place.chapter for place in printed)
    most = min(chapters, key=lambda chapter: (-chapters[chapter], chapter.source, chapter.order))
    return min((place for place in printed if place.chapter == most), key=lambda place: (place.order, place.number))


@dataclass
class Anchors:
    standing: Standing
    chapters: Mapping[Titled, tuple[Citation, ...]]
    _rules: dict[str, BookPlace] = field(default_factory=dict)

    @property
    def graph(self) -> g.Graph:
        return self.standing.graph

    def printed(self, cites: Iterable[Citation]) -> BookPlace | None:
        """Returns the first number of a printed book that this game speaks for."""
        shown = self.graph.shown_cites(tuple(cites))
        return next((BookPlace(c.source, c.text) for c in shown if not self.graph.sources[c.source].ids), None)

    def of_rule(self, rule: g.Rule) -> BookPlace:
        if rule.id not in self._rules:
            self._rules[rule.id] = self.of_chapter(rule.origin)  # what leads back to itself stands in its chapter
            self._rules[rule.id] = self._of_rule(rule)
        return self._rules[rule.id]

    def host(self, rule: g.Rule) -> g.Rule | None:
        """Returns the rule beneath which a rule is printed in full: it bears on it, and has no number itself."""
        own = self.printed(rule.cites)
        for link in rule.links:
            for name in [] if link.step or link.how == "replaces" else targets_of(self.graph, link):
                target = self._standing_for(name)
                if target is None or target.id == rule.id or target.origin.situation != rule.origin.situation:
                    continue
                if own is None or own == self.of_rule(target):
                    return target
        return None

    def of_chapter(self, origin: g.Origin) -> BookPlace:
        """Returns the number of the chapter of the law that something is written in."""
        if origin.situation is not None:
            return BookPlace(OF_SITUATION, origin.situation)
        cites = self.chapters.get((origin.module, origin.chapter), ())
        return self.printed(cites) or BookPlace(OF_LAW, origin.chapter)

    def of_declared(self, origin: g.Origin, cites: tuple[Citation, ...], rules: Iterable[g.Rule]) -> BookPlace:
        if origin.situation is not None:
            return self.of_chapter(origin)
        own = self.printed(cites)
        places = [self.of_rule(rule) for rule in rules if rule.origin.situation is None] if own is None else []
        return own or (_where_most_stand(places) if places else self.of_chapter(origin))

    def of_ruling(self, ruling: g.Ruling) -> BookPlace:
        return next((self.of_rule(rule) for rule in self.about(ruling)), None) or (
            self.printed(ruling.cites) or self.of_chapter(ruling.origin)
        )

    def about(self, ruling: g.Ruling) -> list[g.Rule]:
        """Returns the printed rules that a ruling confirms, amends or brings."""
        brought = [rule for rule in self.standing.rules.values() if rule.by_ruling == ruling.id]
        denied = [r for r in self.graph.rules.values() if r.against == ruling.id]
        targets = [name for r in denied for link in r.links for name in targets_of(self.graph, link) if not link.step]
        named = [self._standing_for(name) for name in (*ruling.confirms, *ruling.amends, *targets)]
        return list({rule.id: rule for rule in (*named, *brought) if rule is not None}.values())

    def _of_rule(self, rule: g.Rule) -> BookPlace:
        if rule.origin.situation is not None:
            return self.of_chapter(rule.origin)
        if (own := self.printed(rule.cites)) is not None:
            return own
        if (host := self.host(rule)) is not None:
            return self.of_rule(host)
        ruling = self.graph.rulings.get(rule.by_ruling or "")
        named = [self._standing_for(name) for name in (*ruling.confirms, *ruling.amends)] if ruling else []
        return next((self.of_rule(other) for other in named if other is not None), self.of_chapter(rule.origin))

    def _standing_for(self, name: str) -> g.Rule | None:
        in_place = self.standing.law.standing(name)
        return in_place if in_place is not None else self.standing.rules.get(name)
