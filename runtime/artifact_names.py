"""Checks that every name in a rule graph stands for something, for graphs that were read from a file.

The compiler hands on only graphs in which everything fits. A file can hold anything: a name that stands for nothing, or
names that lead to each other in a circle, would stop the evaluator in the middle of an answer. Types are not checked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from math import prod

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.builtins import BUILTIN_ADJECTIVES, BUILTIN_CHOICES, BUILTIN_FUNCTIONS, BUILTIN_SETS, BUILTIN_VERBS
from hexlaw.runtime.dependence import parts, picks_inside

MACHINES_KINDS = ("hex", "hexside", "contact")
BUILTINS = {**BUILTIN_FUNCTIONS, **BUILTIN_VERBS, **BUILTIN_ADJECTIVES}
ARGUMENTS = {
    "rounded-down": 1, "rounded-up": 1, "larger": 2, "smaller": 2, "shifted": 3, "printed": 2, "hex": 1, "game": 0,
    **{name: len(function.params) for name, function in BUILTINS.items() if function.params is not None},
    **dict.fromkeys(BUILTIN_SETS, 0),
}  # fmt: skip


@dataclass(frozen=True)
class _Known:
    """What a graph declares; the numbers are how many values each is asked with."""

    graph: g.Graph
    calls: Mapping[str, Mapping[str, int]]
    picks: frozenset[str]
    steps: frozenset[str]
    spans: frozenset[str]


def _known(graph: g.Graph) -> _Known:
    called = (section.sort for section in g.SECTIONS if section.has("params"))
    calls = {sort: {name: len(d.params) for name, d in graph.section(sort).items()} for sort in called}
    picks = {f"{a.name}.{name}" for a in graph.actions.values() for name in (*_pick_names(a), g.DONE)}
    steps = {f"{q.name}.{step}" for q in graph.quantities.values() for step in q.steps}
    spans = [part for part in parts(_sequences(graph)) if isinstance(part, g.SpanDecl)]
    picks |= {f"{span.name}.{g.DONE}" for span in spans if span.is_window}
    named = frozenset(span.name for span in spans)
    return _Known(graph, {**calls, "built-in word": ARGUMENTS}, frozenset(picks), frozenset(steps), named)


def _pick_names(action: g.ActionDecl) -> list[str]:
    return [*(pick.name for pick in action.picks), *picks_inside(action)]


def _sequences(graph: g.Graph) -> tuple[object, ...]:
    return tuple(graph.sequences.values())


def wrong_names(graph: g.Graph) -> Iterator[str]:
    """A sentence for every name that stands for nothing and for every circle."""
    known = _known(graph)
    yield from _circles("kinds", {k.name: [k.parent] if k.parent else [] for k in graph.kinds.values()})
    yield from _circles("rulings", {r.id: r.supersedes for r in graph.rulings.values()})
    yield from _of_declarations(known)
    for rule in graph.rules.values():
        yield from _of_rule(known, rule)
    for part in parts(_everything(graph)):
        yield from _of_part(known, part)
        if isinstance(part, e.TYPED):
            for inner in parts(part.type):
                yield from _of_part(known, inner)


def _everything(graph: g.Graph) -> tuple[object, ...]:
    declared = [node for section in g.SECTIONS for node in graph.section(section.sort).values()]
    attributes = [a for kind in graph.kinds.values() for a in kind.attributes.values()]
    fields = [a for record in graph.records.values() for a in record.fields.values()]
    return (*declared, *attributes, *fields)


def _none_of(words: str, names: Iterable[str], known: Collection[str]) -> Iterator[str]:
    yield from (f"there is no {words} `{name}`" for name in names if name not in known)


def _of_declarations(known: _Known) -> Iterator[str]:
    graph = known.graph
    if not graph.modules:
        yield "the graph names no module"
    for kind in graph.kinds.values():
        yield from _none_of("kind", [*kind.holders, *([kind.parent] if kind.parent else [])], graph.kinds)
    for unit in graph.units.values():
        yield from _none_of("kind", [unit.kind], graph.kinds)
        if unit.kind in graph.kinds:
            yield from _none_of(f"attribute of `{unit.kind}` called", unit.values, graph.kinds[unit.kind].attributes)
    for table in graph.tables.values():
        yield from _of_table(table)
    for action in graph.actions.values():
        if len({*_pick_names(action), g.DONE}) <= len(_pick_names(action)):
            yield f"two picks of `{action.name}` have one name"
    for reach in graph.reaches.values():
        yield from _none_of("pick", [f"{reach.action}.{reach.pick}"], known.picks - {f"{reach.action}.{g.DONE}"})
    for option in graph.options.values():
        yield from _none_of("option", (*option.needs, *option.excludes), graph.options)
    for dispute in graph.disputes.values():
        yield from _none_of(f"reading of `{dispute.name}` called", [dispute.default], _readings(dispute))
    for settled in graph.settlements:
        yield from _reading(graph, settled.dispute, settled.reading)
    yield from _none_of("rule", [drop.rule for drop in graph.drops], graph.rules)
    for situation in graph.situations.values():
        yield from _none_of("option", [name for name, _ in situation.options], graph.options)
        for dispute_name, reading in situation.readings:
            yield from _reading(graph, dispute_name, reading)
    for ruling in graph.rulings.values():
        yield from _none_of("rule", (*ruling.confirms, *ruling.amends), graph.rules)
        yield from _none_of("ruling", ruling.supersedes, graph.rulings)
    for part in (graph.rules.values(), graph.settlements, graph.drops):
        yield from _none_of("option", [p.origin.option for p in part if p.origin.option], graph.options)
        yield from _none_of("situation", [p.origin.situation for p in part if p.origin.situation], graph.situations)


def _of_table(table: g.TableDecl) -> Iterator[str]:
    axes = [axis.name for axis in table.data.axes]
    if axes != [name for name, _ in table.params] or not axes:
        yield f"the axes of the table `{table.name}` are not those of its data"
    yield from _none_of(f"axis of `{table.name}` called", (*table.below, *table.above), axes)
    sizes = [len(axis.headings) for axis in table.data.axes]
    fitting = all(
        len(at) == len(sizes) and all(0 <= i < size for i, size in zip(at, sizes, strict=True))
        for at in table.data.cells
    )
    if not fitting or len(table.data.cells) != prod(sizes):
        yield f"the table `{table.name}` does not have one cell for every combination of its headings"


def _readings(dispute: g.DisputeDecl) -> set[str]:
    return {reading.name for reading in dispute.readings}


def _reading(graph: g.Graph, dispute: str, reading: str) -> Iterator[str]:
    if dispute not in graph.disputes:
        yield f"there is no dispute `{dispute}`"
    else:
        yield from _none_of(f"reading of `{dispute}` called", [reading], _readings(graph.disputes[dispute]))


def _of_rule(known: _Known, rule: g.Rule) -> Iterator[str]:
    graph = known.graph
    match rule.conclusion:
        case g.Gives(fact=fact) | g.Collects(fact=fact):
            yield from _none_of("fact", [fact], graph.facts)
            if fact in graph.facts and graph.facts[fact].collects != isinstance(rule.conclusion, g.Collects):
                yield f"`{rule.id}` says of `{fact}` what it cannot be"
        case g.Changes(quantity=quantity, step=step, how=how, amount=amount):
            yield from _none_of("step", [f"{quantity}.{step}"], known.steps)
            if (amount is None) != (how in ("halves", "doubles")):
                yield f"`{rule.id}` does not say by how much"
        case g.Rounds(quantity=quantity):
            yield from _none_of("quantity", [quantity], graph.quantities)
        case g.Forbids(picks=picks):
            yield from _none_of("pick", picks, known.picks)
        case g.Remembers(memory=memory, args=args):
            yield from _call(known, "memory", memory, args)
        case g.Counts(tally=tally, args=args):
            yield from _call(known, "tally", tally, args)
        case g.TaskRule(task=task):
            yield from _none_of("task", [task], {"task", *graph.tasks})
        case _:
            pass
    if rule.after is not None:
        happening = {*graph.events, *graph.effects, *graph.orders, *graph.tasks, *known.picks}
        yield from _none_of("event", [rule.after], happening)
    if rule.at_edge is not None:
        yield from _none_of("part of the sequence", [rule.at_edge[1]], known.spans)
    yield from _none_of("rule", rule.follows, graph.rules)
    for link in rule.links:
        if link.step:
            yield from _none_of("step", [link.target], known.steps)
        elif link.wild and not any(name.startswith(link.target + ".") for name in graph.rules):
            yield f"no rule's name begins with `{link.target}.`"
        elif not link.wild:
            yield from _none_of("rule", [link.target], graph.rules)
    if rule.under is not None:
        yield from _reading(graph, *rule.under)
    yield from _none_of("ruling", [r for r in (rule.by_ruling, rule.against) if r is not None], graph.rulings)


def _of_part(known: _Known, part: object) -> Iterator[str]:
    """What a single expression, statement or type names."""
    graph = known.graph
    match part:
        case e.Fact() | e.Quantity() | e.Table() | e.Reach() | e.Memory() | e.Tally():
            yield from _call(known, type(part).__name__.lower(), part.name, part.args)
        case e.Builtin(name=name, args=args):
            yield from _call(known, "built-in word", name, args)
        case e.Do(effect=effect, args=args):
            yield from _call(known, "effect", effect, args)
        case e.WouldBreak(effect=effect, args=args, rule=rule):
            yield from _call(known, "effect", effect, args)
            yield from _none_of("rule", [rule], graph.rules)
        case e.Applies(rule=rule):
            yield from _none_of("rule", [rule], graph.rules)
        case e.Attribute(name=name, owner="") if name not in ("hex", "holder"):
            yield f"every thing has a `hex` and a `holder`, but no `{name}`"
        case e.Attribute(name=name, owner=owner) | e.SetAttribute(name=name, owner=owner) if owner:
            yield from _none_of("kind", [owner], graph.kinds)
            if owner in graph.kinds:
                yield from _none_of(f"attribute of `{owner}` called", [name], graph.kinds[owner].attributes)
        case e.MakeRecord(kind=kind, fields=given):
            yield from _none_of("record", [kind], graph.records)
            if kind in graph.records and {name for name, _ in given} != set(graph.records[kind].fields):
                yield f"a `{kind}` is made that does not have all its fields"
        case e.Things(kind=kind) | e.IsKind(kind=kind) | e.Place(kind=kind):
            yield from _none_of("kind", [kind], graph.kinds)
        case e.Offer() | e.Announce() | e.Begin() | e.Write() | e.Pick() | e.Point():
            yield from _of_play(known, part)
        case e.NowIn(span=span) | e.MakeMoment(span=span) | g.Lifetime(span=span):
            yield from _none_of("part of the sequence", [span], known.spans)
        case g.OpenIn(spans=spans):
            yield from _none_of("part of the sequence", spans, known.spans)
        case g.OrderDecl(name=name, due=due):
            yield from _none_of("kind", [name], graph.kinds)
            yield from _none_of("part of the sequence", [due] if due else [], known.spans)
        case g.TaskDecl(name=name, crew=crew, works=works):
            yield from _none_of("kind", [name, *([crew[0]] if crew else [])], graph.kinds)
            yield from _none_of("part of the sequence", [works[1]] if works else [], known.spans)
        case g.StageDecl(opens=opens):
            yield from _none_of("action", [opens] if opens else [], graph.actions)
        case e.Compare(order=order) if order is not None:
            yield from _none_of("choice", [order], graph.choices)
        case t.Choice(name=name):
            yield from _none_of("choice", [name], {*graph.choices, *BUILTIN_CHOICES})
        case t.Kind(name=name):
            yield from _none_of("kind", [name], {*graph.kinds, *graph.records, *MACHINES_KINDS})
        case _:
            pass


def _of_play(known: _Known, part: object) -> Iterator[str]:
    """What a statement that plays names."""
    graph = known.graph
    match part:
        case e.Offer(action=action, args=args):
            yield from _call(known, "action", action, args)
        case e.Announce(event=event, args=args):
            yield from _call(known, "event", event, args)
        case e.Begin(task=task, args=args):
            yield from _call(known, "task", task, args)
        case e.Write(order=order, fields=given):
            yield from _none_of("order", [order], graph.orders)
            if order in graph.kinds:
                words = f"attribute of `{order}` called"
                yield from _none_of(words, [name for name, _ in given], graph.kinds[order].attributes)
        case e.Pick(path=pick) if "." in pick:
            yield from _none_of("pick", [pick], known.picks)
        case e.Point(keeps=keeps):
            attributes = {name for kind in graph.kinds.values() for name in kind.attributes}
            yield from _none_of("attribute", keeps, {g.PLACE, *attributes})
        case _:
            pass


def _call(known: _Known, words: str, name: str, args: tuple[e.Expr, ...]) -> Iterator[str]:
    wanted = known.calls[words].get(name)
    if wanted is None:
        yield f"there is no {words} `{name}`"
    elif len(args) != wanted:
        yield f"`{name}` is asked with {len(args)} values, not {wanted}"


def _circles(words: str, edges: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """A sentence when names lead to each other in a circle."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as problem:
        yield f"some {words} lead to each other in a circle: {', '.join(f'`{n}`' for n in problem.args[1][:6])}"
