"""Knock-out: takes each rule away in turn, and one of the cases should fail.

A ruling takes with it the rules it brings and those it confirms, and one of its own cases must fail; what it supersedes
comes back. Where it says that there is no rule, each rule `against` it is put in force by itself, with nothing else
taken away: otherwise a case could fail for want of the rest, whatever the contrary rule says. Only what the module
itself says is tried: a base is tried with the base's own cases, unless it is abstract and has none. What is played, not
asked, has to happen in a case that is played.

What a variant changes is taken back in the same way, one by one (changes.py).

A case that never looks at a rule cannot miss it, and is not run without it. Of the others those come first in which the
rule had a say, and of these the ones with the fewest rules at work: they are quick, and about little else. Nearly
always the first of them fails.

The same is asked of the claims of the sources: of the cases that show a claim, one must fail without each rule that
cites it. Where no rule does, there is nothing to switch off: one of its cases must play what it says, or read the
figure that it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import replace as replaced

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.claim_list import Claim, entry_of, read_claims
from hexlaw.compiler.desk.cases.changes import Change, changes
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case, CaseFile
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.dependence import played
from hexlaw.runtime.law.graph import Graph, Leaves, Rounds, Ruling
from hexlaw.runtime.law.law import Configuration


class Looks:
    """The cases that pass, and at what each of them looks."""

    def __init__(self, cases: Iterable[Case], compilation: Compilation, chosen: Configuration) -> None:
        self.passing: list[Case] = []
        self.at_work: dict[str, set[str]] = {}  # by case: the rules that had a say in it
        self._looking: dict[str, list[Case]] = defaultdict(list)  # by `rule:name` or `action:name`
        for case in cases:
            seen = ReadSet()
            if run_case(case, compilation, chosen, tracing=False, seen=seen).passed:
                self.passing.append(case)
                self.at_work[case.id] = seen.applied | {limiter for _, limiter in seen.limited}
                asked = (name.partition(":")[2] for name in seen.asked if name.startswith("pick:"))
                rules = seen.reached | self.at_work[case.id]
                for name in (*(f"rule:{rule}" for rule in rules), *{f"action:{a.rpartition('.')[0]}" for a in asked}):
                    self._looking[name].append(case)

    def of_rule(self, rule: str) -> list[Case]:
        """Returns the cases that look at a rule, the likeliest to miss it first."""
        at_work = self.at_work
        return sorted(
            self._looking[f"rule:{rule}"], key=lambda case: (rule not in at_work[case.id], len(at_work[case.id]))
        )

    def of_action(self, action: str) -> list[Case]:
        return self._looking[f"action:{action}"]


def knock_out(compilation: Compilation, files: list[CaseFile], chosen: Configuration) -> Iterator[str]:
    """Yields a line for every rule, ruling or change that no case misses."""
    looks = Looks((case for file in files for case in file.cases), compilation, chosen)
    cases = looks.passing
    happening = {rule for case in cases if case.node.get("play") is not None for rule in looks.at_work[case.id]}
    graph = compilation.graph
    tried = {layer.name for layer in compilation.chain.shown_here}
    only_played = played(graph)
    for rule in graph.rules.values():
        if rule.origin.module not in tried or not rule.can_be_missed:
            continue
        if rule.id in only_played and rule.id not in happening:
            yield f"{rule.origin.where}: the rule {rule.id} never happens in a case that is played"
            continue
        if rule.origin.where in {variation.origin.where for variation in graph.variations}:
            continue  # what forbids an action that is dropped is taken back with the drop
        if not _fails_without(compilation, [rule.id], looks.of_rule(rule.id), chosen):
            yield f"{rule.origin.where}: no case misses the rule {rule.id}"
    yield from ruling_gaps(compilation, cases, chosen)
    for change, missed in changes_missed(compilation, cases, chosen):
        if not missed:
            yield f"{change.where}: no case misses {change.what}"


def changes_missed(compilation: Compilation, cases: list[Case], chosen: Configuration) -> Iterator[tuple[Change, bool]]:
    """Yields each change that a module makes below, with True if one of the cases, which pass, fails without it."""
    for change in changes(compilation):
        yield change, _fails(change.without, cases, chosen)


def ruling_gaps(compilation: Compilation, cases: Iterable[Case], chosen: Configuration) -> Iterator[str]:
    """Yields a line for every ruling, and every rule against one, that none of its cases shows; `cases` pass."""
    by_id = {case.id: case for case in cases}
    graph = compilation.graph
    tried = {layer.name for layer in compilation.chain.shown_here}
    against = grouped((rule.against, rule) for rule in graph.rules.values())
    for ruling in graph.rulings.values():
        if ruling.origin.module not in tried:
            continue
        own = [by_id[i] for i in ruling.shown if i in by_id]
        contrary = against.get(ruling.id, ())
        without = _without_ruling(compilation, ruling)
        missed = _fails(without, own, chosen) if without is not None else bool(contrary)
        if not missed:
            yield f"{ruling.origin.where}: none of its cases misses the ruling {ruling.id}"
        for rule in contrary:
            if not _fails_without(compilation, [rule.id], own, chosen):
                yield f"{rule.origin.where}: none of the cases of {ruling.id} fails under the contrary rule {rule.id}"


@dataclass(frozen=True)
class WeakClaim:
    """A claim that its own cases show badly: rules that cite it go unmissed, or none does and no case plays it."""

    claim: Claim
    passes: tuple[str, ...]  # how they pass all the same: `without the rule heavy.lit`; empty where no rule cites it

    def __str__(self) -> str:
        passes = f"its own cases pass {', '.join(self.passes)}"
        why = passes if self.passes else "no rule cites it, and none of its own cases plays it"
        return f"{self.claim.span}: {self.claim.id}: {why}"


def weak_claims(tested: Sequence[tuple[Compilation, list[Case]]], chosen: Configuration) -> Iterator[WeakClaim]:
    """Yields each claim of the modules themselves that its own cases show badly.

    Every law comes with cases that pass. A claim without cases is left out; where the cases of several modules show it,
    those of one have to miss a rule. Where no rule cites a part of an entry by itself, it is enough that one of the
    rules behind the whole entry is missed.
    """
    laws = [
        (law, grouped((id_, case) for case in cases for id_ in case.shows), _rules_by_claim(law.graph))
        for law, cases in tested
    ]
    listed = [layer.claims for law, _ in tested for layer in law.chain.own if layer.claims is not None]
    for claim in {claim.id: claim for source in listed for claim in read_claims(source, Diagnostics())}.values():
        own = [(law, shown[claim.id], rules) for law, shown, rules in laws if claim.id in shown]
        of_its_own = any(claim.id in rules for _, _, rules in own)
        missed: dict[str, bool] = {}
        together = False
        for law, cases, rules in own:
            behind = rules.get(claim.id if of_its_own else entry_of(claim.id), {})
            for rule, how in behind.items():
                missed[how] = missed.get(how, False) or _fails_without(law, [rule], cases, chosen)
            gone = [rule for rule in behind if law.graph.rules[rule].against is None]
            together = together or any(missed.values()) or _fails_without(law, gone, cases, chosen)
        played = (case.node.get(part) for _, cases, _ in own for case in cases for part in ("play", "configure"))
        held = together or claim.needs == "figure" or any(part is not None for part in played)
        if own and not (all(missed.values()) if of_its_own else held):
            unmissed = [how for how, is_missed in missed.items() if of_its_own and not is_missed]
            yield WeakClaim(claim, (*unmissed, *["and without all of them"] * (len(unmissed) > 1 and not together)))


def _rules_by_claim(graph: Graph) -> dict[str, dict[str, str]]:
    """Returns by claim the rules that cite it, and those that its ruling brings, confirms or refutes; each with how the
    law is without it, in words."""
    rulings = grouped(
        (rule, ruling.id) for ruling in graph.rulings.values() for rule in ruling.confirms + ruling.amends
    )
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for rule in graph.rules.values():
        if not isinstance(rule.conclusion, Leaves) and not rule.origin.is_advice:
            how = "without the rule" if rule.against is None else "under the contrary rule"
            for claim in (*map(str, rule.cites), rule.by_ruling, rule.against, *rulings.get(rule.id, ())):
                if claim is not None:
                    found[claim][rule.id] = f"{how} {rule.id}"
    return found


def _without_rules(compilation: Compilation, gone: Collection[str]) -> Compilation:
    """Returns the law without some rules. Without a rule that keeps fractions, these are dropped; a rule against a
    ruling is put in force."""
    rules = dict(compilation.graph.rules)
    for name in gone:
        rule = rules.pop(name)
        if rule.against is not None:
            rules[name] = replace(rule, against=None)
        elif isinstance(rule.conclusion, Rounds) and rule.conclusion.how == "keep":
            rules[name] = replace(rule, conclusion=replace(rule.conclusion, how="down", each_step=True))
    return replace(compilation, graph=replace(compilation.graph, rules=rules))


def _without_ruling(compilation: Compilation, ruling: Ruling) -> Compilation | None:
    """Returns the law without the rules that a ruling brings, confirms and supersedes; None if there are none."""
    graph = compilation.graph
    gone = [name for name, rule in graph.rules.items() if rule.by_ruling == ruling.id or name in ruling.confirms]
    if not gone and not ruling.supersedes:
        return None
    rulings = {name: other for name, other in graph.rulings.items() if other is not ruling}
    return _without_rules(replace(compilation, graph=replace(graph, rulings=rulings)), gone)


def _fails_without(
    compilation: Compilation, gone: Collection[str], cases: Iterable[Case], chosen: Configuration
) -> bool:
    """Returns whether a case fails without some rules: switched off in the same law, unless something replaces them."""
    rules = [compilation.graph.rules[name] for name in gone]
    if any(rule.against is not None or isinstance(rule.conclusion, Rounds) for rule in rules):
        return _fails(_without_rules(compilation, gone), cases, chosen)
    return _fails(compilation, cases, replaced(chosen, without=frozenset(gone)))


def _fails(compilation: Compilation, cases: Iterable[Case], chosen: Configuration) -> bool:
    return any(not run_case(case, compilation, chosen, tracing=False).passed for case in cases)
