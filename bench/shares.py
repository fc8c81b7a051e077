"""How often each side wins, by situation, where `greedy` plays against itself.

    python bench/shares.py --games 200                         everything: an hour or two of one core
    python bench/shares.py --games 200 --seconds 1800          as far as it comes; the same command goes on from there
    python bench/shares.py --situation tutorial/early-snow --players random --kept mine.csv
    python bench/shares.py --games 0                           what is known, as a table

Every situation is played in the target, in the module that it comes from and under its own law. First each has
`--first` games, then those are played up to `--games` that take least time; two processes with `--part 1/2` and
`--part 2/2`, each with a file of its own (`--kept`), share the work. A game that the target hands back is counted as
that, and for nobody.

What was played is kept in `bench/shares.csv` and told on `docs/balance.md`: of each situation who won which game, under
a digest of its law, its card and of what plays it. Under another digest a situation is played anew. A share stands
with the bounds between which the true one lies in 19 of 20 cases.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import monotonic, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.cache import digest
from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import load, shipped_games
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.programs import programs_of
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.situations.tally import NOBODY, between
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.seating import by_seat_and_side, keys_of_players, seats

ROOT = Path(__file__).resolve().parents[1]
CODE = ("runtime/play", "compiler/lower", "compiler/wasm")
"""What plays: another text may play otherwise."""
KEPT, PAGE = ROOT / "bench" / "shares.csv", ROOT / "docs" / "balance.md"
BACK = "handed back"
COLUMNS = ("situation", "players", "key", "sides", "won")
HEAD = """# Who wins

How often each side wins, by situation, where the program `greedy` plays both sides. This tells how a situation is
balanced *for that program*, which plans one action at a time and sees no further. People play otherwise, and where one
side always wins, the other may have to do what the program does not find. The brackets hold the true share in 19 of 20
cases: the fewer games, the wider.

`python bench/shares.py` plays the games as WebAssembly and writes this page; `bench/shares.csv` has the winner of
each. Game 7 of a situation is `hexlaw run MODULE SITUATION --players greedy --seed shares-7`. "Handed back" is what the
target does not carry to its end.

Those with a star were played by the program of this name as it was before, in Python, which was about as strong. Who
won them is as much a fact about the situation; they stand here until it is played anew.

