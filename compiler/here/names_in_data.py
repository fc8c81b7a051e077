"""What names in cases, charts, tables and boards stand for: in data a name is a word among others.

Input: a meaning, or a place of a file. Output: the words that have this meaning, or what the word there stands for, as
far as its shape and the key that it stands under tell. Prose and ids hold no names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.patience import patience
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data.csv_rows import read_rows
from hexlaw.compiler.data.load import MAX_DATA_SIZE, Layer
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_yaml
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.uses import VARIABLE, Meaning, Use, named_so
from hexlaw.runtime.law.dependence import picks_by_path
from hexlaw.runtime.law.graph import SIDE, STYLE_OF, Graph

PROSE = {
    *["title", "text", "note", "notes", "why", "says", "doc", "description", "about", "id", "shows", "sources", "name"]
}
"""Keys below which nothing is a name of the law."""
GIVEN, PLACES = "given", ("hex", "side")
"""The key below which a case gives attributes of the map, and what it says there where they are."""
DOTTED = re.compile(r"[\w-]+(?:\.[\w-]+)*")


def name_in_data(compilation: Compilation, source: Source, offset: int) -> Use | None:
    """Returns the name at a place of data, with what it stands for: what it is for certain, or by the key before it."""
    for span, is_key, near in _names(source):
        if not span.start <= offset <= span.end:
            continue
        for at in DOTTED.finditer(source.text, span.start, span.end):
            if at.start() <= offset <= at.end():
                return _meant(compilation, Span(source, at.start(), at.end()), offset, near, is_key=is_key)
    return None


def _meant(compilation: Compilation, dotted: Span, offset: int, near: str, *, is_key: bool) -> Use | None:
    word = dotted.text
    ends = word.find(".", max(0, offset - dotted.start))  # of the part of a dotted name that the place is in
    begins = word.rfind(".", 0, max(0, offset - dotted.start)) + 1
    part = word[begins : ends if ends >= 0 else len(word)]
    attributes = [at for kind in compilation.names.kinds.values() for at in kind.attributes.items() if at[0] == near]
    types = {str(type_) for _, (type_, _, _) in attributes}
    found: list[tuple[bool, bool, bool, str, Use]] = []
    for name in {word, part}:
        first = dotted.start + (0 if name == word else begins)
        for meaning in named_so(compilation, name):
            is_certain = _means(meaning, word, compilation.graph, near, is_key=is_key)
            if meaning.sort != VARIABLE and is_certain is not None:
                is_likely = meaning.owner in types or near == meaning.sort
                use = Use(Span(dotted.source, first, first + len(name)), meaning)
                found.append((not is_likely, not is_certain, name != part, f"{meaning.sort} {meaning.owner}", use))
    return min(found, key=lambda one: one[:4])[4] if found else None


def data_uses(layer: Layer, texts: Texts, meaning: Meaning, graph: Graph) -> Iterator[tuple[Span, bool]]:
    """Yields the places in the data of a module where a name stands, and whether it means this for certain."""
    word = re.compile(rf"(?<![\w-]){re.escape(meaning.name)}(?![\w-])")
    derived = STYLE_OF.format(meaning.name) if (meaning.sort, meaning.owner) == ("value", SIDE) else meaning.name
    for name in texts.names_in(layer.folder, lambda _: None):
        if not name.endswith((".yaml", ".csv")):
            continue
        source = texts.read(layer.folder / name, f"{layer.shown}/{name}", MAX_DATA_SIZE, Diagnostics())
        if source is None or not (word.search(source.text) or derived in source.text):
            continue
        for span, is_key, near in _names(source):
            for at in DOTTED.finditer(source.text, span.start, span.end):
                if derived != meaning.name and at[0] == derived:
                    yield Span(source, at.end() - len(meaning.name), at.end()), True
                elif (is_certain := _means(meaning, at[0], graph, near, is_key=is_key)) is not None:
                    first = at.start() + (0 if meaning.sort == "action" else at[0].rfind(meaning.name))
                    yield Span(source, first, first + len(meaning.name)), is_certain


def _means(meaning: Meaning, dotted: str, graph: Graph, near: str, *, is_key: bool) -> bool | None:
    """Returns whether a word of data is a name for certain, by its shape and place; None where it cannot be."""
    head, _, last = dotted.rpartition(".")
    if dotted != meaning.name and (dotted in graph.rules or dotted in graph.rulings):
        return None
    match meaning.sort:
        case "action":
            return True if dotted.startswith(f"{meaning.name}.") or (dotted == meaning.name and not is_key) else None
        case "pick":
            return True if dotted == f"{meaning.owner}.{meaning.name}" else None
        case "attribute" | "field":
            unit = graph.units.get(near)
            kind = near if unit is None else unit.kind
            if last != meaning.name or dotted in picks_by_path(graph) or (is_key and near == GIVEN and last in PLACES):
                return None
            if not is_key or kind not in graph.kinds:
                return bool(head)
            return True if graph.is_a(kind, meaning.owner) else None
        case "kind":
            return near == "kind" if dotted == meaning.name and not is_key and near != "type" else None
        case "value" | "fact" | "quantity" | "effect":
            return not is_key if dotted == meaning.name else None
        case "option" | "dispute":
            return is_key if dotted == meaning.name else None
        case _:
            return "." in dotted if dotted == meaning.name else None


def _names(source: Source) -> Iterator[tuple[Span, bool, str]]:
    """Yields what in a file of data can be or hold a name, whether it is a key, and what it stands under."""
    tree = read_yaml(source, Diagnostics()) if source.name.endswith(".yaml") else None
    yield from _names_in(tree) if tree is not None else _cells(source)


def _names_in(node: Node, under: str = "") -> Iterator[tuple[Span, bool, str]]:
    """Yields what in a tree can be or hold a name, whether it is a key, and what it stands under; a key of what has a
    type or kind with that."""
    match node:
        case Scalar():
            yield node.span, False, under
        case Listing():
            for item in node.items:
                yield from _names_in(item, under)
        case Mapping():
            near = node.text("type") or node.text("kind") or under
            for key, value in node.entries:
                yield key.span, True, near
                if key.text not in PROSE:
                    yield from _names_in(value, key.text)


def _cells(source: Source) -> Iterator[tuple[Span, bool, str]]:
    """Yields the heads of a chart, and its fields below those that are not for prose, with what they stand under."""
    with patience(Diagnostics(), 1) as found:
        rows = [row.fields for row in read_rows(source, found)]
    for number, row in enumerate(rows):
        named = zip(rows[0], row, strict=False)
        yield from (
            (field.span, not number, head.text) for head, field in named if not number or head.text not in PROSE
        )
