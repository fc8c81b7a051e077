"""Expressions of the graph written as law again: what is said where no phrase is there."""

from __future__ import annotations

from collections.abc import Sequence

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.value import plain_text

OfASet = e.Things | e.Those | e.One | e.Linked | e.Quantified | e.Fold | e.Count | e.Whichever
"""What goes through a set."""


def as_law(node: e.Expr, graph: g.Graph) -> str:
    """What a designer would write for the expression."""
    return _Writing(graph).law(node)


class _Writing:
    def __init__(self, graph: g.Graph) -> None:
        self.graph = graph

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
                return f"{law(base)} is {name}" if node.type == t.YES_NO else f"{law(base)}.{name}"
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
            case e.Arith(op=op, left=left, right=right) | e.Compare(op=op, left=left, right=right):
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
        law, binder = self.law, self._binder
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

    def _binder(self, b: e.Binder) -> str:
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
