"""What the law said when the prose above it was read last: `prose.lock`, beside the module, a line for each rule.

`hexlaw read` alone writes it. Where the law says something else by now, the prose may be false: `check` tells what was
said then and what is said now, and a figure that the prose still gives is an error until its author has answered.
Prose of a base that tells of law which this module changes is reported as well.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from hexlaw.compiler.base.diagnostic import Diagnostics, listed
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.data.load import Layer
from hexlaw.compiler.parse.syntax import section_place
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import plain

FILE = "prose.lock"
HEAD = "# What the law said when the prose above it was read. `hexlaw read` writes this file."
DIGITS = 8
AROUND = 3  # words that are shown before and behind those that differ
_LINE = re.compile(rf"(\S.*?)  (\w+:[\w.-]+)  ([0-9a-f]{{{DIGITS}}})  (-|\S+)  (.*)")
_NO_LAW = re.compile(r'(\bsays\s+)?"[^"\n]*"|#[^\n]*|\[[^\]]*\]')
"""Texts, remarks and citations."""
_FIGURE = re.compile(r"(?<![\w./-])[0-9]+(?: [0-9]+/[0-9]+|/[0-9]+)?(?![\w/-]|\.[0-9a-z])")
_WORD = re.compile(r"[a-z]+")
_UNSAID = re.compile(r"^ +((?:in force|under|follows) [^#\n]*)", re.MULTILINE)
"""Clauses of a rule that its words leave out."""
COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
IN_WORDS = {
    **{word: str(number) for number, word in enumerate(COUNTED)}, "half": "1/2", "halves": "1/2", "halved": "1/2",
    "twice": "2", "double": "2", "doubles": "2", "doubled": "2", "both": "2", "third": "1/3", "quarter": "1/4",
}  # fmt: skip
SELF_EVIDENT = {"0", "1"}
"""Figures that law is full of and prose does not say."""
NOT = "not"
_FORBIDS = re.compile(
    r"\b(no|not|nor|never|nobody|nothing|none|neither|cannot|only|unless|must|except|without)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class LockLine:
    """What one rule, or another thing that prose tells of, said when that was read; `others` are the figures of the
    law that its author knows to be none of the prose, `not` a prohibition."""

    place: str
    key: str
    digest: str
    others: tuple[str, ...]
    said: str

    def __str__(self) -> str:
        return "  ".join((self.place, self.key, self.digest, ",".join(self.others) or "-", self.said))


@dataclass(frozen=True)
class Doubt:
    """Something that prose tells of, and that was not read beside it as it stands now."""

    text: g.TextDecl
    passage: g.Passage
    key: str
    before: LockLine | None
    now: LockLine  # as it would be were it read
    unlike: tuple[str, ...]
    """Figures of the law that the prose does not give, and that were not said to be others."""

    @property
    def differs(self) -> bool:
        return self.before is not None and self.before.digest != self.now.digest

    @property
    def outdated(self) -> tuple[str, ...]:
        """Returns the figures that the law gave once and the prose still gives."""
        if self.before is None or not self.differs:
            return ()
        return tuple(sorted((figures(self.before.said) - figures(self.now.said)) & figures(self.passage.said)))

    @property
    def parts(self) -> tuple[str, str]:
        """Returns what was said then and what is said now, as far as they differ."""
        return _parts(self.before.said if self.before is not None else "", self.now.said)


class ProseLock:
    """What the module's own prose tells of, beside what its lock knows of it."""

    def __init__(self, graph: g.Graph, names: Names, layer: Layer, found: Diagnostics) -> None:
        self.graph, self.names = graph, names
        self.source = next((one for one in layer.sources if one.name == f"{layer.shown}/{FILE}"), None)
        self.path = layer.folder / FILE
        self.known = {} if self.source is None else _read(self.source, found)

    @cached_property
    def _words(self) -> Words:
        return Words(self.graph)

    def doubts(self) -> Iterator[Doubt]:
        """Yields what has to be read, in the order of the law."""
        for text, passage, key in self._covered():
            before, digest = self.known.get(key), hashlib.sha256(self._law(key).encode()).hexdigest()[:DIGITS]
            unlike = self._unlike(text, key, before.others if before is not None else ())
            if before is None or before.digest != digest or unlike:
                yield Doubt(text, passage, key, before, LockLine(text.name, key, digest, (), self._said(key)), unlike)

    def written(self, answered: Iterable[LockLine]) -> str:
        """Returns the lock with what was read now, without what no prose tells of any more."""
        covered = {key for _, _, key in self._covered()}
        known = {**self.known, **{line.key: line for line in answered}}
        return "\n".join([HEAD, *sorted(str(line) for key, line in known.items() if key in covered)]) + "\n"

    def _covered(self) -> Iterator[tuple[g.TextDecl, g.Passage, str]]:
        for text in self.graph.texts.values():
            if text.origin.module == self.graph.name:
                for passage in text.passages:
                    yield from ((text, passage, key) for key in passage.covers)

    def _law(self, key: str) -> str:
        """Returns the law of an item, without its name, quoted texts, citations and layout, and what a table gives."""
        sort, _, name = key.partition(":")
        placed = self.names.where(sort, name)
        law = " ".join(_NO_LAW.sub(" ", placed.item.span.text.replace(f" {name}", " ", 1)).split()).replace(" :", ":")
        return f"{law} {self._said(key)}" if sort == "table" else law

    def _said(self, key: str) -> str:
        sort, _, name = key.partition(":")
        if sort == "table":
            cells = self.graph.tables[name].data.by_headings.items()
            return "; ".join(f"{', '.join(map(str, by))}: {value}" for by, value in cells)
        if sort != "rule":
            return self._law(key)  # words leave out what players see for themselves
        said = [plain(line.said) for line in self._words.rule(self.graph.rules[name])]
        unsaid = _UNSAID.findall(self.names.where(sort, name).item.span.text)
        return " ".join(" ".join([*said, *(f"({clause})" for clause in unsaid)]).split())

    def _unlike(self, text: g.TextDecl, key: str, others: tuple[str, ...]) -> tuple[str, ...]:
        if key.startswith("table:"):
            return ()
        said, law = " ".join(text.paragraphs), self._law(key)
        found = figures(law) - figures(said) - SELF_EVIDENT
        if re.search(r"\bforbids\b", law) and not _FORBIDS.search(said):
            found.add(NOT)
        return tuple(sorted(found - set(others)))


