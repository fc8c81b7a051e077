"""Reads `book.yaml`: what a module says of its printed book. A later layer says its lines anew, all others hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hexlaw.compiler.data.schema import validate_file
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Scalar, read_yaml
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import Layer
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.source import Source
from hexlaw.runtime import graph as g

FILE = "book.yaml"
ABOUT = ("sequence", "quantity", "fact", "pick", "rule")
"""What a block of the player's aid can be about."""


@dataclass(frozen=True)
class AidPlan:
    """A block of the player's aid: its title, and the things of the law that it is about, as `quantity:strength`."""

    title: str
    about: tuple[Scalar, ...]


@dataclass(frozen=True)
class Settings:
    title: str = ""
    subtitle: str = ""
    headings: dict[str, str] = field(default_factory=dict)  # of numbers of the printed book: `RB 2` -> `Boats`
    last: tuple[Scalar, ...] = ()  # chapters of the law that go to the end
    synonyms: dict[str, tuple[Scalar, ...]] = field(default_factory=dict)  # a player's word -> the law's
    aids: tuple[AidPlan, ...] = ()


def read_settings(layers: Sequence[Layer], diagnostics: Diagnostics) -> Settings | None:
    """What the layers say together; `None` after reporting what is wrong with one of them."""
    found = Settings()
    for layer in layers:
        source = file_of(layer)
        if source is None:
            found = Settings("", "", found.headings, found.last, found.synonyms, found.aids)
            continue
        tree = read_yaml(source, diagnostics)
        if not isinstance(tree, Mapping) or not validate_file(tree, "book", diagnostics):
            return None
        found = Settings(
            _text(tree, "title"),
            _text(tree, "subtitle"),
            {**found.headings, **_texts(tree, "headings")},
            (*found.last, *_words(tree, "last")),
            {**found.synonyms, **_lists(tree, "synonyms")},
            _aids(tree) or found.aids,
        )
    return found


def check_settings(compilation: Compilation, diagnostics: Diagnostics) -> None:
    """Reports what `book.yaml` speaks of and the law does not have."""
    if all(file_of(layer) is None for layer in compilation.chain.layers):
        return
    settings = read_settings(compilation.chain.layers, diagnostics)
    if settings is None:
        return
    words = set(defined_words(compilation.graph))
    for meant in settings.synonyms.values():
        for word in meant:
            if word.text not in words:
                diagnostics.unknown("HX191", word, "the law defines no word", words)
    titles = {node.origin.chapter for node in compilation.graph.law() if hasattr(node, "origin")}
    for chapter in settings.last:
        if chapter.text not in titles:
            diagnostics.unknown("HX191", chapter, "the law has no chapter", titles)
    for plan in settings.aids:
        for about in plan.about:
            known = set(subjects(compilation.graph))
            if about.text not in known:
                diagnostics.unknown("HX191", about, "the law has no", known)


def defined_words(graph: g.Graph) -> Iterator[str]:
    """Every word that the law gives a meaning to."""
    for section in g.SECTIONS:
        if section.sort not in ("source", "rule", "ruling", "unit", "phrase", "choice"):
            yield from getattr(graph, section.field)
    for kind in graph.kinds.values():
        yield from kind.attributes
    for choice in written_choices(graph):
        yield from (choice.name, *choice.values)


def written_choices(graph: g.Graph) -> Iterator[g.ChoiceDecl]:
    """The choices that somebody wrote: not that of the units, which have a chart of their own."""
    return (choice for choice in graph.choices.values() if set(choice.values) != set(graph.units))


def subjects(graph: g.Graph) -> Iterator[str]:
    """Everything that a block of the player's aid can be about."""
    for sort in ABOUT:
        if sort != "pick":
            yield from (f"{sort}:{name}" for name in graph.section(sort))
    yield from (f"pick:{action.name}.{pick.name}" for action in graph.actions.values() for pick in action.picks)


def file_of(layer: Layer) -> Source | None:
    return next((source for source in layer.sources if source.name == f"{layer.shown}/{FILE}"), None)


def _text(tree: Mapping, key: str) -> str:
    value = tree.get(key)
    return value.text if isinstance(value, Scalar) else ""


def _texts(tree: Mapping, key: str) -> dict[str, str]:
    value = tree.get(key)
    entries = value.entries if isinstance(value, Mapping) else ()
    return {name.text: node.text for name, node in entries if isinstance(node, Scalar)}


def _words(tree: Mapping, key: str) -> tuple[Scalar, ...]:
    value = tree.get(key)
    return tuple(item for item in value.items if isinstance(item, Scalar)) if isinstance(value, Listing) else ()


def _lists(tree: Mapping, key: str) -> dict[str, tuple[Scalar, ...]]:
    value = tree.get(key)
    return {name.text: _words(value, name.text) for name, _ in value.entries} if isinstance(value, Mapping) else {}


def _aids(tree: Mapping) -> tuple[AidPlan, ...]:
    value = tree.get("aids")
    items = value.items if isinstance(value, Listing) else ()
    return tuple(AidPlan(_text(item, "title"), _words(item, "about")) for item in items if isinstance(item, Mapping))
