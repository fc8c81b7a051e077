"""The words of a game with what they mean, and the index: every word that the law defines, and what players call it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.part_maker import IN_SECTIONS, PartMaker, written
from hexlaw.compiler.desk.book.place_numbers import anchor_of
from hexlaw.compiler.desk.book.sections import chart_title
from hexlaw.compiler.desk.book.settings import written_choices
from hexlaw.compiler.desk.book.wording import as_sentence, named
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import named_in, spans_of
from hexlaw.runtime.law.dependence import parts as parts_of
from hexlaw.runtime.words import english

MAX_PLACES = 8
"""Of a word in the index, besides where it is defined."""
NOT_LOOKED_UP = frozenset(("by", "from", "in", "of", "on", "to", "who"))
"""Names of attributes that no player looks for; nor single letters, as columns of charts are called."""
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
        fields = tuple((named(f.name), f.doc or of_type(graph, f.type)) for f in record.fields.values())
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
    if kind.parent is not None:
        meaning = [m.Span("A sort of "), m.Span(named(kind.parent).lower(), to=f"kind:{kind.parent}"),
                   m.Span(". " if meaning else "."), *meaning]  # fmt: skip
    if said := parts.wording.place(kind.name):
        meaning += [*([m.Span(" ")] if meaning else []), *said]
    own = own_attributes(parts.graph, kind)
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


def index(parts: PartMaker, cards: tuple[m.CardGroup, ...], chapters: tuple[m.Chapter, ...]) -> tuple[m.IndexLine, ...]:
    """Returns a line for each heading and each word, one for all that are called alike, and a line for each synonym."""
    lines: dict[str, dict[m.Ref, None]] = defaultdict(dict)
    used = _used(parts)
    for chapter in chapters:
        below = [section for section in chapter.sections if section.number != chapter.number]
        headed: list[m.Chapter | m.Section] = [chapter, *below]
        for part in headed:
            if part.number:
                lines[part.title][m.Ref(part.anchor, part.number)] = None
    for anchor, name, at in _defined(parts):
        refs = lines[name if anchor.startswith("situation:") else named(name)]  # a title stands as it is printed
        refs[at] = None
        refs.update(dict.fromkeys(used.get(anchor, ())))
    for group in cards:
        for card in group.cards:
            lines[card.name][m.Ref(card.anchor, group.title)] = None
    anchors = {term.lower(): index_anchor(term) for term in lines}
    see: dict[str, tuple[m.Ref, ...]] = {}
    for word, meant in parts.settings.synonyms.items():
        names = [named(each.text) for each in meant]
        see[named(word)] = tuple(m.Ref(anchors[name.lower()], name) for name in names if name.lower() in anchors)
    for word in [term for term in lines if len(term) == 1 or term.lower() in NOT_LOOKED_UP]:
        del lines[word]
    return tuple(
        m.IndexLine(term, tuple(lines.get(term, ())), see.get(term, ()), index_anchor(term))
        for term in sorted({*lines, *see}, key=lambda term: (term.lower(), term))
        if term in lines or see[term]
    )


def index_anchor(term: str) -> str:
    return f"index:{anchor_of(term)}"


def _defined(parts: PartMaker) -> Iterator[tuple[str, str, m.Ref]]:
    """Yields every word that the law defines: its node, its name, and where the book says what it is."""
    graph = parts.graph
    words = "Words"
    for kind in graph.kinds.values():
        if _is_of_the_game(graph, kind):
            yield f"kind:{kind.name}", kind.name, m.Ref(f"kind:{kind.name}", words)
        for attribute in own_attributes(graph, kind):
            called = parts.wording.attribute(kind.name, attribute.name)
            for name in dict.fromkeys((named(attribute.name), called)):
                yield f"attribute:{attribute.name}", name, m.Ref(f"kind:{kind.name}", words)
    for choice in written_choices(graph):
        yield f"choice:{choice.name}", choice.name, m.Ref(f"choice:{choice.name}", words)
        for value in choice.values:
            if value[:1].isalpha():
                yield f"value:{value}", value, m.Ref(f"choice:{choice.name}", words)
    for sort in ("record", "measure"):
        for name in (name for name in graph.section(sort) if (sort, name) != ("record", g.GOAL)):
            yield f"{sort}:{name}", name, m.Ref(f"{sort}:{name}", words)
    for sort in IN_SECTIONS:
        for name in written(graph, sort):
            yield f"{sort}:{name}", name, parts.number(f"{sort}:{name}")
    for name in graph.tables:
        ref = m.Ref(f"table:{name}", chart_title(parts.graph.tables[name]))
        yield f"table:{name}", name, ref
        if named(name) != ref.label:
            yield f"table:{name}", ref.label, ref
    for sort in ("option", "dispute"):
        for name in graph.section(sort):
            yield f"{sort}:{name}", name, m.Ref(f"{sort}:{name}", f"{sort.capitalize()}s")
    for situation in graph.situations.values():
        yield f"situation:{situation.name}", situation.title, m.Ref(f"situation:{situation.name}", "Situations")
    for part in spans_of(graph):
        yield f"span:{part.name}", part.name, m.Ref(f"span:{part.name}", "Sequence of play")


def own_attributes(graph: g.Graph, kind: g.KindDecl) -> list[g.AttributeDecl]:
    """Returns the attributes that a kind has by itself, not from its parent."""
    inherited = graph.kinds[kind.parent].attributes if kind.parent is not None else {}
    return [attribute for attribute in kind.attributes.values() if attribute.name not in inherited]


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
            case _:
                pass
