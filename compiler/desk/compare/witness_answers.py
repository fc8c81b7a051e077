"""The answers to a position under two laws, and the witness that reports them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexlaw.compiler.desk.cases.judge import CaseOutcome
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.verdicts import Verdict, answer_of, reasons, refusing, verdict_key
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.explain.question_in_words import asked_in_words

WHAT_COMES = "what comes of this, and how probably"
NOTHING = "nothing of that"
NOT_THERE = Verdict("there is nothing like it", ("there is nothing like it",))
"""The answer of a law to a question about what the other law alone has."""


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
class Parted:
    """A fall of the dice for which two laws have other outcomes: those of the base alone, those of the variant alone;
    and how many falls are like that."""

    dice: str
    base: str
    variant: str
    parting: int
    falls: int

    def names_only(self, was: str, now: str) -> bool:
        """Returns True if the two outcomes differ by one word alone."""
        return self.base.replace(was, now) == self.variant


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


def where_they_part(before: Answer, after: Answer) -> Parted | None:
    """Returns the first of the falls of the dice in which the outcomes differ most; None where there is none, or the
    dice are not the same."""
    one, other = (
        {dice: given.shown(each.outcome).split(", ") for each in given.chances or () for dice in each.dice if dice}
        for given in (before, after)
    )
    parted = sorted(dice for dice in one if one[dice] != other.get(dice))
    if not parted or one.keys() != other.keys():
        return None
    most = max(parted, key=lambda dice: len(set(one[dice]) ^ set(other[dice])))
    was, now = one[most], other[most]
    gone = ", ".join(each for each in was if each not in now) or NOTHING
    new = ", ".join(each for each in now if each not in was) or NOTHING
    return Parted(most, gone, new, len(parted), len(one))
