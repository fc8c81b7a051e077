"""What a law keeps secret, read off its statements: answers, throws and draws that become a secret, names by lot.

An answer is a secret that one side alone sees then in an order, or in an attribute of a thing.

What is picked, thrown or drawn is followed by its name into all that is done with it: into effects and events, and
into what follows on the pick, on an effect or on an event. Other sides may not read such answers (`game.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts, variables
from hexlaw.runtime.law.footprint import footprints_of
from hexlaw.runtime.position.visibility import hiding_kinds, secrets_of_kinds

Hooks = Mapping[str, Sequence[g.Rule]]
"""By moment, what follows."""


def kept_in_secret(graph: g.Graph, bodies: Iterable[object], after: Hooks) -> Iterator[e.Pick | e.Roll | e.Draw]:
    """Yields the picks, throws and draws in some bodies of which the answer becomes a secret."""
    if not secrets_of_kinds(graph):
        return
    followed = _Followed(graph, after)
    for body in bodies:
        secret = followed.names_in(body)
        for part in parts(body):
            match part:
                case e.Pick(var=name, gathered=gathered) if not secret.isdisjoint((name, gathered)):
                    yield part
                case e.Roll(name=name) | e.Draw(binder=e.Binder(var=name)) if name in secret:
                    yield part


class _Followed:
    """The names in effects and hooks whose values flow into a secret."""

    def __init__(self, graph: g.Graph, after: Hooks) -> None:
        self.graph, self.after = graph, after
        bodies = footprints_of(graph).bodies.items()
        self.lines = {node: body for node, body in bodies if node.startswith(("effect:", "rule:"))}
        self.known: dict[str, frozenset[str]] = {}
        while (found := {key: self.names_in(lines) for key, lines in self.lines.items()}) != self.known:
            self.known = found  # effects may call each other: a fixpoint

    def names_in(self, lines: object) -> frozenset[str]:
        """Returns the names whose values flow into a secret in some lines, or in the hooks that follow them."""
        inside, found = list(parts(lines)), set[str]()
        for part in inside:
            match part:
                case e.Write(order=order, fields=fields):
                    declared = self.graph.kinds[order].attributes
                    found |= variables(tuple(value for name, value in fields if declared[name].secret))
                case e.SetAttribute(name=name, owner=owner, value=value):
                    if owner and self.graph.kinds[owner].attributes[name].secret:
                        found |= variables(value)
                case e.Do(effect=name, args=args):
                    secret = self.known.get(f"effect:{name}", frozenset()).union(self._following(name))
                    found |= variables(tuple(_given(self.graph.effects[name].params, args, secret)))
                case e.Announce(event=name, args=args):
                    found |= variables(tuple(_given(self.graph.events[name].params, args, self._following(name))))
                case e.Pick(path=path):
                    found |= self._following(path)
        for part in reversed(inside):
            if isinstance(part, e.Let) and part.name in found:
                found |= variables(part.value)
        return frozenset(found)

    def _following(self, moment: str) -> set[str]:
        """Returns the names whose values flow into a secret in the hooks of a moment."""
        found: set[str] = set()
        for rule in self.after.get(moment, ()):
            secret = self.known.get(f"rule:{rule.id}", frozenset())
            for way in self.graph.ways(rule, moment):
                given = dict(way.given)  # what an event knows that a pick brings about
                found |= secret - given.keys()
                found |= variables(tuple(value for name, value in given.items() if name in secret))
        return found


def _given(params: Sequence[tuple[str, object]], args: Sequence[e.Expr], secret: Iterable[str]) -> Iterator[e.Expr]:
    """Returns the arguments of those parameters that flow into a secret."""
    return (value for (name, _), value in zip(params, args, strict=True) if name in secret)


def named_by_lot(graph: g.Graph, blocks: Iterable[object]) -> frozenset[str]:
    """Returns the kinds of things whose place may be secret, by themselves or because some line puts them into such a
    thing."""
    put: list[tuple[frozenset[str], frozenset[str]]] = []
    for part in parts(tuple(blocks)):
        match part:
            case e.Place(kind=kind, where=where):
                put.append((frozenset({kind}), _kinds_of(where, graph)))
            case e.Move(thing=thing, to=where):
                put.append((_kinds_of(thing, graph), _kinds_of(where, graph)))
    found = frozenset(hiding_kinds(graph))
    while more := frozenset().union(*(kinds for kinds, into in put if not into.isdisjoint(found))) - found:
        found |= more
    return found


def _kinds_of(thing: e.Expr, graph: g.Graph) -> frozenset[str]:
    """Returns the kinds of which a thing may be."""
    type_ = thing.type.item if isinstance(thing.type, t.OrNone) else thing.type
    return graph.kinds_below(type_.name) if isinstance(type_, t.Kind) else frozenset()
