"""A program of another release at today's table: it plays in a process of its own, which knows its own law.

    PYTHON bench/old_release.py MODULE SITUATION PROGRAM SEED       as the ladder starts it; not for the keyboard

PYTHON is that of an environment in which the other release is installed (`python -m venv release`, `release/bin/pip
install hexlaw-1.0-py3-none-any.whl`). Whoever asks writes a line for each question, the answers and throws since the
last one as JSON, and reads the answer as a line of JSON. So the two releases share nothing but the form of a journal,
and a change of the machine of play does not change who is measured against.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any


class OldRelease:
    """A player that asks the process."""

    def __init__(self, python: str, module: str, situation: str, program: str, seed: str) -> None:
        self.command = [python, __file__, module, situation, program, seed]
        self.told = 0
        self._process: subprocess.Popen[str] | None = None

    def answer(self, game: Any) -> Any:
        if self._process is None:
            self._process = subprocess.Popen(
                [*self.command, game.seed], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        new = [entry.answer for entry in game.entries[self.told :] if not entry.lapsed]
        self.told = len(game.entries)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(new), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the other release ended: {' '.join(self.command)}")
        return game.meant(json.loads(line))

    def __del__(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def serve(module: str, situation: str, program: str, seed: str, dice: str) -> None:
    """Answers the questions of one game, with what this release has: a copy of the game is kept beside the other."""
    from hexlaw.compiler.base.diagnostic import Diagnostics
    from hexlaw.compiler.pipeline import compile_modules
    from hexlaw.compiler.situations.games import begin_game
    from hexlaw.runtime.law.law import Configuration
    from hexlaw.runtime.words import in_words

    diagnostics = Diagnostics()
    compilation = compile_modules(module, diagnostics)
    assert compilation is not None, [d.message for d in diagnostics]
    game = begin_game(compilation, situation, Configuration(), dice, diagnostics)
    assert game is not None, [d.message for d in diagnostics]
    answer = _answering(program, seed, game)
    for line in sys.stdin:
        for text in json.loads(line):
            meant = game.meant(text)
            game.put(int(text) if meant is None else meant)
        print(json.dumps(in_words(answer(game), game.position)), flush=True)


def _answering(program: str, seed: str, game: Any) -> Callable[[Any], Any]:
    """Returns what answers for a program, as this release has it."""
    for place in ("hexlaw.compiler.programs", "hexlaw.runtime.play.players"):  # before they were asked in the target
        with suppress(ImportError, AttributeError):
            found: Callable[[Any], Any] = import_module(place).player(program, seed).answer
            return found
    from hexlaw.compiler.workspace.seats import players_of
    from hexlaw.runtime.play.seating import seated

    players = players_of(program, game, seed.rpartition("/")[0])  # which puts behind it whose seed it is
    return lambda game: seated(players, game.question).answer(game)


if __name__ == "__main__":
    serve(*sys.argv[1:])
