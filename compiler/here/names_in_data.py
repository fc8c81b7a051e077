"""What names in cases, charts, tables and boards stand for: in data a name is a word among others.

Input: a meaning, or a place of a file. Output: the words that have this meaning, or what the word there stands for, as
far as its shape and the key that it stands under tell. Prose and ids hold no names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.patience import patience
from hexlaw.compiler.base.source import Excerpt, Source, Span
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.data.csv_rows import read_rows
from hexlaw.compiler.data.load import CASES, MAX_DATA_SIZE
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_yaml
from hexlaw.compiler.desk.cases.case_checks import ANY_MAP, names_of
from hexlaw.compiler.desk.cases.case_index import asked_in
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.uses import VARIABLE, Meaning, Use, Uses, named_so
from hexlaw.runtime.law.dependence import picks_by_path
from hexlaw.runtime.law.graph import DONE, SIDE, STYLE_OF, Graph
from hexlaw.runtime.law.types import Choice, bare

PROSE = {
    *["title", "text", "note", "notes", "why", "says", "doc", "description", "about", "id", "shows", "sources", "name"]
}
"""Keys below which nothing is a name of the law."""
GIVEN, PLACES = "given", ("hex", "side")
"""The key below which a case gives attributes of the map, and what it says there where they are."""
OWN_COLUMNS = ("id", "name", "source")
"""Columns of a chart that are not attributes."""
NAMING = ("pieces", "let")
"""Keys under which a case declares names of its own."""
DOTTED = re.compile(r"[\w-]+(?:\.[\w-]+)*")


def name_in_data(compilation: Compilation, source: Source, offset: int) -> Use | None:
    """Returns the name at a place of data, with what it stands for: what it is for certain, or by the key before it."""
    there = (word for word in _words(source) if word[0].start <= offset <= word[0].end)
    return next((_meant(compilation, dotted, offset, near, is_key=is_key) for dotted, is_key, near in there), None)


def _meant(compilation: Compilation, dotted: Span, offset: int, near: str, *, is_key: bool) -> Use | None:
    word = dotted.text
    ends = word.find(".", max(0, offset - dotted.start))  # of the part of a dotted name that the place is in
    begins = word.rfind(".", 0, max(0, offset - dotted.start)) + 1
    part = word[begins : ends if ends >= 0 else len(word)]
    found: list[tuple[bool, bool, bool, str, Use]] = []
    for name in {word, part}:
        first = dotted.start + (0 if name == word else begins)
        for meaning in named_so(compilation, name):
            is_certain = _means(meaning, dotted, compilation.graph, near, is_key=is_key)
            if meaning.sort != VARIABLE and is_certain is not None:
                use = Use(Span(dotted.source, first, first + len(name)), meaning)
                rank = near != meaning.sort, not is_certain, name != part, f"{meaning.sort} {meaning.owner}"
                found.append((*rank, use))
    return min(found, key=lambda one: one[:4])[4] if found else None


def data_uses(compilation: Compilation, texts: Texts, meaning: Meaning) -> Iterator[tuple[Span, bool]]:
    """Yields the places in the data of a module where a name stands, and whether it means this for certain."""
    graph, layer, uses = compilation.graph, compilation.chain.layers[-1], Uses(compilation)
    word = re.compile(rf"(?<![\w-]){re.escape(meaning.name)}(?![\w-])")
    derived = STYLE_OF.format(meaning.name) if (meaning.sort, meaning.owner) == ("value", SIDE) else meaning.name
    for name in texts.names_in(layer.folder, lambda _: None):
        if not name.endswith((".yaml", ".csv")):
            continue
        source = texts.read(layer.folder / name, f"{layer.shown}/{name}", MAX_DATA_SIZE, Diagnostics())
        if source is None or not (word.search(source.text) or derived in source.text):
            continue
        asked = _in_questions(uses, compilation, source, meaning.name)
        for dotted, is_key, near in _words(source):
            first = dotted.start + (0 if meaning.sort == "action" else max(dotted.text.rfind(meaning.name), 0))
            is_certain = _means(meaning, dotted, graph, near, is_key=is_key)
            if derived != meaning.name and dotted.text == derived:
                yield Span(source, dotted.end - len(meaning.name), dotted.end), True
            elif is_certain is not None and asked.get(first, meaning) == meaning:
                yield Span(source, first, first + len(meaning.name)), is_certain or first in asked


def _means(meaning: Meaning, place: Span, graph: Graph, near: str, *, is_key: bool) -> bool | None:
    """Returns whether a word of data is a name for certain, by its shape and place; None where it cannot be."""
    dotted = place.text
    head, _, last = dotted.rpartition(".")
    if dotted != meaning.name and (dotted in graph.rules or dotted in graph.rulings):
        return None
    match meaning.sort:
        case "action":
            return True if dotted.startswith(f"{meaning.name}.") or (dotted == meaning.name and not is_key) else None
        case "pick":
            path = f"{meaning.owner}.{meaning.name}" if meaning.owner else meaning.name
            return is_key or bool(meaning.owner) if dotted == path else None
        case "attribute" | "field":
            unit = graph.units.get(near)
            kind = near if unit is None else unit.kind
            is_pick = dotted in picks_by_path(graph) or (last == DONE and head in graph.actions)
            if last != meaning.name or is_pick or (is_key and near == GIVEN and last in PLACES):
                return None
            if not is_key or kind not in graph.kinds:
                return bool(head)
            return True if graph.is_a(kind, meaning.owner) else None
        case "kind":
            return near == "kind" if dotted == meaning.name and not is_key and near != "type" else None
        case "value" if dotted == meaning.name and (fitting := _choices(graph, place, near)):
            return True if meaning.owner in fitting else None
        case "value" | "fact" | "quantity" | "effect":
            return not is_key if dotted == meaning.name else None
        case "option" | "dispute":
            return is_key if dotted == meaning.name else None
        case _:
            return "." in dotted if dotted == meaning.name else None


def _choices(graph: Graph, place: Span, near: str) -> set[str]:
    """Returns the choices a value at this place can belong to: those of its table, or of the attribute above it."""
    path = Path(place.source.name)
    types = [kind.attributes[near].type for kind in graph.kinds.values() if near in kind.attributes]
    if path.parent.name == "tables" and (table := graph.tables.get(path.stem)) is not None:
        types = [table.type, *(type_ for _, type_ in table.params)]
    return {of.name for type_ in types if isinstance(of := bare(type_), Choice)}


def _words(source: Source) -> Iterator[tuple[Span, bool, str]]:
    """Yields each word and dotted name in a data file, whether it is part of a key, and the key above it."""
    tree = read_yaml(source, Diagnostics()) if source.name.endswith(".yaml") else None
    for span, is_key, near in _names_in(tree) if tree is not None else _cells(source):
        for at in DOTTED.finditer(source.text, span.start, span.end):
            yield Span(source, at.start(), at.end()), is_key, near


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
                if under not in NAMING:
                    yield key.span, True, near
                if key.text not in PROSE:
                    yield from _names_in(value, key.text)


def _cells(source: Source) -> Iterator[tuple[Span, bool, str]]:
    """Yields the heads of a chart, and its fields below those that are not for prose, with what they stand under."""
    with patience(Diagnostics(), 1) as found:
        rows = [row.fields for row in read_rows(source, found)]
    for number, row in enumerate(rows):
        named = zip(rows[0], row, strict=False)
        others = PROSE if number else OWN_COLUMNS
        yield from ((field.span, not number, head.text) for head, field in named if head.text not in others)


def _in_questions(uses: Uses, compilation: Compilation, source: Source, word: str) -> dict[int, Meaning]:
    """Returns the meanings of the words in questions of a case file that contain the given word, by offset. Skips
    questions that cannot be typed without their position."""
    found = dict[int, Meaning]()
    for asked in asked_in(source) if source.name.endswith(CASES) else ():
        constants = names_of(asked, compilation.names) or {}
        lines = [*asked.values, *(("", said) for said in asked.questions if word in said[0])]
        for name, (text, start, end) in lines if any(word in text for _, (text, _, _) in lines) else ():
            question = Excerpt(text, source.span(start, end))
            typed, meant = uses.asked(question, Checker(compilation.names, Diagnostics(), ANY_MAP, constants))
            if typed is not None:
                constants[name] = None, typed
            found |= {question.in_file(use.span).start: use.meaning for use in meant}
    return found
