"""Reads `book.yaml`: what a module says of its printed book. A later layer says its lines anew, all others hold."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt
from hexlaw.compiler.base.place_numbers import BookPlace, main_source
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.question_typing import typed_value
from hexlaw.compiler.data import yaml_tree as y
from hexlaw.compiler.data.load import Layer
from hexlaw.compiler.data.schema import read_file
from hexlaw.compiler.parse import syntax
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.builtins import BUILTIN_CHOICES
from hexlaw.runtime.law.dependence import spans_of

FILE = "book.yaml"
CardLine = list[str | e.Expr]
ABOUT = ("sequence", "table", "text", "quantity", "fact", "pick", "rule")
"""What a block of the summary can be about."""


@dataclass(frozen=True)
class AidPlan:
    """A block of the summary: its title, and the things of the law that it is about, as `quantity:strength`."""

    title: str
    about: tuple[y.Scalar, ...]


@dataclass(frozen=True)
class PlayedPlan:
    """Which answers of which journal are told."""

    journal: y.Scalar
    folder: Path
    first: int
    last: int
    title: str


@dataclass(frozen=True)
class Settings:
    title: str = ""
    subtitle: str = ""
    about: str = ""  # what the game is about
    headings: dict[str, str] = field(default_factory=dict)  # of numbers of the printed book: `RB 2` -> `Boats`
    synonyms: dict[str, tuple[y.Scalar, ...]] = field(default_factory=dict)  # a player's word -> the law's, or numbers
    aids: tuple[AidPlan, ...] = ()
    sights_title: str = ""
    sights: tuple[tuple[y.Scalar, str], ...] = ()  # the cases whose lines of sight are shown, with why
    card: tuple[y.Scalar, ...] = ()  # the first lines on the card of a situation, with questions of the law in braces
    introduction: tuple[str, ...] = ()  # paragraphs
    played: PlayedPlan | None = None
    counter: y.Scalar | None = None  # the unit whose counter the introduction explains
    examples: dict[str, y.Scalar] = field(default_factory=dict)  # a number -> the case shown there, or `none`
    steps: dict[str, tuple[y.Scalar, str]] = field(default_factory=dict)  # of the sequence, in the author's words
    situations: tuple[y.Scalar, ...] = ()  # those that the book has; all where none is named


def read_settings(layers: Sequence[Layer], diagnostics: Diagnostics) -> Settings | None:
    """Returns what the layers say together; None after reporting what is wrong with one of them."""
    found = Settings()
    for layer in layers:
        if (source := file_of(layer)) is None:
            found = replace(found, title="", subtitle="", about=found.about if layer.manifest.is_add_on else "")
            continue
        if (tree := read_file(source, "book", diagnostics)) is None:
            return None
        planned = y.mappings_in(tree.get("aids"))
        aids = (AidPlan(aid.text("title") or "", y.scalars_in(aid.get("about"))) for aid in planned)
        steps, examples = y.entries_in(tree.get("steps")), y.entries_in(tree.get("examples"))
        synonyms = {word.text: y.scalars_in(meant) for word, meant in y.entries_in(tree.get("synonyms"))}
        found = Settings(
            tree.text("title") or "",
            tree.text("subtitle") or "",
            tree.text("about") or (found.about if layer.manifest.is_add_on else ""),
            {**found.headings, **y.texts_by_key(tree.get("headings"))},
            {**found.synonyms, **synonyms},
            tuple(aids) or found.aids,
            *_of_sights(tree.get("sight"), found),
            y.scalars_in(tree.get("card")) or found.card,
            y.texts_in(tree.get("introduction")) or found.introduction,
            _played(tree.get("played"), layer) or (found.played if layer.manifest.is_add_on else None),
            counter if isinstance(counter := tree.get("counter"), y.Scalar) else found.counter,
            {**found.examples, **{key.text: said for key, said in examples if isinstance(said, y.Scalar)}},
            {**found.steps, **{key.text: (key, said.text) for key, said in steps if isinstance(said, y.Scalar)}},
            y.scalars_in(tree.get("situations")) or found.situations,
        )
    return found


def _played(node: y.Node | None, layer: Layer) -> PlayedPlan | None:
    journal = node.get("journal") if isinstance(node, y.Mapping) else None
    if not isinstance(node, y.Mapping) or not isinstance(journal, y.Scalar):
        return None
    first, last = (int(node.text(key) or 1) for key in ("from", "to"))
    return PlayedPlan(journal, layer.folder, first, last, node.text("title") or "")


def _of_sights(node: y.Node | None, before: Settings) -> tuple[str, tuple[tuple[y.Scalar, str], ...]]:
    if not isinstance(node, y.Mapping):
        return before.sights_title, before.sights
    why = tuple((case, said.text) for case, said in y.entries_in(node.get("cases")) if isinstance(said, y.Scalar))
    return node.text("title") or before.sights_title, why or before.sights


def check_settings(compilation: Compilation, cases: Collection[str], diagnostics: Diagnostics) -> None:
    """Reports what `book.yaml` speaks of and the law, or its `cases`, do not have."""
    if all(file_of(layer) is None for layer in compilation.chain.layers):
        return
    if (settings := read_settings(compilation.chain.layers, diagnostics)) is None:
        return
    graph = compilation.graph
    for line in settings.card:
        card_line(line, compilation, diagnostics)
    words = {*defined_words(graph), *settings.headings, *(text.name for text in graph.texts.values())}
    for said, named, known in (
        ("the module has no case", [case for case, _ in settings.sights], cases),
        ("the module has no case", settings.examples.values(), {*cases, "none"}),
        ("the law has no situation", settings.situations, graph.situations),
        ("the law defines no word", chain.from_iterable(settings.synonyms.values()), words),
        ("the law has no", [about for plan in settings.aids for about in plan.about], set(subjects(graph))),
        ("no unit chart has", [settings.counter] if settings.counter is not None else [], set(graph.units)),
        ("the sequence of play has no", [key for key, _ in settings.steps.values()], {x.name for x in spans_of(graph)}),
    ):
        for word in named:
            if word.text not in known:
                diagnostics.unknown("HX191", word, said, known)


_PLACE = re.compile(r"(?<!: )\[((?:[A-Z]\w* )?[A-Z0-9]+(?:\.\w+)*)\]")
"""A reference to a place in a text, not the numbers that a line of `synonyms` gives."""


def check_links(compilation: Compilation, diagnostics: Diagnostics) -> None:
    """Reports references of the module's texts, and of its `book.yaml`, to places that its book does not have."""
    graph, layer = compilation.graph, compilation.chain.layers[-1]
    declared = [x for section in g.SECTIONS for x in graph.section(section.sort).values()]
    cites = [*(x.cite for x in graph.texts.values()), *(c for x in declared for c in getattr(x, "cites", ()))]
    places = {each for c in graph.shown_cites(tuple(cites)) for each in BookPlace(c.source, c.text).around}
    main = main_source(graph)
    known = {each.number if each.source == main else f"{each.source} {each.number}" for each in places}
    own = (p.item for p in compilation.names.sections if p.layer is layer)
    written = [item.span for item in own if isinstance(item, syntax.Prose)]
    written += [Span(source, 0, len(source.text)) for source in [file_of(layer)] if source is not None]
    for span in written:
        for found in _PLACE.finditer(span.source.text, span.start, span.end):
            if found[1] not in known:
                word = WordAt(found[1], Span(span.source, *found.span(1)))
                diagnostics.unknown("HX191", word, "the book has no place", known)


