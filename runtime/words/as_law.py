"""Expressions of the graph written as law again: what is said where no phrase is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from hexlaw.runtime.base.nodes import Node
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import variables
from hexlaw.runtime.law.value import plain_text

OfASet = e.Things | e.Those | e.One | e.Linked | e.Quantified | e.Fold | e.Count | e.Whichever
"""What goes through a set."""


def as_law(node: e.Expr, graph: g.Graph) -> str:
    """What a designer would write for the expression."""
    return _Writing(graph).law(node)


def statement_as_law(line: e.Statement, graph: g.Graph) -> tuple[str, list[str]]:
    """Returns a statement as law, without what stands inside it, and the names in it that stand for a value."""
    writing, used = _Writing(graph), dict[str, None]()

    def said(part: object) -> str:
        if isinstance(part, tuple):
            return ", ".join(f"{x[0]} = {said(x[1])}" if isinstance(x, tuple) else said(x) for x in part)
        if not isinstance(part, Node):
            return str(part)
        used.update(dict.fromkeys(sorted(variables(part))))
        return writing.binder(part) if isinstance(part, e.Binder) else writing.law(cast("e.Expr", part))

    fields = {name: said(getattr(line, name)) for name in line.__struct_fields__ if f"{{{name}}}" in line.WRITTEN}
    return line.WRITTEN.format(**fields), list(used)


@dataclass
class _Writing:
    graph: g.Graph

    def law(self, node: e.Expr) -> str:
        law = self.law
        if isinstance(node, OfASet):
            return self._of_a_set(node)
        match node:
            case e.Const(value=value, type=type_):
                return _const(value, type_)
            case e.Var(name=name):
                return name
            case e.Attribute(base=base, name=name) | e.Field(base=base, name=name):
                of = f"({law(base)})" if isinstance(base, e.One | e.Whichever) else law(base)
                return f"{of} is {name}" if node.type == t.YES_NO else f"{of}.{name}"
            case e.Fact(name=name, args=args) | e.Memory(name=name, args=args):
                decl = self.graph.facts.get(name) if isinstance(node, e.Fact) else self.graph.memories.get(name)
                return shaped(self.graph, name, [*map(law, args)], decl.shape if decl is not None else "call")
            case e.Builtin(name=name, args=()):  # `game`, `hexes`: words that stand alone
                return name
            case e.Quantity() | e.Table() | e.Tally() | e.Reach() | e.Builtin():
                return self._called(node.name, node.args)
            case e.NowIn(span=span):
                return f"now in {span}"
            case e.MakeMoment(edge=edge, which=which, span=span, owner=owner):
                return f"{edge} of {which} {span}" + (f" of {law(owner)}" if owner is not None else "")
            case e.MakeRecord(kind=kind, fields=fields):
                return f"{kind}({', '.join(f'{n} = {law(v)}' for n, v in fields)})"
            case e.MakeSet(items=items):
                return "{" + ", ".join(map(law, items)) + "}"
            case e.Arith(op=op, left=left, right=right):
                first, second = (
                    isinstance(x, e.Arith) and x.op in binds for x, binds in ((left, "+-"), (right, "+-*/"))
                )
                one = f"({law(left)})" if first and op in "*/" else law(left)
                return f"{one} {op} " + (f"({law(right)})" if second and op != "+" else law(right))
            case e.Compare(op=op, left=left, right=right):
                return f"{law(left)} {op} {law(right)}"
            case e.Equal(left=left, right=right, negated=negated):
                return f"{law(left)} is {'not ' if negated else ''}{law(right)}"
            case e.Contains(container=container, item=item, negated=negated):
                return f"{law(item)} {'not ' if negated else ''}in {law(container)}"
            case e.IsKind(base=base, kind=kind, negated=negated):
                return f"{law(base)} is {'not ' if negated else ''}a {kind}"
            case e.Not(inner=inner):
                return f"not {law(inner)}"
            case e.All(parts=parts):
                return " and ".join(map(law, parts))
            case e.Any(parts=parts):
                return "(" + " or ".join(map(law, parts)) + ")"
            case e.WouldBreak(effect=effect, args=args, rule=rule):
                return f"{self._called(effect, args)} would break {rule}"
            case e.Applies(rule=rule):
                return f"{rule} applies"

    def _of_a_set(self, node: OfASet) -> str:
        law, binder = self.law, self.binder
        match node:
            case e.Things(kind=kind):
                return self._things(node, kind)
            case e.Those(binder=b):
                return f"those {binder(b)}"
            case e.One(binder=b):
                return f"one {binder(b)}"
            case e.Linked(binder=b, start=start, within=within, to=to):
                said = f"{b.var} linked to {law(start.domain)}"
                said += "" if within is None else f" within {law(within)}"
                said += f" after {start.var}" if start.var else ""
                said += "" if b.where is None else f" where {law(b.where)}"
                return f"those {said}" if to is None else f"steps-to({law(to)} for {said})"
            case e.Quantified(how=how, binder=b, holds=holds):
                return f"{how} {binder(b)}" + (f" satisfies {law(holds)}" if holds is not None else "")
            case e.Fold(how=how, item=item, binder=b):
                return f"{how}({law(item)} for {binder(b)})"
            case e.Count(of=of):
                return f"count({binder(of.binder) if isinstance(of, e.Those) else law(of)})"
            case e.Whichever(var=var, domain=domain, how=how, measure=measure):
                return f"whichever {var} in {law(domain)} gives {how} {law(measure)}"

    def _things(self, node: e.Things, called: str) -> str:
        return called if node.within is None else f"{called} {'within' if node.deep else 'in'} {self.law(node.within)}"

    def binder(self, b: e.Binder) -> str:
        if isinstance(b.domain, e.Things):
            head = self._things(b.domain, f"{b.domain.kind} {b.var}")
        else:
            head = f"{b.var} in {self.law(b.domain)}"
        return head + (f" where {self.law(b.where)}" if b.where is not None else "")

    def _called(self, name: str, args: tuple[e.Expr, ...]) -> str:
        return f"{name}({', '.join(map(self.law, args))})"


def shaped(graph: g.Graph, name: str, args: Sequence[str], shape: str) -> str:
    """A fact or memory asked of arguments: `cost(a, B-2)`, `a sees b`, `b is down`, as it was declared."""
    match shape:
        case "adjective":
            return f"{args[0]} is {name}"
        case "verb":
            return " ".join([args[0], name, *args[1:]])
        case "forbidden":
            event = name.removesuffix(g.FORBIDDEN)
            known = len(graph.events[event].params)
            return f"{event}({', '.join(args[len(args) - known :])}) is forbidden"
        case _:
            return f"{name}({', '.join(args)})"


def _const(value: object, type_: t.Type) -> str:
    if isinstance(value, tuple):
        return "{" + ", ".join(_const(v, type_) for v in value) + "}"
    return f'"{value}"' if type_ == t.TEXT and isinstance(value, str) else plain_text(value)
