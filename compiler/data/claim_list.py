"""Reads `claims.csv`: what the sources say that a module speaks for, each claim by its id, in our own words.

In: the text of the file; out: the claims in the order of the file, or diagnostics. Whether cases show them is for
`desk/cases/claims.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from hexlaw.compiler.base.diagnostic import Diagnostics, quoted
from hexlaw.compiler.base.patience import BoundedFindings, patience
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.data.csv_rows import CsvRow, read_rows
from hexlaw.compiler.data.yaml_tree import Scalar

Needs = Literal["none", "figure", "position", "play"]
"""What a case about a claim needs: nothing, as it tells where something comes from; a figure to read, as printed on a
card, a counter, a board or a chart; a position; a course of play."""

NEEDED = ("id", "topic", "needs", "claim")
COLUMNS = (*NEEDED, "open")
ID = re.compile(r"(?P<entry>(?P<source>[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*)-[0-9]{1,6})[a-z]?")


@dataclass(frozen=True)
class Claim:
    id: str
    topic: str
    needs: Needs
    text: str
    open: str
    """Why no case shows it; empty where nothing is said."""
    span: Span


def entry_of(id_: str) -> str:
    """Returns the entry of the source that a claim is part of: `FAQ-012` for `FAQ-012b`."""
    match = ID.fullmatch(id_)
    return match["entry"] if match else id_


def source_of(id_: str) -> str | None:
    """Returns the key of the source that an id names an entry of; None where it is not an id."""
    match = ID.fullmatch(id_)
    return match["source"] if match else None


def read_claims(source: Source, diagnostics: Diagnostics) -> list[Claim]:
    claims: dict[str, Claim] = {}
    with patience(diagnostics) as found:
        rows = read_rows(source, found)
        heading = next(rows, None)
        if heading is None or not _is_heading(heading, found):
            return []
        columns = [field.text for field in heading.fields]
        for row in rows:
            claim = _claim(row, columns, found)
            if claim is not None and claim.id in claims:
                labels = ((claims[claim.id].span, "it is given here first"),)
                found.report("HX325", claim.span, f"the claim {quoted(claim.id)} is given twice", labels=labels)
            elif claim is not None:
                claims[claim.id] = claim
    return list(claims.values())


def _is_heading(row: CsvRow, found: BoundedFindings) -> bool:
    columns = [field.text for field in row.fields]
    for field in row.fields:
        if field.text not in COLUMNS:
            help = f"the columns are {', '.join(COLUMNS)}"
            found.unknown("HX325", field, "claims have no column", COLUMNS, help=help)
        elif columns.count(field.text) > 1:
            found.report("HX325", field.span, f"the column {quoted(field.text)} stands twice")
    for name in NEEDED:
        if name not in columns:
            found.report("HX325", row.span, f"the column {quoted(name)} is missing", help="the first line names them")
    return not found.failed


def _claim(row: CsvRow, columns: list[str], found: BoundedFindings) -> Claim | None:
    if len(row.fields) > len(columns):
        message = f"this row has {len(row.fields)} fields for {len(columns)} columns"
        found.report("HX325", row.span, message, help='put a claim with a comma in `"..."`')
        return None
    fields = {**dict.fromkeys(COLUMNS, Scalar("", row.span)), **dict(zip(columns, row.fields, strict=False))}
    good = True
    for name in NEEDED:
        if not fields[name].text:
            found.report("HX325", row.span, f"this claim has no {name}")
            good = False
    id_, needs = fields["id"], fields["needs"]
    if id_.text and source_of(id_.text) is None:
        help = "write the key of its source, a hyphen, a number, and perhaps a letter: `FAQ-012b`"
        found.report("HX325", id_.span, f"{quoted(id_.text)} is not the id of a claim", help=help)
        good = False
    kind = next((known for known in get_args(Needs) if known == needs.text), None)
    if needs.text and kind is None:
        help = f"a case about it needs {', '.join(get_args(Needs)[:-1])} or {get_args(Needs)[-1]}"
        found.report("HX325", needs.span, f"{quoted(needs.text)} is nothing that a claim needs", help=help)
    if not good or kind is None:
        return None
    return Claim(id_.text, fields["topic"].text, kind, fields["claim"].text, fields["open"].text, id_.span)
