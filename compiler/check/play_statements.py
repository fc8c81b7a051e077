"""Typing of the statements that belong to play: picks inside actions, offers, events, orders, tasks, points.

A pick inside an action is a statement like any other; what it does may hold further picks. Names made by a pick are
known to the statements after it in the same block and inside what it does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hexlaw.compiler.check.type_words import Untyped, attempt
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import within
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import PLACE, SIDE

if TYPE_CHECKING:
    from hexlaw.compiler.check.expression_typing import Checker

Scope = dict[str, t.Type]


def playing_statement(c: Checker, node: s.Statement, scope: Scope) -> e.Statement:
    match node:
        case s.Pick():
            return pick(c, node, scope)
        case s.Borrowed():
            return _borrowed(c, node, scope)
        case s.Offer():
            return _offer(c, node, scope)
        case s.Announce():
            return _announce(c, node, scope)
        case s.Write():
            return _write(c, node, scope)
        case s.Begin():
            return _begin(c, node, scope)
        case s.ChangeTask():
            return e.ChangeTask(node.how, c.fitting(node.task, scope, t.Kind("task"), f"what is to {node.how}"))
        case s.Point():
            return _point(c, node, scope)
        case s.Return():
            typed = attempt(c.typed, node.thing, scope)
            known = _points_of_all(c) if c.points is None else c.points
            if node.point.text not in known:
                whose = "no action has a" if c.points is None else "up to here this action has no"
                raise c.unknown("HX403", node.point, f"{whose} point", known)
            if typed is None:
                raise Untyped
            return e.Return(typed, node.point.text)
        case s.Finish():
            return e.Finish()
        case s.Reveal():
            what = c.printed(node.what, scope)
            to = c.fitting(node.to, scope, t.Choice(SIDE), "to whom it is revealed") if node.to else None
            return e.Reveal(what, to)
        case s.EndGame():
            return e.EndGame()
        case _:
            raise AssertionError(node)


# ---- picks


def pick(c: Checker, node: s.Pick, scope: Scope) -> e.Pick:
    """Returns a pick. Later lines know its parameter; of a repeated pick they know the `as` set alone."""
    from hexlaw.compiler.check.statement_typing import check_block

    type_ = c.type(node.param.type)
    for name in (node.param.name, node.gathered):
        if name is not None:
            c.new_name(name, scope)
    scope_so_far = {**scope, **so_far(node, type_)}
    inner = {**scope_so_far, node.param.name.text: type_}
    domain = attempt(pick_domain, c, node, type_, scope_so_far)
    where = attempt(c.condition, node.where, inner) if node.where else None
    cost, account = pick_cost(c, node, inner)
    if domain is None or (node.where and where is None):
        raise Untyped
    does = check_block(c, node.does, inner)
    known_after(node, type_, scope)
    path = f"{c.action}.{node.name.text}" if c.action else node.name.text
    span = node.where.span if node.where else None
    where_text = " ".join(span.source.text[span.start : span.end].split()) if span else ""
    return e.Pick(
        path, node.param.name.text, type_, domain, where, where_text, node.repeatedly, node.optionally, cost, account,
        does, node.gathered.text if node.gathered else None,
    )  # fmt: skip


def so_far(node: s.Pick, type_: t.Type) -> dict[str, t.Type]:
    """What a pick knows of itself before it is made again: the set of all that was picked up to then."""
    return {} if node.gathered is None else {node.gathered.text: t.SetOf(type_)}


def known_after(node: s.Pick, type_: t.Type, scope: Scope) -> None:
    """What a pick leaves behind: its choice, or if it is made repeatedly, the set of all under the name it has."""
    if not node.repeatedly:
        scope[node.param.name.text] = type_
    else:
        scope.update(so_far(node, type_))


def pick_domain(c: Checker, node: s.Pick, type_: t.Type, scope: Scope) -> e.Expr:
    """What a pick is made from: what `from` says, or everything of its type."""
    if node.domain is not None:
        return c.fitting(node.domain, scope, t.SetOf(type_), f"what `{node.name.text}` is picked from")
    if type_ == t.HEX:
        return e.Builtin("hexes", (), t.SetOf(t.HEX))
    if isinstance(type_, t.Kind) and type_.name in c.names.kinds:
        return e.Things(type_.name, None, False)
    if isinstance(type_, t.Choice):
        return e.MakeSet(tuple(e.Const(v, type_) for v in c.names.choice(type_.name).values), t.SetOf(type_))
    message = f"what `{node.name.text}` is picked from is not said"
    raise c.wrong("HX257", node.param.name.span, message, "write `from` and a set")


def pick_cost(c: Checker, node: s.Pick, scope: Scope) -> tuple[e.Expr | None, e.Attribute | None]:
    """What a pick costs, and where that is counted; nothing where it costs nothing."""
    if node.cost is None or node.account is None:
        return None, None
    account = c.printed(node.account, scope)
    if not isinstance(account, e.Attribute):
        raise c.wrong("HX251", node.account.span, "a cost is counted in an attribute of a thing")
    return c.fitting(node.cost, scope, account.type, f"what `{node.name.text}` costs", account.name), account


def _borrowed(c: Checker, node: s.Borrowed, scope: Scope) -> e.Pick:
    """Another action's pick: what it needs by name must be known here under the same names."""
    action, _, name = node.pick.text.partition(".")
    lender = c.names.actions.get(action)
    line = next((x for x in _picks_of(lender[0]) if x.name.text == name), None) if lender else None
    if lender is None or line is None:
        known = [f"{a}.{x.name.text}" for a, (item, _) in c.names.actions.items() for x in _picks_of(item)]
        raise c.unknown("HX263", node.pick, "there is no pick", known, rest=" to borrow")
    needed = {x.param.name.text for x in _picks_of(lender[0]) if x is not line}
    needed |= {x.name.text for x in lender[0].lines if isinstance(x, s.Let)}
    missing = sorted(needed - set(scope))
    if missing:
        listed = ", ".join(f"`{n}`" for n in missing)
        message = f"`{node.pick.text}` speaks of {listed}, which mean nothing here"
        raise c.wrong("HX404", node.pick.span, message, "give the picks of this action the same names")
    c.new_name(s.Ident(line.param.name.text, span=node.pick.span), scope)
    borrowed = s.Pick(
        line.name, line.param, node.repeatedly, node.optionally, line.domain, line.where, line.cost, line.account,
        line.does, span=node.span,
    )  # fmt: skip
    return pick(replace(c, action=action), borrowed, scope)


