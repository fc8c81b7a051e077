"""Pass: what an expression cannot say in one go gets a function of its own.

`any` and `every` end as soon as they know, which takes a function that returns; where the first that is asked of each
is whether it is some one thing, that thing is looked up instead. What is nested too deeply for a printer is cut into
parts. Loops whose turns may be many or expensive are marked: their turns count as steps.
"""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import conjunction, op
from hexlaw.compiler.lower.heads import in_turns, lets_before
from hexlaw.compiler.lower.hoist import Hoisting
from hexlaw.compiler.lower.marks import FIXED_NUMBER_OF_TURNS, Marks, named
from hexlaw.runtime import types as t
from hexlaw.runtime.nodes import memoised

DEEPEST = 16
FEW, COUNTED = 12, 500  # so few turns count only where each costs more than this
CHEAP = 16  # a turn of a loop that costs no more is not counted by itself


def outline(program: f.Program) -> f.Program:
    outlining = _Outlining(program)
    for function in list(program.new()):
        outlining.function(function)
    return program.and_(outlining.made.values())


class _Outlining:
    def __init__(self, program: f.Program) -> None:
        self.marks, self.choices = Marks(program), program.law.graph.choices
        self.hoisting = Hoisting(self.marks, "alike")
        self.made: dict[str, f.Function] = {}
        self.of: dict[f.Expr, f.Function] = {}  # the functions of loops and parts
        self.number = sum(key.startswith("look:") for key in program.functions)

    def function(self, function: f.Function) -> None:
        self.made[function.key] = f.with_(function, body=self._at_a_head(function.body, answers=True))

    def _at_a_head(self, x: Any, *, answers: bool) -> Any:
        """What is written as statements; `answers`: what it comes to is what the function gives."""
        if isinstance(x, f.Let | f.If | f.Fire):
            heads = [name for name in ("value", "then", "otherwise", "body") if hasattr(x, name)]
            values = {n: self._at_a_head(getattr(x, n), answers=answers and n != "value") for n in heads}
            return f.with_(x, **values, **({"test": self._inside(x.test)} if isinstance(x, f.If) else {}))
        if isinstance(x, f.Loop) and in_turns(x.item):
            counted = self._counted(x)
            binders = tuple(self._inside(binder) for binder in counted.binders)
            return f.with_(counted, binders=binders, item=self._at_a_head(x.item, answers=False))
        if isinstance(x, f.Loop) and x.how in ("any", "every") and answers:
            return self._looked_up(x) or self._gone_through(x)
        return self._inside(x)

    def _gone_through(self, x: f.Loop) -> f.Expr:
        """The loop, and before it what is the same for all its turns."""
        lets, loop = self.hoisting.same_in_conditions(self._in_one(x), stops=False)
        inner = f.rebuilt(self._counted(loop), self._inside)
        return lets_before([(name, self._inside(value)) for name, value in lets], inner)

    def _in_one(self, x: f.Loop) -> f.Loop:
        """`any c in S where any d in T(c) where P`: one loop inside the other, without a function between them."""
        last = x.binders[-1]
        inner = last.where
        if x.how != "any" or not isinstance(inner, f.Loop) or inner.how != "any" or named(inner) is not None:
            return x
        if {b.var for b in inner.binders} & {b.var for b in x.binders}:
            return x
        return self._in_one(f.with_(x, binders=(*x.binders[:-1], f.with_(last, where=None), *inner.binders)))

    def _inside(self, x: Any) -> Any:
        if isinstance(x, f.Loop):
            if x.how in ("any", "every"):
                at_hand = self._at_hand(x)
                if at_hand is not None:
                    return self._inside(at_hand)
                return self._call(x, f"{x.how} {x.binders[0].var}", lambda: self._at_a_head(x, answers=True))
            return f.rebuilt(self._counted(x), self._inside)
        found = f.rebuilt(x, self._inside)
        if _height(found) > DEEPEST:
            return self._call(found, "part", lambda: found)
        return found

    def _call(self, x: f.Expr, title: str, body: Any) -> f.Call:
        if x not in self.of:
            self.number += 1
            params = tuple(self.marks.free(x).items())
            self.of[x] = f.Function(f"look:{title} {self.number}", title, params, body())
            self.made[self.of[x].key] = self.of[x]
        return f.Call(self.of[x].key, tuple(f.Local(*param) for param in self.of[x].params), x.type)

    def _looked_up(self, x: f.Loop) -> f.Expr | None:
        """`any x in S where x is y and P(x)`: y is in S, and P(y)."""
        found = self._found(x)
        if found is None:
            return None
        thing, test = found
        return f.Let((x.binders[0].var,), self._inside(thing), self._inside(test), t.YES_NO)

    def _at_hand(self, x: f.Loop) -> f.Expr | None:
        """The same as one expression, where y is a name or read off one: `share` sees to what is read twice."""
        thing, test = self._found(x) or (None, None)
        owner = thing.of if isinstance(thing, f.Read) else thing
        bound = {part.var for part in f.everything(test) if isinstance(part, f.Binder)} if test is not None else set()
        if thing is None or not isinstance(owner, f.Local) or bound & {owner.name, x.binders[0].var}:
            return None
        at_hand: f.Expr = f.replaced(test, {f.Local(x.binders[0].var, thing.type): thing})
        return at_hand

    def _found(self, x: f.Loop) -> tuple[f.Expr, f.Expr] | None:
        """In `any x in S where x is y and P(x)`: y, and what is then asked of x."""
        found = named(x)
        if x.how != "any" or found is None or self.marks.risks(x.binders[0].over) or self.marks.risks(found[0]):
            return None
        among = op("in", t.YES_NO, f.Local(x.binders[0].var, found[0].type), x.binders[0].over)
        return found[0], conjunction((among, *found[1]))

    def _counted(self, x: f.Loop) -> f.Loop:
        def counts(binder: f.Binder, level: int) -> bool:
            if isinstance(binder.over, f.Items | f.Local):
                return False
            if isinstance(binder.over, f.Op) and binder.over.op in FIXED_NUMBER_OF_TURNS:
                return False
            rest = x.binders[level + 1 :]
            turn = f.Loop(x.how, rest, x.item, x.type) if rest else x.item
            cost = self.marks.cost(turn) + (self.marks.cost(binder.where) if binder.where is not None else 0)
            if self._is_of_few(binder.over.type):
                return cost > COUNTED
            many = isinstance(binder.over, f.Op) or (isinstance(binder.over, f.Things) and binder.over.within is None)
            return many or cost > CHEAP

        binders = tuple(f.with_(b, counted=counts(b, i)) for i, b in enumerate(x.binders))
        return f.Loop(x.how, binders, x.item, x.type)

    def _is_of_few(self, type_: t.Type) -> bool:
        """Whether a set is one of the few values that the law lists."""
        item = t.item_of(type_)
        return isinstance(item, t.Choice) and item.name in self.choices and len(self.choices[item.name].values) <= FEW


def _height(x: Any) -> int:
    """How deep an expression is nested."""
    return memoised(x, "_height", lambda node: 1 + max(map(_height, f.children(node)), default=0))
