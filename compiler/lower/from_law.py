"""A law in force becomes a `Program`: every fact, quantity, requirement and question of play a function.

Rules that do not stand are not there. What the links say becomes part of the form: `limits` and `lifts` a `not` behind
the conditions of their target (`Lowering.test` in `expressions.py`), `over` what a `Case` beats. Which rules then need
be looked at, and in which order, is settled by a later pass (`settle.py`); here nothing is decided but what the law
means.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, partial
from itertools import combinations, count
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.doing_half import DoingHalf, Types
from hexlaw.compiler.lower.expressions import (
    Lowering,
    Scope,
    conjunction,
    disjunction,
    names_in,
    names_of_rule,
    negation,
    op,
)
from hexlaw.compiler.lower.marks import NO, YES, Marks, disjoint
from hexlaw.compiler.lower.near import near
from hexlaw.runtime.base.nodes import Node
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Law

NOTHING = f.Const(None, t.TEXT)


class RuleChain:
    """A number in its changes: a row of `Let`s, each of which gives it the next name."""

    def __init__(self, type_: t.Type) -> None:
        self.type = type_
        self.lets: list[tuple[str, f.Expr, str]] = []
        self.it: f.Expr = NOTHING
        self.note = ""
        self._count = count()

    def inside(self) -> RuleChain:
        """A row of changes that is made or left out as a whole."""
        inner = RuleChain(self.type)
        inner.it, inner._count = self.it, self._count
        return inner

    def let(self, word: str, value: f.Expr) -> f.Local:
        name = f"{word}@{next(self._count)}"
        self.lets.append((name, value, self.note))
        self.note = ""
        found = f.Local(name, value.type)
        if word == "it":
            self.it = found
        return found

    def changed(self, how: str, amount: f.Expr | None, scale: tuple[str, ...] | None) -> f.Expr:
        """The number after a change; on a scale, bounds are compared by their places."""
        if how == "halves":
            return op("half", self.type, self.it)
        if how == "doubles":
            return op("*", self.type, self.it, f.Const(2, t.WHOLE))
        assert amount is not None
        if how == "makes":
            return op("some", self.type, amount)
        signs = {"multiplies": "*", "divides": "/", "adds": "+", "subtracts": "-"}
        ends = (f.Const(scale, t.SetOf(self.type)),) if scale is not None and how not in signs else ()
        return op(signs.get(how, how), self.type, self.it, amount, *ends)

    def body(self, last: f.Expr) -> f.Expr:
        for name, value, note in reversed(self.lets):
            last = f.Let(name, value, last, self.type, note)
        return last


HEXES = e.Builtin("hexes", (), t.SetOf(t.HEX))
MAX_COST_OF_ALL = 20_000  # the most that listing all hexes of a pick may cost without memoised answers


def lowered(law: Law, *, played: DoingHalf | None = None, watched: Collection[str] = ()) -> f.Program:
    """The whole law, with its doing half if wanted. The functions note when one of the rules that are `watched`
    fires."""
    lowering = FromLaw(law, is_played=played is not None, watched=watched)
    functions, graph = lowering.functions, law.graph
    for fact in graph.facts.values():
        functions.add(f"fact:{fact.name}", partial(lowering.fact, fact))
    for quantity in graph.quantities.values():
        functions.add(f"quantity:{quantity.name}", partial(lowering.quantity, quantity))
    for reach in graph.reaches.values():
        functions.add(f"reach:{reach.name}", partial(lowering.reach, reach))
    for rule in law.requirements:
        functions.add(f"broken:{rule.id}", partial(lowering.requirement, rule))
    program = f.Program(law, functions)
    if played is not None:
        required = [reading.rule for readings in played.agenda.requirements.values() for reading in readings]
        played.answer = partial(lowering.play_answer, Marks(program))
        played.near = cache(lambda: [*near(program, required, lowering.answer)])
    return program


def locals_of(params: f.Params) -> dict[str, f.Expr]:
    return {name: f.Local(name, type_) for name, type_ in params}


class FromLaw(Lowering):
    # -- facts

    def fact(self, decl: g.FactDecl) -> f.Function:
        scope = locals_of(decl.params)
        rules: Sequence[g.Rule] = self.law.of_fact.get(decl.name, ())
        if decl.collects:
            body = self._collected(decl, rules, scope)
        else:
            otherwise: f.Expr = f.Stop(f"no rule says what `{decl.name}` is", decl.type)
            if decl.otherwise is not None:
                otherwise = self.lower(decl.otherwise, scope)
            said = [r.conclusion.value for r in rules if isinstance(r.conclusion, g.Gives)]
            values = [self.lower(value, scope) for value in said]
            body = self._chosen(rules, values, scope, otherwise, decl.type)
        always = [self.cited(rule) for rule in rules if decl.collects or self.test(rule, scope) == YES]
        return f.Function(f"fact:{decl.name}", decl.name, decl.params, body, (*([decl.doc] * bool(decl.doc)), *always))

    def _chosen(
        self, rules: Sequence[g.Rule], values: Sequence[f.Expr], scope: Scope, otherwise: f.Expr, type_: t.Type
    ) -> f.Expr:
        cases = []
        for rule, value in zip(rules, values, strict=True):
            if (test := self.test(rule, scope)) != NO:
                beaten = frozenset(self.cited(other) for other in rules if self.law.beats(rule, other))
                cases.append(f.Case(self.cited(rule), test, self.fired([rule.id], value), beaten))
        return f.Choose(tuple(cases), otherwise, type_) if cases else otherwise

    def _collected(self, decl: g.FactDecl, rules: Sequence[g.Rule], scope: Scope) -> f.Expr:
        """The set of all items of the rules, each over its own sets."""
        sets = []
        for rule in rules:
            assert isinstance(rule.conclusion, g.Collects)
            if not rule.for_each:
                one = f.Items((self.lower(rule.conclusion.item, scope),), decl.type)
                test = self.noting(rule, self.test(rule, scope))
                found: f.Expr = one if test == YES else f.If(test, one, f.Items((), decl.type), decl.type, rule.id)
            else:
                binders, inner = self.binders(rule.for_each, scope, rule)
                found = f.Loop("list", binders, self.lower(rule.conclusion.item, inner), decl.type)
            sets.append(found)
        return f.Joined(tuple(sets), self._apart(rules, sets), decl.type) if sets else f.Items((), decl.type)

    def binders(
        self, binders: Sequence[e.Binder], scope: Scope, rule: g.Rule | None = None
    ) -> tuple[tuple[f.Binder, ...], Scope]:
        """A nested loop; with a rule, over the cases in which it applies."""
        found: list[f.Binder] = []
        for binder in binders:
            bound, scope = self.binder(binder, scope)
            found.append(bound)
        if rule is not None:
            where = self.noting(rule, conjunction((found[-1].where or YES, self.test(rule, scope))))
            found[-1] = f.Binder(found[-1].var, found[-1].over, None if where == YES else where)
        return tuple(found), scope

    # -- whether nothing is found twice

    def _apart(self, rules: Sequence[g.Rule], sets: Sequence[f.Expr]) -> bool:
        if not all(map(self._takes_members, rules)) or not all(isinstance(x, f.Loop) for x in sets):
            return False
        pairs = combinations(zip(sets, rules, strict=True), 2)
        return all(self._share_none(a, b, one, other) for (a, one), (b, other) in pairs)

    def _takes_members(self, rule: g.Rule) -> bool:
        if not isinstance(rule.conclusion, g.Collects) or len(rule.for_each) != 1:
            return False
        binder, item = rule.for_each[0], rule.conclusion.item
        return isinstance(item, e.Var) and item.name == binder.var and self._has_none_twice(binder.domain)

    def _has_none_twice(self, node: e.Expr) -> bool:
        match node:
            case e.Things() | e.Builtin():
                return True
            case e.Fact(name=name):
                return self.graph.facts[name].collects
            case e.Those(binder=binder):
                return self._has_none_twice(binder.domain)
            case _:
                return False

    def _share_none(self, a: f.Expr, b: f.Expr, one: g.Rule, other: g.Rule) -> bool:
        """Whether two rules cannot collect the same item: their sets are disjoint, or their conditions exclude each
        other."""
        first, second = one.for_each[0].domain, other.for_each[0].domain
        if self._origin(first, set()).isdisjoint(self._origin(second, set())):
            return True
        assert isinstance(a, f.Loop)
        assert isinstance(b, f.Loop)
        x, y = a.binders[0], b.binders[0]
        if x.over != y.over or x.var != y.var or x.where is None or y.where is None:
            return False
        return disjoint(x.where, y.where)

    def _origin(self, node: e.Expr, seen: set[str]) -> set[str]:
        """Where the members of a set come from: two sets of different origin share none."""
        match node:
            case e.Builtin(name=name) if name in ("sides-along", "sides-on-paths"):
                return {"sides met"}
            case e.Builtin(name=name) if name in ("hexes-along", "hexes-on-paths"):
                return {"hexes met"}
            case e.Those(binder=binder):
                return self._origin(binder.domain, seen)
            case e.Fact(name=name) if name not in seen:
                seen.add(name)
                rules = self.law.of_fact.get(name, ())
                if all(map(self._takes_members, rules)):
                    return {o for r in rules for o in self._origin(r.for_each[0].domain, seen)}
        return {"sides met", "hexes met", "anywhere"}

    # -- quantities

    def quantity(self, decl: g.QuantityDecl) -> f.Function:
        """A number with its start, changed by the rules of each step, and rounded after each or at the end."""
        scope = locals_of(decl.params)
        scale = self.graph.choices[decl.type.name].values if isinstance(decl.type, t.Choice) else None
        changing = [rule for step in decl.steps for rule in self.law.of_step.get(f"{decl.name}.{step}", ())]
        chain = RuleChain(decl.type)
        chain.let("it", op("some", decl.start.type, self.lower(decl.start, scope)))
        how = self._rounding(decl, scope, chain)
        for step in decl.steps:
            self._step(f"{decl.name}.{step}", scope, scale, chain)
            self._round(how, "each", chain)
        self._round(how, "end", chain)
        always = [self.cited(rule) for rule in (*self.law.rounding.get(decl.name, ()), *changing) if not rule.when]
        docs = (*([decl.doc] * bool(decl.doc)), *always)
        return f.Function(f"quantity:{decl.name}", decl.name, decl.params, chain.body(chain.it), docs)

    def _rounding(self, decl: g.QuantityDecl, scope: Scope, chain: RuleChain) -> f.Expr:
        """How fractions are kept, as a text such as `down end`."""
        rules = self.law.rounding.get(decl.name, ())
        said = []
        for rule in rules:
            assert isinstance(rule.conclusion, g.Rounds)
            when = "each" if rule.conclusion.each_step else "end"
            said.append(f.Const(f"{rule.conclusion.how} {when}", t.TEXT))
        found = self._chosen(rules, said, scope, f.Const("keep end", t.TEXT), t.TEXT)
        match found:
            case f.Choose(cases=(f.Case(test=f.Const(value=True), value=only),)):
                found = only
        if isinstance(found, f.Fire):
            chain.let("it", f.Fire(found.rules, chain.it, chain.type))
            found = found.body
        return found if isinstance(found, f.Const) else chain.let("rounding", found)

    def _round(self, how: f.Expr, when: str, chain: RuleChain) -> None:
        for way in ("down", "up"):
            wanted = f.Const(f"{way} {when}", t.TEXT)
            rounded = op(way, chain.type, chain.it)
            if how == wanted:
                chain.let("it", rounded)
            elif not isinstance(how, f.Const):
                chain.let("it", f.If(op("==", t.YES_NO, how, wanted), rounded, chain.it, chain.type))

    def _step(self, step: str, scope: Scope, scale: tuple[str, ...] | None, chain: RuleChain) -> None:
        """The number after the rules of one step; it stops where their order would matter."""
        rules = self.law.of_step.get(step, ())
        limiters = self.law.step_limiters.get(step, ())
        if not rules and not limiters:
            return
        chain.note = f"step {step.rpartition('.')[2]}"
        if not limiters:
            self._changes(rules, scope, scale, chain)
            return
        off = chain.let("off", disjunction(tuple(self.applies(x, scope) for x in limiters)))
        inner = chain.inside()
        self._changes(rules, scope, scale, inner)
        chain.let("it", f.If(negation(off, True), inner.body(inner.it), chain.it, chain.type))

    def _changes(self, rules: Sequence[g.Rule], scope: Scope, scale: tuple[str, ...] | None, chain: RuleChain) -> None:
        tests = {r.id: test for r in rules if (test := self.test(r, scope)) != NO}
        winning: list[tuple[g.Rule, g.Changes, f.Expr]] = []
        for rule in rules:
            assert isinstance(rule.conclusion, g.Changes)
            test = self._winning(rule, rules, tests) if rule.id in tests else NO
            if test != NO:
                winning.append((rule, rule.conclusion, test))
            elif rule.id in tests:
                chain.let("looked", tests[rule.id])  # it may stop
        amounts = {r.id: None if c.amount is None else self.lower(c.amount, scope) for r, c, _ in winning}
        for (a, one, test), (b, other, also) in combinations(winning, 2):
            clash = self._clash(one, other, amounts[a.id], amounts[b.id], scale)
            apart = self.law.beats(a, b) or self.law.beats(b, a) or disjoint(test, also)
            if clash != NO and not apart:
                stop = f.Stop(f"`{a.id}` and `{b.id}` disagree", chain.type)
                chain.let("it", f.If(conjunction((test, also, clash)), stop, chain.it, chain.type))
        shifting = scale is not None and any(c.how in ("adds", "subtracts") for _, c, _ in winning)
        shifts: f.Expr = chain.let("shifts", f.Const(0, t.WHOLE)) if shifting else NOTHING
        for rule, change, test in winning:
            amount = amounts[rule.id]
            if scale is not None and change.how in ("adds", "subtracts"):
                assert amount is not None
                by = op("+" if change.how == "adds" else "-", t.WHOLE, shifts, amount)
                new = _if(test, self.fired([rule.id], by), shifts, t.WHOLE, self.cited(rule))
                shifts = chain.let("shifts", new)
                continue
            changed = self.fired([rule.id], chain.changed(change.how, amount, scale))
            chain.let("it", _if(test, changed, chain.it, chain.type, self.cited(rule)))
        if shifting:
            assert scale is not None
            moved = op("shifted", chain.type, chain.it, shifts, f.Const(scale, t.SetOf(chain.type)))
            still = op("==", t.YES_NO, shifts, f.Const(0, t.WHOLE))
            chain.let("it", f.If(negation(still, True), moved, chain.it, chain.type))

    def _winning(self, rule: g.Rule, rules: Sequence[g.Rule], tests: dict[str, f.Expr]) -> f.Expr:
        """Whether a rule applies and none that applies overrides it."""
        above = [tests[y.id] for y in rules if y.id in tests and self.law.beats(y, rule)]
        if YES in above:
            return NO
        return conjunction((tests[rule.id], negation(disjunction(tuple(above)), True))) if above else tests[rule.id]

    def _clash(
        self, one: g.Changes, other: g.Changes, a: f.Expr | None, b: f.Expr | None, scale: tuple[str, ...] | None
    ) -> f.Expr:
        """When the order of two rules matters to a number."""
        if g.SORT_OF_CHANGE[one.how] != g.SORT_OF_CHANGE[other.how]:
            return YES
        if one.how == "makes" and a is not None and b is not None:
            return NO if a == b else f.Not(op("same", t.YES_NO, a, b), t.YES_NO)
        if {one.how, other.how} == {"at-most", "at-least"}:
            most, least = (a, b) if one.how == "at-most" else (b, a)
            assert most is not None
            assert least is not None
            if scale is not None:
                most, least = (op("place", t.WHOLE, x, f.Const(scale, t.SetOf(t.TEXT))) for x in (most, least))
            return op("<", t.YES_NO, most, least)
        return NO

    # -- reaches and requirements

    def reach(self, decl: g.ReachDecl) -> f.Function:
        """The costs of getting to each hex, by a search of the engine."""
        params = decl.params[:-1]
        found = f.Play("reach", (decl.name,), tuple(locals_of(params).values()), t.SetOf(decl.type))
        return f.Function(f"reach:{decl.name}", decl.name, params, found, (decl.doc,) if decl.doc else ())

    def requirement(self, rule: g.Rule) -> f.Function:
        """The cases of its `for each` in which a requirement does not hold, each with how far it is broken."""
        assert isinstance(rule.conclusion, g.Requires)
        condition = rule.conclusion.condition
        binders, scope = self.binders(rule.for_each, {})
        case = f.Items(tuple(scope[b.var] for b in rule.for_each), t.SetOf(t.TEXT))
        fails = negation(self.lower(condition, scope), True)
        broken = self.noting(rule, conjunction((fails, self.test(rule, scope))))
        pair = f.Row((case, self._excess(condition, scope)), t.TEXT)
        where = conjunction((binders[-1].where or YES, broken)) if binders else broken
        once = f.Binder("once", f.Items((NOTHING,), t.SetOf(t.TEXT)), where)  # a loop of a single turn
        last = f.Binder(binders[-1].var, binders[-1].over, where) if binders else once
        body = f.Loop("map", (*binders[:-1], last), pair, t.TEXT)
        return f.Function(f"broken:{rule.id}", f"{rule.id} broken", (), body, (self.cited(rule),))

    def _excess(self, condition: e.Expr, scope: Scope) -> f.Expr:
        """By how much a requirement that compares two numbers is broken."""
        if not isinstance(condition, e.Compare) or condition.order is not None:
            return NOTHING
        up = condition.op in ("<", "<=")
        more, less = (condition.left, condition.right) if up else (condition.right, condition.left)
        return op("-", t.EXACT, self.lower(more, scope), self.lower(less, scope))

    # -- what play asks

    def play_answer(self, marks: Marks, sort: str, about: Any, known: Types) -> tuple[str, f.Params] | None:
        """Returns the function that answers a question of play, and the names that it needs; None where it would judge
        all hexes of the map, of which few are wanted."""
        names: Iterable[str] = names_in(self.law, about) if isinstance(about, Node) else ()
        lower: Callable[..., f.Expr]
        match sort:
            case "bars":
                names, title, lower = self._names_forbidding(about), f"{about} barred", self._bars
            case "eligible":
                names = [*names_in(self.law, (about.domain, about.where)), *self._names_forbidding(about.path)]
                names = [n for n in names if n != about.var]
                title, lower = f"{about.path} eligible", self._eligible
            case "cases":
                rule, binders = self.law.rules[about], self.law.ranging_binders[about]
                bound = {binder.var for binder in binders}
                names = [n for n in (*names_of_rule(self.law, rule), *names_in(self.law, binders)) if n not in bound]
                title, lower = about, self._cases
            case "items":
                title, lower = "each", lambda binder, scope: self.lower(e.Those(binder), scope)
            case _:
                title, lower = "value", self.lower
        params = tuple((n, known[n]) for n in dict.fromkeys(names) if n in known)
        key = self.answer(title, about, partial(lower, about, locals_of(params)), params)
        if sort == "eligible" and about.domain == HEXES and marks.cost_of(key) > MAX_COST_OF_ALL:
            return None
        return key, params

    def answer(self, title: str, about: object, body: Callable[[], f.Expr], params: f.Params) -> str:
        """Returns the key of the function that answers a question."""
        key = self._answering.setdefault((title, about, params), f"play:{title} {len(self._answering)}")
        self.functions.add(key, lambda: f.Function(key, f"play {title}", params, body()))
        return key

    def _names_forbidding(self, path: str) -> list[str]:
        found: list[str] = []
        for rule in self.law.forbidding.get(path, ()):
            for given in [dict(way.given) for way in self.law.graph.ways(rule, path)] or [{}]:
                found += [name for name in names_of_rule(self.law, rule) if name not in given]
                found += names_in(self.law, tuple(given.values()))
        return found

    def _eligible(self, pick: e.Pick, scope: Scope) -> f.Expr:
        binder, inner = self.binder(e.Binder(pick.var, pick.domain, pick.where), scope)
        is_each = pick.domain == HEXES  # so many that each call counts
        barred = self._bars(pick.path, inner).parts if is_each else (self._is_barred(pick.path, inner),)
        where = conjunction((binder.where or YES, *(negation(test, True) for test in barred)))
        return f.Loop("list", (f.Binder(binder.var, binder.over, where),), inner[pick.var], pick.domain.type)

    def _cases(self, id_: str, scope: Scope) -> f.Expr:
        rule, ranging = self.law.rules[id_], self.law.ranging_binders[id_]
        if not ranging:
            return self.noting(rule, self.test(rule, scope))
        binders, inner = self.binders(ranging, scope, rule)
        cases = f.Loop("list", binders, f.Row(tuple(inner[b.var] for b in ranging), t.TEXT), t.SetOf(t.TEXT))
        return f.Joined((cases,), True, cases.type)

    def _bars(self, path: str, scope: Scope) -> f.Or:
        """Whether something forbids a pick; the rule that asks least of the law is looked at first."""
        said = self.forbidding(path, scope)
        tests, rules = tuple(test for _, test in said), tuple(rule for rule, _ in said)
        return f.Or(tests, t.YES_NO, "aside", rules)

    def _is_barred(self, path: str, scope: Scope) -> f.Expr:
        """The same, asked of the function that tells it; it stops where that cannot."""
        if not self.law.forbidding.get(path):
            return NO
        known = {n: scope[n] for n in self._names_forbidding(path) if n in scope}
        params = tuple((n, x.type) for n, x in known.items())
        key = self.answer(f"{path} barred", path, partial(self._bars, path, locals_of(params)), params)
        return op("some", t.YES_NO, f.Call(key, tuple(known.values()), t.YES_NO))


def _if(test: f.Expr, then: f.Expr, otherwise: f.Expr, type_: t.Type, note: str = "") -> f.Expr:
    return then if test == YES else otherwise if test == NO else f.If(test, then, otherwise, type_, note)
