"""The opposite of a condition, as somebody would write it: `count(v in h) <= 3` for `count(v in h) > 3`."""

from __future__ import annotations

from hexlaw.compiler.parse import syntax as s
from hexlaw.runtime.base.nodes import replace

OPPOSITES = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "/=", "/=": "="}


def negated(condition: s.Expr) -> s.Expr:
    """Returns what holds exactly where the condition does not."""
    span = condition.span
    match condition:
        case s.Not(inner):
            return inner
        case s.Compare(op, left, right):
            opposite: s.Expr = s.Compare(OPPOSITES[op], left, right, span=span)  # type: ignore[arg-type]
            return opposite
        case s.Is() | s.IsKind() | s.In():
            return replace(condition, negated=not condition.negated)
        case s.Quantified(how="any"):
            return replace(condition, how="no")
        case s.Quantified(how="no"):
            return replace(condition, how="any")
        case s.AllOf(parts):
            return s.AnyOf(tuple(map(negated, parts)), span=span)
        case s.AnyOf(parts):
            return s.AllOf(tuple(map(negated, parts)), span=span)
        case _:
            return s.Not(condition, span=span)
