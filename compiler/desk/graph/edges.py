"""The edges between the nodes of a rule graph and its cases, each with the word for how it joins them.

Nodes are written `sort:name`, such as `rule:move.stream` or `pick:move.step`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import dependence
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.links import targets_of

BACKWARDS = {
    "decides": "decided by", "adds to": "added to by", "changes": "changed by", "rounds": "rounded by",
    "forbids": "forbidden by", "over": "overridden by", "limits": "limited by", "lifts": "lifted by",
    "replaces": "replaced by", "asks": "asked by", "confirms": "confirmed by",
    "amends": "amended by", "brings": "brought by", "denies": "denied by", "supersedes": "superseded by",
    "shows": "shown by", "stands under": "read by", "has step": "a step of", "follows": "followed by",
    "tries": "tried by", "settles": "settled by", "after": "happens before", "at the start of": "at its start",
    "at the end of": "at its end", "begins": "begun by", "lapses": "ended by", "counts towards": "counted by",
    "resets": "reset by", "announces": "announced by", "offers": "offered by", "writes": "written by",
    "picks": "picked in", "pauses": "paused by", "restarts": "restarted by", "cancels": "cancelled by",
    "has pick": "a pick of", "open in": "has open", "opens": "opened by", "falls due in": "brings due",
    "works in": "counts work of", "runs": "run in",
}  # fmt: skip
"""Each word between two nodes, and how it reads from the other end; the order is that of the text."""


@dataclass(frozen=True, order=True)
class Edge:
    source: str
    word: str
    target: str


@dataclass(frozen=True)
class ShownCase:
    """A case as the graph sees it: where it stands and what it says it shows."""

    where: str
    shows: tuple[str, ...]


BESIDE = ("option", "phrase", "text")
"""Sorts of declarations that are not nodes: options are shown with what depends on them, phrases mean nothing."""


def declared_nodes(graph: g.Graph) -> dict[str, Any]:
    sorts = [section.sort for section in g.SECTIONS if section.has("origin") and section.sort not in BESIDE]
    found = {f"{sort}:{name}": decl for sort in sorts for name, decl in graph.section(sort).items()}
    found |= {f"step:{q.name}.{step}": q for q in graph.quantities.values() for step in q.steps}
    for action in graph.actions.values():
        names = (*(pick.name for pick in action.picks), *dependence.picks_inside(action), g.DONE)
        found |= {f"pick:{action.name}.{name}": action for name in names}
    spans = {span.name: span for span in dependence.spans_of(graph)}
    forbidden = dependence.ends_of_parts(graph).intersection(dependence.forbidding(graph))
    found |= {f"pick:{end}": spans[end.partition(".")[0]] for end in forbidden}
    return found | {f"span:{name}": span for name, span in spans.items()}


def all_edges(graph: g.Graph, cases: Mapping[str, ShownCase]) -> Iterator[Edge]:
    for rule in graph.rules.values():
        yield from _of_rule(graph, rule)
    for fact in graph.facts.values():
        yield from _asks(f"fact:{fact.name}", fact.otherwise)
    for quantity in graph.quantities.values():
        yield from _asks(f"quantity:{quantity.name}", quantity.start)
        for step in quantity.steps:
            yield Edge(f"quantity:{quantity.name}", "has step", f"step:{quantity.name}.{step}")
    for effect in graph.effects.values():
        yield from _does(f"effect:{effect.name}", effect.body)
    for action in graph.actions.values():
        yield from _of_action(action)
    for reach in graph.reaches.values():
        yield Edge(f"reach:{reach.name}", "follows", f"pick:{reach.action}.{reach.pick}")
    for ruling in graph.rulings.values():
        yield from _of_ruling(graph, ruling)
    for order in graph.orders.values():
        yield from (Edge(f"order:{order.name}", "falls due in", f"span:{span}") for span in [order.due] if span)
    for task in graph.tasks.values():
        yield from _of_task(task)
    for name, spans in graph.sequences.items():
        yield from (Edge(f"sequence:{name}", "runs", f"span:{span.name}") for span in spans)
    for span in dependence.spans_of(graph):
        yield from _of_span(span)
    for situation in graph.situations.values():
        yield from (Edge(f"situation:{situation.name}", "settles", f"dispute:{name}") for name, _ in situation.readings)
    yield from _of_cases(graph, cases)


def _of_action(action: g.ActionDecl) -> Iterator[Edge]:
    node = f"action:{action.name}"
    before: list[object] = []
    for line in action.lines:
        before.append(line.value if isinstance(line, e.Let) else (line.domain, line.where, line.cost))
        if isinstance(line, e.Pick):
            yield Edge(node, "has pick", f"pick:{action.name}.{line.name}")
            yield from _does(f"pick:{action.name}.{line.name}", (*before, line.does), action.name)
    for open_in in action.open_in:
        yield from (Edge(node, "open in", f"span:{span}") for span in open_in.spans)
        yield from _asks(node, open_in.to)
    yield from _does(node, action.body, action.name)


def _of_task(task: g.TaskDecl) -> Iterator[Edge]:
    node = f"task:{task.name}"
    if task.works is not None:
        yield Edge(node, "works in", f"span:{task.works[1]}")
    for stage in task.stages:
        if stage.opens is not None:
            yield Edge(node, "opens", f"action:{stage.opens}")
        yield from _asks(node, (stage.lasts, stage.when))
    yield from _asks(node, task.gains)
    yield from _does(node, task.done)


def _of_span(span: g.SpanDecl) -> Iterator[Edge]:
    node = f"span:{span.name}"
    yield from _asks(node, (span.each, span.by, span.condition, span.repeats, span.turns_from))
    for part in span.body:
        if isinstance(part, g.SpanDecl):
            yield Edge(node, "runs", f"span:{part.name}")
        else:
            yield from _does(node, part)


def _does(node: str, what: object, action: str = "") -> Iterator[Edge]:
    """Yields what statements ask and do; what an action decides on its way belongs to that pick, if it is its own."""
    stack = [(node, what)]
    while stack:
        node, what = stack.pop()
        yield from _asks(node, what, dependence.DECIDED)
        for part in dependence.parts(what, dependence.DECIDED):
            is_named = not isinstance(part, e.Pick) or "." in part.path
            if part.BRINGS_ABOUT and not part.ASKS and is_named:
                sort, name = next(dependence.named_in(part))
                yield Edge(node, part.BRINGS_ABOUT, f"{sort}:{name}")
            if isinstance(part, e.Pick) and part.action in ("", action):  # a borrowed pick belongs to its lender
                inside = (part.domain, part.where, part.cost, part.does)
                stack.append((f"pick:{part.path}" if is_named else node, inside))


def _asks(node: str, what: object, closed: tuple[type, ...] = ()) -> Iterator[Edge]:
    for name in dependence.asked(what, closed):
        sort = name.partition(":")[0]
        if sort != "attribute":
            yield Edge(node, "tries" if sort == "effect" else "asks", name)


def _of_rule(graph: g.Graph, rule: g.Rule) -> Iterator[Edge]:
    node = f"rule:{rule.id}"
    conclusion: object = None
    match rule.conclusion:
        case g.Gives(fact=fact, value=conclusion):
            yield Edge(node, "decides", f"fact:{fact}")
        case g.Collects(fact=fact, item=conclusion):
            yield Edge(node, "adds to", f"fact:{fact}")
        case g.Changes(quantity=quantity, step=step, amount=conclusion):
            yield Edge(node, "changes", f"step:{quantity}.{step}")
        case g.Rounds(quantity=quantity):
            yield Edge(node, "rounds", f"quantity:{quantity}")
        case g.Forbids(picks=picks, events=events):
            yield from (Edge(node, "forbids", f"event:{event}") for event in events)
            yield from (Edge(node, "forbids", f"pick:{pick}") for pick in picks)
        case g.Requires(condition=conclusion):
            pass
        case g.Remembers(memory=memory, args=conclusion, lapses=lapses):
            yield Edge(node, "lapses" if lapses else "begins", f"memory:{memory}")
        case g.Counts(tally=tally, args=args, amount=amount):
            conclusion = (args, amount)
            yield Edge(node, "resets" if amount is None else "counts towards", f"tally:{tally}")
        case g.Then(body=body):
            yield from _does(node, body)
        case g.TaskRule(how=how, task=task):
            yield from (Edge(node, how, f"task:{name}") for name in (graph.tasks if task == "task" else [task]))
    yield from _happens(graph, rule)
    yield from _asks(node, (tuple(c.expr for c in rule.when), rule.for_each, conclusion))
    for link in rule.links:
        found = [f"step:{link.target}"] if link.step else [f"rule:{name}" for name in targets_of(graph, link)]
        yield from (Edge(node, link.how, target) for target in found)
    if rule.under is not None:
        yield Edge(node, "stands under", f"dispute:{rule.under[0]}")
    if rule.by_ruling is not None:
        yield Edge(f"ruling:{rule.by_ruling}", "brings", node)
    if rule.against is not None:
        yield Edge(f"ruling:{rule.against}", "denies", node)


def _happens(graph: g.Graph, rule: g.Rule) -> Iterator[Edge]:
    """When a hook happens, and what comes before it then."""
    node = f"rule:{rule.id}"
    if rule.after is not None:
        sorts = ("event", "effect", "order", "task")
        found = [f"{sort}:{rule.after}" for sort in sorts if rule.after in graph.section(sort)]
        found = found or [f"pick:{moment}" for moment in graph.moments_of(rule)]
        yield from (Edge(node, "after", happening) for happening in found)
    if rule.at_edge is not None:
        yield Edge(node, f"at the {rule.at_edge[0]} of", f"span:{rule.at_edge[1]}")
    yield from (Edge(node, "follows", f"rule:{other}") for other in rule.follows)
    if rule.origin.situation is not None:
        yield Edge(f"situation:{rule.origin.situation}", "brings", node)


def _of_ruling(graph: g.Graph, ruling: g.Ruling) -> Iterator[Edge]:
    node = f"ruling:{ruling.id}"
    yield from (Edge(node, "confirms", f"rule:{rule}") for rule in ruling.confirms)
    yield from (Edge(node, "amends", f"rule:{rule}") for rule in ruling.amends)
    yield from (Edge(node, "supersedes", f"ruling:{other}") for other in ruling.supersedes)
    yield from (Edge(f"case:{case}", "shows", node) for case in ruling.shown)


def _of_cases(graph: g.Graph, cases: Mapping[str, ShownCase]) -> Iterator[Edge]:
    """A case shows a ruling by its number (also with a letter after it), and rules by the places they cite."""
    rulings = ((ruling, f"ruling:{ruling}") for ruling in graph.rulings)
    cited = ((cite, f"rule:{rule.id}") for rule in graph.rules.values() for cite in rule.cites)
    citing = grouped([*rulings, *((text, node) for cite, node in cited for text in {str(cite), cite.text})])
    for name, case in cases.items():
        for shown in case.shows:
            found = citing.get(shown) or citing.get(re.sub(r"(?<=[0-9])[a-z]$", "", shown), ())
            yield from (Edge(f"case:{name}", "shows", node) for node in found)
