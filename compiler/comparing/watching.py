"""What a designer sees after every save: is the law well formed, which verdicts changed, and where that matters.

Idea: the law as it stood when watching began is the base. After a save the module is compiled anew in this process,
which keeps what has not changed (`check/typing_cache.py`), then the cases that the changes can move (`looked_at.py`)
are asked under both, then a witness is looked for, then a few pairs of games are played where a situation was named.
Each part is said as soon as it is known. INVARIANT: when a round is over, every case that may have another verdict has
been asked under the law as it stood at the save.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from time import monotonic_ns, sleep

from hexlaw.compiler.comparing.balance import Sweep, play
from hexlaw.compiler.comparing.looked_at import Looked, look
from hexlaw.compiler.comparing.pairs import arena
from hexlaw.compiler.comparing.sides import Side, Unreadable
from hexlaw.compiler.comparing.structure import Structure, compare_structure
from hexlaw.compiler.comparing.telling import balance_lines, settled_lines, structure_lines, verdict_lines
from hexlaw.compiler.comparing.verdicts import compare_verdicts, named_cases
from hexlaw.compiler.comparing.witness import Settling, settle_all, to_settle
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.render import in_order, render
from hexlaw.compiler.situations.played_out import MOST_ANSWERS
from hexlaw.runtime.law import Configuration

BETWEEN_LOOKS = 1, 5
"""A fifth of a second: how often the files are looked at."""
MOST_WITNESSES = 3
Stamp = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Quick:
    """A few pairs of games that are played after every save."""

    situation: str
    players: Sequence[str]
    pairs: int


@dataclass
class Watch:
    """A module that is watched. `say` takes each line."""

    spec: str
    chosen: Configuration
    processes: int
    seconds: int
    say: Callable[[str], None]
    quick: Quick | None = None
    looked: Looked | None = None  # what each case looked at as watching began

    def begin(self) -> Side | None:
        """The law as it stands now; `None` after saying what is wrong with it."""
        return self._side()

    def look(self, base: Side) -> None:
        """Notes what each case looks at, so that a save has to ask only those that it can move."""
        began = monotonic_ns()
        self.looked = look(base, named_cases(base, base), self.processes)
        self.say(f"{len(self.looked)} cases looked through  {_seconds(began)}")

    def round(self, base: Side) -> None:
        """Says what the law as it stands now changes."""
        began = monotonic_ns()
        now = self._side()
        if now is None:
            return
        structure = compare_structure(base, now)
        self.say(f"fine  {_seconds(began)}")
        self._lines(structure_lines(structure, everything=False))
        if not structure.that_count and base.digest == now.digest:
            return
        verdicts = compare_verdicts(base, now, structure, self.processes, looked=self.looked)
        self._lines(verdict_lines(verdicts, everything=False))
        self.say(f"cases  {_seconds(began)}")
        differences = to_settle(structure)[:MOST_WITNESSES]
        if differences:
            found = settle_all(Settling(base, now, structure), differences, self.processes, seconds=self.seconds)
            self._lines(settled_lines(found))
            self.say(f"witnesses  {_seconds(began)}")
        if self.quick is not None and structure.that_count:
            self._balance(base, now, structure, self.quick)
            self.say(f"games  {_seconds(began)}")

    def _balance(self, base: Side, now: Side, structure: Structure, quick: Quick) -> None:
        try:
            table = arena(base, now, structure, quick.situation, quick.players, MOST_ANSWERS)
            sweep = Sweep("watch", quick.pairs, Fraction(0), self.processes)
            self._lines(balance_lines(play(base, now, table, sweep, None)))
        except Unreadable as problem:
            self.say(str(problem))

    def _side(self) -> Side | None:
        diagnostics = Diagnostics()
        compilation = compile_modules(self.spec, diagnostics)
        for diagnostic in in_order(diagnostics):
            self.say(render(diagnostic))
        return None if compilation is None else Side(self.spec, compilation, self.chosen)

    def _lines(self, lines: Iterator[str]) -> None:
        for line in lines:
            self.say(line)


def stamp(compilation: Compilation) -> Stamp:
    """Names how the files of a chain stand now, new ones as well."""
    found = []
    for layer in compilation.chain.layers:
        for place, folders, names in os.walk(layer.folder):
            folders[:] = [folder for folder in folders if not folder.startswith((".", "__"))]
            for name in names:
                try:
                    about = Path(place, name).stat()
                except OSError:
                    continue  # it is being written anew
                found.append((os.path.join(place, name), about.st_mtime_ns, about.st_size))
    return tuple(sorted(found))


def saves(compilation: Compilation) -> Iterator[None]:
    """One step for each save from now on, as long as somebody waits for them."""
    return _saves(compilation, stamp(compilation))


def _saves(compilation: Compilation, before: Stamp) -> Iterator[None]:
    pause = BETWEEN_LOOKS[0] / BETWEEN_LOOKS[1]
    while True:
        sleep(pause)
        now = stamp(compilation)
        if now != before:
            before = now
            yield


def _seconds(began: int) -> str:
    tenths = (monotonic_ns() - began) // 100_000_000
    return f"after {tenths // 10}.{tenths % 10} s"
