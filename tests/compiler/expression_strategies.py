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

from hexlaw.compiler.parse import parse
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.source import Source

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
IDENTS = nodes(s.Ident, NAMES, HERE)
PATHS = nodes(s.Ident, st.lists(NAMES, min_size=1, max_size=3).map(".".join), HERE)
RULINGS = nodes(s.Ident, st.from_regex(r"[A-Z]{1,3}(-[A-Z]{1,2})?-[0-9]{1,3}[a-z]?", fullmatch=True), HERE)
CITES = nodes(
    s.Cite, st.text(alphabet='ABC 1.2,-#"(', max_size=60).map(lambda text: " ".join(text.split())), HERE
)  # fmt: skip

# ---- types


def written_type(form: str, name: str = "", item: s.TypeRef | None = None) -> s.TypeRef:
    return s.TypeRef(form, name, NOWHERE, item)  # type: ignore[arg-type]


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
    nodes(s.Name, NAMES, HERE),
    nodes(s.Constant, st.sampled_from(["yes", "no", "none"]), HERE),
    nodes(s.Literal_, st.just("number"), NUMBERS, HERE),
    nodes(s.Literal_, st.just("odds"), ODDS, HERE),
    nodes(s.Literal_, st.just("place"), PLACES, HERE),
    nodes(s.Literal_, st.just("text"), TEXTS, HERE),
)


