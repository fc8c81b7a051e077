"""What asks what: the edges of the rule graph that evaluation follows, read off the graph's expressions.

Nodes are `fact:name`, `quantity:name`, `table:name`, `rule:id`, `effect:name`, `pick:action.pick`,
`reach:name`; attributes are `attribute:name`. What play keeps (`memory:name`, `tally:name`, `span:name`) is looked
up, not worked out: it asks nothing. What is decided while playing is not a part of an answer either, so `uses` does not
look into it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from hexlaw.runtime.base.nodes import INSIDE, LEAVES, Node, memoised, rebuilt
from hexlaw.runtime.base.relations import going_round, grouped, reached
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.declaration import ways_inside
from hexlaw.runtime.law.links import targets_of

DECIDED = (e.Pick,)


def parts(node: object, closed: tuple[type, ...] = ()) -> Iterator[Node]:
    """An expression or statement and everything inside it, without recursion; `closed` nodes are not looked into."""
    if closed:
        return _parts(node, closed)
    if type(node) is tuple:
        return chain.from_iterable(map(parts, node))
    if INSIDE[type(node)] is None:
        return iter(())
    return iter(memoised(node, "_parts", lambda whole: tuple(_parts(whole, ()))))


def _parts(node: object, closed: tuple[type, ...]) -> Iterator[Node]:
    stack: list[object] = [node]
    while stack:
        current = stack.pop()
        kind = type(current)
        if kind is tuple:
            stack.extend(reversed(current))  # type: ignore[call-overload]
        elif (names := INSIDE[kind]) is not None:
            yield current  # type: ignore[misc]  # only nodes have fields
            if kind not in closed:
                stack += [value for name in names if type(value := getattr(current, name)) not in LEAVES]


def asked(node: object, closed: tuple[type, ...] = ()) -> set[str]:
    """The nodes that an expression or statement asks."""
    if type(node) is tuple:
        return set().union(*(asked(part, closed) for part in node))
    if INSIDE[type(node)] is None:
        return set()
    return _asked(node, closed) if closed else set(memoised(node, "_asked", _asked))


def _asked(node: object, closed: tuple[type, ...] = ()) -> set[str]:
    return {f"{sort}:{name}" for part in parts(node, closed) if part.ASKS for sort, name in named_in(part)}


def attributes_in(nodes: Iterable[str]) -> frozenset[str]:
    """Returns the names of the attributes among what is asked, read or written."""
    return frozenset(node.removeprefix("attribute:") for node in nodes if node.startswith("attribute:"))


def named_in(node: Node) -> Iterator[tuple[str, str]]:
    """Returns the names in a node itself, each after the sort of what it names."""
    for part, sort in node.NAMES.items():
        found = getattr(node, part)
        if isinstance(found, str):
            yield sort, found
        else:
            yield from ((sort, each if isinstance(each, str) else each[0]) for each in found or ())


def concludes(rule: g.Rule) -> list[tuple[str, str]]:
    """What a rule decides, forbids or keeps, each by its sort and name."""
    return [] if rule.conclusion is None else [named for named in named_in(rule.conclusion) if named[0] != "event"]


def variables(node: object) -> set[str]:
    """The names in an expression or statement that stand for a value, also those that it binds itself."""
    return {part.name for part in parts(node) if isinstance(part, e.Var)}


def substitute(node: Any, binding: Mapping[str, e.Expr]) -> Any:
    """An expression with variables replaced by other expressions; what holds none of them stays as it is."""
    if isinstance(node, e.Var):
        return binding.get(node.name, node)
    return rebuilt(node, lambda part: substitute(part, binding))


def picks_inside(action: g.ActionDecl) -> tuple[str, ...]:
    """The names of an action's own picks that are only made while it goes on: inside other picks or in its body."""
    declared = {pick.name for pick in action.picks}
    found: list[str] = []
    stack: list[object] = [tuple(pick.does for pick in action.picks), action.body]
    while stack:
        for part in parts(stack.pop(), DECIDED):
            # what belongs to another action is borrowed
            if isinstance(part, e.Pick) and part.action == action.name and part.name not in declared:
                found.append(part.name)
                stack.append(part.does)
    return tuple(found)


