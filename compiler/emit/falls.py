"""A fact asked for each of several whole numbers, as the falls of a die: what no fall changes is worked out once.

In go facts whose last parameter is a whole number; out come functions that take a list in its place and give a list.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.emit.expressions import Writer
from hexlaw.compiler.emit.rule_tests import Lines, indented
from hexlaw.compiler.emit.sharing import ATOM, SHARED
from hexlaw.compiler.emit.typed import Scope
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts


def falls(graph: g.Graph) -> list[g.FactDecl]:
    """The facts that can be asked for each of several numbers."""
    return [d for d in graph.facts.values() if d.params and d.params[-1][1] == t.WHOLE and not d.collects]


def for_each_fall(w: Writer, decl: g.FactDecl) -> Lines:
    """The function of a fact that takes all values of its last parameter at once."""
    names = [w.local(p) for p, _ in decl.params]
    *given, last = names
    lines, answer = _answer(w, decl, dict(decl.params))
    if answer is None:
        answer = f"{w.function('fact', decl.name)}(s{''.join(f', {n}' for n in names)})"
    head = f"def {w.function('each', decl.name)}(s{''.join(f', {n}' for n in given)}, falls):"
    return [head, *indented([*lines, f"return [{answer} for {last} in falls]"])]


def _answer(w: Writer, decl: g.FactDecl, scope: Scope) -> tuple[Lines, str | None]:
    """What is worked out once, and the answer to one fall, if no rule makes a difference between them."""
    rules = w.law.of_fact.get(decl.name, ())
    value, lines, varying = decl.otherwise, Lines(), decl.params[-1][0]
    guards = [(rule, _guard(w, rule, varying)) for rule in rules if rule.when]
    if len(rules) - len(guards) == 1 and all(guard is not None for _, guard in guards):
        args = "".join(f", {w.local(p)}" for p, _ in decl.params)
        one_by_one = f"return [{w.function('fact', decl.name)}(s{args}) for {w.local(varying)} in falls]"
        with w.sharing(()), w.perhaps():
            for rule, guard in guards:
                assert guard is not None
                lines += [w.cited(rule), f"if {w.x(guard, scope)}:", f"    {one_by_one}"]
        rules = tuple(rule for rule in rules if not rule.when)
    if rules:
        only = rules[0]
        if len(rules) > 1 or only.when or w.law.limiters.get(only.id) or not isinstance(only.conclusion, g.Gives):
            return [], None
        value = only.conclusion.value
        lines += [w.cited(only), *([w.fire(only)] if w.record else [])]
    if value is None:
        return [], None
    with w.sharing(()):
        for node in _worked_out(w, value, varying):
            lines.append(w.settle(node, scope))
        with w.perhaps():
            in_line = _read_in_one_line(w, value, varying, scope)
            if in_line is not None:
                return [*lines, in_line[0]], in_line[1]
            return lines, w.x(value, scope)


def _guard(w: Writer, rule: g.Rule, varying: str) -> e.Expr | None:
    """What a rule asks before anything else, if that is the same for all falls and cannot stop."""
    first = None if rule.for_each else rule.when[0].expr
    first = first.parts[0] if isinstance(first, e.All) and first.parts else first
    if first is None or varying in set(w.names_in(first)) or w.reading.can_stop(first):
        return None
    if w.record and any(isinstance(part, e.Fact | e.Quantity | e.Applies) for part in parts(first)):
        return None  # asking it may fire other rules
    return first


def _read_in_one_line(w: Writer, node: e.Expr, varying: str, scope: Scope) -> tuple[str, str] | None:
    """A table in which the falls differ only in their line: the other headings are found once."""
    if not isinstance(node, e.Table):
        return None
    decl = w.graph.tables[node.name]
    counted = [axis.name for axis in decl.data.axes if axis.brackets]
    if len(counted) != 1 or not w.counts_on_and_on(decl, decl.data.axis(counted[0])):
        return None
    place = [p for p, _ in decl.params].index(counted[0])
    others = [a for i, a in enumerate(node.args) if i != place]
    if any(varying in set(w.names_in(a)) for a in others):
        return None
    axis = decl.data.axis(counted[0])
    first, last = int(axis.brackets[0].start or 0), len(axis.brackets) - 1
    given = ", ".join(w.x(a, scope) for a in others)
    line = f"line = {w.lines_of(decl, axis)}[{given or '()'}]"
    fall, more = w.local(varying), _more(w, node.args[place], varying, scope)
    if more is not None:
        line = f"{line}; more = {more} - {first}"
        number = f"{fall} + more"
    else:
        number = f"{w.x(node.args[place], scope, ATOM)} - {first}"
    return line, f"line[0 if (at := {number}) < 0 else {last} if at > {last} else at]"


def _more(w: Writer, node: e.Expr, varying: str, scope: Scope) -> str | None:
    """What is added to a fall of the die, if it is made of numbers that the law prints: that never grows too long."""
    match node:
        case e.Arith(op="+", left=e.Var(name=name), right=e.Quantity(name=other) as right) if name == varying:
            if w.reading.stays_small(other):
                return w.x(right, scope, ATOM)
    return None


def _worked_out(w: Writer, node: e.Expr, varying: str) -> Iterator[e.Expr]:
    """The parts of an expression that are worked out whatever the fall, and the same for each."""
    if isinstance(node, SHARED) and varying not in set(w.names_in(node)):
        yield node
        return
    match node:
        case e.Fact(args=args) | e.Quantity(args=args) | e.Table(args=args) | e.Builtin(args=args):
            for arg in args:
                yield from _worked_out(w, arg, varying)
        case e.Arith(left=left, right=right) | e.Compare(left=left, right=right) | e.Equal(left=left, right=right):
            yield from _worked_out(w, left, varying)
            yield from _worked_out(w, right, varying)
        case _:
            return
