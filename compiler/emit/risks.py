"""What the emitter knows of stops before it writes: which expressions may end in one, which may be none.

Where in doubt an expression can stop, and may be none: a wrong guess may cost time, never an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from hexlaw.compiler.emit.keys import disjoint
from hexlaw.compiler.emit.typed import Scope, Typed, children
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.builtins import BUILTIN_ADJECTIVES, BUILTIN_VERBS
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.law import Law

ACTING = "acting"
"""The side that acts: known where a pick is judged, without being given to the function that judges it."""
NEVER_STOPS = {*BUILTIN_VERBS, *BUILTIN_ADJECTIVES}


class Risks(Typed):
    def __init__(self, law: Law) -> None:
        super().__init__(law)
        self._risks: dict[object, frozenset[object]] = {}
        self._stops: dict[str, bool] = {}
        self._never_none: dict[str, bool] = {}

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
            case e.Fact(name=name):
                if self.fact_can_stop(name):
                    yield node
            case _ if node is not None and not isinstance(node, tuple):
                yield node
        for child in children(node):
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
                for child in children(node):
                    yield from self.certain(child)

    def can_stop(self, node: e.Expr) -> bool:
        """Whether working an expression out may end in a stop, whatever the position."""
        return bool(self.risks(node))

    def fact_can_stop(self, name: str) -> bool:
        """Whether asking a fact may end in a stop; an answer that takes too many steps is another matter."""
        if name not in self._stops:
            self._stops[name] = True  # a circle may
            self._stops[name] = self._find_stop(name)
        return self._stops[name]

    def _find_stop(self, name: str) -> bool:
        decl, rules = self.graph.facts[name], self.law.of_fact.get(name, ())
        if self.risks(decl.otherwise) or any(map(self.rule_can_stop, rules)):
            return True
        for rule in rules:
            said = rule.conclusion
            value = said.value if isinstance(said, g.Gives) else said.item if isinstance(said, g.Collects) else None
            if self.risks(value) or any(self.risks(b.domain) or self.risks(b.where) for b in rule.for_each):
                return True
        if decl.collects:
            return False
        sure = decl.otherwise is not None or any(not r.when and not self.limits(r) for r in rules)
        return not sure or any(self.may_disagree(a, b) for i, a in enumerate(rules) for b in rules[i + 1 :])

    def may_disagree(self, one: g.Rule, other: g.Rule) -> bool:
        """Whether two rules of a fact may apply together, neither over the other, and say different things."""
        if self.law.beats(one, other) or self.law.beats(other, one) or disjoint(self.law, one, other):
            return False
        a, b = one.conclusion, other.conclusion
        assert isinstance(a, g.Gives)
        assert isinstance(b, g.Gives)
        return a.value != b.value

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
        return any(self.rule_can_stop(x, after) for x in self.limits(rule))

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

    def limits(self, rule: g.Rule) -> tuple[g.Rule, ...]:
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
            case e.Arith() | e.Count() | e.Fold() | e.Quantity() | e.Tally():
                return True
            case e.Builtin(name="distance" | "rounded-down" | "rounded-up"):
                return True
            case e.Attribute(owner=owner, name=name) if owner:
                return not isinstance(self.graph.kinds[owner].attributes[name].type, t.OrNone)
            case e.Fact(name=name):
                return self.fact_is_never_none(name)
            case e.Whichever(domain=e.MakeSet(items=items)):
                return all(map(self.never_none, items))
            case _:
                return False

    def fact_is_never_none(self, name: str) -> bool:
        if name not in self._never_none:
            self._never_none[name] = False  # a circle may be none
            decl = self.graph.facts[name]
            values = [decl.otherwise] if decl.otherwise is not None else []
            for rule in self.law.of_fact.get(name, ()):
                assert isinstance(rule.conclusion, g.Gives | g.Collects)
                values += [rule.conclusion.value] if isinstance(rule.conclusion, g.Gives) else []
            self._never_none[name] = decl.collects or all(map(self.never_none, values))
        return self._never_none[name]

    def stays_small(self, quantity: str) -> bool:
        """Whether a quantity only adds and takes away whole numbers that the law itself prints."""
        decl = self.graph.quantities[quantity]
        rules = [r for step in decl.steps for r in self.law.of_step.get(f"{quantity}.{step}", ())]
        starts = isinstance(decl.start, e.Const) and type(decl.start.value) is int
        return starts and not self.law.rounding.get(quantity) and all(map(changes_little, rules))

    def whole(self, node: e.Expr, scope: Scope) -> bool:
        """Whether the value of an expression is a whole number for certain, if it has one."""
        type_ = self.type_of(node, scope)
        if not isinstance(type_, t.Number) or type_.exact or not self.never_none(node):
            return False
        return isinstance(node, e.Attribute | e.Count | e.Tally) or (
            isinstance(node, e.Builtin) and node.name in ("distance", "rounded-down", "rounded-up")
        )


def changes_little(rule: g.Rule) -> bool:
    """Whether a change adds or takes away a whole number that the law itself prints: that never grows too long."""
    match rule.conclusion:
        case g.Changes(how="adds" | "subtracts", amount=e.Const(value=int(value))):
            return abs(value) < 10**9
        case _:
            return False
