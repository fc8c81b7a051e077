"""The words of a game with what they mean, and the index: every word that the law defines, and what players call it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from collections.abc import Mapping as Lookup

from hexlaw.compiler.base.place_numbers import BookPlace, anchor_of
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.author_texts import AuthorTexts
from hexlaw.compiler.desk.book.part_maker import IN_SECTIONS, PartMaker, written
from hexlaw.compiler.desk.book.sections import chart_title
from hexlaw.compiler.desk.book.settings import defined_words, written_choices
from hexlaw.compiler.desk.book.wording import as_sentence, named
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import named_in, spans_of
from hexlaw.runtime.law.dependence import parts as parts_of
from hexlaw.runtime.words import english

MAX_PLACES = 5
"""Of a word in the index, besides where it is defined."""
NO_TERMS = frozenset(("Option", "Example"))
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
MACHINE = ("hex", "hexside", "contact", "game")
"""Kinds that every law has: they are terms where the law says something of them."""


def terms(parts: PartMaker) -> tuple[m.Term, ...]:
    graph = parts.graph
    found = [_kind(kind, parts) for kind in graph.kinds.values() if _is_of_the_game(graph, kind)]
    for choice in written_choices(graph):
        values = ", ".join(parts.wording.value(choice.name, value) for value in choice.values)
        said = f"{'In this order: ' if choice.ordered else 'One of: '}{values}."
        found.append(m.Term(f"choice:{choice.name}", named(choice.name), "choice", (m.Span(said),)))
    for record in (record for record in graph.records.values() if record.name != g.GOAL):
        fields = tuple((named(f.name), f.doc) for f in record.fields.values() if f.doc)
        found.append(m.Term(f"record:{record.name}", named(record.name), "record", (), fields))
    for name, unit in graph.measures.items():
        counted = (m.Span(f"Counted in {unit}."),) if unit else ()
        found.append(m.Term(f"measure:{name}", named(name), "measure", counted))
    return tuple(sorted(found, key=lambda term: (term.name.lower(), term.anchor)))


def _is_of_the_game(graph: g.Graph, kind: g.KindDecl) -> bool:
    """Returns whether a kind has anything to tell: those that every law has may stand idle in one."""
    idle = {"order": not graph.orders, "task": not graph.tasks}
    return not idle.get(kind.name, kind.name in MACHINE and not kind.attributes)


def _kind(kind: g.KindDecl, parts: PartMaker) -> m.Term:
    meaning = [m.Span(as_sentence(kind.doc))] if kind.doc else []
    if kind.parents:
        links = [m.Span(named(parent).lower(), to=f"kind:{parent}") for parent in kind.parents]
        above = [part for link in links for part in (m.Span(" and of "), link)][1:]
        meaning = [m.Span("A sort of "), *above, m.Span(". " if meaning else "."), *meaning]
    if said := parts.wording.place(kind.name):
        meaning += [*([m.Span(" ")] if meaning else []), *said]
    units = parts.graph.units
    on_counters = {name for unit in units.values() for name in unit.values}
    own = [a for a in own_attributes(parts.graph, kind) if a.doc or a.secret or not units or a.name in on_counters]
    seen = {a.name: " (seen by its side alone)" if a.secret else "" for a in own}
    about = tuple(
        (parts.wording.attribute(kind.name, a.name), (a.doc or of_type(parts.graph, a.type)) + seen[a.name])
        for a in own
    )
    return m.Term(f"kind:{kind.name}", named(kind.name), "kind", tuple(meaning), about)


def of_type(graph: g.Graph, type_: t.Type) -> str:
    """Returns what values there are of a type, for somebody who does not know the language."""
    match type_:
        case t.YesNo():
            return "yes or no"
        case t.Number(measure=str(measure)):
            return f"counted in {graph.measures.get(measure) or named(measure).lower()}"
        case t.Number():
            return "a number" if type_.exact else "a whole number"
        case t.OrNone(item=item):
            return f"{of_type(graph, item)}, or none"
        case _:
            return english.named(str(type_))


# ---- the index


def index(
    parts: PartMaker, texts: AuthorTexts, cards: tuple[m.CardGroup, ...], chapters: tuple[m.Chapter, ...]
) -> tuple[m.IndexLine, ...]:
    """Returns a line for each heading, each term and each synonym; what the law alone calls by a name is in none."""
    lines: dict[str, dict[m.Ref, None]] = defaultdict(dict)
    used = _used(parts)
    for chapter in chapters:
        below = [section for section in chapter.sections if section.number != chapter.number]
        headed: list[m.Chapter | m.Section] = [chapter, *below]
        for part in headed:
            if part.number:
                title = part.title.removeprefix("The ")
                lines[title[:1].upper() + title[1:]][m.Ref(part.anchor, part.number)] = None
    for node, term, at in (*_terms(parts), *_in_texts(parts, texts)):
        lines[term[:1].upper() + term[1:]].update(dict.fromkeys((at, *used.get(node, ()))))
    for group in cards:
        for card in group.cards:
            lines[card.name][m.Ref(card.anchor, group.title)] = None
    for term in [term for term in lines if len(term) < 2 or not term[0].isalnum()]:
        del lines[term]
    printed = {section.anchor for chapter in chapters for section in chapter.sections}
    terms, see = {term.lower(): term for term in lines}, defaultdict[str, list[m.Ref]](list)
    for word, meant in parts.settings.synonyms.items():
        term = terms.get(word.lower(), word[:1].upper() + word[1:])
        for each in (each.text for each in meant):
            other = terms.get(named(each).lower())
            if other is not None and other != term:
                see[term].append(m.Ref(f"index:{anchor_of(other)}", other))
            elif other is None:
                lines[term].update(dict.fromkeys(_places_of(parts, each, used, printed)))
    return tuple(
        m.IndexLine(term, tuple(lines.get(term, ())), tuple(see[term]), f"index:{anchor_of(term)}")
        for term in sorted({*lines, *see}, key=lambda term: (term.lower(), term))
        if lines.get(term) or see[term]
    )


def _places_of(parts: PartMaker, word: str, used: Lookup[str, list[m.Ref]], printed: set[str]) -> Iterator[m.Ref]:
    """Yields where the book speaks of a word of the law, or the number of the printed book that stands in its place."""
    source, _, number = word.partition(" ")
    if number and BookPlace(source, number).anchor in printed:
        yield parts.ref(BookPlace(source, number))
    if word in parts.graph.tables:
        yield m.Ref(f"table:{word}", chart_title(parts.graph.tables[word]))
    if any(choice.name == word for choice in written_choices(parts.graph)):
        yield m.Ref(f"choice:{word}", "Words")
    for kind in parts.graph.kinds.values():
        if any(attribute.name == word for attribute in own_attributes(parts.graph, kind)):
            yield m.Ref(f"kind:{kind.name}", "Words")
    for sort in IN_SECTIONS:
        if f"{sort}:{word}" in parts.home and parts.home[f"{sort}:{word}"].is_printed:
            yield parts.ref(parts.home[f"{sort}:{word}"])
    for sort in (*IN_SECTIONS, "attribute", "value", "kind"):
        yield from used.get(f"{sort}:{word}", ())


def _terms(parts: PartMaker) -> Iterator[tuple[str, str, m.Ref]]:
    """Yields what players call things: its node, the term, and where the book says what it is."""
    graph, wording, words = parts.graph, parts.wording, "Words"
    for kind in graph.kinds.values():
        if _is_of_the_game(graph, kind):
            yield f"kind:{kind.name}", wording.called("kind", kind.name), m.Ref(f"kind:{kind.name}", words)
    for kind_name, name in dict.fromkeys((unit.kind, name) for unit in graph.units.values() for name in unit.values):
        having = (k for k in graph.lineage(kind_name) for a in own_attributes(graph, graph.kinds[k]) if a.name == name)
        if (owner := next(having, None)) is not None:
            yield f"attribute:{name}", wording.attribute(owner, name), m.Ref(f"kind:{owner}", words)
    stages = {kind.attributes["stage"].type for kind in graph.kinds.values() if "stage" in kind.attributes}
    for choice in (choice for choice in written_choices(graph) if t.Choice(choice.name) not in stages):
        for value in choice.values:
            if value[:1].isalpha():
                yield f"value:{value}", wording.value(choice.name, value), m.Ref(f"choice:{choice.name}", words)
    for sort in ("quantity", "action", "task", "order"):
        for name in written(graph, sort):
            yield f"{sort}:{name}", wording.called(sort, name), parts.number(f"{sort}:{name}")
    for table in graph.tables.values():
        title = chart_title(table)
        yield f"table:{table.name}", title, m.Ref(f"table:{table.name}", title)
    for sort in ("option", "dispute"):
        for name in graph.section(sort):
            yield f"{sort}:{name}", named(name), m.Ref(f"{sort}:{name}", f"{sort.capitalize()}s")
    for situation in graph.situations.values():
        yield f"situation:{situation.name}", situation.title, m.Ref(f"situation:{situation.name}", "Situations")
    for part in spans_of(graph):
        called = wording.called("part", part.name).removeprefix("the ")
        yield f"span:{part.name}", called, m.Ref(f"span:{part.name}", "Sequence of play")


def _in_texts(parts: PartMaker, texts: AuthorTexts) -> Iterator[tuple[str, str, m.Ref]]:
    """Yields what authors made bold as a term: several words, or one that the law has as well."""
    words = set(defined_words(parts.graph))
    for place, text in texts.texts.items():
        for bold in _BOLD.findall(" ".join(text.paragraphs)):
            term = bold.strip(" .,:")
            if term not in NO_TERMS and (" " in term or term.lower() in words):
                yield "", term, parts.ref(place)


def own_attributes(graph: g.Graph, kind: g.KindDecl) -> list[g.AttributeDecl]:
    """Returns the attributes that a kind has by itself, not from its parents."""
    above = graph.inherited(kind)
    return [attribute for attribute in kind.attributes.values() if attribute.name not in above]


def _used(parts: PartMaker) -> dict[str, list[m.Ref]]:
    """Returns by word, the sections whose rules speak of it, those that do so most first."""
    counted: dict[str, Counter[m.Ref]] = defaultdict(Counter)
    for rule in parts.rules():
        place = parts.anchors.of_rule(rule)
        for word in set(_words(rule)) if place.is_printed else ():
            counted[word][parts.ref(place)] += 1
    return {word: sorted(refs, key=lambda ref: (-refs[ref], ref.label))[:MAX_PLACES] for word, refs in counted.items()}


def _words(rule: g.Rule) -> Iterator[str]:
    for part in parts_of((tuple(c.expr for c in rule.when), rule.for_each, rule.conclusion)):
        if part.ASKS:
            yield from (f"{sort}:{name}" for sort, name in named_in(part))
        match part:
            case e.Const(value=str(value)):
                yield f"value:{value}"
            case e.IsKind(kind=str(kind)):
                yield f"kind:{kind}"
