"""Pairs that have been played, kept in a file of SQLite so that none is lost and none counts twice.

The key of a pair is a digest of all that it depends on (both laws, this very Hexlaw, the situation, the programs and
their budgets), its seed and its seating. A pair is put in whole or not at all, by the process that has played it; one
that is there already stays as it is. A file that was written to by a process that was killed is as it was after its
last pair; where the machine itself stopped, some of the last pairs may be missing.

Such a file may come from somebody else: a row counts only when it is whole, under its own key, and what it says is a
pair. Any other is thrown away, and its pair is played again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from hexlaw.compiler.base.cache import digest, place_to_keep, sealed, sources_digest, unsealed
from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.compare.pairs import Pair

with suppress(ModuleNotFoundError):  # in a published page, where nothing is kept
    import sqlite3

STORED = "comparisons.sqlite"
TABLE = """
CREATE TABLE IF NOT EXISTS pairs (
  sweep TEXT NOT NULL, seed TEXT NOT NULL, seating INTEGER NOT NULL, played TEXT NOT NULL,
  PRIMARY KEY (sweep, seed, seating)
) WITHOUT ROWID
"""
SIZES = (
    "CREATE TABLE IF NOT EXISTS sizes (sweep TEXT, seed TEXT, pairs INTEGER, PRIMARY KEY (sweep, seed)) WITHOUT ROWID"
)
"""The number of pairs fixed for each sweep when it began: the exact test is for that size alone."""
MAKERS = "CREATE TABLE IF NOT EXISTS makers (sweep TEXT PRIMARY KEY, hexlaw TEXT) WITHOUT ROWID"
"""The Hexlaw that played a sweep; earlier ones did not write it."""
LAYOUT = 0
"""The version of the tables, as SQLite's `user_version`: a later Hexlaw whose tables are not read here writes more."""
PATIENCE = 60
"""Seconds to wait for another process that writes."""


def place_of_results() -> Path | None:
    """Returns the file for results that were given no other; None where that cannot be used."""
    path = place_to_keep(STORED) if "sqlite3" in globals() else None
    if path is not None:
        with suppress(Refused), Results(path, "") as results:
            results.read([""])
            return path
    return None


def count_of_others(path: Path) -> list[str]:
    """Returns a line about the pairs in a file that another Hexlaw has played, if there are any."""
    if not path.exists():
        return []
    with Results(path, "") as results, results.reported():
        wanted = "SELECT count(*) FROM pairs WHERE sweep NOT IN (SELECT sweep FROM makers WHERE hexlaw = ?)"
        (found,) = results.execute(wanted, sources_digest()).fetchone()
    pairs = "1 pair" if found == 1 else f"{found:,} pairs"
    return [f"`{path}` holds {pairs} that another Hexlaw played: kept, and not counted"] if found else []


def put_together(files: Sequence[Path]) -> None:
    """Copies into the first file what the others hold that it does not."""
    with Results(files[0], "") as whole:
        for path in files[1:]:
            if not path.exists():
                raise Refused(f"there is no `{path}`")
            with Results(path, "") as results, results.reported():
                whole.execute("ATTACH ? AS other", str(path))
                for table in ("pairs", "sizes", "makers"):
                    whole.execute(f"INSERT OR IGNORE INTO {table} SELECT * FROM other.{table}")
                whole.execute("DETACH other")


class Results(AbstractContextManager["Results"]):
    """The pairs of one sweep; without a file they are stored as long as this lives."""

    def __init__(self, path: Path | None, sweep: str) -> None:
        self.path, self.sweep = path, sweep
        self._pairs: dict[tuple[str, int], Pair] = {}  # without a file
        if path is None:
            return
        is_new = not path.exists()
        with self.reported():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            try:
                if self._file.execute("PRAGMA user_version").fetchone()[0] > LAYOUT:
                    raise sqlite3.Error("a later Hexlaw wrote it, install a newer Hexlaw to go on with it")
                self._file.execute("PRAGMA journal_mode=WAL")
                self._file.execute("PRAGMA synchronous=NORMAL")  # a pair takes less time than a disk
                for table in (TABLE, SIZES, MAKERS):
                    self._file.execute(table)
            except sqlite3.Error:
                self._file.close()
                for beside in ("", "-wal", "-shm") if is_new else ():
                    Path(f"{path}{beside}").unlink(missing_ok=True)
                raise

    @contextmanager
    def reported(self) -> Iterator[None]:
        """Raises `Refused` for an error of the file."""
        try:
            yield
        except (sqlite3.Error, OSError) as problem:
            raise Refused(f"`{self.path}` cannot hold results: {problem}; name another file by `--results`") from None

    def execute(self, command: str, *values: object) -> sqlite3.Cursor:
        return self._file.execute(command, values)

    def __exit__(self, *_: object) -> None:
        if self.path is not None:
            self._file.close()

    def read(self, seeds: Iterable[str]) -> dict[tuple[str, int], Pair]:
        """Returns the pairs of these seeds that have been played."""
        found: dict[tuple[str, int], Pair] = {}
        of_seed = "FROM pairs WHERE sweep = ? AND seed = ?"
        for seed in seeds:
            if self.path is None:
                found.update((key, pair) for key, pair in self._pairs.items() if key[0] == seed)
                continue
            with self.reported():
                rows = self.execute(f"SELECT seating, played {of_seed}", self.sweep, seed).fetchall()
            for seating, played in rows:
                with suppress(ValueError):
                    pair = Pair.of_data(unsealed(self._name(seed, seating), played))
                    if (pair.seed, pair.seating) == (seed, seating):
                        found[seed, seating] = pair
                if (seed, seating) not in found:
                    with self.reported():
                        self.execute(f"DELETE {of_seed} AND seating = ?", self.sweep, seed, seating)
        return found

    def fixed(self, seed: str, pairs: int) -> int:
        """Returns the number of pairs fixed for the seeds that begin so: this one, if none was before."""
        if self.path is None:
            return pairs
        with self.reported():
            self.execute("INSERT OR IGNORE INTO sizes VALUES (?, ?, ?)", self.sweep, seed, pairs)
            (found,) = self.execute("SELECT pairs FROM sizes WHERE sweep = ? AND seed = ?", self.sweep, seed).fetchone()
        return found if isinstance(found, int) else 0

    def add(self, pair: Pair) -> None:
        if self.path is None:
            self._pairs[pair.seed, pair.seating] = pair
            return
        row = sealed(self._name(pair.seed, pair.seating), pair.as_data())
        with self.reported():
            self.execute("INSERT OR IGNORE INTO makers VALUES (?, ?)", self.sweep, sources_digest())
            self.execute("INSERT OR IGNORE INTO pairs VALUES (?, ?, ?, ?)", self.sweep, pair.seed, pair.seating, row)

    def _name(self, seed: str, seating: object) -> str:
        return digest(self.sweep, seed, str(seating))
