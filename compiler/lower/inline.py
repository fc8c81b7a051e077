"""Pass: what is short is written where it is asked: facts that say no more than one expression, and short rules.

A function is put in place of its call if its body is one cheap expression, its answers are not remembered, and what it
is given costs next to nothing or is used once, so that nothing is worked out twice. A name that the body binds gets a
fresh one where it could catch a name of the place it comes to.
"""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import Marks
from hexlaw.compiler.lower.memory import EXPENSIVE

MOST_PARTS = 16
AT_THE_HEAD = f.Let | f.If | f.Choose | f.Fire | f.Stop


def inline(program: f.Program) -> f.Program:
    inlining = _Inlining(program)
    return program.and_(f.with_(g, body=inlining.body_of(g.key)) for g in program.new())


class _Inlining:
    def __init__(self, program: f.Program) -> None:
        self.program, self.marks = program, Marks(program)
        self.bodies: dict[str, f.Expr] = {}
        self.fresh = 0

    def body_of(self, key: str) -> f.Expr:
        if key not in self.bodies:
            function = self.program.functions[key]
            self.bodies[key] = function.body  # asked in a circle, it is not written in place of itself
            lets = {n for x in f.everything(function.body) if isinstance(x, f.Let) for n in x.names}
            taken = frozenset(name for name, _ in function.params) | lets
            self.bodies[key] = self._inlined(function.body, taken)
        return self.bodies[key]

    def _inlined(self, x: Any, taken: frozenset[str]) -> Any:
        """The expression with what is short written in place; `taken` are the names that must not be bound in it."""
        x = f.rebuilt(x, lambda part: self._inlined(part, taken))
        if not isinstance(x, f.Call):
            return x
        function = self.program.functions[x.function]
        if function.memory or not x.function.startswith(("fact:", "quantity:", "rule:")):
            return x
        body = self.body_of(x.function)
        if not self._is_short(body) or (not x.function.startswith("rule:") and self.marks.cost(body) > EXPENSIVE):
            return x
        given = {f.Local(*p): arg for p, arg in zip(function.params, x.args, strict=True)}
        if not all(self._may_stand_in(arg, param, body) for param, arg in given.items()):
            return x
        by: dict[Any, Any] = dict(given)
        names = taken | {name for arg in x.args for name in self.marks.free(arg)}
        for loop in [part for part in f.everything(body) if isinstance(part, f.Loop)]:
            for binder in loop.binders:
                if binder.var in names:
                    self.fresh += 1
                    by[f.Local(binder.var, loop.type)] = f.Local(f"{binder.var} {self.fresh}", loop.type)
        return f.renamed(body, by)

    def _is_short(self, body: f.Expr) -> bool:
        found = f.everything(body)
        return len(found) <= MOST_PARTS and not any(isinstance(part, AT_THE_HEAD) for part in found)

    def _may_stand_in(self, arg: f.Expr, param: f.Local, body: f.Expr) -> bool:
        """Whether what a function is given can stand where it uses its parameter: worked out at least once if it may
        stop, and no more than once unless that costs next to nothing."""
        if isinstance(arg, f.Local | f.Const):
            return True
        if self.marks.risks(arg) and param not in self.marks.certain(body):
            return False
        if isinstance(arg, f.Read) and isinstance(arg.of, f.Local):
            return True
        looped = any(param.name in self.marks.free(x) for x in f.everything(body) if isinstance(x, f.Loop))
        return not looped and sum(x == param for x in f.everything(body)) == 1
