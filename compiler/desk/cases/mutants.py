"""Mutant law: each rule and each pick is changed a little, one thing at a time, and one of the cases should fail.

Knock-out takes a rule away whole. A case that misses the rule can still be blind to half of it: to one of its
conditions, to the bound of a comparison, to one of the alternatives. So here a condition is left out, `<=` becomes `<`,
a number becomes one more, `any` becomes `every`, a kind becomes the wider one, what lapses stays. It reports what no
case notices, in the words of the law: either the law does not need it, or a case is missing.

Only the cases are run that can come out otherwise: such as looked at the rule, first those in which it had a say; of an
action those in which one of its picks was asked, also where nothing could be picked; and of what lapses all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from textwrap import shorten
from typing import Any

from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.desk.cases.knockout import Looks
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case, CaseFile
from hexlaw.runtime.base.nodes import Node, replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.graph import ActionDecl, Forbids, Graph, Rule
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.types import Number
from hexlaw.runtime.law.value import exact_text
from hexlaw.runtime.words.as_law import as_law

STRICTER_OR_LOOSER: dict[str, Any] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OUTWARDS: dict[str, Any] = {"<": -1, "<=": 1, ">": 1, ">=": -1}
"""How far a written bound moves the way that the other sign does not move it."""
OTHER_WAY: dict[str, Any] = {"any": "every", "every": "any", "least": "most", "most": "least"}
NAMING = e.Let | e.Roll | e.Draw | e.Pick
"""Statements that bring a name: without one of them the rest would not be law."""

Change = tuple[str, Any]
"""A change, as in "no case fails ...", and the changed node."""


@dataclass(frozen=True)
class Mutant:
    """A law with one change in a rule, an action or what lapses, and which cases can notice it."""

    name: str
    where: str
    what: str
    law: Graph
    can_notice: Callable[[Looks], list[Case]]

    def __str__(self) -> str:
        return f"{self.where}: {self.name}: no case fails {self.what}"


def mutants(
    compilation: Compilation, files: list[CaseFile], chosen: Configuration, beginning: str = ""
) -> Iterator[tuple[Mutant, bool]]:
    """Yields every change to the module's own law whose name begins so, with True if a case notices it."""
    looks = Looks((case for file in files for case in file.cases), compilation, chosen)
    for changed in changed_laws(compilation, beginning):
        law = replace(compilation, graph=changed.law)
        yield changed, any(_notices(case, law, chosen) for case in changed.can_notice(looks))


def changed_laws(compilation: Compilation, beginning: str = "") -> Iterator[Mutant]:
    """Yields every change to the module's own rules, actions and attributes whose names begin so."""
    graph, tried = compilation.graph, {layer.name for layer in compilation.chain.own}
    for rule in graph.rules.values():
        if rule.origin.module not in tried or not rule.can_be_missed or not rule.id.startswith(beginning):
            continue
        for what, changed in _changes(rule, graph):
            law = replace(graph, rules={**graph.rules, rule.id: changed})
            yield Mutant(rule.id, rule.origin.where, what, law, partial(Looks.of_rule, rule=rule.id))
    for action in graph.actions.values():
        begun = partial(Looks.of_action, action=action.name)
        for name, what, other in _changes_of_action(action, graph) if action.origin.module in tried else ():
            if name.startswith(beginning):
                law = replace(graph, actions={**graph.actions, action.name: other})
                yield Mutant(name, action.origin.where, what, law, begun)
    for kind in compilation.names.kinds.values():
        for name, (_, item, placed) in kind.attributes.items():
            called = f"{kind.name}.{name}"
            if item.lasting is not None and placed.origin.module in tried and called.startswith(beginning):
                law = _for_good(graph, kind.name, name)
                yield Mutant(called, str(item.name.span), "where it lasts for good", law, attrgetter("passing"))


