"""How often each side wins, by situation, where `greedy` plays against itself.

    python bench/shares.py --games 200                         everything, on demand: a day of one core
    python bench/shares.py --games 200 --seconds 3600          as far as it comes; the same command goes on from there
    python bench/shares.py --games 200 --situation tutorial/early-snow --players random
    python bench/shares.py --only-told                         what the results so far say, as a table

Every situation is played in the module that it comes from, under its own law. First each has `--first` games, then
those are played up to `--games` that take least time; two processes with `--part 1/2` and `--part 2/2` share the work.
The games are those of `hexlaw run MODULE SITUATION --players greedy --games N --seed shares`.

Results are kept in a file of SQLite (`--results`), game by game, under a digest of the law and of the programs' code:
what was played is not played again, and a change of either begins anew. A share stands with the bounds between which
the true one lies in 19 of 20 cases; it prints each game that stops, and counts it for nobody.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.cache import digest
from hexlaw.compiler.cli.run import players_of
from hexlaw.compiler.cli.tally import NOBODY, between
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.garbage import collect_garbage_seldom
from hexlaw.compiler.load import load, shipped_modules
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import NotFinished, play_out
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.stops import LawStop

ROOT = Path(__file__).resolve().parents[1]
CODE = ("runtime/play", "runtime/emitted", "compiler/lower", "compiler/emit")
"""What programs are made of, and what they ask: another text may play otherwise."""
TABLE = """
CREATE TABLE IF NOT EXISTS games (
  key TEXT, situation TEXT, players TEXT, seed TEXT, winner TEXT, stopped TEXT, seconds REAL,
  PRIMARY KEY (key, situation, players, seed)
) WITHOUT ROWID;
"""


@dataclass
class Arena:
    """A situation in the module that it comes from, and the games of it that are known."""

    name: str
    prepared: Prepared
    key: str
    winners: dict[str, str] = field(default_factory=dict)  # by seed
    seconds: float = 0.0

    @property
    def cost(self) -> float:
        """Seconds of a game; before one was played, guessed by how many things there are."""
        return self.seconds / len(self.winners) if self.winners else len(self.prepared.setup.position.things) / 10


class Shares:
    """The file of results, for one sort of player."""

    def __init__(self, path: Path, players: str) -> None:
        self.players = players
        self.file = sqlite3.connect(path, timeout=60, isolation_level=None)
        self.file.executescript(TABLE)

    def read(self, arena: Arena) -> None:
        rows = self.file.execute(
            "SELECT seed, winner, stopped, seconds FROM games WHERE key = ? AND situation = ? AND players = ?",
            (arena.key, arena.name, self.players),
        )
        for seed, winner, stopped, seconds in rows:
            arena.winners[seed] = stopped or winner
            arena.seconds += seconds

    def play(self, arena: Arena, seed: str) -> None:
        """Plays a game to its end and keeps who won it."""
        before, winner, stopped = process_time(), NOBODY, ""
        game = arena.prepared.game(seed)
        try:
            play_out(game, players_of(self.players, game, seed))
            winner = game.winner() or NOBODY
        except (LawStop, NotFinished) as stop:
            stopped = f"stopped: {stop}"
            print(f"{arena.name}, seed {seed}, {stopped}", file=sys.stderr, flush=True)
        took = process_time() - before
        row = arena.key, arena.name, self.players, seed, winner, stopped, took
        self.file.execute("INSERT OR IGNORE INTO games VALUES (?,?,?,?,?,?,?)", row)
        arena.winners[seed] = stopped or winner
        arena.seconds += took


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
            diagnostics = Diagnostics()
            prepared = prepare(compilation, name, Configuration(), diagnostics, emitted=True)
            assert prepared is not None, [d.message for d in diagnostics]
            found.append(Arena(f"{module}/{name}", prepared, digest(compilation.law_hash, *code)))
    return found


def play_all(there: list[Arena], shares: Shares, games: int, first: int, until: float) -> None:
    """So many games of each: some of every situation, then the rest of those first that take least time."""
    for most in (min(first, games), games):
        for arena in sorted(there, key=lambda arena: arena.cost):
            for number in range(1, most + 1):
                seed = f"shares-{number}"
                if seed in arena.winners:
                    continue
                if monotonic() > until:
                    return
                shares.play(arena, seed)
            print(f"{arena.name}: {len(arena.winners)} games", file=sys.stderr, flush=True)


def tell(there: list[Arena]) -> None:
    """Prints a table: who won how often, with the bounds of each share."""
    print("| situation | games | won by | seconds a game |\n|---|---|---|---|")
    for arena in there:
        if not arena.winners:
            continue
        n = len(arena.winners)
        told = []
        for winner, number in Counter(arena.winners.values()).most_common():
            low, high = between(number, n)
            told.append(f"{winner} {100 * number / n:.0f} % [{100 * float(low):.0f} to {100 * float(high):.0f}]")
        print(f"| {arena.name} | {n} | {', '.join(told)} | {arena.cost:.1f} |")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="of each situation (default: 200)")
    parser.add_argument("--first", type=int, default=20, help="of every situation, before any has more (default: 20)")
    parser.add_argument("--situation", action="append", help="MODULE/SITUATION; without it, every one")
    parser.add_argument("--players", default="greedy", help="as in `hexlaw run`")
    parser.add_argument("--seconds", type=float, help="how long it plays")
    parser.add_argument("--part", default="1/1", help="which part of the situations, as in `2/3`")
    parser.add_argument("--results", type=Path, default=Path("shares.sqlite"))
    parser.add_argument("--only-told", action="store_true")
    args = parser.parse_args(argv)
    shares = Shares(args.results, args.players)
    part, parts = map(int, args.part.split("/"))
    there = arenas(args.situation)[part - 1 :: parts]
    for arena in there:
        shares.read(arena)
    if not args.only_told:
        until = monotonic() + args.seconds if args.seconds is not None else float("inf")
        with collect_garbage_seldom():
            play_all(there, shares, args.games, args.first, until)
    tell(there)
    return 1 if any(winner.startswith("stopped") for arena in there for winner in arena.winners.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
