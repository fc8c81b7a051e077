"""Says of a text of the book that its author has read it beside the law as that is now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from hexlaw.compiler.analysis.stale_texts import readings
from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.format.law_text import format_law
from hexlaw.compiler.workspace.compiled_laws import Compiled, read_by
from hexlaw.compiler.workspace.formatting import Formatted
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import plain

_LINE = re.compile(r'^ +"[^"\n]*"[^\n]*', re.MULTILINE)
"""A line of a text, with the remark behind it."""


@dataclass(frozen=True)
class ReadText:
    changes: tuple[str, ...]  # what has changed since the text was read last, with what it says now
    file: Formatted


def read_text(read: Compiled, place: str) -> ReadText:
    graph, names = read.compilation.graph, read.compilation.names
    text = _at(graph, place)
    item, found = names.texts[text.origin.where], readings(graph, names, text)
    spoken_for = (f"{key.removeprefix('rule:').replace(':', ' ', 1)} {digest}" for key, (_, digest) in found.items())
    source, now = item.span.source, ", ".join(spoken_for)
    *_, last = _LINE.finditer(source.text, item.span.start, item.span.end)
    start, end = (item.covers[0].span.start, item.covers[-1].span.end) if item.covers else (last.end(), last.end())
    before = source.text[:start].rstrip() + ("" if item.covers or not now else "\n  for")
    read_beside = Source(source.name, f"{before} {now}".rstrip() + source.text[end:])
    written = read_by(partial(format_law, read_beside), Diagnostics())
    layer = next(layer for layer in read.compilation.chain.layers if layer.name == text.origin.module)
    path = layer.folder / source.name.removeprefix(f"{layer.shown}/")
    return ReadText(tuple(_changes(read, text, found)), Formatted(source, written, path))


def _at(graph: g.Graph, place: str) -> g.TextDecl:
    own = {text.name: text for text in graph.texts.values() if text.origin.module == graph.name}
    found = [text for name, text in own.items() if place in (name, text.cite.text, str(text.cite))]
    if len(found) != 1:
        all_ = f"there are: {', '.join(own)}" if own else "it has none: write `text [PLACE]`"
        near = did_you_mean(place, own) or all_
        raise Refused(f"`{graph.name}` has no text of its own at `{place}`: {near}")
    return found[0]


def _changes(read: Compiled, text: g.TextDecl, found: dict[str, tuple[str, str]]) -> Iterator[str]:
    words = Words(read.compilation.graph)
    yield f"[{text.cite}] {' '.join(text.paragraphs)}"
    for key, (before, now) in found.items():
        sort, _, name = key.partition(":")
        if before != now:
            yield f"{'changed' if before else 'new'}: the {sort} `{name}`"
            lines = words.rule(words.graph.rules[name]) if sort == "rule" else getattr(words, sort)(name)
            yield from (f"  {'  ' * line.depth}{plain(line.said)}" for line in lines)
