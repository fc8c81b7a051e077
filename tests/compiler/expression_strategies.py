"""Hypothesis strategies for expressions of the law and the small parts they are made of, without places.

`expressions()` is the way in; `law_strategies.py` builds items of these. Names are never words of the grammar, because
where such a word may be a name depends on what stands around it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from hexlaw.compiler.base.source import Source
from hexlaw.compiler.parse import parse
from hexlaw.compiler.parse import syntax as s

NOWHERE = Source("", "").span(0, 0)

GRAMMAR = (Path(parse.__file__).parent / "law.lark").read_text(encoding="utf-8")
QUOTED = re.findall(r'"([a-z /]+)"', GRAMMAR)
GRAMMAR_WORDS = {word for text in QUOTED for word in text.split()} | {"each", "the", "end"}

NAMES = (
    st.sampled_from(["lamp", "keeper", "ferry", "u", "v", "gate-3", "sees", "is-lit", "x1"])
    | st.from_regex(r"[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)
).filter(lambda name: name not in GRAMMAR_WORDS)  # fmt: skip
TEXTS = st.text(alphabet="abc  ,.;#:[](){}'-é", max_size=30)
LONG_TEXTS = TEXTS | st.text(alphabet="abcdefg   ", max_size=300)


def nodes(kind: Any, *args: SearchStrategy[Any], **named: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.builds(kind, *args, **named)


def tuples(of: SearchStrategy[Any], low: int = 0, high: int = 3) -> SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, min_size=low, max_size=high).map(tuple)


def maybe(of: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.none() | of


HERE = st.just(NOWHERE)
FLAGS = st.booleans()
IDENTS = nodes(s.Ident, NAMES, span=HERE)
PATHS = nodes(s.Ident, st.lists(NAMES, min_size=1, max_size=3).map(".".join), span=HERE)
RULINGS = nodes(s.Ident, st.from_regex(r"[A-Z]{1,3}(-[A-Z]{1,2})?-[0-9]{1,3}[a-z]?", fullmatch=True), span=HERE)
CITES = nodes(
    s.Cite, st.text(alphabet='ABC 1.2,-#"(', max_size=60).map(lambda text: " ".join(text.split())), span=HERE
)  # fmt: skip

# ---- types


def written_type(form: str, name: str = "", item: s.TypeRef | None = None) -> s.TypeRef:
    return s.TypeRef(form, name, item, span=NOWHERE)  # type: ignore[arg-type]


_PLAIN_TYPES = st.sampled_from(["yes/no", "whole", "exact", "text", "moment"]).map(written_type) | NAMES.map(
    lambda n: written_type("name", n)
)
TYPES = st.recursive(
    _PLAIN_TYPES | _PLAIN_TYPES.map(lambda item: written_type("or-none", item=item)),
    lambda inner: inner.map(lambda item: written_type("set", item=item)),
    max_leaves=2,
)
PARAMS = nodes(s.Param, IDENTS, TYPES)

# ---- expressions

NUMBERS = st.from_regex(r"-?[0-9]{1,3}(/[1-9])?|[0-9]{1,2} [0-9]/[1-9]", fullmatch=True)
ODDS = st.from_regex(r"[0-9]{1,2}-[0-9]{1,2}", fullmatch=True)
PLACES = st.from_regex(r"[A-Z]-[A-Z]-[0-9]{1,2}|[A-Z]{1,2}-?[0-9]{1,3}", fullmatch=True)
LEAVES = st.one_of(
    nodes(s.Name, NAMES, span=HERE),
    nodes(s.Constant, st.sampled_from(["yes", "no", "none"]), span=HERE),
    nodes(s.Literal_, st.just("number"), NUMBERS, span=HERE),
    nodes(s.Literal_, st.just("odds"), ODDS, span=HERE),
    nodes(s.Literal_, st.just("place"), PLACES, span=HERE),
    nodes(s.Literal_, st.just("text"), TEXTS, span=HERE),
)


def binders(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return binders_where(inner, maybe(inner))


def binders_where(inner: SearchStrategy[Any], where: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.one_of(
        nodes(s.Binder, IDENTS, st.none(), inner, st.just(False), where, span=HERE),
        nodes(s.Binder, IDENTS, IDENTS, inner, FLAGS, where, span=HERE),
        nodes(s.Binder, IDENTS, IDENTS, st.none(), st.just(False), where, span=HERE),
    )


def calls(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return nodes(s.Call, IDENTS, tuples(inner), tuples(st.tuples(IDENTS, inner), high=2), span=HERE)


def moments(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    edges, which = st.sampled_from(["start", "end"]), st.sampled_from([None, "this", "next"])
    return st.one_of(
        nodes(s.Moment, edges, which, IDENTS, maybe(inner), st.none(), span=HERE),
        nodes(s.Moment, edges, which, IDENTS, st.none(), IDENTS, span=HERE),
    )


def _compound(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    bound = binders(inner)
    nothing = st.none()
    return st.one_of(
        nodes(s.Attr, inner, IDENTS, span=HERE),
        calls(inner),
        nodes(s.SetOf, tuples(inner), span=HERE),
        nodes(s.Quantified, st.sampled_from(["any", "no"]), bound, nothing, span=HERE),
        nodes(s.Quantified, st.just("every"), binders_where(inner, nothing), inner, span=HERE),
        nodes(s.Selected, st.sampled_from(["those", "one"]), bound, span=HERE),
        nodes(s.Whichever, IDENTS, inner, st.sampled_from(["least", "most"]), inner, span=HERE),
        nodes(s.Linked, IDENTS, inner, maybe(inner), maybe(IDENTS), maybe(inner), maybe(inner), span=HERE),
        nodes(s.Folded, st.sampled_from(["sum", "least", "most"]), inner, bound, nothing, span=HERE),
        nodes(s.Folded, st.just("count"), nothing, bound, nothing, span=HERE),
        nodes(s.Folded, st.just("count"), nothing, nothing, inner, span=HERE),
        nodes(s.Arith, st.sampled_from("+-*/"), inner, inner, span=HERE),
        nodes(s.Compare, st.sampled_from(["<", "<=", ">", ">=", "=", "/="]), inner, inner, span=HERE),
        nodes(s.Is, inner, inner, FLAGS, span=HERE),
        nodes(s.IsKind, inner, IDENTS, FLAGS, st.sampled_from(["a", "an"]), span=HERE),
        nodes(s.In, inner, inner, FLAGS, span=HERE),
        nodes(s.Includes, inner, inner, span=HERE),
        nodes(s.Verb, inner, IDENTS, maybe(inner), span=HERE),
        nodes(s.WouldBreak, inner, PATHS, span=HERE),
        nodes(s.Applies, inner, span=HERE),
        moments(inner),
        nodes(s.NowIn, IDENTS, span=HERE),
        nodes(s.Not, inner, span=HERE),
        nodes(s.AllOf, tuples(inner, low=2), span=HERE),
        nodes(s.AnyOf, tuples(inner, low=2), span=HERE),
    )


EXPRESSIONS = st.recursive(LEAVES, _compound, max_leaves=8)
SMALL = st.recursive(LEAVES, _compound, max_leaves=4)
BINDERS = binders(SMALL)
MOMENTS = moments(SMALL)


def expressions() -> SearchStrategy[Any]:
    return EXPRESSIONS


# ---- every node around a given one, for going through all pairs instead of hoping for them


def around(inner: Any) -> list[Any]:
    """Each expression that holds another one, with `inner` in each of its places."""
    x, name = s.Name("x", span=NOWHERE), s.Ident("v", span=NOWHERE)
    kind, path = s.Ident("keeper", span=NOWHERE), s.Ident("a.b", span=NOWHERE)

    def binder(within: Any, where: Any, of: Any = None) -> s.Binder:
        return s.Binder(name, of, within, False, where, span=NOWHERE)

    ranges = [binder(inner, None), binder(inner, x), binder(x, inner), binder(inner, None, kind)]
    ranges += [binder(None, inner, kind)]
    pairs = [(inner, x), (x, inner)]
    found: list[Any] = [
        s.Attr(inner, name, span=NOWHERE),
        s.Call(name, (inner, x), (), span=NOWHERE),
        s.Call(name, (), ((kind, inner),), span=NOWHERE),
        s.SetOf((inner, x), span=NOWHERE),
        s.Quantified("every", binder(inner, None), x, span=NOWHERE),
        s.Quantified("every", binder(x, None), inner, span=NOWHERE),
        s.Folded("count", None, None, inner, span=NOWHERE),
        s.Folded("sum", inner, binder(x, None), None, span=NOWHERE),
        s.Verb(inner, name, None, span=NOWHERE),
        s.WouldBreak(inner, path, span=NOWHERE),
        s.Applies(inner, span=NOWHERE),
        s.Moment("end", None, kind, inner, None, span=NOWHERE),
        s.Not(inner, span=NOWHERE),
    ]
    for each in ranges:
        found += [s.Quantified("any", each, None, span=NOWHERE), s.Quantified("no", each, None, span=NOWHERE)]
        found += [s.Selected("those", each, span=NOWHERE), s.Folded("count", None, each, None, span=NOWHERE)]
        found += [s.Folded("least", x, each, None, span=NOWHERE)]
    for left, right in pairs:
        found += [s.Arith(op, left, right, span=NOWHERE) for op in ("+", "-", "*", "/")]
        found += [s.Is(left, right, negated, span=NOWHERE) for negated in (False, True)]
        found += [s.Compare("=", left, right, span=NOWHERE), s.In(left, right, True, span=NOWHERE)]
        found += [s.Includes(left, right, span=NOWHERE), s.Verb(left, name, right, span=NOWHERE)]
        found += [s.AllOf((left, right), span=NOWHERE), s.AnyOf((left, right), span=NOWHERE)]
        found += [s.Whichever(name, left, "most", right, span=NOWHERE)]
        found += [s.Linked(name, left, None, kind, right, to, span=NOWHERE) for to in (None, x)]
        found += [s.Linked(name, left, right, None, None, right, span=NOWHERE)]
        found += [s.Linked(name, left, right, None, None, span=NOWHERE)]
    return [*found, s.IsKind(inner, kind, True, span=NOWHERE)]


def plain_expressions() -> list[Any]:
    """One of each expression that holds no other, and of each that does: around a name and around open ranges."""
    leaves = [
        s.Name("x", span=NOWHERE),
        s.Name("a", span=NOWHERE),
        *(s.Constant(c, span=NOWHERE) for c in ("yes", "no", "none")),
    ]
    literals = [("number", "-5"), ("number", "5 1/2"), ("odds", "1-4"), ("place", "B-2"), ("text", "lit")]
    leaves += [s.Literal_(form, text, span=NOWHERE) for form, text in literals]  # type: ignore[arg-type]
    bare = s.Binder(s.Ident("v", span=NOWHERE), s.Ident("keeper", span=NOWHERE), None, False, None, span=NOWHERE)
    closed = s.Binder(s.Ident("v", span=NOWHERE), None, leaves[0], False, leaves[0], span=NOWHERE)
    ranges = [s.Quantified("any", binder, None, span=NOWHERE) for binder in (bare, closed)]
    leaves += [s.Moment("start", "next", s.Ident("v", span=NOWHERE), None, None, span=NOWHERE)]
    leaves += [s.Moment("end", "this", s.Ident("v", span=NOWHERE), None, s.Ident("keeper", span=NOWHERE), span=NOWHERE)]
    leaves += [s.NowIn(s.Ident("v", span=NOWHERE), span=NOWHERE)]
    leaves += [*ranges, s.Selected("one", bare, span=NOWHERE), s.SetOf((), span=NOWHERE)]
    return [*leaves, *(expr for inner in (leaves[0], *ranges) for expr in around(inner))]
