"""How often each side wins, by situation, where `greedy` plays against itself.

    python bench/shares.py --games 200                         everything, on demand: a day of one core
    python bench/shares.py --games 200 --seconds 3600          as far as it comes; the same command goes on from there
    python bench/shares.py --games 200 --situation tutorial/early-snow --players random
    python bench/shares.py --only-told                         what is known so far, as a table
    python bench/shares.py --only-told --keep                  the same, kept in `bench/shares.csv` and its page in docs

Every situation is played in the module that it comes from, under its own law. First each has `--first` games, then
those are played up to `--games` that take least time; two processes with `--part 1/2` and `--part 2/2` share the work.
They are played in Python, by the program that plays at the table.

Results are kept in a file of SQLite (`--results`), game by game, under a digest of the law and of the programs' code.
What is kept for all (`--keep`) has of each game who won it, and four digits of a digest of all its answers and throws.
So a change that leaves games as they are, as most do that make them faster, takes nothing away: where a situation is
kept under another digest, `AGAIN` of its games by lot are played again first, and if they go as they went, all of them
count. A change that shows in neither of the two may show in another game; it seldom does, as a program looks at
thousands of positions in each.

How chance is drawn decides on every game, and so a game is kept with the word that journals have for it. Those of an
older word cannot be played again, so nothing can confirm them; but who won is still a sample of the same law and
program. They stand, marked, on the page until as many have been played as chance is drawn today.

A share stands with the bounds between which the true one lies in 19 of 20 cases; it prints each game that stops, and
counts it for nobody.
"""

from __future__ import annotations

import argparse
import csv
import json
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import count, takewhile
from pathlib import Path
from random import Random
from time import monotonic, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.cache import digest
from hexlaw.compiler.cli.run import players_of
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.garbage import collect_garbage_seldom
from hexlaw.compiler.load import load, shipped_modules
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import NotFinished, play_out
from hexlaw.compiler.situations.tally import NOBODY, between
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.play.dice import BY_NUMBER
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Journal
from hexlaw.runtime.stops import LawStop

ROOT = Path(__file__).resolve().parents[1]
CODE = ("runtime/play", "runtime/evaluating")
"""What programs are made of, and what they ask: another text may play otherwise."""
KEPT, PAGE = ROOT / "bench" / "shares.csv", ROOT / "docs" / "balance.md"
STOPPED = "stopped"
AGAIN = 2
"""Games that are played again before those that are kept for all count under another digest."""
DIGITS = 4
"""Of the digest of a game, in base 16."""
TABLE = """
CREATE TABLE IF NOT EXISTS played (
  key TEXT, situation TEXT, players TEXT, number INTEGER, winner TEXT, stopped TEXT, course TEXT, seconds REAL,
  PRIMARY KEY (key, situation, players, number)
) WITHOUT ROWID;
"""
HEAD = """# Who wins

How often each side wins, by situation, where the program `greedy` plays both sides. This tells how a situation is
balanced *for that program*, which plans one action at a time and sees no further. People and `search` play otherwise,
and where one side always wins, the other may have to do what the program does not find. The brackets hold the true
share in 19 of 20 cases: the fewer games, the wider.

`python bench/shares.py` plays the games and writes this page; `bench/shares.csv` has the winner of each. They
were played in Python, as the program still plays at the table; `hexlaw run MODULE SITUATION --players greedy` plays as
WebAssembly, other games with about the same skill ([0114](decisions/0114-programs-are-printed-with-the-law.md)).

Those marked with a star were played when chance was drawn otherwise, as in journals of version 3: `hexlaw run` plays
other games today. Who won them is as much a fact about the situation as before; they stand here until as many have
been played anew.

"""


@dataclass(frozen=True)
class Outcome:
    """Who won a game, or that it stopped, and some digits of a digest of how it went."""

    winner: str
    course: str


@dataclass
class Arena:
    """A situation in the module that it comes from, and the games of it that are known, by number."""

    name: str
    compilation: Compilation
    key: str
    games: dict[int, Outcome] = field(default_factory=dict)
    seconds: float = 0.0
    timed: int = 0  # games that took these seconds

    @cached_property
    def prepared(self) -> Prepared:
        diagnostics = Diagnostics()
        situation = self.name.partition("/")[2]
        prepared = prepare(self.compilation, situation, Configuration(), diagnostics)
        assert prepared is not None, [d.message for d in diagnostics]
        return prepared

    @property
    def cost(self) -> float:
        """Seconds of a game; before one was played, guessed by how many things there are."""
        return self.seconds / self.timed if self.timed else len(self.prepared.setup.position.things) / 10


