"""Whether a rule applies: all its conditions hold, and no rule that applies limits it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexlaw.runtime.evaluate.trace import Tried
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.stops import UNDECIDED, Cause, LawStop, Unseen, first_stop
from hexlaw.runtime.law.value import Value

if TYPE_CHECKING:
    from hexlaw.runtime.evaluate.evaluator import Env, Evaluator


def cases(ev: Evaluator, rule: g.Rule, env: Env, binders: tuple[e.Binder, ...]) -> Iterator[Env]:
    """The cases in which a rule applies, of all that it is tried for. A rule of a memory or tally skips a case that
    depends on a secret: the memory is not seen either."""
    for inner, doubt in bindings(ev, binders, env):
        try:
            if not applies(ev, rule, inner):
                continue
        except UNDECIDED as stop:
            doubt = first_stop(doubt, stop)
        if doubt is None:
            yield inner
        elif not isinstance(doubt, Unseen) or not isinstance(rule.conclusion, g.Remembers | g.Counts):
            raise doubt


def bindings(
    ev: Evaluator, binders: tuple[e.Binder, ...], env: Env, doubt: LawStop | None = None
) -> Iterator[tuple[Env, LawStop | None]]:
    """All values of the binders, with the stop where a condition is undecided; one that does not hold decides."""
    if not binders:
        yield env, doubt
        return
    binder, further = binders[0], binders[1:]
    for item in ev.value(binder.domain, env):
        ev.account.spend()
        inner, undecided = {**env, binder.var: item}, doubt
        try:
            if binder.where is not None and not ev.value(binder.where, inner):
                continue
        except UNDECIDED as stop:
            undecided = first_stop(doubt, stop)
        if further:
            yield from bindings(ev, further, inner, undecided)
        else:
            yield inner, undecided


def with_given(ev: Evaluator, way: g.ComesBy, env: Env) -> Env:
    """The names that a rule knows where a pick brings about its event in this way."""
    return {**env, **{name: ev.value(given, env) for name, given in way.given}} if way.given else env


def try_rule(ev: Evaluator, rule: g.Rule, env: Env) -> Tried:
    """Whether a rule applies, and if not, why. A rule with `for each` is tried for each case where it is used."""
    tried = Tried(rule, "applies")
    outer, ev.asked = ev.asked, tried.asked
    before, ev.cut_short = ev.cut_short, tried.cut_short
    try:
        if rule.for_each:
            ev.account.spend()
            if ev.seen is not None:
                ev.seen.reached.add(rule.id)
            return tried
        failing, limiters = _tested(ev, rule, env)
        if failing is not None:
            tried.fate, tried.because = "condition fails", failing.text
        elif limiters:
            tried.fate, tried.by = "limited", limiters
        return tried
    finally:
        ev.asked, ev.cut_short = outer, before


def applies(ev: Evaluator, rule: g.Rule, env: Env) -> bool:
    return _tested(ev, rule, env) == (None, ())


def _tested(ev: Evaluator, rule: g.Rule, env: Env) -> tuple[g.Condition | None, tuple[g.Rule, ...]]:
    """The first of a rule's conditions that does not hold, else the rules that limit it.

    The order in which conditions and limits are written means nothing: one that says no decides, whatever the
    others would stop at, and a rule that is limited is not asked at all.
    """
    ev.account.spend()  # limits of limits of limits can branch without asking anything of the law
    if ev.seen is not None:
        ev.seen.reached.add(rule.id)
    stop: LawStop | None = None
    for condition in rule.when:
        try:
            holds = ev.value(condition.expr, env)
        except UNDECIDED as met:
            met.came_of(Cause("rule", rule.id, (), rule.origin.where, condition.text))
            stop = first_stop(stop, met)
            continue
        if not holds:
            if ev.seen is not None:
                ev.seen.stopped.add((rule.id, condition.text))
            return condition, ()
    limiters = ev.law.limiters.get(rule.id, ())
    try:
        applying = _applying(ev, limiters, env) if limiters else ()
    except UNDECIDED as met:
        stop, applying = first_stop(stop, met), ()
    if stop is not None and not applying:
        raise stop
    if ev.seen is not None:
        ev.seen.judged(rule, applying)
    return None, applying


def _applying(ev: Evaluator, limiters: tuple[g.Rule, ...], env: Env) -> tuple[g.Rule, ...]:
    """Those of the limiters that apply. One that does is enough, whatever the others stop at."""
    applying: list[g.Rule] = []
    stop: LawStop | None = None
    for limiter in limiters:
        try:
            failing, above = _tested(ev, limiter, env)
            if failing is None and not above:
                applying.append(limiter)
            elif failing is None and ev.tracing:
                ev.cut_short.append((limiter, above))
        except UNDECIDED as met:
            stop = first_stop(stop, met)
    if stop is not None and not applying:
        raise stop
    return tuple(applying)


def not_overridden(ev: Evaluator, applying: list[Tried]) -> list[Tried]:
    """Those of the applying rules over which no other of them stands."""
    if len(applying) < 2 and ev.seen is None:
        return applying
    winners = []
    if len(applying) > 1:
        ev.account.spend(len(applying) ** 2)
    for x in applying:
        above = tuple(y.rule for y in applying if ev.law.beats(y.rule, x.rule))
        if ev.seen is not None:
            ev.seen.compared(x.rule, above)
        if above:
            x.fate, x.by = "overridden", above
        else:
            winners.append(x)
    return winners


def value_of(ev: Evaluator, tried: Tried, node: e.Expr, env: Env) -> Value:
    """The value of what a rule says, with all that it asks noted below the rule."""
    outer, ev.asked = ev.asked, tried.asked
    try:
        return ev.value(node, env)
    except LawStop as stop:
        stop.came_of(Cause("rule", tried.rule.id, (), tried.rule.origin.where))
        raise
    finally:
        ev.asked = outer