def picks_in(node: object) -> Iterator[e.Pick]:
    """Yields the picks inside something of the law, with those that it borrows."""
    return (part for part in parts(node) if isinstance(part, e.Pick))


def picks_by_path(graph: g.Graph) -> dict[str, e.Pick]:
    """Returns the picks of actions and effects, those inside what others do as well, by their paths."""
    picks = picks_in((*graph.actions.values(), *graph.effects.values()))
    return memoised(graph, "_picks_by_path", lambda _: {pick.path: pick for pick in picks})


def spans_of(graph: g.Graph) -> list[g.SpanDecl]:
    """The parts of the sequence, also those inside others."""
    return [part for part in parts(tuple(graph.sequences.values())) if isinstance(part, g.SpanDecl)]


def names_of_spans(graph: g.Graph) -> list[str]:
    """The names of the parts of the sequence, then those that the law names although a variant has dropped them: these
    never run."""
    lasting = (decl.lasting for kind in graph.kinds.values() for decl in kind.attributes.values())
    named = lambda node: [name for part in parts(node) for sort, name in named_in(part) if sort == "span"]  # noqa: E731
    found = (memoised(node, "_spans_named", named) for node in (*filter(None, lasting), *graph.law()))
    return [*dict.fromkeys((*(span.name for span in spans_of(graph)), *chain.from_iterable(found)))]


def within(graph: g.Graph, span: str) -> list[g.SpanDecl]:
    """A part of the sequence with those that it stands in, itself first; nothing where it is not there."""
    inside = {part: [p.name for p in parts(part) if isinstance(p, g.SpanDecl)] for part in spans_of(graph)}
    around = [part for part, names in inside.items() if span in names]
    return sorted(around, key=lambda part: len(inside[part]))


def ends_of_parts(graph: g.Graph) -> frozenset[str]:
    """`part.done` for each part of the sequence that a side can be done with and that no action is called like."""
    windows = (span.name for span in spans_of(graph) if span.is_window)
    return frozenset(f"{name}.{g.DONE}" for name in windows if name not in graph.actions)


def played(graph: g.Graph) -> frozenset[str]:
    """The rules that matter in play alone, not for a question about a position: hooks, tasks, what bears on these."""
    inside = {
        f"{action.name}.{name}"
        for action in graph.actions.values()
        for name in picks_inside(action)
        if not any(name in ways_inside(action.name, pick.does) for pick in action.picks)
    } | ends_of_parts(graph)
    found = {rule.id for rule in graph.rules.values() if _is_played(rule, inside)}
    while more := {rule.id for rule in graph.rules.values() if _bears_on(graph, rule, found)} - found:
        found |= more
    return frozenset(found)


def _is_played(rule: g.Rule, inside: set[str]) -> bool:
    match rule.conclusion:
        case g.Remembers() | g.Counts() | g.Then() | g.TaskRule():
            return True
        case g.Forbids(picks=picks):
            return inside.issuperset(picks)
        case _:
            return rule.after is not None or rule.at_edge is not None


def _bears_on(graph: g.Graph, rule: g.Rule, found: set[str]) -> bool:
    """Whether a rule says nothing of its own and only limits or lifts what is `found`."""
    if rule.conclusion is not None or not rule.links:
        return False
    targets = {name for link in rule.links for name in ([link.target] if link.step else targets_of(graph, link))}
    return bool(targets) and targets <= found


def uses(graph: g.Graph) -> dict[str, set[str]]:
    """For every node, the nodes it asks directly; a rule asks what limits it, a fact the rules that decide it. The
    result is stored with the graph: callers do not change it."""
    return memoised(graph, "_uses", _uses)


def going_in_circles(graph: g.Graph) -> Mapping[str, set[str]]:
    """The edges of `uses` without all from which no circle is reached."""
    return memoised(graph, "_circles", lambda graph: going_round(uses(graph)))