def card_line(line: y.Scalar, compilation: Compilation, diagnostics: Diagnostics) -> CardLine | None:
    """Returns a line of the cards, with expressions of the law for its braces; None after reporting a mistake."""
    found: CardLine = []
    for i, part in enumerate(re.split(r"[{}]", line.text)):
        if i % 2 == 0:
            found.append(part)
            continue
        checker = Checker(compilation.names, diagnostics)
        typed = typed_value(y.Scalar(part, line.span), "HX191", "a question of the law", checker)
        if typed is None:
            return None
        found.append(typed)
    return found


def defined_words(graph: g.Graph) -> Iterator[str]:
    """Yields every word that the law gives a meaning to."""
    for section in g.SECTIONS:
        if section.sort not in ("source", "rule", "ruling", "unit", "phrase", "text", "choice"):
            yield from getattr(graph, section.field)
    for kind in graph.kinds.values():
        yield from kind.attributes
    for choice in written_choices(graph):
        yield from (choice.name, *choice.values)


def written_choices(graph: g.Graph) -> Iterator[g.ChoiceDecl]:
    """Returns the choices that somebody wrote: not the units, which have their own chart, nor the machine's."""
    written = (choice for choice in graph.choices.values() if choice.name not in BUILTIN_CHOICES)
    return (choice for choice in written if set(choice.values) != set(graph.units))


def subjects(graph: g.Graph) -> Iterator[str]:
    """Yields everything that a block of the summary can be about; of texts their place, or one that it is a part of."""
    for text in graph.texts.values():
        yield from (f"text:{each.source} {each.number}" for each in BookPlace(text.cite.source, text.cite.text).around)
    for sort in ABOUT:
        if sort not in ("pick", "text"):
            yield from (f"{sort}:{name}" for name in graph.section(sort))
    yield from (f"pick:{action.name}.{pick.name}" for action in graph.actions.values() for pick in action.picks)


def file_of(layer: Layer) -> Source | None:
    return next((source for source in layer.sources if source.name == f"{layer.shown}/{FILE}"), None)
