"""Pass: which answers are remembered, and where.

Kept are answers that are expensive and may be asked for twice; of a single hex or hexside also cheap ones, if nothing
but the map decides them: these are kept with the map, for all positions on it. What an answer depends on is read off
the form (`Marks.reads`), so a write takes away only what it may change. An expensive loop that uses some of the
parameters of its function, but not all, becomes a function of its own that remembers.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import conjunction, op, rules_asked
from hexlaw.compiler.lower.marks import Marks, conjuncts
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.law import Law
from hexlaw.runtime.nodes import memoised

EXPENSIVE = 30  # an answer that costs more is worth remembering
EXPENSIVE_BY_CONTACT = 400  # contacts are slow to look up
OF_ONE_HEX = 3


def memory(program: f.Program) -> f.Program:
    marks, once = Marks(program), memoised(program.law, "_asked_once", _asked_once)
    found = []
    for function in program.new():
        if function.key.startswith("reach:"):
            found.append(f.with_(function, memory="position"))
        elif function.key.startswith(("fact:", "quantity:")) and " case " not in function.key:
            fixed = marks.fixed_by_map(function.key)
            if not function.params or (function.key not in once and _is_expensive(marks, function, fixed)):
                found.append(f.with_(function, memory="map" if fixed else "position"))
    return program.and_(found)


def _is_expensive(marks: Marks, function: f.Function, fixed: bool) -> bool:
    kinds = {type_.name for _, type_ in function.params if isinstance(type_, t.Kind)}
    least = EXPENSIVE_BY_CONTACT if "contact" in kinds else EXPENSIVE
    if len(function.params) == 1 and kinds and kinds <= {"hex", "hexside"} and fixed:
        least = OF_ONE_HEX
    return marks.cost_of(function.key) > least


def _asked_once(law: Law) -> set[str]:
    """What one answer asks, in one place and with all that it was given: it is hardly asked the same twice.

    Several places are one where the first is where a quantity starts: what that comes to is at hand afterwards.
    """
    asked: Counter[str] = Counter()
    graph = law.graph
    outside = (tuple(graph.effects.values()), tuple(graph.actions.values()), law.requirements)
    for part in parts((*outside, tuple(law.forbidding.values()))):
        if isinstance(part, e.Fact | e.Quantity):
            asked[_key(part)] += 2
    declared: list[g.FactDecl | g.QuantityDecl] = [*graph.facts.values(), *graph.quantities.values()]
    for decl in declared:
        given = {e.Var(p, type_) for p, type_ in decl.params if not isinstance(type_, t.Choice)}
        start = set(parts(getattr(decl, "start", None)))
        nodes = _asks_directly(law, decl)
        places = [part for part in parts(nodes) if isinstance(part, e.Fact | e.Quantity)]
        for place in set(places):
            whole = bool(given) and given <= set(place.args)
            asked[_key(place)] += 1 if whole and (place in start or places.count(place) == 1) else 2
    return {key for key, times in asked.items() if times == 1}


def _asks_directly(law: Law, decl: Any) -> tuple[object, ...]:
    """The expressions of a fact or quantity, of its rules, and of what limits these."""
    nodes: list[object] = [getattr(decl, "otherwise", None), getattr(decl, "start", None)]
    rules = [*law.of_fact.get(decl.name, ())]
    for step in getattr(decl, "steps", ()):
        path = f"{decl.name}.{step}"
        rules += [*law.rounding.get(decl.name, ()), *law.of_step.get(path, ()), *law.step_limiters.get(path, ())]
    seen: set[str] = set()
    while rules:
        rule = rules.pop()
        if rule.id not in seen:
            seen.add(rule.id)
            rules.extend(law.limiters.get(rule.id, ()))
            conditions = tuple(c.expr for c in rule.when)
            nodes += [conditions, rule.for_each, rule.conclusion]
            rules += rules_asked(law, conditions)
    return tuple(nodes)


def _key(node: e.Fact | e.Quantity) -> str:
    return f"{'fact' if isinstance(node, e.Fact) else 'quantity'}:{node.name}"


# ---- parts of an answer


def remembered_parts(program: f.Program) -> f.Program:
    """Expensive loops and counts that depend on some of what their function is given, but not on all of it; and those
    that depend on the map alone."""
    marks, written = Marks(program), memoised(program.law, "_written_by_play", written_by_play)
    made: dict[f.Expr, f.Function] = {}

    def kept_with_the_map(x: f.Loop) -> f.Call:
        if x not in made:
            made[x] = f.Function(f"part:of the map {len(made)}", "of-the-map", (), x, memory="map")
        return f.Call(made[x].key, (), x.type)

    def of_the_map(x: Any) -> Any:
        x = f.rebuilt(x, of_the_map)
        if isinstance(x, f.Loop) and x.how == "list" and not marks.free(x) and is_settled(x):
            return kept_with_the_map(x)
        return narrowed(x) if isinstance(x, f.Loop) and not program.record else x

    def is_settled(x: f.Expr) -> bool:
        return marks.is_fixed(x) and written.isdisjoint(marks.reads(x))

    def narrowed(x: f.Loop) -> f.Loop:
        """A loop over all hexes: what the map decides of them is worked out once, and those in which nothing is of what
        has to be there are passed over first."""
        binder, *inner = x.binders
        over, hexes = binder.over, binder.over
        if binder.where is None or not (isinstance(hexes, f.Op) and hexes.op == "hexes"):
            return x
        here = f.Local(binder.var, t.item_of(hexes.type))
        tests = conjuncts(binder.where)
        fixed = [p for p in tests if marks.free(p).keys() <= {here.name} and is_settled(p) and not marks.risks(p)]
        if fixed:
            chosen = f.Binder(binder.var, hexes, conjunction(tuple(fixed)))
            over = kept_with_the_map(f.Loop("list", (chosen,), here, hexes.type))
        left: list[f.Expr] = []
        for test in tests:
            if isinstance(test, f.Loop) and test.how == "any":
                among = test.binders[0].over
                if isinstance(among, f.Things) and among.within == here:
                    left.append(f.Not(op("same", t.YES_NO, among, f.Items((), among.type)), t.YES_NO))
            if test not in fixed:
                left.append(test)
        where = conjunction(tuple(left)) if left else None
        found: f.Loop = f.with_(x, binders=(f.Binder(binder.var, over, where), *inner))
        return found

    def within(x: Any, of: f.Function) -> Any:
        if isinstance(x, f.Loop) or (isinstance(x, f.Op) and x.op == "size"):
            free = marks.free(x)
            if free and free.keys() < dict(of.params).keys() and marks.cost(x) > EXPENSIVE:
                if x not in made:
                    title, params = f"{of.title} {x.op if isinstance(x, f.Op) else x.how}", tuple(free.items())
                    made[x] = f.Function(f"part:{title} {len(made)}", title, params, x, memory="position")
                return f.Call(made[x].key, tuple(f.Local(*param) for param in made[x].params), x.type)
        return f.rebuilt(x, lambda part: within(part, of))

    changed = list(program.new())
    if not program.done:  # a question is put to a position that is laid out already: nothing is kept for it
        changed = [f.with_(h, body=of_the_map(h.body)) if _asks_all_hexes(h.body) else h for h in changed]
    changed = [f.with_(h, body=within(h.body, h)) if len(h.params) > 1 and _is_answer(h) else h for h in changed]
    return program.and_((*changed, *made.values()))


def _asks_all_hexes(x: Any) -> bool:
    return (isinstance(x, f.Op) and x.op == "hexes") or any(map(_asks_all_hexes, f.children(x)))


def written_by_play(law: Law) -> frozenset[str]:
    """The attributes that play writes: what depends on them is not worth keeping with the map."""
    graph = law.graph
    doing = [*graph.actions.values(), *graph.effects.values(), *graph.sequences.values(), *graph.tasks.values()]
    doing += [rule.conclusion for rule in law.rules.values() if isinstance(rule.conclusion, g.Then)]
    return frozenset(part.name for part in parts(tuple(doing)) if isinstance(part, e.SetAttribute))


def _is_answer(function: f.Function) -> bool:
    """Whether a function may be asked for the same part again and again: one that only play asks hardly is."""
    return function.key.startswith(("fact:", "quantity:"))
