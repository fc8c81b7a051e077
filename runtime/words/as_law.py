"""Expressions of the graph written as law again: what is said where no phrase is there."""

from __future__ import annotations

from collections.abc import Sequence

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.value import plain_text


def as_law(node: e.Expr, graph: g.Graph) -> str:
    """What a designer would write for the expression."""

    def say(inner: e.Expr) -> str:
        return as_law(inner, graph)

    def called(name: str, args: tuple[e.Expr, ...]) -> str:
        return f"{name}({', '.join(map(say, args))})"

    def binder(b: e.Binder) -> str:
        if isinstance(b.domain, e.Things):
            where = f" {'within' if b.domain.deep else 'in'} {say(b.domain.within)}" if b.domain.within else ""
            head = f"{b.domain.kind} {b.var}{where}"
        else:
            head = f"{b.var} in {say(b.domain)}"
        return head + (f" where {say(b.where)}" if b.where is not None else "")

    match node:
        case e.Const(value=value, type=type_):
            return _const(value, type_)
        case e.Var(name=name):
            return name
        case e.Attribute(base=base, name=name) | e.Field(base=base, name=name):
            return f"{say(base)} is {name}" if node.type == t.YES_NO else f"{say(base)}.{name}"
        case e.Fact(name=name, args=args):
            return shaped(graph, name, [*map(say, args)], graph.facts[name].shape if name in graph.facts else "call")
        case e.Memory(name=name, args=args):
            shape = graph.memories[name].shape if name in graph.memories else "call"
            return shaped(graph, name, [*map(say, args)], shape)
        case e.Quantity() | e.Table() | e.Tally() | e.Reach() | e.Builtin():
            return called(node.name, node.args)
        case e.NowIn(span=span):
            return f"now in {span}"
        case e.MakeMoment(edge=edge, which=which, span=span, owner=owner):
            return f"{edge} of {which} {span}" + (f" of {say(owner)}" if owner is not None else "")
        case e.MakeRecord(kind=kind, fields=fields):
            return f"{kind}({', '.join(f'{n} = {say(v)}' for n, v in fields)})"
        case e.MakeSet(items=items):
            return "{" + ", ".join(map(say, items)) + "}"
        case e.Things(kind=kind, within=within, deep=deep):
            return kind + (f" {'within' if deep else 'in'} {say(within)}" if within is not None else "")
        case e.Those(binder=b):
            return f"those {binder(b)}"
        case e.One(binder=b):
            return f"one {binder(b)}"
        case e.Linked(binder=b, start=start, within=within, to=to):
            said = f"{b.var} linked to {say(start.domain)}"
            said += "" if within is None else f" within {say(within)}"
            said += f" after {start.var}" if start.var else ""
            said += "" if b.where is None else f" where {say(b.where)}"
            return f"those {said}" if to is None else f"steps-to({say(to)} for {said})"
        case e.Quantified(how=how, binder=b, holds=holds):
            return f"{how} {binder(b)}" + (f" satisfies {say(holds)}" if holds is not None else "")
        case e.Fold(how=how, item=item, binder=b):
            return f"{how}({say(item)} for {binder(b)})"
        case e.Count(of=of):
            return f"count({binder(of.binder) if isinstance(of, e.Those) else say(of)})"
        case e.Whichever(var=var, domain=domain, how=how, measure=measure):
            return f"whichever {var} in {say(domain)} gives {how} {say(measure)}"
        case e.Arith(op=op, left=left, right=right):
            return f"{say(left)} {op} {say(right)}"
        case e.Compare(op=op, left=left, right=right):
            return f"{say(left)} {op} {say(right)}"
        case e.Equal(left=left, right=right, negated=negated):
            return f"{say(left)} is {'not ' if negated else ''}{say(right)}"
        case e.Contains(container=container, item=item, negated=negated):
            return f"{say(item)} {'not ' if negated else ''}in {say(container)}"
        case e.IsKind(base=base, kind=kind, negated=negated):
            return f"{say(base)} is {'not ' if negated else ''}a {kind}"
        case e.Not(inner=inner):
            return f"not {say(inner)}"
        case e.All(parts=parts):
            return " and ".join(map(say, parts))
        case e.Any(parts=parts):
            return "(" + " or ".join(map(say, parts)) + ")"
        case e.WouldBreak(effect=effect, args=args, rule=rule):
            return f"{called(effect, args)} would break {rule}"
        case e.Applies(rule=rule):
            return f"{rule} applies"


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
