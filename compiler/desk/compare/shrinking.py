"""How well a position shows a difference, and the smallest that shows it as well.

Idea: whatever can be left out of a position so that the two answers still differ is left out: pieces of the situation
that it begins with, by halves, then steps, then its own pieces, then what is said of them, then units are made plainer.
INVARIANT: what is left shows the difference as well as the whole did, and no other rules refuse; so nothing is left out
without which the law stops answering.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from itertools import count
from time import monotonic_ns
from typing import TypeVar, cast

from hexlaw.compiler.desk.cases.judge import CaseOutcome
from hexlaw.compiler.desk.compare.case_trials import CaseTrial
from hexlaw.compiler.desk.compare.differences import Difference
from hexlaw.compiler.desk.compare.made_up import MadeUp
from hexlaw.compiler.desk.compare.rolls import where_they_part
from hexlaw.compiler.desk.compare.verdicts import answer_of, refusing, verdict_key
from hexlaw.compiler.desk.compare.witness_answers import WitnessOutcomes
from hexlaw.runtime.explain.answer import Answer

MAX_SMALLER = 400
"""Positions that are tried once the situation has as few pieces as can be."""


class Shows(IntEnum):
    """How well a position shows what a difference does, worst first."""

    NOTHING = 0
    TOGETHER = 1  # the laws differ, and the rule has a say, but so they do without it
    STOP = 2  # one of the laws gives no answer
    WITHIN = 3  # the law that has the rule answers otherwise without it, and the two laws alike
    CHART = 4  # a table says otherwise, and nothing comes of it
    ALL = 5


def shown_by(found: WitnessOutcomes) -> Shows:
    """What a position shows."""
    if found.is_its_own and (found.differs or found.without is not None):
        if not any(map(_is_stop, found.all)):
            return Shows.ALL if found.differs else Shows.WITHIN
        answers = not (_is_stop(found.base) and _is_stop(found.variant))
        return Shows.STOP if found.differs and found.heard and answers else Shows.NOTHING
    return Shows.TOGETHER if found.differs and found.heard and not any(map(_is_stop, found.all)) else Shows.NOTHING


Trial = CaseTrial | MadeUp
T = TypeVar("T", bound=CaseTrial | MadeUp)


def shown_of(difference: Difference, trial: Trial, found: WitnessOutcomes | None) -> Shows:
    """What a position shows of a difference; of a cell of a table whether anything comes of what it says."""
    shows = Shows.NOTHING if found is None else shown_by(found)
    if found is None or shows is not Shows.ALL or difference.sort != "table":
        return shows
    before, after = answer_of(found.base), answer_of(found.variant)
    parted = where_they_part(before, after) if before is not None and after is not None else None
    is_chart = not trial.counters or (parted is not None and parted.names_only(difference.was, difference.now))
    return Shows.CHART if is_chart else shows


def smallest_that(trial: T, holds: Callable[[T], bool], is_over: Callable[[], bool]) -> T:
    """What is left where nothing more can be left out so that this holds, or time is over."""
    while True:
        for smaller in cast(Iterator[T], trial.smaller()):
            if is_over():
                return trial
            if holds(smaller):
                trial = smaller
                break
        else:
            return trial


class Shrinking:
    """Leaves out what can be left out of a position so that the two answers still differ, and the same rules refuse."""

    def __init__(
        self, found: WitnessOutcomes, shown: Callable[[Trial, WitnessOutcomes | None], Shows], shows: Shows, until: int
    ) -> None:
        self.shown, self.shows = shown, shows
        self.refused = refused_by(found)
        self.until = until

    def smallest(self, trial: Trial) -> Trial:
        """The smallest that was reached before time ran out."""
        if isinstance(trial, CaseTrial):
            trial = self._with_fewer_pieces(trial)
        tried = count(1)
        return smallest_that(trial, self._still_differs, lambda: next(tried) > MAX_SMALLER or self._is_over)

    def _with_fewer_pieces(self, trial: CaseTrial) -> CaseTrial:
        """The same with as few pieces of its situation as can be: all are taken away, then halves, and so on to one."""
        names = trial.pieces_of_situation()
        size = len(names)
        while size:
            at = 0
            while at < len(names):
                if self._is_over:
                    return trial
                smaller = trial.taking_away(names[at : at + size])
                if self._still_differs(smaller):
                    trial = smaller
                    left = frozenset(trial.pieces_of_situation())  # with a piece goes what stands in it
                    names = [*names[:at], *(name for name in names[at + size :] if name in left)]
                else:
                    at += size
            size //= 2
        return trial

    @property
    def _is_over(self) -> bool:
        return monotonic_ns() > self.until

    def _still_differs(self, trial: Trial) -> bool:
        """Not so where it shows the difference less well: where the law gives an answer no longer, for example."""
        found = trial.ask()
        if found is None or self.shown(trial, found) < self.shows:
            return False
        return all(now <= before for now, before in zip(refused_by(found), self.refused, strict=True) if before)


def refused_by(found: WitnessOutcomes) -> tuple[frozenset[str], ...]:
    """The rules that refuse under each law."""
    return tuple(map(refusing, found.all))


def _is_stop(found: CaseOutcome | Answer) -> bool:
    key = verdict_key(found)
    return isinstance(key, tuple) and key[0] in ("stop", "no answer")
