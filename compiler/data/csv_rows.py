"""CSV with places: the rows of a spreadsheet's text, each field with its span.

The habits of spreadsheets are forgiven: semicolons or tabs instead of commas, CRLF, empty lines, empty fields
at the end of a row.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from hexlaw.compiler.base.patience import BoundedFindings
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.data.yaml_tree import Scalar

MAX_ROWS = 20_000
MAX_FIELDS = 200

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True)
class CsvRow:
    fields: tuple[Scalar, ...]
    span: Span


def read_rows(source: Source, found: BoundedFindings) -> Iterator[CsvRow]:
    """Yields the rows with anything in them; fields lose the spaces around them."""
    text = source.text.removeprefix("\ufeff")
    lines = _LINE.findall(text)
    ends = [*accumulate(map(len, lines), initial=len(source.text) - len(text))]  # by how many lines were read
    separator = separator_of(source.text)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    count = 0
    while True:
        start = ends[reader.line_num]
        try:
            values = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            found.report("HX160", source.span(start, ends[reader.line_num]), _in_words(error), help=_QUOTES)
            continue
        if (row := _row(values, source, start, ends[reader.line_num], separator)) is None:
            continue
        count += 1
        if count > MAX_ROWS or len(row.fields) > MAX_FIELDS:
            what = f"{MAX_ROWS:,} rows" if count > MAX_ROWS else f"{MAX_FIELDS} fields in a row"
            found.report("HX103", row.span, f"a chart has at most {what}")
            return
        yield row


_QUOTES = 'put a text with a separator or a quote in "...", and double the quotes inside it'


def separator_of(text: str) -> str:
    """Returns what separates the fields of a chart; a comma where nothing does yet."""
    heading = next((line for line in text.splitlines() if line.strip("\ufeff,;\t ")), "")
    return max(",;\t", key=heading.count)


def _row(values: list[str], source: Source, start: int, end: int, separator: str) -> CsvRow | None:
    while values and not values[-1].strip():
        values.pop()
    if not values:
        return None
    # The reader tells no places; its fields are found again in the text of the row.
    field = re.compile(rf' *"(?:[^"]|"")*"|[^{separator}\r\n]*')
    fields: list[Scalar] = []
    at = start
    for value in values:
        match = field.match(source.text, at, end)
        stop = match.end() if match else at
        first = at + len(source.text[at:stop]) - len(source.text[at:stop].lstrip())
        fields.append(Scalar(value.strip(), source.span(first, max(first, stop))))
        at = min(stop + 1, end)
    return CsvRow(tuple(fields), source.span(start, max(start, fields[-1].span.end)))


def _in_words(error: csv.Error) -> str:
    text = str(error)
    if "field larger" in text:
        return "a field is too long"
    if "new-line character" in text:
        return "a line ends in the middle of a field"
    return "the quotes of this row do not match"