"""
BEFORE = "greedy before it was printed"
"""By whom games were played that have a star."""


@dataclass
class Arena:
    """A situation in the module that it comes from, and who won which game of it."""

    name: str
    compilation: Compilation
    key: str
    won: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @cached_property
    def prepared(self) -> Prepared:
        diagnostics = Diagnostics()
        prepared = prepare(self.compilation, self.name.partition("/")[2], Configuration(), diagnostics)
        assert prepared is not None, [d.message for d in diagnostics]
        return prepared

    @cached_property
    def target(self) -> Target:
        found = Target(self.prepared.agenda, self.prepared.setup, self.prepared.key)
        assert not found.refusal, found.refusal
        return found

    @property
    def cost(self) -> float:
        """Seconds of a game; before one was played, guessed by how many things there are."""
        if self.seconds:
            return sum(self.seconds) / len(self.seconds)
        return len(self.prepared.setup.position.things) / 100

    def play(self, players: str) -> None:
        """Plays the next game to its end."""
        began, position = process_time(), self.prepared.position
        seed = f"shares-{len(self.won) + 1}"
        programs = programs_of(dict.fromkeys(seats(position), players))
        assert programs is not None, f"there is no program `{players}`"
        game = self.target.play(
            seed, keys_of_players(position, seed), MAX_ANSWERS, programs=by_seat_and_side(programs, position)
        )
        self.won.append(BACK if game.stopped else str(game.winner or NOBODY))
        self.seconds.append(process_time() - began)


def arenas(wanted: list[str] | None) -> list[Arena]:
    """The situations, each once: in the module whose folder has its file; those of an add-on on what it is made for."""
    code = [path.read_text(encoding="utf-8") for folder in CODE for path in sorted((ROOT / folder).rglob("*.py"))]
    found = []
    for module in sorted(shipped_games()):
        chain = load(module, Diagnostics())
        names = [] if chain is None else sorted(chain.layers[-1].situations)
        names = [name for name in names if wanted is None or f"{module}/{name}" in wanted]
        compilation = compile_modules(module, Diagnostics()) if names else None
        for name in names:
            assert chain is not None
            assert compilation is not None
            key = digest(compilation.whole_hash, chain.layers[-1].situations[name].text, *code)
            found.append(Arena(f"{module}/{name}", compilation, key))
    return found


def play_all(there: list[Arena], players: str, games: int, first: int, until: float, note: Callable[[], None]) -> None:
    """So many games of each: some of every situation, then those first that take least time. What was played
    is noted after each situation."""
    for most in (min(first, games), games):
        for arena in sorted(there, key=lambda arena: arena.cost):
            while len(arena.won) < most and monotonic() < until:
                arena.play(players)
            print(f"{arena.name}: {len(arena.won)} games", file=sys.stderr, flush=True)
            vars(arena).pop("target", None)  # the memory of a module is large, and there are sixty
            note()


# ---- what is kept


@dataclass(frozen=True)
class Row:
    """The games of a situation from the first on, as they went under one law by one program."""

    situation: str
    players: str
    key: str
    won: tuple[str, ...]

    def cells(self) -> list[str]:
        sides = sorted(set(self.won))
        return [
            self.situation,
            self.players,
            self.key,
            "/".join(sides),
            " ".join(str(sides.index(w)) for w in self.won),
        ]


def read(path: Path) -> list[Row]:
    if not path.exists():
        return []
    rows = []
    with path.open(encoding="utf-8", newline="") as file:
        for cells in csv.DictReader(file):
            sides = cells["sides"].split("/")
            won = tuple(sides[int(number)] for number in cells["won"].split())
            rows.append(Row(cells["situation"], cells["players"], cells["key"], won))
    return rows


def keep(rows: Iterable[Row], path: Path, page: Path | None) -> None:
    """Puts rows in place of those of the same situation and players, and writes the page."""
    kept = {(row.situation, row.players): row for row in read(path)}
    kept |= {(row.situation, row.players): row for row in rows if row.won}
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(row.cells() for _, row in sorted(kept.items()))
    if page is not None:
        page.write_text(page_of(read(path)), encoding="utf-8")


def page_of(rows: Sequence[Row]) -> str:
    lines = ["| module | situation | games | won by |", "| --- | --- | ---: | --- |"]
    of_now = {row.situation for row in rows if row.players == "greedy"}
    for row in rows:
        if row.players == "greedy" or (row.players == BEFORE and row.situation not in of_now):
            module, _, situation = row.situation.partition("/")
            star = "*" if row.players == BEFORE else ""
            lines.append(f"| `{module}` | `{situation}` | {len(row.won)}{star} | {', '.join(told(row.won))} |")
    return HEAD + "\n".join(lines) + "\n"


def told(won: Iterable[str]) -> list[str]:
    """Who won how often, with the bounds of each share."""
    counted = Counter(won)
    found = []
    for winner, number in sorted(counted.items(), key=lambda won: (-won[1], won[0])):
        low, high = between(number, counted.total())
        share = 100 * number / counted.total()
        found.append(f"{winner} {share:.0f} % [{100 * float(low):.0f} to {100 * float(high):.0f}]")
    return found


def tell(there: Iterable[Arena]) -> None:
    """Prints a table: who won how often, with the bounds of each share."""
    print("| situation | games | won by | seconds a game |\n|---|---|---|---|")
    for arena in there:
        if arena.won:
            seconds = f"{sum(arena.seconds) / len(arena.seconds):.2f}" if arena.seconds else ""
            print(f"| {arena.name} | {len(arena.won)} | {', '.join(told(arena.won))} | {seconds} |")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="of each situation (default: 200)")
    parser.add_argument("--first", type=int, default=20, help="of every situation, before any has more (default: 20)")
    parser.add_argument("--situation", action="append", help="MODULE/SITUATION; without it, every one")
    parser.add_argument("--players", default="greedy", help="a program, as in `hexlaw run`")
    parser.add_argument("--seconds", type=float, help="how long it plays")
    parser.add_argument("--part", default="1/1", help="which part of the situations, as in `2/3`")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where games are kept (default: bench/shares.csv)")
    args = parser.parse_args(argv)
    part, parts = map(int, args.part.split("/"))
    there = arenas(args.situation)[part - 1 :: parts]
    known = {(row.situation, row.key): row.won for row in read(args.kept) if row.players == args.players}
    for arena in there:
        arena.won = [*known.get((arena.name, arena.key), ())]

    def note() -> None:
        rows = [Row(arena.name, args.players, arena.key, tuple(arena.won)) for arena in there]
        keep(rows, args.kept, PAGE if args.kept == KEPT else None)

    if args.games:
        until = monotonic() + args.seconds if args.seconds is not None else float("inf")
        with collect_garbage_seldom():
            play_all(there, args.players, args.games, args.first, until, note)
    tell(there)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
