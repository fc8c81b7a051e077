"""Typing of what binds a variable: any, every, those, one, count, sum, least, most, whichever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from hexlaw.compiler.base.diagnostic import listed
from hexlaw.compiler.check.type_words import in_words, is_number, related
from hexlaw.compiler.format.expression_printer import print_expr
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.names import MACHINE_KINDS
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import UNPLACED_KINDS
from hexlaw.runtime.words.english import plural

if TYPE_CHECKING:
    from hexlaw.compiler.check.expression_typing import Checker

Scope = Mapping[str, t.Type]


def bind(c: Checker, node: s.Binder, scope: Scope) -> tuple[e.Binder, dict[str, t.Type]]:
    """The binder, and the scope in which its variable is known."""
    if node.var.text in scope:
        help_ = (
            "choose another name for the one looked for; a `where` reaches to the end of its condition, with all that "
            "stands behind `and`: what is a condition by itself gets brackets, or a `when` of its own"
        )
        raise c.wrong("HX239", node.var.span, f"`{node.var.text}` already means something here", help_)
    domain = _things(c, node, scope) if node.kind else _members(c, node, scope)
    inner = {**scope, node.var.text: t.item_of(domain.type)}
    return e.Binder(node.var.text, domain, _where(c, node.where, inner) if node.where else None), inner


def _where(c: Checker, node: s.Expr, scope: Scope) -> e.Expr:
    """The condition of what is looked for; a quantifier in it has to say where it ends."""
    for open_one in _open_quantifiers(node):
        help_ = "put brackets around all of it, as in `where A and (any v in S where B)`; `hexlaw fmt` does it"
        c.error("HX259", open_one.binder.var.span, "a quantifier inside a `where` stands in brackets", help_)
    return c.condition(node, scope)


def _open_quantifiers(node: s.Expr) -> Iterator[s.Quantified]:
    """The quantifiers of a condition that take in all that stands behind them, as they are in no brackets."""
    match node:
        case _ if node.span.source.text[: node.span.start].rstrip().endswith("("):
            return
        case s.Quantified(binder=binder, holds=holds):
            if binder.where is not None or holds is not None:
                yield node
        case s.Not(inner=inner):
            yield from _open_quantifiers(inner)
        case s.AllOf(parts=parts) | s.AnyOf(parts=parts):
            for part in parts:
                yield from _open_quantifiers(part)


def _members(c: Checker, node: s.Binder, scope: Scope) -> e.Expr:
    assert node.within is not None
    typed = c.typed(node.within, scope)
    if not isinstance(typed.type, t.SetOf):
        message = f"`in` looks through a set, but this is `{typed.type}`"
        help_ = f"to look through what stands in a place, name the kind: `any unit {node.var.text} in ...`"
        several = [kind for kind in c.names.kinds if plural(kind) == node.var.text]
        if several:
            help_ = f"write `{several[0]} v in {print_expr(node.within)}`"
        if node.var.text in c.names.kinds:
            help_ = f"give what is looked for a name of its own, behind its kind: `{node.var.text} v in ...`"
        raise c.wrong("HX231", node.within.span, message, help_)
    return typed


def _things(c: Checker, node: s.Binder, scope: Scope) -> e.Expr:
    assert node.kind is not None
    kind = node.kind.text
    if kind not in c.names.kinds or kind in MACHINE_KINDS:
        known = [k for k in c.names.kinds if k not in MACHINE_KINDS]
        if kind in ("hex", "hexside"):
            every = "hexes" if kind == "hex" else "hexsides"
            known, hint = [], f"write `{node.var.text} in {every}` for the {every} of the map"
        else:
            hint = f"the kinds of things are: {listed([k for k in known if k not in UNPLACED_KINDS])}"
        raise c.unknown("HX211", node.kind, "there is no kind of thing", known, help=hint)
    within: e.Expr | None = None
    if node.within is not None:
        typed = c.typed(node.within, scope)
        type_ = t.bare(typed.type)
        if isinstance(type_, t.SetOf):
            if not isinstance(type_.item, t.Kind):
                raise c.wrong("HX231", node.within.span, f"this set does not hold things, but `{type_.item}`")
            if not related(type_.item, t.Kind(kind), c.names):
                name, looked = node.var.text, print_expr(node.within)
                there = f"{looked} includes {name}.hex"
                if type_.item != t.HEX:
                    holder, held = [x for x in ("v", "w", "x") if x != name][:2]
                    there = f"(any {holder} in {looked} where (any {kind} {held} in {holder} where {held} is {name}))"
                help_ = f"to look for what stands in one of them, write `{kind} {name} where {there}`"
                raise c.wrong("HX231", node.within.span, f"{in_words(type_)} never holds a `{kind}`", help_)
            var = e.Var(node.var.text, type_.item)
            return e.Those(e.Binder(var.name, typed, e.IsKind(var, kind, False)))
        if not isinstance(type_, t.Kind):
            raise c.wrong("HX231", node.within.span, f"things stand in a hex or in a thing, not in `{typed.type}`")
        within = typed
    return e.Things(kind, within, node.deep)


def bound(
    c: Checker, node: s.Quantified | s.Selected | s.Linked | s.Whichever | s.Folded, scope: Scope, want: t.Type | None
) -> e.Expr:
    match node:
        case s.Quantified():
            return _quantified(c, node, scope)
        case s.Selected():
            bound = bind(c, node.binder, scope)
            return e.Those(bound[0]) if node.how == "those" else e.One(bound[0])
        case s.Linked():
            return _linked(c, node, scope)
        case s.Whichever():
            return _whichever(c, node, scope, want)
        case _:
            return _folded(c, node, scope)


def _quantified(c: Checker, node: s.Quantified, scope: Scope) -> e.Expr:
    bound = bind(c, node.binder, scope)
    holds = c.condition(node.holds, bound[1]) if node.holds else None
    return e.Quantified(node.how, bound[0], holds)


def _linked(c: Checker, node: s.Linked, scope: Scope) -> e.Expr:
    """Hexes linked to others; what it begins from is one hex, or a set of them."""
    c.new_name(node.var, scope)
    if node.before is not None:
        c.new_name(node.before, {**scope, node.var.text: t.HEX})
    start = c.typed(node.start, scope)
    if t.bare(start.type) == t.HEX:
        start = e.MakeSet((start,), t.SetOf(t.HEX))
    if start.type != t.SetOf(t.HEX):
        message = f"hexes are linked to a hex or to a set of hexes, but this is `{start.type}`"
        raise c.wrong("HX231", node.start.span, message)
    within = None if node.within is None else c.fitting(node.within, scope, t.WHOLE, "how many steps at most")
    before = {} if node.before is None else {node.before.text: t.HEX}
    where = None if node.where is None else _where(c, node.where, {**scope, node.var.text: t.HEX, **before})
    to = None if node.to is None else c.fitting(node.to, scope, t.HEX, "where the steps lead")
    hexes = e.Binder(node.var.text, e.Builtin("hexes", (), t.SetOf(t.HEX)), where)
    return e.Linked(hexes, e.Binder(next(iter(before), ""), start, None), within, to)


def _whichever(c: Checker, node: s.Whichever, scope: Scope, want: t.Type | None) -> e.Expr:
    c.new_name(node.var, scope)
    domain = c.typed(node.domain, scope, t.SetOf(want) if want else None)
    if not isinstance(domain.type, t.SetOf):
        raise c.wrong("HX231", node.domain.span, f"`whichever` chooses from a set, but this is `{domain.type}`")
    measure = c.typed(node.measure, {**scope, node.var.text: domain.type.item})
    in_order = isinstance(measure.type, t.Choice) and c.names.choice(measure.type.name).ordered
    if not is_number(t.bare(measure.type)) and not in_order:
        message = f"least and most compare numbers or values of an ordered choice, but this is `{measure.type}`"
        raise c.wrong("HX231", node.measure.span, message)
    return e.Whichever(node.var.text, domain, node.how, measure)


def _folded(c: Checker, node: s.Folded, scope: Scope) -> e.Expr:
    if node.binder is None:
        assert node.whole is not None
        whole = c.typed(node.whole, scope)
        if not isinstance(whole.type, t.SetOf):
            raise c.wrong("HX231", node.whole.span, f"`count` counts a set, but this is `{whole.type}`")
        return e.Count(whole)
    bound = bind(c, node.binder, scope)
    if node.how == "count":
        return e.Count(e.Those(bound[0]))
    assert node.item is not None
    item = c.typed(node.item, bound[1])
    if not is_number(t.bare(item.type)):
        raise c.wrong("HX231", node.item.span, f"`{node.how}` takes numbers, but this is `{item.type}`")
    return e.Fold(node.how, item, bound[0])
