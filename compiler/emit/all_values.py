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
from hexlaw.compiler.emit.quantities import change_of, changed_by, one_by_one_will_do, switched_off
from hexlaw.compiler.emit.reading import DEAR
from hexlaw.compiler.emit.remembering import remembering
from hexlaw.compiler.emit.rule_tests import Lines, Test, indented, winning
from hexlaw.compiler.emit.sharing import SHARED, hint_of
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
    once = [node for amount in amounts for node in _worked_out_once(w, amount, given, varying[0])]
    cost = sum(w.reading.cost_of("rule", rule.id) for rule in asked) + sum(map(w.reading.cost, once))
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
    numbers = {value: w.names.of("number for", (decl.name, value), f"for_{value}") for value in values}
    nodes = [node for rules in steps.values() for rule in rules for node in w.nodes_of(rule)]
    with w.sharing(given, decl.start, *nodes, of=name):
        start = w.x(decl.start, scope)
        known = w.reading.never_none(decl.start)
        lines = [f"{' = '.join(numbers.values())} = {start if known else f'started({decl.name!a}, {start})'}"]
        for step, rules in steps.items():
            found = _tests(w, step, rules, scope, lines)
            if found and not one_by_one_will_do(w, found):
                return None
            with w.perhaps():
                for test in found:
                    if (won := winning(w, test, found)) != "False":
                        sums = _sums(w, test, set(given), varying, numbers, scope)
                        lines += sums if won == "True" else [f"if {won}:", *indented(sums)]
    fires = [w.fire(r) for r in w.law.rounding.get(decl.name, ())] if w.record else []
    args = [w.local(p) for p in given]
    answer = ", ".join(f"{literal(value)}: {number}" for value, number in numbers.items())
    of_all = w.names.of("all values", decl.name, f"{name}_by_{varying}")
    w.all_values[decl.name] = of_all, [p for p, _ in decl.params].index(varying)
    w.parts_remembered[of_all] = w.reading.rests_on("quantity", decl.name)
    cost = w.reading.cost_of("quantity", decl.name)
    body = remembering(w, of_all, args, [*fires, *lines, f"return {{{answer}}}"], cost, never_none=True)
    w.functions[of_all] = [f"def {of_all}(s, {', '.join(args)}):", *indented(body)]
    head = f"def {name}(s{''.join(f', {w.local(p)}' for p, _ in decl.params)}):"
    return [head, f"    return {of_all}(s, {', '.join(args)})[{value}]"]


def _sums(w: Writer, test: Test, given: set[str], varying: str, numbers: dict[str, str], scope: Scope) -> Lines:
    """What a rule that applies makes of the number for each of the values."""
    said = change_of(test.rule)
    lines = [w.fire(test.rule)] if w.record else []
    once: dict[e.Expr, str] = {}
    for node in _worked_out_once(w, said.amount, given, varying):
        if node not in once:
            once[node] = w.names.of("once", (test.rule.id, node), hint_of(node))
            lines.append(f"{once[node]} = {_row(w, node, varying, scope) or w.x(node, scope)}")
    for value, it in numbers.items():
        shown = literal(value)
        known = {node: name if _is_settled(w, node, given) else f"{name}[{shown}]" for node, name in once.items()}
        with w.knowing({**known, e.Var(varying, t.TEXT): shown}):
            lines.append(changed_by(w, test, scope, None, small=False, it=it))
    return lines


def _row(w: Writer, node: e.Expr, varying: str, scope: Scope) -> str | None:
    """The cells of a table by the heading in which the values differ, the other headings being known."""
    if not isinstance(node, e.Table) or e.Var(varying, t.TEXT) not in node.args:
        return None
    decl = w.graph.tables[node.name]
    axis = decl.data.axis(decl.params[node.args.index(e.Var(varying, t.TEXT))][0])
    others = ", ".join(w.x(arg, scope) for arg in node.args if arg != e.Var(varying, t.TEXT))
    return f"{w.rows_of(decl, axis)}[{others}]"


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


def _worked_out_once(w: Writer, node: e.Expr | None, given: set[str], varying: str) -> Iterator[e.Expr]:
    """The parts of an amount that do not depend on the value, and the tables in which it is but one of the headings."""
    if _is_settled(w, node, given) or _in_a_row(w, node, given, varying):
        assert node is not None
        yield node
    elif isinstance(node, e.Table | e.Arith):
        for part in node.args if isinstance(node, e.Table) else (node.left, node.right):
            yield from _worked_out_once(w, part, given, varying)


def _is_settled(w: Writer, node: e.Expr | None, given: set[str]) -> bool:
    return isinstance(node, SHARED) and bool(names := set(w.names_in(node))) and names <= given


def _in_a_row(w: Writer, node: e.Expr | None, given: set[str], varying: str) -> bool:
    """Whether the values differ in one heading of a printed table, and the others take some looking up."""
    if not isinstance(node, e.Table):
        return False
    others = [arg for arg in node.args if arg != e.Var(varying, t.TEXT)]
    names = {name for arg in others for name in w.names_in(arg)}
    return len(others) == len(node.args) - 1 and bool(names) and names <= given


def _calm(w: Writer, node: e.Expr | None, given: set[str], scope: Scope) -> bool:
    """Whether what is left of an amount for the sums is something for certain and cannot stop."""
    if node is None or _is_settled(w, node, given):
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
