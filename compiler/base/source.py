"""A text being compiled, and places in it.

`Source` holds the text of one file (or question) under the name people know it by; `Span` is a stretch of it. Nothing
else in the compiler counts lines or columns.
"""

from __future__ import annotations

import dataclasses
import re
from bisect import bisect_right
from functools import cached_property

_LINE_END = re.compile("\n")


@dataclasses.dataclass(frozen=True, eq=False)
class Source:
    name: str
    text: str = dataclasses.field(repr=False)

    @cached_property
    def _starts(self) -> list[int]:
        """Returns where lines begin; for most texts this is never needed."""
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Both counted from 1, as editors count them."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def utf16_place(self, offset: int) -> tuple[int, int]:
        """Line and column as protocols of editors count them: from 0, columns in units of UTF-16."""
        line, column = self.line_and_column(offset)
        before = self.line_text(line)[: column - 1]
        return line - 1, len(before.encode("utf-16-le", "surrogatepass")) // 2

    def offset_at(self, line: int, column: int) -> int:
        """Returns the offset of a `utf16_place`; the end of the line for a column behind it."""
        line = min(line, len(self._starts) - 1)
        text = self.line_text(line + 1)
        before = text.encode("utf-16-le", "surrogatepass")[: 2 * column].decode("utf-16-le", "ignore")
        return self._starts[line] + len(before)

    def line_text(self, line: int) -> str:
        start = self._starts[line - 1]
        end = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")

    def line_start(self, line: int) -> int:
        return self._starts[line - 1]

    def span(self, start: int, end: int) -> Span:
        return Span(self, start, end)


class Span:
    """A stretch of a source; never changed, as nodes share it."""

    __slots__ = ("end", "source", "start")

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source, self.start, self.end = source, start, end

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return (self.source, self.start, self.end) == (other.source, other.start, other.end)

    def __hash__(self) -> int:
        return hash((self.source, self.start, self.end))

    def __repr__(self) -> str:
        return f"Span({self.source!r}, {self.start}, {self.end})"

    @property
    def line(self) -> int:
        return self.source.line_and_column(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.line_and_column(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def in_file(self) -> Span:
        """Returns the same stretch of the file, where this is one of an excerpt."""
        return self.source.in_file(self) if isinstance(self.source, Excerpt) else self

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


class Excerpt(Source):
    """A stretch of a file as a source of its own: places in it are shown as places in the file, also where it folds
    lines, or as its beginning where the file has the text in another form (quoted signs)."""

    _where: Span

    def __init__(self, text: str, where: Span) -> None:
        super().__init__(where.source.name, text)
        object.__setattr__(self, "_where", where)

    def line_and_column(self, offset: int) -> tuple[int, int]:
        return self._where.source.line_and_column(self.in_file(Span(self, offset, offset)).start)

    def in_file(self, span: Span) -> Span:
        """Returns a stretch of this text as a stretch of the file."""
        file = self._where.source
        parts = self.text[: span.start], self.text[span.start : span.end]
        before, inside = (r"\s+".join(map(re.escape, re.split(" +", part))) for part in parts)
        found = re.compile(f"{before}({inside})").search(file.text, self._where.start, self._where.end)
        return self._where if found is None else Span(file, *found.span(1))

    def line_text(self, line: int) -> str:
        return self._where.source.line_text(line)
