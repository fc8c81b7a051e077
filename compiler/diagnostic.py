"""What the compiler has to say about a text: data first, wording by whoever found it.

Passes never raise for a designer's mistake and never print: they report to a `Diagnostics` sink and go on,
so that one run shows many mistakes. `render.py` turns them into terminal text, `codes.py` explains each code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Literal

from hexlaw.compiler.source import Span

Level = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Diagnostic:
    code: str
    message: str
    span: Span | None = None
    help: str | None = None
    level: Level = "error"
    labels: tuple[tuple[Span, str], ...] = ()


@dataclass
class Diagnostics:
    """Collects what a run finds; the same finding twice is kept once."""

    found: list[Diagnostic] = field(default_factory=list)
    _seen: set[tuple[str, str, str]] = field(default_factory=set)

    def report(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        help: str | None = None,
        level: Level = "error",
        labels: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        key = (code, str(span), message)
        if key not in self._seen:
            self._seen.add(key)
            self.found.append(Diagnostic(code, message, span, help, level, labels))

    def add_all(self, found: Iterable[Diagnostic]) -> None:
        for d in found:
            self.report(d.code, d.span, d.message, help=d.help, level=d.level, labels=d.labels)

    @property
    def has_errors(self) -> bool:
        return any(d.level == "error" for d in self.found)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)


def did_you_mean(wrong: str, known: Iterator[str] | list[str] | set[str]) -> str | None:
    """A sentence for `help`, when one of the known names is close enough to the wrong one."""
    close = get_close_matches(wrong, sorted(known), n=2, cutoff=0.6)
    return f"did you mean {' or '.join(f'`{name}`' for name in close)}?" if close else None
