"""The names that are known at a place of an action, of the sequence of play or of a quantity."""

from __future__ import annotations

from hexlaw.compiler.check.binders import bind
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.statement_typing import known_after, so_far
from hexlaw.compiler.check.type_words import attempt
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import picks_in
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import ACTING, SIDE

Scope = dict[str, t.Type]


def whoever_acts(checker: Checker) -> Scope:
    return {ACTING: t.Choice(SIDE)} if SIDE in checker.names.choices else {}


def action_start(checker: Checker, action: s.Action) -> Scope:
    """What an action knows before its first pick: what it was given, and who acts."""
    given = [(param.name.text, checker.names.type(param.type, checker.diagnostics)) for param in action.params]
    return {name: type_ for name, type_ in given if type_ is not None} | whoever_acts(checker)


def action_scope(checker: Checker, action: s.Action, pick: str | None) -> Scope | None:
    """The names known when a pick is judged: those of the picks before it, its own, and what the action lets.

    Picks inside what other picks do are found as well. With no pick named: what is known when the action may be
    done, that is after the picks that have to be made.
    """
    return _scope_at(checker, action.lines, action_start(checker, action), pick)


def _scope_at(checker: Checker, lines: tuple[s.Statement, ...], scope: Scope, pick: str | None) -> Scope | None:
    scope = dict(scope)
    for line in lines:
        match line:
            case s.Let():
                if (typed := attempt(checker.typed, line.value, scope)) is None:
                    return None
                scope[line.name.text] = typed.type
            case s.Pick():
                if (type_ := checker.names.type(line.param.type, checker.diagnostics)) is None:
                    return None
                if pick is None and (line.repeatedly or line.optionally):
                    return {**scope, **so_far(line, type_)}
                inner = {**scope, **so_far(line, type_), line.param.name.text: type_}
                if line.name.text == pick:
                    return inner
                found = _scope_at(checker, line.does, inner, pick) if pick is not None else None
                if found is not None:
                    return found
                known_after(line, type_, scope)
            case s.If():
                for block in (line.then, line.otherwise) if pick is not None else ():
                    if (found := _scope_at(checker, block, scope, pick)) is not None:
                        return found
            case s.For():
                looked = pick is not None and any(x.name.text == pick for x in picks_in(line.body))
                bound = attempt(bind, checker, line.binder, scope) if looked else None
                found = _scope_at(checker, line.body, bound[1], pick) if bound else None
                if found is not None:
                    return found
    return scope if pick is None else None


def span_scope(checker: Checker, name: str) -> Scope:
    """The variables of the spans that a span lies in, its own included."""
    return checker.span_scopes.get(name, whoever_acts(checker))


def quantity_steps(items: list[tuple[s.Quantity, Placed]]) -> tuple[str, ...]:
    """The steps of a quantity in order, those that later layers put in between included."""
    steps = [i.text for i in items[0][0].steps]
    for item, _ in items[1:]:
        for extra in item.extra:
            if extra.anchor.text in steps and extra.name.text not in steps:
                steps.insert(steps.index(extra.anchor.text) + extra.after, extra.name.text)
    return tuple(steps)
