"""How the games of a job are divided, stored and gathered: a comparison, a card, many games.

A job is a digest of all that its games depend on but their seeds: the law, this very Hexlaw, the situation, the
programs and their budgets. In it a game, or a pair of games, is named by its seed and by which of the games of this
seed it is. They are kept in a file of SQLite so that none is lost and none counts twice: one is put in whole or not at
all, by the process that has played it; one that is there already stays as it is. A file that was written to by a
process that was killed is as it was after its last game; where the machine itself stopped, some of the last may be
missing. Several machines each play a part of the seeds into a file of their own; rows are copied to put files together.

Such a file may come from somebody else: a row counts only when it is whole, under its own key, and what it says is a
game. Any other is thrown away, and its game is played again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Generic, TypeVar

from hexlaw.compiler.base.cache import digest, place_to_keep, sealed, sources_digest, unsealed
from hexlaw.compiler.base.coder import Coder, Undecodable
from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.processes import Reports, in_parts, shared_out
from hexlaw.runtime.words.english import counted

with suppress(ModuleNotFoundError):  # in a published page, where nothing is kept
    import sqlite3

T = TypeVar("T")
Key = tuple[str, int | str]
"""The seed of a game, and which of those of this seed it is: the seating of a pair, the cell of a card."""
STORED = "comparisons.sqlite"
TABLE = """
CREATE TABLE IF NOT EXISTS pairs (
  sweep TEXT NOT NULL, seed TEXT NOT NULL, seating INTEGER NOT NULL, played TEXT NOT NULL,
  PRIMARY KEY (sweep, seed, seating)
) WITHOUT ROWID
"""
"""Called as when comparisons alone were kept. SQLite keeps a text in a column of numbers as it is."""
SIZES = (
    "CREATE TABLE IF NOT EXISTS sizes (sweep TEXT, seed TEXT, pairs INTEGER, PRIMARY KEY (sweep, seed)) WITHOUT ROWID"
)
"""The number of pairs fixed for each sweep when it began: the exact test is for that size alone."""
MAKERS = "CREATE TABLE IF NOT EXISTS makers (sweep TEXT PRIMARY KEY, hexlaw TEXT) WITHOUT ROWID"
"""The Hexlaw that played a sweep; earlier ones did not write it."""
COUNTS = """
SELECT count(*), count(*) FILTER (WHERE sweep NOT IN (SELECT sweep FROM makers WHERE hexlaw = ?)),
  count(*) FILTER (WHERE sweep = ?) FROM pairs
"""
"""How many there are, how many of them another Hexlaw has played, and how many are of a job."""
LAYOUT = 0
"""The version of the tables, as SQLite's `user_version`: a later Hexlaw whose tables are not read here writes more."""
PATIENCE = 60
"""Seconds to wait for another process that writes."""
WHOLE = 1, 1
"""The only part."""


@dataclass(frozen=True)
class Sharing:
    """How the games of a job are shared among machines: the files that keep them, the first of which is written to,
    and which of how many parts is played here."""

    files: Sequence[str] = ()
    part: tuple[int, int] = WHOLE
    what: str = "game"

    def own(self, things: Sequence[T]) -> Sequence[T]:
        """Returns those that are played here: the first of four parts has the first, the fifth and so on."""
        return things[self.part[0] - 1 :: self.part[1]]

    def put_together(self, job: str) -> Iterator[str]:
        """Copies into the first file what the others hold that it does not; yields what does not count, in a line."""
        files = [*map(Path, self.files)]
        if files and sources_digest() is None:
            raise Refused(f"no {self.what} can be kept: Hexlaw does not know its own version", "start it again")
        for number, path in enumerate(files):
            if number and not path.exists():
                raise Refused(f"there is no `{path}`")
            if any(path.samefile(other) for other in files[:number]):
                raise Refused(f"`{path}` is named twice by `--results`", "name each file once")
            with Results(files[0], job, object) as whole, Results(path, job, object) as results, results.reported():
                found, of_others, own = results.execute(COUNTS, sources_digest(), job).fetchone()
                if files[1:] and found > of_others and not own:
                    none = f"no {self.what} of this law, situation and programs"
                    yield f"`{path}` holds {none}: its {counted(found, self.what)} are kept, and not counted"
                if number:
                    whole.execute("ATTACH ? AS other", str(path))
                    for table in ("pairs", "sizes", "makers"):
                        whole.execute(f"INSERT OR IGNORE INTO {table} SELECT * FROM other.{table}")
                    whole.execute("DETACH other")
                _, of_others, _ = whole.execute(COUNTS, sources_digest(), job).fetchone()
                if path == files[-1] and of_others:
                    pairs = f"{counted(of_others, self.what)} that another Hexlaw played"
                    yield f"`{files[0]}` holds {pairs}: kept, and not counted"

    def came(self, situation: str, kept: int, to_go: int, new: int) -> str:
        """Returns how far a part is, or how many had to be played when all were put together; nothing where none."""
        if self.part != WHOLE:
            return f"{situation}: kept {kept} of the {self.what}s of this part, {to_go} to go"
        return f"{counted(new, self.what)} in none of these files, played now" if new and self.files[1:] else ""


