"""Is Hexlaw slower than at the last landing? Twelve figures of both, by turns: one that falls back by a fifth fails.

    python bench/figures.py                       beside the last landing: `origin/main`, or the commit before this one
    python bench/figures.py --against v0.3.0      beside another revision
    python bench/figures.py --only decisions      figures with that in their name

The other revision is checked out into a temporary folder, where its own `bench/figures.py` measures it, so that a
landing may rename what it calls; a revision without one is measured by this one. Each side is a living process with a
cache of its own. Figures are told apart by their names: who changes what a figure does gives it another.

Time is that of the processor, with child processes. A pair is a measurement of each side, one behind the other, by
turns this one and that one first. Five pairs make a round; of a figure that takes long, no more than it takes to clear
it. A figure falls back if all pairs of a round say that it takes more than `FALLS` times as long (a fifth less in the
same time is 1.25), and if a second round does not deny it, of which one pair may say otherwise: by the sign test that
happens to a figure that is no slower than `FALLS` in one of a hundred landings at the most.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import resource
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from shutil import copyfile
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.workspace import Games, Workspace
from hexlaw.runtime.law.law import Configuration

ROOT = Path(__file__).resolve().parents[1]
FALLS = 1.2
"""Times as long as at the last landing: more is a fall."""
ROUNDS = ((5, 0), (10, 1))
"""After so many pairs a figure is cleared if more of them than these deny that it has fallen."""
CHECKED_OUT = ("compiler", "runtime", "rules", "bench", ".links")
NOT_INHERITED = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "PYTHONPATH")
ASK = ("ask", "panzer-leader", "--case", "odds.even-in-woods")
FACT = 'chapter [99] "Edited"\n\nfact edited-here(): whole\n  otherwise {number}\n'


# -- what is measured


@dataclass(frozen=True)
class Figure:
    """What is done, which returns how many pieces came of it, and what has to be done once before it is measured."""

    work: Callable[[], int]
    before: Callable[[], object] = lambda: None
    takes_long: bool = False
    of_a_second: bool = False  # told as pieces a second, and not as the time of one

    def in_words(self, seconds: float) -> str:
        """Returns a time of one piece as it is told."""
        return f"{1 / seconds:,.0f} a s" if self.of_a_second else f"{1000 * seconds:,.2f} ms"


def figures(workspace: Workspace) -> dict[str, Figure]:
    tutorial, dnieper_bend = ("tutorial", "last-fine-day"), ("panzerblitz", "dnieper-bend")
    remagen = ("panzer-leader", "remagen")

    def games(situation: tuple[str, str], number: int, program: str = "random") -> Figure:
        def play(how_many: int) -> int:
            return len(workspace.run(*situation, Games(program, how_many, processes=1)).games)

        return Figure(lambda: play(number), lambda: play(3))  # for three a law is printed, if it is not

    def decisions(situation: tuple[str, str], most: int) -> Figure:
        """Those of one game, as the evaluator judges and carries them out."""

        def play() -> int:
            how = Games(reference=True, processes=1, most_answers=most)
            return sum(game.decisions for game in workspace.run(*situation, how).games)

        return Figure(play, play, of_a_second=True)

    def printed(module: str, situation: str) -> Figure:
        def work() -> int:
            prepared = prepare(_compiled(module), situation, Configuration(), Diagnostics())
            assert prepared is not None
            target = Target(prepared.agenda, prepared.setup)  # without a key nothing is kept
            assert not target.refusal
            assert target.compiled
            return 1

        return Figure(work, lambda: _compiled(module), takes_long=module != "tutorial")

    def edited() -> int:
        path, text = next(edits)
        workspace.put(path, text)
        wrong = [found.message for found in workspace.quick("panzer-leader") if found.level == "error"]
        workspace.take_back(path)
        assert not wrong, wrong
        return 1

    new = ROOT / "rules" / "panzer-leader" / "zz-edited.law"
    edits = ((new, FACT.format(number=number)) for number in count())
    return {
        "a random game, tutorial": games(tutorial, 400),
        "a random game, dnieper-bend": games(dnieper_bend, 30),
        "a greedy game, tutorial": games(tutorial, 10, "greedy"),
        "a greedy game, remagen": games(remagen, 2, "greedy"),
        "a greedy game, dnieper-bend": games(dnieper_bend, 1, "greedy"),
        "decisions, tutorial": decisions(tutorial, 60),
        "decisions, PanzerBlitz": decisions(dnieper_bend, 10),
        "check, panzer-leader, cold": Figure(_checked_cold, lambda: _command("check", "tutorial"), takes_long=True),
        "ask, panzer-leader": Figure(lambda: _command(*ASK), lambda: _command(*ASK)),
        "an edited fact, panzer-leader": Figure(edited, edited),
        "print and compile, tutorial": printed(*tutorial),
        "print and compile, panzer-leader": printed(*remagen),
    }


@cache
def _compiled(module: str) -> Compilation:
    found = compile_modules(module, Diagnostics())
    assert found is not None, f"`{module}` cannot be compiled"
    return found


def _command(*words: str, **environment: str) -> int:
    command = [sys.executable, "-m", "hexlaw.compiler.cli", *words]
    subprocess.run(command, env=os.environ | environment, stdout=subprocess.DEVNULL, check=True)
    return 1


def _checked_cold() -> int:
    with tempfile.TemporaryDirectory() as folder:
        return _command("check", "panzer-leader", HEXLAW_CACHE=folder)


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def answer() -> None:
    """Measures what is asked for, a name on each line, and says the seconds of a piece."""
    known, begun = figures(Workspace()), set[str]()
    for line in sys.stdin:
        if (figure := known.get(name := line.strip())) is None:
            print(json.dumps(None), flush=True)
            continue
        if name not in begun:
            begun.add(name)
            figure.before()
        before = _spent()
        pieces = figure.work()
        print(json.dumps((_spent() - before) / pieces), flush=True)


# -- two sides


class CannotBeMeasured(Exception):
    """A side that has ended, and the figure that was asked of it."""


class Side:
    """Hexlaw in a folder, which measures itself."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        scratch.mkdir()  # where it keeps what it has printed, and the journals of games that are given up
        kept = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
        environment = kept | {"PYTHONPATH": str(folder / ".links"), "HEXLAW_CACHE": str(scratch / "cache")}
        self.process = subprocess.Popen(
            [sys.executable, str(folder / "bench" / "figures.py"), "--answer"], env=environment, text=True, cwd=scratch,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def seconds(self, name: str) -> float | None:
        """Returns the seconds of a figure; None where it does not know it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(f"{name}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise CannotBeMeasured(self, name) from None
        if not (line := self.process.stdout.readline()):
            raise CannotBeMeasured(self, name)
        found = json.loads(line)
        return None if found is None else float(found)

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


def last_landing(against: str | None = None) -> str | None:
    """Returns the revision to be measured beside this one: where `main` was before, or the first parent of the last
    commit. None where the clone does not have it."""
    head = _git("rev-parse", "HEAD")
    landed = _git("merge-base", "HEAD", "origin/main")
    for revision in (against,) if against else (landed, "HEAD^"):
        found = _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") if revision else ""
        if found and found != head:
            return found
    return None


def _git(*words: str) -> str:
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def check_out(revision: str, folder: Path) -> None:
    command = ["git", "archive", revision, *CHECKED_OUT]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(folder, filter="data")
    if not (folder / "bench" / "figures.py").exists():
        copyfile(__file__, folder / "bench" / "figures.py")


@contextmanager
def two_sides(revision: str) -> Iterator[tuple[Side, Side]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_out(revision, folder / "then")
        sides = Side(folder / "then", folder / "of-then"), Side(ROOT, folder / "of-now")
        try:
            yield sides
        finally:
            for side in sides:
                side.end()


# -- what it says


@dataclass(frozen=True)
class Pair:
    """The seconds of a figure then and now, measured one behind the other."""

    then: float
    now: float

    @property
    def ratio(self) -> float:
        return self.now / self.then


def denials(pairs: Iterable[Pair]) -> int:
    """Returns how many pairs deny that a figure has fallen."""
    return sum(pair.ratio <= FALLS for pair in pairs)


def may_have_fallen(pairs: list[Pair], number: int) -> bool:
    """Whether these pairs, the whole of a round, leave it open that a figure has fallen."""
    most, excused = ROUNDS[number]
    return len(pairs) >= most and denials(pairs) <= excused


def compare(
    pair: Callable[[str, bool], Pair | None], known: Mapping[str, Figure], each: Callable[[str, list[Pair]], None]
) -> list[str]:
    """Returns the figures that have fallen; `each` is told of the pairs of one after every round. `pair` measures one,
    this side first or last, and is None where a side does not know the figure."""
    found: dict[str, list[Pair]] = {name: [] for name in known}
    suspects = [*known]
    for number, (most, excused) in enumerate(ROUNDS):
        for name in suspects:
            pairs = found[name]
            while len(pairs) < most and not (known[name].takes_long and denials(pairs) > excused):
                if (measured := pair(name, len(pairs) % 2 == 0)) is None:
                    break
                pairs.append(measured)
            each(name, pairs)
        suspects = [name for name in suspects if may_have_fallen(found[name], number)]
    return suspects


def told(name: str, figure: Figure, pairs: list[Pair]) -> str:
    if not pairs:
        return f"{name:<34} one of the two does not know it"
    then, now = (figure.in_words(median(seconds)) for seconds in zip(*((p.then, p.now) for p in pairs), strict=True))
    ratios = sorted(pair.ratio for pair in pairs)
    spread = f" ({ratios[0]:.2f} to {ratios[-1]:.2f})" if len(ratios) > 1 else ""
    return f"{name:<34} {then:>14} {now:>14}   {median(ratios):.2f}{spread}"


def measure(revision: str, known: Mapping[str, Figure]) -> int:
    with two_sides(revision) as (then, now):

        def pair(name: str, now_first: bool) -> Pair | None:
            took = {side: side.seconds(name) for side in ((now, then) if now_first else (then, now))}
            before, after = took[then], took[now]
            return None if before is None or after is None else Pair(before, after)

        print(f"hexlaw figures: {revision[:8]}, now, and how many times as long that takes the processor, by pairs")
        try:
            fallen = compare(pair, known, lambda name, pairs: print(told(name, known[name], pairs), flush=True))
        except CannotBeMeasured as ended:
            side, name = ended.args
            whose = "" if side is now else f" of {revision[:8]} with what is installed here"
            print(f"hexlaw figures: not compared: there is no measuring `{name}`{whose}")
            return 1 if side is now else 0
    for name in fallen:
        print(f"hexlaw figures: `{name}` has fallen back: it takes more than {FALLS} times as long")
    return 1 if fallen else 0


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="REVISION", help="the revision to be measured beside this one")
    parser.add_argument("--only", default="", help="a part of the name of a figure")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.answer:
        answer()
        return 0
    revision = last_landing(args.against)
    if revision is None and args.against:
        print(f"hexlaw figures: there is no other revision `{args.against}` here")
        return 1
    if revision is None:
        print("hexlaw figures: not compared: this clone has no earlier revision (`git fetch --unshallow` fetches it)")
        return 0
    return measure(revision, {name: it for name, it in figures(Workspace()).items() if args.only in name})


if __name__ == "__main__":
    raise SystemExit(main())