# ---- offers, events, orders, tasks


def _picks_of(item: s.Action) -> list[s.Pick]:
    return [line for line in item.lines if isinstance(line, s.Pick)]


def _offer(c: Checker, node: s.Offer, scope: Scope) -> e.Offer:
    name = node.action.name
    c.require("action", name, " to offer")
    params = [(p.name.text, c.names.type(p.type, c.diagnostics)) for p in c.names.actions[name.text][0].params]
    known = tuple((n, type_) for n, type_ in params if type_ is not None)
    args = attempt(c.given, name.text, known, node.action.args, scope, name.span)
    to = c.side_or_player(node.to, scope, "to whom it is offered")
    if args is None:
        raise Untyped
    return e.Offer(name.text, args, to, node.repeatedly, node.duty)


def _announce(c: Checker, node: s.Announce, scope: Scope) -> e.Announce:
    name = node.event.name
    c.require("event", name)
    args = c.given(name.text, c.names.events[name.text][0], node.event.args, scope, name.span)
    return e.Announce(name.text, args)


def _write(c: Checker, node: s.Write, scope: Scope) -> e.Write:
    name = node.order.name
    c.require("order", name)
    fields = dict(c.parts(name.text, c.names.orders[name.text][0].fields))
    given = {n.text for n, _ in node.order.named}
    if node.order.args or given != set(fields):
        message = f"an order names each of its fields once: {', '.join(fields)}"
        written = f"write {name.text}({', '.join(f'{f} = ...' for f in fields)})"
        raise c.wrong("HX238", node.order.span, message, written)
    given_fields = tuple(c.fields(node.order.named, fields, scope))
    return e.Write(name.text, given_fields, called(c, scope, node.name, t.Kind(name.text)))


def _begin(c: Checker, node: s.Begin, scope: Scope) -> e.Begin:
    name = node.task.name
    c.require("task", name)
    params = c.parts(name.text, c.names.tasks[name.text][0].params)
    args = attempt(c.given, name.text, params, node.task.args, scope, name.span)
    crew_type = c.names.kinds["task"].attributes.get("crew")
    crew = attempt(c.fitting, node.crew, scope, crew_type[0], "the crew") if crew_type else None
    made_as = called(c, scope, node.name, t.Kind(name.text))
    if args is None or crew is None:
        raise Untyped
    return e.Begin(name.text, args, crew, made_as)


def called(c: Checker, scope: Scope, name: s.Ident | None, type_: t.Type) -> str | None:
    """The name, if any, of what a statement has made: those below know it."""
    if name is None:
        return None
    scope[c.new_name(name, scope)] = type_
    return name.text


def _points_of_all(c: Checker) -> set[str]:
    """What an effect or a hook may return to: the points of whatever action it happens in."""
    return {x.name.text for item, _ in c.names.actions.values() for x in within(item.lines) if isinstance(x, s.Point)}


def _point(c: Checker, node: s.Point, scope: Scope) -> e.Point:
    typed = c.typed(node.thing, scope)
    type_ = typed.type
    for name in node.keeps:
        if name.text == PLACE:
            continue
        if not isinstance(type_, t.Kind) or c.names.attribute(type_.name, name.text) is None:
            known = c.names.attributes_of(type_.name) if isinstance(type_, t.Kind) else {}
            said = f"a `{type_}` has no attribute"
            raise c.unknown("HX237", name, said, {*known, PLACE}, rest=" to keep")
    if c.points is not None:
        c.points.add(node.name.text)
    return e.Point(node.name.text, tuple(n.text for n in node.keeps), typed)
