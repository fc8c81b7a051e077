"""Which verdicts a law changes, found out bit by bit: those first that a change can move, as much as there is time for.

Idea: of each case it is wanted what it says under the base and under the law as it stands now. What is kept counts
(`kept_verdicts.py`); the rest is asked in small parts, so that the caller can show at any time what is known so far.
The cases nearest to the change are asked first, and of equally near ones those that took least time. Where the verdict
differs, the same pass asks for the reasons. INVARIANT: a case counts as alike or as differing only when its verdict
under both is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from time import monotonic_ns

from hexlaw.compiler.cache import digest
from hexlaw.compiler.comparing.differences import Structure
from hexlaw.compiler.comparing.kept_verdicts import KeptVerdicts
from hexlaw.compiler.comparing.looked_at import Asked, Known, Looked, Prints, ask, places_of, prints_of
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.structure import Compared
from hexlaw.compiler.comparing.verdicts import CaseDiffers, Verdicts, both, causes, in_place
from hexlaw.compiler.processes import in_parts, shared_out
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime.nodes import memoised

AT_ONCE = 2
"""Cases of one task: so few that not much is lost when somebody stops waiting."""
NO_ONE_KNOWS = 10**9


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
        parts = in_parts(list(cases), AT_ONCE)
        tasks = [partial(_ask, self.side, {name: cases[name] for name in part}) for part in parts]
        found: dict[str, Asked] = {}
        with shared_out(tasks, processes) as coming:
            for asked in coming:
                found |= asked
                if _is_over(until):
                    break
        self.take(found)

    def take(self, found: Mapping[str, Asked]) -> None:
        """Keeps what was asked."""
        known = {name: replace(one.known, looked=Looked.of(one.looked, self.places)) for name, one in found.items()}
        self.known |= known
        self.kept.add(self.prints, known)

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each name of the prints has its bit."""
        return places_of(self.prints)


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
    not_moved: int = 0  # cases of which it was known from the beginning that their verdict is the same
    _compared: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for name in self.cases:
            base, now = self.base.known.get(name), self.now.known.get(name)
            if base is not None and now is not None and base.verdict == now.verdict:
                self._is_alike(name)
        self.not_moved = len(self._compared)

    @property
    def open(self) -> list[str]:
        """The cases of which nothing can be said yet, those first that are nearest to what differs."""
        return sorted((name for name in self.cases if name not in self._compared), key=self._how_far)

    def _how_far(self, name: str) -> tuple[bool, bool, bool, bool, int]:
        """Those first of which both verdicts are known, which differ; then those that are known under the base: such as
        name something that differs or show the same source, then such as looked at what differs, and not only at what
        that bears on. What took longest comes last."""
        base = self.base.known.get(name)
        words, cites, keys = self._differences
        meant = any(word in name for word in words) or not cites.isdisjoint(self.cases[name].shows)
        looked = base is not None and base.looked is not None and base.looked.at(keys)
        cost = NO_ONE_KNOWS if base is None else base.cost
        return base is None or name not in self.now.known, base is None, not meant, not looked, cost

    @cached_property
    def _differences(self) -> tuple[set[str], set[str], set[str]]:
        """The names of what differs, the sources that it cites, and how a case notes that it has looked at it."""
        differences = self.structure.that_count
        names = {name for d in differences for name in d.names}
        return names, {cite for d in differences for cite in d.sources}, set(self.structure.keys)

    def ask(self, until: int | None = None, most: int | None = None) -> None:
        """Asks what is open until time is over, or so many cases at the most."""
        wanted = self.open[:most]
        self._ask_now([name for name in wanted if name in self.base.known], until)
        rest = [name for name in wanted if name not in self.base.known]
        if rest and not _is_over(until):
            self.base.ask({name: self.cases[name] for name in rest}, self.processes, until)
            self._ask_now([name for name in rest if name in self.base.known], until)

    def _ask_now(self, names: Sequence[str], until: int | None) -> None:
        """Asks cases that are known under the base under the law as it stands now."""
        tasks = [partial(_ask_now, self, part) for part in in_parts(names, AT_ONCE)]
        found: dict[str, Asked] = {}
        differing: dict[str, CaseDiffers | None] = {}
        with shared_out(tasks, self.processes) as coming:
            for name, asked, differs in (one for part in coming for one in part):
                if asked is not None:
                    found[name] = asked
                differing[name] = differs
                if _is_over(until):
                    break
        self.now.take(found)
        for name, differs in differing.items():
            if differs is None:
                self._is_alike(name)
            else:
                self._compared.add(name)
                self.differing[name] = differs

    def _is_alike(self, name: str) -> None:
        self._compared.add(name)
        base, now = self.base.known[name], self.now.known[name]
        if base.refusing != now.refusing:
            ours, theirs = (in_place(known.refusing, self.structure, self.now.side.law) for known in (base, now))
            if ours != theirs:
                self.other_reason.add(name)

    def verdicts(self) -> Verdicts:
        """All that is known so far."""
        differing = [self.differing[name] for name in self.cases if name in self.differing]
        alike, not_asked = len(self._compared) - len(differing), len(self.cases) - len(self._compared)
        return Verdicts(alike, len(self.other_reason), causes(differing), not_asked, self.not_moved)


def _ask_now(changed: ChangedVerdicts, names: Sequence[str]) -> list[tuple[str, Asked | None, CaseDiffers | None]]:
    """Of each case what came of it, unless that is known, and how the verdict differs."""
    found = []
    two = Compared(changed.base.side, changed.now.side, changed.structure)
    for name in names:
        case, known = changed.cases[name], changed.now.known.get(name)
        asked = ask(case, changed.now.side, name) if known is None else None
        now = asked.known if asked is not None else known
        assert now is not None
        differs = None
        if now.verdict != changed.base.known[name].verdict:
            told = both(case, two)
            differs = told if isinstance(told, CaseDiffers) else None
        found.append((name, asked, differs))
    return found


def _is_over(until: int | None) -> bool:
    return until is not None and monotonic_ns() > until
