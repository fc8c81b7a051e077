"""Is Hexlaw slower than at the last landing? Measures twelve figures of both; a fall of a fifth fails.

    python bench/figures.py                       beside the last landing, as `bench/landed` names it
    python bench/figures.py --against v0.3.0      beside another revision
    python bench/figures.py --only decisions      figures with that in their name

The other revision is checked out into a temporary folder. Its own `bench/figures.py` measures it there, so a landing
may rename the functions that it calls; a figure that it does not know is measured by this one, if that works there.
Each side is a process with its own cache. Figures are matched by name: give a figure a new name when you change what it
measures. Each side plays its own law; as advice may make games longer or shorter, `greedy` is measured by the decision.

All times are processor times, child processes included. A pair is one measurement of each side, in alternating order. A
round has five pairs; for a figure that takes long it ends with the first pair that clears it. A figure has fallen if
every pair of the first round takes more than `FALLS` times as long (a rate that is a fifth lower takes 1.25 times as
long), and at least nine of ten pairs do after a second round. By the sign test, a figure that is not slower than
`FALLS` fails in at most one of a hundred landings.
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
from contextlib import contextmanager, suppress
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
LANDED = ROOT / "bench" / "landed"
"""The revision of the last landing. The next one moves it there."""
FALLS = 1.2
"""A figure that takes more than this many times as long as at the last landing has fallen."""
ROUNDS = ((5, 0), (10, 1))
"""By round: the number of pairs measured so far, and how many of them may be at or below `FALLS` in a fallen figure."""
NEWER = "figures_of_now.py"
"""This script, beside that of the other revision."""
CHECKED_OUT = ("compiler", "runtime", "rules", "bench", ".links")
NOT_INHERITED = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "PYTHONPATH")
ASK = ("ask", "panzer-leader", "--case", "odds.even-in-woods")
FACT = 'chapter [99] "Edited"\n\nfact edited-here(): whole\n  otherwise {number}\n'


# -- what is measured


@dataclass(frozen=True)
class Figure:
    """`work` is what is measured and returns the number of pieces it made; `before` runs once, unmeasured."""

    work: Callable[[], int]
    before: Callable[[], object] = lambda: None
    takes_long: bool = False
    of_a_second: bool = False  # reported as pieces per second, not as the time of one

    def in_words(self, seconds: float) -> str:
        """Formats the time of one piece for the report."""
        return f"{1 / seconds:,.0f} a s" if self.of_a_second else f"{1000 * seconds:,.2f} ms"


def figures(workspace: Workspace) -> dict[str, Figure]:
    tutorial, dnieper_bend = ("tutorial", "last-fine-day"), ("panzerblitz", "dnieper-bend")
    remagen = ("panzer-leader", "remagen")

    def games(situation: tuple[str, str], number: int) -> Figure:
        def play(how_many: int) -> int:
            return len(workspace.run(*situation, Games("random", how_many, processes=1)).games)

        return Figure(lambda: play(number), lambda: play(3))  # three games are enough to have the law printed

    def decisions(situation: tuple[str, str], how: Games) -> Figure:
        """Returns the figure for the decisions of some games."""

        def play() -> int:
            return sum(game.decisions for game in workspace.run(*situation, how).games)

        return Figure(play, play, of_a_second=True)

    def of_evaluator(most: int) -> Games:
        return Games(reference=True, processes=1, most_answers=most)

    def printed(module: str, situation: str) -> Figure:
        def work() -> int:
            prepared = prepare(_compiled(module), situation, Configuration(), Diagnostics())
            assert prepared is not None
            target = Target(prepared.agenda, prepared.setup)  # without a key nothing is cached
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
        "decisions of greedy, tutorial": decisions(tutorial, Games("greedy", 10, processes=1)),
        "decisions of greedy, remagen": decisions(remagen, Games("greedy", 2, processes=1)),
        "decisions of greedy, dnieper-bend": decisions(dnieper_bend, Games("greedy", 1, processes=1)),
        "decisions, tutorial": decisions(tutorial, of_evaluator(60)),
        "decisions, PanzerBlitz": decisions(dnieper_bend, of_evaluator(10)),
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
    """Reads the name of a figure from each line of the input, measures it, and prints the seconds per piece."""
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
    """A side ended while it was measuring a figure; the arguments are both."""


class Side:
    """A process that measures the Hexlaw in one folder, by its own script or by another's."""

    def __init__(self, folder: Path, scratch: Path, script: str = "figures.py") -> None:
        self.folder, self.scratch = folder, scratch
        self.newer: Side | None = None  # measures there what the script of this side does not know
        scratch.mkdir()  # for its cache, and the journals of games that are given up
        kept = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
        environment = kept | {"PYTHONPATH": str(folder / ".links"), "HEXLAW_CACHE": str(scratch / "cache")}
        self.process = subprocess.Popen(
            [sys.executable, str(folder / "bench" / script), "--answer"], env=environment, text=True, cwd=scratch,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def seconds(self, name: str) -> float | None:
        """Returns the seconds of a figure, or None if it cannot be measured on this side."""
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
        if found is None and (self.folder / "bench" / NEWER).exists():
            self.newer = self.newer or Side(self.folder, self.scratch / "newer", NEWER)
            with suppress(CannotBeMeasured):
                return self.newer.seconds(name)
        return None if found is None else float(found)

    def end(self) -> None:
        if self.newer is not None:
            self.newer.end()
        self.process.kill()
        self.process.communicate()


def landed(against: str | None = None) -> str | None:
    """Returns the revision to compare with: that of the last landing, or None if the clone does not have it."""
    head = _git("rev-parse", "HEAD")
    revision = against or LANDED.read_text("utf-8").strip()
    found = _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    return found if found and found != head else None


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
    for script in ("figures.py", NEWER):
        if not (folder / "bench" / script).exists():
            copyfile(__file__, folder / "bench" / script)


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
    """The seconds of one figure on both sides, measured one after the other."""

    then: float
    now: float

    @property
    def ratio(self) -> float:
        return self.now / self.then


def denials(pairs: Iterable[Pair]) -> int:
    """Returns the number of pairs in which the figure has not fallen."""
    return sum(pair.ratio <= FALLS for pair in pairs)


def may_have_fallen(pairs: list[Pair], number: int) -> bool:
    """Returns whether the figure may still have fallen after the pairs of this round."""
    most, excused = ROUNDS[number]
    return len(pairs) >= most and denials(pairs) <= excused


def compare(
    pair: Callable[[str, bool], Pair | None], known: Mapping[str, Figure], each: Callable[[str, list[Pair]], None]
) -> list[str]:
    """Returns the names of the figures that have fallen. Calls `each` with the pairs of a figure after every round.
    `pair` measures one pair, this side first or last, and returns None if a side cannot measure the figure."""
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
        return f"{name:<34} one of the two cannot measure it"
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
    revision = landed(args.against)
    if revision is None and args.against:
        print(f"hexlaw figures: there is no other revision `{args.against}` here")
        return 1
    if revision is None:
        print("hexlaw figures: not compared: this clone lacks the last landing (`git fetch --unshallow` fetches it)")
        return 0
    return measure(revision, {name: it for name, it in figures(Workspace()).items() if args.only in name})


if __name__ == "__main__":
    raise SystemExit(main())
