"""Looks at pairs of rules and says what must be wrong with them.

Three answers about two rules that disagree and are not ordered: disjoint (proved), conflict (shown in a position, or
proved where one cannot apply without the other), undecided (neither; listed on request, watched when a question is
asked). Two more are proofs: a rule that can never apply, and a limiter that never meets what it limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import comb
from typing import Any

from hexlaw.compiler.analysis.findings_cache import FindingsCache
from hexlaw.compiler.analysis.formula import Formula, TooMany, conj, disj, negation
from hexlaw.compiler.analysis.graph_checks import decides
from hexlaw.compiler.analysis.law_digest import law_digest_of
from hexlaw.compiler.analysis.rule_formulas import Conditions, conditions_of
from hexlaw.compiler.base.cache import CachedFindings, digest, once_clean
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.processes import look_whether_over
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import asked

TRIES = 40  # positions that are made up for a pair
OF_A_PAIR, OF_A_RULE_TRIED = 2, 5
"""How much looking at a pair takes, and trying a rule in a made-up position, counted in parts of formulas."""
Counts = list[Any]
"""A tally as plain data."""


@dataclass
class ClashTally:
    """How the pairs came out, by name of the outcome."""

    agree: int = 0
    ordered: int = 0
    disjoint: int = 0
    conflict: int = 0
    undecided: list[tuple[str, str]] = field(default_factory=list)
    not_tried: int = 0
    """Pairs that are undecided because there are too many of them to look at."""
    facts: dict[str, list[str]] = field(default_factory=dict)
    """By whether they always have an answer, the facts (`unanswered.py`)."""

    def counts(self) -> Counts:
        return [self.agree, self.ordered, self.disjoint, self.conflict, [*map(list, self.undecided)], self.not_tried]

    def add(self, counts: Counts) -> None:
        agree, ordered, disjoint, conflict, undecided, not_tried = counts
        self.agree, self.ordered, self.disjoint = self.agree + agree, self.ordered + ordered, self.disjoint + disjoint
        self.conflict, self.not_tried = self.conflict + conflict, self.not_tried + not_tried
        self.undecided += [(one, other) for one, other in undecided]


MAX_RIVALS = 200  # more rules than this about one thing are not gone through beforehand


def without_ruling(graph: g.Graph, ruling: g.Ruling) -> g.Graph:
    """The law without a ruling: without the rules it brings and confirms, and with those that it speaks against."""
    rules = {
        name: replace(rule, against=None) if rule.against == ruling.id else rule
        for name, rule in graph.rules.items()
        if rule.by_ruling != ruling.id and name not in ruling.confirms
    }
    rulings = {name: other for name, other in graph.rulings.items() if other is not ruling}
    return replace(graph, rules=rules, rulings=rulings)


def find_clashes(graph: g.Graph, names: Names, diagnostics: Diagnostics) -> ClashTally:
    """Reports rules that contradict each other, never apply or never meet; returns how the pairs came out."""
    conditions = conditions_of(graph)
    with CachedFindings("clashes", graph.name) as findings:
        known = FindingsCache(findings, law_digest_of(graph), conditions)
        return _Finder(graph, names, diagnostics, conditions).run(known)


class _Finder:
    def __init__(self, graph: g.Graph, names: Names, diagnostics: Diagnostics, conditions: Conditions) -> None:
        self.graph = graph
        self.names = names
        self.diagnostics = diagnostics
        self.contents = law_digest_of(graph)
        self.without = ""  # the ruling that was taken out of the law that `contents` tells
        self.conditions = conditions
        self.tally = ClashTally()
        self.rivals = grouped((decides(rule), rule) for rule in graph.rules.values())

    def run(self, known: FindingsCache) -> ClashTally:
        for rule in self.graph.rules.values():
            if rule.id not in self.conditions.gone and rule.against is None:
                look = partial(self._looked_at, partial(self._can_apply, rule))
                nodes = (f"rule:{rule.id}", *(f"rule:{link.target}" for link in rule.links))
                known.once("applies", nodes, look, self.diagnostics)
        for question, rules in self._competing():
            if len(rules) > 1:
                look = partial(self._looked_at, partial(self._pairs, rules, question, frozenset()))
                what = digest("pairs", *(rule.id for rule in rules))
                self.tally.add(known.once(what, (":".join(question),), look, self.diagnostics))
        for ruling in dict.fromkeys(r.against for r in self.graph.rules.values() if r.against is not None):
            look = partial(self._looked_at, partial(self._contrary, ruling))
            known.once(f"contrary to {ruling}", sorted(self._spoken_against(ruling)), look, self.diagnostics)
        return self.tally

    def _looked_at(self, look: Callable[[], None], found: Diagnostics) -> Counts:
        """How pairs came out while something was looked at; what is wrong is reported to `found`."""
        look_whether_over()
        outer, self.diagnostics, self.tally = (self.diagnostics, self.tally), found, ClashTally()
        look()
        tally, (self.diagnostics, self.tally) = self.tally, outer
        return tally.counts()

    def _spoken_against(self, ruling: str) -> set[str]:
        """The nodes of the rules that a ruling says there are not, and of what they are about."""
        rules = [rule for rule in self.graph.rules.values() if rule.against == ruling]
        about = {f"fact:{r.conclusion.fact}" for r in rules if isinstance(r.conclusion, g.Gives)}
        about |= {f"quantity:{r.conclusion.quantity}" for r in rules if isinstance(r.conclusion, g.Changes)}
        return about | {f"rule:{rule.id}" for rule in rules}

    def _competing(self) -> Iterator[tuple[tuple[str, str], list[g.Rule]]]:
        """The rules that decide one value or work on one step, with the question that asks for it."""
        for fact in self.graph.facts.values():
            if not fact.collects:
                yield ("fact", fact.name), self._standing(fact.name)
        for quantity in self.graph.quantities.values():
            for step in quantity.steps:
                yield ("quantity", quantity.name), self._standing(f"{quantity.name}.{step}")

    def _standing(self, about: str) -> list[g.Rule]:
        rivals = self.rivals.get(about, ())
        return [rule for rule in rivals if rule.against is None and rule.id not in self.conditions.gone]

    def _contrary(self, ruling: str) -> None:
        """The rules that a ruling says there are not: without the ruling they stand, and must agree with the others."""
        effort = self.conditions.effort
        if effort.left < len(self.graph.rules):
            return
        effort.spend(len(self.graph.rules))
        rules = [rule for rule in self.graph.rules.values() if rule.against == ruling]
        if not self._may_disagree(rules, ruling):
            return
        contrary = frozenset(rule.id for rule in rules)
        without = without_ruling(self.graph, self.graph.rulings[ruling])
        # the numbers of the whole law cut its conditions finely enough
        conditions = Conditions(without, constants=self.conditions.constants)
        other = _Finder(without, self.names, self.diagnostics, conditions)
        other.conditions.effort = effort
        other.conditions.met, other.conditions.unsure = self.conditions.met, self.conditions.unsure
        other.contents, other.without = self.contents, ruling
        for question, rules in other._competing():
            if not contrary.isdisjoint(rule.id for rule in rules):
                other._pairs(rules, question, contrary)

    def _may_disagree(self, contrary: list[g.Rule], ruling: str) -> bool:
        """Whether any of these rules is about what another rule is about, and says something else."""
        for one in contrary:
            rivals = self.rivals[about] if (about := decides(one)) else ()
            unlike = (r is not one and r.against in (None, ruling) and not _agree(one, r) for r in rivals)
            if len(rivals) > MAX_RIVALS or any(unlike):
                return True
        return False

    # -- single rules

    def _can_apply(self, rule: g.Rule) -> None:
        holds, excludes_itself = self.conditions.holds, self.conditions.excludes_itself
        if excludes_itself(holds(rule)):
            self._report("HX291", rule, f"the rule `{rule.id}` can never apply: its conditions exclude each other")
            return
        for link in rule.links:
            if link.how not in ("limits", "lifts") or link.step or link.wild:
                continue
            targets = self.conditions.bearing.on(link)
            met = disj(*(holds(found) for name in targets if (found := self.graph.rules.get(name))))
            if not excludes_itself(met) and excludes_itself(conj(holds(rule), met)):
                message = f"`{rule.id}` {link.how} `{link.target}`, but the two never hold together"
                self._report("HX292", rule, message, "one of their conditions says the contrary of the other's")

    # -- pairs

    def _pairs(self, rules: list[g.Rule], question: tuple[str, str], of: frozenset[str]) -> None:
        """Looks at all pairs of rules, or where `of` names some, at the pairs that these are in."""
        effort = self.conditions.effort
        for done, (one, other) in enumerate(combinations(rules, 2)):
            if effort.left < OF_A_PAIR:
                self.tally.not_tried += comb(len(rules), 2) - done
                return
            effort.spend(OF_A_PAIR)
            if of and not of & {one.id, other.id}:
                continue
            if _agree(one, other):
                self.tally.agree += 1
            elif other.id in self.conditions.over.get(one.id, ()) or one.id in self.conditions.over.get(other.id, ()):
                self.tally.ordered += 1
            else:
                self._unordered(one, other, rules, question)

    def _unordered(self, one: g.Rule, other: g.Rule, rules: list[g.Rule], question: tuple[str, str]) -> None:
        above = [r for r in rules if {one.id, other.id} & self.conditions.over.get(r.id, frozenset())]
        clash = conj(
            self.conditions.applies(one), self.conditions.applies(other),
            *(negation(self.conditions.applies(r)) for r in above),
        )  # fmt: skip
        try:
            self.conditions.effort.spend(len(rules))
            model = self.conditions.possible(clash)
        except TooMany:
            self.tally.undecided.append((one.id, other.id))
            return
        if model is None:
            self.tally.disjoint += 1
            return
        self.conditions.effort.left -= OF_A_RULE_TRIED * TRIES * len(rules)
        key = self._read_by_trying(one, other, question, model)
        shown = once_clean("clash", key, lambda d: self._show(one, other, question, model, d), self.diagnostics)
        if shown or self._everywhere(one, other, clash, question) or self._everywhere(other, one, clash, question):
            self.tally.conflict += 1
        else:
            self.tally.undecided.append((one.id, other.id))

    def _everywhere(self, narrow: g.Rule, wide: g.Rule, clash: Formula, question: tuple[str, str]) -> bool:
        """Reports that two rules clash wherever the first applies, where that is proved; says whether it is.

        Positions are hard to make up for a number that much adds up to, such as points. That the conditions of one rule
        include those of the other needs none: both then apply, whatever the position.
        """
        if not _surely_differ(narrow, wide):
            return False
        if not self.conditions.excludes_itself(conj(self.conditions.applies(narrow), negation(clash))):
            return False
        why = f"wherever `{narrow.id}` applies, `{wide.id}` does too, and says something else"
        help_ = f"if `{narrow.id}` is to prevail, write `over {wide.id}` in it"
        if narrow.origin.module != self.graph.name:
            help_ += f", from outside by `rule {narrow.id} also`"
        for gone in (self.graph.rules.get(x.target) for x in narrow.links if x.how == "replaces"):
            if gone and any(link.how == "over" and wide.id in self.conditions.bearing.on(link) for link in gone.links):
                help_ += f"; `{gone.id}`, which it replaces, was over that, and links are not taken on"
        labels = ((self.names.rules[wide.id][0].name.span, "the other rule"),)
        message = f"`{narrow.id}` and `{wide.id}` contradict each other about `{question[1]}`: {why}"
        self.diagnostics.report("HX293", self.names.place(f"rule:{narrow.id}"), message, help=help_, labels=labels)
        return True

    def _show(
        self, one: g.Rule, other: g.Rule, question: tuple[str, str], model: dict[str, int], found: Diagnostics
    ) -> bool:
        """Reports a clash where a position shows it; says whether one does."""
        from hexlaw.compiler.analysis.realise import clash_of, realise  # brings all that answers questions along

        asks, wishes = self.conditions.asking(*question), [condition.expr for condition in (*one.when, *other.when)]
        ask = partial(clash_of, {one.id, other.id}, asks)
        example = realise(self.conditions, f"{one.id} {other.id}", asks, (), wishes, model, ask, TRIES)
        if example is None:
            return False
        span = self.names.place(f"rule:{other.id}")
        below = next((rule.id for rule in (one, other) if rule.origin.module != self.graph.name), None)
        outside = f"; `{below}` is given it from outside by `rule {below} also`" if below is not None else ""
        found.report(
            "HX293", span, f"`{one.id}` and `{other.id}` contradict each other about `{question[1]}`: {example.says}",
            help=f"{example.text}; {_mend(one, other)}{outside}",
            labels=((self.names.rules[one.id][0].name.span, "the other rule"),),
        )  # fmt: skip
        return True

    def _read_by_trying(self, one: g.Rule, other: g.Rule, question: tuple[str, str], model: dict[str, int]) -> str:
        """Names all that `realise` reads: who is asked about what, what is wished for, and the law behind it."""
        wished = [(name, value, self.conditions.variables[name]) for name, value in model.items()]
        behind = asked(tuple(variable.expr for _, _, variable in wished if variable.expr is not None))
        nodes = (":".join(question), f"rule:{one.id}", f"rule:{other.id}")
        return digest(*nodes, self.without, repr(wished), self.contents.of((*nodes, *behind)))

    def _report(self, code: str, rule: g.Rule, message: str, help_: str | None = None) -> None:
        self.diagnostics.report(code, self.names.place(f"rule:{rule.id}"), message, help=help_)


def _surely_differ(one: g.Rule, other: g.Rule) -> bool:
    """Whether two rules disagree wherever both apply: they give two fixed values, or changes of two sorts."""
    a, b = one.conclusion, other.conclusion
    if isinstance(a, g.Gives) and isinstance(b, g.Gives):
        return isinstance(a.value, e.Const) and isinstance(b.value, e.Const) and a.value != b.value
    if isinstance(a, g.Changes) and isinstance(b, g.Changes):
        return g.SORT_OF_CHANGE[a.how] != g.SORT_OF_CHANGE[b.how]
    return False


def _mend(one: g.Rule, other: g.Rule) -> str:
    """What to write where two rules contradict each other."""
    a, b = one.conclusion, other.conclusion
    links = "write `over` or `limits` in one of them"
    if isinstance(a, g.Changes) and isinstance(b, g.Changes) and g.SORT_OF_CHANGE[a.how] != g.SORT_OF_CHANGE[b.how]:
        steps = "rules of one step have no order: if both are to count, give one of them a step of its own"
        return f"{steps}, behind `{a.quantity}.{a.step}` or before it; else {links}"
    return links


def _agree(one: g.Rule, other: g.Rule) -> bool:
    """Whether two rules can never disagree: they give the same, or change a number in ways that commute."""
    a, b = one.conclusion, other.conclusion
    if isinstance(a, g.Gives) and isinstance(b, g.Gives):
        return a.value == b.value
    if isinstance(a, g.Changes) and isinstance(b, g.Changes):
        same_sort = g.SORT_OF_CHANGE[a.how] == g.SORT_OF_CHANGE[b.how]
        bounds = {a.how, b.how} == {"at-most", "at-least"}  # the one may lie below the other
        return same_sort and not bounds and (a.how != "makes" or a.amount == b.amount)
    return True
