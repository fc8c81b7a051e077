"""Quantities as straight-line arithmetic: a start, the rules of each step, and where it rounds."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from hexlaw.compiler.emit.expressions import Writer
from hexlaw.compiler.emit.keys import disjoint
from hexlaw.compiler.emit.names import comment
from hexlaw.compiler.emit.remembering import kept
from hexlaw.compiler.emit.risks import changes_little
from hexlaw.compiler.emit.rule_tests import Lines, Test, highest_first, indented, tests, winning
from hexlaw.compiler.emit.typed import Scope
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.evaluate import SORT_OF_CHANGE

IN_ANY_ORDER = {"scales it", "adds to it"}


def quantity(w: Writer, decl: g.QuantityDecl) -> Lines:
    scope = dict(decl.params)
    name = w.function("quantity", decl.name)
    args = "".join(f", {w.local(p)}" for p, _ in decl.params)
    rules = [*w.law.rounding.get(decl.name, ())]
    for step in decl.steps:
        rules += [*w.law.step_limiters.get(f"{decl.name}.{step}", ()), *w.law.of_step.get(f"{decl.name}.{step}", ())]
    with w.sharing(scope, decl.start, *(node for rule in rules for node in w.nodes_of(rule)), of=name):
        start = w.x(decl.start, scope)
        known = w.reading.never_none(decl.start)
        lines = [f"it = {start}" if known else f"it = started({decl.name!a}, {start})"]
        each_step, at_the_end = _rounding(w, decl, scope, lines)
        scale = w.graph.choices[decl.type.name].values if isinstance(decl.type, t.Choice) else None
        small = isinstance(decl.start, e.Const) and type(decl.start.value) is int
        for step in decl.steps:
            small = small and all(changes_little(r) for r in w.law.of_step.get(f"{decl.name}.{step}", ()))
            body = _step(w, f"{decl.name}.{step}", scope, scale, small)
            if body:
                lines += [comment(f"step {step}"), *body]
            lines += each_step
    body = [*lines, *at_the_end, "return it"]
    params = [w.local(p) for p, _ in decl.params]
    body = kept(w, "quantity", decl.name, params, body, never_none=True)
    return [f"def {name}(s{args}):", *indented(body)]


def _rounding(w: Writer, decl: g.QuantityDecl, scope: Scope, lines: Lines) -> tuple[Lines, Lines]:
    """What is done to the number after each step, and at the end."""
    found = tests(w, w.law.rounding.get(decl.name, ()), scope, lines)
    if not found:
        return [], []
    if len(found) == 1 and found[0].flag == "True":
        said = found[0].rule.conclusion
        assert isinstance(said, g.Rounds)
        if w.record:
            lines.append(w.fire(found[0].rule))
        does = [] if said.how == "keep" else [f"it = {'floor' if said.how == 'down' else 'ceil'}(it)"]
        return (does, []) if said.each_step else ([], does)
    lines.append("won = []")
    for test in found:
        said = test.rule.conclusion
        assert isinstance(said, g.Rounds)
        won = winning(w, test, found)
        taken = [f"won.append(({test.rule.id!a}, {said.how!a}, {said.each_step}))"]
        taken += [w.fire(test.rule)] if w.record else []
        if won != "False":
            lines += taken if won == "True" else [f"if {won}:", *indented(taken)]
    lines.append(f"how, each_step = rounding(s, {decl.name!a}, won)")
    return ["if each_step:", "    it = rounded(it, how)"], ["if not each_step:", "    it = rounded(it, how)"]


def _step(w: Writer, step: str, scope: Scope, scale: tuple[str, ...] | None, small: bool) -> Lines:
    rules = w.law.of_step.get(step, ())
    if not rules and not w.law.step_limiters.get(step):
        return []
    off = switched_off(w, step, scope)
    lines: Lines = []
    with w.perhaps() if off is not None else nullcontext():
        found = tests(w, rules, scope, lines)
        with w.perhaps():
            lines += _changes(w, step, found, scope, scale, small)
    if off is None:
        return lines
    return [*off[:-1], f"if not {off[-1]}:", *indented(lines or ["pass"])]


def switched_off(w: Writer, step: str, scope: Scope) -> Lines | None:
    """The tests of the rules that switch a whole step off, the last line being the text that asks them."""
    limiters = w.law.step_limiters.get(step, ())
    if not limiters:
        return None
    cited = [w.cited(x) for x in limiters]
    strict = w.record or w.reading.any_may_stop(limiters)
    asked: list[str] = []
    for limiter in limiters:
        with nullcontext() if strict or not asked else w.perhaps():
            asked.append(w._asked(limiter, scope, 0))
    if strict:
        return [*cited, f"({' | '.join(f'({a})' for a in asked)})" if len(asked) > 1 else f"({asked[0]})"]
    return [*cited, f"({' or '.join(f'({a})' for a in asked)})" if len(asked) > 1 else f"({asked[0]})"]


def _changes(
    w: Writer, step: str, found: list[Test], scope: Scope, scale: tuple[str, ...] | None, small: bool
) -> Lines:
    if not found:
        return []
    if one_by_one_will_do(w, found):
        return _one_by_one(w, found, scope, scale, small)
    return _together(w, step, found, scope, scale)


def one_by_one_will_do(w: Writer, found: list[Test]) -> bool:
    """Whether the changes of a step can be made one after the other, in the order of the law."""
    sorts = {SORT_OF_CHANGE[change_of(t.rule).how] for t in found}
    hows = {change_of(t.rule).how for t in found}
    ordered = highest_first(w, found)
    in_any_order = len(sorts) == 1 and (sorts <= IN_ANY_ORDER or (len(hows) == 1 and sorts == {"bounds it"}))
    if len(found) == 1 or (ordered is not None and _never_together(w, found)):
        in_any_order = True
    may_stop = sum(_may_stop(w, t) for t in found)
    return in_any_order and (may_stop <= 1 or _never_together(w, found))


def _of(test: Test) -> g.Changes:
    return change_of(test.rule)


def change_of(rule: g.Rule) -> g.Changes:
    assert isinstance(rule.conclusion, g.Changes)
    return rule.conclusion


def _may_stop(w: Writer, test: Test) -> bool:
    amount = change_of(test.rule).amount
    return amount is not None and w.reading.can_stop(amount)


def _never_together(w: Writer, found: Sequence[Test]) -> bool:
    return all(
        disjoint(w.law, a.rule, b.rule) or w.law.beats(a.rule, b.rule) or w.law.beats(b.rule, a.rule)
        for i, a in enumerate(found)
        for b in found[i + 1 :]
    )


def _one_by_one(w: Writer, found: list[Test], scope: Scope, scale: tuple[str, ...] | None, small: bool) -> Lines:
    shifting = scale is not None and any(change_of(t.rule).how in ("adds", "subtracts") for t in found)
    lines: Lines = ["shifts = 0"] if shifting else []
    for test in found:
        won = winning(w, test, found)
        if won == "False":
            continue
        taken = ([w.fire(test.rule)] if w.record else []) + [changed_by(w, test, scope, scale, small=small)]
        lines += taken if won == "True" else [f"if {won}:", *indented(taken)]
    return [*lines, "if shifts:", f"    it = shifted(it, shifts, {_scale(scale)})"] if shifting else lines


def changed_by(
    w: Writer, test: Test, scope: Scope, scale: tuple[str, ...] | None, *, small: bool, it: str = "it"
) -> str:
    """The statement by which a rule that applies changes the number `it`."""
    change = change_of(test.rule)
    amount = "" if change.amount is None else w.x(change.amount, scope)
    known = change.amount is not None and w.reading.never_none(change.amount)
    checked = amount if known else f"amount({test.rule.id!a}, {amount})"
    if scale is not None and change.how in ("adds", "subtracts"):
        return f"shifts {'+' if change.how == 'adds' else '-'}= {checked}"
    if small:
        return f"{it} {'+' if change.how == 'adds' else '-'}= {amount}"
    end = f", {_scale(scale)})" if scale is not None else ")"
    match change.how:
        case "halves":
            return f"{it} = half({it})"
        case "doubles":
            return f"{it} = times({it}, 2)"
        case "multiplies":
            return f"{it} = times({it}, {checked})"
        case "divides":
            return f"{it} = divided({it}, {checked})"
        case "adds":
            return f"{it} = plus({it}, {checked})"
        case "subtracts":
            return f"{it} = minus({it}, {checked})"
        case "makes":
            return f"{it} = {checked}"
        case "at-most":
            return f"{it} = at_most({it}, {checked}{end}"
        case _:
            return f"{it} = at_least({it}, {checked}{end}"


def _scale(scale: tuple[str, ...] | None) -> str:
    return "None" if scale is None else "(" + ", ".join(map(ascii, scale)) + ",)"


def _together(w: Writer, step: str, found: list[Test], scope: Scope, scale: tuple[str, ...] | None) -> Lines:
    """Rules of which not every order gives the same: whether they agree is seen when it is known which apply."""
    lines: Lines = ["won = []"]
    for test in found:
        won = winning(w, test, found)
        if won == "False":
            continue
        change = change_of(test.rule)
        give = "None" if change.amount is None else f"lambda: {w.x(change.amount, scope)}"
        taken = [f"won.append(({test.rule.id!a}, {change.how!a}, {give}))"]
        taken += [w.fire(test.rule)] if w.record else []
        lines += taken if won == "True" else [f"if {won}:", *indented(taken)]
    return [*lines, "if won:", f"    it = changed(s, {step!a}, it, won, {_scale(scale)})"]
