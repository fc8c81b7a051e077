"""The cases of libraries, in the words of the games that use them.

A library's case file is written in its own names and asked in every game that uses it. Here its text is copied with
those names exchanged, word by word where they stand in the tree of the file: lines stay lines, so messages lead to the
place in the library. A value of an open choice that the game does not bind stands for the value of that number there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.load import CaseSources, Layer
from hexlaw.compiler.data.schema import read_file
from hexlaw.compiler.data.yaml_tree import Node, Scalar, entries_in, items_in, mappings_in, scalars_in
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import without_open
from hexlaw.compiler.parse.parse import parse_law
from hexlaw.compiler.resolve.libraries import Renaming
from hexlaw.compiler.resolve.names import Names

if TYPE_CHECKING:
    from hexlaw.compiler.pipeline import Compilation

AS_THEY_ARE = ("doc", "map", "board", "boards", "at", "type", "count")
"""Keys whose values are no names of law."""
OF_ATTRIBUTES = ("given", "game", "pieces", "sides", "holds")
"""Keys below which attributes are keys."""
_WORD = re.compile(r"(?<![\w.-])[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*(?![\w-])")
Edit = tuple[Scalar, str]


def cases_of_libraries(compilation: Compilation, diagnostics: Diagnostics, *, own: bool = False) -> CaseSources:
    """Returns the texts of the case files of libraries, or of those that the module itself uses; of a use with a prefix
    by paths with that prefix."""
    chain = compilation.chain
    found: CaseSources = {}
    for layer in chain.own if own else chain.layers:
        if layer.use is not None and layer.cases:
            words, files = _Words.of(layer, compilation.names), chain.read_cases(layer, diagnostics)
            prefix = words.renaming.prefix
            found |= {path.with_name(prefix + path.name): words.text(text, diagnostics) for path, text in files.items()}
    return found


@dataclass
class _Words:
    """The names of a library, and what they are in a game."""

    renaming: Renaming
    rules: set[str]
    source: str  # the source whose numbers its chapter has
    values: dict[str, str]

    @staticmethod
    def of(layer: Layer, names: Names) -> _Words:
        assert layer.use is not None
        items = [item for law in layer.laws for item in parse_law(law, Diagnostics())]
        renaming = Renaming.of(items, layer.use)
        values: dict[str, str] = {}
        for choice in (item.item for item in items if isinstance(item, s.Open) and isinstance(item.item, s.Choice)):
            called = renaming.names.get(choice.name.text, choice.name.text)
            there = names.choices[called].values if called in names.choices else ()
            for number, value in enumerate(value.text for value in choice.values):
                if value not in renaming.names and value not in there and number < len(there):
                    values[value] = there[number]
        rules = {item.name.text for item in map(without_open, items) if isinstance(item, s.Rule)}
        return _Words(renaming, rules, layer.manifest.default_source or "", values)

    def text(self, source: Source, diagnostics: Diagnostics) -> Source:
        tree = read_file(source, "cases", diagnostics)
        edits = [edit for case in mappings_in(tree.get("cases") if tree else None) for edit in self._of_case(case)]
        text, end = "", 0
        for scalar, new in sorted(edits, key=lambda edit: edit[0].span.start):
            text, end = text + source.text[end : scalar.span.start] + new, scalar.span.end
        return Source(source.name, text + source.text[end:])

    def _of_case(self, case: Node) -> Iterator[Edit]:
        for key, value in entries_in(case):
            if key.text == "id" and isinstance(value, Scalar):
                yield value, self.renaming.prefix + value.text
            elif key.text == "shows":
                yield from ((number, self._cited(number.text)) for number in scalars_in(value))
            elif key.text not in AS_THEY_ARE:
                yield from self._below(value, in_pieces=key.text in OF_ATTRIBUTES)

    def _below(self, node: Node, *, in_pieces: bool) -> Iterator[Edit]:
        if isinstance(node, Scalar):
            yield node, _WORD.sub(self._word, node.span.source.text[node.span.start : node.span.end])
        for item in items_in(node):
            yield from self._below(item, in_pieces=in_pieces)
        for key, value in entries_in(node):
            named = self.renaming.attributes.get(key.text) if in_pieces else None
            yield key, named or _WORD.sub(self._word, key.span.source.text[key.span.start : key.span.end])
            if key.text not in AS_THEY_ARE:
                yield from self._below(value, in_pieces=in_pieces)

    def _word(self, found: re.Match[str]) -> str:
        if found[0] in self.rules:
            return self.renaming.prefix + found[0]
        first, *rest = found[0].split(".")
        first = self.renaming.names.get(first) or self.values.get(first, first)
        return ".".join((first, *(self.renaming.attributes.get(word, word) for word in rest)))

    def _cited(self, number: str) -> str:
        if (under := self.renaming.use.under) is None:
            return number
        return f"{self.source} {under}" if number == "0" else f"{self.source} {under}.{number}"
