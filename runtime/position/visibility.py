"""What one side does not see of a position: secrets of the others, and memories and tallies that depend on them.

The view of a side leaves these values out, and has a `Visibility` that says why. A thing is missing in it where its
side alone sees where it stands. The evaluator stops with `Unseen` where it reads one of them, also a memory that may or
may not hold. What depends on what follows from the law alone: a memory depends on every secret that a rule which
begins, ends or counts it may read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.base.relations import grouped, reached
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import all_asked, asked, concludes, parts
from hexlaw.runtime.law.value import Thing

Secret = tuple[Thing, str]
"""A thing and one of its attributes, or `PLACE`: where it stands."""
Hiding = tuple[str | None, bool]
"""The attribute that says whether the place of a thing is secret, none where it always is; and whether it may hold
without being set."""
Resting = tuple[int | None, str]
"""A secret attribute of the thing at this place among those that something is remembered of; `None`: of any thing."""


class Visibility:
    def __init__(self, graph: g.Graph, secrets: frozenset[Secret]) -> None:
        self.graph = graph
        self.secrets = secrets

    @cached_property
    def _attributes(self) -> frozenset[str]:
        return frozenset(name for _, name in self.secrets)

    @property
    def unplaced(self) -> tuple[Thing, ...]:
        """The things whose place is not seen: they are missing in the view."""
        return tuple(thing for thing, name in self.secrets if name == g.PLACE)

    def hides(self, kept: str, args: tuple[object, ...]) -> bool:
        """Whether a memory or tally (`memory:name`, `tally:name`) of these things is not seen."""
        rests = resting(self.graph).get(kept)
        return rests is not None and any(
            attribute in self._attributes if place is None else (args[place], attribute) in self.secrets
            for place, attribute in rests
        )


def is_hiding(graph: g.Graph) -> bool:
    """Whether there are kinds of things whose place can be secret."""
    return bool(hiding_kinds(graph))


def hiding_kinds(graph: g.Graph) -> Mapping[str, Hiding]:
    """When the place of a thing is secret, by kind, for the kinds whose place can be."""
    return memoised(graph, "_hiding_kinds", _hiding_kinds)


def _hiding_kinds(graph: g.Graph) -> dict[str, Hiding]:
    found: dict[str, Hiding] = {}
    for kind in graph.kinds.values():
        if kind.secret:
            name = kind.secret_while
            declared = None if name is None else kind.attributes.get(name)
            printed = any(unit.values.get(name) is True for unit in graph.units.values()) if name else False
            found[kind.name] = name, printed or (declared is not None and declared.default is True)
    return found


def secrets_of_kinds(graph: g.Graph) -> Mapping[str, tuple[str, ...]]:
    """The secret attributes of each kind that has any."""
    secret = ((kind.name, n) for kind in graph.kinds.values() for n, a in kind.attributes.items() if a.secret)
    return memoised(graph, "_secrets_of_kinds", lambda _: grouped(secret))


def resting(graph: g.Graph) -> Mapping[str, frozenset[Resting]]:
    """The secrets that each memory and tally depends on, if it depends on any."""
    return memoised(graph, "_resting", _resting)


def _resting(graph: g.Graph) -> dict[str, frozenset[Resting]]:
    secret = frozenset(name for names in secrets_of_kinds(graph).values() for name in names)
    if not secret:
        return {}
    found: dict[str, set[Resting]] = {}
    others: dict[str, set[str]] = {}  # the memories and tallies that are asked for one, however indirectly
    for rule in graph.rules.values():
        if not isinstance(rule.conclusion, g.Remembers | g.Counts):
            continue
        [kept] = map(":".join, concludes(rule))
        rests, nodes = _read_by(graph, rule, rule.conclusion, secret)
        found.setdefault(kept, set()).update(rests)
        others.setdefault(kept, set()).update(node for node in nodes if node.startswith(("memory:", "tally:")))
    for kept, rests in found.items():
        for other in reached(others, others[kept]) - {kept}:
            rests |= {(None, attribute) for _, attribute in found.get(other, ())}
    return {kept: frozenset(rests) for kept, rests in found.items() if rests}


def _read_by(
    graph: g.Graph, rule: g.Rule, kept: g.Remembers | g.Counts, secret: frozenset[str]
) -> tuple[set[Resting], set[str]]:
    """The secrets that a rule about a memory or tally reads, and all nodes (`dependence.py`) that it asks."""
    of = [arg.name if isinstance(arg, e.Var) else None for arg in kept.args]
    read = (tuple(c.expr for c in rule.when), rule.for_each, kept)
    outer = {id(binder) for binder in rule.for_each}
    inner = {p.var for p in parts(read) if isinstance(p, e.Binder | e.Whichever) and id(p) not in outer}
    rests: set[Resting] = set()
    elsewhere = {node for node in asked(read) if not node.startswith("attribute:")} | {f"limits:{rule.id}"}
    for part in parts(read):
        match part:
            case e.Attribute(base=e.Var(name=name), name=attribute) if name in of and name not in inner:
                rests |= {(of.index(name), attribute)} if attribute in secret else set()
            case e.Attribute(name=attribute):
                rests |= {(None, attribute)} if attribute in secret else set()
    nodes = all_asked(graph, elsewhere)
    return rests | {(None, name) for name in secret if f"attribute:{name}" in nodes}, nodes
