"""Hypothesis strategies for law: syntax trees that the grammar can express, without places.

`items()` is the way in. Every node of `compiler/parse/syntax.py` that stands in an item can come up; test_format.py
watches that none is forgotten. Expressions and names are those of `expression_strategies.py`.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from hexlaw.compiler.parse import syntax as s

from .expression_strategies import (
    BINDERS,
    CITES,
    EXPRESSIONS,
    FLAGS,
    HERE,
    IDENTS,
    LONG_TEXTS,
    MOMENTS,
    NOWHERE,
    ODDS,
    PARAMS,
    PATHS,
    RULINGS,
    SMALL,
    TEXTS,
    TYPES,
    calls,
    maybe,
    nodes,
    tuples,
    written_type,
)

# ---- statements

DICE = st.from_regex(r"[1-9]?d[1-9][0-9]?", fullmatch=True)
UNTIL = maybe(MOMENTS | SMALL)
CALLS = calls(SMALL)
SIMPLE_STATEMENTS = st.one_of(
    nodes(s.Set, SMALL, SMALL, HERE, UNTIL),
    nodes(s.Mark, SMALL, IDENTS, st.just(True), HERE, UNTIL),
    nodes(s.Mark, SMALL, IDENTS, st.just(False), HERE),
    nodes(s.Move, SMALL, SMALL, HERE),
    nodes(s.Place, IDENTS, SMALL, maybe(IDENTS), HERE),
    nodes(s.Remove, SMALL, HERE),
    nodes(s.Roll, DICE, IDENTS, HERE),
    nodes(s.Let, IDENTS, SMALL, HERE),
    nodes(s.Do, CALLS, HERE),
    nodes(s.Borrowed, PATHS, FLAGS, FLAGS, HERE),
    nodes(s.Offer, CALLS, SMALL, FLAGS, HERE),
    nodes(s.Announce, CALLS, HERE),
    nodes(s.Write, CALLS, maybe(IDENTS), HERE),
    nodes(s.Begin, CALLS, SMALL, maybe(IDENTS), HERE),
    nodes(s.ChangeTask, st.sampled_from(["pause", "resume", "restart", "cancel"]), SMALL, HERE),
    nodes(s.Point, IDENTS, tuples(IDENTS, low=1), SMALL, HERE),
    nodes(s.Return, SMALL, IDENTS, HERE),
    nodes(s.Finish, HERE),
    nodes(s.Reveal, SMALL, maybe(SMALL), HERE),
    nodes(s.EndGame, HERE),
)


def picks(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.builds(
        lambda name, param, often, may, domain, where, costs, does, gathered: s.Pick(
            name, param, often, may, domain, where, *(costs or (None, None)), does, NOWHERE,
            gathered if often else None,
        ),
        IDENTS, PARAMS, FLAGS, FLAGS, maybe(SMALL), maybe(SMALL), maybe(st.tuples(SMALL, SMALL)),
        tuples(inner, high=2), maybe(IDENTS),
    )  # fmt: skip


STATEMENTS = st.recursive(
    SIMPLE_STATEMENTS,
    lambda inner: st.one_of(
        nodes(s.If, SMALL, tuples(inner, low=1), tuples(inner), HERE),
        nodes(s.For, BINDERS, tuples(inner, low=1), HERE),
        picks(inner),
    ),
    max_leaves=4,
)

# ---- items

ATTRIBUTES = nodes(s.Attribute, IDENTS, TYPES, maybe(SMALL), maybe(CITES), TEXTS, HERE, maybe(MOMENTS), FLAGS)
READINGS = nodes(s.Reading, IDENTS, TEXTS, maybe(CITES), HERE)
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
    nodes(s.Begins, SMALL, FLAGS, HERE),
    nodes(s.Counts, maybe(SMALL), CALLS, HERE),
    nodes(s.Then, tuples(STATEMENTS, low=1), HERE),
    nodes(s.TaskRule, st.sampled_from(["pauses", "restarts", "cancels"]), IDENTS, HERE),
)
EDGES_OF_SPANS = st.tuples(st.sampled_from(["start", "end"]), IDENTS)
YEARS = st.none() | st.integers(0, 3000)
RULES = st.builds(
    s.Rule,
    name=PATHS, cite=maybe(CITES), span=HERE, doc=LONG_TEXTS, links=tuples(LINKS),
    conclusions=tuples(CONCLUSIONS, 1, 2),
    under=maybe(st.tuples(PATHS, IDENTS)), by_ruling=maybe(RULINGS), against=maybe(RULINGS), from_year=YEARS,
    until_year=YEARS, when=tuples(SMALL), for_each=tuples(BINDERS, high=2), at_step=maybe(PATHS),
    sampled=st.sampled_from([None, "all-times", "rest"]),
    says=maybe(nodes(s.Literal_, st.just("text"), TEXTS, HERE)),
    after=maybe(PATHS), at_edge=maybe(EDGES_OF_SPANS), follows=tuples(PATHS),
    prose=maybe(nodes(s.Prose, tuples(TEXTS, low=1, high=2), st.sampled_from(["", "0a1b2c3d", "12345678"]), HERE)),
)  # fmt: skip
ANSWERS = st.sampled_from(["yes", "no", "yes: under the lamp", "no: ", "yes:a", "not before noon"])
RULING_ITEMS = st.builds(
    s.Ruling,
    name=RULINGS, cite=CITES, span=HERE, asks=TEXTS.filter(bool), answers=ANSWERS, dated=YEARS,
    authority=maybe(IDENTS), confirms=tuples(PATHS), amends=tuples(PATHS), supersedes=tuples(RULINGS),
    shown=tuples(PATHS, high=12), notes=tuples(TEXTS), doc=LONG_TEXTS,
)  # fmt: skip


SORTS = st.sampled_from(["turn", "segment", "phase", "step", "round"])


def spans(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    each = maybe(st.tuples(IDENTS, SMALL))
    condition, side = maybe(SMALL), maybe(SMALL)
    return nodes(
        s.SpanNode, SORTS, IDENTS, maybe(CITES), each, side, condition, condition, side, tuples(inner, high=2), HERE
    )


SPANS = st.recursive(spans(SIMPLE_STATEMENTS), lambda inner: spans(inner | STATEMENTS), max_leaves=3)
BESIDE = nodes(s.Beside, FLAGS, IDENTS, tuples(SPANS, low=1, high=2))
STAGES = nodes(s.Stage, IDENTS, maybe(SMALL), maybe(IDENTS), maybe(SMALL), HERE)
OPEN_IN = nodes(s.OpenIn, tuples(IDENTS, low=1), maybe(SMALL), HERE)


def _dispute(name: Any, cite: Any, doc: str, readings: Any, default: Any) -> s.Dispute:
    return s.Dispute(name, cite, doc, readings, *default, NOWHERE)


def _chapter(title: str, cite: Any, hangs: Any) -> s.Chapter:
    option, situation = hangs
    return s.Chapter(title, cite, option, NOWHERE, situation)


def _memory(name: Any, shape: Any, params: Any, cite: Any, doc: str) -> s.Memory:
    return s.Memory(name, shape, params[:1] if shape == "adjective" else params, cite, doc, NOWHERE)


def _fact(name: Any, shape: Any, params: Any, value: Any, cite: Any, doc: str, otherwise: Any) -> s.Fact:
    kept = params[:1] if shape == "adjective" else params
    return s.Fact(name, shape, kept, *value, cite, doc, otherwise, NOWHERE)


FACT_VALUES = st.just((None, False)) | st.tuples(TYPES, FLAGS)
CITED = maybe(CITES)
ITEMS = st.one_of(
    nodes(
        _chapter, TEXTS, CITES,
        st.just((None, None)) | IDENTS.map(lambda o: (o, None)) | IDENTS.map(lambda o: (None, o)),
    ),
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
        s.Action, IDENTS, CITED, LONG_TEXTS, tuples(picks(STATEMENTS) | STATEMENTS, low=1, high=2), HERE,
        tuples(PARAMS), tuples(OPEN_IN, high=2),
    ),
    nodes(s.Event, IDENTS, tuples(PARAMS), CITED, LONG_TEXTS, HERE),
    nodes(_memory, IDENTS, st.just("call"), tuples(PARAMS), CITED, LONG_TEXTS),
    nodes(_memory, IDENTS, st.sampled_from(["adjective", "verb"]), ONE_OR_TWO, CITED, LONG_TEXTS),
    nodes(s.Tally, IDENTS, tuples(PARAMS), TYPES, CITED, LONG_TEXTS, HERE),
    nodes(s.Order, IDENTS, CITED, LONG_TEXTS, maybe(IDENTS), tuples(ATTRIBUTES, low=1), HERE),
    nodes(
        s.Task, IDENTS, tuples(PARAMS), CITED, LONG_TEXTS, maybe(st.tuples(IDENTS, st.integers(0, 20))),
        maybe(EDGES_OF_SPANS), maybe(SMALL), tuples(STAGES, low=1), tuples(STATEMENTS, high=2), HERE,
    ),
    nodes(s.Sequence, IDENTS, FLAGS, CITED, LONG_TEXTS, tuples(SPANS, low=1, high=2), tuples(BESIDE, high=2), HERE),
    nodes(
        s.Situation, IDENTS, CITES, TEXTS, LONG_TEXTS, tuples(st.tuples(IDENTS, FLAGS)),
        tuples(st.tuples(PATHS, IDENTS)), HERE,
    ),
    nodes(s.Reach, IDENTS, tuples(PARAMS), TYPES, CITED, LONG_TEXTS, PATHS, HERE),
    nodes(s.Words, tuples(nodes(s.Phrase, IDENTS, PATHS, tuples(TEXTS, low=1, high=3), HERE), low=1, high=3), HERE),
    RULES,
    RULING_ITEMS,
)  # fmt: skip


def items() -> SearchStrategy[Any]:
    return ITEMS


def holding(expr: Any) -> list[Any]:
    """Each clause and statement that holds an expression, with `expr` in each of its places."""
    x, name = s.Name("x", NOWHERE), s.Ident("v", NOWHERE)
    rule: dict[str, Any] = {"name": name, "cite": None, "span": NOWHERE}
    param = s.Param(name, written_type("whole"))
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
    call = s.Call(name, (expr,), ((name, expr),), NOWHERE)
    conclusions: list[Any] = [
        s.Begins(expr, False, NOWHERE),
        s.Counts(expr, call, NOWHERE),
        s.Counts(None, call, NOWHERE),
    ]
    found += [s.Rule(**rule, conclusions=(conclusion,)) for conclusion in conclusions]
    lasting = s.Moment("end", None, name, expr, None, NOWHERE)
    found.append(
        s.Order(name, None, "", None, (s.Attribute(name, param.type, expr, None, "", NOWHERE, lasting, True),), NOWHERE)
    )
    stage = s.Stage(name, expr, name, expr, NOWHERE)
    found.append(s.Task(name, (), None, "", None, None, expr, (stage,), (), NOWHERE))
    found.append(s.Action(name, None, "", (s.Finish(NOWHERE),), NOWHERE, (), (s.OpenIn((name,), expr, NOWHERE),)))
    for each, others in (((name, expr), expr), ((name, expr), None), (None, expr)):
        span = s.SpanNode("turn", name, None, each, others, others, others, others, (), NOWHERE)
        found.append(s.Sequence(name, False, None, "", (span,), (s.Beside(True, name, (span,)),), NOWHERE))
    statements: list[Any] = [
        s.If(expr, (s.Remove(expr, NOWHERE),), (s.Let(name, expr, NOWHERE),), NOWHERE),
        s.Set(expr, expr, NOWHERE),
        s.Mark(expr, name, True, NOWHERE),
        s.Mark(expr, name, False, NOWHERE),
        s.Move(expr, expr, NOWHERE),
        s.Place(name, expr, name, NOWHERE),
        s.Set(expr, expr, NOWHERE, expr),
        s.Mark(expr, name, True, NOWHERE, expr),
        s.Offer(call, expr, True, NOWHERE),
        s.Begin(call, expr, name, NOWHERE),
        s.ChangeTask("pause", expr, NOWHERE),
        s.Point(name, (name, name), expr, NOWHERE),
        s.Return(expr, name, NOWHERE),
        s.Reveal(expr, expr, NOWHERE),
    ]
    return [*found, s.Effect(name, (), None, "", tuple(statements), NOWHERE)]
