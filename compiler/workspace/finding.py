"""What in the law speaks of something: by name, sentence, message, condition, citation, chapter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hexlaw.compiler.base.diagnostic import Refused, did_you_mean, listed
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.resolve.names import Names
from hexlaw.compiler.workspace.compiled_laws import Compiled
from hexlaw.compiler.workspace.saying import cited
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words
from hexlaw.runtime.words.english import plural
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.steps import in_a_row

PLACED = [s.sort for s in g.SECTIONS if s.has("origin") and s.sort not in ("rule", "ruling", "phrase", "text")]
SORTS = ("rule", "ruling", "unit", "kind", "attribute", "choice", *PLACED)
"""What can be found, as `--sort` names it."""
WORD = re.compile(r"[^\W\d_]{3,}")
NAME, SENTENCE, TEXT, PLACE = 8, 4, 2, 1
"""What a word counts for, by where it is found: in the name, the sentence, other texts, the citation or the chapter.
It counts half as much again where it is not a part of a longer word."""

BESIDE = 100
"""What it counts for that all words stand beside each other, as those of a citation do."""


@dataclass(frozen=True)
class FoundEntry:
    """Something that can be found: each of its texts with what a word in it counts for."""

    sort: str
    name: str
    where: str
    said: str
    texts: tuple[tuple[int, str], ...]

    def fits(self, words: list[str]) -> tuple[int, int]:
        """Returns how many of the words occur in it, and how well they fit."""
        weights = [max((_weight(word, weight, text) for weight, text in self.texts), default=0) for word in words]
        beside = re.compile(rf"\b{re.escape(' '.join(words))}(?![0-9])")
        phrase = BESIDE if len(words) > 1 and any(beside.search(text) for _, text in self.texts) else 0
        return sum(weight > 0 for weight in weights), sum(weights) + phrase


def _weight(word: str, weight: int, text: str) -> int:
    if word not in text:
        return 0
    return 3 * weight if re.search(rf"(?<![\w-]){re.escape(word)}(?:s|es)?(?![\w-])", text) else 2 * weight


@dataclass(frozen=True)
class Found:
    """What speaks of as many of the words as anything does, what fits best first."""

    module: str
    sort: str | None  # the only one that was looked through
    entries: tuple[FoundEntry, ...]
    words: int  # of which all of them speak
    near: str | None  # what a word was perhaps meant for, where nothing speaks of any


def find(read: Compiled, words: Sequence[str], sort: str | None) -> Found:
    """Returns those entries that speak of the most words, what fits best first."""
    only = None if sort is None else _sort(sort)
    graph = read.compilation.graph
    entries = [entry for entry in entries_of(Words(graph), read.compilation.names) if only in (None, entry.sort)]
    if not (looked_for := [word.casefold() for text in words for word in text.split()]):
        raise Refused("what is looked for? give a word, or a part of one")
    fitting = [(entry.fits(looked_for), entry) for entry in entries]
    most = max((count for (count, _), _ in fitting), default=0)
    best = [(weight, entry) for (count, weight), entry in fitting if 0 < count == most]
    found = tuple(entry for _, entry in sorted(best, key=lambda one: -one[0]))
    near = None
    if not found:
        for least in (PLACE, NAME):  # of very many words, none is near; of those in names, one may be
            texts = (text for entry in entries for weight, text in entry.texts if weight >= least)
            known = {word for text in texts for word in WORD.findall(text)}
            near = near or next(filter(None, (did_you_mean(word, known) for word in looked_for)), None)
    return Found(graph.name, only, found, most, near)


def _sort(name: str) -> str:
    """Returns the sort that is called so, for one or several."""
    called = {name: sort for sort in SORTS for name in (sort, plural(sort))}
    if name not in called:
        near = did_you_mean(name, SORTS)
        raise Refused(
            f"there is no sort `{name}`{f': {near}' if near else ''}; the sorts are {listed(SORTS, len(SORTS))}"
        )
    return called[name]


def entries_of(words: Words, names: Names) -> Iterator[FoundEntry]:
    """Yields all that can be found in a law, rules first."""
    graph = words.graph
    for rule in words.rules():
        said = in_a_row(words.rule(rule))
        conditions = " ".join(condition.text for condition in rule.when)
        says = " ".join(part for part in rule.says if isinstance(part, str))
        prose = " ".join(passage.said for _, passage in graph.prose_about("rule", rule.id))
        yield _entry(
            "rule", rule.id, rule, f"{said}{cited(words, rule.cites)}", f"{rule.doc} {prose} {says} {conditions}"
        )
    for ruling in graph.rulings.values():
        yield _entry("ruling", ruling.id, ruling, ruling.answers, f"{ruling.asks} {' '.join(ruling.notes)}")
    for sort in PLACED:
        for name, decl in graph.section(sort).items():
            said = getattr(decl, "title", "") or getattr(decl, "doc", "")
            yield _entry(sort, name, decl, said, _values(decl))
    for choice in graph.choices.values():
        yield _unplaced("choice", choice.name, None, ", ".join(choice.values), "")
    for kind in names.kinds.values():
        said = kind.doc or (f"a {', '.join(kind.parents)}" if kind.parents else "")
        yield _unplaced("kind", kind.name, kind.span, said, " ".join(kind.attributes))
        for name, (type_, item, _) in kind.attributes.items():
            yield _unplaced("attribute", f"{kind.name}.{name}", item.name.span, f"{type_}: {item.doc}".rstrip(": "), "")
    nowhere = Position(graph, None)
    for unit in graph.units.values():
        figures = ", ".join(f"{name} {in_words(value, nowhere)}" for name, value in unit.values.items())
        yield FoundEntry(
            "unit", unit.id, unit.source or "", f"{unit.name}: {figures}", texts_of(unit.id, unit.name, figures, "")
        )


def _values(decl: Any) -> str:
    """Returns what an effect or an action reads and writes."""
    done = parts(decl) if isinstance(decl, g.EffectDecl | g.ActionDecl) else ()
    names = (getattr(part, "name", None) for part in done)
    return " ".join(sorted({name for name in names if isinstance(name, str)}))


def _entry(sort: str, name: str, node: Any, said: str, text: str) -> FoundEntry:
    cites = " ".join(str(cite) for cite in getattr(node, "cites", ()))
    place = f"{cites} {node.origin.chapter} {node.origin.option or ''} {node.origin.situation or ''}"
    return FoundEntry(sort, name, node.origin.where, said, texts_of(name, said, text, place))


def _unplaced(sort: str, name: str, span: Span | None, said: str, text: str) -> FoundEntry:
    """Returns what the law declares in no chapter."""
    return FoundEntry(sort, name, "" if span is None else str(span), said, texts_of(name, said, text, ""))


def texts_of(name: str, said: str, text: str, place: str) -> tuple[tuple[int, str], ...]:
    called = f"{name} {name.replace('-', ' ').replace('.', ' ')}"
    return tuple(
        (weight, found.casefold())
        for weight, found in ((NAME, called), (SENTENCE, said), (TEXT, text), (PLACE, place))
        if found
    )
