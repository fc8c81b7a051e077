"""What the cases of a file ask, and the names that they give: all that is needed to type their questions.

Input: a case file. Output: plain data, cached by the text of the file, so that no case is read again to be typed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexlaw.compiler.cache import digest, once_clean
from hexlaw.compiler.data.yaml_tree import Scalar, entries_in, items_in, mappings_in, scalars_in
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.parse.parse import save_questions
from hexlaw.compiler.situations.case_files import Case, cases_in
from hexlaw.compiler.situations.rosters import read_roster
from hexlaw.compiler.source import Source

SHELF = "asked"  # of the cache: what the cases of a file ask
Line = tuple[str, int, int]
"""A line of law, and where it stands in the file."""


@dataclass
class Asked:
    """What a case asks, and the names that it gives; in the cache as plain data."""

    module: str | None
    situation: str | None
    is_played: bool  # and so may speak of what was placed on the way
    boards: list[list[Line]] = field(default_factory=list)
    """The boards that it is played on, in rows."""
    pieces: dict[str, tuple[str, str, bool]] = field(default_factory=dict)
    """By name, `type` or `kind`, which, and whether they are several."""
    zones: list[str] = field(default_factory=list)
    values: list[tuple[str, Line]] = field(default_factory=list)
    questions: list[Line] = field(default_factory=list)


def keep_questions(source: Source, cases: Iterable[Case]) -> None:
    """Keeps what the cases of a file ask, once they have been read."""
    once_clean(SHELF, digest(source.text), lambda _: [vars(_asked(case)) for case in cases], Diagnostics())
    save_questions(source.name)


def _asked(case: Case) -> Asked:
    is_played = case.node.get("play") is not None
    rows = [[_line(board) for board in scalars_in(row)] for row in items_in(case.node.get("boards"))]
    asked = Asked(case.file.module, case.node.text("situation"), is_played, rows)
    roster = read_roster(case.node, Diagnostics())
    for piece in roster.pieces:
        sort = "type" if piece.node.get("type") is not None else "kind"
        if (said := piece.node.text(sort)) is not None:
            asked.pieces[piece.name] = sort, said, False
    for name, numbered in roster.several.items():
        if numbered[0] in asked.pieces:
            asked.pieces[name] = (*asked.pieces[numbered[0]][:2], True)
    asked.zones = [name.text for name, _ in entries_in(case.node.get("zones"))]
    lets = entries_in(case.node.get("let"))
    asked.values = [(name.text, _line(node)) for name, node in lets if isinstance(node, Scalar)]
    for holder in (case.node, *mappings_in(case.node.get("play"))):
        if isinstance(question := holder.get("ask"), Scalar):
            asked.questions.append(_line(question))
    return asked


def _line(node: Scalar) -> Line:
    return node.text, node.span.start, node.span.end


def asked_in(source: Source) -> list[Asked]:
    """What each case of a file asks."""

    def read(found: Diagnostics) -> list[dict[str, Any]]:
        file = cases_in(source, Path(source.name), found)
        return [] if file is None else [vars(_asked(case)) for case in file.cases]

    return [Asked(**each) for each in once_clean(SHELF, digest(source.text), read, Diagnostics())]
