"""Typing of what compares: is, <, in, includes, and the verbs and adjectives of the law.

`is` means what its left side allows: an adjective, a yes/no attribute, a kind, a value of a choice, or equality.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexlaw.compiler.base.diagnostic import did_you_mean
from hexlaw.compiler.check import word_habits
from hexlaw.compiler.check.type_words import Untyped, attempt, fits, in_words, is_number, related, to_measure
from hexlaw.compiler.format.expression_printer import print_expr
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.names import UNIT_TYPE, Signature
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.builtins import BUILTIN_ADJECTIVES, BUILTIN_VERBS
from hexlaw.runtime.law.graph import ACTING, FORBIDDEN, TYPE

if TYPE_CHECKING:
    from hexlaw.compiler.check.expression_typing import Checker

Scope = Mapping[str, t.Type]


def called(signature: Signature, args: tuple[e.Expr, ...]) -> e.Expr:
    """What the law asks by a name it declares, with its arguments."""
    if signature.sort == "memory":
        return e.Memory(signature.name, args)
    return e.ASKED[signature.sort](signature.name, args, signature.type)


def comparison(c: Checker, node: s.Expr, scope: Scope) -> e.Expr:
    match node:
        case s.Is():
            return _is(c, node, scope)
        case s.IsKind():
            return _is_kind(c, node, scope)
        case s.Compare():
            return _compare(c, node, scope)
        case s.In():
            return _in(c, node.item, node.container, node.negated, scope)
        case s.Includes():
            return _in(c, node.item, node.container, False, scope)
        case s.Verb():
            return _verb(c, node, scope)
        case _:
            raise AssertionError(node)


def _is(c: Checker, node: s.Is, scope: Scope) -> e.Expr:
    match node:
        case s.Is(left=s.Call(name=name) as event, right=s.Name(text="forbidden")) if name.text in c.names.events:
            asked = _forbidden(c, event, scope)
            return e.Not(asked) if node.negated else asked
    value = c.typed(node.left, scope)
    _end_where_known(node.left, value, node.right, scope)
    bare = t.bare(value.type)
    if isinstance(node.right, s.Name) and node.right.text not in scope:
        if (described := _described(c, value, bare, node.right)) is not None:
            return e.Not(described) if node.negated else described
        if isinstance(bare, t.Kind) and node.right.text not in c.constants:
            known = _describing(c, bare)
            help_ = _of_attribute(c, node, bare) or _listed(known)
            known |= word_habits.unit_types(c.names, bare.name)
            raise c.unknown("HX241", node.right, f"a `{bare}` cannot be", known, help=help_)
    right = c.typed(node.right, scope, value.type)
    if not related(value.type, right.type, c.names) and not _is_none(node.right):
        said, help_ = f"`{value.type}` and `{right.type}` can never be the same", None
        if t.bare(value.type) == t.HEX and isinstance(node.right, s.Literal_) and node.right.form == "number":
            said, help_ = f"`{node.right.text}` is a number, not a hex", f'write `hex("{node.right.text}")`'
        elif isinstance(bare, t.Kind) and isinstance(node.right, s.Literal_) and node.right.form == "text":
            title = node.right.text.lower()
            named = (unit.id for unit in c.names.units.values() if title in (unit.id, unit.name.lower()))
            help_ = next((f"write `{print_expr(node.left)} is {unit}`" for unit in named), None)
        elif isinstance(bare, t.SetOf) and fits(right.type, bare.item, c.names):
            includes = f"{print_expr(node.left)} includes {print_expr(node.right)}"
            help_ = f"write `{'not ' if node.negated else ''}{includes}`"
        raise c.wrong("HX231", node.span, said, help_)
    return e.Equal(value, right, node.negated)


def _is_none(node: s.Expr) -> bool:
    return isinstance(node, s.Constant) and node.value == "none"


def _forbidden(c: Checker, event: s.Call, scope: Scope) -> e.Expr:
    """`sets-out(u) is forbidden`: whether a rule that forbids the event applies."""
    name = event.name.text
    if (asked := c.names.signatures.get(name + FORBIDDEN)) is None:
        help_ = f"say in `event {name}` by which picks it comes about: `by ACTION.PICK`"
        raise c.wrong("HX263", event.name.span, f"`{name}` happens, and nobody picks it", help_)
    args = c.given(name, c.names.events[name][0], event.args, scope, event.name.span)
    if len(asked.params) > len(args):
        given = c.constants.get(ACTING)
        if ACTING in scope:
            args = (e.Var(*asked.params[0]), *args)
        elif given is not None:
            args = (e.Const(*given), *args)
        else:
            message = f"what forbids `{name}` may ask who acts, and that is not known here"
            raise c.wrong("HX234", event.span, message, f"give what asks it a parameter `{ACTING}: side`")
    return called(asked, args)


def _end_where_known(written: s.Expr, left: e.Expr, right: s.Expr, scope: Scope) -> None:
    """Ends what compares a flag with a word of other languages, as in `x.lit is true`, which was reported."""
    is_flag = isinstance(written, s.Attr) and isinstance(left, e.Attribute) and left.type == t.YES_NO
    if is_flag and isinstance(right, s.Name) and right.text in word_habits.FOREIGN and right.text not in scope:
        raise Untyped


def _described(c: Checker, value: e.Expr, type_: t.Type, word: s.Name) -> e.Expr | None:
    """`x is word`, where the word is an adjective, a yes/no attribute or a kind."""
    signature = c.names.signatures.get(word.text)
    if signature and signature.shape == "adjective" and fits(type_, signature.params[0][1], c.names):
        return called(signature, (value,))
    builtin = BUILTIN_ADJECTIVES.get(word.text)
    if builtin and builtin.params and fits(type_, builtin.params[0], c.names):
        return e.Builtin(word.text, (value,), t.YES_NO)
    if isinstance(type_, t.Kind):
        found = c.names.attribute(type_.name, word.text)
        if found and found[1] == t.YES_NO:
            return e.Attribute(value, word.text, found[0], found[1])
        if type_.name in c.names.records and c.names.records[type_.name].get(word.text) == t.YES_NO:
            return e.Field(value, word.text, t.YES_NO)
        if word.text in c.names.kinds and c.names.is_a(word.text, type_.name):
            return e.IsKind(value, word.text, False)
        if word.text not in c.constants:
            return _of_unit_type(c, value, type_, word.text)
    return None


def _of_unit_type(c: Checker, value: e.Expr, type_: t.Kind, id: str) -> e.Expr | None:
    """`x is puma`: a line of the unit charts."""
    unit, found = c.names.units.get(id), c.names.attribute(type_.name, TYPE)
    if unit is None or found is None or t.bare(found[1]) != t.Choice(UNIT_TYPE):
        return None
    if not related(type_, t.Kind(unit.kind), c.names):
        return None
    return e.Equal(e.Attribute(value, TYPE, *found), e.Const(id, t.Choice(UNIT_TYPE)), False)


def _describing(c: Checker, type_: t.Kind) -> set[str]:
    adjectives = {
        n for n, sig in c.names.signatures.items()
        if sig.shape == "adjective" and fits(type_, sig.params[0][1], c.names)
    }  # fmt: skip
    flags = {n for n, a in c.names.attributes_of(type_.name).items() if a == t.YES_NO}
    return adjectives | flags | {k for k in c.names.kinds if k != type_.name and c.names.is_a(k, type_.name)}


def _is_kind(c: Checker, node: s.IsKind, scope: Scope) -> e.Expr:
    left = c.typed(node.left, scope)
    type_ = t.bare(left.type)
    if node.kind.text not in c.names.kinds:
        message = f"there is no kind of thing `{node.kind.text}`"
        raise c.wrong("HX211", node.kind.span, message, did_you_mean(node.kind.text, set(c.names.kinds)))
    if not isinstance(type_, t.Kind) or not related(type_, t.Kind(node.kind.text), c.names):
        help_ = _held(c, node, type_, scope) or "no thing is both: for either of two, write `or`"
        raise c.wrong("HX231", node.span, f"a `{left.type}` can never be a `{node.kind.text}`", help_)
    return e.IsKind(left, node.kind.text, node.negated)


def _held(c: Checker, node: s.IsKind, type_: t.Type, scope: Scope) -> str | None:
    """What to write where a thing may stand in things of several kinds, and not in the kind that `.holder` gives."""
    if not isinstance(node.left, s.Attr) or node.left.name.text != "holder" or not isinstance(type_, t.Kind):
        return None
    kind, held = node.kind.text, c.typed(node.left.base, scope)
    there = f"any {kind} v where (any {t.bare(held.type)} w in v where w is {print_expr(node.left.base)})"
    return f"`.holder` is the `{type_.name}` that it stands in; of a `{kind}`, write `{there}`"


def _of_attribute(c: Checker, node: s.Is, kind: t.Kind) -> str | None:
    """What to write where the word is a value of one of the thing's attributes, and not said of the thing."""
    if not isinstance(node.left, s.Name) or not isinstance(node.right, s.Name):
        return None
    for name, type_ in c.names.attributes_of(kind.name).items():
        item = type_.item if isinstance(type_, t.SetOf) else t.bare(type_)
        if isinstance(item, t.Choice) and node.right.text in c.names.choice(item.name).values:
            of = f"{node.left.text}.{name}"
            said = f"{node.right.text} in {of}" if isinstance(type_, t.SetOf) else f"{of} is {node.right.text}"
            return f"write `{said}`"
    below = c.names.attribute_below(kind.name, node.right.text)
    return None if below is None else f"only a `{below}` can be so"


