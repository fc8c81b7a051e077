"""Random games of a module's situations: does the machine ever stop, forget or repeat itself differently?

    python bench/games.py --games 1000 --seed 1            the tutorial
    python bench/games.py --module MODULE --situation NAME

Every game is played by random players with all requirements watched. A game counts as stopped where the law contradicts
itself, is silent, breaks a requirement or leads where nobody has a choice. Each is then played again from its journal
and has to end in the same state, told in the same bytes. Last, what a state weighs and what a copy and a decision cost.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.cli.run import play_out, players_of
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.games import begin_game
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situation_files import situation_files
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.replay import play_again
from hexlaw.runtime.stops import LawStop


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", default="tutorial")
    parser.add_argument("--situation", action="append", help="without it, every one of the module")
    parser.add_argument("--games", type=int, default=20, help="games of each situation")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--players", default="random")
    args = parser.parse_args(argv)
    compilation = compile_modules(args.module, Diagnostics())
    assert compilation is not None, f"`{args.module}` cannot be compiled"
    bad = 0
    for situation in args.situation or sorted(situation_files(compilation)):
        bad += _many(compilation, situation, args)
    return 1 if bad else 0


def _many(compilation: Compilation, situation: str, args: argparse.Namespace) -> int:
    stopped: Counter[str] = Counter()
    differing = decisions = 0
    spent = 0.0
    for number in range(1, args.games + 1):
        game = _begun(compilation, situation, f"{args.seed}-{number}")
        began = perf_counter()
        try:
            play_out(game, players_of(args.players, game, game.seed))
        except LawStop as stop:
            stopped[stop.message] += 1
        spent += perf_counter() - began
        decisions += sum(1 for entry in game.entries if entry.side)
        again = _begun(compilation, situation, game.seed)
        if play_again(again, game.entries) is not None or again.machine.text() != game.machine.text():
            differing += 1
            print(f"{situation} {game.seed}: played again it ends otherwise")
        if number % 100 == 0:
            print(f"{situation}: {number} games, {sum(stopped.values())} stopped", file=sys.stderr)
    print(
        f"{situation}: {args.games} games by {args.players}; stopped {sum(stopped.values())}, played again otherwise "
        f"{differing}; {decisions} decisions, {decisions / spent:.0f} a second, {args.games / spent:.2f} games a second"
    )
    for message, times in stopped.most_common():
        print(f"  {times} times: {message}")
    _weighed(_begun(compilation, situation, args.seed))
    return differing + sum(stopped.values())


def _weighed(game: Game) -> None:
    state = game.machine.state
    began = perf_counter()
    for _ in range(1000):
        state.copy()
    copied = (perf_counter() - began) * 1000
    print(f"  a state is {len(state.text().encode())} bytes of text; a copy takes {copied:.0f} us")


def _begun(compilation: Compilation, situation: str, seed: str) -> Game:
    diagnostics = Diagnostics()
    game = begin_game(compilation, situation, Configuration(), seed, diagnostics)
    assert game is not None, [d.message for d in diagnostics]
    return game


if __name__ == "__main__":
    raise SystemExit(main())
