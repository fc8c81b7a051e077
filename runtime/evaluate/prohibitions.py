"""The prohibitions on a pick and the requirements on a position, judged by the reference evaluator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from hexlaw.runtime.base.nodes import rebuilt
from hexlaw.runtime.evaluate.applicability import applies, bindings, try_rule, with_given
from hexlaw.runtime.evaluate.evaluator import Breach, Evaluator
from hexlaw.runtime.evaluate.verdict import Permission, Refusal
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.stops import SILENT, UNDECIDED, LawStop, Unseen, first_stop
from hexlaw.runtime.law.value import Record, Value, Values
from hexlaw.runtime.words.as_law import as_law


def prohibited(ev: Evaluator, path: str, pick: str, env: Mapping[str, Value], verdict: Permission) -> None:
    """Adds to the verdict what the rules that forbid `path` say of this pick."""
    if ev.seen is not None:
        ev.seen.asked.add(f"pick:{path}")
    for rule in ev.law.forbidding.get(path, ()):
        for way in ev.law.graph.ways(rule, path):
            try:
                known = with_given(ev, way, env)
                tried = try_rule(ev, rule, known)
            except Unseen:
                continue  # what cannot be seen refuses nothing
            except SILENT as stop:
                # a prohibition that cannot be judged (no price for what is closed anyway) matters only if no other
                # refuses
                verdict.silent = verdict.silent or stop
                continue
            ev.asked.extend(tried.asked)
            if tried.fate == "applies":
                lifts = [try_rule(ev, lift, known) for lift in ev.law.limiters.get(rule.id, ())]
                verdict.refusals.append(Refusal("forbidden", rule, says(ev, rule, known), tried, lifts))
            elif tried.fate == "limited":
                verdict.lifted.append(tried)
            else:
                verdict.passed.append(tried)


def is_prohibited(ev: Evaluator, path: str, env: Mapping[str, Value]) -> bool:
    """The same without reasons: the first rule that forbids it is enough. The one that forbade the last candidate is
    tried first, since it often forbids the next as well; then the simplest. If none does and some stop, the stop is
    that of the rule written first."""
    silent: dict[str, LawStop] = {}
    last = ev.refused_by.get(path)
    rules = ev.law.forbidding_simplest_first(path)
    for rule in rules if last is None else (last, *(rule for rule in rules if rule is not last)):
        for way in ev.law.graph.ways(rule, path):
            try:
                if try_rule(ev, rule, with_given(ev, way, env)).fate == "applies":
                    ev.refused_by[path] = rule
                    return True
            except Unseen:
                continue
            except SILENT as stop:
                silent[rule.id] = stop
    if silent:
        raise next(silent[rule.id] for rule in ev.law.forbidding[path] if rule.id in silent)
    return False


def says(ev: Evaluator, rule: g.Rule, env: Mapping[str, Value]) -> str:
    """The rule's own message with its values filled in, or its doc, or its conclusion in plain words."""
    if rule.says:
        return "".join(part if isinstance(part, str) else _said(ev, part, env) for part in rule.says)
    if rule.doc:
        return rule.doc
    conditions = " and ".join(as_law(_named(ev, c.expr, env), ev.law.graph) for c in rule.when)
    return f"forbidden where {conditions}" if conditions else "forbidden"


def _named(ev: Evaluator, node: Value, env: Mapping[str, Value]) -> Value:
    """A condition with what its names stand for in this case, as far as that has a name: `there` is `B-6`."""
    if isinstance(node, e.Var) and type(env.get(node.name)) not in (type(None), tuple, Record):
        return e.Var(ev.shown(env[node.name]), node.type)
    return rebuilt(node, lambda inner: _named(ev, inner, env))


def _said(ev: Evaluator, part: e.Expr, env: Mapping[str, Value]) -> str:
    """A value in a message; what the law leaves open does not undo the refusal."""
    try:
        value = ev.value(part, env)
        return ", ".join(map(ev.shown, value)) if value and type(value) is tuple else ev.shown(value)
    except LawStop:
        return "(not known)"


# ---- requirements


def broken(ev: Evaluator, rule: g.Rule) -> Breach:
    """The cases in which a requirement does not hold, worked out once where no trace is wanted."""
    if ev.tracing:
        return _broken(ev, rule)
    if rule.id not in ev.breaches:
        ev.breaches[rule.id] = _broken(ev, rule)
    return ev.breaches[rule.id]


def _broken(ev: Evaluator, rule: g.Rule) -> Breach:
    assert isinstance(rule.conclusion, g.Requires)
    found: Breach = {}
    if ev.seen is not None:
        ev.seen.reached.add(rule.id)
    condition = rule.conclusion.condition
    for env, doubt in bindings(ev, rule.for_each, {}):
        try:
            if ev.value(condition, env):
                continue
        except UNDECIDED as stop:
            doubt = first_stop(doubt, stop)
        try:
            if not applies(ev, rule, env):
                continue
        except UNDECIDED as stop:
            doubt = first_stop(doubt, stop)
        if doubt is not None and not isinstance(doubt, Unseen):
            raise doubt
        found[tuple(env.values())] = doubt or _excess(ev, condition, env)
    return found


def _excess(ev: Evaluator, condition: e.Expr, env: Mapping[str, Value]) -> Fraction | None:
    if not isinstance(condition, e.Compare) or condition.order is not None:
        return None
    left, right = ev.value(condition.left, env), ev.value(condition.right, env)
    if left is None or right is None:
        return None
    return Fraction(left - right if condition.op in ("<", "<=") else right - left)


def broken_anew(before: Breach, after: Breach) -> list[Values]:
    """The cases in which a requirement is newly broken, or broken further, as far as can be seen."""

    def is_worse(case: Values, excess: int | Fraction | Unseen | None) -> bool:
        if case not in before:
            return not isinstance(excess, Unseen)
        earlier = before[case]
        return isinstance(excess, int | Fraction) and isinstance(earlier, int | Fraction) and excess > earlier

    return sorted((case for case, excess in after.items() if is_worse(case, excess)), key=str)


def newly_broken(before: Evaluator, after: Evaluator, rules: Iterable[g.Rule]) -> list[Refusal]:
    """The refusals by requirements that no longer hold, or are broken further."""
    found = []
    for rule in rules:
        assert isinstance(rule.conclusion, g.Requires)
        for case in broken_anew(broken(before, rule), broken(after, rule))[:1]:
            env = dict(zip([b.var for b in rule.for_each], case, strict=True))
            text = says(after, rule, env) if rule.says else f"`{rule.conclusion.text}` would no longer hold"
            found.append(Refusal("would break", rule, text))
    return found
