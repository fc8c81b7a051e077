"""Verdicts that are known, kept in a file of SQLite, so that what was asked once is not asked again.

A verdict is kept with the prints of the law that it was given under and with what it looked at (`looked_at.py`). It
counts under every law in which the prints of those things are the same, as long as Hexlaw is the same and the case is
written the same. Of a case the newest few are kept. What a case looked at is a number: a bit for each name in the order
of the prints, so that thousands of verdicts are tried against a law at once. Prints and
verdicts are sealed as entries of the cache are.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from hexlaw.compiler.cache import digest, sealed, unsealed
from hexlaw.compiler.comparing.looked_at import Known, Looked, Moved, Prints

TABLES = """
CREATE TABLE IF NOT EXISTS laws (id INTEGER PRIMARY KEY, version TEXT NOT NULL, prints BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS verdicts (
  written TEXT NOT NULL, law INTEGER NOT NULL, known BLOB NOT NULL, PRIMARY KEY (written, law)
) WITHOUT ROWID;
"""
PATIENCE = 10
"""Seconds to wait for another process that writes."""
MOST_OF_A_CASE = 3


class KeptVerdicts:
    """Verdicts by the text of their case; without a file they are kept as long as this lives. What cannot be read or
    written is as if it were not there: then cases are asked again."""

    def __init__(self, path: Path | None, version: str) -> None:
        self.version = version
        try:
            self._file = self._open(path)
        except (sqlite3.Error, OSError):
            self._file = self._open(None)
        with suppress(sqlite3.Error):
            self._file.execute("DELETE FROM laws WHERE version <> ?", (version,))
            self._file.execute("DELETE FROM verdicts WHERE law NOT IN (SELECT id FROM laws)")

    @staticmethod
    def _open(path: Path | None) -> sqlite3.Connection:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        found = sqlite3.connect(path or ":memory:", timeout=PATIENCE, isolation_level=None)
        found.execute("PRAGMA journal_mode=WAL")
        found.executescript(TABLES)
        return found

    def close(self) -> None:
        self._file.close()

    def find(self, prints: Prints, cases: Mapping[str, str]) -> dict[str, Known]:
        """What is known under a law of cases that are given by what is written of them and its digest."""
        found: dict[str, Known] = {}
        for law, seal, before in self._laws():
            moved = Moved(before, prints)
            places = {name: place for place, name in enumerate(before)}
            bits = sum(1 << place for name, place in places.items() if name in moved.keys)
            for digested, known in self._of(law, seal, places):
                written = cases.get(digested)
                if written is not None and not _bits(known) & bits and not moved.names(written):
                    found.setdefault(written, known)
        return found

    def add(self, prints: Prints, found: Mapping[str, Known]) -> None:
        """Keeps what is known of cases under a law, by what is written of them; what they looked at has its places in
        the order of the names of the prints."""
        names = sorted(prints)
        with suppress(sqlite3.Error):
            self._file.execute("BEGIN IMMEDIATE")
            try:
                sealed_prints = sealed(self.version, {name: prints[name] for name in names})
                law, seal = self._law(sealed_prints), _seal_of(sealed_prints)
                for written, known in found.items():
                    what = known.verdict, known.refusing, f"{_bits(known):x}", known.cost
                    row = digest(written), law, sealed(f"{seal} {digest(written)}", what)
                    self._file.execute("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?)", row)
                    self._file.execute(
                        "DELETE FROM verdicts WHERE written = ? AND law NOT IN"
                        " (SELECT law FROM verdicts WHERE written = ? ORDER BY law DESC LIMIT ?)",
                        (row[0], row[0], MOST_OF_A_CASE),
                    )
            finally:
                self._file.execute("COMMIT")

    def _law(self, prints: bytes) -> int:
        row = self._file.execute(
            "SELECT id FROM laws WHERE version = ? AND prints = ?", (self.version, prints)
        ).fetchone()
        if row is not None:
            return int(row[0])
        made = self._file.execute("INSERT INTO laws (version, prints) VALUES (?, ?)", (self.version, prints))
        return int(made.lastrowid or 0)

    def _laws(self) -> list[tuple[int, str, dict[str, str]]]:
        """The laws under which something is known, the newest first, and what their verdicts are sealed with."""
        rows = self._rows(
            "SELECT id, prints FROM laws WHERE version = ? AND id IN (SELECT law FROM verdicts) ORDER BY id DESC",
            self.version,
        )
        laws = [(law, prints, unsealed(self.version, prints)) for law, prints in rows]
        return [(law, _seal_of(prints), found) for law, prints, found in laws if found is not None]

    def _of(self, law: int, seal: str, places: Mapping[str, int]) -> list[tuple[str, Known]]:
        """The digests of what is written of cases, and what is known of them."""
        rows = self._rows("SELECT written, known FROM verdicts WHERE law = ?", law)
        found = ((written, unsealed(f"{seal} {written}", known)) for written, known in rows)
        return [
            (written, Known(what[0], tuple(what[1]), what[3], Looked(int(what[2], 16), places)))
            for written, what in found
            if what is not None
        ]

    def _rows(self, asked: str, value: object) -> list[tuple[Any, ...]]:
        try:
            return self._file.execute(asked, (value,)).fetchall()
        except sqlite3.Error:
            return []


def _seal_of(prints: bytes) -> str:
    return prints.partition(b"\n")[0].decode("ascii")


def _bits(known: Known) -> int:
    return 0 if known.looked is None else known.looked.bits