def _compare(c: Checker, node: s.Compare, scope: Scope) -> e.Expr:
    left = c.typed(node.left, scope)
    _end_where_known(node.left, left, node.right, scope)
    right = c.typed(node.right, scope, left.type)
    a, b = t.bare(left.type), t.bare(right.type)
    if not related(a, b, c.names):
        message = f"{in_words(left.type)} cannot be compared with {in_words(right.type)}"
        raise c.wrong("HX231", node.span, message, to_measure(left.type, right.type))
    if node.op not in ("=", "/=") and any(_is_none(side) for side in (node.left, node.right)):
        raise c.wrong(
            "HX231",
            node.span,
            f"`{node.op}` compares numbers, and `none` is not one",
            "write `is none` or `is not none`",
        )
    if node.op == "=" or node.op == "/=":
        return e.Equal(left, right, node.op == "/=")
    order = a.name if isinstance(a, t.Choice) and c.names.choice(a.name).ordered else None
    if not is_number(a) and order is None:
        message = f"`{node.op}` compares numbers or values of an ordered choice, not `{left.type}`"
        raise c.wrong("HX231", node.span, message, "declare the choice `in order` if its values have one")
    return e.Compare(node.op, left, right, order)


def _in(c: Checker, item: s.Expr, container: s.Expr, negated: bool, scope: Scope) -> e.Expr:
    known = attempt(c.typed, item, scope) if not isinstance(item, s.Name) or item.text in scope else None
    whole = c.typed(container, scope, t.SetOf(known.type) if known else None)
    if not isinstance(whole.type, t.SetOf):
        kind = t.bare(known.type) if known is not None else None
        help_ = None
        if isinstance(kind, t.Kind) and isinstance(t.bare(whole.type), t.Kind):
            help_ = f"write `any {kind.name} v in {print_expr(container)} where v is {print_expr(item)}`"
        raise c.wrong("HX231", container.span, f"`in` asks about a set, but this is `{whole.type}`", help_)
    member = known or c.typed(item, scope, whole.type.item)
    if not related(member.type, whole.type.item, c.names):
        raise c.wrong("HX231", item.span, f"a `{whole.type}` never holds a `{member.type}`")
    return e.Contains(whole, member, negated)


def _verb(c: Checker, node: s.Verb, scope: Scope) -> e.Expr:
    word = node.verb.text
    args = (node.left,) if node.right is None else (node.left, node.right)
    if word in BUILTIN_VERBS:
        params = tuple((f"side {i + 1}", p) for i, p in enumerate(BUILTIN_VERBS[word].params or ()))
        return e.Builtin(word, c.given(word, params, args, scope, node.verb.span), t.YES_NO)
    found = c.names.signatures.get(word)
    if found is None or found.shape != "verb":
        verbs = {n for n, sig in c.names.signatures.items() if sig.shape == "verb"} | set(BUILTIN_VERBS)
        meant = word_habits.for_verb(node, c.names, scope)
        raise c.unknown(
            "HX234", node.verb, "this law has no verb", [] if meant else verbs, help=meant or _listed(verbs)
        )
    return called(found, c.given(word, found.params, args, scope, node.verb.span))


def _listed(words: set[str]) -> str | None:
    return f"known here: {', '.join(f'`{w}`' for w in sorted(words)[:12])}" if words else None
