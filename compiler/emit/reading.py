"""What the emitter knows before it writes: what answers cost, which are remembered, and what they rest on.

All of it is read off the law in force; nothing is evaluated. Where in doubt an answer costs more, is not fixed by the
map and rests on more: a wrong guess may cost time, never an answer. Types and stops are in `typed.py` and `risks.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from hexlaw.compiler.emit.risks import Risks
from hexlaw.compiler.emit.typed import asks_for_one, children
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.emitted.state import ACTING, PLACES, of_memory, of_span, of_tally
from hexlaw.runtime.law import Law

DEAR = 30  # an answer that costs more is worth remembering
DEAR_BY_CONTACT = 400  # contacts are slow to look up
COST_OF_BUILTIN = {
    "distance": 6, "neighbours": 20, "sides-of": 25, "sides-along": 150, "hexes-along": 150, "sides-on-paths": 200,
    "hexes-on-paths": 200, "comes-before": 10, "touches": 30,
}  # fmt: skip
ALL = "*"  # what an answer rests on that may rest on whatever there is
TURNS = 6  # what a loop is taken to turn


class Reading(Risks):
    def __init__(self, law: Law) -> None:
        super().__init__(law)
        self._costs: dict[tuple[str, str], int] = {}
        self._fixed: dict[tuple[str, str], bool] = {}
        self._rests_on: dict[tuple[str, str], frozenset[str]] = {}

    # -- costs

    def cost(self, node: object) -> int:
        """Roughly how many small steps of Python an expression takes."""
        if isinstance(node, e.Fact | e.Quantity):
            sort = "fact" if isinstance(node, e.Fact) else "quantity"
            own = 4 if self.remembered(sort, node.name) else 4 + self.cost_of(sort, node.name)
            return own + sum(map(self.cost, node.args))
        if isinstance(node, e.Binder):
            turns = 2 if isinstance(node.domain, e.MakeSet) else TURNS
            return self.cost(node.domain) + 8 + turns * (1 + self.cost(node.where))
        if isinstance(node, e.Quantified) and asks_for_one(node):
            return 4 + self.cost(node.binder.domain) + self.cost(node.binder.where)  # which is looked up
        if isinstance(node, e.Quantified):
            return self.cost(node.binder) + TURNS * self.cost(node.holds)
        if isinstance(node, e.Fold):
            return self.cost(node.binder) + TURNS * (3 + self.cost(node.item))
        if isinstance(node, e.Whichever):
            return self.cost(node.domain) + 10 + TURNS * (3 + self.cost(node.measure))
        if isinstance(node, e.Builtin):
            return COST_OF_BUILTIN.get(node.name, 3) + sum(map(self.cost, node.args))
        if isinstance(node, e.Reach | e.WouldBreak):
            return 10_000
        if isinstance(node, e.Applies):
            rule = self.law.standing(node.rule)
            return self.cost_of("rule", rule.id) if rule else 0
        own = 0 if isinstance(node, e.Const | e.Var) else 3 if isinstance(node, e.Arith | e.Table) else 1
        return own + sum(map(self.cost, children(node)))

    def cost_of(self, sort: str, name: str) -> int:
        if (sort, name) not in self._costs:
            self._costs[sort, name] = 1_000  # a circle would be dear
            self._costs[sort, name] = min(self._work_out(sort, name), 1_000_000)
        return self._costs[sort, name]

    def _work_out(self, sort: str, name: str) -> int:
        if sort == "rule":
            rule = self.law.rules[name]
            return sum(self.cost(c.expr) for c in rule.when) + sum(
                self.cost_of("rule", x.id) for x in self.limits(rule)
            )
        if sort == "fact":
            decl = self.graph.facts[name]
            return self.cost(decl.otherwise) + sum(map(self._rule_cost, self.law.of_fact.get(name, ())))
        quantity = self.graph.quantities[name]
        found = self.cost(quantity.start) + sum(map(self._rule_cost, self.law.rounding.get(name, ())))
        for step in quantity.steps:
            found += sum(self.cost_of("rule", x.id) for x in self.law.step_limiters.get(f"{name}.{step}", ()))
            found += sum(map(self._rule_cost, self.law.of_step.get(f"{name}.{step}", ())))
        return found

    def _rule_cost(self, rule: g.Rule) -> int:
        own = self.cost_of("rule", rule.id)
        match rule.conclusion:
            case g.Gives(value=value):
                return own + self.cost(value)
            case g.Collects(item=item):
                loops = sum(map(self.cost, rule.for_each))
                turns: int = TURNS ** len(rule.for_each)
                return loops + (own + self.cost(item)) * turns
            case g.Changes(amount=amount):
                return own + 6 + self.cost(amount)
            case _:
                return own

    def remembered(self, sort: str, name: str) -> bool:
        """Whether answers are kept: those that are dear, and those of a single hex that the map fixes."""
        params = self.params(sort, name)
        if not params:
            return True
        if (sort, name) in self._asked_once:
            return False
        kinds = {type_.name for _, type_ in params if isinstance(type_, t.Kind)}
        dear = DEAR_BY_CONTACT if "contact" in kinds else DEAR
        if len(params) == 1 and kinds <= {"hex", "hexside"} and kinds and self.fixed_by_map(sort, name):
            dear = 3
        return self.cost_of(sort, name) > dear

    @cached_property
    def _asked_once(self) -> frozenset[tuple[str, str]]:
        """What one answer asks, in one place and with all that it was given: it is hardly asked the same twice.

        Several places are one where the first is where a quantity starts: what that comes to is at hand afterwards.
        """
        asked: Counter[tuple[str, str]] = Counter()
        for owner in [*(("fact", n) for n in self.graph.facts), *(("quantity", n) for n in self.graph.quantities)]:
            given = {e.Var(p, t.TEXT) for p, type_ in self.params(*owner) if not isinstance(type_, t.Choice)}
            at_hand = set(parts(self.graph.quantities[owner[1]].start)) if owner[0] == "quantity" else set()
            places: list[e.Fact | e.Quantity] = [
                p for p in self._everything(*owner) if isinstance(p, e.Fact | e.Quantity)
            ]
            for place in set(places):
                whole = bool(given) and given <= set(place.args)
                asked[_sort_and_name(place)] += 1 if whole and (place in at_hand or places.count(place) == 1) else 2
        graph, law = self.graph, self.law
        outside = (tuple(graph.effects.values()), tuple(graph.actions.values()), law.requirements)
        for part in parts((*outside, tuple(law.forbidding.values()))):
            if isinstance(part, e.Fact | e.Quantity):
                asked[_sort_and_name(part)] += 2
        return frozenset(key for key, times in asked.items() if times == 1)

    @cached_property
    def counted_values(self) -> Counter[tuple[str, e.Expr, e.Expr]]:
        """How often it is counted which of some set come to a constant: by variable, set, and what is asked of each."""
        found: Counter[tuple[str, e.Expr, e.Expr]] = Counter()
        for part in parts(tuple(self.law.rules.values())):
            match part:
                case e.Count(of=e.Those(binder=e.Binder(var, domain, e.Equal(left, e.Const(), False)))):
                    found[var, domain, left] += 1
        return found

    def params(self, sort: str, name: str) -> tuple[tuple[str, t.Type], ...]:
        return (self.graph.facts if sort == "fact" else self.graph.quantities)[name].params

    # -- what the map fixes

    def fixed_by_map(self, sort: str, name: str) -> bool:
        """Whether an answer rests on nothing but hexes, hexsides and what is printed there."""
        if (sort, name) not in self._fixed:
            self._fixed[sort, name] = False  # a circle is not
            plain = all(self._is_plain(type_) for _, type_ in self.params(sort, name))
            self._fixed[sort, name] = plain and all(map(self._is_fixed, self._everything(sort, name)))
        return self._fixed[sort, name]

    def _is_plain(self, type_: t.Type) -> bool:
        match type_:
            case t.OrNone(item=item) | t.SetOf(item=item):
                return self._is_plain(item)
            case t.Kind(name=name):
                return name in ("hex", "hexside", "contact")
            case _:
                return True

    def _is_fixed(self, node: object) -> bool:
        match node:
            case e.Attribute(owner=owner):
                return owner in ("hex", "hexside")
            case e.Fact(name=name):
                return self.fixed_by_map("fact", name)
            case e.Quantity(name=name):
                return self.fixed_by_map("quantity", name)
            case e.Things() | e.Reach() | e.WouldBreak() | e.IsKind() | e.MakeRecord():
                return False
            case e.Memory() | e.Tally() | e.NowIn() | e.MakeMoment():
                return False
            case e.Builtin(name="printed" | "game"):
                return False
            case _:
                return True

    def _everything(self, sort: str, name: str) -> Iterator[object]:
        """All parts of the expressions that an answer may rest on directly."""
        if sort == "fact":
            yield from parts(self.graph.facts[name].otherwise)
            rules = list(self.law.of_fact.get(name, ()))
        else:
            decl = self.graph.quantities[name]
            yield from parts(decl.start)
            rules = list(self.law.rounding.get(name, ()))
            for step in decl.steps:
                rules += [
                    *self.law.of_step.get(f"{name}.{step}", ()),
                    *self.law.step_limiters.get(f"{name}.{step}", ()),
                ]
        yield from self._of_rules(rules)

    def _of_rules(self, rules: list[g.Rule]) -> Iterator[object]:
        seen: set[str] = set()
        while rules:
            rule = rules.pop()
            if rule.id in seen:
                continue
            seen.add(rule.id)
            rules.extend(self.limits(rule))
            for part in parts((tuple(c.expr for c in rule.when), rule.for_each, rule.conclusion)):
                yield part
                if isinstance(part, e.Applies) and (other := self.law.standing(part.rule)) is not None:
                    rules.append(other)

    # -- what an answer rests on

    def rests_on(self, sort: str, name: str) -> frozenset[str]:
        """The attributes that an answer may rest on; `PLACES` for where things stand, `ALL` for whatever there is."""
        if (sort, name) not in self._rests_on:
            self._rests_on[sort, name] = frozenset({ALL})  # a circle rests on itself
            self._rests_on[sort, name] = self.resting(self._everything(sort, name))
        return self._rests_on[sort, name]

    def rule_rests_on(self, rule: g.Rule) -> frozenset[str]:
        """What decides whether a rule applies, and on what it concludes."""
        return self.resting(self._of_rules([rule]))

    def resting(self, nodes: Iterable[object]) -> frozenset[str]:
        """What an answer rests on that is worked out of these parts."""
        found: set[str] = set()
        for node in nodes:
            match node:
                case e.Attribute(owner="") | e.Things():
                    found.add(PLACES)
                case e.Attribute(name=attribute):
                    found.add(attribute)
                case e.Fact(name=other):
                    found |= self.rests_on("fact", other)
                case e.Quantity(name=other):
                    found |= self.rests_on("quantity", other)
                case e.Memory(name=memory):
                    found.add(of_memory(memory))
                case e.Tally(name=tally):
                    found.add(of_tally(tally))
                case e.NowIn(span=span):
                    found.add(of_span(span))
                case e.Var(name="acting"):
                    found.add(ACTING)
                case e.Reach() | e.WouldBreak():
                    found.add(ALL)
                case e.Applies(rule=name) if (rule := self.law.standing(name)) is not None:
                    found |= self.resting(self._of_rules([rule]))
        return frozenset(found)

    @cached_property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        return {name: decl.values for name, decl in self.graph.choices.items()}


def _sort_and_name(node: e.Fact | e.Quantity) -> tuple[str, str]:
    return ("fact" if isinstance(node, e.Fact) else "quantity"), node.name
