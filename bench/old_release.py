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

    try:
        from hexlaw.compiler.programs import player  # type: ignore[import-not-found, unused-ignore]
    except ImportError:  # before programs were printed
        from hexlaw.runtime.play.players import player  # type: ignore[attr-defined, no-redef, unused-ignore]

    diagnostics = Diagnostics()
    compilation = compile_modules(module, diagnostics)
    assert compilation is not None, [d.message for d in diagnostics]
    game = begin_game(compilation, situation, Configuration(), dice, diagnostics)
    assert game is not None, [d.message for d in diagnostics]
    one = player(program, seed)
    for line in sys.stdin:
        for text in json.loads(line):
            meant = game.meant(text)
            game.put(int(text) if meant is None else meant)
        print(json.dumps(in_words(one.answer(game), game.position)), flush=True)


if __name__ == "__main__":
    serve(*sys.argv[1:])
