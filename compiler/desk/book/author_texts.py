"""What authors say at a place of the book, in place of the sentences that are made of its law.

What a text speaks for is not printed a second time; with `--formal` it is, behind the text. Words about facts and
numbers go too: a text says what they are for. What a text leaves out is printed behind it as everywhere, and
where later layers amend it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from hexlaw.compiler.base.place_numbers import OF_SITUATION, BookPlace
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.links import targets_of

MAX_LINE = 200
"""Signs of a list in the summary; of a longer one it has the beginning."""
_MARK = re.compile(r"(-|\d+\.) ")
_SENTENCE = re.compile(r".*?[.:](?= [A-Z*]|$)")
_MARKED = re.compile(r"\*\*(?P<strong>[^*]+)\*\*|\[(?P<place>[^\]]+)\]")


class AuthorTexts:
    def __init__(self, parts: PartMaker) -> None:
        self.parts = parts
        self.texts: dict[BookPlace, g.TextDecl] = {}
        for text in parts.graph.texts.values():
            if text.cite.source in parts.graph.speaks_for:
                only = text.origin.situation  # what is said of one situation alone is printed on its card
                place = BookPlace(text.cite.source, text.cite.text) if only is None else BookPlace(OF_SITUATION, only)
                above = self.texts[place].passages if place in self.texts else ()
                self.texts[place] = replace(text, passages=(*above, *text.passages))
        self.covered = {key: place for place, text in self.texts.items() for key in self.speaks_for(text)}
        """By anchor of what a text speaks for, where that is printed."""
        if not parts.formal:
            parts.home.update(self.covered)

    def at(self, place: BookPlace, unprinted: tuple[str, ...]) -> m.Prose | None:
        """Returns the text of a place, which is where references to all that it speaks for lead, and to what else is
        `unprinted` because of it."""
        if (text := self.texts.get(place)) is None:
            return None
        anchors = () if self.parts.formal else tuple(dict.fromkeys((*self.speaks_for(text), *unprinted)))
        reads = dict.fromkeys(ref for anchor in anchors for ref in self.parts.reads.get(anchor, ()))
        now, was = text.paragraphs, self._was(text)
        change: m.Change = "" if was in (None, now) else "changed" if was else "new"
        return m.Prose(
            tuple(map(m.Covered, anchors)), self.paragraphs(now), change,
            self.paragraphs(was) if was and change else (), tuple(reads), tuple(dict.fromkeys(self._amending(text))),
        )  # fmt: skip

    def _amending(self, text: g.TextDecl) -> Iterator[m.Ref]:
        """Yields the rules of later layers that bear on what a text speaks for, and what these leave out of it."""
        layers = [layer.name for layer in self.parts.compilation.chain.layers]
        later = set(layers[layers.index(text.origin.module) + 1 :])
        spoken_for = {key.removeprefix("rule:") for key in text.covers if key.startswith("rule:")}
        for rule in self.parts.rules():
            if rule.origin.module in later:
                bearing = (link for link in rule.links if not link.step)
                if any(name in spoken_for for link in bearing for name in targets_of(self.parts.graph, link)):
                    yield self.parts.number(f"rule:{rule.id}")
        dropped = [x for x in self.parts.graph.drops if x.rule in spoken_for and x.origin.module in later]
        here = BookPlace(text.cite.source, text.cite.text)
        for cite in (cite for drop in dropped for cite in self.parts.graph.shown_cites(drop.cites)):
            place = self._places.get(self.parts.label(BookPlace(cite.source, cite.text)), here)
            yield m.Ref(place.anchor, f"{cite}, which leaves out a part of it")

    def speaks_for(self, text: g.TextDecl) -> tuple[str, ...]:
        """Returns what a text speaks for: not what a later module has changed, which is printed behind it."""
        parts, is_own = self.parts, text.origin.module == self.parts.graph.name
        return tuple(key for key in text.covers if key in parts.home and (is_own or not parts.change(key).change))

    def _was(self, text: g.TextDecl) -> tuple[str, ...] | None:
        """Returns the paragraphs of the base at that place, None if the book is compared with no base."""
        if self.parts.base is None:
            return None
        there = self.parts.base.texts.get(text.name)
        return () if there is None else there.paragraphs

    def in_one_line(self, place: BookPlace) -> m.Text:
        """Returns the first sentence of the text of a place; of a list all items, where these are short."""
        first, *others = self.texts[place].paragraphs
        items = [said[mark.end() :].rstrip(".,;") for said in (first, *others) if (mark := _MARK.match(said))]
        lead = "" if _MARK.match(first) else first
        sentence = _SENTENCE.match(lead)
        if sentence is not None and not sentence[0].endswith(":"):
            return tuple(self._spans(sentence[0]))
        listed = " ".join((lead, *items[:1])).strip()
        for item in items[1:]:
            if len(listed) + len(item) > MAX_LINE:
                return tuple(self._spans(f"{listed}; ..."))
            listed += f"; {item}"
        return tuple(self._spans(f"{listed}." if items else listed))

    def paragraphs(self, paragraphs: tuple[str, ...]) -> tuple[m.Paragraph, ...]:
        cut = [(mark[1], said[mark.end() :]) if (mark := _MARK.match(said)) else ("", said) for said in paragraphs]
        return tuple(m.Paragraph(tuple(self._spans(said)), mark) for mark, said in cut)

    def _spans(self, text: str) -> Iterator[m.Span]:
        """Words between two stars are strong, and a place in brackets leads there."""
        end = 0
        for found in _MARKED.finditer(text):
            yield m.Span(text[end : found.start()])
            end = found.end()
            if found["strong"]:
                yield m.Span(found["strong"], "strong")
            else:
                place = self._places.get(found["place"])
                yield from (
                    m.Span("["),
                    m.Span(found["place"], to=place.anchor if place is not None else ""),
                    m.Span("]"),
                )
        yield m.Span(text[end:])

    @cached_property
    def _places(self) -> dict[str, BookPlace]:
        """The places of the book, by what is printed for them; also those that only hold others."""
        places = {each for place in (*self.parts.home.values(), *self.texts) for each in place.around}
        return {self.parts.label(place): place for place in places}
