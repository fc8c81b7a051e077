"""Who asks what of the law, and what is known where it is asked.

Input: a finished graph. Output: for a node, every piece of law that asks it directly, with the conditions that hold
there and what has been done since they were asked (`expr.asked_inside`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from hexlaw.compiler.analysis.rule_formulas import Conditions
from hexlaw.compiler.resolve.advice import WORTH
from hexlaw.runtime.base.nodes import Node, directly_inside
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import asked, named_in
from hexlaw.runtime.law.footprint import footprints_of
from hexlaw.runtime.law.value import Value

Known = tuple[e.Expr | e.Statement, ...]


class AskedAt(NamedTuple):
    """Where something is asked: for which node, by which rule, and whether by what that says or by when it applies."""

    node: str  # `requires:` and `edge:` before the ids of rules, `advice:worth`: what play asks by itself
    asks: Value
    known: Known = ()
    rule: g.Rule | None = None
    is_value: bool = False


class LawAsking:
    """Answers for one graph."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self._before: dict[str, Known] = {}

    def of(self, key: str) -> Iterator[AskedAt]:
        """Wherever the law asks a node directly."""
        for place in self._places:
            if key in asked(place.asks):
                for asks, known in _walked(place.asks, place.known, key):
                    yield place._replace(asks=asks, known=known)

    @cached_property
    def by_name(self) -> frozenset[str]:
        """The rules that conditions ask about by name; from there it is not followed who asks."""
        return frozenset(node for place in self._places for node in asked(place.asks) if node.startswith("rule:"))

    @cached_property
    def _places(self) -> list[AskedAt]:
        graph = self.conditions.graph
        found = [AskedAt(f"fact:{fact.name}", fact.otherwise) for fact in graph.facts.values() if fact.otherwise]
        found += [AskedAt(f"quantity:{quantity.name}", quantity.start) for quantity in graph.quantities.values()]
        for action in graph.actions.values():
            for line, known in e.asked_inside((*action.lines, action.body)) or ():
                pick = dict(named_in(line)).get("pick") if isinstance(line, Node) else None
                found.append(AskedAt(f"pick:{pick}" if pick else f"action:{action.name}", line, known))
                if pick is not None:
                    holds = (part for part in e.known_after(line) if not isinstance(part, e.Statement))
                    again = (line,) if isinstance(line, e.Statement) and getattr(line, "repeatedly", False) else ()
                    self._before[pick] = (*known, *again, *holds)
        found += [
            AskedAt(node, body)
            for node, body in footprints_of(graph).bodies.items()
            if not node.startswith(("action:", "rule:"))
        ]
        found += [
            AskedAt(f"advice:{WORTH}", self.conditions.asking(sort, WORTH))
            for sort in ("fact", "quantity")
            if WORTH in graph.section(sort) and graph.section(sort)[WORTH].origin.is_advice
        ]
        for rule in graph.rules.values():
            if rule.against is None and rule.id not in self.conditions.gone:
                found += [place for node, known in self._asked_for(rule) for place in _asked_by(rule, node, known)]
        return found

    def _asked_for(self, rule: g.Rule, depth: int = 6) -> Iterator[tuple[str, Known]]:
        """The nodes for which a rule is asked, with what is known then of the names that they share."""
        match rule.conclusion:
            case g.Gives() | g.Collects():
                yield f"fact:{rule.decides}", ()
            case g.Changes(quantity=name) | g.Rounds(quantity=name):
                yield f"quantity:{name}", ()
            case g.Forbids(picks=picks, events=()):
                for pick in picks:
                    yield (f"pick:{pick}", self._before[pick]) if pick in self._before else (f"rule:{rule.id}", ())
            case None if depth:
                for link in rule.links:
                    if link.step:
                        yield f"quantity:{link.target.rpartition('.')[0]}", ()
                    for target in self.conditions.bearing.on(link):
                        limited = self.conditions.graph.rules[target]
                        for node, known in self._asked_for(limited, depth - 1):
                            yield node, known + tuple(c.expr for c in limited.when)
            case _:
                at_edge = "rule" if rule.at_edge is None else "edge"
                yield f"{'requires' if isinstance(rule.conclusion, g.Requires) else at_edge}:{rule.id}", ()


def _asked_by(rule: g.Rule, node: str, known: Known) -> Iterator[AskedAt]:
    """What a rule asks, for one node. Whether a requirement holds is asked before what it is required under."""
    for binder, before in e.asked_inside(rule.for_each) or ():
        yield AskedAt(node, binder, known + before, rule)
        known += e.known_after(binder)
    whens = tuple(c.expr for c in rule.when)
    for when in whens:
        yield AskedAt(node, when, known + tuple(other for other in whens if other is not when), rule)
    if not isinstance(rule.conclusion, g.Requires):
        known += whens
    if rule.conclusion is not None:
        yield AskedAt(node, rule.conclusion, known, rule, not isinstance(rule.conclusion, g.Requires))


def _walked(node: object, known: Known, key: str) -> Iterator[tuple[object, Known]]:
    """Every part that asks a node itself, with what is known where it does."""
    if isinstance(node, Node) and node.ASKS and any(f"{sort}:{name}" == key for sort, name in named_in(node)):
        yield node, known
    parts = e.asked_inside(node)
    for part, more in [(part, ()) for part in directly_inside(node)] if parts is None else parts:
        if part is not None and key in asked(part):
            yield from _walked(part, known + more, key)
