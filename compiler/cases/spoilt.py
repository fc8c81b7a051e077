"""Spoilt law: each rule is changed a little, one thing at a time, and one of the cases should fail.

Knock-out takes a rule away whole. A case that misses the rule can still be blind to half of it: to one of its
conditions, to the bound of a comparison, to one of the alternatives. So here a condition is left out, `<=` becomes `<`,
a number becomes one more, `any` becomes `every`. What no case notices is told in the words of the law: either the law
does not need it, or a case is wanting.

Only the cases that looked at the rule are run, since the others cannot come out otherwise; those come first in which
the condition that goes decided, or in which the rule applied.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from textwrap import shorten
from typing import Any

from hexlaw.compiler.cases.judge import run_case
from hexlaw.compiler.cases.knockout import layers_tried, with_graph
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case, CaseFile
from hexlaw.runtime import expr as e
from hexlaw.runtime.graph import Forbids, Graph, Leaves, Rule, Then
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.nodes import Node
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.types import Number
from hexlaw.runtime.value import exact_text
from hexlaw.runtime.words.as_law import as_law

STRICTER_OR_LOOSER: dict[str, Any] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OTHER_WAY: dict[str, Any] = {"any": "every", "every": "any", "least": "most", "most": "least"}
NAMING = e.Let | e.Roll | e.Draw | e.Pick
"""Statements that bring a name: without one of them the rest would not be law."""

Change = tuple[str, Any]
"""What is changed, as one says "no case fails ...", and the node that is changed so."""


@dataclass(frozen=True)
class Spoilt:
    """A rule with a change in it, and whether a case fails under it."""

    rule: Rule
    what: str
    noticed: bool

    def __str__(self) -> str:
        return f"{self.rule.origin.where}: {self.rule.id}: no case fails {self.what}"


def spoil(
    compilation: Compilation, files: list[CaseFile], chosen: Configuration, beginning: str = ""
) -> Iterator[Spoilt]:
    """Every change to the module's own rules, those alone whose names begin so, and whether a case notices it."""
    looked = _look([case for file in files for case in file.cases], compilation, chosen)
    graph, tried = compilation.graph, layers_tried(compilation)
    for rule in graph.rules.values():
        if rule.origin.module not in tried or rule.against is not None or not rule.id.startswith(beginning):
            continue
        if isinstance(rule.conclusion, Leaves):
            continue
        for what, changed, condition in _changes(rule, graph):
            law = with_graph(compilation, replace(graph, rules={**graph.rules, rule.id: changed}))
            noticed = any(_notices(case, law, chosen) for case in looked.likely_first(rule.id, condition))
            yield Spoilt(rule, what, noticed)


# ---- which cases can notice


@dataclass
class _Looked:
    """The cases that pass: by rule those that looked at it and those in which it applied, by condition those in which
    the rule did not apply for it."""

    at: dict[str, list[Case]] = field(default_factory=lambda: defaultdict(list))
    applied: dict[str, list[Case]] = field(default_factory=lambda: defaultdict(list))
    stopped: dict[tuple[str, str], list[Case]] = field(default_factory=lambda: defaultdict(list))

    def likely_first(self, rule: str, condition: str) -> list[Case]:
        likely = [*self.stopped[rule, condition], *self.applied[rule], *self.at[rule]]
        return list({case.id: case for case in likely}.values())


def _look(cases: list[Case], compilation: Compilation, chosen: Configuration) -> _Looked:
    looked = _Looked()
    for case in cases:
        seen = Seen()
        if run_case(case, compilation, chosen, tracing=False, seen=seen).passed:
            for rule in seen.reached:
                looked.at[rule].append(case)
            for rule in seen.applied:
                looked.applied[rule].append(case)
            for stopped in seen.stopped:
                looked.stopped[stopped].append(case)
    return looked


def _notices(case: Case, law: Compilation, chosen: Configuration) -> bool:
    try:
        return not run_case(case, law, chosen, tracing=False).passed
    except Exception:  # spoilt law is not typed: without `u is a boat` it may ask a hill for its keel
        return True


# ---- what is changed


