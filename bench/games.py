"""Games of a module's situations, played by programs: does the machine ever stop, forget or repeat itself differently?

    python bench/games.py --games 1000 --seed 1            the tutorial, random players
    python bench/games.py --module MODULE --situation NAME --players greedy
    python bench/games.py --games 100 --both               by the reference and by the target: alike?
    python bench/games.py --games 20 --profile             and where the time goes
    python bench/games.py --games 3 --growth               and how it grows with 2, 4 and 8 times the units

Every game is played with all requirements watched. A game counts as stopped where the law contradicts itself, is
silent, breaks a requirement or leads where nobody has a choice. Each is then played again from its journal and has to
end in the same state, told in the same bytes; with `--both` random players play it in the target as well, and it has
to have the same journal. Seconds are those of one core, spent on playing. Last, what a state weighs and what a copy
of it costs, also with twice the units, and beside it a flat list that would hold as much (decision 0025).
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from time import process_time
from timeit import repeat

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from under_way import text_of, text_of_position

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, play_out
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.seats import players_of
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.replay import play_again
from hexlaw.runtime.play.seating import keys_of_players
from hexlaw.runtime.position.position import Position

MAX_SHOWN = 5
"""Functions of a profile that are told."""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", default="tutorial")
    parser.add_argument("--situation", action="append", help="without it, every one of the module")
    parser.add_argument("--games", type=int, default=20, help="games of each situation")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--players", default="random")
    parser.add_argument("--both", action="store_true", help="let the target play each random game as well")
    parser.add_argument("--profile", action="store_true", help="tell in which functions most of the time is spent")
    parser.add_argument("--growth", action="store_true", help="play with 2, 4 and 8 times the units as well")
    args = parser.parse_args(argv)
    compilation = compile_modules(args.module, Diagnostics())
    assert compilation is not None, f"`{args.module}` cannot be compiled"
    bad = 0
    for situation in args.situation or sorted(situation_files(compilation.chain)):
        with collect_garbage_seldom():  # as the commands do
            bad += _many(compilation, situation, args)
    return 1 if bad else 0


@dataclass
class Pace:
    """How fast games go."""

    games: int = 0
    decisions: int = 0
    spent: float = 0.0
    stopped: Counter[str] = field(default_factory=Counter)

    def play(self, game: Game, players: str) -> Game:
        began = process_time()
        try:
            play_out(game, players_of(players, game, game.seed))
        except LawStop as stop:
            self.stopped[f"{type(stop).__name__}: {stop.message}"] += 1
        self.spent += process_time() - began
        self.games += 1
        self.decisions += sum(1 for entry in game.entries if entry.side)
        return game

    def __str__(self) -> str:
        return (
            f"{self.decisions} decisions, {self.decisions / self.spent:.0f} a second, "
            f"{self.games / self.spent:.2f} games a second"
        )


def _many(compilation: Compilation, situation: str, args: argparse.Namespace) -> int:
    table = _prepared(compilation, situation)
    target = Target(table.agenda, table.setup) if args.both else None
    if target is not None and target.refusal:
        print(f"{situation}: {target.why_refused}")
        target = None
    pace, by_target, handed_back = Pace(), 0.0, 0
    differing = unlike = 0
    profile = cProfile.Profile()
    for number in range(1, args.games + 1):
        game = pace.play(table.game(f"{args.seed}-{number}"), args.players)
        if args.profile:
            with profile:
                Pace().play(table.game(game.seed), args.players)
        again = table.game(game.seed)
        if play_again(again, game.entries) is not None or text_of(again) != text_of(game):
            differing += 1
            print(f"{situation} {game.seed}: played again it ends otherwise")
        if target is not None:
            began = process_time()
            played = target.play(game.seed, keys_of_players(game.position, game.seed), MAX_ANSWERS)
            by_target += process_time() - began
            handed_back += bool(played.stopped)
            if not played.stopped and played.entries != game.entries:
                unlike += 1
                print(f"{situation} {game.seed}: by the target it goes otherwise")
        if number % 100 == 0:
            print(f"{situation}: {number} games, {pace.stopped.total()} stopped", file=sys.stderr)
    print(
        f"{situation}: {args.games} games by {args.players}; stopped {pace.stopped.total()}, played again otherwise "
        f"{differing}; {pace}"
    )
    if target is not None:
        times = pace.spent / by_target
        print(f"  the target: {times:.0f} times as fast; handed back: {handed_back}; games unlike: {unlike}")
    for message, times in pace.stopped.most_common():
        print(f"  {times} times: {message}")
    if args.profile:
        _told(profile)
    if args.growth:
        pace.stopped += _grown(table, args.games, args.seed, args.players)
    _weighed(table.game(args.seed))
    return differing + unlike + pace.stopped.total()


def _grown(table: Prepared, games: int, seed: str, players: str) -> Counter[str]:
    """How long the same games take with twice the units, four and eight times; out comes what stopped them.

    The games before have been played in the same process, so what the map alone decides is known to all of them.
    """
    setup, stopped, first = table.setup, Counter[str](), 0.0
    for times in (1, 2, 4, 8):
        grown, pace = replace(table, setup=setup), Pace()
        for number in range(1, games + 1):
            pace.play(grown.game(f"{seed}-{number}"), players)
        first = first or pace.spent
        print(
            f"  {times} times the units: {pace.spent / games:.2f} s a game, {pace.spent / first:.1f} times as long; "
            f"{pace.decisions // games} decisions, {pace.decisions / pace.spent:.0f} a second; "
            f"stopped {pace.stopped.total()}"
        )
        stopped += pace.stopped
        setup = replace(setup, position=_doubled(setup.position))
    return stopped


def _told(profile: cProfile.Profile) -> None:
    """The functions in which most time is spent, without what they call."""
    found: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    whole = sum(own for _, _, own, _, _ in found.values())
    for (file, _, name), (_, calls, own, _, _) in sorted(found.items(), key=lambda f: -f[1][2])[:MAX_SHOWN]:
        print(f"  {100 * own / whole:.1f} % in {name} ({Path(file).name}), called {calls} times")


def _weighed(game: Game) -> None:
    size, took = _weight(game.position)
    print(f"  a position is {size} bytes of text; a copy takes {took:.1f} us")
    larger, longer = _weight(_doubled(game.setup.position).scratch())
    print(f"  with twice the units {larger / size:.2f} times the bytes; a copy takes {longer / took:.2f} times as long")
    cells, listed = _as_cells(game.position)
    print(f"  as a flat list it would have {cells} cells, and a copy of that list take {listed:.1f} us")


def _as_cells(position: Position) -> tuple[int, float]:
    """What is compared with: how many cells there would be if each attribute of each thing and hex had one by number,
    and the microseconds that a copy of a list of them takes."""
    kinds, map_ = position.graph.kinds, position.map
    of_things = sum(1 + len(kinds[thing.kind].attributes) for thing in position.things.values())
    of_hexes = 0 if map_ is None else len(map_.hexes) * len(kinds["hex"].attributes)
    cells = list(range(of_things + of_hexes))
    return len(cells), _microseconds(cells.copy)


def _weight(position: Position) -> tuple[int, float]:
    """The bytes of a position, and the microseconds that a copy takes."""
    return len(text_of_position(position).encode()), _microseconds(position.scratch)


def _microseconds(work: Callable[[], object]) -> float:
    """How long a piece of work takes: the median of five times a thousand. It is too short for the processor's time,
    which some machines count in ticks of milliseconds."""
    return median(repeat(work, number=1000, repeat=5)) * 1000


def _doubled(position: Position) -> Position:
    """Every thing a second time, in the same place and of the same sort; what stood in one stands in its double."""
    grown = position.scratch()
    doubles = {thing: grown.add(thing.kind, f"{thing.name}-again", None) for thing in position.things.values()}
    for thing, double in doubles.items():
        place = position.places.get(thing)
        grown.stand(double, doubles.get(place, place) if isinstance(place, Thing) else place)
        if thing in position.printed:
            grown.printed[double] = position.printed[thing]
    for (subject, attribute), value in position.values.items():
        if isinstance(subject, Thing) and subject in doubles:
            grown.set(doubles[subject], attribute, value)
    return grown


def _prepared(compilation: Compilation, situation: str) -> Prepared:
    diagnostics = Diagnostics()
    prepared = prepare(compilation, situation, Configuration(), diagnostics)
    assert prepared is not None, [d.message for d in diagnostics]
    return prepared


if __name__ == "__main__":
    raise SystemExit(main())