def all_asked(graph: g.Graph, nodes: Iterable[str]) -> set[str]:
    """These nodes and all that answering them may ask."""
    return reached(uses(graph), nodes)


def forbidding(graph: g.Graph) -> Mapping[str, tuple[g.Rule, ...]]:
    """The rules that forbid each pick (`action.pick`), in the order of the graph."""
    said = ((rule, rule.conclusion) for rule in graph.rules.values())
    found = ((pick, r) for r, c in said if isinstance(c, g.Forbids) for pick in dict.fromkeys(c.picks))
    return memoised(graph, "_forbidding", lambda _: grouped(found))


def _uses(graph: g.Graph) -> dict[str, set[str]]:
    edges: dict[str, set[str]] = {}

    def add(node: str, *others: Iterable[str]) -> None:
        edges.setdefault(node, set()).update(*others)

    for fact in graph.facts.values():
        add(f"fact:{fact.name}", asked(fact.otherwise))
    for quantity in graph.quantities.values():
        add(f"quantity:{quantity.name}", asked(quantity.start))
    for effect in graph.effects.values():
        add(f"effect:{effect.name}", asked(effect.body, DECIDED))
    for action in graph.actions.values():
        before: set[str] = set()
        for line in action.lines:
            if isinstance(line, e.Let):
                before |= asked(line.value)
            else:
                before = before | asked((line.domain, line.where, line.cost, line.account))
                add(f"pick:{action.name}.{line.name}", before, asked(line.does, DECIDED))
                before = before | {f"pick:{action.name}.{line.name}"}
        add(f"pick:{action.name}.{g.DONE}", before)
    for event in graph.events.values():
        for way in event.by:
            for pick in graph.with_kinds("", [way.pick], ()):
                add(f"pick:{pick}", asked(way.given))
    required = asked_of_requirements(graph)
    for reach in graph.reaches.values():
        led_to = {f"pick:{reach.action}.{reach.pick}", f"pick:{reach.action}.{g.DONE}"}
        add(f"reach:{reach.name}", led_to, required, asked(graph.actions[reach.action].body, DECIDED))
    for rule in graph.rules.values():
        _rule_edges(graph, rule, add)
    return edges


def asked_of_requirements(graph: g.Graph) -> set[str]:
    """What is asked wherever all requirements have to hold."""
    rules = (rule.id for rule in graph.rules.values() if isinstance(rule.conclusion, g.Requires))
    return {f"{node}:{rule}" for rule in rules for node in ("rule", "says")}


def _asks(rule: g.Rule) -> list[list[str]]:
    """What a rule asks to see whether it applies and what of, and what its message asks."""
    own = asked(tuple(c.expr for c in rule.when)) | asked(rule.for_each)
    match rule.conclusion:
        case g.Gives(value=asking) | g.Collects(item=asking) | g.Changes(amount=asking) | g.Requires(condition=asking):
            own |= asked(asking)
    return [sorted(own), sorted(asked(rule.says))]


def _rule_edges(graph: g.Graph, rule: g.Rule, add: Callable[..., None]) -> None:
    own, said = memoised(rule, "asks", _asks)
    for sort, name in concludes(rule):
        if sort in ("fact", "quantity", "pick"):
            add(f"{sort}:{name}", {f"rule:{rule.id}"}, {f"says:{rule.id}"} if sort == "pick" else ())
    add(f"rule:{rule.id}", own, {f"limits:{rule.id}"})
    add(f"says:{rule.id}", said)
    for link in rule.links:
        if link.how == "replaces":  # what limits the one limits the other, which takes its place
            add(f"limits:{rule.id}", {f"limits:{link.target}"})
            add(f"rule:{link.target}", {f"rule:{rule.id}"})
        elif link.how in ("limits", "lifts"):
            if link.step:
                add(f"quantity:{link.target.rpartition('.')[0]}", {f"rule:{rule.id}"})
            for name in targets_of(graph, link):
                add(f"limits:{name}", {f"rule:{rule.id}"})
