"""Hypothesis strategies for law: syntax trees that the grammar can express, without places.

`expressions()` and `items()` are the way in. Every node of `compiler/parse/syntax.py` that stands in an item can
come up; test_format.py watches that none is forgotten. Names are never words of the grammar, because where such a
word may be a name depends on what stands around it.
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


def _type(form: str, name: str = "", item: s.TypeRef | None = None) -> s.TypeRef:
    return s.TypeRef(form, name, NOWHERE, item)  # type: ignore[arg-type]


_PLAIN_TYPES = st.sampled_from(["yes/no", "whole", "exact", "text"]).map(_type) | NAMES.map(lambda n: _type("name", n))
TYPES = st.recursive(
    _PLAIN_TYPES | _PLAIN_TYPES.map(lambda item: _type("or-none", item=item)),
    lambda inner: inner.map(lambda item: _type("set", item=item)),
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
        nodes(s.Not, inner, HERE),
        nodes(s.AllOf, tuples(inner, low=2), HERE),
        nodes(s.AnyOf, tuples(inner, low=2), HERE),
    )


EXPRESSIONS = st.recursive(LEAVES, _compound, max_leaves=8)
SMALL = st.recursive(LEAVES, _compound, max_leaves=4)
BINDERS = binders(SMALL)


def expressions() -> SearchStrategy[Any]:
    return EXPRESSIONS


# ---- statements

DICE = st.from_regex(r"[1-9]?d[1-9][0-9]?", fullmatch=True)
SIMPLE_STATEMENTS = st.one_of(
    nodes(s.Set, SMALL, SMALL, HERE),
    nodes(s.Mark, SMALL, IDENTS, FLAGS, HERE),
    nodes(s.Move, SMALL, SMALL, HERE),
    nodes(s.Place, IDENTS, SMALL, maybe(IDENTS), HERE),
    nodes(s.Remove, SMALL, HERE),
    nodes(s.Roll, DICE, IDENTS, HERE),
    nodes(s.Let, IDENTS, SMALL, HERE),
    nodes(s.Do, calls(SMALL), HERE),
)
STATEMENTS = st.recursive(
    SIMPLE_STATEMENTS,
    lambda inner: st.one_of(
        nodes(s.If, SMALL, tuples(inner, low=1), tuples(inner), HERE),
        nodes(s.For, BINDERS, tuples(inner, low=1), HERE),
    ),
    max_leaves=4,
)

# ---- items

ATTRIBUTES = nodes(s.Attribute, IDENTS, TYPES, maybe(SMALL), maybe(CITES), TEXTS, HERE)
READINGS = nodes(s.Reading, IDENTS, TEXTS, maybe(CITES), HERE)
PICKS = st.builds(
    lambda name, param, often, may, domain, where, costs, does: s.Pick(
        name, param, often, may, domain, where, *(costs or (None, None)), does, NOWHERE
    ),
    IDENTS, PARAMS, FLAGS, FLAGS, maybe(SMALL), maybe(SMALL), maybe(st.tuples(SMALL, SMALL)),
    tuples(STATEMENTS, high=2),
)  # fmt: skip
VALUES = IDENTS | nodes(s.Ident, ODDS, HERE)
STANDS = nodes(s.Stands, tuples(IDENTS, low=1), st.integers(0, 20), HERE)
ONE_OR_TWO = tuples(PARAMS, low=1, high=2)
EDGES = nodes(s.TableEdge, FLAGS, IDENTS, st.sampled_from(["first", "last", "none"]))
STEPS = nodes(s.ExtraStep, IDENTS, FLAGS, IDENTS)
DISPUTE_DEFAULTS = st.just((None, "")) | st.tuples(IDENTS, TEXTS)

TARGETS = nodes(s.Target, PATHS, st.just(False), FLAGS) | nodes(s.Target, PATHS, st.just(True), st.just(False))
LINKS = nodes(s.Link, st.sampled_from(["over", "limits", "lifts", "replaces"]), tuples(TARGETS, low=1), HERE)
AMOUNTS = ["multiplies", "divides", "adds", "subtracts", "makes", "at-most", "at-least"]
CONCLUSIONS = st.one_of(
    nodes(s.Concludes, EXPRESSIONS, HERE),
    nodes(s.Forbids, tuples(PATHS, low=1), HERE),
    nodes(s.Requires, SMALL, HERE),
    nodes(s.Changes, st.sampled_from(["halves", "doubles"]), st.none(), HERE),
    nodes(s.Changes, st.sampled_from(AMOUNTS), SMALL, HERE),
    nodes(s.Rounds, IDENTS, st.sampled_from(["down", "up"]), FLAGS, HERE),
    nodes(s.Rounds, IDENTS, st.just("keep"), st.just(False), HERE),
    nodes(s.Leaves, TEXTS, HERE),
)
YEARS = st.none() | st.integers(0, 3000)
RULES = st.builds(
    s.Rule,
    name=PATHS, cite=maybe(CITES), span=HERE, doc=LONG_TEXTS, links=tuples(LINKS),
    conclusions=tuples(CONCLUSIONS, 1, 2),
    under=maybe(st.tuples(PATHS, IDENTS)), by_ruling=maybe(RULINGS), against=maybe(RULINGS), from_year=YEARS,
    until_year=YEARS, when=tuples(SMALL), for_each=tuples(BINDERS, high=2), at_step=maybe(PATHS),
    sampled=st.sampled_from([None, "all-times", "rest"]),
    says=maybe(nodes(s.Literal_, st.just("text"), TEXTS, HERE)),
)  # fmt: skip
ANSWERS = st.sampled_from(["yes", "no", "yes: under the lamp", "no: ", "yes:a", "not before noon"])
RULING_ITEMS = st.builds(
    s.Ruling,
    name=RULINGS, cite=CITES, span=HERE, asks=TEXTS.filter(bool), answers=ANSWERS, dated=YEARS,
    authority=maybe(IDENTS), confirms=tuples(PATHS), amends=tuples(PATHS), supersedes=tuples(RULINGS),
    shown=tuples(PATHS, high=12), notes=tuples(TEXTS), doc=LONG_TEXTS,
)  # fmt: skip


def _dispute(name: Any, cite: Any, doc: str, readings: Any, default: Any) -> s.Dispute:
    return s.Dispute(name, cite, doc, readings, *default, NOWHERE)


def _fact(name: Any, shape: Any, params: Any, value: Any, cite: Any, doc: str, otherwise: Any) -> s.Fact:
    kept = params[:1] if shape == "adjective" else params
    return s.Fact(name, shape, kept, *value, cite, doc, otherwise, NOWHERE)


FACT_VALUES = st.just((None, False)) | st.tuples(TYPES, FLAGS)
CITED = maybe(CITES)
ITEMS = st.one_of(
    nodes(s.Chapter, TEXTS, CITES, maybe(IDENTS), HERE),
    nodes(s.Option, IDENTS, CITED, LONG_TEXTS, FLAGS, tuples(IDENTS), tuples(IDENTS), HERE),
    nodes(_dispute, PATHS, CITED, LONG_TEXTS, tuples(READINGS, low=1), DISPUTE_DEFAULTS),
    nodes(s.Settle, PATHS, IDENTS, CITED, HERE),
    nodes(s.Drop, PATHS, CITED, TEXTS, HERE),
    nodes(s.Choice, IDENTS, FLAGS, FLAGS, CITED, LONG_TEXTS, tuples(VALUES, low=1, high=20), HERE),
    nodes(s.Measure, IDENTS, FLAGS, TEXTS, HERE),
    nodes(s.Thing, IDENTS, FLAGS, st.none(), CITED, LONG_TEXTS, maybe(STANDS), tuples(ATTRIBUTES), HERE),
    nodes(
        s.Thing, IDENTS, FLAGS, IDENTS, CITED, LONG_TEXTS, maybe(STANDS), tuples(ATTRIBUTES), HERE,
        st.sampled_from(["a", "an"]),
    ),
    nodes(s.Record, IDENTS, CITED, LONG_TEXTS, tuples(ATTRIBUTES, low=1), HERE),
    nodes(_fact, IDENTS, st.just("call"), tuples(PARAMS, high=6), FACT_VALUES, CITED, LONG_TEXTS, maybe(EXPRESSIONS)),
    nodes(
        _fact, IDENTS, st.sampled_from(["adjective", "verb"]), ONE_OR_TWO, FACT_VALUES, CITED, LONG_TEXTS,
        maybe(EXPRESSIONS),
    ),
    nodes(
        s.Quantity, IDENTS, FLAGS, tuples(PARAMS), maybe(TYPES), CITED, LONG_TEXTS, EXPRESSIONS, tuples(IDENTS),
        tuples(STEPS), HERE,
    ),
    nodes(s.Table, IDENTS, tuples(PARAMS), TYPES, CITED, LONG_TEXTS, tuples(EDGES), HERE),
    nodes(s.Effect, IDENTS, tuples(PARAMS), CITED, LONG_TEXTS, tuples(STATEMENTS, low=1), HERE),
    nodes(
        s.Action, IDENTS, CITED, LONG_TEXTS, tuples(PICKS | nodes(s.Let, IDENTS, EXPRESSIONS, HERE), low=1, high=2),
        HERE,
    ),
    nodes(s.Reach, IDENTS, tuples(PARAMS), TYPES, CITED, LONG_TEXTS, PATHS, HERE),
    RULES,
    RULING_ITEMS,
)  # fmt: skip


def items() -> SearchStrategy[Any]:
    return ITEMS


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
    leaves += [*ranges, s.Selected("one", bare, NOWHERE), s.SetOf((), NOWHERE)]
    return [*leaves, *(expr for inner in (leaves[0], *ranges) for expr in around(inner))]


def holding(expr: Any) -> list[Any]:
    """Each clause and statement that holds an expression, with `expr` in each of its places."""
    x, name = s.Name("x", NOWHERE), s.Ident("v", NOWHERE)
    rule: dict[str, Any] = {"name": name, "cite": None, "span": NOWHERE}
    param = s.Param(name, _type("whole"))
    found: list[Any] = [
        s.Rule(**rule, when=(expr,), conclusions=(s.Concludes(expr, NOWHERE),)),
        s.Rule(**rule, conclusions=(s.Requires(expr, NOWHERE),)),
        s.Fact(name, "call", (param,), param.type, False, None, "", expr, NOWHERE),
        s.Quantity(name, False, (param,), param.type, None, "", expr, (), (), NOWHERE),
        s.Record(name, None, "", (s.Attribute(name, param.type, expr, None, "Doc.", NOWHERE),), NOWHERE),
    ]
    for kind, within, where in ((None, expr, None), (None, x, expr), (name, None, expr), (name, expr, x)):
        binder = s.Binder(name, kind, within, False, where, NOWHERE)
        found.append(s.Rule(**rule, for_each=(binder,)))
        found.append(s.Effect(name, (), None, "", (s.For(binder, (s.Remove(x, NOWHERE),), NOWHERE),), NOWHERE))
    for how in ("multiplies", "divides", "adds", "subtracts", "makes", "at-most", "at-least"):
        found.append(s.Rule(**rule, conclusions=(s.Changes(how, expr, NOWHERE),)))  # type: ignore[arg-type]
    for domain, where, cost in ((expr, None, None), (expr, x, None), (x, expr, expr), (None, expr, x), (expr, None, x)):
        pick = s.Pick(name, param, True, False, domain, where, cost, cost, (), NOWHERE)
        found.append(s.Action(name, None, "", (pick, s.Let(name, expr, NOWHERE)), NOWHERE))
    statements: list[Any] = [
        s.If(expr, (s.Remove(expr, NOWHERE),), (s.Let(name, expr, NOWHERE),), NOWHERE),
        s.Set(expr, expr, NOWHERE),
        s.Mark(expr, name, True, NOWHERE),
        s.Mark(expr, name, False, NOWHERE),
        s.Move(expr, expr, NOWHERE),
        s.Place(name, expr, name, NOWHERE),
    ]
    return [*found, s.Effect(name, (), None, "", tuple(statements), NOWHERE)]
