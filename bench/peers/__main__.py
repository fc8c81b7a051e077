"""Games by the law beside the same rules written by hand for one game, in tight Python and in C: `python bench/peers`.

A game is PanzerBlitz's situation 6 from the set-up to its last turn, by random players: by the target and by the
reference, and by the peers, which have the set-up, moves, roads and loads, all that such players meet there. The peers
are held to the law first, in games everything that may be answered at every question.
Rounds are shuffled; times are medians of processor time, ratios those of the same round. The C is timed in a loop of
its own, and once more called from Python.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / ".links"))

from game import Game, NotInThePeer, RandomPlayer, Tables
from game import InC as GamesInC
from library import compiled
from replayed import by_law, hold, in_little_room

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, play_out
from hexlaw.compiler.wasm.engines import webassembly
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.seats import players_of
from hexlaw.runtime.board.geometry import distance
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.seating import keys_of_players
from hexlaw.runtime.play.trials import evaluator

HERE = Path(__file__).resolve().parent
PAIRS, NEAR = 2_000, 10
REFERENCE = "the reference"
IN_A_LOOP = "C, in a loop"
Contenders = dict[str, tuple[Callable[[], object], int]]
"""What is timed by name, and how often in a round."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=2, help="games compared as they are set up, and in little room")
    args = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    compilation = compile_modules("panzerblitz", Diagnostics())
    assert compilation is not None
    prepared = prepare(compilation, "dnieper-bend", Configuration(), Diagnostics())
    assert prepared is not None
    library = compiled(HERE / "game.c")
    tables = check_games(prepared, library, args.games)
    show(contenders_of(prepared, tables, library), args.rounds)
    for missing, is_there in (("gcc", library is not None), ("wasmtime", webassembly() is not None)):
        if not is_there:
            print(f"  there is no {missing} on this machine")
    return 0


def contenders_of(prepared: Prepared, tables: Tables, library: ctypes.CDLL | None) -> Contenders:
    numbers = {name: count(1) for name in ("ours", "target", "hand", "C", "loop")}

    def by_reference() -> None:
        game = prepared.game(f"peers-{next(numbers['ours'])}")
        play_out(game, players_of("random", game, game.seed))

    found: Contenders = {
        REFERENCE: (by_reference, 1),
        "hand Python": (lambda: Game(tables, RandomPlayer(next(numbers["hand"])).pick).play(), 100),
    }
    if webassembly() is not None:
        target = Target(prepared.agenda, prepared.setup)
        assert not target.refusal, target.refusal

        def by_target() -> None:
            seed = f"peers-{next(numbers['target'])}"
            played = target.play(seed, keys_of_players(prepared.position, seed), MAX_ANSWERS)
            assert not played.stopped

        found["the target"] = (by_target, 20)
    if library is not None:
        in_c = GamesInC(tables, library)
        found["C, by ctypes"] = (lambda: in_c.random_game(next(numbers["C"])), 300)
        found[IN_A_LOOP] = (lambda: in_c.random_games(1000 * next(numbers["loop"]), 1000), 3)
    return found


def check_games(prepared: Prepared, library: ctypes.CDLL | None, compared: int) -> Tables:
    """Sees that the peers play games as the law does, and say so where it has something that they do not have."""
    tables, questions, allowed = Tables(prepared.agenda.law, prepared.setup), 0, 0
    for number in range(compared):
        for one in (prepared, in_little_room(prepared, tables, 3 + number)):
            laid = Tables(one.agenda.law, one.setup)
            played = by_law(one, laid, str(number))
            hold(laid, None if library is None else GamesInC(laid, library), played)
            questions += len(played.told)
            allowed += sum(len(legal) for _, _, legal in played.told)
    print(f"random game: {2 * compared} games agree with the law, {questions:,} questions, {allowed:,} legal answers")
    seen = check_sight_in_games(prepared, tables, None if library is None else GamesInC(tables, library))
    print(f"  {PAIRS:,} pairs near each other agree with the law, {seen} see each other")
    beside = in_little_room(prepared, tables, 3, together=True)
    laid = Tables(beside.agenda.law, beside.setup)
    assert what_is_missing(lambda: Game(laid, RandomPlayer(1).pick).play()) == "fire"
    if library is not None:
        in_c = GamesInC(laid, library)
        assert what_is_missing(lambda: in_c.random_game(1)) == "fire"
    print("  where the sides are set up side by side it is said that `fire` is not in the peer")
    return tables


def check_sight_in_games(prepared: Prepared, tables: Tables, in_c: GamesInC | None) -> int:
    """Sees that those who look for enemies see as the law has it; how many pairs of hexes see each other."""
    random, seen, looked = Random(1), 0, 0
    while looked < PAIRS:
        here, there = random.sample(range(len(tables.hexes)), 2)
        ends = tables.hexes[here], tables.hexes[there]
        if distance(*ends) <= NEAR:
            ev = evaluator(prepared.agenda.law, prepared.setup.position)
            said = ev.answer("fact", "line-of-sight", ends)
            assert tables.sees(here, there) is said, ends
            assert in_c is None or bool(in_c.library.sees(here, there)) is said, ends
            seen, looked = seen + said, looked + 1
    return seen


def what_is_missing(play: Callable[[], object]) -> str:
    try:
        play()
    except NotInThePeer as missing:
        return str(missing)
    return ""


def show(contenders: Contenders, rounds: int) -> None:
    times: dict[str, list[float]] = {name: [] for name in contenders}
    shuffled, order = Random(0), list(contenders)
    for _ in range(rounds):
        shuffled.shuffle(order)
        for name in order:
            work, number = contenders[name]
            began = process_time()
            for _ in range(number):
                work()
            times[name].append((process_time() - began) / number / (1000 if name == IN_A_LOOP else 1))
    ours = "the target" if "the target" in times else REFERENCE
    for name, found in times.items():
        ratio = median(a / b for a, b in zip(times[ours], found, strict=True))
        print(f"  {name:16}{1 / median(found):12,.1f} games a second   {ours} takes {ratio:10.4g} x as long")


if __name__ == "__main__":
    raise SystemExit(main())
