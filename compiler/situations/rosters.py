"""Rosters: turns the pieces of a case or situation, as they are written, into single pieces.

Pieces are written by name, for both sides or under one of them, each perhaps several times (`count`) and with what
stands in it (`holds`). Several pieces of one name get numbers: `tug-1`, `tug-2`. A group of `pieces` says once what
holds for all of them. How many there are is bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.patience import BoundedFindings
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar, entries_in

MAX_PIECES = 2_000
"""Pieces of one position: more than any game has, few enough to be played with."""
MAX_SAID = 100
PLACED = ("type", "kind", "at", "in", "count", "holds")
"""The keys of a piece that are not attributes of it."""


@dataclass(frozen=True, eq=False)
class PlacedPiece:
    """One piece, and how it is written."""

    name: str
    written: Scalar
    node: Mapping
    side: Scalar | None  # the side that it is written under
    holder: str | None  # the piece that it is written in
    number: int | None  # where it is one of several


@dataclass
class Roster:
    pieces: list[PlacedPiece] = field(default_factory=list)
    several: dict[str, list[str]] = field(default_factory=dict)
    """What is called by one name, for every name that is not that of a single piece."""


def read_roster(node: Mapping, diagnostics: Diagnostics) -> Roster:
    """Returns the pieces under `pieces:` and `sides:`; what is wrong with their number is reported."""
    return _RosterReader(BoundedFindings(diagnostics)).read(node)


class _RosterReader:
    def __init__(self, found: BoundedFindings) -> None:
        self.found = found
        self.roster = Roster()
        self.numbers: Counter[int] = Counter()  # how many there are already of what is written at one place
        self.complete: dict[int, Node | None] = {}  # the pieces of groups, each with what is said of all

    def read(self, node: Mapping) -> Roster:
        self._add(node.get("pieces"), None, None, False)
        for side, pieces in entries_in(node.get("sides")):
            self._add(pieces, side, None, False)
        return self.roster

    def _add(self, pieces: Node | None, side: Scalar | None, holder: str | None, several: bool) -> None:
        for written, node in entries_in(pieces):
            if not isinstance(node, Mapping):
                continue
            if node.get("pieces") is not None:
                self._add_group(written, node, side, holder, several)
                continue
            counted = node.get("count")
            for number in self._numbers(written, node, counted, several):
                name = written.text if number is None else f"{written.text}-{number}"
                self.roster.pieces.append(PlacedPiece(name, written, node, side, holder, number))
                if number is not None:
                    self.roster.several.setdefault(written.text, []).append(name)
                self._add(node.get("holds"), side, name, several or counted is not None)

    def _add_group(
        self, written: Scalar, node: Mapping, side: Scalar | None, holder: str | None, several: bool
    ) -> None:
        """Pieces that belong together: what is said of all of them holds where one of them does not say otherwise."""
        for key in ("type", "kind", "count", "holds"):
            if (wrong := node.get(key)) is not None:
                self._error("HX313", wrong, f"`{written.text}` are several pieces: `{key}` is said of each of them")
                return
        said = tuple((key, value) for key, value in node.entries if key.text != "pieces")
        if len(said) > MAX_SAID:
            self._error("HX313", written, f"more than {MAX_SAID} things are said of all of `{written.text}`")
            return
        pieces, before = node.get("pieces"), len(self.roster.pieces)
        if id(pieces) not in self.complete:
            self.complete[id(pieces)] = _with_all(pieces, said)
        self._add(self.complete[id(pieces)], side, holder, several)
        self.roster.several.setdefault(written.text, []).extend(p.name for p in self.roster.pieces[before:])

    def _numbers(self, written: Scalar, node: Mapping, counted: Node | None, several: bool) -> Iterator[int | None]:
        if (many := _count(counted)) is None:
            self._error("HX313", counted or node, f"`{written.text}` is counted by a whole number, from 1 up")
            return
        for _ in range(many):
            if len(self.roster.pieces) >= MAX_PIECES:
                if not self.found.failed:
                    what = f"with `{written.text}` there are more than {MAX_PIECES:,} pieces"
                    self._error("HX328", counted or written, what)
                return
            self.numbers[id(node)] += 1
            yield self.numbers[id(node)] if several or counted is not None else None

    def _error(self, code: str, node: Node, message: str) -> None:
        self.found.report(code, node.span, message)


def _with_all(pieces: Node | None, said: tuple[tuple[Scalar, Node], ...]) -> Node | None:
    if not isinstance(pieces, Mapping):
        return pieces
    found: list[tuple[Scalar, Node]] = []
    for name, node in pieces.entries[: MAX_PIECES + 1]:  # more are not taken
        if isinstance(node, Mapping):
            placed = node.get("at") is not None or node.get("in") is not None
            own = {k.text for k, _ in said if node.get(k.text) is None} - ({"at", "in"} if placed else set())
            shared = tuple((key, value) for key, value in said if key.text in own)
            node = Mapping((*node.entries, *shared), node.span)
        found.append((name, node))
    return Mapping(tuple(found), pieces.span)


def _count(node: Node | None) -> int | None:
    if node is None:
        return 1
    text = node.text if isinstance(node, Scalar) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0 else None
