"""Conditions of rules as formulas: which atoms they depend on, and when a rule applies.

Atoms are expressions of the law taken as variables: a choice has its values, a number the stretches between the
constants it is compared with, two numbers compared are less, equal or more, everything else is yes or no. Yes/no
facts are opened up into the rules that make them so, to a small depth, because much that excludes each other does so
inside a fact.
INVARIANT: atoms are treated as independent though some depend on each other, so a formula has every assignment that a
position can have, and perhaps more. "No assignment" is then a proof; "some assignment" is only a candidate.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from hexlaw.compiler.analysis.formula import (
    Effort,
    Formula,
    Literal,
    TooMany,
    conj,
    disj,
    extent,
    negation,
    satisfy,
    variables,
)
from hexlaw.runtime.base.nodes import memoised, replace
from hexlaw.runtime.base.relations import closure, going_on, grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts, picks_in, substitute
from hexlaw.runtime.law.links import Bearing

MAX_LIMITS_DEPTH = 6
MAX_FACTS_DEPTH = 2
MAX_CONSTANTS = 100  # that one number is compared with, apart from those that are not understood
MAX_LIMITS_SIZE = 2_000  # parts of what limits a rule
MAX_EFFORT = 10_000_000
"""What is asked beyond it stays undecided: a check takes seconds, never hours."""
_TURNED: dict[str, str] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq,
}  # fmt: skip


@dataclass
class Variable:
    """An atom: the expression it stands for and what its values mean."""

    expr: e.Expr | None
    values: tuple[Any, ...]  # choice values, yes and no, or stretches of numbers
    sort: str  # "choice" | "yes/no" | "number" | "order" | "option" | "reading" | "kind"


@dataclass(frozen=True)
class Stretch:
    """Numbers from a constant (in or out) to another; None is open."""

    low: Fraction | None
    high: Fraction | None
    point: bool

    @property
    def example(self) -> Fraction:
        if self.point:
            assert self.low is not None
            return self.low
        if self.low is None:
            return (self.high or Fraction(0)) - 1
        return self.low + 1 if self.high is None else (self.low + self.high) / 2


@dataclass
class Conditions:
    """Turns expressions into formulas; the variables they need are collected on the way."""

    graph: g.Graph
    variables: dict[str, Variable] = field(default_factory=dict)
    constants: dict[str, set[Fraction]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.bearing = Bearing(self.graph)
        rules = self.graph.rules.values()
        self.links = self.bearing.limiters()
        self.effort = Effort(MAX_EFFORT)
        self.met: set[str] = set()
        """The variables that were asked about."""
        self.unsure: dict[str, str] = {}
        """By variable that stands for a comparison, the name of the number: with other constants it would be one."""
        self._holding: dict[str, Formula] = {}
        self._applying: dict[tuple[str, int], Formula] = {}
        self.giving = grouped((r.conclusion.fact, r) for r in rules if isinstance(r.conclusion, g.Gives))
        self.over = closure(
            (rule.id, target)
            for rule in rules
            for link in rule.links
            if link.how == "over"
            for target in self.bearing.on(link)
        )
        """By rule, those that it stands over, directly or through others."""
        self._drops = grouped((drop.rule, drop) for drop in self.graph.drops)
        self.gone = {rule.id for rule in rules if self.excludes_itself(self.stands(rule))}
        """The rules that never stand, whatever is chosen: dropped or replaced wherever their chapter is in force."""

    def size(self, variable: str) -> int:
        return len(self.variables[variable].values)

    def possible(self, formula: Formula) -> dict[str, int] | None:
        """What makes the formula true under options that may be on together; None when nothing does."""
        self.met |= variables(formula)
        return satisfy(conj(formula, *self._allowed(formula)), self.size, self.effort)

    def excludes_itself(self, formula: Formula) -> bool:
        """Whether nothing makes the formula true; where the search gives up, that is not known."""
        try:
            return self.possible(formula) is None
        except TooMany:
            return False

    def _allowed(self, formula: Formula) -> Iterator[Formula]:
        """What the options in a formula need and exclude, and what those need in their turn."""
        named = sorted(name.removeprefix("option ") for name in variables(formula) if name.startswith("option "))
        options = self.graph.options
        for name in going_on(named, lambda option: options[option].needs if option in options else ()):
            if name in options:
                on = self._option(name)
                yield from (disj(negation(on), self._option(needed)) for needed in options[name].needs)
                yield from (negation(conj(on, self._option(other))) for other in options[name].excludes)

    def _option(self, name: str) -> Formula:
        return self._setting(f"option {name}", (True, False), True, "option")

    def apart(self, nodes: Iterable[object]) -> Conditions:
        """The same law with formulas, numbers and effort of their own, for conditions that are written otherwise."""
        found = copy(self)
        found.variables, found.met, found.unsure, found._holding, found._applying = {}, set(), {}, {}, {}
        found.constants = {name: {*points} for name, points in self.constants.items()}
        found.effort = Effort(MAX_EFFORT // 10)
        found.prepare(nodes)
        return found

    def asking(self, sort: str, name: str) -> e.Expr:
        """The question for a fact or a quantity, in the words of what declares it."""
        declared = self.graph.facts[name] if sort == "fact" else self.graph.quantities[name]
        args = tuple(e.Var(param, type_) for param, type_ in declared.params)
        return e.ASKED[sort](name, args, declared.type)

    def without_none(self, formula: Formula, may_be: Collection[str]) -> Formula:
        """The same where no choice is none that cannot be: of names, only these may."""

        def is_some(name: str) -> Formula:
            known = self.variables[name]
            called, owner = getattr(known.expr, "name", ""), getattr(known.expr, "owner", None)
            if isinstance(known.expr, e.Var):
                nullable = isinstance(known.expr.type, t.OrNone) or called in may_be
            elif isinstance(owner, str):  # an attribute
                nullable = isinstance(self.graph.kinds[owner].attributes[called].type, t.OrNone)
            else:
                nullable = True
            allowed = (i for i, value in enumerate(known.values) if value is not None)
            return True if nullable or known.sort != "choice" else Literal(name, frozenset(allowed))

        return conj(formula, *map(is_some, sorted(variables(formula))))

    # -- rules

    def applies(self, rule: g.Rule, depth: int = MAX_LIMITS_DEPTH) -> Formula:
        """When a rule stands and applies: its conditions hold and nothing that limits it applies."""
        if (known := self._applying.get((rule.id, depth))) is None:
            known = self._applying[rule.id, depth] = self._applies(rule, depth)
        return known

    def _applies(self, rule: g.Rule, depth: int) -> Formula:
        links = self.links.get(rule.id, ())
        limiters = [self.applies(x, depth - 1) for x in links if depth]
        if len(limiters) < len(links) or sum(map(extent, limiters)) > MAX_LIMITS_SIZE:
            return conj(self.holds(rule), self._opaque(f"not limited: {rule.id}"))
        return conj(self.holds(rule), *(negation(limiter) for limiter in limiters))

    def holds(self, rule: g.Rule) -> Formula:
        """When a rule stands and its own conditions hold, whatever limits it."""
        if (known := self._holding.get(rule.id)) is None:
            own = [self._opaque(repr(rule.id))] if rule.for_each else [self.formula(c.expr) for c in rule.when]
            known = self._holding[rule.id] = conj(self.stands(rule), *own)
        return known

    def stands(self, rule: g.Rule) -> Formula:
        """When a rule is in force and none is that replaces it, nor a chapter that drops it."""
        return conj(
            self._in_force(rule),
            *(negation(self._in_force(self.graph.rules[name])) for name in self.bearing.replacers.get(rule.id, ())),
            *(negation(self._chapter(drop.origin)) for drop in self._drops.get(rule.id, ())),
        )

    def _in_force(self, rule: g.Rule) -> Formula:
        if rule.against is not None:
            return False
        parts = [self._chapter(rule.origin)]
        if rule.under:
            readings = tuple(r.name for r in self.graph.disputes[rule.under[0]].readings)
            parts.append(self._setting(f"reading {rule.under[0]}", readings, rule.under[1], "reading"))
        if rule.by_ruling or rule.from_year or rule.until_year:
            parts.append(self._opaque(f"in force: {rule.by_ruling} {rule.from_year} {rule.until_year}"))
        return conj(*parts)

    def _chapter(self, origin: g.Origin) -> Formula:
        """When the chapter is in force that something stands in."""
        option = self._option(origin.option) if origin.option else True
        return conj(option, self.situation(origin.situation) if origin.situation else True)

    def situation(self, name: str) -> Formula:
        """That this situation is played."""
        return self._setting("situation", (None, *self.graph.situations), name, "situation")

    def _setting(self, name: str, values: tuple[Any, ...], value: Any, sort: str) -> Formula:
        return self._literal(name, Variable(None, values, sort), {values.index(value)})

    def _opaque(self, name: str) -> Formula:
        return self._literal(name, Variable(None, (False, True), "yes/no"), {1})

    def _literal(self, name: str, variable: Variable, wanted: Iterable[int]) -> Formula:
        """That a variable has one of some values; a name of two rules may be two variables, of different values."""
        if self.variables.setdefault(name, variable).values != variable.values:
            name = f"{name} among {variable.values!r}"
            self.variables.setdefault(name, variable)
        return Literal(name, frozenset(wanted))

    # -- expressions

    def formula(self, node: e.Expr, depth: int = MAX_FACTS_DEPTH) -> Formula:
        match node:
            case e.Const(value=bool() as value):
                return value
            case e.Not(inner=inner):
                return negation(self.formula(inner, depth))
            case e.All(parts=parts):
                return conj(*(self.formula(p, depth) for p in parts))
            case e.Any(parts=parts):
                return disj(*(self.formula(p, depth) for p in parts))
            case e.Equal():
                return self._equal(node)
            case e.Compare():
                return self._compare(node)
            case e.Contains(negated=True) | e.IsKind(negated=True):
                return negation(self._atom(replace(node, negated=False)))
            case e.Quantified(how="no"):
                return negation(self._atom(replace(node, how="any")))
            case e.Applies(rule=rule, itself=itself):
                asked = [rule] if itself else self.bearing.in_place_of(rule)
                return disj(*(self.applies(found, 1) for name in asked if (found := self.graph.rules.get(name))))
            case e.Fact(name=name, args=args):
                return self._fact(node, self.graph.facts[name], args, depth)
            case _:
                return self._atom(node)

    def _atom(self, node: e.Expr) -> Formula:
        return self._literal(_name(node), Variable(node, (False, True), "yes/no"), {1})

    def _fact(self, node: e.Expr, decl: g.FactDecl, args: tuple[e.Expr, ...], depth: int) -> Formula:
        """A yes/no fact by its rules, when all of them say yes and none asks for more than conditions; without rules,
        by what it is otherwise."""
        rules: Sequence[g.Rule] = self.giving.get(decl.name, ())
        binding = dict(zip((n for n, _ in decl.params), args, strict=True))
        if depth and not rules and isinstance(decl.otherwise, e.Any):
            return self.said_of(decl.otherwise, binding, depth - 1)
        simple = all(
            isinstance(r.conclusion, g.Gives) and r.conclusion.value == e.Const(True, t.YES_NO) for r in rules
        ) and decl.otherwise == e.Const(False, t.YES_NO)
        if depth == 0 or not simple or not rules:
            return self._atom(node)
        return disj(*(self.applies_to(r, binding, depth - 1) for r in rules))

    def applies_to(self, rule: g.Rule, binding: Mapping[str, e.Expr], depth: int) -> Formula:
        """When a rule applies to what its names stand for."""
        own = [self.said_of(c.expr, binding, depth) for c in rule.when]
        limits = [negation(self.applies_to(x, binding, depth - 1)) for x in self.links.get(rule.id, ()) if depth]
        if (not depth and self.links.get(rule.id)) or rule.for_each:
            own.append(self._opaque(f"not limited: {rule.id} {binding!r}"))
        return conj(self.stands(rule), *own, *limits)

    def said_of(self, node: e.Expr, binding: Mapping[str, e.Expr], depth: int = MAX_FACTS_DEPTH) -> Formula:
        """A condition of what its names stand for; a rule that it asks about takes them by name, which says nothing of
        what they stand for."""
        if binding and any(isinstance(part, e.Applies) for part in parts(node)):
            return self._opaque(f"{node!r} of {binding!r}")
        return self.formula(substitute(node, binding), min(depth, MAX_FACTS_DEPTH))

    def _equal(self, node: e.Equal) -> Formula:
        left, right = node.left, node.right
        if isinstance(left, e.Const) and not isinstance(right, e.Const):
            left, right = right, left
        result: Formula
        if isinstance(right, e.Const) and isinstance(right.value, bool):
            result = self.formula(left) if right.value else negation(self.formula(left))
        elif isinstance(right, e.Const) and isinstance(choice := t.bare(right.type), t.Choice):
            result = self._among(left, (*self.graph.choices[choice.name].values, None), [right.value])
        elif isinstance(right, e.Const) and isinstance(right.value, int | Fraction):
            result = self._number(left, "=", Fraction(right.value))
        elif self._has_order(left) and self._has_order(right):
            result = self._order(left, right, {1})
        else:
            first, second = sorted((left, right), key=repr)
            result = self._atom(e.Equal(first, second, False))
        return negation(result) if node.negated else result

    def _among(self, node: e.Expr, values: tuple[Any, ...], wanted: list[Any]) -> Formula:
        if isinstance(node, e.Const):  # it was put in the place of a name
            return node.value in wanted
        return self._literal(_name(node), Variable(node, values, "choice"), map(values.index, wanted))

    def _compare(self, node: e.Compare) -> Formula:
        left, right = node.left, node.right
        op: str = node.op
        if isinstance(left, e.Const):
            left, right = right, left
            op = _TURNED[op]
        if isinstance(right, e.Const) and node.order is not None:
            scale = self.graph.choices[node.order].values
            at = scale.index(right.value)
            return self._among(left, (*scale, None), [v for i, v in enumerate(scale) if _HOLDS[op](i, at)])
        if isinstance(right, e.Const) and isinstance(right.value, int | Fraction):
            return self._number(left, op, Fraction(right.value))
        return self._order(left, right, {"<": {0}, "<=": {0, 1}, ">": {2}, ">=": {1, 2}}[op])

    def _order(self, left: e.Expr, right: e.Expr, wanted: set[int]) -> Formula:
        """Two things compared: less, equal, more; the same variable whichever way round they are written."""
        if repr(left) > repr(right):
            left, right = right, left
            wanted = {2 - w for w in wanted}
        name = f"{left!r} against {right!r}"
        return self._literal(name, Variable(None, ("less", "equal", "more"), "order"), wanted)

    def _has_order(self, node: e.Expr) -> bool:
        """Whether its values are numbers, or those of a choice in order: of two, one is less, equal or more."""
        type_ = t.bare(node.type)
        return isinstance(type_, t.Number) or (isinstance(type_, t.Choice) and self.graph.choices[type_.name].ordered)

    # -- numbers: the stretches between constants are known only when all conditions have been read

    def prepare(self, nodes: Iterable[object]) -> None:
        """Collects the constants that numbers are compared with, before any formula is made."""
        for node in nodes:
            for compared, above, below in () if node is None else memoised(node, "constants", _constants):
                known = self.constants.setdefault(compared, set())
                if len(known) < MAX_CONSTANTS:
                    known.add(Fraction(above, below))

    def _number(self, node: e.Expr, op: str, constant: Fraction) -> Formula:
        name = _name(node)
        points = sorted(self.constants.setdefault(name, set()) | {constant})
        if constant not in self.constants[name]:
            self.unsure[f"{name} {op} {constant}"] = name
            return self._opaque(f"{name} {op} {constant}")
        counts = isinstance(node, e.Count)
        stretches = [s for s in _stretches(points) if not (counts and _empty_for_counts(s))]
        wanted = [i for i, s in enumerate(stretches) if _HOLDS[op](s.example, constant)]
        return self._literal(name, Variable(node, tuple(stretches), "number"), wanted)


def _name(node: e.Expr) -> str:
    """The same for expressions that say the same."""
    return memoised(node, "_content", repr)


def conditions_of(graph: g.Graph) -> Conditions:
    """The conditions of all rules and picks of a law; what was worked out about them is kept with it."""
    return memoised(graph, "_conditions", _prepared)


def _prepared(graph: g.Graph) -> Conditions:
    made = Conditions(graph)
    made.prepare(graph.rules.values())
    made.prepare(pick.where for _, pick in picks_of(graph))
    return made


def picks_of(graph: g.Graph) -> Iterator[tuple[str, e.Pick]]:
    """Every pick of a law by its name, those inside others and those that are borrowed included."""
    actions = graph.actions.values()
    return ((pick.path, pick) for action in actions for pick in picks_in((action.lines, action.body)))


def names_of(node: object) -> tuple[dict[str, e.Var], set[str]]:
    """The names that stand for a value in an expression, and those that it binds itself."""
    inside = [*parts(node)]
    bound = {name for part in inside if isinstance(name := getattr(part, "var", None), str)}
    return {part.name: part for part in inside if isinstance(part, e.Var)}, bound


def _constants(node: object) -> list[list[Any]]:
    """What is compared with a number in an expression or the conditions of a rule, by name, and the number."""
    found: list[list[Any]] = []
    for part in parts(tuple(c.expr for c in node.when) if isinstance(node, g.Rule) else node):
        if isinstance(part, e.Equal) or (isinstance(part, e.Compare) and part.order is None):
            for side, other in ((part.left, part.right), (part.right, part.left)):
                match other:
                    case e.Const(value=int() | Fraction() as number) if not isinstance(number, bool):
                        found.append([repr(side), *Fraction(number).as_integer_ratio()])
    return found


def _stretches(points: list[Fraction]) -> list[Stretch]:
    found = [Stretch(None, points[0], False)]
    for point, following in zip_longest(points, points[1:]):
        found += (Stretch(point, point, True), Stretch(point, following, False))
    return found


def _empty_for_counts(stretch: Stretch) -> bool:
    """Whether no whole number from 0 upwards lies in a stretch."""
    if stretch.point:
        assert stretch.low is not None
        return stretch.low < 0 or stretch.low.denominator != 1
    first = 0 if stretch.low is None else max(0, int(stretch.low // 1) + 1)
    return stretch.high is not None and first >= stretch.high
