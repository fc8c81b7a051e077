"""What the emitter knows of expressions before it writes them: types, costs, what can stop, what the map fixes.

All of it is read off the law in force; nothing is evaluated. Where in doubt an expression can stop, costs more and is
not fixed by the map: a wrong guess may cost time, never an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.builtins import BUILTIN_ADJECTIVES, BUILTIN_FUNCTIONS, BUILTIN_SETS, BUILTIN_VERBS, CONTACT_FIELDS
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.law import Law

Scope = Mapping[str, t.Type]
ACTING = "acting"
"""The side that acts: known where a pick is judged, without being given to the function that judges it."""
DEAR = 30  # an answer that costs more is worth remembering
DEAR_BY_CONTACT = 400  # contacts are slow to look up
NEVER_STOPS = {*BUILTIN_VERBS, *BUILTIN_ADJECTIVES}
COST_OF_BUILTIN = {
    "distance": 6, "neighbours": 20, "sides-of": 25, "sides-along": 150, "hexes-along": 150, "sides-on-paths": 200,
    "hexes-on-paths": 200, "comes-before": 10, "touches": 30,
}  # fmt: skip
TURNS = 6  # what a loop is taken to turn


class Reading:
    def __init__(self, law: Law) -> None:
        self.law = law
        self.graph = law.graph
        self._risks: dict[object, frozenset[object]] = {}
        self._costs: dict[tuple[str, str], int] = {}
        self._fixed: dict[tuple[str, str], bool] = {}

    # -- types

    def type_of(self, node: e.Expr, scope: Scope) -> t.Type | None:
        """The type of an expression, or None where it makes no difference to what is written."""
        match node:
            case e.Const(type=type_):
                return type_
            case e.Var(name=name):
                return scope.get(name)
            case e.Tally(name=name):
                return self.graph.tallies[name].type
            case e.MakeMoment():
                return t.MOMENT
            case e.Builtin(name="game"):
                return t.GAME
            case e.Attribute(owner="", name="hex"):
                return t.HEX
            case e.Attribute(owner=owner, name=name) if owner:
                return self.graph.kinds[owner].attributes[name].type
            case e.Field(base=base, name=name):
                return self._field(base, name, scope)
            case e.Fact(name=name):
                decl = self.graph.facts[name]
                return t.SetOf(decl.type) if decl.collects and not isinstance(decl.type, t.SetOf) else decl.type
            case e.Quantity(name=name):
                return self.graph.quantities[name].type
            case e.Table(name=name):
                return self.graph.tables[name].type
            case e.Builtin(name=name):
                found = BUILTIN_FUNCTIONS.get(name)
                return found.result if found else BUILTIN_SETS.get(name, t.YES_NO)
            case e.MakeRecord(kind=kind):
                return t.Kind(kind)
            case e.MakeSet(items=items):
                return t.SetOf((self.type_of(items[0], scope) if items else None) or t.TEXT)
            case e.Things(kind=kind):
                return t.SetOf(t.Kind(kind))
            case e.Those(binder=binder):
                return self.type_of(binder.domain, scope) or t.SetOf(t.TEXT)
            case e.One(binder=binder):
                return self.item_type(binder.domain, scope)
            case e.Whichever(domain=domain):
                return self.item_type(domain, scope)
            case e.Fold() | e.Arith():
                return t.EXACT
            case e.Count():
                return t.WHOLE
            case e.Reach(name=name):
                return self.graph.reaches[name].type
            case e.Attribute():
                return None
            case _:
                return t.YES_NO

    def _field(self, base: e.Expr, name: str, scope: Scope) -> t.Type | None:
        of = self.type_of(base, scope)
        of = of.item if isinstance(of, t.OrNone) else of
        if not isinstance(of, t.Kind):
            return None
        if of.name == "contact":
            return CONTACT_FIELDS.get(name)
        record = self.graph.records.get(of.name)
        return record.fields[name].type if record and name in record.fields else None

    def item_type(self, domain: e.Expr, scope: Scope) -> t.Type:
        found = self.type_of(domain, scope)
        return found.item if isinstance(found, t.SetOf) else t.TEXT

    def inside(self, binder: e.Binder, scope: Scope) -> dict[str, t.Type]:
        return {**scope, binder.var: self.item_type(binder.domain, scope)}

    def is_set(self, node: e.Expr, scope: Scope) -> bool:
        """Whether the value may be a set; without a type nobody knows."""
        found = self.type_of(node, scope)
        found = found.item if isinstance(found, t.OrNone) else found
        return found is None or isinstance(found, t.SetOf)

    # -- what can stop

    def risks(self, node: object) -> frozenset[object]:
        """The parts of an expression in which it may stop; what is worked out again does not stop the second time."""
        if node not in self._risks:
            self._risks[node] = frozenset(self._find_risks(node))
        return self._risks[node]

    def _find_risks(self, node: object) -> Iterator[object]:
        match node:
            case e.Attribute(owner=owner, name=name):
                if owner and self._may_be_missing(owner, name):
                    yield node
            case e.Var(name=name):
                if name in self._named_by_play:
                    yield node
            case e.Field(base=base):
                yield ("field of", base)
            case e.Builtin(name=name):
                if name not in NEVER_STOPS and name not in ("hexes", "game"):
                    yield node
            case e.Compare(left=left, right=right):
                if not (self.never_none(left) and self.never_none(right)):
                    yield node
            case e.Those(binder=binder) | e.Quantified(binder=binder):
                body = (binder.where, node.holds if isinstance(node, e.Quantified) else None)
                if any(self.risks(part) for part in body):
                    yield node
                yield from self.risks(binder.domain)
                return
            case e.Memory() | e.Tally() | e.NowIn() | e.MakeMoment():
                pass
            case e.Const() | e.Equal() | e.Contains() | e.IsKind() | e.Not() | e.Count() | e.All() | e.Any():
                pass
            case e.MakeSet() | e.Things():
                pass
            case _ if node is not None and not isinstance(node, tuple):
                yield node
        for child in _children(node):
            yield from self.risks(child)

    def certain(self, node: object) -> Iterator[object]:
        """The risks that are over once an expression has been worked out, whatever came of it."""
        match node:
            case e.All(parts=inner) | e.Any(parts=inner):
                yield from self.certain(inner[0]) if inner else ()
            case e.Those(binder=binder) | e.Quantified(binder=binder) | e.One(binder=binder) | e.Fold(binder=binder):
                yield node
                yield from self.certain(binder.domain)
            case e.Whichever(domain=domain):
                yield node
                yield from self.certain(domain)
            case _ if node is not None:
                yield ("field of", node.base) if isinstance(node, e.Field) else node
                for child in _children(node):
                    yield from self.certain(child)

    def can_stop(self, node: e.Expr) -> bool:
        """Whether working an expression out may end in a stop, whatever the position."""
        return bool(self.risks(node))

    @cached_property
    def _named_by_play(self) -> frozenset[str]:
        """The names that only play, or the position, gives a value: one of them may have none."""
        made = e.Place | e.Roll | e.Let | e.Write | e.Begin
        found = {ACTING}
        for action in self.graph.actions.values():
            for part in parts((action.picks, action.body)):
                match part:
                    case g.PickDecl(gathered=str(name)) | e.Decide(gathered=str(name)):
                        found.add(name)
                    case e.Decide(var=name):
                        found.add(name)
                    case _ if isinstance(part, made) and part.name:
                        found.add(part.name)
        return frozenset(found)

    def _may_be_missing(self, owner: str, name: str) -> bool:
        return any(
            self.graph.is_a(kind.name, owner) and name in kind.attributes and kind.attributes[name].default is g.MISSING
            for kind in self.graph.kinds.values()
        )

    def rule_can_stop(self, rule: g.Rule, after: frozenset[object] = frozenset()) -> bool:
        """Whether looking at a rule may end in a stop, once some risks are over."""
        if any(self.risks(c.expr) - after for c in rule.when):
            return True
        return any(self.rule_can_stop(x, after) for x in self._limits(rule))

    def looked_at(self, rule: g.Rule, *, held: bool) -> frozenset[object]:
        """The risks that are over once a rule has been looked at; where it `held`, all its conditions were."""
        conditions = rule.when if held else rule.when[:1]
        return frozenset(risk for c in conditions for risk in self.certain(c.expr))

    def any_may_stop(self, rules: Sequence[g.Rule], after: frozenset[object] = frozenset()) -> bool:
        """Whether one of some rules may stop that comes after another which applies."""
        if len(rules) < 2:
            return False
        known = after | self.looked_at(rules[0], held=False)
        return any(self.rule_can_stop(rule, known) for rule in rules[1:])

    def _limits(self, rule: g.Rule) -> tuple[g.Rule, ...]:
        return self.law.limiters.get(rule.id, ())

    def never_none(self, node: e.Expr) -> bool:
        """Whether the value of an expression is something for certain, if it has one."""
        match node:
            case e.Const(value=value):
                return value is not None
            case e.Table(name=name):
                decl = self.graph.tables[name]
                ends = {*decl.below.values(), *decl.above.values()}
                return "none" not in ends and all(cell.value is not None for cell in decl.data.cells.values())
            case e.Arith() | e.Count() | e.Fold() | e.Builtin(name="distance" | "rounded-down" | "rounded-up"):
                return True
            case _:
                return False

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
        return own + sum(map(self.cost, _children(node)))

    def cost_of(self, sort: str, name: str) -> int:
        if (sort, name) not in self._costs:
            self._costs[sort, name] = 1_000  # a circle would be dear
            self._costs[sort, name] = min(self._work_out(sort, name), 1_000_000)
        return self._costs[sort, name]

    def _work_out(self, sort: str, name: str) -> int:
        if sort == "rule":
            rule = self.law.rules[name]
            return sum(self.cost(c.expr) for c in rule.when) + sum(
                self.cost_of("rule", x.id) for x in self._limits(rule)
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
        kinds = {type_.name for _, type_ in params if isinstance(type_, t.Kind)}
        dear = DEAR_BY_CONTACT if "contact" in kinds else DEAR
        if len(params) == 1 and kinds <= {"hex", "hexside"} and kinds and self.fixed_by_map(sort, name):
            dear = 3
        return self.cost_of(sort, name) > dear

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
        seen: set[str] = set()
        while rules:
            rule = rules.pop()
            if rule.id in seen:
                continue
            seen.add(rule.id)
            rules.extend(self._limits(rule))
            for part in parts((tuple(c.expr for c in rule.when), rule.for_each, rule.conclusion)):
                yield part
                if isinstance(part, e.Applies) and (other := self.law.standing(part.rule)) is not None:
                    rules.append(other)

    @cached_property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        return {name: decl.values for name, decl in self.graph.choices.items()}


def _children(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        yield from node
    elif is_dataclass(node) and not isinstance(node, type | e.Const):
        for f in fields(node):
            value: Any = getattr(node, f.name)
            if not isinstance(value, str | int | bool | type(None)):
                yield value


def depth(node: object) -> int:
    """How deep an expression is nested, counted no further than it matters."""
    level: list[object] = [node]
    for found in range(200):
        level = [child for inner in level for child in _children(inner)]
        if not level:
            return found
    return 200


def free_names(node: object, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names an expression uses that it does not bind itself."""
    match node:
        case e.Var(name=name):
            if name not in bound:
                yield name
        case e.Binder(var=var, domain=domain, where=where):
            yield from free_names(domain, bound)
            yield from free_names(where, bound | {var})
        case e.Those(binder=binder) | e.One(binder=binder):
            yield from free_names(binder, bound)
        case e.Quantified(binder=binder, holds=holds):
            yield from free_names(binder, bound)
            yield from free_names(holds, bound | {binder.var})
        case e.Fold(binder=binder, item=item):
            yield from free_names(binder, bound)
            yield from free_names(item, bound | {binder.var})
        case e.Whichever(var=var, domain=domain, measure=measure):
            yield from free_names(domain, bound)
            yield from free_names(measure, bound | {var})
        case _:
            for child in _children(node):
                yield from free_names(child, bound)
