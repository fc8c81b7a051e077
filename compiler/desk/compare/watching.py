"""The report after every save: is the law well formed, which verdicts changed, and where that matters.

Idea: the law as it was when watching began is the base. After a save the module is compiled anew in this process, which
keeps what has not changed, then the cases are asked, those first that are nearest to the change, then a witness is
looked for, then a few pairs of games are played where a situation was named. Each part is reported as soon as it is
known. After a few seconds the verdicts so far are reported, with how many cases are left; these are asked while nothing
is saved. INVARIANT: a verdict that is reported as differing was given under both laws as they were; how many cases are
not asked yet is always said.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from time import monotonic_ns, sleep

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.render import in_order, render
from hexlaw.compiler.desk.compare.balance import Sweep, play
from hexlaw.compiler.desk.compare.differences import Structure
from hexlaw.compiler.desk.compare.pairs import arena
from hexlaw.compiler.desk.compare.playing_on import who_gains
from hexlaw.compiler.desk.compare.report import in_lines, listed
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import Compared, compare
from hexlaw.compiler.desk.compare.verdicts import CasesCompared, named_cases
from hexlaw.compiler.desk.compare.witness import Settling, settle_all, to_settle
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import CaseFilesRead
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.runtime.law.law import Configuration

NANO = 1_000_000_000
MAX_WHILE_IDLE = 8
"""Cases that are asked by each process before the files are looked at again."""
LOOKS_A_SECOND = 5
MAX_LOOKS = 25
"""Looks at files that are still being written, before the law is read all the same."""
MAX_WITNESSES = 3
Stamp = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Quick:
    """The few pairs of games that are played after every save."""

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
    patience: int = 3  # seconds that verdicts are waited for before the others are left for later
    _base: CasesCompared | None = None  # the cases under the base
    _changed: CasesCompared | None = None  # those that the last save changed
    _read: CaseFilesRead = field(default_factory=CaseFilesRead)

    def law(self) -> ComparedLaw | None:
        """Returns the law as it is now; None after reporting its mistakes."""
        diagnostics = Diagnostics()
        compilation = compile_modules(self.spec, diagnostics)
        for diagnostic in in_order(diagnostics):
            self.say(render(diagnostic))
        return None if compilation is None else ComparedLaw(self.spec, compilation, self.chosen)

    def look(self, base: ComparedLaw) -> None:
        """Asks the cases under the base, as many as there is time for, so that a save has only half to ask."""
        cases = named_cases(base, base, self._read)
        self._base = CasesCompared(Compared(base, base, Structure((), {})), cases, self.processes)
        self._base.ask(monotonic_ns() + self._patience, of_base=True)
        known, all_ = len(self._base.known), len(cases)
        later = "; the others follow while nothing is saved" if known < all_ else ""
        self.say(f"{known:,} of {all_:,} cases looked through{later}")

    def idle(self) -> bool:
        """Asks a few cases that are not asked yet; returns True if there were any."""
        most = self.processes * MAX_WHILE_IDLE
        if self._changed is not None and self._changed.open():
            self._changed.ask(most=most)
            if not self._changed.open():
                self.say("all cases by now:")
                self._tell_verdicts()
            return True
        if self._base is None or len(self._base.known) >= len(self._base.cases):
            return False
        self._base.ask(most=most, of_base=True)
        return True

    def round(self, base: ComparedLaw) -> None:
        """Reports the changes of the law as it is now."""
        began = monotonic_ns()
        self._changed = None
        if (now := self.law()) is None:
            return
        two = compare(base, now)
        structure = two.structure
        self.say(f"fine  {_seconds(began)}")
        self._lines(in_lines("structure", structure))
        if not structure.that_count and base.digest == now.digest:
            return
        known = {} if self._base is None else self._base.known
        self._changed = CasesCompared(two, named_cases(two.base, two.variant, self._read), self.processes, known)
        self._changed.ask(began + self._patience)
        self._tell_verdicts()
        self.say(f"cases  {_seconds(began)}")
        if differences := to_settle(structure)[:MAX_WITNESSES]:
            verdicts = self._changed.verdicts()
            found = settle_all(Settling(two, verdicts=verdicts), differences, self.processes, seconds=self.seconds)
            said = structure.said if len(differences) > 1 else {}
            self._lines(in_lines("witnesses", found, listed(verdicts, everything=False), said))
            self.say(f"witnesses  {_seconds(began)}")
        if self.quick is not None:
            self._balance(two, self.quick)
            self.say(f"games  {_seconds(began)}")

    def _tell_verdicts(self) -> None:
        assert self._changed is not None
        found, structure = self._changed.verdicts(), self._changed.two.structure
        self._lines(in_lines("verdicts", found, structure, look_at=""))

    @property
    def _patience(self) -> int:
        """A tenth of the time is left for the report."""
        return self.patience * NANO * 9 // 10

    def _balance(self, two: Compared, quick: Quick) -> None:
        try:
            table = arena(two, quick.situation, quick.players, MAX_ANSWERS)
            gains = who_gains(table, "watch", self.processes, monotonic_ns() + self.seconds * NANO)
            self._lines(() if gains is None else in_lines("gains", gains))
            balance = play(table, Sweep("watch", quick.pairs, Fraction(0), self.processes, fixed=quick.pairs), None)
            balance.why = table.why_unanswered(balance.pairs)
            self._lines(in_lines("balance", balance))
            if balance.is_stopped or (gains is not None and gains.is_stopped):
                raise KeyboardInterrupt
        except Refused as problem:
            self.say(str(problem))

    def _lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)


def stamp(compilation: Compilation) -> Stamp:
    """Returns the state of all files of a chain, new ones as well."""
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


def saves(compilation: Compilation, idle: Callable[[], bool]) -> Iterator[None]:
    """Yields once for each save from now on. In between `idle` is called, which returns True if it had work to do."""
    return _saves(compilation, stamp(compilation), idle)


def _saves(compilation: Compilation, before: Stamp, idle: Callable[[], bool]) -> Iterator[None]:
    while True:
        if not idle():
            sleep(1 / LOOKS_A_SECOND)
        if stamp(compilation) != before:
            before = _finished(compilation)
            yield


def _finished(compilation: Compilation) -> Stamp:
    """Returns the state of the files when it is the same twice: an editor may empty a file before it writes it."""
    now = stamp(compilation)
    for _ in range(MAX_LOOKS):
        sleep(1 / LOOKS_A_SECOND)
        before, now = now, stamp(compilation)
        if now == before:
            break
    return now


def _seconds(began: int) -> str:
    tenths = (monotonic_ns() - began) // 100_000_000
    return f"after {tenths // 10}.{tenths % 10} s"