def _for_good(graph: Graph, owner: str, name: str) -> Graph:
    """Returns the law where an attribute never falls back to its default by itself."""
    kinds = dict(graph.kinds)
    for kind, decl in graph.kinds.items():
        if name in decl.attributes and graph.owner(kind, name) == owner:
            lasting = replace(decl.attributes[name], lasting=None)
            kinds[kind] = replace(decl, attributes={**decl.attributes, name: lasting})
    return replace(graph, kinds=kinds)


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
        case Forbids(picks=picks) if len(picks) > 1:
            for pick in picks:
                left = replace(rule.conclusion, picks=tuple(p for p in picks if p != pick))
                yield f"where it does not forbid `{pick}`", replace(rule, conclusion=left)
        case Node() as conclusion:
            for what, changed in _mutations(conclusion, graph):
                yield f"{what} in what it concludes", replace(rule, conclusion=changed)


def _changes_of_action(action: ActionDecl, graph: Graph) -> Iterator[tuple[str, str, ActionDecl]]:
    for at, line in enumerate(action.lines):
        if isinstance(line, e.Pick):
            for what, pick in _changes_of_pick(line, graph):
                yield line.path, what, replace(action, lines=(*action.lines[:at], pick, *action.lines[at + 1 :]))
    yield from ((action.name, what, rest) for what, rest in _own(action, graph))
    for what, body in _mutations(action.body, graph):
        yield action.name, f"{what} in what it does", replace(action, body=body)


def _changes_of_pick(pick: e.Pick, graph: Graph) -> Iterator[tuple[str, e.Pick]]:
    if pick.where is not None and not isinstance(pick.where, e.All) and not _is_guard(pick.where):
        yield f"without `where {pick.where_text}`", replace(pick, where=None)
    yield from _own(pick, graph)
    in_where = f"`where {_short(pick.where_text)}`"
    for part, place in (("where", in_where), ("cost", "what it costs"), ("does", "what it does")):
        for what, changed in _mutations(getattr(pick, part), graph):
            yield f"{what} in {place}", replace(pick, **{part: changed})


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
    for name in e.BLOCKS:
        for at, statement in enumerate(block := getattr(node, name, ())):
            if not isinstance(statement, NAMING):
                yield f"without its statement {at + 1}", replace(node, **{name: block[:at] + block[at + 1 :]})
    if getattr(node, "until", None) is not None:
        yield f"with `{node.name}` for good", replace(node, until=None)
    match node:
        case e.All(parts=parts):
            yield from ((what, replace(node, parts=rest)) for what, rest in _without_each(parts, graph))
        case e.Any(parts=parts):  # `x is none or ...` asks the rest only where there is something to ask about
            yield from ((what, replace(node, parts=rest)) for what, rest in _without_each(parts, graph, in_or=True))
        case e.MakeSet(items=items):
            yield from ((what, replace(node, items=rest)) for what, rest in _without_each(items, graph))
        case e.Compare(op=op, right=right):
            others = [replace(node, op=STRICTER_OR_LOOSER[op])]
            if isinstance(right, e.Const) and isinstance(right.type, Number):
                moved: Any = right.value + OUTWARDS[op]
                others.append(replace(node, right=replace(right, value=moved)))
            yield from ((f"with `{as_law(other, graph)}`", other) for other in others)
        case e.IsKind(kind=kind) if kind in graph.kinds:
            for wider in graph.kinds[kind].parents:
                yield f"with `{wider}` for `{kind}`", replace(node, kind=wider)
        case e.Builtin(name="adjacent-to", args=(here, there)):
            same = e.Equal(here, there, negated=False)
            yield f"also where `{as_law(same, graph)}`", e.Any((node, same))
        case e.Quantified(holds=None):
            pass  # whether there is one at all has no other way
        case e.Quantified(how=how) | e.Fold(how=how) | e.Whichever(how=how) if how in OTHER_WAY:
            yield f"with `{OTHER_WAY[how]}` for `{how}`", replace(node, how=OTHER_WAY[how])
        case e.Binder(where=where) if where is not None and not isinstance(where, e.All) and not _is_guard(where):
            yield f"without `where {as_law(where, graph)}`", replace(node, where=None)
        case e.Const(value=value, type=Number()) if not isinstance(value, bool):
            more: Any = value + 1  # type: ignore[operator]
            yield f"with {exact_text(more)} for {exact_text(value)}", replace(node, value=more)  # type: ignore[arg-type]


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
