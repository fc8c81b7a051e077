"""Typing of statements: what effects and picks do (set, move, roll, if, for each ...), and what belongs to play alone
(picks inside actions, offers, events, orders, tasks, points).

A pick inside an action is a statement like any other; what it does may hold further picks. Names made by a pick are
known to the statements after it in the same block and inside what it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hexlaw.compiler.base.diagnostic import did_you_mean
from hexlaw.compiler.check.binders import bind
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.type_words import Untyped, attempt
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import own_picks, picks_in, within
from hexlaw.compiler.resolve.names import MACHINE_KINDS, Names
from hexlaw.runtime.base.relations import going_on
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import PLACE, SIDE, UNPLACED_KINDS

Scope = dict[str, t.Type]
MAX_DICE = 4
MAX_FACES = 20
MAX_BLOCKS_DEPTH = 40  # blocks inside each other


def check_block(checker: Checker, body: tuple[s.Statement, ...], scope: Scope) -> tuple[e.Statement, ...]:
    """The statements that could be typed; names that one makes, as `let` and `roll` do, are known to those after it."""
    if body and checker.blocks >= MAX_BLOCKS_DEPTH:
        message = "these lines stand too deep in others"
        checker.error("HX240", body[0].span, message, "make an effect of them, and `do` it")
        return ()
    inside, inner = replace(checker, blocks=checker.blocks + 1), dict(scope)
    return tuple(d for line in body if (d := attempt(statement, inside, line, inner)) is not None)


def statement(c: Checker, node: s.Statement, scope: Scope) -> e.Statement:
    """One statement; the name that it makes is added to the scope."""
    match node:
        case s.Set():
            target = c.printed(node.target, scope)
            if not isinstance(target, e.Attribute) or not target.owner:
                message = "only an attribute of a thing can be set"
                help_ = "to change where a thing stands, write `move ... to ...`"
                raise c.wrong("HX251", node.target.span, message, help_)
            if c.names.is_kept(target.owner, target.name):
                message = "who acts is said by the sequence and by offers, and is never set"
                raise c.wrong("HX440", node.target.span, message, "write `by`, or `to`, with the player who is to act")
            value = attempt(c.fitting, node.value, scope, target.type, f"`{target.name}`", target.name)
            until = _until(c, node.until, scope)
            if value is None:
                raise Untyped
            return e.SetAttribute(target.base, target.name, target.owner, value, until)
        case s.Mark():
            return _mark(c, node, scope)
        case s.Move():
            place = attempt(c.typed, node.to, scope)
            thing, kind = _thing(c, node.thing, scope)
            if place is None:
                raise Untyped
            if not (isinstance(place, e.Const) and place.value is None):
                _stands_there(c, kind, place, node.to)
            return e.Move(thing, place)
        case s.Place():
            return _place(c, node, scope)
        case s.Remove():
            return e.Remove(_thing(c, node.thing, scope)[0])
        case s.Roll():
            return _roll(c, node, scope)
        case s.Draw():
            bound, inner = bind(c, node.binder, scope)
            scope[bound.var] = drawable(c, node.binder.var, inner[bound.var])
            return e.Draw(bound)
        case s.Let():
            value_ = c.typed(node.value, scope)
            scope[c.new_name(node.name, scope)] = value_.type
            return e.Let(node.name.text, value_)
        case s.If():
            condition = attempt(c.condition, node.condition, scope)
            then = check_block(c, node.then, scope)
            otherwise = check_block(c, node.otherwise, scope)
            if condition is None:
                raise Untyped
            return e.If(condition, then, otherwise)
        case s.For():
            bound, inner = bind(c, node.binder, scope)
            return e.ForEach(bound, check_block(c, node.body, inner))
        case s.Do():
            signature = c.callee("effect", node.call.name)
            args = c.given(signature.name, signature.params, node.call.args, scope, node.call.name.span)
            return e.Do(signature.name, args)
        case _:
            return _of_play(c, node, scope)


def _of_play(c: Checker, node: s.Statement, scope: Scope) -> e.Statement:
    match node:
        case s.Pick():
            return pick(c, node, scope)
        case s.Borrowed():
            return _borrowed(c, node, scope)
        case s.Offer():
            return _offer(c, node, scope)
        case s.Announce():
            name = node.event.name
            c.require("event", name)
            args = c.given(name.text, c.names.events[name.text][0], node.event.args, scope, name.span)
            return e.Announce(name.text, args)
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
            known = c.points
            if known is None:  # an effect or a hook returns to the points of whatever action it happens in
                lines = (line for item, _ in c.names.actions.values() for line in within(item.lines))
                known = {line.name.text for line in lines if isinstance(line, s.Point)}
            if node.point.text not in known:
                whose = "no action has a" if c.points is None else "up to here this action has no"
                raise c.unknown("HX403", node.point, f"{whose} point", known)
            if typed is None:
                raise Untyped
            return e.Return(typed, node.point.text)
        case s.Finish():
            return e.Finish()
        case s.Stops():
            return _stops(c, node)
        case s.Reveal():
            what = c.printed(node.what, scope)
            to = c.fitting(node.to, scope, t.Choice(SIDE), "to whom it is revealed") if node.to else None
            return e.Reveal(what, to)
        case s.EndGame():
            return e.EndGame()
        case s.Part():  # those of effects and actions are flat by now (`resolve/overrides.py`)
            help_ = "make an effect of these lines and `do` it, or leave the name out"
            raise c.wrong("HX204", node.name.span, "only an effect or an action has parts with a name", help_)
        case _:
            raise AssertionError(node)


def _stops(c: Checker, node: s.Stops) -> e.Stops:
    """Of an event, what can be stopped is known where it names its picks itself."""
    name, lines = node.name.text, {action: picks_in(item.lines) for action, (item, _) in c.names.actions.items()}
    again = {f"{action}.{pick.name.text}" for action, picks in lines.items() for pick in picks if pick.repeatedly}
    if name in c.names.events:
        by = c.names.events[name][1].by
        said = {pick.text for line in by if isinstance(line, s.ComesBy) for pick in line.picks}
        may_stop = said <= c.names.events.keys() or not again.isdisjoint(said)
    else:
        c.require("action", node.name, " or event that picks bring about")
        may_stop = any(path.startswith(f"{name}.") for path in again)
    if not may_stop:
        message = f"no pick of `{name}` is made repeatedly, so there is nothing to stop"
        raise c.wrong("HX445", node.name.span, message, "to end an action or effect where it stands, write `finish`")
    return e.Stops((), (name,)) if name in c.names.events else e.Stops((name,), ())


def _until(c: Checker, node: s.Expr | None, scope: Scope) -> e.Expr | None:
    return None if node is None else c.fitting(node, scope, t.MOMENT, "until when")


def _thing(c: Checker, node: s.Expr, scope: Scope) -> tuple[e.Expr, t.Kind]:
    typed = c.typed(node, scope)
    type_ = t.bare(typed.type)
    if not isinstance(type_, t.Kind) or type_.name in (*MACHINE_KINDS, "contact") or type_.name in c.names.records:
        raise c.wrong("HX231", node.span, f"this is not a thing that stands somewhere, but `{typed.type}`")
    return typed, type_


def _stands_there(c: Checker, thing: t.Kind, place: e.Expr, written: s.Expr) -> None:
    """Ends what puts a thing where no such thing stands."""
    type_ = t.bare(place.type)
    holders = [holder for kind in c.names.lineage(thing.name) for holder in c.names.kinds[kind].holders]
    if not isinstance(type_, t.Kind) or not any(c.names.is_a(type_.name, holder) for holder in holders):
        message = f"a `{thing}` does not stand in a `{place.type}`"
        raise c.wrong("HX252", written.span, message, "the `thing` says where it `stands in`")


def _mark(c: Checker, node: s.Mark, scope: Scope) -> e.Statement:
    typed = c.typed(node.thing, scope)
    type_ = t.bare(typed.type)
    known = c.names.attribute(type_.name, node.attribute.text) if isinstance(type_, t.Kind) else None
    if known is None or known[1] != t.YES_NO:
        said = f"a `{typed.type}` has no yes/no attribute `{node.attribute.text}`"
        known_here = (
            c.names.attributes_of(type_.name) if isinstance(type_, t.Kind) and type_.name in c.names.kinds else {}
        )
        flags = [name for name, sort in known_here.items() if sort == t.YES_NO]
        raise c.wrong("HX251", node.attribute.span, said, did_you_mean(node.attribute.text, flags))
    value = e.Const(node.value, t.YES_NO)
    return e.SetAttribute(typed, node.attribute.text, known[0], value, _until(c, node.until, scope))


def _place(c: Checker, node: s.Place, scope: Scope) -> e.Statement:
    kind = node.kind.text
    if kind not in c.names.kinds or kind in UNPLACED_KINDS:
        known = [k for k in c.names.kinds if k not in UNPLACED_KINDS]
        raise c.unknown("HX211", node.kind, "there is no kind of thing", known)
    where = c.typed(node.where, scope)
    _stands_there(c, t.Kind(kind), where, node.where)
    return e.Place(kind, where, called(c, scope, node.name, t.Kind(kind)))


def _roll(c: Checker, node: s.Roll, scope: Scope) -> e.Statement:
    number, _, printed = node.dice.partition("d")
    count = int(number or 1)
    if not 1 <= count <= MAX_DICE or (printed and not 2 <= int(printed) <= MAX_FACES):
        message = f"`{node.dice}` is out of range"
        raise c.wrong("HX253", node.span, message, f"up to {MAX_DICE} dice of 2 to {MAX_FACES} faces")
    faces: e.Expr = e.Const(int(printed or 0), t.WHOLE)
    if node.faces is not None:
        faces = c.fitting(node.faces, scope, t.WHOLE, "how many faces a die has")
    scope[c.new_name(node.name, scope)] = t.Number(exact=False, measure=t.ANY_NUMBER)  # a die fits any measure
    return e.Roll(count, faces, node.name.text)


# ---- picks


def pick(c: Checker, node: s.Pick, scope: Scope) -> e.Pick:
    """Returns a pick. Later lines know its parameter; of a repeated pick they know the `as` set alone."""
    type_ = drawable(c, node.param.name, c.type(node.param.type))
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


def drawable(c: Checker, name: s.Ident, type_: t.Type) -> t.Type:
    """Returns the type of what is picked or drawn, if chance and journals can tell its values apart."""

    def of(one: t.Type) -> Iterable[t.Type]:
        match one:
            case t.SetOf(item=item) | t.OrNone(item=item):
                return (item,)
            case t.Kind(name=record):
                return c.names.records.get(record, {}).values()
        return ()

    inside: Iterator[t.Type] = going_on([type_], of)
    nameless = next((one for one in inside if one in (t.TEXT, t.MOMENT, t.CONTACT)), None)
    if nameless is not None:
        help_ = "pick or draw a thing, a place, a number, or a value of a `choice`, and ask it for the rest"
        raise c.wrong("HX260", name.span, f"`{name.text}` is a `{type_}`: no {nameless} is picked or drawn", help_)
    return type_


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


def lent(names: Names, node: s.Borrowed) -> tuple[s.Action | None, s.Pick | None]:
    """Returns the action that a pick is borrowed from, and the pick, as far as they are there."""
    action, _, name = node.pick.text.partition(".")
    lender = names.actions[action][0] if action in names.actions else None
    return lender, next((pick for pick in own_picks(lender) if pick.name.text == name), None) if lender else None


def _borrowed(c: Checker, node: s.Borrowed, scope: Scope) -> e.Pick:
    """Another action's pick: what it needs by name must be known here under the same names."""
    lender, line = lent(c.names, node)
    if lender is None or line is None:
        known = [f"{a}.{x.name.text}" for a, (item, _) in c.names.actions.items() for x in own_picks(item)]
        raise c.unknown("HX263", node.pick, "there is no pick", known, rest=" to borrow")
    needed = {x.param.name.text for x in own_picks(lender) if x is not line}
    needed |= {x.name.text for x in lender.lines if isinstance(x, s.Let)}
    if missing := sorted(needed - set(scope)):
        listed = ", ".join(f"`{n}`" for n in missing)
        message = f"`{node.pick.text}` speaks of {listed}, which mean nothing here"
        raise c.wrong("HX404", node.pick.span, message, "give the picks of this action the same names")
    c.new_name(s.Ident(line.param.name.text, span=node.pick.span), scope)
    borrowed = s.Pick(
        line.name, line.param, node.repeatedly, node.optionally, line.domain, line.where, line.cost, line.account,
        line.does, span=node.span,
    )  # fmt: skip
    return pick(replace(c, action=lender.name.text), borrowed, scope)


# ---- offers, events, orders, tasks


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


def _write(c: Checker, node: s.Write, scope: Scope) -> e.Write:
    name = node.order.name
    c.require("order", name)
    fields = dict(c.parts(name.text, c.names.orders[name.text][0].fields))
    if node.order.args or {n.text for n, _ in node.order.named} != set(fields):
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


def _point(c: Checker, node: s.Point, scope: Scope) -> e.Point:
    typed = c.typed(node.thing, scope)
    type_ = typed.type
    for name in node.keeps:
        if name.text == PLACE:
            continue
        if not isinstance(type_, t.Kind) or c.names.attribute(type_.name, name.text) is None:
            known = c.names.attributes_of(type_.name) if isinstance(type_, t.Kind) else {}
            raise c.unknown("HX237", name, f"a `{type_}` has no attribute", {*known, PLACE}, rest=" to keep")
    if c.points is not None:
        c.points.add(node.name.text)
    return e.Point(node.name.text, tuple(n.text for n in node.keeps), typed)
