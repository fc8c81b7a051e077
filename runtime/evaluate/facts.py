"""The value of a fact: what the rules say that apply and that none overrides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexlaw.runtime.evaluate.applicability import cases, not_overridden, try_rule, value_of
from hexlaw.runtime.evaluate.trace import TraceNode, Tried
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.stops import UNDECIDED, Conflict, Hole, LawStop, first_stop
from hexlaw.runtime.law.value import Value, Values

if TYPE_CHECKING:
    from hexlaw.runtime.evaluate.evaluator import Env, Evaluator


def decide_fact(ev: Evaluator, name: str, args: Values, node: TraceNode | None) -> Value:
    decl = ev.law.graph.facts[name]
    env = dict(zip(decl.named, args, strict=True))
    if decl.shape == "forbidden" and node is not None:
        return _forbidden(ev, decl, env, node)
    supposed: Mapping[Values, Value] | None = ev.position.supposed.get(name)
    if supposed is not None and args in supposed:
        return supposed[args]
    rules = ev.law.of_fact.get(name, ()) if supposed is None else ()
    tried = [try_rule(ev, rule, env) for rule in rules]
    if node is not None:
        node.rules.extend(tried)
    applying = [x for x in tried if x.fate == "applies"]
    if decl.collects:
        return _collect(ev, applying, env)
    winners = not_overridden(ev, applying)
    for x in winners:
        assert isinstance(x.rule.conclusion, g.Gives)
        x.gives = value_of(ev, x, x.rule.conclusion.value, env)
    if winners:
        first = winners[0].gives
        if any(x.gives != first for x in winners[1:]):
            raise Conflict(name, tuple(ev.shown(a) for a in args), tuple((x.rule, ev.shown(x.gives)) for x in winners))
        return first
    if decl.otherwise is not None:
        if node is not None:
            node.note = "otherwise"
        return ev.value(decl.otherwise, env)
    about = f" for {', '.join(ev.shown(a) for a in args)}" if args else ""
    raise Hole(
        f"no rule says what `{name}` is{about}",
        f"write a rule for that case, or below `fact {name}` what it is `otherwise`",
    )


def _forbidden(ev: Evaluator, decl: g.FactDecl, env: Env, node: TraceNode) -> bool:
    """Whether a rule applies that forbids an event, with all of them in the trace."""
    stop: LawStop | None = None
    for asked in decl.otherwise.parts if isinstance(decl.otherwise, e.Any) else ():
        for rule in ev.law.may_be_asked(asked.rule, itself=asked.itself) if isinstance(asked, e.Applies) else ():
            try:
                tried = try_rule(ev, rule, env)
            except UNDECIDED as met:
                stop = first_stop(stop, met)
                continue
            tried.gives = tried.fate == "applies"
            node.rules.append(tried)
    if not node.applied() and stop is not None:
        raise stop
    return bool(node.applied())


def _collect(ev: Evaluator, applying: list[Tried], env: Env) -> Values:
    found: dict[Value, None] = {}
    for x in applying:
        conclusion = x.rule.conclusion
        assert isinstance(conclusion, g.Collects)
        before = set(found)
        outer, ev.asked = ev.asked, x.asked
        for inner in cases(ev, x.rule, env, x.rule.for_each):
            found[value_of(ev, x, conclusion.item, inner)] = None
        ev.asked = outer
        x.gives = tuple(k for k in found if k not in before)
        if not x.gives and x.rule.for_each:
            x.fate = "finds nothing"
    return tuple(found)
