"""Facts that collect: what every rule that applies puts into a set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexlaw.compiler.emit.expressions import Writer
from hexlaw.compiler.emit.keys import disjoint
from hexlaw.compiler.emit.rule_tests import Lines, Test, indented, tests
from hexlaw.compiler.emit.sharing import AND, NOT
from hexlaw.compiler.emit.typed import Scope
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t


def collecting(w: Writer, decl: g.FactDecl, rules: Sequence[g.Rule], scope: Scope) -> Lines:
    with w.perhaps():
        single = _listed(w, rules, scope)
    if single is not None:
        return single
    lines: Lines = []
    plain = {t.rule.id: t for t in tests(w, [r for r in rules if not r.for_each], scope, lines)}
    lines.append("found = {}")
    with w.perhaps():
        lines += _found(w, rules, plain, scope)
    return [*lines, "return tuple(found)"]


def _found(w: Writer, rules: Sequence[g.Rule], plain: dict[str, Test], scope: Scope) -> Lines:
    lines: Lines = []
    for rule in rules:
        assert isinstance(rule.conclusion, g.Collects)
        if not rule.for_each:
            if rule.id not in plain:
                continue
            kept = [f"found[{w.x(rule.conclusion.item, scope)}] = None"] + ([w.fire(rule)] if w.record else [])
            flag = plain[rule.id].flag
            lines += kept if flag == "True" else [f"if {flag}:", *indented(kept)]
            continue
        lines.append(w.cited(rule))
        if w.record:
            lines.append("before = len(found)")
        lines += _loops(w, rule, scope)
        if w.record:
            lines += ["if len(found) > before:", f"    {w.fire(rule)}"]
    return lines


def _loops(w: Writer, rule: g.Rule, scope: Scope) -> Lines:
    assert isinstance(rule.conclusion, g.Collects)
    lines: Lines = []
    inner: Scope = scope
    for level, binder in enumerate(rule.for_each):
        lines.append(
            "    " * level
            + f"for {w.local(binder.var)} in {w.domain(binder.domain, inner, binder.where, *_costs(rule))}:"
        )
        inner = w.reading.inside(binder, inner)
        if binder.where is not None:
            lines += indented([f"if not {w.x(binder.where, inner, NOT)}:", "    continue"], level + 1)
    level = len(rule.for_each)
    if _same_for_all(w, rule):
        return [
            f"if {w.applies(rule, scope)[0]}:",
            *indented(lines),
            *indented(indented([f"found[{w.x(rule.conclusion.item, inner)}] = None"], level)),
        ]
    test = w.applies(rule, inner)[0]
    kept = f"found[{w.x(rule.conclusion.item, inner)}] = None"
    if test == "False":
        kept = "pass"
    return lines + indented([kept] if test in ("True", "False") else [f"if {test}:", f"    {kept}"], level)


def _same_for_all(w: Writer, rule: g.Rule) -> bool:
    """Whether the conditions are the same for all that a rule goes through, and nothing that may stop comes before."""
    if w.record:
        return False  # what fires on the way to a rule that does not apply is noted all the same
    bound = {b.var for b in rule.for_each}
    asked = [*(b.domain for b in rule.for_each), *(b.where for b in rule.for_each)]
    names = set(w.names_of_rule(rule))
    return (
        bool(rule.when)
        and not bound & names
        and not any(map(w.reading.risks, asked[1:]))
        and not (w.reading.rule_can_stop(rule, frozenset(w.reading.risks(asked[0]))))
    )


def _costs(rule: g.Rule) -> list[e.Expr]:
    assert isinstance(rule.conclusion, g.Collects)
    return [rule.conclusion.item, *(c.expr for c in rule.when), *(b.domain for b in rule.for_each[1:])]


def _listed(w: Writer, rules: Sequence[g.Rule], scope: Scope) -> Lines | None:
    """Rules that each go through one set for what cannot be found twice: lists, one after the other."""
    if w.record or not rules or not all(_takes_members(w, rule) for rule in rules):
        return None
    if len(rules) > 1 and not _apart(w, rules):
        return None
    lines: Lines = []
    domain = rules[0].for_each[0].domain
    members = ""
    if len(rules) > 1 and all(r.for_each[0].domain == domain for r in rules):
        members = w.names.of("members", rules[0].id, "members")  # one and the same set: it is worked out once
    for i, rule in enumerate(rules):
        binder = rule.for_each[0]
        inner = w.reading.inside(binder, scope)
        test = w.applies(rule, inner)
        held = [] if binder.where is None else [w.x(binder.where, inner, AND)]
        held += [] if test[0] == "True" else [test[0] if test[1] >= AND else f"({test[0]})"]
        bare = w.loop(e.Binder(binder.var, binder.domain, None), scope)
        if members:
            bare = f"for {w.local(binder.var)} in {members}"
        loop = f"{bare} if {' and '.join(held)}" if held else bare
        lines += [w.cited(rule), ("+ " if i else "") + f"[{w.local(binder.var)} {loop}]"]
    first = [f"{members} = {w.domain(domain, scope)}"] if members else []
    return [*first, "return tuple(", *indented(lines), ")"]


def _takes_members(w: Writer, rule: g.Rule) -> bool:
    if not isinstance(rule.conclusion, g.Collects) or len(rule.for_each) != 1:
        return False
    binder = rule.for_each[0]
    return rule.conclusion.item == e.Var(binder.var, t.TEXT) and _has_none_twice(w, binder.domain)


def _has_none_twice(w: Writer, node: e.Expr) -> bool:
    match node:
        case e.Things() | e.Builtin():
            return True
        case e.Fact(name=name):
            return w.graph.facts[name].collects
        case e.Those(binder=binder):
            return _has_none_twice(w, binder.domain)
        case _:
            return False


def _apart(w: Writer, rules: Sequence[g.Rule]) -> bool:
    """Whether no two of the rules can find the same."""
    for i, one in enumerate(rules):
        for other in rules[i + 1 :]:
            a, b = one.for_each[0], other.for_each[0]
            if _origin(w, a.domain, set()) & _origin(w, b.domain, set()):
                if a.domain != b.domain or a.var != b.var:
                    return False
                if not disjoint(w.law, _as_conditions(one), _as_conditions(other)):
                    return False
    return True


def _as_conditions(rule: g.Rule) -> g.Rule:
    where = rule.for_each[0].where
    return replace(rule, when=((g.Condition(where, ""),) if where is not None else ()) + rule.when)


def _origin(w: Writer, node: e.Expr, seen: set[str]) -> set[str]:
    """Where the members of a set come from: two sets of different origin share none."""
    match node:
        case e.Builtin(name=name) if name in ("sides-along", "sides-on-paths"):
            return {"sides met"}
        case e.Builtin(name=name) if name in ("hexes-along", "hexes-on-paths"):
            return {"hexes met"}
        case e.Those(binder=binder):
            return _origin(w, binder.domain, seen)
        case e.Fact(name=name) if name not in seen:
            seen.add(name)
            rules = w.law.of_fact.get(name, ())
            if not all(_takes_members(w, r) for r in rules):
                return {"sides met", "hexes met", "anywhere"}
            return {o for r in rules for o in _origin(w, r.for_each[0].domain, seen)}
        case _:
            return {"sides met", "hexes met", "anywhere"}
