"""Pass: which answers are remembered, and where.

Kept are answers that are expensive and may be asked for twice; of a single hex or hexside also cheap ones, if nothing
but the map decides them: these are kept with the map, for all positions on it. What an answer depends on is read off
the form (`Marks.reads`), so a write takes away only what it may change.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import rules_asked
from hexlaw.compiler.lower.marks import Marks
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.law import Law

EXPENSIVE = 30  # an answer that costs more is worth remembering
EXPENSIVE_BY_CONTACT = 400  # contacts are slow to look up
OF_ONE_HEX = 3


def memory(program: f.Program) -> f.Program:
    marks, once = Marks(program), memoised(program.law, "_asked_once", _asked_once)
    found = []
    for function in program.functions.values():
        if function.key.startswith("reach:"):
            found.append(f.with_(function, memory="position"))
        elif function.key.startswith(("fact:", "quantity:")):
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
