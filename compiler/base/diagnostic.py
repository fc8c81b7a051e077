"""What the compiler finds in a text: diagnostics as data, each worded by the pass that reports it.

Passes never raise for a designer's mistake and never print: they report to a `Diagnostics` sink and continue, so that
one run shows many mistakes. `render.py` turns them into terminal text, `explained/` has a page for each code.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Literal, NamedTuple, Protocol

from hexlaw.compiler.base.source import Span

Level = Literal["error", "warning", "note"]
ONE_OF = "name one of these: "
"""The help for a name that is like none of the few that are known."""
MAX_NAMED = 12
"""Known names in a help."""
MAX_COMPARED = 2_000
"""Comparing a wrong name with more names than this takes longer than the help is worth."""


class Word(Protocol):
    """A name and where it was written."""

    @property
    def text(self) -> str: ...

    @property
    def span(self) -> Span | None: ...


class WordAt(NamedTuple):
    """A word that is only part of what was written at its place, or that stands in no file."""

    text: str
    span: Span | None


class Fix(NamedTuple):
    """What would mend a mistake: another text for a stretch of the file."""

    span: Span
    text: str


@dataclass(frozen=True)
class Diagnostic:
    code: str
    message: str
    span: Span | None = None
    help: str | None = None
    level: Level = "error"
    labels: tuple[tuple[Span, str], ...] = ()
    fixes: tuple[Fix, ...] = ()  # any one of them would do


class Refused(Exception):
    """A request cannot be carried out: a sentence says why, or what is wrong with the law."""

    def __init__(self, message: str, help: str | None = None, found: Iterable[Diagnostic] = ()) -> None:
        super().__init__(message if help is None else f"{message}; {help}")
        self.message, self.help, self.found = message, help, tuple(found)

    @classmethod
    def by(cls, found: Iterable[Diagnostic]) -> Refused:
        """The refusal because of these mistakes."""
        all_ = tuple(found)
        first = next((d for d in all_ if d.level == "error"), None)
        return cls("it cannot be read" if first is None else first.message, None if first is None else first.help, all_)


@dataclass
class Diagnostics:
    """The findings of a run; the same finding counts once."""

    found: list[Diagnostic] = field(default_factory=list)
    _seen: set[tuple[str, str, str]] = field(default_factory=set)

    def report(
        self, code: str, span: Span | None, message: str, *, help: str | None = None, level: Level = "error",
        labels: tuple[tuple[Span, str], ...] = (), fixes: tuple[Fix, ...] = (),
    ) -> None:  # fmt: skip
        self.add(Diagnostic(code, message, span, help, level, labels, fixes))

    def add(self, found: Diagnostic) -> None:
        key = (found.code, str(found.span), found.message)
        if key not in self._seen:
            self._seen.add(key)
            self.found.append(found)

    def unknown(
        self, code: str, word: Word, said: str, known: Collection[str], *, rest: str = "", help: str | None = None
    ) -> None:
        """Reports a name that stands for nothing: "there is no rule `x` to drop", with the known names most like it.

        `said` is the sentence up to the name, `rest` what follows it; `help` is for a name that is like none of them:
        without it these are named, where they are few.
        """
        few = f"{ONE_OF}{listed(sorted(known))}" if 0 < len(known) <= MAX_NAMED else None
        near = near_names(word.text, known)
        found = _meant(near) or help or few
        self.report(code, word.span, f"{said} {quoted(word.text)}{rest}", help=found, fixes=fixes(word, near))

    def add_all(self, found: Iterable[Diagnostic]) -> None:
        for diagnostic in found:
            self.add(diagnostic)

    @property
    def has_errors(self) -> bool:
        return any(d.level == "error" for d in self.found)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)


def quoted(text: str) -> str:
    """Returns a user's words inside a message: in backticks, on one line, never too long to read."""
    line = " ".join(text.split())
    return f"`{line if len(line) <= 60 else line[:57] + '...'}`"


def listed(names: list[str] | tuple[str, ...], most: int = MAX_NAMED) -> str:
    """Returns names for a message: all of them, or the first few of many."""
    shown = ", ".join(quoted(name) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def did_you_mean(wrong: str, known: Collection[str]) -> str | None:
    """Returns a sentence for `help`, when a known name is close enough to the wrong one, or begins with it."""
    return _meant(near_names(wrong, known))


def near_names(wrong: str, known: Collection[str]) -> list[str]:
    """Returns the one or two known names that are most like the wrong one, none where none is close enough."""
    if len(known) > MAX_COMPARED:
        return []
    longer = [name for name in sorted(known) if len(wrong) > 2 and name.startswith(f"{wrong}-")]
    alike = [name for name in sorted(known) if name.lower() == wrong.lower()]
    return alike[:2] or list(dict.fromkeys([*longer, *get_close_matches(wrong, sorted(known), n=2, cutoff=0.6)]))[:2]


def fixes(word: Word, names: Iterable[str]) -> tuple[Fix, ...]:
    """Returns a fix with each of the names in place of a word; none where the file does not have the word as it is."""
    if word.span is None:
        return ()
    written = word.span.in_file
    if not word.text or written.text.count(word.text) != 1:
        return ()
    start = written.start + written.text.index(word.text)
    return tuple(Fix(written.source.span(start, start + len(word.text)), name) for name in names)


def _meant(names: list[str]) -> str | None:
    return f"did you mean {' or '.join(f'`{name}`' for name in names)}?" if names else None
