"""Does a game give secrets away? Random games are stopped, what a side cannot see is made otherwise, and compared.

    python bench/leaks.py                                        Panzer Leader, every situation
    python bench/leaks.py --situation remagen --games 5 --every 1
    python bench/leaks.py --module bench/harbour

At a question, what a side cannot see is exchanged for other values; then its view, the question, the options, the
words of every verdict, costs and what was spent are compared, letter by letter (`other_secrets.py`). Whatever
differs is a leak, and is printed. A comparison counts where something really was hidden and became another; a run
without one such proves nothing, and fails. Also counted are answers that stop the game: where it takes a secret to
know that, only trying tells.

Secret are, in Panzer Leader and what extends it, the fire orders that every situation has, and the landing orders of
those who land; in `bench/harbour`, what a boat hides. The tutorial, PanzerBlitz and the others have no secrets: there
is nothing in them to be told.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from other_secrets import otherwise, told

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.situations.setup import situation_files
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import Choose, Take, Throw
from hexlaw.runtime.stops import LawStop

MOST_SHOWN = 5
"""Leaks that are printed."""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", default="panzer-leader")
    parser.add_argument("--situation", action="append", help="without it, every one of the module")
    parser.add_argument("--games", type=int, default=2, help="games of each situation")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--every", type=int, default=10, help="compare at one in so many questions with secrets")
    parser.add_argument("--questions", type=int, default=1000, help="of each game, before it is left")
    parser.add_argument("--reference", action="store_true", help="ask the reference evaluator, not emitted law")
    args = parser.parse_args(argv)
    compilation = compile_modules(args.module, Diagnostics())
    assert compilation is not None, f"`{args.module}` cannot be compiled"
    bad = False
    for situation in args.situation or sorted(situation_files(compilation)):
        found = Found()
        began = process_time()
        for number in range(1, args.games + 1):
            _looked_through(_begun(compilation, situation, f"{args.seed}-{number}", not args.reference), args, found)
        print(f"{situation}: {args.games} games, {found}; {process_time() - began:.0f} s")
        for leak in found.leaks[:MOST_SHOWN]:
            print(f"  {leak}")
        bad = bad or bool(found.leaks) or not found.compared
    return 1 if bad else 0


@dataclass
class Found:
    """What was compared, and what differed that should not."""

    questions: int = 0
    secrets: int = 0  # questions at which something is hidden from somebody
    compared: int = 0
    asked: int = 0  # of those compared, by the side that has to answer
    stopped: int = 0
    leaks: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.questions} questions, {self.secrets} with secrets; {self.compared} comparisons, {self.asked} "
            f"of them for the side that is asked; {len(self.leaks)} differ; {self.stopped} answers stopped the game"
        )


def _looked_through(game: Game, args: argparse.Namespace, found: Found) -> None:
    """Plays a game at random, and compares on the way."""
    random = Random(game.seed)
    for _ in range(args.questions):
        question = game.question
        if question is None:
            return
        if isinstance(question, Throw):
            game.throw()
            continue
        found.questions += 1
        if any(map(game.machine.state.hidden_from, game.law.graph.choices["side"].values)):
            if found.secrets % args.every == 0:
                _compare(game, question, random, found)
            found.secrets += 1
        if not _goes_on(game, random, found):
            return


def _compare(game: Game, question: Take | Choose, random: Random, found: Found) -> None:
    for side in game.law.graph.choices["side"].values:
        other = otherwise(game.machine, side, random)
        if other.text() == game.machine.text():
            continue
        found.compared += 1
        found.asked += question.side == side
        for one, two in zip(told(game.machine, side), told(other, side), strict=False):
            if one != two:
                found.leaks.append(f"{side}, {question}: {one} or {two}")
                break


def _goes_on(game: Game, random: Random, found: Found) -> bool:
    """Answers at random with what does not stop the game, if there is anything."""
    options = game.options()
    for option in random.sample(options, len(options)):
        try:
            game.put(option)
        except LawStop:
            found.stopped += 1
        else:
            return True
    return False


def _begun(compilation: Compilation, situation: str, seed: str, emitted: bool) -> Game:
    diagnostics = Diagnostics()
    prepared = prepare(compilation, situation, Configuration(), diagnostics, emitted=emitted)
    assert prepared is not None, [d.message for d in diagnostics]
    return prepared.game(seed)


if __name__ == "__main__":
    raise SystemExit(main())
