"""Requirements and prohibitions as functions, and what asks the machine that plays.

Emitted law is the half of the law that has values. What does something (an effect that is tried, the search of a reach)
is carried out by the machine, which asks emitted law in turn.
"""

from __future__ import annotations

from hexlaw.compiler.emit.expressions import Writer
from hexlaw.compiler.emit.remembering import CHARGED, remembering
from hexlaw.compiler.emit.rule_tests import Lines, indented
from hexlaw.compiler.emit.sharing import ATOM, NOT
from hexlaw.compiler.emit.typed import Scope
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g


def reach(w: Writer, decl: g.ReachDecl) -> Lines:
    """The costs of a reach, remembered for the position."""
    params = [w.local(p) for p, _ in decl.params[:-1]]
    args = "".join(f", {p}" for p in params)
    name = w.function("reach", decl.name)
    body = [f"return s.reach({decl.name!a}, ({''.join(f'{p}, ' for p in params)}))"]
    return [f"def {name}(s{args}):", *indented(remembering(w, name, params, body, CHARGED + 1))]


def requirements(w: Writer) -> list[Lines]:
    """The functions of all requirements, and the table by which they are found."""
    broken = [f"    {r.id!a}: {w.names.of('broken', r.id, f'{r.id}_broken')}," for r in w.law.requirements]
    return [*(requirement(w, rule) for rule in w.law.requirements), ["REQUIREMENTS = {", *broken, "}"]]


def requirement(w: Writer, rule: g.Rule) -> Lines:
    """The cases of its `for each` in which a requirement does not hold, each with how far it is broken."""
    assert isinstance(rule.conclusion, g.Requires)
    lines: Lines = []
    scope: Scope = {}
    for level, binder in enumerate(rule.for_each):
        lines.append("    " * level + f"for {w.local(binder.var)} in {w.domain(binder.domain, scope)}:")
        scope = w.reading.inside(binder, scope)
        if binder.where is not None:
            lines += indented([f"if not {w.x(binder.where, scope, NOT)}:", "    continue"], level + 1)
    applies, level_of = w.applies(rule, scope)
    broken = f"not {w.x(rule.conclusion.condition, scope, NOT)}"
    test = broken if applies == "True" else f"{broken} and {applies if level_of > 1 else f'({applies})'}"
    case = "".join(f"{w.local(b.var)}, " for b in rule.for_each)
    lines += indented(
        [f"if {test}:", f"    found[({case})] = {_excess(w, rule.conclusion.condition, scope)}"], len(rule.for_each)
    )
    name = w.names.of("broken", rule.id, f"{rule.id}_broken")
    return [f"def {name}(s):", f"    {w.cited(rule)}", "    found = {}", *indented(lines), "    return found"]


def _excess(w: Writer, condition: e.Expr, scope: Scope) -> str:
    """By how much a requirement that compares two numbers is broken."""
    if not isinstance(condition, e.Compare) or condition.order is not None:
        return "None"
    more, less = (condition.left, condition.right) if condition.op in ("<", "<=") else (condition.right, condition.left)
    return f"{w.x(more, scope, ATOM)} - {w.x(less, scope, ATOM)}"


# ---- prohibitions


def barred(w: Writer, path: str, scope: Scope, name: str) -> Lines:
    """The function that says whether any rule forbids a pick, that which asks least first; None where a rule that
    decides on it could not be judged."""
    lines: Lines = []
    silent = False
    for rule in sorted(w.law.forbidding[path], key=lambda rule: len(w.law.all_asked([f"rule:{rule.id}"]))):
        text = "True" if rule.for_each else w.applies(rule, scope)[0]
        test = [f"if {text}:", "    return True"]
        if w.reading.rule_can_stop(rule):
            test = ["try:", *indented(test), "except STOPS:", "    refused = None"]
            silent = True
        lines += [w.cited(rule), *test]
    args = "".join(f", {w.local(n)}" for n in scope)
    begins, ends = (["refused = False"], ["return refused"]) if silent else ([], ["return False"])
    return [f"def {name}(s{args}):", *indented([*begins, *lines, *ends])]
