"""Quantities worked out for all values of a parameter at once: what it makes no difference to is worked out once.

In go quantities whose rules test all parameters but one, which chooses among a few values; out comes a function that
tells which rules apply, and what of their amounts it can, and then does the sums for each of the values. Nothing in the
sums may stop, so every stop is met in the order in which the reference meets it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

from hexlaw.compiler.emit.expressions import Writer
from hexlaw.compiler.emit.names import literal
from hexlaw.compiler.emit.quantities import change_of, one_by_one, one_by_one_will_do, switched_off
from hexlaw.compiler.emit.reading import DEAR
from hexlaw.compiler.emit.remembering import remembering
from hexlaw.compiler.emit.rule_tests import Lines, Test, indented, winning
from hexlaw.compiler.emit.sharing import SHARED
from hexlaw.compiler.emit.typed import Scope
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts

MOST_VALUES = 3


def for_all_values(w: Writer, decl: g.QuantityDecl) -> Lines | None:
    """The function of a quantity, or None where one that answers for a single value is as good."""
    names = [p for p, _ in decl.params]
    steps = {f"{decl.name}.{step}": w.law.of_step.get(f"{decl.name}.{step}", ()) for step in decl.steps}
    rules = [rule for of_step in steps.values() for rule in of_step]
    asked = [*rules, *(x for step in steps for x in w.law.step_limiters.get(step, ()))]
    tested = {n for rule in asked for n in w.names_of_rule(rule)} & set(names)
    varying = [p for p in names if p not in tested]
    if len(varying) != 1 or len(names) < 2 or isinstance(decl.type, t.Choice) or not _keeps_fractions(w, decl):
        return None
    values = _few_values(w, decl, varying[0])
    given = set(names) - set(varying)
    amounts = [change_of(rule).amount for rule in rules]
    settled = [node for amount in amounts for node in _settled(w, amount, given)]
    cost = sum(w.reading.cost_of("rule", rule.id) for rule in asked) + sum(map(w.reading.cost, settled))
    if not values or cost <= DEAR or not {*w.names_in(decl.start)} <= given:
        return None
    if not all(_calm(w, amount, given, dict(decl.params)) for amount in amounts):
        return None
    return _written(w, decl, steps, [p for p in names if p in given], varying[0], values)


def _keeps_fractions(w: Writer, decl: g.QuantityDecl) -> bool:
    rules = w.law.rounding.get(decl.name, ())
    said = [r.conclusion for r in rules if isinstance(r.conclusion, g.Rounds) and not r.when]
    return len(said) == len(rules) and all(c.how == "keep" for c in said)


def _few_values(w: Writer, decl: g.QuantityDecl, varying: str) -> tuple[str, ...]:
    """The values of a parameter, if it chooses among few and is never given none."""
    place = [p for p, _ in decl.params].index(varying)
    type_ = decl.params[place][1]
    if not isinstance(type_, t.Choice) or type_.name not in w.graph.choices:
        return ()
    law = (tuple(w.graph.facts.values()), tuple(w.graph.quantities.values()), tuple(w.graph.rules.values()))
    for part in parts((law, tuple(w.graph.effects.values()), tuple(w.graph.actions.values()))):
        if isinstance(part, e.Quantity) and part.name == decl.name:
            arg = part.args[place]
            if not isinstance(arg, e.Var) and not w.reading.never_none(arg):
                return ()
    values = w.graph.choices[type_.name].values
    return values if len(values) <= MOST_VALUES else ()


def _written(
    w: Writer, decl: g.QuantityDecl, steps: dict[str, tuple[g.Rule, ...]], given: list[str], varying: str,
    values: tuple[str, ...],
) -> Lines | None:  # fmt: skip
    scope: Scope = dict(decl.params)
    name, value = w.function("quantity", decl.name), w.local(varying)
    lines: Lines = []
    found: dict[str, list[Test]] = {}
    settled: dict[e.Expr, str] = {}
    nodes = [node for rules in steps.values() for rule in rules for node in w.nodes_of(rule)]
    with w.sharing(given, decl.start, *nodes, of=name):
        start = w.x(decl.start, scope)
        known = w.reading.never_none(decl.start)
        lines.append(f"start = {start}" if known else f"start = started({decl.name!a}, {start})")
        for step, rules in steps.items():
            found[step] = _tests(w, step, rules, scope, lines)
            if found[step] and not one_by_one_will_do(w, found[step]):
                return None
            for test in found[step]:
                for node in _settled(w, change_of(test.rule).amount, set(given)):
                    wins, found_before = winning(w, test, found[step]), settled.get(node)
                    if found_before is None:  # it is looked at where the first rule that needs it applies
                        settled[node] = w.names.of("settled", (decl.name, node), f"{decl.name}_{len(settled) + 1}")
                        otherwise = "None"
                    else:  # or, where that did not, another one
                        wins, otherwise = f"{found_before} is None and ({wins})", found_before
                    with w.perhaps():
                        lines.append(f"{settled[node]} = {w.x(node, scope)} if {wins} else {otherwise}")
    with w.sharing(()), w.perhaps(), w.knowing(settled):
        sums = [line for tests in found.values() for line in one_by_one(w, tests, scope, None, small=False)]
    fires = [w.fire(r) for r in w.law.rounding.get(decl.name, ())] if w.record else []
    args = [w.local(p) for p in given]
    body = [
        *fires, *lines, "found = {}",
        f"for {value} in {literal(values)}:", *indented(["it = start", *sums, f"found[{value}] = it"]), "return found",
    ]  # fmt: skip
    of_all = w.names.of("all values", decl.name, f"{name}_by_{varying}")
    w.all_values[decl.name] = of_all, [p for p, _ in decl.params].index(varying)
    w.parts_remembered[of_all] = w.reading.rests_on("quantity", decl.name)
    body = remembering(w, of_all, args, body, w.reading.cost_of("quantity", decl.name), never_none=True)
    w.functions[of_all] = [f"def {of_all}(s, {', '.join(args)}):", *indented(body)]
    head = f"def {name}(s{''.join(f', {w.local(p)}' for p, _ in decl.params)}):"
    return [head, f"    return {of_all}(s, {', '.join(args)})[{value}]"]


def _tests(w: Writer, step: str, rules: tuple[g.Rule, ...], scope: Scope, lines: Lines) -> list[Test]:
    """Which rules of a step apply: none, where the whole step is switched off."""
    off = switched_off(w, step, scope)
    unless = ""
    if off is not None:
        flag = w.names.of("flag", ("off", step), f"{step}_off")
        lines += [*off[:-1], f"{flag} = {off[-1]}"]
        unless = f"not {flag}"
    found: list[Test] = []
    with w.perhaps() if off is not None else nullcontext():
        for rule in rules:
            text = w.applies(rule, scope)[0]
            if text == "False":
                continue
            flag = w.names.of("flag", rule.id, f"{rule.id}_holds")
            test = unless or "True" if text == "True" else f"{unless} and ({text})" if unless else text
            lines += [w.cited(rule), f"{flag} = {test}"]
            found.append(Test(rule, flag))
    return found


def _settled(w: Writer, node: object, given: set[str]) -> Iterator[e.Expr]:
    """The parts of an amount that do not depend on the value."""
    if isinstance(node, SHARED):
        names = set(w.names_in(node))
        if names and names <= given:
            yield node
            return
    if isinstance(node, e.Table | e.Arith):
        for part in node.args if isinstance(node, e.Table) else (node.left, node.right):
            yield from _settled(w, part, given)


def _calm(w: Writer, node: e.Expr | None, given: set[str], scope: Scope) -> bool:
    """Whether what is left of an amount for the sums is something for certain and cannot stop."""
    if node is None or any(node == known for known in _settled(w, node, given)):
        return node is None or w.reading.never_none(node)
    match node:
        case e.Var(name=name):
            return not isinstance(scope[name], t.OrNone) if name in scope else False
        case e.Const(value=value):
            return value is not None
        case e.Arith(op="+" | "-" | "*", left=left, right=right):
            return all(_calm(w, n, given, scope) for n in (left, right))
        case e.Table(name=name, args=args):
            plain = not any(axis.brackets for axis in w.graph.tables[name].data.axes)
            return plain and w.reading.never_none(node) and all(_calm(w, a, given, scope) for a in args)
        case _:
            return False