def figures(text: str) -> set[str]:
    """Returns the figures in a text of law or in words, as they are written in law."""
    in_words = {IN_WORDS[word] for word in _WORD.findall(text.lower()) if word in IN_WORDS}
    return {*_FIGURE.findall(text), *in_words}


def _parts(before: str, now: str) -> tuple[str, str]:
    """Returns what differs of two sentences, with some words around it."""
    old, new = before.split(), now.split()
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    shorter = min(len(old), len(new)) - start
    end = next((i for i in range(shorter) if old[-1 - i] != new[-1 - i]), shorter)
    first = max(start - AROUND, 0)
    cut = [" ".join(words[first : len(words) - end + AROUND if end > AROUND else len(words)]) for words in (old, new)]
    return cut[0].rstrip(".,;"), cut[1].rstrip(".,;")


def _read(source: Source, found: Diagnostics) -> Mapping[str, LockLine]:
    known: dict[str, LockLine] = {}
    at = 0
    for line in source.text.split("\n"):
        if (fields := _LINE.fullmatch(line.rstrip("\r"))) is not None:
            place, key, digest, others, said = fields.groups()
            known[key] = LockLine(place, key, digest, () if others == "-" else tuple(others.split(",")), said)
        elif line.strip() and not line.startswith("#"):
            span, help_ = source.span(at, at + len(line)), "take the line out, and run `hexlaw read` on the module"
            found.report("HX297", span, f"this is no line that `hexlaw read` writes into {FILE}", help=help_)
        at += len(line) + 1
    return known


def prose_is_true(lock: ProseLock, found: Diagnostics) -> None:
    """Reports where the law has changed since the prose above it was read."""
    if lock.source is None:
        return
    for doubt in lock.doubts():
        sort, _, name = doubt.key.partition(":")
        place = lock.names.where(sort, name).item
        span, cite = getattr(place, "name", place).span, doubt.text.cite
        before, now = doubt.parts
        help_ = f'the prose: "{doubt.passage.said}"; `hexlaw read {lock.graph.name} "{cite.text}"` asks about it'
        if doubt.before is None:
            message = f"the prose of [{cite}] was not read beside `{name}`"
        elif doubt.differs:
            message = f"{cite.text} was written when this said *{before}*; it now says *{now}*"
            if before == now:
                message = f"{cite.text} was written when the law of this was another; its words are the same: *{now}*"
        else:
            said = " and ".join("a prohibition" if figure == NOT else figure for figure in doubt.unlike)
            message = f"the law says {said} here, and the prose of [{cite}] does not"
        if doubt.outdated:
            message += f", and the prose still says {' and '.join(doubt.outdated)}"
        found.report("HX297", span, message, help=help_, level="error" if doubt.outdated else "note")


def texts_speak_for_their_law(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """A text says what it speaks for and was read since it changed; a module that changes that says it anew."""
    changes = _changed(graph, names)
    for text in graph.texts.values():
        if text.origin.module != graph.name and (changed := [key for key in text.covers if key in changes]):
            called = listed([key.partition(":")[2] for key in changed])
            message = f"the prose of [{text.cite}] tells of {called}, which this module changes"
            help_ = f"say in words of your own what holds now, below `section {section_place(str(text.cite))}`"
            found.report("HX297", changes[changed[0]], message, help=help_, level="note")


def _changed(graph: g.Graph, names: Names) -> dict[str, Span | None]:
    """Returns what the module itself replaces, drops or varies of its bases, and where. A link that is added to a rule
    changes nothing of what that rule says."""

    own = [rule for rule in graph.rules.values() if rule.origin.module == graph.name]
    varied = [x for x in graph.variations if x.origin.module == graph.name and x.sort in ("action", "effect")]
    return {
        **{f"{x.sort}:{x.name.partition('.')[0]}": names.changes.get(x.origin.where) for x in varied},
        **{f"rule:{x.rule}": names.changes.get(x.origin.where) for x in graph.drops if x.origin.module == graph.name},
        **{
            f"rule:{link.target}": names.place(f"rule:{rule.id}")
            for rule in own
            for link in rule.links
            if link.how == "replaces"
        },
    }
