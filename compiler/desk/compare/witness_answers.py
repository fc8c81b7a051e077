"""A witness in words: what stands where, what is asked, and the two answers with their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexlaw.compiler.desk.cases.judge import CaseOutcome
from hexlaw.compiler.desk.compare.rolls import Parted, where_they_part
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.verdicts import answer_of, verdict_key
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.explain.explain import asked_in_words, explain

WHAT_COMES = "what comes of this, and how probably"


@dataclass(frozen=True)
class Without:
    """The law that has a rule, without it."""

    of_variant: bool
    side: ComparedLaw
    rule: str


@dataclass(frozen=True)
class WitnessOutcomes:
    """What came of a position under both laws, and under the one that has the rule without it."""

    base: CaseOutcome | Answer
    variant: CaseOutcome | Answer
    without: CaseOutcome | Answer | None = None
    heard: bool = True  # the rule had a say, or nothing else differs
    of_variant: bool = True  # which of the two laws it is that has the rule
    said: frozenset[str] = frozenset()  # the keys of the rules that had a say under one of the two laws

    @property
    def all(self) -> tuple[CaseOutcome | Answer, ...]:
        return tuple(each for each in (self.base, self.variant, self.without) if each is not None)

    @property
    def differs(self) -> bool:
        return verdict_key(self.base) != verdict_key(self.variant)

    @property
    def is_its_own(self) -> bool:
        """Whether the law that has the rule answers otherwise without it."""
        has_it = self.variant if self.of_variant else self.base
        return self.without is None or verdict_key(self.without) != verdict_key(has_it)


@dataclass(frozen=True)
class Told:
    """One of the answers to a witness."""

    short: str
    reasons: tuple[str, ...]

    @staticmethod
    def of(given: Answer) -> Told:
        return Told(given.in_short, tuple(explain(given, "talk", []).rstrip().split("\n")))


NOT_THERE = Told("there is nothing like it", ("there is nothing like it",))
"""What the one of two laws says of what the other alone has."""


@dataclass(frozen=True)
class Witness:
    """A position in which a difference makes another verdict; `shown` is what stands there and on what ground.

    `svg` may be empty. `without` is what the law that has the rule answers without it, where both laws answer alike or
    would differ without the rule as well.
    """

    question: str
    shown: tuple[str, ...]
    counters: int
    base: Told
    variant: Told
    svg: str = ""
    case: str = ""  # the case that it was made from
    asked: str = ""  # the question in words, where the law has words for it
    without: Told | None = None
    of_variant: bool = True
    thrown: Parted | None = None  # of a throw: a fall of the dice with which the two laws part

    @property
    def answers(self) -> tuple[tuple[str, Told], ...]:
        """Whose answer each is, and what it says."""
        found = ("base", self.base), ("variant", self.variant)
        if self.without is None:
            return found
        return (*found, (f"{self._has_it} without this rule", self.without))

    @property
    def note(self) -> str:
        """What has to be known to read the three answers, where there are three."""
        if self.without is None or NOT_THERE in (self.base, self.variant):
            return ""
        if self.without.short == (self.variant if self.of_variant else self.base).short:
            return f"Without this rule the {self._has_it} answers the same here: other parts of the change do so too."
        return (
            f"Both laws answer the same here, but not for the same reason: without this rule the {self._has_it} would"
            " not, as it has more that differs."
        )

    @property
    def _has_it(self) -> str:
        return "variant" if self.of_variant else "base"


def told_of(question: str, told: Sequence[Told], found: WitnessOutcomes) -> Witness:
    """What was asked and answered, without what stands there."""
    shows_without = found.without is not None and not (found.differs and found.is_its_own)
    before, after = found.base, found.variant
    if found.without is not None and not found.differs:
        before, after = (found.without, found.variant) if found.of_variant else (found.base, found.without)
    given = [each for each in map(answer_of, (before, after)) if each is not None]
    both = given if len(given) == 2 else None
    said = next(filter(None, map(asked_in_words, given)), "")
    if not said and given and all(each.chances is not None for each in given):
        said = WHAT_COMES
    return Witness(
        question, (), 0, told[0], told[1], asked=said, without=told[2] if shows_without else None,
        of_variant=found.of_variant, thrown=where_they_part(*both) if both and found.differs else None,
    )  # fmt: skip
