"""Pass: a fact whose last parameter is a whole number, as the fall of a die, gets a function that answers for several.

What no fall changes is looked at before them: a test whose first condition is the same for all falls is made once, and
only what follows is gone through fall by fall. Where the falls make a difference to what applies, the fact is asked for
each. What the falls come to by printed tables and numbers alone is kept with the map, for all positions, under these
numbers. (What the falls have in common inside another expression, `hoist.py` takes out of the loop.)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import conjunction
from hexlaw.compiler.lower.marks import NO, Marks, conjuncts
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t

FALLS = f.Local("falls", t.SetOf(t.WHOLE))


def for_each_fall(facts: Mapping[str, g.FactDecl]) -> list[g.FactDecl]:
    """The facts that can be asked for each of several numbers."""
    return [d for d in facts.values() if d.params and d.params[-1][1] == t.WHOLE and not d.collects]


def falls(program: f.Program) -> f.Program:
    marks, made = Marks(program), list[f.Function]()
    for decl in for_each_fall(program.law.graph.facts):
        function = program.functions[f"fact:{decl.name}"]
        if function.key not in program.done:
            falling = _Falls(marks, function)
            body = falling.over(function.body)
            params = (*function.params[:-1], (FALLS.name, FALLS.type))
            made += [f.Function(f"each:{decl.name}", f"{decl.name} each", params, body), *falling.made]
    return program.and_(made)


def _known(x: Any, by: Mapping[Any, Any]) -> Any:
    """A body in which it is known what some names stand for."""
    x = by[x] if x in by else f.rebuilt(x, lambda part: _known(part, by))
    return x.otherwise if isinstance(x, f.If) and x.test == NO else x


class _Falls:
    def __init__(self, marks: Marks, function: f.Function) -> None:
        self.marks, self.function, self.fall = marks, function, function.params[-1][0]
        self.made: list[f.Function] = []

    def over(self, x: f.Expr) -> f.Expr:
        match x:
            case f.If(test=test, then=then, otherwise=otherwise):
                first, *rest = conjuncts(test)
                if not self._varies(first):
                    inner = self._one_by_one() if rest else self.over(then)
                    test = conjunction((first,))
                    return f.If(test, inner, self.over(otherwise), FALLS.type, x.note)
            case f.Let(names=names, value=value, body=body):
                if not self._varies(value):
                    return f.Let(names, value, self.over(body), FALLS.type, x.note)
                first = conjuncts(value)[0]
                if not self._varies(first):  # where that does not hold, neither does the whole
                    left = _known(body, {f.Local(names[0], value.type): NO})
                    return f.If(first, self._one_by_one(), self.over(left), FALLS.type, x.note)
            case f.Fire(rules=rules, body=body):
                return f.Fire(rules, self.over(body), FALLS.type)
            case f.Stop():
                pass
            case _:
                return self._listed(x)
        return self._one_by_one()

    def _varies(self, x: f.Expr) -> bool:
        return self.fall in self.marks.free(x)

    def _one_by_one(self) -> f.Expr:
        args = tuple(f.Local(name, type_) for name, type_ in self.function.params)
        return self._listed(f.Call(self.function.key, args, self.function.body.type))

    def _listed(self, item: f.Expr) -> f.Expr:
        """What each fall comes to; what is read off printed tables alone is kept under the numbers it is read by."""
        if not (self._is_read_off(item) and any(isinstance(part, f.Cell) for part in f.everything(item))):
            return self._loop(item)
        given: dict[f.Expr, f.Local] = {}
        loop = self._loop(self._of_numbers(item, given))
        word = f"{self.function.title} falls {len(self.made)}"
        params = (*((local.name, local.type) for local in given.values()), (FALLS.name, FALLS.type))
        self.made.append(f.Function(f"part:{word}", word, params, loop, memory="map"))
        return f.Call(f"part:{word}", (*given, FALLS), FALLS.type)

    def _is_read_off(self, x: Any) -> bool:
        if not self._varies(x):
            return isinstance(x.type, t.Number | t.Choice | t.YesNo)
        reckons = isinstance(x, f.Cell) or (isinstance(x, f.Op) and x.op in ("+", "-", "more", "less"))
        return x == f.Local(self.fall, t.WHOLE) or (reckons and all(map(self._is_read_off, f.children(x))))

    def _of_numbers(self, x: Any, given: dict[f.Expr, f.Local]) -> Any:
        if self._varies(x):
            return f.rebuilt(x, lambda part: self._of_numbers(part, given))
        return x if isinstance(x, f.Const) else given.setdefault(x, f.Local(f"given {len(given)}", x.type))

    def _loop(self, item: f.Expr) -> f.Loop:
        return f.Loop("list", (f.Binder(self.fall, FALLS, None),), item, FALLS.type)
