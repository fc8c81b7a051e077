"""Facts as functions: each rule a condition, links as the shape of the tests.

What the law's links say is settled here, once: of the rules that apply, the first in an order in which whatever
stands over another comes before it decides, unless one that it does not stand over applies as well; only then are they
compared. Rules are looked at in the law's own order and all of them, as far as looking may stop: so the same stop
is met as by the reference. Where many rules test one thing against constants, that thing is looked up first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

from hexlaw.compiler.emit.expressions import AND, CHOICE, NOT, Text, Writer
from hexlaw.compiler.emit.keys import Key, best_key, disjoint
from hexlaw.compiler.emit.reading import Scope
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g

MOST_IN_A_ROW = 8  # more rules than that are looked up by what they test, where they can be
Lines = list[str]


@dataclass
class Test:
    """A rule and the text that says whether it applies; `flag` is that text or the name it was given."""

    rule: g.Rule
    flag: str


def indented(lines: Lines, by: int = 1) -> Lines:
    return ["    " * by + line for line in lines]


def tests(w: Writer, rules: Sequence[g.Rule], scope: Scope, lines: Lines) -> list[Test]:
    """The tests of some rules in order, each given a name where it is more than a constant."""
    found = []
    for rule in rules:
        text = "True" if rule.for_each else w.applies(rule, scope)[0]
        if text == "False":
            continue
        lines.append(w.cited(rule))
        if text != "True":
            flag = w.names.of("flag", rule.id, f"{rule.id}_holds")
            lines.append(f"{flag} = {text}")
            text = flag
        found.append(Test(rule, text))
    return found


def highest_first(w: Writer, found: Sequence[Test]) -> list[Test] | None:
    """The tests so that what stands over another comes before it; None where they stand over each other in a circle."""
    waiting, ordered = list(found), []
    while waiting:
        free = [x for x in waiting if not any(w.law.beats(y.rule, x.rule) for y in waiting)]
        if not free:
            return None
        ordered += free
        waiting = [x for x in waiting if x not in free]
    return ordered


def winning(w: Writer, test: Test, found: Sequence[Test]) -> str:
    """The text that says whether a rule applies and none that applies stands over it."""
    above = [y.flag for y in found if w.law.beats(y.rule, test.rule)]
    if "True" in above:
        return "False"
    if not above:
        return test.flag
    held = "" if test.flag == "True" else f"{test.flag} and "
    return f"{held}not ({' or '.join(above)})" if len(above) > 1 else f"{held}not {above[0]}"


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
        decide = lambda called, chosen: _collecting(w, decl, chosen, scope)  # noqa: E731
    else:
        decide = lambda called, chosen: _deciding(w, decl, called, chosen, scope, args, made)  # noqa: E731
    body = by_key(w, name, rules, scope, args, decide, made)
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
        with w.sharing(scope, *(node for rule in rules for node in w.nodes_of(rule))):
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
        listed = [line for rule, (text, _) in told for line in (w.cited(rule), f"{text},")]
        return ["return any([", *indented(listed), "])"]
    lines = []
    for i, (rule, (text, level)) in enumerate(told):
        lines += [w.cited(rule), ("or " if i else "") + (text if level > CHOICE + 1 else f"({text})")]
    return ["return (", *indented(lines), ")"]


def _is_yes(node: e.Expr) -> bool:
    return isinstance(node, e.Const) and node.value is True


# ---- facts that collect


def _collecting(w: Writer, decl: g.FactDecl, rules: Sequence[g.Rule], scope: Scope) -> Lines:
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
    test = w.applies(rule, inner)[0]
    kept = f"found[{w.x(rule.conclusion.item, inner)}] = None"
    if test == "False":
        kept = "pass"
    return lines + indented([kept] if test in ("True", "False") else [f"if {test}:", f"    {kept}"], level)


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
    return rule.conclusion.item == e.Var(binder.var) and _has_none_twice(w, binder.domain)


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
