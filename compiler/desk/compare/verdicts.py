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
from hexlaw.compiler.desk.compare.meaning import cell_key
from hexlaw.compiler.desk.compare.shown import before_question, chosen_there, standing
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import Compared
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case, CaseFile, case_files
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.explain.explain import asked_in_words, explain
from hexlaw.runtime.law.dependence import asked
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.links import Bearing
from hexlaw.runtime.position.position import Position

CaseFiles = Callable[[Compilation, Diagnostics], Sequence[CaseFile]]
OF_ONE = "of-one:"
"""How the cause of a case begins that only one of the laws can be asked: which one, and what the other lacks."""
CASES_OF_A_TASK = 8
"""So few that not much is lost when nobody waits any longer, so many that starting one costs little."""


@dataclass(frozen=True)
class Verdict:
    """What came of a case under one law; `reasons` are lines for people, kept where the two verdicts differ."""

    short: str
    passed: bool
    understood: bool
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class CaseDiffers:
    """A case whose verdict is another under the variant."""

    id: str
    where: str
    asked: str
    expected: str
    base: Verdict
    variant: Verdict
    cause: tuple[str, ...]  # keys of differences, as `rule:cost.usual`; none where no difference was looked at
    shown: tuple[str, ...] = ()  # what stands where, and on what ground
    in_words: str = ""  # what is asked, where the law has words for it
    is_advice: bool = False  # it asks what only programs that play ask for

    @property
    def length(self) -> int:
        """How many characters there are to read."""
        return sum(map(len, (self.asked, *self.shown, *self.base.reasons, *self.variant.reasons)))

    @property
    def of_one(self) -> bool:
        """Whether only one of the laws knows what it asks: then there are no two verdicts."""
        return any(key.startswith(OF_ONE) for key in self.cause)


@dataclass(frozen=True)
class DifferingCases:
    """Cases that differ for one reason."""

    keys: tuple[str, ...]
    told: str
    cases: tuple[CaseDiffers, ...]


@dataclass(frozen=True)
class Verdicts:
    """What came of all cases: those that are alike are only counted."""

    alike: int
    other_reason: int  # alike, but refused by another rule
    causes: tuple[DifferingCases, ...]
    not_asked: int = 0  # cases of which nothing is known yet

    @property
    def of_one(self) -> int:
        """The cases that only one of the laws can be asked."""
        return sum(case.of_one for cause in self.causes for case in cause.cases)

    @property
    def differing(self) -> int:
        return sum(len(cause.cases) for cause in self.causes) - self.of_one

    @property
    def all(self) -> int:
        """The cases that both laws were asked."""
        return self.alike + self.differing


def compare_verdicts(
    two: Compared, processes: int, only: str = "", each: Callable[[], None] = lambda: None, until: int | None = None
) -> Verdicts:
    """Runs every case of both laws under both; `only` names a part of the ids of those that are wanted, and `each` is
    called whenever some verdicts are known. From the moment `until` on, of the monotonic clock, no more are waited
    for."""
    cases = {name: case for name, case in named_cases(two.base, two.variant).items() if only in case.id}
    comparing = CasesCompared(two, cases, processes)
    comparing.ask(until, each=each)
    return comparing.verdicts()


