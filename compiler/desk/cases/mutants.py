"""Mutant law: each rule and each pick is changed a little, one thing at a time, and one of the cases should fail.

Knock-out takes a rule away whole. A case that misses the rule can still be blind to half of it: to one of its
conditions, to the bound of a comparison, to one of the alternatives. So here a condition is left out, `<=` becomes `<`,
a number becomes one more, `any` becomes `every`. It reports what no case notices, in the words of the law: either the
law does not need it, or a case is missing.

Only the cases are run that can come out otherwise: such as looked at the rule, first those in which it had a say, and
of a pick those in which one of its action was asked, also where nothing could be picked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from textwrap import shorten
from typing import Any

from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.desk.cases.knockout import Looks
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case, CaseFile
from hexlaw.runtime.base.nodes import Node, replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.graph import ComesBy, EventDecl, Forbids, Graph, Rule, Then
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.types import Number
from hexlaw.runtime.law.value import exact_text
from hexlaw.runtime.words.as_law import as_law

STRICTER_OR_LOOSER: dict[str, Any] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OTHER_WAY: dict[str, Any] = {"any": "every", "every": "any", "least": "most", "most": "least"}
NAMING = e.Let | e.Roll | e.Draw | e.Pick
"""Statements that bring a name: without one of them the rest would not be law."""

Change = tuple[str, Any]
"""A change, as in "no case fails ...", and the changed node."""


@dataclass(frozen=True)
class Mutant:
    """A change in a rule or a pick, and whether a case fails under it."""

    name: str
    where: str
    what: str
    noticed: bool

    def __str__(self) -> str:
        return f"{self.where}: {self.name}: no case fails {self.what}"


def mutants(
    compilation: Compilation, files: list[CaseFile], chosen: Configuration, beginning: str = ""
) -> Iterator[Mutant]:
    """Yields every change to the module's own rules and picks whose names begin so, with True if a case notices it."""
    looks = Looks((case for file in files for case in file.cases), compilation, chosen)
    for changed in changed_laws(compilation, beginning):
        law = replace(compilation, graph=changed.law)
        noticed = any(_notices(case, law, chosen) for case in changed.can_notice(looks))
        yield Mutant(changed.name, changed.where, changed.what, noticed)


@dataclass(frozen=True)
class ChangedLaw:
    """A law with one change in a rule, a pick or an event of its own, and which cases can notice it."""

    name: str
    where: str
    what: str
    law: Graph
    can_notice: Callable[[Looks], list[Case]]


def changed_laws(compilation: Compilation, beginning: str = "") -> Iterator[ChangedLaw]:
    """Yields every change to the module's own rules and picks whose names begin so."""
    graph, tried = compilation.graph, {layer.name for layer in compilation.chain.own}
    for rule in graph.rules.values():
        if rule.origin.module not in tried or not rule.can_be_missed or not rule.id.startswith(beginning):
            continue
        for what, changed in _changes(rule, graph):
            law = replace(graph, rules={**graph.rules, rule.id: changed})
            yield ChangedLaw(rule.id, rule.origin.where, what, law, partial(Looks.of_rule, rule=rule.id))
    for action in graph.actions.values():
        for at_line, pick in enumerate(action.lines):
            if action.origin.module not in tried or not isinstance(pick, e.Pick) or not pick.path.startswith(beginning):
                continue
            for what, one in _changes_of_pick(pick, graph):
                lines = (*action.lines[:at_line], one, *action.lines[at_line + 1 :])
                law = replace(graph, actions={**graph.actions, action.name: replace(action, lines=lines)})
                begun = partial(Looks.of_action, action=action.name)
                yield ChangedLaw(pick.path, action.origin.where, what, law, begun)
    for event in graph.events.values():
        if event.origin.module not in tried or not event.name.startswith(beginning):
            continue
        for way in event.by:
            begun = partial(Looks.of_action, action=way.pick.rpartition(".")[0])
            said = f"where it does not come about by `{way.pick}`"
            yield ChangedLaw(event.name, event.origin.where, said, _without_way(graph, event, way), begun)


def _without_way(graph: Graph, event: EventDecl, way: ComesBy) -> Graph:
    """Returns the law where an event does not come about by one pick, which rules about it then do not forbid."""
    events = {**graph.events, event.name: replace(event, by=tuple(each for each in event.by if each is not way))}
    left = replace(graph, events=events)

    def changed(rule: Rule) -> Rule:
        match rule.conclusion:
            case Forbids(picks=picks, events=about) if event.name in about:
                covered = {pick for pick in picks if graph.brings_about(pick, event.name)}
                still = {pick for pick in covered if any(left.brings_about(pick, one) for one in about)}
                kept = tuple(pick for pick in picks if pick not in covered - still)
                return replace(rule, conclusion=Forbids(kept, about))
            case _:
                return rule

    return replace(left, rules={name: changed(rule) for name, rule in graph.rules.items()})


def _notices(case: Case, law: Compilation, chosen: Configuration) -> bool:
    try:
        return not run_case(case, law, chosen, tracing=False).passed
    except Exception:  # changed law is not typed: without `u is a boat` it may ask a hill for its keel
        return True