class Shares:
    """What is known of the games of one sort of player: the file of results, and what is kept for all."""

    def __init__(self, path: Path, players: str, kept: Path) -> None:
        self.players = players
        self.file = sqlite3.connect(path, timeout=60, isolation_level=None)
        self.file.executescript(TABLE)
        self.kept = {r.situation: r for r in read(kept) if (r.players, r.chance) == (players, BY_NUMBER)}

    def read(self, arena: Arena) -> None:
        """Takes what was played under the same law by the same programs."""
        row = self.kept.get(arena.name)
        if row is not None and row.key == arena.key:
            arena.games.update(row.games)
        rows = self.file.execute(
            "SELECT number, winner, course, seconds FROM played WHERE key = ? AND situation = ? AND players = ?",
            (arena.key, arena.name, self.players),
        )
        for number, winner, course, seconds in rows:
            arena.games[number] = Outcome(winner, course)
            arena.seconds, arena.timed = arena.seconds + seconds, arena.timed + (seconds > 0)

    def confirm(self, arena: Arena) -> None:
        """Takes what is kept for all under another digest, if some of it goes now as it went then."""
        row = self.kept.get(arena.name)
        if row is None or row.key == arena.key or len(arena.games) > len(row.games):
            return
        for number in Random(arena.key).sample(sorted(row.games), min(AGAIN, len(row.games))):
            if number not in arena.games:
                self.play(arena, number)
            if arena.games[number] != row.games[number]:
                print(f"{arena.name}: game {number} goes otherwise now", file=sys.stderr, flush=True)
                return
        for number, outcome in row.games.items():
            self._note(arena, number, outcome, "", 0.0)

    def play(self, arena: Arena, number: int) -> None:
        """Plays a game to its end and keeps who won it."""
        before, stopped = process_time(), ""
        seed = f"shares-{number}"
        game = arena.prepared.game(seed)
        try:
            play_out(game, players_of(self.players, game, seed))
            winner = game.winner() or NOBODY
        except (LawStop, NotFinished) as stop:
            winner, stopped = STOPPED, str(stop)
            print(f"{arena.name}, seed {seed}, stopped: {stop}", file=sys.stderr, flush=True)
        took = process_time() - before
        self._note(arena, number, Outcome(winner, course_of(game)), stopped, took)
        arena.seconds, arena.timed = arena.seconds + took, arena.timed + 1

    def _note(self, arena: Arena, number: int, outcome: Outcome, stopped: str, took: float) -> None:
        row = arena.key, arena.name, self.players, number, outcome.winner, stopped, outcome.course, took
        self.file.execute("INSERT OR IGNORE INTO played VALUES (?,?,?,?,?,?,?,?)", row)
        arena.games[number] = outcome


def course_of(game: Game) -> str:
    """Some digits of a digest of all answers and throws of a game."""
    answers = json.dumps([Journal.record(entry) for entry in game.entries])
    return sha256(answers.encode()).hexdigest()[:DIGITS]


# ---- what is kept for all


@dataclass(frozen=True)
class Row:
    """The games of a situation from the first without a gap, as they went under one law by one program, and how
    chance was drawn in them."""

    situation: str
    players: str
    chance: str
    key: str
    games: dict[int, Outcome]

    @classmethod
    def of(cls, arena: Arena, players: str) -> Row:
        numbers = takewhile(arena.games.__contains__, count(1))
        return cls(arena.name, players, BY_NUMBER, arena.key, {number: arena.games[number] for number in numbers})

    def cells(self) -> list[str]:
        winners = [outcome.winner for outcome in self.games.values()]
        sides = sorted(set(winners))
        won = " ".join(str(sides.index(winner)) for winner in winners)
        return [self.situation, self.players, self.chance, self.key, "/".join(sides), won, self._courses]

    @property
    def _courses(self) -> str:
        return " ".join(outcome.course for outcome in self.games.values())


COLUMNS = ["situation", "players", "chance", "key", "sides", "won", "courses"]


def read(path: Path) -> list[Row]:
    if not path.exists():
        return []
    rows = []
    with path.open(encoding="utf-8", newline="") as file:
        for cells in csv.DictReader(file):
            sides = cells["sides"].split("/")
            courses = zip(cells["won"].split(), cells["courses"].split(), strict=True)
            games = {number: Outcome(sides[int(won)], course) for number, (won, course) in enumerate(courses, 1)}
            rows.append(Row(cells["situation"], cells["players"], cells["chance"], cells["key"], games))
    return rows


