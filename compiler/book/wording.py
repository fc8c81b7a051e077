"""What the law says, as text of a book. This file alone knows where the words come from.

Where there are no words for something, it is printed as the law writes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from hexlaw.compiler.book.model import Span, Text
from hexlaw.compiler.load import Chain
from hexlaw.compiler.source import Source
from hexlaw.runtime import graph as g
from hexlaw.runtime.law import Law
from hexlaw.runtime.value import exact_text

_BESIDE = ("over ", "limits ", "lifts ", "replaces ", "under ", "by ruling ", "against ruling ", "until ", "from ")
"""What a rule says of its place among others: told beside its text, not in it."""


@dataclass(frozen=True)
class Wording:
    chain: Chain
    law: Law

    def rule(self, rule: g.Rule) -> Text:
        """What a rule says."""
        return self._as_law(rule.origin.where)

    def brief(self, rule: g.Rule) -> Text:
        """The same for a line of an aid."""
        return ((Span(rule.doc),) if rule.doc else ()) or self.rule(rule)

    def declared(self, sort: str, name: str, origin: g.Origin) -> Text:
        """What a fact, quantity, action or the like says of itself."""
        return ()

    def span(self, span: g.SpanDecl) -> Text:
        """What a part of the sequence of play says: who acts in it, and when it is."""
        return ()

    def question(self, asked: str) -> Text:
        """What a case asks."""
        return (Span(asked, "law"),)

    def source_of(self, where: str) -> str:
        """An item of the law as its designer wrote it: `where` is the place at which it begins."""
        name, line, _ = where.rsplit(":", 2)
        source = self._sources.get(name)
        if source is None:
            return ""
        lines = source.text.split("\n")
        found = [lines[int(line) - 1]]
        for later in lines[int(line) :]:
            if later.strip() and not later.startswith((" ", "\t")):
                break
            found.append(later)
        return "\n".join(found).rstrip()

    @cached_property
    def _sources(self) -> dict[str, Source]:
        return {source.name: source for source in self.chain.sources}

    def _as_law(self, where: str) -> Text:
        """The body of an item without its heading, its designer's words and its links, unless it is nothing but links."""
        _, *body = self.source_of(where).split("\n")
        lines = [line.strip() for line in body if line.strip() and not line.strip().startswith("#")]
        if lines and lines[0].startswith('"'):
            lines = lines[1:]
        kept = [line for line in lines if not line.startswith(_BESIDE)] or lines
        return (Span(" ".join(kept), "law"),) if kept else ()


def plain(text: Text) -> str:
    return "".join(span.text for span in text)


def named(name: str) -> str:
    """A name of the law read as words, as a heading: `late-hire` is `Late hire`."""
    words = name.replace("-", " ").replace(".", ": ")
    return words[:1].upper() + words[1:]


def said(value: object) -> str:
    """A value of a table or unit chart as it is printed."""
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case int() | Fraction():
            return exact_text(value).replace("-", "−")
        case tuple():
            return ", ".join(said(item) for item in value)
        case _:
            return str(value).replace("-", " ") if not str(value)[:1].isdigit() else str(value)
