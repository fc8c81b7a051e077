"""What brings about what while a game is played, and what changes what, read off a rule graph.

A happening is an effect, an action, a pick, an event, an order written, a task begun, or a rule that hooks onto one
of these; the sequence starts them, so its own edges are none. Nothing here is guessed: that one leads to another means
that the law says so, and what is written is all that the law could write on the way.
"""

from __future__ import annotations

from functools import cached_property

from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.base.relations import reached
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import asked, concludes, forbidding, named_in, parts, uses

STANDING = ("hex", "holder")  # attributes that no statement sets, but every move changes


class Triggers:
    """Answers for one graph."""

    def __init__(self, graph: g.Graph) -> None:
        self.graph = graph

    @cached_property
    def leads_to(self) -> dict[str, set[str]]:
        """By happening, what it brings about directly."""
        edges: dict[str, set[str]] = {}
        for node, body in self._bodies.items():
            edges[node] = called_in(body)
        for action in self.graph.actions.values():
            edges[f"action:{action.name}"] |= {f"pick:{action.name}.{pick.name}" for pick in action.picks}
        for rule in self.graph.rules.values():
            if rule.after is not None and rule.against is None:
                for sort in ("event", "effect", "pick", "order", "task"):
                    for moment in self.graph.moments_of(rule):
                        edges.setdefault(f"{sort}:{moment}", set()).add(f"rule:{rule.id}")
        return edges

    def written(self, node: str) -> set[str]:
        """All that may be changed by a happening and what it brings about."""
        return self.written_by((), node)

    def written_by(self, body: object, *nodes: str) -> set[str]:
        """All that statements, happenings and what they bring about may change."""
        found = _written(body)
        for node in reached(self.leads_to, called_in(body) | set(nodes)):
            found |= self._changes.get(node, frozenset())
        return found

    @cached_property
    def _changes(self) -> dict[str, set[str]]:
        """By happening, what it may change itself; a rule also what it keeps."""
        found = {node: _written(body) for node, body in self._bodies.items()}
        for rule in self.graph.rules.values():
            if kept := {f"{sort}:{name}" for sort, name in concludes(rule) if sort in ("memory", "tally")}:
                found[f"rule:{rule.id}"] = kept
        return found

    def read(self, exprs: object, *nodes: str) -> set[str]:
        """All that answering these may look at: attributes by name, what is kept, and where and which things are."""
        return reached(self._asks, asked(exprs) | _looks(exprs) | set(nodes))

    def judged_by(self, pick: str, made: e.Pick, action: g.ActionDecl) -> set[str]:
        """All that decides whether a pick may be made."""
        lets = [part.value for part in parts((action.lines, action.body)) if isinstance(part, e.Let)]
        bars = (f"rule:{rule.id}" for rule in forbidding(self.graph).get(pick, ()))
        return self.read((made.domain, made.where, *lets), *bars, *self._required)

    @cached_property
    def _required(self) -> list[str]:
        """The rules that have to hold whatever happens."""
        return [f"rule:{r.id}" for r in self.graph.rules.values() if isinstance(r.conclusion, g.Requires)]

    @cached_property
    def _bodies(self) -> dict[str, object]:
        found: dict[str, object] = {f"effect:{x.name}": x.body for x in self.graph.effects.values()}
        for action in self.graph.actions.values():
            found[f"action:{action.name}"] = (tuple(pick.does for pick in action.picks), action.body)
        for rule in self.graph.rules.values():
            if isinstance(rule.conclusion, g.Then):
                found[f"rule:{rule.id}"] = rule.conclusion.body
        return found

    @cached_property
    def _asks(self) -> dict[str, set[str]]:
        edges = {node: set(others) for node, others in uses(self.graph).items()}
        for fact in self.graph.facts.values():
            edges.setdefault(f"fact:{fact.name}", set()).update(_looks(fact.otherwise))
        for quantity in self.graph.quantities.values():
            edges.setdefault(f"quantity:{quantity.name}", set()).update(_looks(quantity.start))
        for effect in self.graph.effects.values():
            edges.setdefault(f"effect:{effect.name}", set()).update(_looks(effect.body))
        of_rule = lambda r: sorted(_looks((tuple(c.expr for c in r.when), r.for_each, r.conclusion)))  # noqa: E731
        for rule in self.graph.rules.values():
            edges.setdefault(f"rule:{rule.id}", set()).update(memoised(rule, "looks", of_rule))
        return edges


def is_known(read: set[str]) -> bool:
    """Whether what is read changes only where a statement changes it: not by the clock, and not by itself."""
    return not any(
        node.partition(":")[0] in ("memory", "tally", "span", "reach", "effect", e.ANYTHING) for node in read
    )


def carried_out(graph: g.Graph) -> dict[str, object]:
    """All statements of the law, with the picks of actions, by what they belong to; not of rules that never stand."""
    found: dict[str, object] = {f"effect:{effect.name}": effect.body for effect in graph.effects.values()}
    found |= {f"action:{action.name}": (action.lines, action.body) for action in graph.actions.values()}
    found |= {f"task:{task.name}": task.done for task in graph.tasks.values()}
    rules = (rule for rule in graph.rules.values() if rule.against is None)
    found |= {f"rule:{rule.id}": rule.conclusion.body for rule in rules if isinstance(rule.conclusion, g.Then)}
    return found | {f"sequence:{name}": spans for name, spans in graph.sequences.items()}


def called_in(body: object) -> set[str]:
    """What statements bring about directly."""
    return {f"{sort}:{name}" for part in parts(body) if part.BRINGS_ABOUT for sort, name in named_in(part)}


def _written(body: object) -> set[str]:
    found: set[str] = set()
    for part in parts(body):
        match part:
            case e.SetAttribute(name=name):
                found.add(f"attribute:{name}")
            case e.Pick(account=e.Attribute(name=name)):
                found.add(f"attribute:{name}")
            case _:
                found |= part.CHANGES
    return found


def _looks(exprs: object) -> set[str]:
    """What the names in an expression do not tell: whether it looks at where and which things there are."""
    if type(exprs) is tuple:
        return set().union(*map(_looks, exprs))
    return set() if exprs is None else memoised(exprs, "_looks", _looking)


def _looking(exprs: object) -> set[str]:
    found: set[str] = set()
    for part in parts(exprs):
        match part:
            case e.Attribute(name=name) if name in STANDING:
                found.add(e.WHERE)
            case e.Things(within=None):
                found.add(e.THINGS)
            case e.Things():
                found |= {e.THINGS, e.WHERE}
    return found
