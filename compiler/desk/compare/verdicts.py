"""Every case of two laws under both of them: which verdicts differ, grouped by what made them differ.

Idea: a case is run twice, those first that are nearest to what differs. Two verdicts are alike when they allow or
refuse alike, or give the same value; a rule that only has another name, or that stands in the place of another, refuses
in its stead. Where they differ it is run once more, and what it looks at is noted (`ReadSet`): it is put down to those
differences of the two laws that one of the answers looked at, such as had a say before such as were merely tried. A
group is never more than that: a cause in common, shown by each case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.processes import in_parts, shared_out
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.desk.cases.judge import CaseOutcome, run_case
from hexlaw.compiler.desk.compare.differences import Structure
from hexlaw.compiler.desk.compare.shown import before_question, chosen_there, standing
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import Compared, cell_key
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case, CaseFile, case_files
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.explain.explain import explain
from hexlaw.runtime.explain.question_in_words import asked_in_words
from hexlaw.runtime.law.dependence import asked
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.links import Bearing

CaseFiles = Callable[[Compilation, Diagnostics], Sequence[CaseFile]]
OF_ONE = "of-one:"
"""The beginning of the cause of a case that only one of the laws can be asked."""
ASKS = "the game asks "
CASES_OF_A_TASK = 8
"""Few, so that little is lost when the time is over, and yet so many that starting one costs little."""


@dataclass(frozen=True)
class Verdict:
    """The answer of one law; `reasons` are lines for people, kept where the two verdicts differ."""

    short: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class CaseVerdict(Verdict):
    """The answer of one law to a case."""

    passed: bool = True
    understood: bool = True


@dataclass(frozen=True)
class CaseDiffers:
    """A case whose verdict is another under the variant."""

    id: str
    where: str
    asked: str
    expected: str
    base: CaseVerdict
    variant: CaseVerdict
    cause: tuple[str, ...]  # keys of differences, as `rule:cost.usual`; none where no difference was read
    shown: tuple[str, ...] = ()  # the pieces with their places, and the ground
    in_words: str = ""  # the question, where the law has words for it
    is_advice: bool = False  # it asks what only programs that play ask for

    @property
    def of_one(self) -> bool:
        """True if only one of the laws knows what it asks: then there are no two verdicts."""
        return any(key.startswith(OF_ONE) for key in self.cause)


@dataclass(frozen=True)
class DifferingCases:
    """Cases that differ for one reason."""

    keys: tuple[str, ...]
    in_words: str
    cases: tuple[CaseDiffers, ...]


@dataclass(frozen=True)
class Verdicts:
    """The result of all cases: those that are alike are only counted."""

    alike: int
    other_reason: int  # alike, but refused by another rule
    causes: tuple[DifferingCases, ...]
    not_asked: int = 0  # cases of which nothing is known yet

    @property
    def of_one(self) -> int:
        """The number of cases that only one of the laws can be asked."""
        return sum(case.of_one for cause in self.causes for case in cause.cases)

    @property
    def differing(self) -> int:
        return sum(len(cause.cases) for cause in self.causes) - self.of_one

    @property
    def all(self) -> int:
        """The number of cases that both laws were asked."""
        return self.alike + self.differing


def compare_verdicts(
    two: Compared, processes: int, only: str = "", each: Callable[[], None] = lambda: None, until: int | None = None,
    print_played: Callable[[Compilation, Iterable[Case]], None] = lambda *_: None,
) -> Verdicts:  # fmt: skip
    """Runs every case with `only` in its id under both laws; `each` is called whenever some verdicts are known. From
    the moment `until` on, of the monotonic clock, no more are waited for. Without it the laws may be printed first."""
    cases = {name: case for name, case in named_cases(two.base, two.variant).items() if only in case.id}
    for side in (two.base, two.variant) if until is None else ():
        print_played(side.compilation, cases.values())
    comparing = CasesCompared(two, cases, processes, noting=False)
    comparing.ask(until, each=each)
    return comparing.verdicts()


def named_cases(base: ComparedLaw, variant: ComparedLaw, read: CaseFiles = case_files) -> dict[str, Case]:
    """Returns the cases of both laws by their whole text: a case that both have comes once, and twice where it is
    written otherwise; `read` gives the case files of a law."""
    found: dict[str, Case] = {}
    for side in (base, variant):
        for file in read(side.compilation, Diagnostics()):
            maps = repr({name: tree.plain() for name, tree in file.maps.items()})
            for case in file.cases:
                found.setdefault(f"{case.id} {case.node.plain()!r} {maps}", case)
    return found


@dataclass
class CasesCompared:
    """Cases by their whole text, with the results so far: `known` under the base, `compared` under both laws. What the
    base looks at is only noted for those who ask again, under the next edit: a game that is noted is evaluated.
    INVARIANT: a case counts as alike or as differing only when it was asked under both laws."""

    two: Compared
    cases: Mapping[str, Case]
    processes: int
    known: dict[str, JudgedCase] = field(default_factory=dict)
    compared: dict[str, bool | CaseDiffers] = field(default_factory=dict)
    noting: bool = True

    def open(self, first: str = "") -> list[str]:
        """Returns the cases that are not compared yet: the `first` of this name, then those that are nearest to what
        differs. These are such as looked at it under the base, or at a rule that it has a link to, then such as name it
        or show the same source, such as name what it bears on, and last such as are known not to have looked."""
        differences = self.two.structure.that_count
        bears_on = {named for d in differences for named in d.bears_on}
        words = {name for d in differences for name in d.names}
        cites = {cite for d in differences for cite in d.sources}
        keys = self.two.structure.keys | {f"rule:{name}" for sort, name in bears_on if sort == "rule"}

        def how_far(name: str) -> int:
            known, case = self.known.get(name), self.cases[name]
            if case.id == first:
                return 0
            if known is not None and not keys.isdisjoint(known.looked):
                return 1
            if any(word in name for word in words) or not cites.isdisjoint(case.shows):
                return 2
            return 3 if any(word in name for _, word in bears_on) else 4 if known is None else 5

        return sorted((name for name in self.cases if name not in self.compared), key=how_far)

    def ask(
        self, until: int | None = None, most: int | None = None, each: Callable[[], None] = lambda: None,
        *, of_base: bool = False, first: str = "",
    ) -> None:  # fmt: skip
        """Asks what is not compared yet until the time is over, or so many cases at the most; `of_base` only what
        they say under the base."""
        wanted = [name for name in self.cases if name not in self.known] if of_base else self.open(first)
        tasks = [partial(self._ask, part, of_base) for part in in_parts(wanted[:most], CASES_OF_A_TASK)]
        with shared_out(tasks, self.processes, until) as results:
            for found in results:
                for name, base, how in found:
                    self.known[name] = base
                    if how is not None:
                        self.compared[name] = how
                each()

    def _ask(self, names: Sequence[str], of_base: bool) -> list[tuple[str, JudgedCase, bool | CaseDiffers | None]]:
        found = []
        for name in names:
            base = self.known.get(name) or ask(self.cases[name], self.two.base, noting=self.noting)
            found.append((name, base, None if of_base else both(self.cases[name], self.two, base)))
        return found

    def verdicts(self) -> Verdicts:
        """Returns all that is known so far."""
        found = [self.compared[name] for name in self.cases if name in self.compared]
        differing = [one for one in found if isinstance(one, CaseDiffers)]
        other_reason = sum(one for one in found if not isinstance(one, CaseDiffers))
        return Verdicts(len(found) - len(differing), other_reason, causes(differing), len(self.cases) - len(found))


@dataclass(frozen=True)
class JudgedCase:
    """The result of a case under a law: its verdict, the rules that refuse, the keys of what it read."""

    verdict: object
    refusing: frozenset[str]
    looked: frozenset[str]


def ask(case: Case, side: ComparedLaw, *, noting: bool = True) -> JudgedCase:
    seen = ReadSet()
    outcome = run_case(case, side.compilation, side.chosen, tracing=False, seen=seen if noting else None, by_any=True)
    return JudgedCase(verdict_key(outcome), refusing(outcome), frozenset(tried(seen) | cells_read(seen, outcome)))


def both(case: Case, two: Compared, base: JudgedCase) -> bool | CaseDiffers:
    """Returns how the verdicts of a case differ; where they do not, True if it is refused by other rules."""
    then = run_case(case, two.variant.compilation, two.variant.chosen, tracing=False, by_any=True)
    if base.verdict != verdict_key(then):
        return _differing(case, two)
    if then.answer is None:
        return False
    law, structure = then.answer.law, two.structure
    ours, theirs = ({_in_place(rule, structure, law) for rule in rules} for rules in (base.refusing, refusing(then)))
    return ours != theirs


def _in_place(rule: str, structure: Structure, law: Law) -> str:
    """Returns the name under the variant of a rule, or of the rule that replaces it."""
    rule = structure.renamed.get(rule, rule)
    there = law.standing(rule) if rule not in law.rules else None
    if there is not None:
        return there.id
    taken = [name for name in Bearing(law.graph).in_place_of(rule) if name in law.rules]
    return taken[-1] if taken else rule


def _differing(case: Case, two: Compared) -> CaseDiffers:
    """Returns a case whose verdicts differ, with the reasons for both: for these it is run once more."""
    laws, structure = {"base": two.base, "variant": two.variant}, two.structure
    read = [ReadSet() for _ in laws]
    outcomes = [
        run_case(case, side.compilation, side.chosen, seen=seen, by_any=True)
        for side, seen in zip(laws.values(), read, strict=True)
    ]
    verdicts = [
        CaseVerdict("; ".join(d.message for d in outcome.diagnostics), (), False, False)
        if outcome.diagnostics.has_errors else CaseVerdict(outcome.got, reasons(outcome), outcome.passed)
        for outcome in outcomes
    ]  # fmt: skip
    asking = case.node.get("ask")
    question = asking.text if isinstance(asking, Scalar) else ""
    answers = [outcome.answer for outcome in outcomes if outcome.answer is not None]
    instead = [verdict.short[verdict.short.find(ASKS) :] for verdict in verdicts if ASKS in verdict.short]
    by_name = zip(laws, verdicts, strict=True)
    knowing = [name for name, verdict in by_name if verdict.understood or ASKS in verdict.short] or [*laws]
    sides = [laws[name] for name in knowing]
    at = before_question(case, sides[0], answers)
    if len(knowing) == 1:
        cause: tuple[str, ...] = (f"{OF_ONE}the {knowing[0]} only: {verdicts[knowing[0] == 'base'].short}",)
    elif not (cause := _cause(read, outcomes, structure)):
        # without a rule that was read, it is the step that was asked instead, or the units with other figures there
        printed = () if at is None else at.printed.values()
        units = sorted({f"unit:{type_}" for type_ in printed} & structure.keys)
        cause = (f"step:{instead[0].partition(';')[0]}",) if instead else tuple(units)
    answered = [(side, outcome.answer) for side, outcome in zip(laws.values(), outcomes, strict=True) if outcome.answer]
    stood = standing(at, question, case) if at is not None else ()
    return CaseDiffers(
        case.id, str(case.span), question, outcomes[0].expected or outcomes[1].expected, verdicts[0], verdicts[1],
        cause, (*chosen_there(case.configuration(), *sides), *stood),
        next(filter(None, map(asked_in_words, answers)), ""),
        is_advice=bool(answered) and all(
            not side.compilation.graph.advice.isdisjoint(asked(given.question.value)) for side, given in answered
        ),
    )  # fmt: skip


def reasons(found: CaseOutcome | Answer) -> tuple[str, ...]:
    if (given := answer_of(found)) is not None:
        return tuple(explain(given, "talk", []).rstrip().split("\n"))
    assert isinstance(found, CaseOutcome)
    if found.case.node.get("play") is None:
        return (found.got,)
    return (f"the play stops on the way{', ' if found.got.startswith('refused') else ': '}{found.got}",)


def _cause(read: Sequence[ReadSet], outcomes: Sequence[CaseOutcome], structure: Structure) -> tuple[str, ...]:
    """Returns the differences that one of the answers read: those that had a say, or else those that were tried."""
    for rules_of in (had_a_say, tried):
        found = {key for one, outcome in zip(read, outcomes, strict=True)
                 for key in rules_of(one) | cells_read(one, outcome)} & structure.keys  # fmt: skip
        if found:
            return tuple(sorted({structure.in_place.get(key, key) for key in found}))
    return ()


def had_a_say(read: ReadSet) -> set[str]:
    """Returns the keys of the rules that applied, or were kept from it by others, and of those that did so."""
    rules = read.applied | {rule for rule, _ in read.limited} | {by for _, by in read.limited} | read.won
    return {f"rule:{rule}" for rule in rules}


def tried(read: ReadSet) -> set[str]:
    return {f"rule:{rule}" for rule in read.reached}


def cells_read(read: ReadSet, outcome: CaseOutcome) -> set[str]:
    tables = {} if outcome.answer is None else outcome.answer.law.graph.tables
    return {cell_key(tables[table], place) for table, place in read.cells if table in tables}


def asks_of_a_rule(asked: str) -> bool:
    """Returns True for a question if a rule applies, which players do not ask: where the rule comes or goes, the
    answers differ by that alone."""
    return "applies" in asked.split()


def causes(differing: Iterable[CaseDiffers]) -> tuple[DifferingCases, ...]:
    """Groups cases by their cause, the largest group first, last those that one law alone is asked. In each group
    questions about advice come last, before them whether a rule applies; of equals the shortest to read comes first."""

    def order(case: CaseDiffers) -> tuple[bool, bool, int]:
        to_read = case.asked, *case.shown, *case.base.reasons, *case.variant.reasons
        return case.is_advice, asks_of_a_rule(case.asked), sum(map(len, to_read))

    groups = grouped((case.cause, case) for case in sorted(differing, key=order))
    most_first = sorted(groups.items(), key=lambda group: (group[1][0].of_one, -len(group[1])))
    return tuple(DifferingCases(keys, cause_in_words(keys), cases) for keys, cases in most_first)


def cause_in_words(keys: tuple[str, ...]) -> str:
    if not keys:
        return "no difference in a rule was looked at: an attribute, an effect or the sequence of play"
    written = {"step": "{}", OF_ONE.rstrip(":"): "asked of {}"}
    parts = (key.partition(":") for key in keys)
    return ", ".join(written.get(sort, "`{}`").format(name) for sort, _, name in parts)


# ---- the content of an answer


def refusing(found: CaseOutcome | Answer) -> frozenset[str]:
    """Returns the rules that refuse; `""` stands for a refusal by no rule."""
    given = answer_of(found)
    refusals = given.permission.refusals if given is not None and given.permission is not None else ()
    return frozenset(refusal.rule.id if refusal.rule else "" for refusal in refusals)


def answer_of(found: CaseOutcome | Answer) -> Answer | None:
    return found.answer if isinstance(found, CaseOutcome) else found


def verdict_key(found: CaseOutcome | Answer) -> object:
    """Returns the content of a verdict without its reasons. A refusal at a step is one, whichever rule it is by."""
    given = found
    if isinstance(found, CaseOutcome):
        if found.diagnostics.has_errors:
            return "not understood", tuple(d.message for d in found.diagnostics)
        if found.answer is None:
            return "no answer", found.expected if found.refused else found.got
        given = found.answer
    assert isinstance(given, Answer)
    if given.stop is not None:
        return "stop", given.stop.message
    return "refused" if given.permission is not None and not given.permission.allowed else given.in_short