def keep(rows: Iterable[Row], path: Path, page: Path) -> None:
    """Puts rows into what is kept for all, in place of those of the same situation and players, and writes the page.
    Where chance was drawn otherwise, the larger row of games counts."""
    kept = {(row.situation, row.players): row for row in read(path)}
    for row in rows:
        old = kept.get((row.situation, row.players))
        if row.games and (old is None or old.chance == row.chance or len(old.games) <= len(row.games)):
            kept[row.situation, row.players] = row
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(row.cells() for _, row in sorted(kept.items()))
    page.write_text(page_of(read(path)), encoding="utf-8")


def page_of(rows: Iterable[Row]) -> str:
    lines = ["| module | situation | games | won by |", "| --- | --- | ---: | --- |"]
    for row in rows:
        if row.players == "greedy":
            module, _, situation = row.situation.partition("/")
            winners = [outcome.winner for outcome in row.games.values()]
            star = "" if row.chance == BY_NUMBER else "*"
            lines.append(f"| `{module}` | `{situation}` | {len(winners)}{star} | {', '.join(told(winners))} |")
    return HEAD + "\n".join(lines) + "\n"


def told(winners: list[str]) -> list[str]:
    """Who won how often, with the bounds of each share."""
    n = len(winners)
    found = []
    for winner, number in sorted(Counter(winners).items(), key=lambda won: (-won[1], won[0])):
        low, high = between(number, n)
        found.append(f"{winner} {100 * number / n:.0f} % [{100 * float(low):.0f} to {100 * float(high):.0f}]")
    return found


# ---- the command


def arenas(wanted: list[str] | None) -> list[Arena]:
    """The situations, each once: in the module whose folder has its file."""
    code = [path.read_text(encoding="utf-8") for folder in CODE for path in sorted((ROOT / folder).rglob("*.py"))]
    found = []
    for module in sorted(shipped_modules()):
        chain = load(module, Diagnostics())
        names = [] if chain is None else sorted(chain.layers[-1].situations)
        names = [name for name in names if wanted is None or f"{module}/{name}" in wanted]
        compilation = compile_modules(module, Diagnostics()) if names else None
        for name in names:
            assert compilation is not None
            found.append(Arena(f"{module}/{name}", compilation, digest(compilation.whole_hash, *code)))
    return found


def play_all(there: list[Arena], shares: Shares, games: int, first: int, until: float) -> None:
    """So many games of each: some of every situation, then the rest of those first that take least time."""
    for most in (min(first, games), games):
        for arena in sorted(there, key=lambda arena: arena.cost):
            if monotonic() > until:
                return
            if len(arena.games) < most:
                shares.confirm(arena)
            for number in range(1, most + 1):
                if number in arena.games:
                    continue
                if monotonic() > until:
                    return
                shares.play(arena, number)
            print(f"{arena.name}: {len(arena.games)} games", file=sys.stderr, flush=True)


def tell(there: list[Arena]) -> None:
    """Prints a table: who won how often, with the bounds of each share."""
    print("| situation | games | won by | seconds a game |\n|---|---|---|---|")
    for arena in there:
        if arena.games:
            winners = [outcome.winner for outcome in arena.games.values()]
            seconds = f"{arena.seconds / arena.timed:.1f}" if arena.timed else ""
            print(f"| {arena.name} | {len(winners)} | {', '.join(told(winners))} | {seconds} |")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="of each situation (default: 200)")
    parser.add_argument("--first", type=int, default=20, help="of every situation, before any has more (default: 20)")
    parser.add_argument("--situation", action="append", help="MODULE/SITUATION; without it, every one")
    parser.add_argument("--players", default="greedy", help="as in `hexlaw run`")
    parser.add_argument("--seconds", type=float, help="how long it plays")
    parser.add_argument("--part", default="1/1", help="which part of the situations, as in `2/3`")
    parser.add_argument("--results", type=Path, default=Path("shares.sqlite"))
    parser.add_argument("--only-told", action="store_true", help="plays nothing")
    parser.add_argument("--keep", action="store_true", help=f"writes {KEPT.name} and {PAGE.name} in the end")
    args = parser.parse_args(argv)
    shares = Shares(args.results, args.players, KEPT)
    part, parts = map(int, args.part.split("/"))
    there = arenas(args.situation)[part - 1 :: parts]
    for arena in there:
        shares.read(arena)
    if not args.only_told:
        until = monotonic() + args.seconds if args.seconds is not None else float("inf")
        with collect_garbage_seldom():
            play_all(there, shares, args.games, args.first, until)
    tell(there)
    if args.keep:
        keep((Row.of(arena, args.players) for arena in there), KEPT, PAGE)
    return 1 if any(game.winner == STOPPED for arena in there for game in arena.games.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
