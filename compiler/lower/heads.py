"""Going through the heads of a function: where its `Let`s and `If`s stand, and the expressions that these work out."""

from __future__ import annotations

from collections.abc import Callable

from hexlaw.compiler.lower import form as f

Lets = list[tuple[str, f.Expr]]


def at_heads(x: f.Expr, change: Callable[[f.Expr], tuple[Lets, f.Expr]]) -> f.Expr:
    """A body with each expression changed that stands at a head, and what has to be worked out before it."""
    match x:
        case f.Let(value=value, body=body):
            if _has_heads(value):
                return f.Let(x.name, at_heads(value, change), at_heads(body, change), x.type, x.note)
            lets, new = change(value)
            return _lets_before(lets, f.with_(x, value=new, body=at_heads(body, change)))
        case f.If(test=test, then=then, otherwise=otherwise):
            lets, new = change(test)
            inner = f.with_(x, test=new, then=at_heads(then, change), otherwise=at_heads(otherwise, change))
            return _lets_before(lets, inner)
        case f.Fire(body=body):
            return f.Fire(x.rules, at_heads(body, change), x.type)
        case _:
            lets, new = change(x)
            return _lets_before(lets, new)


def _has_heads(x: f.Expr) -> bool:
    """Whether an expression is written as statements."""
    return isinstance(x, f.Let | f.If | f.Fire | f.Stop)


def _lets_before(lets: Lets, body: f.Expr) -> f.Expr:
    for name, value in reversed(lets):
        body = f.Let(name, value, body, body.type)
    return body
