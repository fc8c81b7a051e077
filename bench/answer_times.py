"""How long does the table take to answer? A whole game, typed answer by answer, with the processor's time of each.

    python bench/answer_times.py panzer-leader/remagen --seconds 300

Programs play a game first; then all that they answered is typed at `hexlaw play`, one answer on a line, as two people
at one keyboard would, and the time from each Enter to the next prompt is taken, with lists and throws. Answers that
take longer than `MUST` are listed, the longest first.
"""

from __future__ import annotations

import argparse
import builtins
import contextlib
import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.desk.table.session import Session
from hexlaw.compiler.desk.table.tabletop import Tabletop
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import JournalFile, begin_game, header_of
from hexlaw.compiler.workspace.seats import players_of
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.questions import DONE, ByLot
from hexlaw.runtime.play.seating import seated

MUST = 0.5
LISTED = 12


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("situation", help="MODULE/SITUATION")
    parser.add_argument("--players", default="greedy:40", help="who plays the game that is typed")
    parser.add_argument("--seconds", type=float, default=300, help="how long the game is played at the most")
    args = parser.parse_args()
    module, _, situation = args.situation.partition("/")
    diagnostics = Diagnostics()
    compilation = compile_modules(module, diagnostics)
    assert compilation is not None
    with collect_garbage_seldom(), tempfile.TemporaryDirectory() as folder:
        game = begin_game(compilation, situation, Configuration(), "answers", diagnostics)
        style = compilation.style(diagnostics)
        assert game is not None
        assert style is not None
        played(game, args.players, args.seconds)
        again = begin_game(compilation, situation, Configuration(), "answers", diagnostics)
        assert again is not None
        path = Path(folder) / "j"
        file = JournalFile(path, header_of(compilation, module, again, Configuration(), path))
        file.begin()
        typist = Typist(game, again)
        with contextlib.redirect_stdout(io.StringIO()), typist.typing():
            Session(Tabletop(again, file, Screen(again, style, {}, None), {}, "")).play()
    took = sorted(typist.took, reverse=True)
    if not took:
        print("nothing was typed")
        return 1
    slow = [one for one in took if one[0] > MUST]
    median = took[len(took) // 2][0]
    print(f"{len(took)} answers; median {median:.3f} s, longest {took[0][0]:.2f} s, over {MUST} s: {len(slow)}")
    for seconds, number, typed, asked in slow[:LISTED]:
        print(f"  {seconds:6.2f} s  answer {number}: {typed} to {asked}")
    return 1 if slow else 0


def played(game: Game, name: str, seconds: float) -> None:
    """Programs play until the game is over or the time is."""
    until = monotonic() + seconds
    programs = players_of(name, game, "answers")
    while not game.over and monotonic() < until:
        question = game.question
        assert question is not None
        if isinstance(question, ByLot):
            game.throw()
        else:
            game.put(seated(programs, question).answer(game))


class Typist:
    """Types what was answered in another game, where the table asks for it, and takes the time of each answer."""

    def __init__(self, played: Game, game: Game) -> None:
        self.played, self.game = played, game
        self.took: list[tuple[float, int, str, str]] = []
        self.begun: tuple[float, int, str, str] | None = None

    def __call__(self, prompt: object = "") -> str:
        now = process_time()
        if self.begun is not None:
            begun, number, typed, asked = self.begun
            self.took.append((now - begun, number, typed, asked))
        number = len(self.game.entries)
        if number >= len(self.played.entries):
            raise EOFError
        entry = self.played.entries[number]
        ends_part = entry.asked == ACTION and entry.answer == DONE and self.game.ends_with_done is not None
        typed = "end" if ends_part else entry.answer
        self.begun = process_time(), number, typed, entry.asked
        return typed

    @contextlib.contextmanager
    def typing(self) -> Iterator[None]:
        real = builtins.input
        builtins.input = self
        try:
            yield
        finally:
            builtins.input = real


if __name__ == "__main__":
    raise SystemExit(main())
