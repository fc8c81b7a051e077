"""Pairs that have been played, kept in a file of SQLite so that none is lost and none counts twice.

The key of a pair is a digest of all that it depends on (both laws, this very Hexlaw, the situation, the programs and
their budgets), its seed and its seating. A pair is put in whole or not at all, by the process that has played it; one
that is there already stays as it is. A file that was written to by a process that was killed is as it was after its
last pair; where the machine itself stopped, some of the last pairs may be missing.

Such a file may come from somebody else: a row counts only when it is whole, under its own key, and what it says is a
pair. Any other is thrown away, and its pair is played again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hexlaw.compiler.base.cache import digest, place_to_keep, sealed, sources_digest, unsealed
from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.compare.pairs import Pair

KEPT = "comparisons.sqlite"
TABLE = """
CREATE TABLE IF NOT EXISTS pairs (
  sweep TEXT NOT NULL, seed TEXT NOT NULL, seating INTEGER NOT NULL, played TEXT NOT NULL,
  PRIMARY KEY (sweep, seed, seating)
) WITHOUT ROWID
"""
SIZES = (
    "CREATE TABLE IF NOT EXISTS sizes (sweep TEXT, seed TEXT, pairs INTEGER, PRIMARY KEY (sweep, seed)) WITHOUT ROWID"
)
"""How many pairs were to be played of each sweep when it began: a test of a fixed size is of no other."""
MAKERS = "CREATE TABLE IF NOT EXISTS makers (sweep TEXT PRIMARY KEY, hexlaw TEXT) WITHOUT ROWID"
"""Which Hexlaw played a sweep; earlier ones did not say."""
LAYOUT = 0
"""Of the tables: a later Hexlaw whose tables are not read here says more, as SQLite's `user_version`."""
PATIENCE = 60
"""Seconds to wait for another process that writes."""


def place_of_results() -> Path | None:
    """Where results are kept that nobody gave a place; nowhere where that cannot be used."""
    path = place_to_keep(KEPT)
    try:
        with Results(path, "") as results:
            results.read([""])
    except Refused:
        return None
    return path


def told_of_others(path: Path) -> list[str]:
    """Returns the line that tells of pairs in a file that another Hexlaw has played, if there are any."""
    if not path.exists():
        return []
    with Results(path, "") as results:
        found = results.of_others()
    held = "1 pair" if found == 1 else f"{found:,} pairs"
    return [f"`{path}` holds {held} that another Hexlaw played: kept, and not counted"] if found else []


class Results:
    """The pairs of one sweep; without a file they are kept as long as this lives."""

    def __init__(self, path: Path | None, sweep: str) -> None:
        self.path, self.sweep = path, sweep
        is_new = path is not None and not path.exists()
        with self._that_holds_results():
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path or ":memory:", timeout=PATIENCE, isolation_level=None)
            try:
                if self._file.execute("PRAGMA user_version").fetchone()[0] > LAYOUT:
                    raise sqlite3.Error("a later Hexlaw wrote it, install a newer Hexlaw to go on with it")
                self._file.execute("PRAGMA journal_mode=WAL")
                self._file.execute("PRAGMA synchronous=NORMAL")  # a pair takes less time than a disk
                self._file.execute(TABLE)
                self._file.execute(SIZES)
                self._file.execute(MAKERS)
            except sqlite3.Error:
                self._file.close()
                for beside in ("", "-wal", "-shm") if is_new else ():
                    Path(f"{path}{beside}").unlink(missing_ok=True)
                raise

    @contextmanager
    def _that_holds_results(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as problem:
            told = f"`{self.path}` cannot hold results: {problem}; name another file by `--results`"
            raise Refused(told) from None

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, seeds: Iterable[str]) -> dict[tuple[str, int], Pair]:
        """The pairs of these seeds that have been played."""
        found: dict[tuple[str, int], Pair] = {}
        for seed in seeds:
            with self._that_holds_results():
                wanted = "SELECT seating, played FROM pairs WHERE sweep = ? AND seed = ?"
                rows = self._file.execute(wanted, (self.sweep, seed)).fetchall()
            for seating, played in rows:
                try:
                    pair = Pair.of_data(unsealed(self._name(seed, seating), played))
                except ValueError:
                    pair = None
                if pair is not None and (pair.seed, pair.seating) == (seed, seating):
                    found[seed, seating] = pair
                else:
                    with self._that_holds_results():
                        wanted = "DELETE FROM pairs WHERE sweep = ? AND seed = ? AND seating = ?"
                        self._file.execute(wanted, (self.sweep, seed, seating))
        return found

    def fixed(self, seed: str, pairs: int) -> int:
        """How many pairs were fixed for the seeds that begin so: these, if none were before."""
        with self._that_holds_results():
            self._file.execute("INSERT OR IGNORE INTO makers VALUES (?, ?)", (self.sweep, sources_digest()))
            self._file.execute("INSERT OR IGNORE INTO sizes VALUES (?, ?, ?)", (self.sweep, seed, pairs))
            wanted = "SELECT pairs FROM sizes WHERE sweep = ? AND seed = ?"
            (found,) = self._file.execute(wanted, (self.sweep, seed)).fetchone()
        return found if isinstance(found, int) else 0

    def of_others(self) -> int:
        """Returns how many pairs another Hexlaw has played."""
        with self._that_holds_results():
            wanted = "SELECT count(*) FROM pairs WHERE sweep NOT IN (SELECT sweep FROM makers WHERE hexlaw = ?)"
            (found,) = self._file.execute(wanted, (sources_digest(),)).fetchone()
        return int(found)

    def add(self, pair: Pair) -> None:
        row = self.sweep, pair.seed, pair.seating, sealed(self._name(pair.seed, pair.seating), pair.as_data())
        try:
            self._file.execute("INSERT OR IGNORE INTO pairs VALUES (?, ?, ?, ?)", row)
        except sqlite3.Error as problem:
            raise Refused(f"the results cannot be kept: {problem}; name another file by `--results`") from None

    def _name(self, seed: str, seating: object) -> str:
        return digest(self.sweep, seed, str(seating))
