"""Pass: a quantity that one parameter of few values is asked of is worked out for all these values at once.

The rules of such a quantity test all parameters but one, which chooses among a few values. One function then tells
which rules apply, what of their amounts it can, and does the sums for each of the values; what is asked is one of its
row. The sums may only read tables and reckon, so that no value stops another's.
"""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import Marks
from hexlaw.compiler.lower.memory import EXPENSIVE
from hexlaw.runtime import types as t

MOST_VALUES = 3


def by_value(program: f.Program) -> f.Program:
    marks, made = Marks(program), list[f.Function]()
    for function in program.new():
        if function.key.startswith("quantity:") and len(function.params) > 1:
            made += _of_all_values(marks, function)
    return program.and_(made)


def _of_all_values(marks: Marks, function: f.Function) -> list[f.Function]:
    choices = [
        (n, type_, marks.graph.choices[type_.name]) for n, type_ in function.params if isinstance(type_, t.Choice)
    ]
    for name, type_, choice in choices:
        if len(choice.values) > MOST_VALUES:
            continue
        values = tuple(f.Const(value, type_) for value in choice.values)
        body = _Spread(marks, f.Local(name, type_), values).body(function.body)
        if body is None or marks.cost_of(function.key) <= EXPENSIVE:
            continue
        key = f"{function.key} by {name}"
        params = tuple(param for param in function.params if param[0] != name)
        of_all = f.Function(key, f"{function.title} by {name}", params, body, memory="position")
        called = f.Call(key, tuple(f.Local(*param) for param in params), body.type)
        one = f.At(called, f.Local(name, type_), function.body.type)
        return [of_all, f.with_(function, body=one, memory="")]
    return []


class _Spread:
    """Makes of what is worked out for one value what is worked out for all."""

    def __init__(self, marks: Marks, var: f.Local, values: tuple[f.Const, ...]) -> None:
        self.marks, self.var, self.values = marks, var, values
        self.spread: dict[str, tuple[f.Local, ...]] = {}  # by name, what stands for it for each value

    def body(self, x: f.Expr) -> f.Expr | None:
        """The body that comes to a row with keys; None where a rule tests the value, or nothing depends on it."""
        found = self._at_a_head(x)
        return self._with_keys(found) if found is not None and self.spread else None

    def _with_keys(self, x: Any) -> Any:
        if isinstance(x, f.Row):
            return f.Row(x.values, self.values, ROW)
        return f.with_(x, body=self._with_keys(x.body))  # a row of changes ends with the number: no `If` stands there

    def _varies(self, x: f.Expr) -> bool:
        names = self.marks.free(x).keys()
        return self.var.name in names or not names.isdisjoint(self.spread)

    def _at_a_head(self, x: f.Expr) -> f.Expr | None:
        match x:
            case f.Let(names=(name,), value=value, body=body):
                names: tuple[str, ...] = (name,)
                if self._varies(value):
                    spread = self._at_a_head(value)
                    if spread is None:
                        return None
                    word, _, number = name.partition("@")
                    self.spread[name] = tuple(
                        f.Local(f"{word} for {v.value}@{number}", value.type) for v in self.values
                    )
                    names, value = tuple(local.name for local in self.spread[name]), spread
                inner = self._at_a_head(body)
                return None if inner is None else f.Let(names, value, inner, ROW, x.note)
            case f.If(test=test, then=then, otherwise=otherwise):
                if self._varies(test):
                    return None
                one, other = self._at_a_head(then), self._at_a_head(otherwise)
                return None if one is None or other is None else f.If(test, one, other, ROW, x.note)
            case f.Fire(rules=rules, body=body):
                inner = self._at_a_head(body)
                return None if inner is None else f.Fire(rules, inner, ROW)
            case f.Stop():
                return x
            case _:
                return self._row(x)

    def _row(self, x: f.Expr) -> f.Row | None:
        if not self._is_calm(x):
            return None
        if isinstance(x, f.Local) and x.name in self.spread:
            return f.Row(self.spread[x.name], (), ROW)
        x = self._read_in_rows(x)
        return f.Row(tuple(self._for(x, i) for i in range(len(self.values))), (), ROW)

    def _for(self, x: f.Expr, number: int) -> f.Expr:
        by: dict[Any, Any] = {self.var: self.values[number]}
        by |= {f.Local(name, t.TEXT): each[number] for name, each in self.spread.items()}
        found: f.Expr = f.replaced(x, by)
        return found

    def _is_calm(self, x: f.Expr) -> bool:
        """Whether what differs from value to value only reads tables and reckons."""
        if not self._varies(x) or isinstance(x, f.Local):
            return True
        if isinstance(x, f.Cell):
            plain = not any(axis.brackets for axis in self.marks.graph.tables[x.table].data.axes)
            return plain and not self.marks.may_be_none(x) and all(map(self._is_calm, x.keys))
        if isinstance(x, f.Op) and x.op in ("+", "-", "*", "half"):
            return all(map(self._is_calm, x.args))
        return False

    def _read_in_rows(self, x: Any) -> Any:
        """Tables in which the values differ by one heading are read for all values along that."""
        if isinstance(x, f.Cell) and x.keys.count(self.var) == 1:
            others = tuple(key for key in x.keys if key != self.var)
            if others and not any(map(self._varies, others)):
                axis = self.marks.graph.tables[x.table].params[x.keys.index(self.var)][0]
                return f.At(f.Cell(x.table, others, ROW, axis), self.var, x.type)
        return f.rebuilt(x, self._read_in_rows)


ROW = t.SetOf(t.EXACT)
"""The type of a row of numbers."""
