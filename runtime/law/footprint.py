"""What an answer depends on, what a happening changes and what it brings about: one footprint for all who ask.

Each sort of node says of itself what it `READS`, `CHANGES` and `BRINGS_ABOUT`; here that is added up over what stands
inside a node, and followed over calls and happenings, once for a graph. A happening is an effect, an action, a pick, an
event, an order written, a task begun, or a rule that hooks onto one of these; the sequence starts them. What has a name
is called `sort:name` as in `dependence.py`, what has none as in `expr.py`: `WHERE`, `THINGS`, `OTHERS`, `ACTS`,
`ANYTHING`, `DECIDING`. `Marks.reads` has the same names for the lowered form.
INVARIANT: what is read and written is said too widely rather than too narrowly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from hexlaw.runtime.base.nodes import Node, memoised
from hexlaw.runtime.base.relations import grouped, reached
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import asked, named_in, parts, uses

KEPT_BY_PLAY = ("memory:", "tally:", "span:")

Block = tuple[g.SpanDecl | e.Statement, ...]


class Footprint(NamedTuple):
    """What a node and all inside it look at by themselves, write and bring about."""

    looks: frozenset[str]
    """Beside what they ask by name (`asked`)."""
    writes: frozenset[str]
    brings_about: frozenset[str]


def footprint(node: object) -> Footprint:
    if type(node) is tuple:
        return Footprint(*(frozenset().union(*of) for of in zip(NOTHING, *map(footprint, node), strict=True)))
    return memoised(node, "_footprint", _footprint) if isinstance(node, Node) else NOTHING


NOTHING = Footprint(frozenset(), frozenset(), frozenset())


def _footprint(node: Node) -> Footprint:
    looks, writes, brought_about = set[str](), set[str](), set[str]()
    for part in parts(node):
        looks.update(part.READS, _looked_at(part))
        writes |= changed_by(part)
        if part.BRINGS_ABOUT:
            brought_about.update(f"{sort}:{name}" for sort, name in named_in(part))
    return Footprint(frozenset(looks), frozenset(writes), frozenset(brought_about))


def changed_by(part: Node) -> frozenset[str]:
    """Returns what carrying out one statement changes, without those inside it."""
    match part:
        case e.SetAttribute(name=name) | e.Pick(account=e.Attribute(name=name)):
            return part.CHANGES | {f"attribute:{name}"}
        case g.Remembers() | g.Counts():
            return frozenset(f"{sort}:{kept}" for sort, kept in named_in(part))
        case _:
            return part.CHANGES


def _looked_at(part: Node) -> Iterator[str]:
    """Yields what an expression looks at by what it says, not by its sort alone."""
    match part:
        case e.Attribute(name=name, type=type_):
            if name in e.STANDING:
                yield e.WHERE
            if name == "holder" or _is_placed(type_):
                yield e.OTHERS
        case e.Things(kind=kind, within=within):
            yield f"kind:{kind}"
            if within is not None:
                yield e.WHERE
        case e.Builtin(name="game"):
            yield f"kind:{t.GAME.name}"
        case e.Var(name=g.ACTING):
            yield e.ACTS


def _is_placed(type_: t.Type) -> bool:
    """Returns whether a value names things that stand on the map."""
    match type_:
        case t.OrNone(item=item) | t.SetOf(item=item):
            return _is_placed(item)
        case t.Kind(name=name):
            return name not in g.UNPLACED_KINDS
        case _:
            return False


@dataclass(frozen=True)
class Footprints:
    """The footprints of all that one graph declares."""

    graph: g.Graph

    @cached_property
    def bodies(self) -> dict[str, Block]:
        """All statements of the law, with the picks of actions, by what they belong to; not of rules that never
        stand."""
        graph = self.graph
        found: dict[str, Block] = {f"effect:{name}": effect.body for name, effect in graph.effects.items()}
        found |= {f"action:{name}": (*action.lines, *action.body) for name, action in graph.actions.items()}
        found |= {f"task:{name}": task.done for name, task in graph.tasks.items()}
        rules = (rule for rule in graph.rules.values() if rule.against is None)
        found |= {f"rule:{rule.id}": rule.conclusion.body for rule in rules if isinstance(rule.conclusion, g.Then)}
        return found | {f"sequence:{name}": spans for name, spans in graph.sequences.items()}

    @cached_property
    def own(self) -> dict[str, Footprint]:
        """By happening, its own footprint: that of a task begun is not that of what is done when it is over."""
        keeping = (rule for rule in self.graph.rules.values() if isinstance(rule.conclusion, g.Remembers | g.Counts))
        doing: dict[str, object] = {
            node: body for node, body in self.bodies.items() if not node.startswith(("task:", "sequence:"))
        }
        doing |= {f"rule:{rule.id}": rule.conclusion for rule in keeping if rule.against is None}
        return {node: footprint(body) for node, body in doing.items()}

    @cached_property
    def leads_to(self) -> dict[str, set[str]]:
        """By happening, what it brings about directly."""
        hooks = (rule for rule in self.graph.rules.values() if rule.after is not None and rule.against is None)
        moments = ((moment, f"rule:{rule.id}") for rule in hooks for moment in self.graph.moments_of(rule))
        found = {node: set(own.brings_about) for node, own in self.own.items()}
        for moment, rules in grouped(moments).items():
            for sort in ("event", "effect", "pick", "order", "task"):
                found.setdefault(f"{sort}:{moment}", set()).update(rules)
        return found

    def brought_about(self, body: object, *nodes: str, hooks: bool = True) -> set[str]:
        """Returns all happenings to which statements and happenings lead; without `hooks` not what rules do upon
        them."""
        begun = footprint(body).brings_about.union(nodes)
        calls = {node: own.brings_about for node, own in self.own.items()}
        return reached(self.leads_to, begun) if hooks else reached(calls, begun)

    def writes(self, body: object, *nodes: str, hooks: bool = True) -> set[str]:
        """Returns all that statements, happenings and what they bring about may change."""
        happening = self.brought_about(body, *nodes, hooks=hooks) & self.own.keys()
        return set(footprint(body).writes).union(*(self.own[node].writes for node in happening))

    def reads(self, exprs: object, *nodes: str) -> set[str]:
        """Returns all that answering these may look at, however indirectly."""
        return reached(self._edges, (asked(exprs) | footprint(exprs).looks).union(nodes))

    def readers(self, *nodes: str) -> set[str]:
        """Returns all that may look at these, however indirectly, in the words of its rules as well."""
        return reached(self._readers, nodes)

    def users(self, sort: str, name: str) -> tuple[tuple[str, str], ...]:
        """Returns what asks something of this name directly, or brings it about, in what it does as well: each by its
        sort and name."""
        return self._users.get(f"{sort}:{name}", ())

    @cached_property
    def _readers(self) -> dict[str, tuple[str, ...]]:
        edges = chain(self._edges.items(), ((f"rule:{rule}", (f"says:{rule}",)) for rule in self.graph.rules))
        return grouped((other, node) for node, others in edges for other in others)

    @cached_property
    def _users(self) -> dict[str, tuple[tuple[str, str], ...]]:
        graph = self.graph
        doing: dict[str, object] = {f"rule:{rule.id}": rule.conclusion for rule in graph.rules.values()}
        doing |= {node: body for node, body in self.bodies.items() if node.startswith(("effect:", "sequence:"))}
        # what the first picks of an action are picked from is asked by the picks
        doing |= {f"action:{x.name}": (tuple(pick.does for pick in x.picks), x.body) for x in graph.actions.values()}
        doing |= {f"task:{x.name}": (x.gains, x.stages, x.done) for x in graph.tasks.values()}
        edges = chain(uses(graph).items(), ((node, asked(law)) for node, law in doing.items()))
        pairs = {(other, node.partition(":")) for node, others in edges for other in others if other != node}
        return grouped((other, (sort, name)) for other, (sort, _, name) in sorted(pairs))

    @cached_property
    def _edges(self) -> dict[str, set[str]]:
        """What asks and looks at what directly."""
        edges = {node: set(others) for node, others in uses(self.graph).items()}
        for sort in ("fact", "quantity", "effect", "rule"):
            for name, declared in self.graph.section(sort).items():
                edges.setdefault(f"{sort}:{name}", set()).update(footprint(declared).looks)
        return edges


def footprints_of(graph: g.Graph) -> Footprints:
    """Returns the footprints of a graph, worked out once."""
    return memoised(graph, "_footprints", Footprints)


def is_known(read: Iterable[str]) -> bool:
    """Returns whether what is read changes only where a statement changes it: not by the clock, and not by itself."""
    return not any(name.startswith(KEPT_BY_PLAY) or name == e.ANYTHING for name in read)
