"""Conditions: what holds or does not, as clauses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.words import english, equality, filling, nouns, numbers, quantifiers
from hexlaw.runtime.words.built_in import BUILTIN
from hexlaw.runtime.words.clauses import Clause, bracketed, together
from hexlaw.runtime.words.phrases import Phrases
from hexlaw.runtime.words.spans import TextSpan, text

if TYPE_CHECKING:
    from hexlaw.runtime.words.teller import Teller

PLAY = e.Const("play", t.TEXT)
"""What a condition on the part of the sequence is about."""
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def clause(teller: Teller, node: e.Expr, holds: bool) -> Clause:
    """That a condition holds or does not, by what it is."""
    match node:
        case e.Any(parts=parts) | e.All(parts=parts):
            return _several(teller, parts, holds, "or" if isinstance(node, e.Any) == holds else "and")
        case e.Not(inner=inner):
            return teller.clause(inner, not holds)
        case e.Const(value=value):
            return Clause(None, text("always" if bool(value) == holds else "never"))
        case e.Attribute() | e.Field() | e.Fact() | e.Memory() | e.Table():
            if not (form := filling.yes_no(teller, node, holds)):
                return Clause(None, filling.holding(teller, node, holds))
            phrase = filling.wanted(teller.graph, node)
            return filling.phrase(teller, form, phrase.args, phrase.ref)
        case e.Builtin(name=name, args=args) if name in BUILTIN:
            form = BUILTIN[name] if holds else english.opposite(BUILTIN[name])
            return filling.phrase(teller, form, filling.by_place(args))
        case e.Equal(left=left, right=right, negated=negated):
            return equality.equal(teller, left, right, holds != negated)
        case e.Compare(op=op, left=left, right=right, order=order):
            return numbers.compared(teller, op if holds else OPPOSITE[op], left, right, order)
        case e.Contains(container=container, item=item, negated=negated):
            return equality.contains(teller, container, item, holds != negated)
        case e.IsKind(base=base, kind=kind, negated=negated):
            is_ = "is " if holds != negated else "is not "
            return teller.about(base, is_, english.with_article(teller.phrases.noun("kind", kind)))
        case e.Quantified():
            return quantifiers.quantified(teller, node, holds)
        case e.NowIn(span=span):
            is_in = "is in " if holds else "is not in "
            return Clause(PLAY, text(is_in, nouns.part(teller.phrases, span)), text("play"))
        case e.WouldBreak(effect=effect, args=args, rule=rule):
            would = "would" if holds else "would not"
            named = TextSpan(anchor(teller.graph, rule), f"rule:{rule}")
            happening = filling.happening(teller, "effect", effect, args)
            return Clause(None, text("a requirement (", named, f") {would} be broken if ", happening))
        case e.Applies(rule=rule):
            return _applies(teller, rule, holds)
        case e.Var():
            return Clause(None, filling.whether_so(teller, node, holds))
        case _:
            return as_it_stands(teller, node, holds)


def as_it_stands(teller: Teller, node: e.Expr, holds: bool) -> Clause:
    """A condition as the law has it."""
    return Clause(None, text("" if holds else "it is not so that ", teller.law(node)))


def _several(teller: Teller, parts: tuple[e.Expr, ...], holds: bool, word: str) -> Clause:
    """Alternatives, or what does not hold all at once."""
    each = [teller.clauses(part, holds) for part in parts]
    clauses = [clause for found in each for clause in (found if word == "and" else [bracketed(found)])]
    return replace(together(clauses, word), alternatives=word == "or" and len(clauses) > 1)


def _applies(teller: Teller, rule: str, holds: bool) -> Clause:
    """A rule that applies: its conditions, said here. One with exceptions may not apply though these hold."""
    if (conditions := of_rule(teller, rule)) is None:
        not_ = "applies" if holds else "does not apply"
        return Clause(None, text("the rule ", TextSpan(rule, f"rule:{rule}"), f" {not_}"))
    conclusion = teller.graph.rules[rule].conclusion
    links = (link for other in teller.graph.rules.values() for link in other.links if not link.step)
    limits = (link for link in links if link.how in ("limits", "lifts") and rule in targets_of(teller.graph, link))
    if not holds and isinstance(conclusion, g.Gives) and any(limits):
        given = equality.given(teller, conclusion.fact, conclusion.value)
        return Clause(None, text("the rule that ", given, " does not hold"))
    if not conditions:
        return Clause(None, text("always" if holds else "never"))
    condition = conditions[0] if len(conditions) == 1 else e.All(conditions)
    return bracketed(teller.inside_rule(rule).clauses(condition, holds))


def of_rule(teller: Teller, rule: str) -> tuple[e.Expr, ...] | None:
    """The conditions of a rule that is asked whether it applies; none where they are not said here, as it is not there,
    or being said already."""
    found = teller.graph.rules.get(rule)
    if found is None or rule in teller.inside or len(teller.inside) > 3:
        return None
    return tuple(condition.expr for condition in found.when)


Saying = dict[str, tuple[str, e.Expr]]
"""By variable, the kind of which it is said to be, and the condition that says so."""


def kinds_said(phrases: Phrases, roles: Mapping[str, str], conditions: Iterable[e.Expr]) -> Saying:
    """The conditions that say of what kind the variables are that are called by their kind in any case: `a ferry may
    not sail`, and not `a boat may not sail if it is a ferry`."""
    found = Saying()
    for condition in e.conjuncts(*conditions):
        match condition:
            case e.IsKind(base=e.Var(name=name, type=t.Kind(name=wider)), kind=kind, negated=False):
                called = roles.get(name) or phrases.form("variable", name)
                its = {phrases.noun("kind", each) for each in phrases.graph.lineage(wider)}
                if not called or english.without_article(called) in its:
                    found.setdefault(name, (kind, condition))
    return found


def values_said(conditions: Iterable[e.Expr]) -> dict[str, e.Equal]:
    """The conditions that say which value variables have."""
    found = dict[str, e.Equal]()
    for condition in e.conjuncts(*conditions):
        match condition:
            case e.Equal(left=e.Var(name=name), right=e.Const(), negated=False):
                found[name] = condition
    return found


def anchor(graph: g.Graph, rule: str) -> str:
    """A rule by its place in the printed book, else by its name."""
    found = graph.rules.get(rule)
    shown = (graph.shown_cites(found.cites) or found.cites) if found is not None else ()
    return str(shown[0]) if shown else rule
