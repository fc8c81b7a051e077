"""The law with all rules that can stand: printed once, for all configurations and all rules taken out.

A configuration then only says which of these rules stand: the `switches`, yes or no. A rule that replaces another has
its links as well, as only one of the two stands. If rule A overrides C only through B, and B does not stand, the whole
law would order more than the law in force; for such a law there are no switches.
"""

from __future__ import annotations

from array import array
from functools import cached_property

from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import InForce, Law, bearing
from hexlaw.runtime.law.links import Bearing


class WholeLaw(Law):
    """The law in which whatever can stand does."""

    @cached_property
    def switches(self) -> dict[str, int]:
        declared = [(f"action:{name}", action.origin) for name, action in self.graph.actions.items()]
        declared += [(f"task:{name}", task.origin) for name, task in self.graph.tasks.items()]
        bound = (name for name, origin in declared if origin.option or origin.situation)
        return {name: number for number, name in enumerate((*self.rules, *bound))}

    def may_be_asked(self, name: str, *, itself: bool = False) -> tuple[g.Rule, ...]:
        named = [name] if itself else memoised(self.graph, "_bearing", Bearing).in_place_of(name)
        return tuple(self.rules[one] for one in named if one in self.rules)

    def why_not_in_force(self, origin: g.Origin) -> str | None:
        return None

    def standing_in(self, law: Law) -> bytes | None:
        """Returns which of the switches are on in a law of the same graph, as cells; None for a law that orders its
        rules in another way."""
        there, none = law.rules.keys(), frozenset[str]()
        if any(self._beaten.get(rule, none) & there != law._beaten.get(rule, none) & there for rule in there):
            return None
        sections = {"action": self.graph.actions, "task": self.graph.tasks}
        found = []
        for name in self.switches:
            sort, _, declared = name.partition(":")
            is_bound = bool(declared) and law.why_not_in_force(sections[sort][declared].origin) is None
            found.append(is_bound or name in law.rules)
        return array("q", found).tobytes()


def whole_law(graph: g.Graph) -> WholeLaw:
    """Returns the whole law of a graph."""
    dropped = {drop.rule for drop in graph.drops if not (drop.origin.option or drop.origin.situation)}
    rules = {name: rule for name, rule in graph.rules.items() if not rule.against and name not in dropped}
    options = {name: decl.default for name, decl in graph.options.items()}
    readings = {name: decl.default for name, decl in graph.disputes.items()}
    found = InForce(graph, options, readings, None, None, rules, {})
    return WholeLaw(**bearing(found, memoised(graph, "_bearing", Bearing).in_place_of))