def binders(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return binders_where(inner, maybe(inner))


def binders_where(inner: SearchStrategy[Any], where: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.one_of(
        nodes(s.Binder, IDENTS, st.none(), inner, st.just(False), where, HERE),
        nodes(s.Binder, IDENTS, IDENTS, inner, FLAGS, where, HERE),
        nodes(s.Binder, IDENTS, IDENTS, st.none(), st.just(False), where, HERE),
    )


def calls(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return nodes(s.Call, IDENTS, tuples(inner), tuples(st.tuples(IDENTS, inner), high=2), HERE)


def moments(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    edges, which = st.sampled_from(["start", "end"]), st.sampled_from([None, "this", "next"])
    return st.one_of(
        nodes(s.Moment, edges, which, IDENTS, maybe(inner), st.none(), HERE),
        nodes(s.Moment, edges, which, IDENTS, st.none(), IDENTS, HERE),
    )


def _compound(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    bound = binders(inner)
    nothing = st.none()
    return st.one_of(
        nodes(s.Attr, inner, IDENTS, HERE),
        calls(inner),
        nodes(s.SetOf, tuples(inner), HERE),
        nodes(s.Quantified, st.sampled_from(["any", "no"]), bound, nothing, HERE),
        nodes(s.Quantified, st.just("every"), binders_where(inner, nothing), inner, HERE),
        nodes(s.Selected, st.sampled_from(["those", "one"]), bound, HERE),
        nodes(s.Whichever, IDENTS, inner, st.sampled_from(["least", "most"]), inner, HERE),
        nodes(s.Folded, st.sampled_from(["sum", "least", "most"]), inner, bound, nothing, HERE),
        nodes(s.Folded, st.just("count"), nothing, bound, nothing, HERE),
        nodes(s.Folded, st.just("count"), nothing, nothing, inner, HERE),
        nodes(s.Arith, st.sampled_from("+-*/"), inner, inner, HERE),
        nodes(s.Compare, st.sampled_from(["<", "<=", ">", ">=", "=", "/="]), inner, inner, HERE),
        nodes(s.Is, inner, inner, FLAGS, HERE),
        nodes(s.IsKind, inner, IDENTS, FLAGS, HERE, st.sampled_from(["a", "an"])),
        nodes(s.In, inner, inner, FLAGS, HERE),
        nodes(s.Includes, inner, inner, HERE),
        nodes(s.Verb, inner, IDENTS, maybe(inner), HERE),
        nodes(s.WouldBreak, inner, PATHS, HERE),
        nodes(s.Applies, inner, HERE),
        moments(inner),
        nodes(s.NowIn, IDENTS, HERE),
        nodes(s.Not, inner, HERE),
        nodes(s.AllOf, tuples(inner, low=2), HERE),
        nodes(s.AnyOf, tuples(inner, low=2), HERE),
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
    x, name = s.Name("x", NOWHERE), s.Ident("v", NOWHERE)
    kind, path = s.Ident("keeper", NOWHERE), s.Ident("a.b", NOWHERE)

    def binder(within: Any, where: Any, of: Any = None) -> s.Binder:
        return s.Binder(name, of, within, False, where, NOWHERE)

    ranges = [binder(inner, None), binder(inner, x), binder(x, inner), binder(inner, None, kind)]
    ranges += [binder(None, inner, kind)]
    pairs = [(inner, x), (x, inner)]
    found: list[Any] = [
        s.Attr(inner, name, NOWHERE),
        s.Call(name, (inner, x), (), NOWHERE),
        s.Call(name, (), ((kind, inner),), NOWHERE),
        s.SetOf((inner, x), NOWHERE),
        s.Quantified("every", binder(inner, None), x, NOWHERE),
        s.Quantified("every", binder(x, None), inner, NOWHERE),
        s.Folded("count", None, None, inner, NOWHERE),
        s.Folded("sum", inner, binder(x, None), None, NOWHERE),
        s.Verb(inner, name, None, NOWHERE),
        s.WouldBreak(inner, path, NOWHERE),
        s.Applies(inner, NOWHERE),
        s.Moment("end", None, kind, inner, None, NOWHERE),
        s.Not(inner, NOWHERE),
    ]
    for each in ranges:
        found += [s.Quantified("any", each, None, NOWHERE), s.Quantified("no", each, None, NOWHERE)]
        found += [s.Selected("those", each, NOWHERE), s.Folded("count", None, each, None, NOWHERE)]
        found += [s.Folded("least", x, each, None, NOWHERE)]
    for left, right in pairs:
        found += [s.Arith(op, left, right, NOWHERE) for op in ("+", "-", "*", "/")]
        found += [s.Is(left, right, negated, NOWHERE) for negated in (False, True)]
        found += [s.Compare("=", left, right, NOWHERE), s.In(left, right, True, NOWHERE)]
        found += [s.Includes(left, right, NOWHERE), s.Verb(left, name, right, NOWHERE)]
        found += [s.AllOf((left, right), NOWHERE), s.AnyOf((left, right), NOWHERE)]
        found += [s.Whichever(name, left, "most", right, NOWHERE)]
    return [*found, s.IsKind(inner, kind, True, NOWHERE)]


def plain_expressions() -> list[Any]:
    """One of each expression that holds no other, and of each that does: around a name and around open ranges."""
    leaves = [s.Name("x", NOWHERE), s.Name("a", NOWHERE), *(s.Constant(c, NOWHERE) for c in ("yes", "no", "none"))]
    literals = [("number", "-5"), ("number", "5 1/2"), ("odds", "1-4"), ("place", "B-2"), ("text", "lit")]
    leaves += [s.Literal_(form, text, NOWHERE) for form, text in literals]  # type: ignore[arg-type]
    bare = s.Binder(s.Ident("v", NOWHERE), s.Ident("keeper", NOWHERE), None, False, None, NOWHERE)
    closed = s.Binder(s.Ident("v", NOWHERE), None, leaves[0], False, leaves[0], NOWHERE)
    ranges = [s.Quantified("any", binder, None, NOWHERE) for binder in (bare, closed)]
    leaves += [s.Moment("start", "next", s.Ident("v", NOWHERE), None, None, NOWHERE)]
    leaves += [s.Moment("end", "this", s.Ident("v", NOWHERE), None, s.Ident("keeper", NOWHERE), NOWHERE)]
    leaves += [s.NowIn(s.Ident("v", NOWHERE), NOWHERE)]
    leaves += [*ranges, s.Selected("one", bare, NOWHERE), s.SetOf((), NOWHERE)]
    return [*leaves, *(expr for inner in (leaves[0], *ranges) for expr in around(inner))]
