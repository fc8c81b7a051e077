"""The number that a quantity comes to: a start, changed step by step, and rounded as a rule says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from operator import add, mul, sub, truediv
from typing import TYPE_CHECKING

from hexlaw.runtime.evaluate.applicability import applies, not_overridden, try_rule, value_of
from hexlaw.runtime.evaluate.budget import MAX_NUMBER_LENGTH, WorkBudget
from hexlaw.runtime.evaluate.trace import TraceNode, Tried
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.stops import Conflict, Exhausted, Hole
from hexlaw.runtime.law.value import Value, Values

if TYPE_CHECKING:
    from hexlaw.runtime.evaluate.evaluator import Env, Evaluator

BOUNDS: Mapping[str, Callable[..., Value]] = {"at-most": min, "at-least": max}
ARITHMETIC: Mapping[str, tuple[Callable[[Value, Value], Value], int | None]] = {
    "halves": (truediv, 2), "doubles": (mul, 2), "multiplies": (mul, None), "divides": (truediv, None),
    "adds": (add, None), "subtracts": (sub, None),
}  # fmt: skip
"""How a rule changes a number, and by how much where it does not say so."""
WRITTEN: Mapping[str, str] = {
    "halves": "halves it", "doubles": "doubles it", "multiplies": "multiplies it", "divides": "divides it",
    "makes": "makes it", "at-most": "holds it to at most", "at-least": "holds it to at least",
}  # fmt: skip
"""How the law writes such a change, where that is more than a word."""


def decide_quantity(ev: Evaluator, name: str, args: Values, node: TraceNode | None) -> Value:
    decl = ev.law.graph.quantities[name]
    env = dict(zip(decl.named, args, strict=True))
    it = ev.value(decl.start, env)
    if node is not None:
        node.note = ev.shown(it)
    if it is None:
        raise Hole(
            f"`{name}` starts with nothing for {', '.join(ev.shown(a) for a in args)}",
            "what it starts with is `none` here",
        )
    rounding = _rounding(ev, name, env)
    for step in decl.steps:
        it = _step(ev, f"{name}.{step}", decl, it, env, node)
        if rounding is not None and rounding[0].each_step:
            it = _rounded(it, *rounding, node)
    if rounding is not None and not rounding[0].each_step:
        it = _rounded(it, *rounding, node)
    return it


def _rounding(ev: Evaluator, name: str, env: Env) -> tuple[g.Rounds, list[Tried]] | None:
    """What becomes of fractions, and the rules that say so."""
    tried = [try_rule(ev, rule, env) for rule in ev.law.rounding.get(name, ())]
    winners = not_overridden(ev, [x for x in tried if x.fate == "applies"])
    said = [x.rule.conclusion for x in winners if isinstance(x.rule.conclusion, g.Rounds)]
    if any(conclusion != said[0] for conclusion in said[1:]):
        raise Conflict(f"fractions of {name}", (), tuple((x.rule, _how(x.rule)) for x in winners))
    return (said[0], winners) if said else None


def _step(ev: Evaluator, step: str, decl: g.QuantityDecl, it: Value, env: Env, node: TraceNode | None) -> Value:
    record = TraceNode("step", step, ()) if node is not None else None
    if node is not None and record is not None:
        node.asked.append(record)
    off = tuple(x for x in ev.law.step_limiters.get(step, ()) if applies(ev, x, env))
    if off:
        if ev.seen is not None:
            ev.seen.limit(f"step:{step}", off)
        if record is not None:
            record.limited_by, record.value = off, it
        return it
    tried = [try_rule(ev, rule, env) for rule in ev.law.of_step.get(step, ())]
    if record is not None:
        record.rules.extend(tried)
    winners = not_overridden(ev, [x for x in tried if x.fate == "applies"])
    sorts = {g.SORT_OF_CHANGE[x.rule.conclusion.how] for x in winners if isinstance(x.rule.conclusion, g.Changes)}
    if len(sorts) > 1:
        raise Conflict(step, (), tuple((x.rule, _how(x.rule)) for x in winners))
    amounts = [_amount(ev, x, env) for x in winners]
    if not _agree(ev, winners, amounts, decl.type):
        raise Conflict(step, (), tuple((x.rule, _how(x.rule)) for x in winners))
    shifts = 0  # along an ordered choice: added up before its ends stop them, so that their order does not matter
    for x, amount in zip(winners, amounts, strict=True):
        conclusion = x.rule.conclusion
        assert isinstance(conclusion, g.Changes)
        if isinstance(decl.type, t.Choice) and conclusion.how in ("adds", "subtracts"):
            shifts += amount if conclusion.how == "adds" else -amount
            x.gives = moved(ev.law.graph.choices[decl.type.name].values, it, shifts)
        else:
            x.gives = it = _changed(ev, it, conclusion.how, amount, decl.type, x.rule)
    if isinstance(decl.type, t.Choice):
        it = moved(ev.law.graph.choices[decl.type.name].values, it, shifts)
    if record is not None:
        record.value = it
    return it


def _amount(ev: Evaluator, tried: Tried, env: Env) -> Value:
    conclusion = tried.rule.conclusion
    assert isinstance(conclusion, g.Changes)
    if conclusion.amount is None:
        return None
    amount = value_of(ev, tried, conclusion.amount, env)
    if amount is None:
        raise Hole(f"`{tried.rule.id}` changes a number by nothing", "what it changes it by is none here")
    return amount


def _agree(ev: Evaluator, winners: list[Tried], amounts: list[Value], type_: t.Type) -> bool:
    """What one step makes of its number must not depend on the order of the rules."""
    said: dict[str, list[Value]] = {}
    for x, amount in zip(winners, amounts, strict=True):
        assert isinstance(x.rule.conclusion, g.Changes)
        rank = ev.law.graph.choices[type_.name].values.index if isinstance(type_, t.Choice) else None
        bound = x.rule.conclusion.how in ("at-most", "at-least")
        said.setdefault(x.rule.conclusion.how, []).append(rank(amount) if rank and bound else amount)
    makes = said.get("makes", [])
    if any(amount != makes[0] for amount in makes[1:]):
        return False
    return not ("at-most" in said and "at-least" in said and min(said["at-most"]) < max(said["at-least"]))


def _changed(ev: Evaluator, it: Value, how: str, amount: Value, type_: t.Type, rule: g.Rule) -> Value:
    if how == "makes":
        return amount
    if isinstance(type_, t.Choice):
        return BOUNDS[how](it, amount, key=ev.law.graph.choices[type_.name].values.index)
    if how in BOUNDS:
        return BOUNDS[how](it, amount)
    if how == "divides" and amount == 0:
        raise Hole(f"`{rule.id}` divides by nothing", "a count it divides by is 0 here")
    work_out, usual = ARITHMETIC[how]
    return exact(work_out(Fraction(it), usual if amount is None else amount), ev.account)


def _how(rule: g.Rule) -> str:
    match rule.conclusion:
        case g.Changes(how=how):
            return f"`{WRITTEN.get(how, how)}`"
        case g.Rounds(how=how, each_step=each_step):
            return f"{how} {'after each step' if each_step else 'at the end'}"
        case _:
            return ""


def _rounded(it: Value, rounds: g.Rounds, by: list[Tried], node: TraceNode | None) -> Value:
    """The number without its fraction; the trace gets a step of its own where that changed the number."""
    whole = it if rounds.how == "keep" else floor(it) if rounds.how == "down" else ceil(it)
    if node is not None and whole != it:
        node.asked.append(TraceNode("step", node.name, (), whole, [replace(x, gives=whole) for x in by]))
    return whole


def exact(value: Fraction, account: WorkBudget) -> int | Fraction:
    """The number itself, whole where it can be."""
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits > MAX_NUMBER_LENGTH:
        raise Exhausted("a number grows beyond all measure", "some rule multiplies it over and over")
    account.spend(bits >> 6)  # long numbers take long to reckon with
    return int(value) if value.denominator == 1 else value


def moved(scale: Values, value: Value, by: int) -> Value:
    """The value that stands so many places further on, or at the end."""
    return scale[min(max(scale.index(value) + by, 0), len(scale) - 1)]
