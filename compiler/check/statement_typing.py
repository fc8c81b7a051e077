"""Typing of the statements of effects and picks: set, mark, move, place, remove, roll, draw, let, if, for each, do."""

from __future__ import annotations

from dataclasses import replace

from hexlaw.compiler.base.diagnostic import did_you_mean
from hexlaw.compiler.check.binders import bind
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.play_statements import called, playing_statement
from hexlaw.compiler.check.type_words import Untyped, attempt
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.names import MACHINE_KINDS
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import UNPLACED_KINDS

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
    done = [attempt(statement, inside, line, inner) for line in body]
    return tuple(d for d in done if d is not None)


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
            return _draw(c, node, scope)
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
            return playing_statement(c, node, scope)


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


def _draw(c: Checker, node: s.Draw, scope: Scope) -> e.Statement:
    bound, inner = bind(c, node.binder, scope)
    scope[bound.var] = inner[bound.var]
    return e.Draw(bound)