# ---- what is changed


def _changes(rule: Rule, graph: Graph) -> Iterator[tuple[str, Rule]]:
    for at, condition in enumerate(rule.when):
        if not _is_guard(condition.expr):
            yield f"without `{condition.text}`", replace(rule, when=rule.when[:at] + rule.when[at + 1 :])
        for what, changed in _mutations(condition.expr, graph):
            when = (*rule.when[:at], replace(condition, expr=changed), *rule.when[at + 1 :])
            yield f"{what} in `{_short(condition.text)}`", replace(rule, when=when)
    for what, binders in _mutations(rule.for_each, graph):
        yield f"{what} in what it is for", replace(rule, for_each=binders)
    match rule.conclusion:
        case Forbids(picks=picks, events=events) if len(picks) > 1:
            for pick in picks:
                if any(graph.brings_about(pick, event) for event in events):
                    continue  # one change to the event changes all rules about it
                left = replace(rule.conclusion, picks=tuple(p for p in picks if p != pick))
                yield f"where it does not forbid `{pick}`", replace(rule, conclusion=left)
        case Node() as conclusion:
            for what, changed in _mutations(conclusion, graph):
                yield f"{what} in what it concludes", replace(rule, conclusion=changed)


def _changes_of_pick(pick: e.Pick, graph: Graph) -> Iterator[tuple[str, e.Pick]]:
    if pick.where is not None:
        if not isinstance(pick.where, e.All) and not _is_guard(pick.where):
            yield f"without `where {pick.where_text}`", replace(pick, where=None)
        for what, changed in _mutations(pick.where, graph):
            yield f"{what} in `where {_short(pick.where_text)}`", replace(pick, where=changed)
    if pick.cost is not None:
        for what, changed in _mutations(pick.cost, graph):
            yield f"{what} in what it costs", replace(pick, cost=changed)


def _short(text: str) -> str:
    return shorten(text, 72, placeholder=" ...")


def _mutations(node: Any, graph: Graph) -> Iterator[Change]:
    """Yields each change to a node, or to one of its parts, and to each of several in a row."""
    if isinstance(node, tuple):
        for at, item in enumerate(node):
            yield from ((what, (*node[:at], new, *node[at + 1 :])) for what, new in _mutations(item, graph))
    elif isinstance(node, Node):
        yield from _own(node, graph)
        for name in node.__struct_fields__:
            value = getattr(node, name)
            if not (isinstance(node, e.Compare) and isinstance(value, e.Const)):  # one more is what another bound says
                yield from ((what, replace(node, **{name: new})) for what, new in _mutations(value, graph))


def _own(node: Any, graph: Graph) -> Iterator[Change]:
    match node:
        case e.All(parts=parts):
            yield from ((what, replace(node, parts=rest)) for what, rest in _without_each(parts, graph))
        case e.Any(parts=parts):  # `x is none or ...` asks the rest only where there is something to ask about
            yield from ((what, replace(node, parts=rest)) for what, rest in _without_each(parts, graph, in_or=True))
        case e.MakeSet(items=items):
            yield from ((what, replace(node, items=rest)) for what, rest in _without_each(items, graph))
        case e.Compare(op=op):
            other = replace(node, op=STRICTER_OR_LOOSER[op])
            yield f"with `{as_law(other, graph)}`", other
        case e.Quantified(holds=None):
            pass  # whether there is one at all has no other way
        case e.Quantified(how=how) | e.Fold(how=how) | e.Whichever(how=how) if how in OTHER_WAY:
            yield f"with `{OTHER_WAY[how]}` for `{how}`", replace(node, how=OTHER_WAY[how])
        case e.Binder(where=where) if where is not None and not isinstance(where, e.All) and not _is_guard(where):
            yield f"without `where {as_law(where, graph)}`", replace(node, where=None)
        case e.Const(value=value, type=Number()) if not isinstance(value, bool):
            more: Any = value + 1  # type: ignore[operator]
            yield f"with {exact_text(more)} for {exact_text(value)}", replace(node, value=more)  # type: ignore[arg-type]
        case Then(body=body) | e.ForEach(body=body) if len(body) > 1:
            for at, statement in enumerate(body):
                if not isinstance(statement, NAMING):
                    rest = body[:at] + body[at + 1 :]
                    yield f"without its statement {at + 1}", replace(node, body=rest)


def _is_guard(condition: e.Expr, *, in_or: bool = False) -> bool:
    """Returns True if a condition says that something is not none, so that the others may be asked at all; in an `or`,
    that something is none."""
    match condition:
        case e.Equal(right=e.Const(value=None), negated=negated):
            return negated != in_or
        case e.Not(inner=e.Equal(right=e.Const(value=None))):
            return not in_or
        case _:
            return False


def _without_each(parts: tuple[e.Expr, ...], graph: Graph, *, in_or: bool = False) -> Iterator[Change]:
    for at, part in enumerate(parts) if len(parts) > 1 else ():
        if not _is_guard(part, in_or=in_or):
            yield f"without `{as_law(part, graph)}`", parts[:at] + parts[at + 1 :]
