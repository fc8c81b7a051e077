"""A number that the rules of a quantity change again and again, as it is lowered: a row of `Let`s."""

from __future__ import annotations

from itertools import count

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import op
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t

NOTHING = f.Const(None, t.TEXT)


class Chain:
    """A number that is changed again and again: a row of `Let`s, each of which gives it the next name."""

    def __init__(self, type_: t.Type, *, is_small: bool) -> None:
        self.type = type_
        self.is_small = is_small  # whether it only adds and takes away whole numbers that the law itself prints
        self.lets: list[tuple[str, f.Expr, str]] = []
        self.it: f.Expr = NOTHING
        self.note = ""
        self._count = count()

    def inside(self) -> Chain:
        """A row of changes that is made or left out as a whole."""
        inner = Chain(self.type, is_small=self.is_small)
        inner.it, inner._count = self.it, self._count
        return inner

    def let(self, word: str, value: f.Expr) -> f.Local:
        name = f"{word}@{next(self._count)}"
        self.lets.append((name, value, self.note))
        self.note = ""
        found = f.Local(name, value.type)
        if word == "it":
            self.it = found
        return found

    def changed(self, how: str, amount: f.Expr | None, scale: tuple[str, ...] | None) -> f.Expr:
        """What a change makes of the number; on a scale, what bounds it is compared by its place there."""
        if how == "halves":
            return op("half", self.type, self.it)
        if how == "doubles":
            return op("*", self.type, self.it, f.Const(2, t.WHOLE))
        assert amount is not None
        if how == "makes":
            return op("some", self.type, amount)
        if self.is_small and how in ("adds", "subtracts"):
            return op("more" if how == "adds" else "less", self.type, self.it, amount)
        signs = {"multiplies": "*", "divides": "/", "adds": "+", "subtracts": "-"}
        ends = (f.Const(scale, t.SetOf(self.type)),) if scale is not None and how not in signs else ()
        return op(signs.get(how, how), self.type, self.it, amount, *ends)

    def body(self, last: f.Expr) -> f.Expr:
        for name, value, note in reversed(self.lets):
            last = f.Let(name, value, last, self.type, note)
        return last


def changes_little(rule: g.Rule) -> bool:
    """Whether a change adds or takes away a whole number that the law itself prints: that never grows too long."""
    match rule.conclusion:
        case g.Changes(how="adds" | "subtracts", amount=e.Const(value=int(value))):
            return abs(value) < 10**9
        case _:
            return False
