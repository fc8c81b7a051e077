"""Facts as functions: each rule a condition, links as the shape of the tests.

What the law's links say is settled here, once: of the rules that apply, the first in an order in which whatever
stands over another comes before it decides, unless one that it does not stand over applies as well; only then are they
compared. Rules are looked at in the law's own order and all of them, as far as looking may stop: so the same stop
is met as by the reference. Where many rules test one thing against constants, that thing is looked up first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext

from hexlaw.compiler.emit.collecting import collecting
from hexlaw.compiler.emit.expressions import Writer
from hexlaw.compiler.emit.keys import Key, best_key, disjoint
from hexlaw.compiler.emit.remembering import kept
from hexlaw.compiler.emit.rule_tests import Lines, Test, highest_first, indented, tests, winning
from hexlaw.compiler.emit.sharing import AND, ATOM, Text
from hexlaw.compiler.emit.typed import Scope
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g

MOST_IN_A_ROW = 8  # more rules than that are looked up by what they test, where they can be


# ---- one fact


def fact(w: Writer, decl: g.FactDecl) -> list[Lines]:
    """The functions of one fact, the one that bears its name last."""
    scope = dict(decl.params)
    name = w.function("fact", decl.name)
    args = "".join(f", {w.local(p)}" for p, _ in decl.params)
    rules = w.law.of_fact.get(decl.name, ())
    made: list[Lines] = []
    decide: Callable[[str, Sequence[g.Rule]], Lines]
    if decl.collects:
        decide = lambda called, chosen: collecting(w, decl, chosen, scope)  # noqa: E731
    else:
        decide = lambda called, chosen: _deciding(w, decl, called, chosen, scope, args, made)  # noqa: E731
    body = by_key(w, name, rules, scope, args, decide, made)
    params = [w.local(p) for p, _ in decl.params]
    body = kept(w, "fact", decl.name, params, body, never_none=w.reading.fact_is_never_none(decl.name))
    made.append([f"def {name}(s{args}):", *indented(body)])
    return made


def by_key(
    w: Writer,
    name: str,
    rules: Sequence[g.Rule],
    scope: Scope,
    args: str,
    decide: Callable[[str, Sequence[g.Rule]], Lines],
    made: list[Lines],
) -> Lines:
    """The body that decides among some rules; where they are many, through functions for what their key may be."""
    key: Key | None = best_key(w.law, rules, w.reading.rule_can_stop) if len(rules) > MOST_IN_A_ROW else None
    if key is None:
        with w.sharing(scope, *(node for rule in rules for node in w.nodes_of(rule)), of=name):
            return decide(name, rules)
    cases: dict[tuple[str, ...], list[object]] = {}
    for value in key.values():
        chosen = key.chosen(rules, value)
        cases.setdefault(tuple(r.id for r in chosen), []).append(value)
    listed = w.names.of("cases", (name, key.text), f"{name}_by_case")
    lines = [f"{listed} = {{"]
    for number, (ids, values) in enumerate(cases.items(), 1):
        case = w.names.of("case", (name, key.text, ids), f"{name}_case_{number}")
        body = by_key(w, case, [r for r in rules if r.id in set(ids)], scope, args, decide, made)
        made.append([f"def {case}(s{args}):", *indented(body)])
        lines += [f"    {w.x(e.Const(value, key.type), scope)}: {case}," for value in values]
    other = w.names.of("case", (name, key.text, None), f"{name}_otherwise")
    made.append(
        [f"def {other}(s{args}):", *indented(by_key(w, other, key.chosen(rules, None), scope, args, decide, made))]
    )
    made.append([*lines, "}"])
    return [f"return {listed}.get({w.x(key.subject, scope)}, {other})(s{args})"]


def _deciding(
    w: Writer, decl: g.FactDecl, name: str, rules: Sequence[g.Rule], scope: Scope, args: str, made: list[Lines]
) -> Lines:
    lines: Lines = []
    plain = _all_one_answer(w, decl, rules, scope)
    if plain is not None:
        return plain
    in_order = _one_after_another(w, rules)
    if in_order is not None:
        return _chain(w, decl, in_order, scope)
    found = tests(w, rules, scope, lines)
    ordered = highest_first(w, found)
    if ordered is None:
        with w.perhaps():
            return lines + _compared(w, decl, found, scope)
    with w.perhaps():
        for i, test in enumerate(ordered):
            rivals = [y for y in ordered[i + 1 :] if _may_disagree(w, test, y)]
            told = _unless(w, decl, name, args, rivals, found, scope, made) + _gives(w, test.rule, scope)
            if test.flag == "True":
                return lines + told
            lines += [f"if {test.flag}:", *indented(told)]
        return lines + _otherwise(w, decl, scope)


def _one_after_another(w: Writer, rules: Sequence[g.Rule]) -> list[g.Rule] | None:
    """The rules so that the first that applies decides, if none need be looked at after it: no stop is missed."""
    if w.record or any(rule.for_each for rule in rules):
        return None
    ordered = highest_first(w, [Test(rule, "") for rule in rules])
    if ordered is None:
        return None
    in_order = [test.rule for test in ordered]
    if any(w.reading.may_disagree(a, b) for i, a in enumerate(in_order) for b in in_order[i + 1 :]):
        return None
    if w.reading.any_may_stop(in_order) or (
        rules and in_order[0] is not rules[0] and w.reading.rule_can_stop(rules[0])
    ):
        return None
    return in_order


def _chain(w: Writer, decl: g.FactDecl, rules: Sequence[g.Rule], scope: Scope) -> Lines:
    lines: Lines = []
    with w.perhaps():
        for i, rule in enumerate(rules):
            with w.surely() if i == 0 else nullcontext():
                test = w.applies(rule, scope)[0]
            if test != "False":
                lines.append(w.cited(rule))
                told = _gives(w, rule, scope)
                if test == "True":
                    return lines + told
                lines += [f"if {test}:", *indented(told)]
        return lines + _otherwise(w, decl, scope)


def _may_disagree(w: Writer, one: Test, other: Test) -> bool:
    if w.law.beats(one.rule, other.rule) or disjoint(w.law, one.rule, other.rule):
        return False
    a, b = one.rule.conclusion, other.rule.conclusion
    assert isinstance(a, g.Gives)
    assert isinstance(b, g.Gives)
    return w.record or a.value != b.value


def _gives(w: Writer, rule: g.Rule, scope: Scope) -> Lines:
    assert isinstance(rule.conclusion, g.Gives)
    value = f"return {w.x(rule.conclusion.value, scope)}"
    return [w.fire(rule), value] if w.record else [value]


def _unless(
    w: Writer, decl: g.FactDecl, name: str, args: str, rivals: list[Test], found: list[Test], scope: Scope,
    made: list[Lines],
) -> Lines:  # fmt: skip
    """The way out where several rules may have won: they are compared in a function of their own."""
    if not rivals:
        return []
    function = w.names.of("together", name, f"{name}_together")
    flags = [t.flag for t in found if t.flag != "True"]
    head = f"def {function}(s{args}{''.join(f', {f}' for f in flags)}):"
    if not any(lines[0] == head for lines in made):
        with w.sharing(()):
            made.append([head, *indented(_compared(w, decl, found, scope))])
    call = f"return {function}(s{args}{''.join(f', {f}' for f in flags)})"
    if any(r.flag == "True" for r in rivals):
        return [call]
    return [f"if {' or '.join(r.flag for r in rivals)}:", f"    {call}"]


def _compared(w: Writer, decl: g.FactDecl, found: Sequence[Test], scope: Scope) -> Lines:
    """All that won, held against each other."""
    lines = ["won = []"]
    for test in found:
        assert isinstance(test.rule.conclusion, g.Gives)
        won = winning(w, test, found)
        if won == "False":
            continue
        taken = [w.cited(test.rule), f"won.append(({test.rule.id!a}, {w.x(test.rule.conclusion.value, scope)}))"]
        taken += [w.fire(test.rule)] if w.record else []
        lines += taken if won == "True" else [f"if {won}:", *indented(taken)]
    params = "".join(f"{w.local(p)}, " for p, _ in decl.params)
    return [
        *lines,
        "if won:",
        f"    return agreed(s, {decl.name!a}, ({params}), won)",
        *_otherwise(w, decl, scope),
    ]


def _otherwise(w: Writer, decl: g.FactDecl, scope: Scope) -> Lines:
    if decl.otherwise is not None:
        return [f"return {w.x(decl.otherwise, scope)}"]
    params = "".join(f"{w.local(p)}, " for p, _ in decl.params)
    return [f"raise silent(s, {decl.name!a}, ({params}))"]


def _all_one_answer(w: Writer, decl: g.FactDecl, rules: Sequence[g.Rule], scope: Scope) -> Lines | None:
    """Where all rules say yes and the fact is no otherwise, it is enough to ask whether any of them applies."""
    yes = all(isinstance(r.conclusion, g.Gives) and _is_yes(r.conclusion.value) for r in rules)
    no = isinstance(decl.otherwise, e.Const) and decl.otherwise.value is False
    over = any(w.law.beats(a, b) and w.law.beats(b, a) for a in rules for b in rules)
    if not yes or not no or over or w.record:
        return None
    strict = w.reading.any_may_stop(rules)
    told: list[tuple[g.Rule, Text]] = []
    for rule in rules:
        with nullcontext() if strict or not told else w.perhaps():
            told.append((rule, w.applies(rule, scope)))
    told = [(rule, text) for rule, text in told if text[0] != "False"]
    if not told:
        return ["return False"]
    if len(told) == 1:
        return [w.cited(told[0][0]), f"return {told[0][1][0]}"]
    if strict:
        least, word = ATOM, "| "  # all of them are looked at: one that stops is heard even where another applies
    else:
        least, word = AND, "or "
    lines = []
    for i, (rule, (text, level)) in enumerate(told):
        lines += [w.cited(rule), (word if i else "") + (text if level >= least else f"({text})")]
    return ["return (", *indented(lines), ")"]


def _is_yes(node: e.Expr) -> bool:
    return isinstance(node, e.Const) and node.value is True
