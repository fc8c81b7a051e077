"""Games killed at random moments, as by a power cut: does anything that was answered get lost?

    python bench/kills.py --kills 100 --seed 1            the tutorial
    python bench/kills.py --module MODULE --situation NAME

Each game is first played to its end. Then `hexlaw run --journals` plays it in a process of its own, or `hexlaw play` is
given its answers as it asks for them, and is killed by a signal that nothing can catch; whatever journal there is has
to be whole, to hold every answer after which the program had asked again, and to begin as the journal of the whole game
does. `hexlaw play --resume` goes on from there, is killed again and again, and has to end with the same journal, byte
for byte.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import begin_game, header_of
from hexlaw.compiler.situations.played_out import play_out
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.workspace.seats import players_of
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry, Journal, read_journal
from hexlaw.runtime.play.questions import DONE, ByLot, Take

LINKS = sys.path[0]
COMMAND = [sys.executable, "-m", "hexlaw.compiler.cli"]
PROMPT = re.compile(rb"[\w-]+> \Z")
PATIENCE = 60  # seconds that a process may need to get as far as it is to be killed


@dataclass
class Whole:
    """A game as it goes when nobody kills it."""

    seed: str
    lines: list[str]  # of its journal
    entries: list[Entry]
    typed: list[str]  # by answer, what a player types who is asked for it; nothing where dice fall


@dataclass
class Result:
    kills: int = 0
    torn: int = 0  # journals whose last line was written in part
    wrong: list[str] = field(default_factory=list)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", default="tutorial")
    parser.add_argument("--situation", help="the first of the module if not said")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args(argv)
    compilation = compile_modules(args.module, Diagnostics())
    assert compilation is not None, f"`{args.module}` cannot be compiled"
    situation = args.situation or min(situation_files(compilation.chain))
    rng, result, games = Random(args.seed), Result(), 0
    while result.kills < args.kills:
        games += 1
        whole = played(compilation, args.module, situation, f"{args.seed}-{games}")
        with tempfile.TemporaryDirectory() as folder:
            spoil(whole, args.module, situation, Path(folder), rng, result, args.kills)
    faults = f"{len(result.wrong)} faults, {result.torn} last lines torn off"
    print(f"{result.kills} kills in {games} games of {situation}: {faults}")
    for fault in result.wrong:
        print(f"  {fault}")
    return 1 if result.wrong else 0


def played(compilation: Compilation, module: str, situation: str, seed: str) -> Whole:
    """The whole game of random players, and what has to be typed to play it."""
    game = _begun(compilation, situation, seed)
    play_out(game, players_of("random", game, seed))
    again = _begun(compilation, situation, seed)
    typed: list[str] = []
    for entry in game.entries:
        question = again.question
        if entry.lapsed or isinstance(question, ByLot):
            typed.append("")
            if not entry.lapsed:
                again.throw()
            continue
        ends = isinstance(question, Take) and entry.answer == DONE and again.ends_with_done is not None
        typed.append("end end" if ends else entry.answer)
        again.put(again.meant(entry.answer))
    journal = Journal(header_of(compilation, module, game, Configuration(), Path()), game.entries)
    return Whole(seed, list(journal.lines()), game.entries, typed)


def _begun(compilation: Compilation, situation: str, seed: str) -> Game:
    game = begin_game(compilation, situation, Configuration(), seed, Diagnostics())
    assert game is not None, f"`{situation}` cannot be begun"
    return game


def spoil(whole: Whole, module: str, situation: str, folder: Path, rng: Random, result: Result, most: int) -> None:
    """One game: begun by `run` or by `play`, killed, resumed, killed ... until it is over."""
    path = folder / f"{situation}-{whole.seed}.journal"
    run = ["run", module, situation, "--seed", whole.seed, "--journals", str(folder)]
    play = ["play", module, situation, "--seed", whole.seed, "--journal", str(path)]
    command = run if rng.random() < 0.5 else play
    kept = 0
    while result.kills < most and kept < len(whole.entries):
        heard = _killed(command, whole, path, rng.randint(kept + 1, len(whole.lines)), rng)
        result.kills += 1
        found = _look(whole, path, result)
        if found is None:
            return
        if found < max(kept, heard):
            result.wrong.append(f"{whole.seed}: {max(kept, heard)} answers were heard, {found} are kept")
            return
        kept, command = found, ["play", "--resume", str(path)]
    if kept < len(whole.entries):
        _killed(command, whole, path, None, rng)
    if path.read_text(encoding="utf-8") != "".join(whole.lines):
        result.wrong.append(f"{whole.seed}: it ends otherwise than the game that nobody killed")


def _killed(command: list[str], whole: Whole, path: Path, until: int | None, rng: Random) -> int:
    """Runs a command until the journal has so many lines and a little longer, or to its end.

    Whenever it asks, the journal says which answer it asks for, and that is typed. What comes back is how many answers
    were heard: after those the program asked again.
    """
    environment = {**os.environ, "PYTHONPATH": LINKS}
    heard, typed, read = 0, 0, 0
    began = time.monotonic()
    with (
        (path.parent / "said.txt").open("wb") as said,
        subprocess.Popen(
            [*COMMAND, *command], stdin=subprocess.PIPE, stdout=said, stderr=subprocess.STDOUT, env=environment
        ) as process,
    ):
        assert process.stdin is not None
        while process.poll() is None and (until is None or _lines(path) < until):
            text = Path(said.name).read_bytes()
            if len(text) > read and PROMPT.search(text):
                answers, heard, read = _lines(path) - 1, typed, len(text)
                if answers < heard:
                    break
                process.stdin.write(f"{whole.typed[answers]}\n".encode())
                process.stdin.flush()
                typed = answers + 1
            time.sleep(0.002)
            if time.monotonic() - began > PATIENCE:
                process.kill()
                raise SystemExit(f"`{' '.join(command)}` gets nowhere")
        if until is not None:
            time.sleep(rng.random() * 0.02)
            process.kill()
    return heard


def _lines(path: Path) -> int:
    try:
        return path.read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def _look(whole: Whole, path: Path, result: Result) -> int | None:
    """How many answers the journal has that a kill left behind; `None` where it is not as it must be."""
    journal, damage = read_journal(path.read_text(encoding="utf-8").splitlines(keepends=True))
    if journal is None:
        result.wrong.append(f"{whole.seed}: the journal cannot be read")
        return None
    if damage is not None:
        result.torn += 1
        if damage.line != _lines(path) + 1:
            result.wrong.append(f"{whole.seed}: line {damage.line}: {damage.message}")
            return None
    if journal.entries != whole.entries[: len(journal.entries)]:
        result.wrong.append(f"{whole.seed}: the answers that are kept are not those of the game")
        return None
    return len(journal.entries)


if __name__ == "__main__":
    raise SystemExit(main())
