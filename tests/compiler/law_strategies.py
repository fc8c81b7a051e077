"""Hypothesis strategies for law: syntax trees that the grammar can express, without places.

`items()` is the way in. Every node of `parse/syntax.py` that stands in an item can come up; test_format.py
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
    nodes(s.Set, SMALL, SMALL, UNTIL, span=HERE),
    nodes(s.Mark, SMALL, IDENTS, st.just(True), UNTIL, span=HERE),
    nodes(s.Mark, SMALL, IDENTS, st.just(False), span=HERE),
    nodes(s.Move, SMALL, SMALL, span=HERE),
    nodes(s.Place, IDENTS, SMALL, maybe(IDENTS), span=HERE),
    nodes(s.Remove, SMALL, span=HERE),
    nodes(s.Roll, DICE, IDENTS, span=HERE),
    nodes(s.Roll, st.sampled_from(["d", "1d", "3d"]), IDENTS, SMALL, span=HERE),
    nodes(s.Draw, BINDERS, span=HERE),
    nodes(s.Let, IDENTS, SMALL, span=HERE),
    nodes(s.Do, CALLS, span=HERE),
    nodes(s.Borrowed, PATHS, FLAGS, FLAGS, span=HERE),
    nodes(s.Offer, CALLS, SMALL, FLAGS, FLAGS, span=HERE),
    nodes(s.Announce, CALLS, span=HERE),
    nodes(s.Write, CALLS, maybe(IDENTS), span=HERE),
    nodes(s.Begin, CALLS, SMALL, maybe(IDENTS), span=HERE),
    nodes(s.ChangeTask, st.sampled_from(["pause", "resume", "restart", "cancel"]), SMALL, span=HERE),
    nodes(s.Point, IDENTS, tuples(IDENTS, low=1), SMALL, span=HERE),
    nodes(s.Return, SMALL, IDENTS, span=HERE),
    nodes(s.Finish, span=HERE),
    nodes(s.Stops, IDENTS, span=HERE),
    nodes(s.Reveal, SMALL, maybe(SMALL), span=HERE),
    nodes(s.EndGame, span=HERE),
)


def picks(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.builds(
        lambda name, param, often, may, domain, where, costs, does, gathered: s.Pick(
            name, param, often, may, domain, where, *(costs or (None, None)), does,
            gathered if often else None, span=NOWHERE,
        ),
        IDENTS, PARAMS, FLAGS, FLAGS, maybe(SMALL), maybe(SMALL), maybe(st.tuples(SMALL, SMALL)),
        tuples(inner, high=2), maybe(IDENTS),
    )  # fmt: skip


STATEMENTS = st.recursive(
    SIMPLE_STATEMENTS,
    lambda inner: st.one_of(
        nodes(s.If, SMALL, tuples(inner, low=1), tuples(inner), span=HERE),
        nodes(s.For, BINDERS, tuples(inner, low=1), span=HERE),
        nodes(s.Part, IDENTS, tuples(inner, low=1), span=HERE),
        picks(inner),
    ),
    max_leaves=4,
)

# ---- items

ATTRIBUTES = nodes(s.Attribute, IDENTS, maybe(CITES), TEXTS, TYPES, maybe(SMALL), maybe(MOMENTS), FLAGS, span=HERE)
NOTED = nodes(s.Attribute, IDENTS, st.none(), TEXTS, TYPES, maybe(SMALL), span=HERE)
DEFAULTS = nodes(s.DefaultAnew, IDENTS, SMALL, maybe(CITES), TEXTS, span=HERE)
DROPPED = ("action", "effect", "part", "phase", "default", "settlement")
READINGS = nodes(s.Reading, IDENTS, TEXTS, maybe(CITES), span=HERE)
VALUES = IDENTS | nodes(s.Ident, ODDS, span=HERE)
STANDS = nodes(s.Stands, tuples(IDENTS, low=1), st.integers(0, 20), span=HERE)
ONE_OR_TWO = tuples(PARAMS, low=1, high=2)
EDGES = nodes(s.TableEdge, FLAGS, IDENTS, st.sampled_from(["first", "last", "none"]))
STEPS = nodes(s.ExtraStep, IDENTS, FLAGS, IDENTS)
DISPUTE_DEFAULTS = st.just((None, "")) | st.tuples(IDENTS, TEXTS)

TARGETS = nodes(s.Target, PATHS, st.just(False), FLAGS) | nodes(s.Target, PATHS, st.just(True), st.just(False))
LINKS = nodes(s.Link, st.sampled_from(["over", "limits", "lifts", "replaces"]), tuples(TARGETS, low=1), span=HERE)
AMOUNTS = ["multiplies", "divides", "adds", "subtracts", "makes", "at-most", "at-least"]
CONCLUSIONS = st.one_of(
    nodes(s.Concludes, EXPRESSIONS, span=HERE),
    nodes(s.Forbids, tuples(PATHS, low=1), span=HERE),
    nodes(
        s.Goal,
        IDENTS,
        maybe(EXPRESSIONS),
        maybe(SMALL),
        maybe(SMALL),
        maybe(SMALL),
        maybe(SMALL),
        SMALL,
        SMALL,
        span=HERE,
    ),
    nodes(s.Goal, IDENTS, EXPRESSIONS, *(st.none() for _ in range(6)), span=HERE),
    nodes(s.Requires, SMALL, span=HERE),
    nodes(s.Changes, st.sampled_from(["halves", "doubles"]), st.none(), span=HERE),
    nodes(s.Changes, st.sampled_from(AMOUNTS), SMALL, span=HERE),
    nodes(s.Rounds, IDENTS, st.sampled_from(["down", "up"]), FLAGS, span=HERE),
    nodes(s.Rounds, IDENTS, st.just("keep"), st.just(False), span=HERE),
    nodes(s.Leaves, TEXTS, span=HERE),
    nodes(s.Begins, SMALL, FLAGS, span=HERE),
    nodes(s.Counts, maybe(SMALL), CALLS, span=HERE),
    nodes(s.Then, tuples(STATEMENTS, low=1), span=HERE),
    nodes(s.TaskRule, st.sampled_from(["pauses", "restarts", "cancels"]), IDENTS, span=HERE),
)
EDGES_OF_SPANS = st.tuples(st.sampled_from(["start", "end"]), IDENTS)
YEARS = st.none() | st.integers(0, 3000)
RULES = st.builds(
    s.Rule,
    name=PATHS, cite=maybe(CITES), span=HERE, doc=LONG_TEXTS, also=FLAGS, links=tuples(LINKS),
    conclusions=tuples(CONCLUSIONS, 1, 2),
    under=maybe(st.tuples(PATHS, IDENTS)), by_ruling=maybe(RULINGS), against=maybe(RULINGS), from_year=YEARS,
    until_year=YEARS, when=tuples(SMALL), for_each=tuples(BINDERS, high=2), at_step=maybe(PATHS),
    sampled=st.sampled_from([None, "all-times", "rest"]),
    says=maybe(nodes(s.Literal_, st.just("text"), TEXTS, span=HERE)),
    after=maybe(PATHS), at_edge=maybe(EDGES_OF_SPANS), follows=tuples(PATHS),
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
    each = maybe(BINDERS)
    condition, side = maybe(SMALL), maybe(SMALL)
    return nodes(
        s.SpanNode,
        SORTS,
        IDENTS,
        maybe(CITES),
        each,
        side,
        condition,
        condition,
        side,
        tuples(inner, high=2),
        span=HERE,
    )


SPANS = st.recursive(spans(SIMPLE_STATEMENTS), lambda inner: spans(inner | STATEMENTS), max_leaves=3)
BESIDE = nodes(
    s.Beside, st.sampled_from(("after", "before", "replaces", "around")), IDENTS, tuples(SPANS, low=1, high=2)
)
STAGES = nodes(s.Stage, IDENTS, maybe(SMALL), maybe(IDENTS), maybe(SMALL), span=HERE)
OPEN_IN = nodes(s.OpenIn, tuples(IDENTS, low=1), maybe(SMALL), span=HERE)


def _dispute(name: Any, cite: Any, doc: str, readings: Any, default: Any) -> s.Dispute:
    return s.Dispute(name, cite, doc, readings, *default, span=NOWHERE)


def _chapter(title: str, cite: Any, hangs: Any, is_advice: bool) -> s.Chapter:
    option, situation = hangs
    return s.Chapter(title, cite, option, situation, is_advice, span=NOWHERE)


def _memory(name: Any, shape: Any, params: Any, cite: Any, doc: str) -> s.Memory:
    return s.Memory(name, cite, doc, shape, params[:1] if shape == "adjective" else params, span=NOWHERE)


def _fact(name: Any, shape: Any, params: Any, value: Any, cite: Any, doc: str, otherwise: Any) -> s.Fact:
    kept = params[:1] if shape == "adjective" else params
    return s.Fact(name, cite, doc, shape, kept, *value, otherwise, span=NOWHERE)


FACT_VALUES = st.just((None, False)) | st.tuples(TYPES, FLAGS)
CITED = maybe(CITES)
ITEMS = st.one_of(
    nodes(
        _chapter, TEXTS, CITES,
        st.just((None, None)) | IDENTS.map(lambda o: (o, None)) | IDENTS.map(lambda o: (None, o)), FLAGS,
    ),
    nodes(s.Plan, IDENTS, CITED, LONG_TEXTS, tuples(NOTED, low=1), span=HERE),
    nodes(s.Style, IDENTS, CITED, LONG_TEXTS.filter(bool), span=HERE),
    nodes(s.Option, IDENTS, CITED, LONG_TEXTS, FLAGS, tuples(IDENTS), tuples(IDENTS), span=HERE),
    nodes(_dispute, PATHS, CITED, LONG_TEXTS, tuples(READINGS, low=1), DISPUTE_DEFAULTS),
    nodes(s.Settle, PATHS, IDENTS, CITED, maybe(PATHS), span=HERE),
    nodes(s.Drop, maybe(st.sampled_from(DROPPED)), PATHS, CITED, TEXTS, span=HERE),
    nodes(s.Choice, IDENTS, CITED, LONG_TEXTS, FLAGS, FLAGS, tuples(VALUES, low=1, high=20), span=HERE),
    nodes(s.Measure, IDENTS, FLAGS, TEXTS, span=HERE),
    nodes(s.Thing, IDENTS, CITED, LONG_TEXTS, FLAGS, st.just(()), maybe(STANDS), tuples(ATTRIBUTES), span=HERE),
    nodes(
        s.Thing, IDENTS, CITED, LONG_TEXTS, FLAGS, tuples(IDENTS, low=1, high=3), maybe(STANDS), tuples(ATTRIBUTES),
        st.sampled_from(["a", "an"]), tuples(DEFAULTS), span=HERE,
    ),
    nodes(s.Record, IDENTS, CITED, LONG_TEXTS, tuples(ATTRIBUTES, low=1), span=HERE),
    nodes(_fact, IDENTS, st.just("call"), tuples(PARAMS, high=6), FACT_VALUES, CITED, LONG_TEXTS, maybe(EXPRESSIONS)),
    nodes(
        _fact, IDENTS, st.sampled_from(["adjective", "verb"]), ONE_OR_TWO, FACT_VALUES, CITED, LONG_TEXTS,
        maybe(EXPRESSIONS),
    ),
    nodes(
        s.Quantity, IDENTS, CITED, LONG_TEXTS, FLAGS, tuples(PARAMS), maybe(TYPES), EXPRESSIONS, tuples(IDENTS),
        tuples(STEPS), span=HERE,
    ),
    nodes(
        s.Quantity, IDENTS, CITED, LONG_TEXTS, st.just(False), st.tuples(PARAMS), st.none(), maybe(EXPRESSIONS),
        tuples(IDENTS, low=1), tuples(STEPS), st.just(True), span=HERE,
    ),
    nodes(s.Table, IDENTS, CITED, LONG_TEXTS, tuples(PARAMS), TYPES, tuples(EDGES), span=HERE),
    nodes(s.Effect, IDENTS, CITED, LONG_TEXTS, tuples(PARAMS), tuples(STATEMENTS, low=1), FLAGS, span=HERE),
    nodes(
        s.Action, IDENTS, CITED, LONG_TEXTS, tuples(picks(STATEMENTS) | STATEMENTS, low=1, high=2), tuples(PARAMS),
        tuples(OPEN_IN, high=2), span=HERE,
    ),
    nodes(s.Event, IDENTS, CITED, LONG_TEXTS, tuples(PARAMS), span=HERE),
    nodes(_memory, IDENTS, st.just("call"), tuples(PARAMS), CITED, LONG_TEXTS),
    nodes(_memory, IDENTS, st.sampled_from(["adjective", "verb"]), ONE_OR_TWO, CITED, LONG_TEXTS),
    nodes(s.Tally, IDENTS, CITED, LONG_TEXTS, tuples(PARAMS), TYPES, span=HERE),
    nodes(s.Order, IDENTS, CITED, LONG_TEXTS, maybe(IDENTS), tuples(ATTRIBUTES, low=1), span=HERE),
    nodes(
        s.Task, IDENTS, CITED, LONG_TEXTS, tuples(PARAMS), maybe(st.tuples(IDENTS, st.integers(0, 20))),
        maybe(EDGES_OF_SPANS), maybe(SMALL), tuples(STAGES, low=1), tuples(STATEMENTS, high=2), span=HERE,
    ),
    nodes(
        s.Sequence, IDENTS, CITED, LONG_TEXTS, FLAGS, tuples(SPANS, low=1, high=2), tuples(BESIDE, high=2), span=HERE,
    ),
    nodes(
        s.Situation, IDENTS, CITES, TEXTS, LONG_TEXTS, tuples(st.tuples(IDENTS, FLAGS)),
        tuples(st.tuples(PATHS, IDENTS)), span=HERE,
    ),
    nodes(s.Reach, IDENTS, CITED, LONG_TEXTS, tuples(PARAMS), TYPES, PATHS, span=HERE),
    nodes(
        s.Words, tuples(nodes(s.Phrase, IDENTS, PATHS, tuples(TEXTS, low=1, high=3), span=HERE), low=1, high=3),
        span=HERE,
    ),
    nodes(
        s.Section, maybe(nodes(s.Cite, st.sampled_from(["2.3", "V.D.3", "RB 2.4", "Chart A"]), span=HERE)),
        st.sampled_from(["", "Slow boats", "Questions and answers"]), span=HERE,
    ),
    nodes(s.Prose, tuples(st.sampled_from(["It is **deep**, see [2.3].", "", "- one"]), low=1, high=4), span=HERE),
    nodes(
        s.ToldOf, IDENTS,
        tuples(
            nodes(s.SpokenFor, st.sampled_from(["rule", "action", "effect", "task"]), PATHS, span=HERE), low=1, high=3
        ),
        span=HERE,
    ),
    nodes(
        s.Open,
        nodes(s.Event, IDENTS, CITED, LONG_TEXTS, tuples(PARAMS), span=HERE)
        | nodes(s.Choice, IDENTS, CITED, LONG_TEXTS, FLAGS, FLAGS, tuples(VALUES, low=1, high=20), span=HERE)
        | nodes(s.Thing, IDENTS, CITED, LONG_TEXTS, FLAGS, st.just(()), maybe(STANDS), tuples(ATTRIBUTES), span=HERE)
        | nodes(_fact, IDENTS, st.just("call"), tuples(PARAMS), FACT_VALUES, CITED, LONG_TEXTS, maybe(EXPRESSIONS)),
        span=HERE,
    ),
    RULES,
    RULING_ITEMS,
)  # fmt: skip


def items() -> SearchStrategy[Any]:
    return ITEMS


def holding(expr: Any) -> list[Any]:
    """Each clause and statement that holds an expression, with `expr` in each of its places."""
    x, name = s.Name("x", span=NOWHERE), s.Ident("v", span=NOWHERE)
    rule: dict[str, Any] = {"name": name, "cite": None, "doc": "", "span": NOWHERE}
    param = s.Param(name, written_type("whole"))
    found: list[Any] = [
        s.Rule(**rule, when=(expr,), conclusions=(s.Concludes(expr, span=NOWHERE),)),
        s.Rule(**rule, conclusions=(s.Requires(expr, span=NOWHERE),)),
        s.Fact(name, None, "", "call", (param,), param.type, False, expr, span=NOWHERE),
        s.Quantity(name, None, "", False, (param,), param.type, expr, (), (), span=NOWHERE),
        s.Record(name, None, "", (s.Attribute(name, None, "Doc.", param.type, expr, span=NOWHERE),), span=NOWHERE),
    ]
    for kind, within, where in ((None, expr, None), (None, x, expr), (name, None, expr), (name, expr, x)):
        binder = s.Binder(name, kind, within, False, where, span=NOWHERE)
        found.append(s.Rule(**rule, for_each=(binder,)))
        found.append(
            s.Effect(name, None, "", (), (s.For(binder, (s.Remove(x, span=NOWHERE),), span=NOWHERE),), span=NOWHERE)
        )
    for how in ("multiplies", "divides", "adds", "subtracts", "makes", "at-most", "at-least"):
        found.append(s.Rule(**rule, conclusions=(s.Changes(how, expr, span=NOWHERE),)))  # type: ignore[arg-type]
    for domain, where, cost in ((expr, None, None), (expr, x, None), (x, expr, expr), (None, expr, x), (expr, None, x)):
        pick = s.Pick(name, param, True, False, domain, where, cost, cost, (), span=NOWHERE)
        found.append(s.Action(name, None, "", (pick, s.Let(name, expr, span=NOWHERE)), span=NOWHERE))
    call = s.Call(name, (expr,), ((name, expr),), span=NOWHERE)
    conclusions: list[Any] = [
        s.Begins(expr, False, span=NOWHERE),
        s.Counts(expr, call, span=NOWHERE),
        s.Goal(name, expr, expr, expr, expr, expr, expr, expr, span=NOWHERE),
        s.Goal(name, None, None, expr, None, None, None, None, span=NOWHERE),
        s.Counts(None, call, span=NOWHERE),
    ]
    found += [s.Rule(**rule, conclusions=(conclusion,)) for conclusion in conclusions]
    lasting = s.Moment("end", None, name, expr, None, span=NOWHERE)
    found.append(
        s.Order(
            name,
            None,
            "",
            None,
            (s.Attribute(name, None, "", param.type, expr, lasting, True, span=NOWHERE),),
            span=NOWHERE,
        )
    )
    stage = s.Stage(name, expr, name, expr, span=NOWHERE)
    found.append(s.Task(name, None, "", (), None, None, expr, (stage,), (), span=NOWHERE))
    found.append(
        s.Action(name, None, "", (s.Finish(span=NOWHERE),), (), (s.OpenIn((name,), expr, span=NOWHERE),), span=NOWHERE)
    )
    among = s.Binder(name, None, expr, False, None, span=NOWHERE)
    some = s.Binder(name, name, None, False, expr, span=NOWHERE)
    for each, others in ((among, expr), (among, None), (some, expr), (some, None), (None, expr)):
        span = s.SpanNode("turn", name, None, each, others, others, others, others, (), span=NOWHERE)
        found.append(s.Sequence(name, None, "", False, (span,), (s.Beside("after", name, (span,)),), span=NOWHERE))
    statements: list[Any] = [
        s.If(expr, (s.Remove(expr, span=NOWHERE),), (s.Let(name, expr, span=NOWHERE),), span=NOWHERE),
        s.Set(expr, expr, span=NOWHERE),
        s.Mark(expr, name, span=NOWHERE),
        s.Mark(expr, name, value=False, span=NOWHERE),
        s.Move(expr, expr, span=NOWHERE),
        s.Place(name, expr, name, span=NOWHERE),
        s.Set(expr, expr, expr, span=NOWHERE),
        s.Mark(expr, name, expr, span=NOWHERE),
        s.Offer(call, expr, True, span=NOWHERE),
        s.Offer(call, expr, True, True, span=NOWHERE),
        s.Begin(call, expr, name, span=NOWHERE),
        s.ChangeTask("pause", expr, span=NOWHERE),
        s.Point(name, (name, name), expr, span=NOWHERE),
        s.Return(expr, name, span=NOWHERE),
        s.Reveal(expr, expr, span=NOWHERE),
    ]
    return [*found, s.Effect(name, None, "", (), tuple(statements), span=NOWHERE)]