def place_of_results(files: Sequence[str] = ()) -> Path | None:
    """Returns the file that is written to, or that for results that were given no other; None where nothing is kept."""
    path = Path(files[0]) if files else place_to_keep(STORED) if "sqlite3" in globals() else None
    if files or path is None:
        return path
    with suppress(Refused), Results(path, "", object) as results:
        results.read([("", "")])
        return path
    return None


class Results(AbstractContextManager["Results[T]"], Generic[T]):
    """What came of the games of one job; without a file it is not stored."""

    def __init__(self, path: Path | None, job: str, kind: type[T]) -> None:
        """The kind is a dataclass, with the `seed` of the game."""
        self.path, self.job, self.kind, self._coder = path, job, kind, Coder[T](kind)
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
            message = f"`{self.path}` cannot hold results: {problem}; name another file by `--results`"
            raise Refused(message) from None

    def execute(self, command: str, *values: object) -> sqlite3.Cursor:
        return self._file.execute(command, values)

    def __exit__(self, *_: object) -> None:
        if self.path is not None:
            self._file.close()

    def read(self, keys: Iterable[Key]) -> dict[Key, T]:
        """Returns what is stored of these."""
        found: dict[Key, T] = {}
        of_key = "FROM pairs WHERE sweep = ? AND seed = ? AND seating = ?"
        for key in keys if self.path is not None else ():
            with self.reported():
                row = self.execute(f"SELECT played {of_key}", self.job, *key).fetchone()
            if row is None:
                continue
            data = unsealed(digest(self.job, *map(str, key)), row[0])
            with suppress(Undecodable):
                game = self._coder.decode(data)
                if (
                    getattr(game, "seed", None) == key[0] and self._coder.encode(game) == data
                ):  # it says no more than a game says
                    found[key] = game
            if key not in found:
                with self.reported():
                    self.execute(f"DELETE {of_key}", self.job, *key)
        return found

    def played(
        self, keys: Sequence[Key], play: Callable[[Sequence[Key]], Iterable[T]], processes: int,
        until: int | None = None, reports: Reports | None = None, at_once: int = 1,
    ) -> Generator[T, None, None]:  # fmt: skip
        """Plays games in several processes, so many in one task; yields what came of them in order until the time is
        over. Each is stored by the process that has played it: one that waits for an earlier one is not lost."""
        tasks = [partial(_stored, self, play, some) for some in in_parts(keys, at_once)]
        with shared_out(tasks, processes, until, reports) as found:
            yield from chain.from_iterable(found)

    def fixed(self, seed: str, pairs: int) -> int:
        """Returns the number of pairs fixed for the seeds that begin so: this one, if none was before."""
        if self.path is None:
            return pairs
        with self.reported():
            self.execute("INSERT OR IGNORE INTO sizes VALUES (?, ?, ?)", self.job, seed, pairs)
            (found,) = self.execute("SELECT pairs FROM sizes WHERE sweep = ? AND seed = ?", self.job, seed).fetchone()
        return found if isinstance(found, int) else 0

    def add(self, key: Key, game: T) -> None:
        if self.path is None:
            return
        row = sealed(digest(self.job, *map(str, key)), self._coder.encode(game))
        with self.reported():
            self.execute("INSERT OR IGNORE INTO makers VALUES (?, ?)", self.job, sources_digest())
            self.execute("INSERT OR IGNORE INTO pairs VALUES (?, ?, ?, ?)", self.job, *key, row)


def _stored(results: Results[T], play: Callable[[Sequence[Key]], Iterable[T]], keys: Sequence[Key]) -> list[T]:
    """Plays some games and stores each as soon as it is over: by a file of its own, as no process may share one."""
    games = list[T]()
    with Results(results.path, results.job, results.kind) as own:
        for key, game in zip(keys, play(keys), strict=True):
            own.add(key, game)
            games.append(game)
    return games
