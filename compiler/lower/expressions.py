"""Expressions of the law as expressions of the form: each sort has one meaning there.

A scope says what each name of the law stands for at a place: mostly a local of that name, sometimes what it is known to
be. A name that no scope knows is the side that acts, or something that only play gives a value: then it stops.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from hashlib import blake2b
from itertools import chain
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import NO, YES
from hexlaw.runtime.base.nodes import Node, directly_inside, memoised
from hexlaw.runtime.base.on_demand import OnDemand
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import all_asked, parts
from hexlaw.runtime.law.law import Law

Scope = Mapping[str, f.Expr]

LookedUp = e.Attribute | e.Field | e.Fact | e.Quantity | e.Table | e.Memory | e.Tally | e.NowIn | e.Reach
"""What stands somewhere already: on the map, in a table, in what play keeps, or in a function of its own."""
Test = e.Compare | e.Equal | e.Contains | e.IsKind | e.Not | e.All | e.Any | e.Quantified | e.Applies | e.WouldBreak
"""What has yes or no as its value and is worked out of others."""


class Lowering:
    """Lowers the expressions of one law; functions that they turn out to need are made on the way."""

    def __init__(self, law: Law, *, is_played: bool = False, watched: Collection[str] = ()) -> None:
        self.law, self.graph, self.is_played = law, law.graph, is_played
        self.watched = watched  # rules of which it is noted that they fire, though all may not be looked at
        self.functions = OnDemand[f.Function]()
        self._answering: dict[tuple[str, object, f.Params], str] = {}  # so a question has one function

    def known(self, rule: g.Rule, path: str, scope: Scope) -> Iterator[Scope]:
        """The scope of a rule about a pick; of one about an event, once for each way in which the pick brings it
        about."""
        ways = self.graph.ways(rule, path)
        yield from ({**scope, **{name: self.lower(given, scope) for name, given in way.given}} for way in ways)
        if not ways:
            yield scope

    def lower(self, node: e.Expr, scope: Scope) -> f.Expr:
        """The form of an expression of the law."""
        if isinstance(node, LookedUp):
            return self._looked_up(node, scope)
        if isinstance(node, Test):
            return self._tested(node, scope)
        match node:
            case e.Const(value=value, type=type_):
                return f.Const(value, type_)
            case e.Var(name=name):
                return scope[name] if name in scope else self._unbound(node)
            case e.MakeMoment(edge=edge, which=which, span=span, owner=owner):
                whose = f.Const(None, t.TEXT) if owner is None else self.lower(owner, scope)
                return op("moment", t.MOMENT, *(f.Const(word, t.TEXT) for word in (edge, which, span)), whose)
            case e.Builtin(name="hex", args=(only,)):
                return self.lower(only, scope)
            case e.Builtin(name="rounded-down", args=(e.Arith(op="/", left=left, right=e.Const(value=2)),)):
                return op("halved", node.type, self.lower(left, scope))
            case e.Builtin(name=name, args=args):
                return f.Op(BUILTINS.get(name, name), self._all(args, scope), node.type)
            case e.MakeRecord(kind=kind, fields=made):
                return f.Made(kind, self._all((value for _, value in made), scope), node.type)
            case e.MakeSet(items=items):
                return f.Items(self._all(items, scope), node.type)
            case e.Things(kind=kind, within=within, deep=deep):
                return f.Things(kind, None if within is None else self.lower(within, scope), deep, node.type)
            case e.Those(binder=binder):
                listed = self.loop("list", binder, e.Var(binder.var, t.item_of(node.type)), scope, node.type)
                return f.Joined((listed,), True, node.type)
            case e.One(binder=binder):
                return self.loop("one", binder, e.Var(binder.var, node.type), scope, node.type)
            case e.Linked():
                return self._linked(node, scope)
            case e.Count(of=e.Those(binder=binder)):
                return self._count(binder, scope)
            case e.Count(of=of):
                return op("size", t.WHOLE, self.lower(of, scope))
            case e.Fold(how=how, item=item, binder=binder):
                return self.loop("total" if how == "sum" else how, binder, item, scope, node.type)
            case e.Whichever():
                return self._whichever(node, scope)
            case e.Arith(op="/", left=left, right=e.Const(value=2)):
                return op("half", node.type, self.lower(left, scope))
            case e.Arith(op=sign, left=left, right=right):
                return op(sign, node.type, self.lower(left, scope), self.lower(right, scope))

    def _looked_up(self, node: LookedUp, scope: Scope) -> f.Expr:
        match node:
            case e.Attribute(base=base, owner=owner, name=name):
                return f.Read(name, owner, self.lower(base, scope), node.type)
            case e.Field(base=base, name=name):
                return f.Field(kind_of(base.type), name, self.lower(base, scope), node.type)
            case e.Fact(name=name, args=args) | e.Quantity(name=name, args=args):
                sort = "fact" if isinstance(node, e.Fact) else "quantity"
                return f.Call(f"{sort}:{name}", self._all(args, scope), node.type)
            case e.Table(name=name, args=(e.Arith(op="/", left=left, right=right),)) if self._reads_plainly(name):
                return f.Cell(name, (self.lower(left, scope), self.lower(right, scope)), node.type)
            case e.Table(name=name, args=args):
                return f.Cell(name, self._all(args, scope), node.type)
            case e.Memory(name=name, args=args) | e.Tally(name=name, args=args):
                given = self._all(args, scope)
                return f.Kept("memory" if isinstance(node, e.Memory) else "tally", name, given, node.type)
            case e.NowIn(span=span):
                return f.Kept("span", span, (), node.type)
            case e.Reach(name=name, args=args):
                reached = f.Call(f"reach:{name}", self._all(args[:-1], scope), t.SetOf(t.bare(node.type)))
                return op("reached", node.type, reached, self.lower(args[-1], scope))

    def _reads_plainly(self, table: str) -> bool:
        """Whether the starts of its lines alone decide which line of a table a number reads."""
        decl = self.graph.tables[table]
        axis = decl.data.axes[0]
        ends = {*decl.below, *decl.above}
        return len(decl.data.axes) == 1 and bool(axis.brackets) and not ends and axis.brackets[-1].stop is None

    def _tested(self, node: Test, scope: Scope) -> f.Expr:
        match node:
            case e.Compare(op=sign, left=left, right=right, order=order):
                return op(sign, t.YES_NO, self._ranked(left, order, scope), self._ranked(right, order, scope))
            case e.Equal(left=left, right=right, negated=negated):
                word = "same" if is_set(left.type) and is_set(right.type) else "=="
                return negation(op(word, t.YES_NO, self.lower(left, scope), self.lower(right, scope)), negated)
            case e.Contains(container=e.Builtin(name="sides-of", args=(h,)), item=item, negated=negated):
                return negation(op("is-side-of", t.YES_NO, self.lower(item, scope), self.lower(h, scope)), negated)
            case e.Contains(container=container, item=item, negated=negated):
                return negation(op("in", t.YES_NO, self.lower(item, scope), self.lower(container, scope)), negated)
            case e.IsKind(base=base, kind=kind, negated=negated):
                return negation(op("is-a", t.YES_NO, f.Const(kind, t.TEXT), self.lower(base, scope)), negated)
            case e.Not(inner=inner):
                return negation(self.lower(inner, scope), True)
            case e.All(parts=inner_parts):
                return conjunction(self._all(inner_parts, scope))
            case e.Any(parts=inner_parts):
                return disjunction(self._all(inner_parts, scope))
            case e.Quantified():
                return self._quantified(node, scope)
            case e.Applies():
                named = self.law.may_be_asked(node.rule, itself=node.itself)
                return disjunction(tuple(self.applies(rule, scope) for rule in named))
            case e.WouldBreak(effect=effect, args=args, rule=rule):
                asked = self._all(args, scope)  # where nothing stands it is worked out all the same
                nowhere = op("in", t.YES_NO, f.Const("", t.TEXT), f.Items(asked, t.SetOf(t.TEXT)))
                found: f.Expr = nowhere if asked else NO
                for standing in self.law.may_be_asked(rule):
                    if isinstance(standing.conclusion, g.Requires):
                        breaks = f.Play("breaks", (effect, standing.id), asked, node.type)
                        test = self.stands(standing.id)
                        found = breaks if test == YES else f.If(test, breaks, found, node.type)
                return found

    def _all(self, nodes: Iterable[e.Expr], scope: Scope) -> tuple[f.Expr, ...]:
        return tuple([self.lower(node, scope) for node in nodes])

    def _unbound(self, node: e.Var) -> f.Expr:
        if node.name == g.ACTING:
            return f.Kept("acting", g.ACTING, (), node.type)
        return f.Stop(f"`{node.name}` is not known here", node.type)

    def _ranked(self, node: e.Expr, order: str | None, scope: Scope) -> f.Expr:
        if order is None:
            return self.lower(node, scope)
        values = self.graph.choices[order].values
        if isinstance(node, e.Const) and node.value in values:
            return f.Const(values.index(str(node.value)), t.WHOLE)
        return op("rank", t.WHOLE, f.Const(order, t.TEXT), self.lower(node, scope))

    # -- what binds a name

    def binder(self, binder: e.Binder, scope: Scope) -> tuple[f.Binder, Scope]:
        inner = {**scope, binder.var: f.Local(binder.var, t.item_of(binder.domain.type))}
        where = None if binder.where is None else self.lower(binder.where, inner)
        return f.Binder(binder.var, self.lower(binder.domain, scope), where), inner

    def loop(self, how: Any, binder: e.Binder, item: e.Expr, scope: Scope, type_: t.Type) -> f.Loop:
        bound, inner = self.binder(binder, scope)
        return f.Loop(how, (bound,), self.lower(item, inner), type_)

    def _linked(self, node: e.Linked, scope: Scope) -> f.Expr:
        """Hexes linked to others; whether one is let through is a function of its own, given it and the one before."""
        binder, before = node.binder, node.start.var
        where = e.Const(True, t.YES_NO) if binder.where is None else binder.where
        own = (binder.var, before or f"{binder.var} before")
        names = tuple(n for n in dict.fromkeys(names_in(self.law, where)) if n in scope and n not in own)
        params = (*((name, t.HEX) for name in own), *((name, scope[name].type) for name in names))
        key = f"link:{blake2b(repr((node, params)).encode(), digest_size=8).hexdigest()}"  # one for each question
        known = {name: f.Local(name, type_) for name, type_ in params}
        title = f"{binder.var} is let through"
        self.functions.add(key, lambda: f.Function(key, title, params, self.lower(where, known)))
        within = None if node.within is None else op("some", t.WHOLE, self.lower(node.within, scope))
        goal = None if node.to is None else op("some", t.HEX, self.lower(node.to, scope))
        given = tuple(scope[name] for name in names)
        start = self.lower(node.start.domain, scope)
        if goal is None:
            return f.Linked(key, given, start, within, bool(before), node.type)
        return f.Steps(f.Flood(key, given, start, within, bool(before), node.start.domain.type), goal, node.type)

    def _count(self, binder: e.Binder, scope: Scope) -> f.Expr:
        """How many there are; of those that come to a text, how often it stands in the list of all."""
        match binder.where:
            case e.Equal(left, e.Const(value=str()) as value, False):
                listed = self.loop("list", e.Binder(binder.var, binder.domain, None), left, scope, t.SetOf(left.type))
                return op("occurs", t.WHOLE, listed, self.lower(value, scope))
        return self.loop("count", binder, e.Const(1, t.WHOLE), scope, t.WHOLE)

    def _quantified(self, node: e.Quantified, scope: Scope) -> f.Expr:
        binder, holds = node.binder, node.holds
        if node.how == "every" and holds is None:
            return YES
        if node.how == "every":
            assert holds is not None
            return self.loop("every", binder, holds, scope, t.YES_NO)
        if binder.where is None:
            none = f.Items((), binder.domain.type)
            return negation(op("same", t.YES_NO, self.lower(binder.domain, scope), none), node.how == "any")
        return negation(self.loop("any", binder, e.Const(True, t.YES_NO), scope, t.YES_NO), node.how == "no")

    def _whichever(self, node: e.Whichever, scope: Scope) -> f.Expr:
        bound, inner = self.binder(e.Binder(node.var, node.domain, None), scope)
        scored = self._ranked(node.measure, node.order, inner)
        return f.Loop("lowest" if node.how == "least" else "highest", (bound,), scored, node.type)

    # -- rules

    def applies(self, rule: g.Rule, scope: Scope) -> f.Expr:
        """Calls the function that tells whether a rule applies: its conditions hold, and nothing that applies limits
        it."""
        names = tuple(name for name in dict.fromkeys(names_of_rule(self.law, rule)) if name in scope)
        key = f"rule:{rule.id}({','.join(names)})"
        params = tuple((name, scope[name].type) for name in names)
        self.functions.add(key, partial(self._applying, key, rule, params))
        return f.Call(key, tuple(scope[name] for name in names), t.YES_NO)

    def _applying(self, key: str, rule: g.Rule, params: f.Params) -> f.Function:
        known = {name: f.Local(name, type_) for name, type_ in params}
        test = self.had_a_say(rule, self.test(rule, known))
        return f.Function(key, f"{rule.id} applies", params, test, (self.cited(rule),))

    def test(self, rule: g.Rule, scope: Scope) -> f.Expr:
        conditions = self._all((c.expr for c in rule.when), scope)
        limits = tuple(self.applies(limiter, scope) for limiter in self.law.limiters.get(rule.id, ()))
        limited = (negation(disjunction(limits), True),) if limits else ()
        return conjunction((self.stands(rule.id), *conditions, *limited))

    def stands(self, name: str) -> f.Expr:
        """Whether a rule of the whole law is one of the law that is played."""
        return f.Kept("stands", name, (), t.YES_NO) if name in self.law.switches else YES

    def fired(self, rules: Iterable[str], body: f.Expr) -> f.Expr:
        """The same, which notes that these rules have fired, where that is wanted."""
        noted = tuple(rule for rule in rules if rule in self.watched)
        return f.Fire(noted, body, body.type) if noted else body

    def had_a_say(self, rule: g.Rule, test: f.Expr) -> f.Expr:
        """The test; in play it notes that the rule fired, where no trace has it: it limits or forbids."""
        return self.noting(rule, test) if self.is_played else test

    def noting(self, rule: g.Rule, test: f.Expr) -> f.Expr:
        """Returns the test, extended to note as a whole that the rule fired: passes reorder conditions."""
        said = self.fired([rule.id], YES)
        if YES in (said, test):
            return conjunction((test, said))
        return NO if test == NO else f.If(test, said, NO, t.YES_NO)

    def forbidding(self, path: str, scope: Scope) -> list[tuple[str, f.Expr]]:
        """The tests of the rules that forbid a pick, each noting that it fired; those that ask least of the law come
        first."""
        rules = self.law.forbidding.get(path, ())
        return [
            (self.cited(rule), self.had_a_say(rule, self.test(rule, known)))
            for rule in sorted(rules, key=lambda rule: len(all_asked(self.law.graph, [f"rule:{rule.id}"])))
            for known in self.known(rule, path, scope)
        ]

    def cited(self, rule: g.Rule) -> str:
        cites = ", ".join(str(c) for c in self.graph.shown_cites(rule.cites))
        return f"{rule.id} [{cites}]" if cites else rule.id


BUILTINS = {"rounded-down": "down", "rounded-up": "up"}


def op(word: str, type_: t.Type, *args: f.Expr) -> f.Op:
    return f.Op(word, args, type_)


def negation(x: f.Expr, negated: bool) -> f.Expr:
    if not negated:
        return x
    if isinstance(x, f.Const):
        return f.Const(not x.value, t.YES_NO)
    return x.inner if isinstance(x, f.Not) else f.Not(x, t.YES_NO)


def conjunction(tests: tuple[f.Expr, ...]) -> f.Expr:
    found = [part for test in tests for part in (test.parts if isinstance(test, f.And) else (test,)) if part != YES]
    if NO in found:
        return NO
    return found[0] if len(found) == 1 else f.And(tuple(found), t.YES_NO) if found else YES


def disjunction(tests: tuple[f.Expr, ...]) -> f.Expr:
    found = [test for test in tests if test != NO]
    return found[0] if len(found) == 1 else f.Or(tuple(found), t.YES_NO) if found else NO


def is_set(type_: t.Type) -> bool:
    return isinstance(t.bare(type_), t.SetOf)


def kind_of(type_: t.Type) -> str:
    found = t.bare(type_)
    assert isinstance(found, t.Kind), found
    return found.name


Said = tuple[set[tuple[str, str]], set[int]]


def said(law: Law, asked: Iterable[Node] = ()) -> Said:
    """Returns what the layout needs of all expressions of a law, and of those `asked` besides: the lines of unit charts
    that they name, each with its kind, and the denominators that they print."""
    graph = law.graph
    sections = (graph.facts, graph.quantities, graph.actions, graph.effects, graph.tasks, law.rules)
    bodies = chain(*(section.values() for section in sections), *graph.sequences.values(), asked)
    found = [memoised(node, "_said", _said) for node in bodies]
    return set().union(*(lines for lines, _ in found)), set().union(*(denominators for _, denominators in found))


def _said(whole: Node) -> Said:
    lines, denominators = set[tuple[str, str]](), set[int]()
    for node in parts(whole):
        match node:
            case e.Const(value=Fraction() as value):
                denominators.add(value.denominator)
            case e.Builtin(name="printed", args=(e.Const(value=line), e.Const(value=kind))):
                lines.add((str(line), str(kind)))
    return lines, denominators


# ---- the names that something of the law uses


def free_names(node: object, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names an expression uses that it does not bind itself."""
    match node:
        case e.Var(name=name):
            if name not in bound:
                yield name
        case e.Binder(var=var, domain=domain, where=where):
            yield from free_names(domain, bound)
            yield from free_names(where, bound | {var})
        case e.Linked(binder=binder, start=start, within=within, to=to):
            yield from free_names((start, within, to), bound)
            yield from free_names(binder, bound | {start.var})
        case e.Quantified(binder=binder, holds=inner) | e.Fold(binder=binder, item=inner):
            yield from free_names(binder, bound)
            yield from free_names(inner, bound | {binder.var})
        case e.Whichever(var=var, domain=domain, measure=measure):
            yield from free_names(domain, bound)
            yield from free_names(measure, bound | {var})
        case _:
            for part in directly_inside(node):
                yield from free_names(part, bound)


def names_of_rule(law: Law, rule: g.Rule) -> Iterator[str]:
    """The names that the test of a rule needs."""
    seen: set[str] = set()
    waiting = [rule]
    while waiting:
        current = waiting.pop(0)
        if current.id in seen:
            continue
        seen.add(current.id)
        for condition in current.when:
            yield from free_names(condition.expr)
        waiting += rules_asked(law, (c.expr for c in current.when))
        waiting.extend(law.limiters.get(current.id, ()))


def rules_asked(law: Law, nodes: Iterable[object]) -> list[g.Rule]:
    """The rules of which some expressions ask whether they apply."""
    asked = [p for node in nodes for p in parts(node) if isinstance(p, e.Applies)]
    return [rule for p in asked for rule in law.may_be_asked(p.rule, itself=p.itself)]


def names_in(law: Law, node: object) -> Iterator[str]:
    """The names an expression uses, those of the rules that it asks about included."""
    yield from free_names(node)
    for rule in rules_asked(law, [node]):
        yield from names_of_rule(law, rule)
