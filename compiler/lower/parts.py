"""Two passes: which parts of an answer are remembered, each as a function of its own.

`parts_of_the_map` takes out what the map alone decides of all hexes, and has loops over all hexes pass over those in
which nothing is of what has to be there. `remembered_parts` takes out expensive loops and counts that depend on some of
what their function is given, but not on all of it. They are two because the second asks what calls of the first cost:
these functions have to be in the program by then. For the same reason each of them asks about an expression as the
program has it, before anything inside it is replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import conjunction, op
from hexlaw.compiler.lower.marks import Marks, conjuncts
from hexlaw.compiler.lower.memory import EXPENSIVE
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.law import Law
from hexlaw.runtime.nodes import memoised


def parts_of_the_map(program: f.Program) -> f.Program:
    if program.done:
        return program  # a question is put to a position that is laid out already: nothing is kept for it
    marks, written = Marks(program), memoised(program.law, "_written_by_play", written_by_play)
    made: dict[f.Expr, f.Function] = {}

    def kept_with_the_map(x: f.Loop) -> f.Call:
        if x not in made:
            body = f.rebuilt(x, of_the_map)
            made[x] = f.Function(f"part:of the map {len(made)}", "of-the-map", (), body, memory="map")
        return f.Call(made[x].key, (), x.type)

    def of_the_map(x: Any) -> Any:
        if isinstance(x, f.Loop):
            if x.how == "list" and not marks.free(x) and is_settled(x):
                return kept_with_the_map(x)
            if not program.record:
                x = narrowed(x)
        return f.rebuilt(x, of_the_map)

    def is_settled(x: f.Expr) -> bool:
        return marks.is_fixed(x) and written.isdisjoint(marks.reads(x))

    def narrowed(x: f.Loop) -> f.Loop:
        """A loop over all hexes: what the map decides of them is worked out once, and those in which nothing is of what
        has to be there are passed over first."""
        binder, *inner = x.binders
        over, hexes = binder.over, binder.over
        if binder.where is None or not (isinstance(hexes, f.Op) and hexes.op == "hexes"):
            return x
        here = f.Local(binder.var, t.item_of(hexes.type))
        tests = conjuncts(binder.where)
        fixed = [p for p in tests if marks.free(p).keys() <= {here.name} and is_settled(p) and not marks.risks(p)]
        if fixed:
            chosen = f.Binder(binder.var, hexes, conjunction(tuple(fixed)))
            over = kept_with_the_map(f.Loop("list", (chosen,), here, hexes.type))
        left: list[f.Expr] = []
        for test in tests:
            if isinstance(test, f.Loop) and test.how == "any":
                among = test.binders[0].over
                if isinstance(among, f.Things) and among.within == here:
                    left.append(f.Not(op("same", t.YES_NO, among, f.Items((), among.type)), t.YES_NO))
            if test not in fixed:
                left.append(test)
        where = conjunction(tuple(left)) if left else None
        found: f.Loop = f.with_(x, binders=(f.Binder(binder.var, over, where), *inner))
        return found

    changed = [f.with_(h, body=of_the_map(h.body)) for h in program.new() if _asks_all_hexes(h.body)]
    return program.and_((*changed, *made.values()))


def remembered_parts(program: f.Program) -> f.Program:
    marks = Marks(program)
    made: dict[f.Expr, f.Function] = {}

    def within(x: Any, of: f.Function) -> Any:
        if isinstance(x, f.Loop) or (isinstance(x, f.Op) and x.op == "size"):
            free = marks.free(x)
            if free and free.keys() < dict(of.params).keys() and marks.cost(x) > EXPENSIVE:
                if x not in made:
                    title, params = f"{of.title} {x.op if isinstance(x, f.Op) else x.how}", tuple(free.items())
                    made[x] = f.Function(f"part:{title} {len(made)}", title, params, x, memory="position")
                return f.Call(made[x].key, tuple(f.Local(*param) for param in made[x].params), x.type)
        return f.rebuilt(x, lambda part: within(part, of))

    changed = [f.with_(h, body=within(h.body, h)) for h in program.new() if len(h.params) > 1 and _is_answer(h)]
    return program.and_((*changed, *made.values()))


def _asks_all_hexes(x: f.Expr) -> bool:
    return any(isinstance(part, f.Op) and part.op == "hexes" for part in f.everything(x))


def written_by_play(law: Law) -> frozenset[str]:
    """The attributes that play writes: what depends on them is not worth keeping with the map."""
    return frozenset(write.name for write in writes_of_play(law))


def writes_of_play(law: Law) -> Iterator[e.SetAttribute]:
    """What play writes in attributes, wherever the law says so."""
    graph = law.graph
    doing = [*graph.actions.values(), *graph.effects.values(), *graph.sequences.values(), *graph.tasks.values()]
    doing += [rule.conclusion for rule in law.rules.values() if isinstance(rule.conclusion, g.Then)]
    return (part for part in parts(tuple(doing)) if isinstance(part, e.SetAttribute))


def _is_answer(function: f.Function) -> bool:
    """Whether a function may be asked for the same part again and again: one that only play asks hardly is."""
    return function.key.startswith(("fact:", "quantity:"))
