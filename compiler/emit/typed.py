"""What type an expression of the law has, which names it uses, and how deep it is nested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from hexlaw.runtime import expr as e
from hexlaw.runtime import types as t
from hexlaw.runtime.builtins import BUILTIN_FUNCTIONS, BUILTIN_SETS, CONTACT_FIELDS
from hexlaw.runtime.law import Law

Scope = Mapping[str, t.Type]


class Typed:
    def __init__(self, law: Law) -> None:
        self.law = law
        self.graph = law.graph

    def type_of(self, node: e.Expr, scope: Scope) -> t.Type | None:
        """The type of an expression, or None where it makes no difference to what is written."""
        match node:
            case e.Const(type=type_):
                return type_
            case e.Var(name=name):
                return scope.get(name)
            case e.Tally(name=name):
                return self.graph.tallies[name].type
            case e.MakeMoment():
                return t.MOMENT
            case e.Builtin(name="game"):
                return t.GAME
            case e.Attribute(owner="", name="hex"):
                return t.HEX
            case e.Attribute(owner=owner, name=name) if owner:
                return self.graph.kinds[owner].attributes[name].type
            case e.Field(base=base, name=name):
                return self._field(base, name, scope)
            case e.Fact(name=name):
                decl = self.graph.facts[name]
                return t.SetOf(decl.type) if decl.collects and not isinstance(decl.type, t.SetOf) else decl.type
            case e.Quantity(name=name):
                return self.graph.quantities[name].type
            case e.Table(name=name):
                return self.graph.tables[name].type
            case e.Builtin(name=name):
                found = BUILTIN_FUNCTIONS.get(name)
                return found.result if found else BUILTIN_SETS.get(name, t.YES_NO)
            case e.MakeRecord(kind=kind):
                return t.Kind(kind)
            case e.MakeSet(items=items):
                return t.SetOf((self.type_of(items[0], scope) if items else None) or t.TEXT)
            case e.Things(kind=kind):
                return t.SetOf(t.Kind(kind))
            case e.Those(binder=binder):
                return self.type_of(binder.domain, scope) or t.SetOf(t.TEXT)
            case e.One(binder=binder):
                return self.item_type(binder.domain, scope)
            case e.Whichever(domain=domain):
                return self.item_type(domain, scope)
            case e.Fold() | e.Arith():
                return t.EXACT
            case e.Count():
                return t.WHOLE
            case e.Reach(name=name):
                return self.graph.reaches[name].type
            case e.Attribute():
                return None
            case _:
                return t.YES_NO

    def _field(self, base: e.Expr, name: str, scope: Scope) -> t.Type | None:
        of = self.type_of(base, scope)
        of = of.item if isinstance(of, t.OrNone) else of
        if not isinstance(of, t.Kind):
            return None
        if of.name == "contact":
            return CONTACT_FIELDS.get(name)
        record = self.graph.records.get(of.name)
        return record.fields[name].type if record and name in record.fields else None

    def item_type(self, domain: e.Expr, scope: Scope) -> t.Type:
        found = self.type_of(domain, scope)
        return found.item if isinstance(found, t.SetOf) else t.TEXT

    def inside(self, binder: e.Binder, scope: Scope) -> dict[str, t.Type]:
        return {**scope, binder.var: self.item_type(binder.domain, scope)}

    def is_set(self, node: e.Expr, scope: Scope) -> bool:
        """Whether the value may be a set; without a type nobody knows."""
        found = self.type_of(node, scope)
        found = found.item if isinstance(found, t.OrNone) else found
        return found is None or isinstance(found, t.SetOf)

    def is_thing(self, node: e.Expr, scope: Scope) -> bool:
        """Whether the value can only be a piece, or none."""
        found = self.type_of(node, scope)
        found = found.item if isinstance(found, t.OrNone) else found
        return isinstance(found, t.Kind) and found.name in self.graph.kinds and found.name not in ("hex", "hexside")


def children(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        yield from node
    elif is_dataclass(node) and not isinstance(node, type | e.Const):
        for f in fields(node):
            value: Any = getattr(node, f.name)
            if not isinstance(value, str | int | bool | type(None)):
                yield value


def depth(node: object) -> int:
    """How deep an expression is nested, counted no further than it matters."""
    level: list[object] = [node]
    for found in range(200):
        level = [child for inner in level for child in children(inner)]
        if not level:
            return found
    return 200


def free_names(node: object, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names an expression uses that it does not bind itself."""
    match node:
        case e.Var(name=name):
            if name not in bound:
                yield name
        case e.Binder(var=var, domain=domain, where=where):
            yield from free_names(domain, bound)
            yield from free_names(where, bound | {var})
        case e.Those(binder=binder) | e.One(binder=binder):
            yield from free_names(binder, bound)
        case e.Quantified(binder=binder, holds=holds):
            yield from free_names(binder, bound)
            yield from free_names(holds, bound | {binder.var})
        case e.Fold(binder=binder, item=item):
            yield from free_names(binder, bound)
            yield from free_names(item, bound | {binder.var})
        case e.Whichever(var=var, domain=domain, measure=measure):
            yield from free_names(domain, bound)
            yield from free_names(measure, bound | {var})
        case _:
            for child in children(node):
                yield from free_names(child, bound)


def asks_for_one(node: e.Quantified) -> bool:
    """Whether `any x in ...` asks first whether x is some one thing, and then more."""
    where, var = node.binder.where, node.binder.var
    asked = where.parts if isinstance(where, e.All) and isinstance(node.binder.domain, e.Things) else ()
    first = asked[0] if len(asked) > 1 else None
    return isinstance(first, e.Equal) and not first.negated and e.Var(var, t.TEXT) in (first.left, first.right)
