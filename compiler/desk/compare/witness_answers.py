"""A trial of two laws in one position: what they answer, how well that shows a difference, and the smallest such trial.

Idea: whatever can be left out of a position so that the two answers still differ is left out: pieces of the situation
that it begins with, by halves, then steps, then its own pieces, then what is said of them, then units are made plainer.
INVARIANT: the smallest position shows the difference as well as the whole one, and no other rules refuse; so nothing is
left out without which the law stops answering.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from time import monotonic_ns
from typing import Self, TypeVar

from hexlaw.compiler.desk.cases.judge import CaseOutcome
from hexlaw.compiler.desk.compare.differences import Difference
from hexlaw.compiler.desk.compare.rolls import Parted, where_they_part
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.verdicts import Verdict, answer_of, reasons, refusing, verdict_key
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.explain.explain import asked_in_words

WHAT_COMES = "what comes of this, and how probably"
NOT_THERE = Verdict("there is nothing like it", ("there is nothing like it",))
"""The answer of a law to a question about what the other law alone has."""
MAX_SMALLER = 400
"""Positions that are tried once the situation has as few pieces as can be."""


@dataclass(frozen=True)
class Without:
    """The law that has a rule, without it."""

    of_variant: bool
    side: ComparedLaw
    rule: str


@dataclass(frozen=True)
class WitnessOutcomes:
    """The answers to a trial under both laws, and under the one that has the rule without it."""

    base: CaseOutcome | Answer
    variant: CaseOutcome | Answer
    without: CaseOutcome | Answer | None = None
    removed: Without | None = None
    said: frozenset[str] = frozenset()  # the keys of the rules that had a say under one of the two laws

    @staticmethod
    def of(found: Sequence[CaseOutcome | Answer], said: set[str], removed: Without | None) -> WitnessOutcomes:
        """Takes the answers in this order; where one law alone was asked, its answer stands for both."""
        without = found[2] if len(found) > 2 else None
        return WitnessOutcomes(found[0], found[:2][-1], without, removed, frozenset(said))

    @property
    def all(self) -> tuple[CaseOutcome | Answer, ...]:
        return tuple(each for each in (self.base, self.variant, self.without) if each is not None)

    @property
    def differs(self) -> bool:
        return verdict_key(self.base) != verdict_key(self.variant)

    @property
    def of_variant(self) -> bool:
        """True if it is the variant that has the rule."""
        return self.removed is None or self.removed.of_variant

    @property
    def is_its_own(self) -> bool:
        """True if the law that has the rule answers otherwise without it."""
        has_it = self.variant if self.of_variant else self.base
        return self.without is None or verdict_key(self.without) != verdict_key(has_it)

    @property
    def heard(self) -> bool:
        """True if the rule had a say, or nothing else differs."""
        return self.removed is None or f"rule:{self.removed.rule}" in self.said

    @property
    def refusing(self) -> tuple[frozenset[str], ...]:
        """The rules that refuse, by law."""
        return tuple(map(refusing, self.all))


@dataclass(frozen=True)
class Witness:
    """A position in which a difference makes another verdict; `shown` lists the pieces with their places and ground.

    `svg` may be empty. `without` is the answer of the law that has the rule without it, given where both laws answer
    alike or would differ without the rule as well.
    """

    question: str
    shown: tuple[str, ...]
    counters: int
    base: Verdict
    variant: Verdict
    svg: str = ""
    case: str = ""  # the case that it was made from
    asked: str = ""  # the question in words, where the law has words for it
    without: Verdict | None = None
    of_variant: bool = True
    thrown: Parted | None = None  # of a throw: a fall of the dice with which the two laws part

    @property
    def answers(self) -> tuple[tuple[str, Verdict], ...]:
        """Each answer behind the name of the law that gives it."""
        found = ("base", self.base), ("variant", self.variant)
        if self.without is None:
            return found
        return (*found, (f"{'variant' if self.of_variant else 'base'} without this rule", self.without))

    @property
    def note(self) -> str:
        """The explanation that three answers need."""
        if self.without is None or NOT_THERE in (self.base, self.variant):
            return ""
        name, has_it = ("variant", self.variant) if self.of_variant else ("base", self.base)
        if self.without.short == has_it.short:
            return f"Without this rule the {name} answers the same here: other parts of the change do so too."
        return (
            f"Both laws answer the same here, but not for the same reason: without this rule the {name} would"
            " not, as it has more that differs."
        )


class Trial:
    """A position and a question that both laws can be asked, and that can be made smaller."""

    is_aimed: bool
    """True if something speaks for it that it shows the difference."""

    @property
    def counters(self) -> int:
        raise NotImplementedError

    def ask(self, *, tracing: bool = False) -> WitnessOutcomes | None:
        """Returns the answers; None if one of the laws cannot be asked."""
        raise NotImplementedError

    def smaller(self) -> Iterator[Self]:
        """Yields the trial with one thing left out, the most first."""
        raise NotImplementedError

    def pieces_of_situation(self) -> list[str]:
        """Returns the pieces that stand there because the situation has them."""
        return []

    def taking_away(self, names: Sequence[str]) -> Self:
        """Returns the trial without some pieces of the situation."""
        raise NotImplementedError

    def witness(self) -> Witness:
        raise NotImplementedError


T = TypeVar("T", bound=Trial)


def witness_of(
    question: str, found: WitnessOutcomes, shown: tuple[str, ...], counters: int, svg: str = "", case: str = ""
) -> Witness:
    shows_without = found.without is not None and not (found.differs and found.is_its_own)
    before, after = found.base, found.variant
    if found.without is not None and not found.differs:
        before, after = (found.without, found.variant) if found.of_variant else (found.base, found.without)
    given = [each for each in map(answer_of, (before, after)) if each is not None]
    said = next(filter(None, map(asked_in_words, given)), "")
    if not said and given and all(each.chances is not None for each in given):
        said = WHAT_COMES
    verdicts = [Verdict(one.got if isinstance(one, CaseOutcome) else one.in_short, reasons(one)) for one in found.all]
    return Witness(
        question, shown, counters, verdicts[0], verdicts[1], svg, case, said, verdicts[2] if shows_without else None,
        found.of_variant, where_they_part(*given) if len(given) == 2 and found.differs else None,
    )  # fmt: skip


# ---- how well a trial shows a difference


class Shows(IntEnum):
    """How well a position shows the effect of a difference, worst first."""

    NOTHING = 0
    TOGETHER = 1  # the laws differ, and the rule has a say, but so they do without it
    STOP = 2  # one of the laws gives no answer
    WITHIN = 3  # the law that has the rule answers otherwise without it, and the two laws alike
    CHART = 4  # a table says otherwise, and nothing comes of it
    ALL = 5


def shown_of(difference: Difference, trial: Trial, found: WitnessOutcomes | None) -> Shows:
    """Returns how well a position shows a difference; a cell of a table only if something comes of its value."""
    if found is None:
        return Shows.NOTHING
    keys = [verdict_key(each) for each in found.all]
    stops = [isinstance(key, tuple) and key[0] in ("stop", "no answer") for key in keys]
    differs, heard = found.differs, found.heard
    if not found.is_its_own or (not differs and found.without is None):
        return Shows.TOGETHER if differs and heard and not any(stops) else Shows.NOTHING
    if any(stops):
        return Shows.STOP if differs and heard and not all(stops[:2]) else Shows.NOTHING
    if not differs:
        return Shows.WITHIN
    if difference.sort != "table":
        return Shows.ALL
    before, after = answer_of(found.base), answer_of(found.variant)
    parted = where_they_part(before, after) if before is not None and after is not None else None
    is_chart = not trial.counters or (parted is not None and parted.names_only(difference.was, difference.now))
    return Shows.CHART if is_chart else Shows.ALL


# ---- the smallest


def smallest_that(trial: T, holds: Callable[[T], bool], is_over: Callable[[], bool]) -> T:
    """Returns the trial when nothing more can be left out so that this holds, or time is over."""
    while True:
        for smaller in trial.smaller():
            if is_over():
                return trial
            if holds(smaller):
                trial = smaller
                break
        else:
            return trial


def smallest(difference: Difference, trial: Trial, found: WitnessOutcomes, until: int) -> Trial:
    """Returns the smallest trial that shows the difference as well, and in which no other rules refuse, or the smallest
    reached by the moment `until`."""
    shows, refused = shown_of(difference, trial, found), found.refusing

    def is_over() -> bool:
        return monotonic_ns() > until

    def holds(smaller: Trial) -> bool:
        now = smaller.ask()
        if now is None or shown_of(difference, smaller, now) < shows:
            return False
        return all(rules <= before for rules, before in zip(now.refusing, refused, strict=True) if before)

    tried = iter(range(MAX_SMALLER))
    trial = _with_fewer_pieces(trial, holds, is_over)
    return smallest_that(trial, holds, lambda: next(tried, None) is None or is_over())


def _with_fewer_pieces(trial: Trial, holds: Callable[[Trial], bool], is_over: Callable[[], bool]) -> Trial:
    """Takes pieces of the situation away: all, then halves, and so on to one."""
    names = trial.pieces_of_situation()
    size = len(names)
    while size:
        at = 0
        while at < len(names):
            if is_over():
                return trial
            smaller = trial.taking_away(names[at : at + size])
            if holds(smaller):
                trial = smaller
                left = frozenset(trial.pieces_of_situation())  # with a piece goes what stands in it
                names = [*names[:at], *(name for name in names[at + size :] if name in left)]
            else:
                at += size
        size //= 2
    return trial