def _changes(rule: Rule, graph: Graph) -> Iterator[tuple[str, Rule, str]]:
    """Each change to a rule, with the text of the condition that it is made in, or nothing where it is made
    elsewhere."""
    for at, condition in enumerate(rule.when):
        if not _is_guard(condition.expr):
            rest = rule.when[:at] + rule.when[at + 1 :]
            yield f"without `{condition.text}`", replace(rule, when=rest), condition.text
        for what, changed in _spoilt(condition.expr, graph):
            when = (*rule.when[:at], replace(condition, expr=changed), *rule.when[at + 1 :])
            yield (
                f"{what} in `{shorten(condition.text, 72, placeholder=' ...')}`",
                replace(rule, when=when),
                condition.text,
            )
    for at, binder in enumerate(rule.for_each):
        for what, changed in _spoilt(binder, graph):
            binders = (*rule.for_each[:at], changed, *rule.for_each[at + 1 :])
            yield f"{what} in what it is for", replace(rule, for_each=binders), ""
    match rule.conclusion:
        case Forbids(picks=picks) if len(picks) > 1:
            for pick in picks:
                left = replace(rule.conclusion, picks=tuple(p for p in picks if p != pick))
                yield f"where it does not forbid `{pick}`", replace(rule, conclusion=left), ""
        case Node() as conclusion:
            for what, changed in _spoilt(conclusion, graph):
                yield f"{what} in what it concludes", replace(rule, conclusion=changed), ""


def _spoilt(node: Any, graph: Graph) -> Iterator[Change]:
    """Each change to a node, or to one that it is made of."""
    yield from _own(node, graph)
    for part in fields(node):
        value = getattr(node, part.name)
        if isinstance(node, e.Compare) and isinstance(value, e.Const):
            continue  # one more is what another bound says
        for what, changed in _in_value(value, graph):
            yield what, replace(node, **{part.name: changed})


def _in_value(value: Any, graph: Graph) -> Iterator[Change]:
    if isinstance(value, Node):
        yield from _spoilt(value, graph)
    elif isinstance(value, tuple):
        for at, item in enumerate(value):
            for what, changed in _in_value(item, graph):
                yield what, (*value[:at], changed, *value[at + 1 :])


def _own(node: Any, graph: Graph) -> Iterator[Change]:
    match node:
        case e.All(parts=parts) | e.Any(parts=parts):
            yield from ((what, replace(node, parts=rest)) for what, rest in _without_each(parts, graph))
        case e.MakeSet(items=items):
            yield from ((what, replace(node, items=rest)) for what, rest in _without_each(items, graph))
        case e.Compare(op=op):
            other = replace(node, op=STRICTER_OR_LOOSER[op])
            yield f"with `{as_law(other, graph)}`", other
        case e.Quantified(how=how) | e.Fold(how=how) | e.Whichever(how=how) if how in OTHER_WAY:
            yield f"with `{OTHER_WAY[how]}` for `{how}`", replace(node, how=OTHER_WAY[how])
        case e.Binder(where=where) if where is not None and not isinstance(where, e.All) and not _is_guard(where):
            yield f"without `where {as_law(where, graph)}`", replace(node, where=None)
        case e.Const(value=value, type=Number()) if not isinstance(value, bool):
            more: Any = value + 1  # type: ignore[operator]
            yield f"with {exact_text(more)} for {exact_text(value)}", replace(node, value=more)  # type: ignore[arg-type]
        case Then(body=body) | e.ForEach(body=body) if len(body) > 1:
            yield from ((what, replace(node, body=rest)) for what, rest in _without_statements(body))


def _without_each(parts: tuple[e.Expr, ...], graph: Graph) -> Iterator[Change]:
    for at, part in enumerate(parts) if len(parts) > 1 else ():
        if not _is_guard(part):
            yield f"without `{as_law(part, graph)}`", parts[:at] + parts[at + 1 :]


def _is_guard(condition: e.Expr) -> bool:
    """Whether it says that something is not none, so that the rest may be asked at all."""
    match condition:
        case e.Equal(right=e.Const(value=None), negated=True) | e.Not(inner=e.Equal(right=e.Const(value=None))):
            return True
    return False


def _without_statements(body: tuple[e.Statement, ...]) -> Iterator[Change]:
    for at, statement in enumerate(body):
        if not isinstance(statement, NAMING):
            yield f"without its statement {at + 1}", body[:at] + body[at + 1 :]
