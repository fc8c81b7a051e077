"""Diagnostics as text for people: place, code, sentence, the line with the spot marked, and the help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostic
from hexlaw.compiler.base.source import Span

MAX_LINE_LENGTH = 120


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    def place(d: Diagnostic) -> tuple[str, int, str]:
        return (d.span.source.name, d.span.start, d.code) if d.span else ("", 0, d.code)

    return sorted(diagnostics, key=place)


def render(diagnostic: Diagnostic) -> str:
    place = f"{diagnostic.span}: " if diagnostic.span else ""
    lines = [f"{place}{diagnostic.level} {diagnostic.code}: {diagnostic.message}"]
    if diagnostic.span is not None:
        lines += _excerpt(diagnostic.span)
    for span, caption in diagnostic.labels:
        lines.append(f"  {span}: {caption}")
        lines += _excerpt(span)
    if diagnostic.help:
        lines.append(f"  help: {diagnostic.help}")
    return "\n".join(lines)


def _excerpt(span: Span) -> Iterator[str]:
    """Yields the line with the stretch underlined; long lines are cut around the spot."""
    line = span.source.line_text(span.line)
    at = span.column - 1
    length = max(1, min(span.end - span.start, len(line) - at))
    cut = max(0, at - MAX_LINE_LENGTH // 2)
    shown = line[cut : cut + MAX_LINE_LENGTH].replace("\t", " ")
    shown = "".join(char if char.isprintable() else "?" for char in shown)
    if not shown.strip():
        return
    number = str(span.line)
    yield f"  {number} | {shown}"
    yield f"  {' ' * len(number)} | {' ' * (at - cut)}{'^' * min(length, MAX_LINE_LENGTH)}"


def as_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    return [
        {
            "code": d.code, "level": d.level, "message": d.message, "help": d.help,
            "file": d.span.source.name if d.span else None,
            "line": d.span.line if d.span else None,
            "column": d.span.column if d.span else None,
        }
        for d in diagnostics
    ]  # fmt: skip
