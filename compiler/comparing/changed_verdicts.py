"""Which verdicts a law changes, found out bit by bit: those first that a change can move, as much as there is time for.

Idea: of each case it is wanted what it says under the base and under the law as it stands now. What is kept counts
(`kept_verdicts.py`); the rest is asked in small parts, so that whoever waits can be told at any time what is known so
far. INVARIANT: a case counts as alike or as differing only when its verdict under both is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic_ns

from hexlaw.compiler.cache import digest
from hexlaw.compiler.comparing.kept_verdicts import KeptVerdicts
from hexlaw.compiler.comparing.looked_at import Asked, Known, Prints, ask, prints_of
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.structure import Structure
from hexlaw.compiler.comparing.verdicts import CaseDiffers, Verdicts, both, causes, in_place
from hexlaw.compiler.processes import shared_out
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime.law import Law, configure
from hexlaw.runtime.nodes import memoised

AT_ONCE = 4
"""Cases of one task: so few that not much is lost when somebody stops waiting."""


@dataclass
class LawKnown:
    """A law, and what is known of the cases under it, by what is written of them."""

    side: Side
    kept: KeptVerdicts
    prints: Prints
    known: dict[str, Known]

    @staticmethod
    def of(side: Side, kept: KeptVerdicts, cases: Mapping[str, Case]) -> LawKnown:
        """The law with all that is kept and holds under it."""
        prints = prints_of(side)
        return LawKnown(side, kept, prints, kept.find(prints, {_digested(cases[name], name): name for name in cases}))

    def ask(self, cases: Mapping[str, Case], processes: int, until: int | None) -> None:
        """Asks cases, and keeps what came of them, until time is over."""
        names = list(cases)
        parts = [names[start : start + AT_ONCE] for start in range(0, len(names), AT_ONCE)]
        tasks = [partial(_ask, self.side, {name: cases[name] for name in part}) for part in parts]
        found: dict[str, Asked] = {}
        with shared_out(tasks, processes) as coming:
            for asked in coming:
                found |= asked
                if until is not None and monotonic_ns() > until:
                    break
        self.known |= {name: asked.known for name, asked in found.items()}
        self.kept.add(self.prints, found)


def _ask(side: Side, cases: Mapping[str, Case]) -> dict[str, Asked]:
    return {name: ask(case, side, name) for name, case in cases.items()}


def _digested(case: Case, written: str) -> str:
    return memoised(case, "_digested", lambda _: digest(written))


@dataclass
class ChangedVerdicts:
    """The cases of two laws, and what is known of each under both."""

    base: LawKnown
    now: LawKnown
    structure: Structure
    cases: Mapping[str, Case]
    processes: int
    differing: dict[str, CaseDiffers] = field(default_factory=dict)
    other_reason: set[str] = field(default_factory=set)
    _compared: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._compare(None)

    @property
    def open(self) -> list[str]:
        """The cases of which nothing can be said yet: those first that are known under the base and were moved, and of
        them those that name something that differs or show the same source."""
        return sorted((name for name in self.cases if name not in self._compared), key=self._how_far)

    def _how_far(self, name: str) -> tuple[bool, bool]:
        differences = self.structure.that_count
        words = (d.name.partition(" (")[0] for d in differences)
        cites = {cite for d in differences for cite in d.cites}
        meant = any(word in name for word in words) or not cites.isdisjoint(self.cases[name].shows)
        return name not in self.base.known, not meant

    def ask(self, until: int | None = None, most: int | None = None) -> None:
        """Asks what is open until time is over, or so many cases at the most."""
        for names in _groups(self.open[:most], self.base.known):
            for law in (self.base, self.now):
                wanted = {name: self.cases[name] for name in names if name not in law.known}
                law.ask(wanted, self.processes, until)
            self._compare(until)
            if until is not None and monotonic_ns() > until:
                return

    def _compare(self, until: int | None) -> None:
        """Holds what is known under both laws against each other; what differs is asked again for its reasons."""
        law = configure(self.now.side.compilation.graph, self.now.side.chosen)
        unlike = []
        for name in self.cases:
            base, now = self.base.known.get(name), self.now.known.get(name)
            if name in self._compared or base is None or now is None:
                continue
            if base.verdict != now.verdict:
                unlike.append(name)
                continue
            self._compared.add(name)
            if base.refusing != now.refusing and self._by_others(base, now, law):
                self.other_reason.add(name)
        tasks = [partial(_differs, self.cases[n], self.base.side, self.now.side, self.structure) for n in unlike]
        with shared_out(tasks, self.processes) as coming:
            for name, found in zip(unlike, coming, strict=False):
                self._compared.add(name)
                if found is not None:
                    self.differing[name] = found
                if until is not None and monotonic_ns() > until:
                    break

    def _by_others(self, base: Known, now: Known, law: Law) -> bool:
        ours, theirs = (in_place(known.refusing, self.structure, law) for known in (base, now))
        return ours != theirs

    def verdicts(self) -> Verdicts:
        """All that is known so far."""
        differing = [self.differing[name] for name in self.cases if name in self.differing]
        alike = len(self._compared) - len(differing)
        return Verdicts(alike, len(self.other_reason), causes(differing), len(self.cases) - len(self._compared))


def _differs(case: Case, base: Side, now: Side, structure: Structure) -> CaseDiffers | None:
    found = both(case, base, now, structure)
    return found if isinstance(found, CaseDiffers) else None


def _groups(names: Sequence[str], known: Mapping[str, Known]) -> Iterator[list[str]]:
    """Those that are known under the base, then the others."""
    for group in ([n for n in names if n in known], [n for n in names if n not in known]):
        if group:
            yield group
