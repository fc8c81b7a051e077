"""Checks that every name in a rule graph stands for something, for graphs that were read from a file.

The compiler hands on only graphs in which everything fits. A file can hold anything: a name that stands for nothing, or
names that lead to each other in a circle, would stop the evaluator in the middle of an answer. Types are not checked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from math import prod

from hexlaw.runtime.base.nodes import Node
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.builtins import (
    BUILTIN_ADJECTIVES,
    BUILTIN_CHOICES,
    BUILTIN_FUNCTIONS,
    BUILTIN_SETS,
    BUILTIN_VERBS,
)
from hexlaw.runtime.law.dependence import named_in, parts, picks_inside, spans_of, uses

MACHINES_KINDS = ("hex", "hexside", "contact")
BUILTINS = {**BUILTIN_FUNCTIONS, **BUILTIN_VERBS, **BUILTIN_ADJECTIVES}
ARGUMENTS = {
    "rounded-down": 1, "rounded-up": 1, "larger": 2, "smaller": 2, "numbers": 2, "shifted": 3,
    "printed": 2, "hex": 1, "game": 0,
    **{name: len(function.params) for name, function in BUILTINS.items() if function.params is not None},
    **dict.fromkeys(BUILTIN_SETS, 0),
}  # fmt: skip


WORDS = {"span": "part of the sequence", "type": "kind"}
"""What sorts of names are called in a sentence, where that is not what they are."""


class _Known:
    """What a graph declares: by sort, the names that something may have; and with how many values each is asked."""

    def __init__(self, graph: g.Graph) -> None:
        self.graph = graph
        spans = spans_of(graph)
        picks = {f"{a.name}.{name}" for a in graph.actions.values() for name in (*_pick_names(a), g.DONE)}
        sections = {section.sort: graph.section(section.sort) for section in g.SECTIONS}
        called = (section.sort for section in g.SECTIONS if section.has("params"))
        self.calls = {sort: {name: len(d.params) for name, d in sections[sort].items()} for sort in called}
        self.calls["built-in word"] = ARGUMENTS
        self.names: dict[str, Collection[str]] = {
            **sections,
            "built-in word": ARGUMENTS,
            "span": {span.name for span in spans},
            "step": {f"{q.name}.{step}" for q in graph.quantities.values() for step in q.steps},
            "pick": picks | {f"{span.name}.{g.DONE}" for span in spans if span.is_window},
            "choice": {*graph.choices, *BUILTIN_CHOICES},
            "type": {*graph.kinds, *graph.records, *MACHINES_KINDS},
            "attribute": {g.PLACE, *(name for kind in graph.kinds.values() for name in kind.attributes)},
        }

    def none_of(self, sort: str, *names: str) -> Iterator[str]:
        """A sentence for each name that nothing of that sort has."""
        known, words = self.names[sort], WORDS.get(sort, sort)
        yield from (f"there is no {words} `{name}`" for name in names if name not in known)

    def no_attributes(self, kind: str, names: Iterable[str]) -> Iterator[str]:
        """The same for the attributes of a kind."""
        known = self.graph.kinds[kind].attributes if kind in self.graph.kinds else names
        yield from (f"there is no attribute of `{kind}` called `{name}`" for name in names if name not in known)


def _pick_names(action: g.ActionDecl) -> list[str]:
    return [*(pick.name for pick in action.picks), *picks_inside(action)]


def wrong_names(graph: g.Graph) -> Iterator[str]:
    """A sentence for every name that stands for nothing and for every circle."""
    known = _Known(graph)
    yield from _circles("kinds", {kind.name: kind.parents for kind in graph.kinds.values()})
    yield from _circles("actions", {a.name: [a.parent] if a.parent else [] for a in graph.actions.values()})
    yield from _circles("rulings", {r.id: r.supersedes for r in graph.rulings.values()})
    yield from _of_declarations(known)
    for rule in graph.rules.values():
        yield from _of_rule(known, rule)
    for part in parts(_everything(graph)):
        yield from _of_part(known, part)
        if isinstance(part, e.TYPED):
            for inner in parts(part.type):
                yield from _of_part(known, inner)
    yield from _circles("facts or rules", uses(graph))


def _everything(graph: g.Graph) -> tuple[object, ...]:
    declared = [node for section in g.SECTIONS for node in graph.section(section.sort).values()]
    attributes = [a for kind in graph.kinds.values() for a in kind.attributes.values()]
    fields = [a for record in graph.records.values() for a in record.fields.values()]
    return (*declared, *attributes, *fields, *graph.settlements, *graph.drops, *graph.variations)


def _of_declarations(known: _Known) -> Iterator[str]:
    graph = known.graph
    if not graph.modules:
        yield "the graph names no module"
    for unit in graph.units.values():
        yield from known.no_attributes(unit.kind, unit.values)
    for table in graph.tables.values():
        yield from _of_table(table)
    for action in graph.actions.values():
        if len({*_pick_names(action), g.DONE}) <= len(_pick_names(action)):
            yield f"two picks of `{action.name}` have one name"
    picks = {pick for pick in known.names["pick"] if not pick.endswith(f".{g.DONE}")}
    for reach in graph.reaches.values():
        yield from (f"there is no pick `{name}`" for name in [f"{reach.action}.{reach.pick}"] if name not in picks)
    for dispute in graph.disputes.values():
        yield from _reading(graph, dispute.name, dispute.default)
    for settled in graph.settlements:
        yield from _reading(graph, settled.dispute, settled.reading)
    for situation in graph.situations.values():
        yield from known.none_of("option", *(name for name, _ in situation.options))
        for dispute_name, reading in situation.readings:
            yield from _reading(graph, dispute_name, reading)


def _of_table(table: g.TableDecl) -> Iterator[str]:
    axes = [axis.name for axis in table.data.axes]
    if axes != [name for name, _ in table.params] or not axes:
        yield f"the axes of the table `{table.name}` are not those of its data"
    yield from (
        f"there is no axis of `{table.name}` called `{name}`"
        for name in (*table.below, *table.above)
        if name not in axes
    )
    sizes = [len(axis.headings) for axis in table.data.axes]
    fitting = all(
        len(at) == len(sizes) and all(0 <= i < size for i, size in zip(at, sizes, strict=True))
        for at in table.data.cells
    )
    if not fitting or len(table.data.cells) != prod(sizes):
        yield f"the table `{table.name}` does not have one cell for every combination of its headings"


def _reading(graph: g.Graph, dispute: str, reading: str) -> Iterator[str]:
    if dispute not in graph.disputes:
        yield f"there is no dispute `{dispute}`"
    elif reading not in {one.name for one in graph.disputes[dispute].readings}:
        yield f"there is no reading of `{dispute}` called `{reading}`"


def _of_rule(known: _Known, rule: g.Rule) -> Iterator[str]:
    graph = known.graph
    match rule.conclusion:
        case g.Gives(fact=fact) | g.Collects(fact=fact) if fact in graph.facts:
            if graph.facts[fact].collects != isinstance(rule.conclusion, g.Collects):
                yield f"`{rule.id}` says of `{fact}` what it cannot be"
        case g.Changes(quantity=quantity, step=step, how=how, amount=amount):
            yield from known.none_of("step", f"{quantity}.{step}")
            if (amount is None) != (how in ("halves", "doubles")):
                yield f"`{rule.id}` does not say by how much"
        case g.TaskRule(task=task) if task != "task":
            yield from known.none_of("task", task)
    happening = {*graph.events, *graph.effects, *graph.orders, *graph.tasks, *known.names["pick"], None}
    if rule.after not in happening:
        yield f"there is no event `{rule.after}`"
    if rule.at_edge is not None:
        yield from known.none_of("span", rule.at_edge[1])
    for link in rule.links:
        if not link.wild:
            yield from known.none_of("step" if link.step else "rule", link.target)
        elif not any(name.startswith(link.target + ".") for name in graph.rules):
            yield f"no rule's name begins with `{link.target}.`"
    if rule.under is not None:
        yield from _reading(graph, *rule.under)


def _of_part(known: _Known, part: Node) -> Iterator[str]:
    """What a single node names, and with how many values it is asked."""
    match part:
        case e.Attribute(name=name, owner=""):
            if name not in ("hex", "holder"):
                yield f"every thing has a `hex` and a `holder`, but no `{name}`"
            return
        case e.Attribute(name=name, owner=owner) | e.SetAttribute(name=name, owner=owner):
            yield from known.none_of("kind", owner)
            yield from known.no_attributes(owner, [name])
            return
        case e.Pick(path=path) if "." not in path:
            return
    for sort, name in named_in(part):
        yield from known.none_of(sort, name)
        args, wanted = getattr(part, "args", None), known.calls.get(sort, {}).get(name)
        if args is not None and wanted not in (None, len(args)):
            yield f"`{name}` is asked with {len(args)} values, not {wanted}"
    match part:
        case e.MakeRecord(kind=kind, fields=given) if kind in known.graph.records:
            if {name for name, _ in given} != set(known.graph.records[kind].fields):
                yield f"a `{kind}` is made that does not have all its fields"
        case e.Write(order=order, fields=given):
            yield from known.no_attributes(order, [name for name, _ in given])
        case g.TaskDecl(crew=crew, works=works):
            yield from known.none_of("kind", *([crew[0]] if crew else []))
            yield from known.none_of("span", *([works[1]] if works else []))


def _circles(words: str, edges: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """A sentence when names lead to each other in a circle."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as problem:
        yield f"some {words} lead to each other in a circle: {', '.join(f'`{n}`' for n in problem.args[1][:6])}"
