"""What a number is made of, rule by rule: how much each rule of a quantity adds to it or takes from it.

Where what a position is worth is a quantity, its rules are the reasons for it in the law's own words: cover, order,
places that are held. What they come to before and after an action, held against each other, says what the action is
good for. The reference works the number out with a trace, which says what each rule has made of it; so nothing about
the number is found out in a second way. A number that is not a quantity has no such parts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.trials import Trials
from hexlaw.runtime.position.position import Position

Term = tuple[g.Rule, Fraction]


def gaining(law: Law, number: e.Expr, names: Mapping[str, Any], before: Position, after: Position) -> tuple[Term, ...]:
    """The rules that add more to the number after than before, and how much more, the most first; nothing where the
    number is not a quantity, or the law cannot say."""
    try:
        was, now = _by_rule(law, number, names, before), _by_rule(law, number, names, after)
    except LawStop:
        return ()
    more = {name: now[name] - was[name] for name in now.keys() | was.keys()}
    found = [(law.graph.rules[name], gain) for name, gain in more.items() if gain > 0]
    return tuple(sorted(found, key=lambda term: (-term[1], term[0].id)))


def _by_rule(law: Law, number: e.Expr, names: Mapping[str, Any], position: Position) -> Mapping[str, Fraction]:
    """By rule, how much it changes the number. What is rounded off counts with the rule that comes next."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    if not isinstance(number, e.Quantity) or not isinstance(law.graph.quantities[number.name].type, t.Number):
        return found
    asking = Trials(law, tracing=True)
    asked = asking.about(position)
    asked.value(number, dict(names))
    node, decl = asking.asked[-1], law.graph.quantities[number.name]
    params = (name for name, _ in decl.params)
    stands = Fraction(asked.value(decl.start, dict(zip(params, node.args, strict=True))))
    for step in node.asked:
        for tried in step.rules if step.sort == "step" else ():
            gives: Any = tried.gives
            if gives is not None and isinstance(tried.rule.conclusion, g.Changes):
                found[tried.rule.id] += Fraction(gives) - stands
                stands = Fraction(gives)
    return found
