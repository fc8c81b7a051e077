"""Pass: what does not change from turn to turn is worked out before a loop.

Taken out are conditions, to the outermost loop in which all they name is known, what is the same for all turns inside
conditions that differ, and what each turn works out for sure and would work out alike. What a loop of no turns would
not have worked out may stop instead of it, and the reference is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import conjunction, negation, op
from hexlaw.compiler.lower.heads import at_heads
from hexlaw.compiler.lower.marks import FIXED_NUMBER_OF_TURNS, NO, YES, Marks, conjuncts
from hexlaw.runtime import types as t

WORTH_IT = 3  # what costs less is as well worked out again
AT_ONCE = 12  # what costs no more may be worked out for a list that turns out to have no turns


def hoist(program: f.Program) -> f.Program:
    hoisting = _Hoisting(Marks(program))
    return program.and_(f.with_(g, body=hoisting.body(g.body)) for g in program.functions.values())


class _Hoisting:
    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.numbers = count()

    def new_name(self) -> str:
        return f"same {next(self.numbers)}"

    def body(self, x: f.Expr) -> f.Expr:
        return at_heads(self._outward(x), self._before)

    # -- conditions

    def _outward(self, x: Any) -> Any:
        """Conditions stand at the first loop inside which all that they name is known; or before them all."""
        x = f.rebuilt(x, self._outward)
        if not isinstance(x, f.Loop):
            return x
        binders, before = list(x.binders), tuple[f.Expr, ...]()
        for level in range(len(binders) - 1, -1, -1):
            binder = binders[level]
            moving, left = self._movable(binder)
            if not moving or (level == 0 and x.how != "list"):
                continue
            where = conjunction(left)
            binders[level] = f.with_(binder, where=None if where == YES else where)
            if level == 0:
                before = moving
            else:
                outer = binders[level - 1]
                binders[level - 1] = f.with_(outer, where=conjunction((outer.where or YES, *moving)))
        loop = f.with_(x, binders=tuple(binders)) if tuple(binders) != x.binders else x
        return f.If(conjunction(before), loop, f.Items((), x.type), x.type) if before else loop

    def _movable(self, binder: f.Binder) -> tuple[tuple[f.Expr, ...], tuple[f.Expr, ...]]:
        """The conditions of a loop that do not name what it is at, and the rest. Where one says no, it makes no
        difference whether another would stop; but what is gone through has to be found, unless the first finds it."""
        parts = tuple(conjuncts(binder.where)) if binder.where is not None else ()
        moving = [part for part in parts if binder.var not in self.marks.free(part)]
        moving.sort(key=lambda part: binder.over not in self.marks.certain(part))
        if moving and self.marks.risks(binder.over) and binder.over not in self.marks.certain(moving[0]):
            return (), parts
        return tuple(moving), tuple(part for part in parts if binder.var in self.marks.free(part))

    # -- what is the same for all turns

    def _before(self, head: f.Expr) -> tuple[list[tuple[str, f.Expr]], f.Expr]:
        """What is worked out before an expression that is worked out for sure, and what is left of that."""
        lets: list[tuple[str, f.Expr]] = []
        for loop in _lists(self.marks.certain(head)):
            same, new = self._same_in_conditions(loop)
            lets += same
            by: dict[Any, Any] = {}
            for part in self._same_for_all(new):
                name = self.new_name()
                lets.append((name, part))
                by[part] = f.Local(name, part.type)
            if by:
                new = f.replaced(new, by)
            if new is not loop:
                head = f.replaced(head, {loop: new})
        return lets, head

    def _same_in_conditions(self, loop: f.Loop) -> tuple[list[tuple[str, f.Expr]], f.Loop]:
        """Parts of the conditions of a loop that do not name what it is at, each with a name; and the loop with them.

        Of loops of a few turns nothing is taken out, and nothing that takes long: it may be worked out in vain. What
        may stop is taken out only where its turn would come first; it is then worked out only if what stands before it
        in the condition, and is the same for all turns too, lets it have its turn.
        """
        binder = loop.binders[0]
        if binder.where is None or _has_few_turns(binder.over):
            return [], loop
        lifting = _Lifting(self.marks, loop, self.new_name)
        where = conjunction(tuple([lifting.left_of(part, (), sure=True) for part in conjuncts(binder.where)]))
        if not lifting.names:
            return [], loop
        new = f.with_(loop, binders=(f.with_(binder, where=where), *loop.binders[1:]))
        return [(name, value) for value, name in lifting.names.items()], new

    def _same_for_all(self, loop: f.Loop) -> Iterator[f.Expr]:
        """The largest parts of what each turn works out for sure that do not name what the loops are at."""
        if any(binder.where is not None for binder in loop.binders):
            return
        bound = {binder.var for binder in loop.binders}
        waiting: list[Any] = [loop.item]
        seen: set[Any] = set()
        while waiting:
            part = waiting.pop()
            if part in seen:
                continue
            seen.add(part)
            if bound.isdisjoint(self.marks.free(part)) and self.marks.cost(part) > WORTH_IT:
                yield part
            elif isinstance(part, f.And | f.Or | f.If):
                waiting.append(f.children(part)[0])
            elif not isinstance(part, f.Loop):
                waiting.extend(reversed(f.children(part)))


def _has_few_turns(over: f.Expr) -> bool:
    match over:
        case f.Things(within=within):
            return within is not None
        case f.Op(op=word):
            return word in FIXED_NUMBER_OF_TURNS
        case _:
            return not isinstance(over, f.Call | f.Loop)


class _Lifting:
    """What is lifted out of the conditions of one loop: each part that is the same for all turns, with a name."""

    def __init__(self, marks: Marks, loop: f.Loop, new_name: Callable[[], str]) -> None:
        self.marks, self.new_name = marks, new_name
        self.bound = {binder.var for binder in loop.binders}
        self.names: dict[f.Expr, str] = {}

    def left_of(self, x: Any, known: tuple[f.Expr, ...], sure: bool) -> Any:
        """What is left of a condition where its parts are lifted out. Before it has its turn, all that is `known`
        holds; `sure` says whether it has its turn whenever that does."""
        if self._is_same(x):
            return self._named(x, known, sure)
        match x:
            case f.And(parts=parts) | f.Or(parts=parts, how=""):
                new = []
                for part in parts:
                    new.append(self.left_of(part, known, sure))
                    if self._is_same(part):
                        known = (*known, part if isinstance(x, f.And) else negation(part, True))
                    else:
                        sure = False
                return f.with_(x, parts=tuple(new))
            case f.Not(inner=inner):
                return f.with_(x, inner=self.left_of(inner, known, sure))
            case f.Op(op="in", args=(item, f.Read(type=t.SetOf(item=t.Kind())) as among)) if self._is_same(among):
                members = self._named(op("members", among.type, among), known, sure)
                among = among if isinstance(members, f.Op) else members
                return f.with_(x, args=(self.left_of(item, known, sure), among))
            case f.Op(args=args):
                return f.with_(x, args=tuple([self.left_of(arg, known, sure) for arg in args]))
            case _:
                return x

    def _is_same(self, x: Any) -> bool:
        return self.bound.isdisjoint(self.marks.free(x))

    def _named(self, x: Any, known: tuple[f.Expr, ...], sure: bool) -> Any:
        """The name of a part; the part itself where it is not worth one, or must wait for its turn."""
        if isinstance(x, f.Const | f.Local | f.Items) or (self.marks.risks(x) and not sure):
            return x
        if self.marks.cost(x) > AT_ONCE:
            return x
        value, nothing = x, NO if x.type == t.YES_NO else f.Items((), x.type)
        if known and (self.marks.risks(x) or self.marks.cost(x) > WORTH_IT):
            if x.type != t.YES_NO and not isinstance(x.type, t.SetOf):
                return x
            value = f.If(conjunction(known), x, nothing, x.type)
        if value not in self.names:
            self.names[value] = self.new_name()
        return f.Local(self.names[value], x.type)


def _lists(parts: frozenset[Any]) -> list[f.Loop]:
    return sorted((part for part in parts if isinstance(part, f.Loop) and part.how == "list"), key=str)
