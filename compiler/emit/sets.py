"""Sets, and whatever binds a name: loops, counts, sums, `any` and `every`."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from hexlaw.compiler.emit.notes import CannotEmit
from hexlaw.compiler.emit.sharing import ATOM, COMPARE, NOT, OR, Sharing, Text
from hexlaw.compiler.emit.typed import Scope
from hexlaw.runtime import expr as e
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts

LONGEST_UNROLLED = 3
CHEAP = 16  # a turn of a loop that costs no more is not counted by itself
FEW = {"neighbours", "sides-of", "hexes-of"}  # loops over these turn a fixed number of times


class Sets(Sharing):
    def set_of(self, items: tuple[e.Expr, ...], scope: Scope) -> str:
        written = [self.x(i, scope) for i in items]
        plain = len(items) < 2 or (all(isinstance(i, e.Const) for i in items) and len(set(written)) == len(written))
        if plain:
            return "(" + "".join(f"{w}, " for w in written).rstrip(" ") + ")"
        return f"distinct({', '.join(written)})"

    def members(self, node: e.Expr, scope: Scope, least: int) -> str:
        """A set in which it does not matter whether something stands twice."""
        if isinstance(node, e.MakeSet):
            return "(" + "".join(f"{self.x(i, scope)}, " for i in node.items).rstrip(" ") + ")"
        return self.x(node, scope, least)

    def loop(self, binder: e.Binder, scope: Scope, body: e.Expr | None = None, *, twice: bool = True) -> str:
        """`for v in ... if ...`; `twice` says whether a member that stands twice would be taken twice."""
        inner = self.reading.inside(binder, scope)
        where = f" if {self.x(binder.where, inner, OR)}" if binder.where is not None else ""
        domain = self.domain(binder.domain, scope, body, binder.where, twice=twice)
        return f"for {self.local(binder.var)} in {domain}{where}"

    def domain(self, node: e.Expr, scope: Scope, *body: e.Expr | None, twice: bool = True) -> str:
        if isinstance(node, e.MakeSet):
            return self.set_of(node.items, scope) if twice else self.members(node, scope, OR)
        if isinstance(node, e.Builtin) and node.name in FEW:
            return self.x(node, scope)
        all_there_is = (isinstance(node, e.Things) and node.within is None) or isinstance(node, e.Builtin)
        if not all_there_is and sum(map(self.reading.cost, body)) <= CHEAP:
            return self.x(node, scope, OR)  # such turns are counted with the answer that they belong to
        return f"spend(s, {self.x(node, scope)})"

    def things(self, node: e.Things, scope: Scope) -> str:
        kind = self.kinds[node.kind]
        if node.within is None:
            return f"s.all_{kind}"
        return f"s.{kind}_{'within' if node.deep else 'in'}.get({self.x(node.within, scope)}, ())"

    def bound(self, node: e.Expr, scope: Scope) -> Text:
        match node:
            case e.Those(binder=binder):
                return f"tuple([{self.local(binder.var)} {self.loop(binder, scope)}])", ATOM
            case e.One(binder=binder):
                return f"only([{self.local(binder.var)} {self.loop(binder, scope)}], {binder.var!a})", ATOM
            case e.Quantified():
                return self._quantified(node, scope)
            case e.Count(of=e.Those(binder=binder)):
                return f"len([1 {self.loop(binder, scope)}])", ATOM
            case e.Fold(how=how, item=item, binder=binder):
                listed = self.listed(item, binder, scope)
                if how == "sum" and self.reading.never_none(item):
                    return f"exact(sum({listed}))", ATOM
                return (f"total({listed})" if how == "sum" else f"{how}({listed}, {binder.var!a})"), ATOM
            case e.Whichever(var=var, domain=domain, how=how, measure=measure):
                inner = {**scope, var: self.reading.item_type(domain, scope)}
                if isinstance(domain, e.MakeSet) and _two_constants(domain):
                    by = self._all_values_of(measure, var, inner)
                    if by is not None:
                        one, other = (self.x(item, scope) for item in domain.items)
                        return f"{'lesser' if how == 'least' else 'greater'}_in({by}, {one}, {other})", ATOM
                    one, other = (self._scored(measure, var, item, inner) for item in domain.items)
                    return f"{'lesser' if how == 'least' else 'greater'}({one}, {other})", ATOM
                scored = f"({self.x(measure, inner)}, {self.local(var)})"
                members = self.domain(domain, scope, measure, twice=False)
                return f"whichever_{how}([{scored} for {self.local(var)} in {members}])", ATOM
            case _:
                raise CannotEmit("something that binds a name is of a sort that has no Python to stand for it")

    def _all_values_of(self, measure: e.Expr, var: str, scope: Scope) -> str | None:
        """A quantity for all values of what varies, if that is what is measured."""
        if not isinstance(measure, e.Quantity) or measure.name not in self.all_values:
            return None
        function, place = self.all_values[measure.name]
        others = measure.args[:place] + measure.args[place + 1 :]
        if measure.args[place] != e.Var(var, t.TEXT) or var in {n for a in others for n in self.names_in(a)}:
            return None
        return self.called(function, others, scope)

    def _scored(self, measure: e.Expr, var: str, item: e.Expr, scope: Scope) -> str:
        return f"{self.x(substituted(measure, var, item), scope)}, {self.x(item, scope)}"

    def _quantified(self, node: e.Quantified, scope: Scope) -> Text:
        binder, holds = node.binder, node.holds
        if node.how == "every" and holds is None:
            return "True", ATOM
        unrolled = self._unrolled(node)
        if unrolled is not None:
            return self.written(unrolled, scope)
        if node.how == "every":
            return self._looked_through(node, scope), ATOM
        if binder.where is None:
            text = f"{self.x(binder.domain, scope, COMPARE + 1)} != ()"
            return (text, COMPARE) if node.how == "any" else (f"not {text}", NOT)
        text = self._looked_through(node, scope)
        return (text, ATOM) if node.how == "any" else (f"not {text}", NOT)

    def _looked_through(self, node: e.Quantified, scope: Scope) -> str:
        """The call of a function that goes through a set until it knows: quicker than a generator for Python."""
        names = [n for n in dict.fromkeys(self.names_in(node)) if n in scope]
        key = (node.binder, node.holds, tuple((n, scope[n]) for n in names))
        name = self.names.of("look", key, f"{'every' if node.holds is not None else 'any'}_{node.binder.var}")
        args = "".join(f", {self.local(n)}" for n in names)
        if name not in self.functions:
            self.functions[name] = []
            with self.sharing(()):
                inner = self.reading.inside(node.binder, scope)
                where = None if node.binder.where is None else self.x(node.binder.where, inner, NOT)
                lines, test = [], where
                named = self._named(node)
                if named is not None and node.holds is None:
                    var, domain = self.local(node.binder.var), self.x(node.binder.domain, scope)
                    self.functions[name] = [
                        f"def {name}(s{args}):",
                        f"    {var} = {self.x(named[0], scope)}",
                        f"    return {var} in {domain} and {self.joined(named[1], 'and', inner)[0]}",
                    ]
                    return f"{name}(s{args})"
                if node.holds is not None:
                    lines = [] if where is None else [f"        if not {where}:", "            continue"]
                    test = f"not {self.x(node.holds, inner, NOT)}"
                domain = self.domain(node.binder.domain, scope, node.holds, node.binder.where, twice=False)
            self.functions[name] = [
                f"def {name}(s{args}):", f"    for {self.local(node.binder.var)} in {domain}:", *lines,
                f"        if {test}:", f"            return {node.holds is None}",
                f"    return {node.holds is not None}",
            ]  # fmt: skip
        return f"{name}(s{args})"

    def _named(self, node: e.Quantified) -> tuple[e.Expr, tuple[e.Expr, ...]] | None:
        """Where the first that is asked of each is whether it is some one thing: that thing, and what else is asked."""
        where, var = node.binder.where, node.binder.var
        asked = where.parts if isinstance(where, e.All) else ()
        if len(asked) < 2 or not isinstance(asked[0], e.Equal) or asked[0].negated:
            return None
        if not isinstance(node.binder.domain, e.Things) or self.reading.can_stop(node.binder.domain):
            return None
        for one, other in ((asked[0].left, asked[0].right), (asked[0].right, asked[0].left)):
            if one == e.Var(var, t.TEXT) and var not in set(self.names_in(other)) and not self.reading.can_stop(other):
                return other, asked[1:]
        return None

    def _unrolled(self, node: e.Quantified) -> e.Expr | None:
        """`any x in {a, b} where P(x)` is `P(a) or P(b)`, as long as the set is written out and short."""
        binder, domain = node.binder, node.binder.domain
        if not isinstance(domain, e.MakeSet) or len(domain.items) > LONGEST_UNROLLED:
            return None
        body: e.Expr | None = binder.where
        if node.how == "every" and node.holds is not None:
            body = e.Any((e.Not(binder.where), node.holds)) if binder.where is not None else node.holds
        if body is None or not all(isinstance(i, e.Var | e.Const) for i in domain.items):
            return None
        bound = {p.var for p in parts(body) if isinstance(p, e.Binder | e.Whichever)}
        if bound & {binder.var, *(i.name for i in domain.items if isinstance(i, e.Var))}:
            return None
        if any(isinstance(p, e.Applies) for p in parts(body)):
            return None
        cases = tuple(substituted(body, binder.var, item) for item in domain.items)
        if node.how == "every":
            return e.All(cases)
        return e.Any(cases) if node.how == "any" else e.Not(e.Any(cases))

    def listed(self, item: e.Expr, binder: e.Binder, scope: Scope) -> str:
        return f"[{self.x(item, self.reading.inside(binder, scope))} {self.loop(binder, scope, item)}]"


def _two_constants(domain: e.MakeSet) -> bool:
    items = domain.items
    return len(items) == 2 and all(isinstance(i, e.Const) for i in items) and items[0] != items[1]


def substituted(node: Any, var: str, by: e.Expr) -> Any:
    """An expression with another in the place of a variable."""
    if isinstance(node, e.Var) and node.name == var:
        return by
    if isinstance(node, tuple):
        return tuple(substituted(n, var, by) for n in node)
    if not is_dataclass(node) or isinstance(node, e.Const | type):
        return node
    changes = {f.name: substituted(getattr(node, f.name), var, by) for f in fields(node)}
    return replace(node, **changes)