def named_cases(base: ComparedLaw, variant: ComparedLaw, read: CaseFiles = case_files) -> dict[str, Case]:
    """The cases of both laws by all that is written of each: one that both have stands once, and twice where it is
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
    """Cases and, by what is written of each, what is known of them: what came of those that were asked under the base,
    and how the verdicts of those differ that were asked under both. INVARIANT: a case counts as alike or as differing
    only when it was asked under both laws."""

    two: Compared
    cases: Mapping[str, Case]
    processes: int
    known: dict[str, JudgedCase] = field(default_factory=dict)
    compared: dict[str, bool | CaseDiffers] = field(default_factory=dict)

    def is_open(self) -> bool:
        return len(self.compared) < len(self.cases)

    def open(self) -> list[str]:
        """Returns the cases that are not compared yet, those first that are nearest to what differs: such as name
        something that differs or show the same source, then such as looked at it under the base."""
        differences = self.two.structure.that_count
        words = {name for d in differences for name in d.names}
        cites = {cite for d in differences for cite in d.sources}
        keys = self.two.structure.keys

        def how_far(name: str) -> tuple[bool, bool]:
            known = self.known.get(name)
            meant = any(word in name for word in words) or not cites.isdisjoint(self.cases[name].shows)
            return not meant, known is None or keys.isdisjoint(known.looked)

        return sorted((name for name in self.cases if name not in self.compared), key=how_far)

    def ask(
        self, until: int | None = None, most: int | None = None, each: Callable[[], None] = lambda: None,
        *, of_base: bool = False,
    ) -> None:  # fmt: skip
        """Asks what is not compared yet until the time is over, or so many cases at the most; `of_base` only what
        they say under the base."""
        wanted = [name for name in self.cases if name not in self.known] if of_base else self.open()
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
            base = self.known.get(name) or ask(self.cases[name], self.two.base)
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
    """What came of asking a case under a law: its verdict, the rules that refuse, the keys of what it looked at."""

    verdict: object
    refusing: frozenset[str]
    looked: frozenset[str]


def ask(case: Case, side: ComparedLaw) -> JudgedCase:
    seen = ReadSet()
    outcome = run_case(case, side.compilation, side.chosen, tracing=False, seen=seen, by_any=True)
    return JudgedCase(verdict_key(outcome), refusing(outcome), frozenset(_tried(seen) | cells_read(seen, outcome)))


def both(case: Case, two: Compared, base: JudgedCase | None = None) -> bool | CaseDiffers:
    """How the verdicts of a case differ; where they do not, whether it is refused by other rules. `base` is what came
    of it under the base, where that is known."""
    base = base or ask(case, two.base)
    then = run_case(case, two.variant.compilation, two.variant.chosen, tracing=False, by_any=True)
    if base.verdict != verdict_key(then):
        return _differing(case, two)
    if then.answer is None:
        return False
    law, structure = then.answer.law, two.structure
    ours, theirs = ({_in_place(rule, structure, law) for rule in rules} for rules in (base.refusing, refusing(then)))
    return ours != theirs


def _in_place(rule: str, structure: Structure, law: Law) -> str:
    """A rule by the name that it, or what stands in its place, has under the law of the variant; `""` as it is."""
    rule = structure.renamed.get(rule, rule)
    there = law.standing(rule) if rule not in law.rules else None
    if there is not None:
        return there.id
    taken = [name for name in Bearing(law.graph).in_place_of(rule) if name in law.rules]
    return taken[-1] if taken else rule


def _differing(case: Case, two: Compared) -> CaseDiffers:
    """A case whose verdicts differ, with the reasons for both: for these it is run once more."""
    base, variant, structure = two.base, two.variant, two.structure
    seen = ReadSet(), ReadSet()
    outcomes = [
        run_case(case, side.compilation, side.chosen, seen=s, by_any=True)
        for side, s in zip((base, variant), seen, strict=True)
    ]
    asking = case.node.get("ask")
    told = _verdict(outcomes[0]), _verdict(outcomes[1])
    question = asking.text if isinstance(asking, Scalar) else ""
    expected = outcomes[0].expected or outcomes[1].expected
    answers = [outcome.answer for outcome in outcomes if outcome.answer is not None]
    by_law = zip((("base", base), ("variant", variant)), told, strict=True)
    knowing = dict(law for law, verdict in by_law if verdict.understood or ASKS in verdict.short)
    sides = tuple(knowing.values()) or (base, variant)
    at = before_question(case, sides[0], answers)
    if len(sides) == 1:
        (which,) = knowing
        cause: tuple[str, ...] = (f"{OF_ONE}the {which} only: {told[which == 'base'].short}",)
    else:
        cause = _cause(seen, outcomes, structure) or _from_step(told) or _units_there(at, structure)
    stood = standing(at, question, case) if at is not None else ()
    stands = (*chosen_there(case.configuration(), *sides), *stood)
    words = next(filter(None, map(asked_in_words, answers)), "")
    asks = case.id, str(case.span), question, expected
    is_advice = _asks_for_advice(two, outcomes)
    return CaseDiffers(*asks, told[0], told[1], cause, stands, words, is_advice)


def _asks_for_advice(two: Compared, outcomes: Sequence[CaseOutcome]) -> bool:
    """Whether a question is about advice under each law that answers it."""
    pairs = zip((two.base, two.variant), outcomes, strict=True)
    asks = [(side, asked(outcome.answer.question.value)) for side, outcome in pairs if outcome.answer is not None]
    return bool(asks) and not any(side.compilation.graph.advice.isdisjoint(names) for side, names in asks)


def _verdict(outcome: CaseOutcome) -> Verdict:
    if outcome.diagnostics.has_errors:
        return Verdict("; ".join(d.message for d in outcome.diagnostics), False, False)
    return Verdict(outcome.got, outcome.passed, True, tuple(reasons(outcome)))


def reasons(outcome: CaseOutcome) -> Iterable[str]:
    """The lines that tell an answer with its reasons."""
    given = outcome.answer
    if given is None and outcome.case.node.get("play") is not None:
        return (f"the play stops on the way{', ' if outcome.got.startswith('refused') else ': '}{outcome.got}",)
    return (outcome.got,) if given is None else explain(given, "talk", []).rstrip().split("\n")


def _cause(seen: tuple[ReadSet, ReadSet], outcomes: Sequence[CaseOutcome], structure: Structure) -> tuple[str, ...]:
    """The differences that one of the answers looked at: what had a say, or else what was tried."""
    for noted in (had_a_say, _tried):
        found: set[str] = set()
        for one, outcome in zip(seen, outcomes, strict=True):
            found |= noted(one) | cells_read(one, outcome)
        if found & structure.keys:
            return tuple(sorted({structure.in_place.get(key, key) for key in found & structure.keys}))
    return ()


def had_a_say(seen: ReadSet) -> set[str]:
    """The keys of the rules that applied, or were kept from it by others, and of those that did so."""
    rules = seen.applied | {rule for rule, _ in seen.limited} | {by for _, by in seen.limited} | seen.won
    return {f"rule:{rule}" for rule in rules}


def _tried(seen: ReadSet) -> set[str]:
    return {f"rule:{rule}" for rule in seen.reached}


def _units_there(at: Position | None, structure: Structure) -> tuple[str, ...]:
    """The units with other figures that stand there: what reads a figure is not kept, so they are named only where no
    difference in a rule was looked at."""
    printed = () if at is None else at.printed.values()
    return tuple(sorted({f"unit:{type_}" for type_ in printed} & structure.keys))


ASKS = "the game asks "


def _from_step(told: Sequence[Verdict]) -> tuple[str, ...]:
    """The cause of a case that cannot be played as it is written: what is asked instead."""
    asked = [verdict.short[at:] for verdict in told if (at := verdict.short.find(ASKS)) >= 0]
    return (f"step:{asked[0].partition(';')[0]}",) if asked else ()


def asks_of_a_rule(asked: str) -> bool:
    """Whether it is asked if a rule applies, which nobody at the table asks: where the rule comes or goes, the answers
    differ by that alone."""
    return "applies" in asked.split()


def causes(differing: Iterable[CaseDiffers]) -> tuple[DifferingCases, ...]:
    """The same by what made them differ, the most first, last what one law alone is asked. In each group what asks for
    advice comes last, before it what asks whether a rule applies; of equals the shortest comes first."""
    in_order = sorted(differing, key=lambda case: (case.is_advice, asks_of_a_rule(case.asked), case.length))
    groups = grouped((case.cause, case) for case in in_order)
    most_first = sorted(groups.items(), key=lambda group: (group[1][0].of_one, -len(group[1])))
    return tuple(DifferingCases(keys, told_cause(keys), cases) for keys, cases in most_first)


def told_cause(keys: tuple[str, ...]) -> str:
    """A cause in a few words."""
    if not keys:
        return "no difference in a rule was looked at: an attribute, an effect or the sequence of play"
    words = []
    for key in keys:
        sort, _, name = key.partition(":")
        words.append(
            name if sort == "step"
            else f"asked of {name}" if f"{sort}:" == OF_ONE
            else f"`{name}`"
        )  # fmt: skip
    return ", ".join(words)


# ---- what an answer says


def cells_read(seen: ReadSet, outcome: CaseOutcome) -> set[str]:
    """The cells that were read, as differences call them."""
    tables = {} if outcome.answer is None else outcome.answer.law.graph.tables
    return {cell_key(tables[table], place) for table, place in seen.cells if table in tables}


def refusing(found: CaseOutcome | Answer) -> frozenset[str]:
    """The rules that refuse; `""` stands for what no rule refuses by itself."""
    given = answer_of(found)
    refusals = given.permission.refusals if given is not None and given.permission is not None else ()
    return frozenset(refusal.rule.id if refusal.rule else "" for refusal in refusals)


def answer_of(found: CaseOutcome | Answer) -> Answer | None:
    """The answer that came of a case, or was given to a question."""
    return found.answer if isinstance(found, CaseOutcome) else found


def verdict_key(found: CaseOutcome | Answer) -> object:
    """What a verdict says, without its reasons. Who is refused at a step is refused, whichever rule it is by."""
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
