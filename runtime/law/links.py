"""Which rules a link bears on: those that it names, and whatever takes their place."""

from __future__ import annotations

from hexlaw.runtime.base.relations import going_on, grouped
from hexlaw.runtime.law import graph as g


def targets_of(graph: g.Graph, link: g.Link) -> list[str]:
    """The rules that a link names; none for a link to a step."""
    if link.step:
        return []
    return [name for name in graph.rules if name.startswith(link.target + ".")] if link.wild else [link.target]


def bears_on_more_than(graph: g.Graph, most: int) -> bool:
    """Whether the links of a law bear on more than so many rules in all, `NAME.*` on each that it names."""
    named: dict[str, int] = {}
    count = 0
    for rule in graph.rules.values():
        for link in rule.links:
            if link.wild and link.target not in named:
                named[link.target] = len(targets_of(graph, link))
            count += named[link.target] if link.wild else 1
            if count > most:
                return True
    return False


class Bearing:
    """Answers for one graph; a rule that replaces another takes over the links to it."""

    def __init__(self, graph: g.Graph) -> None:
        self.graph = graph
        linked = ((link, rule.id) for rule in graph.rules.values() for link in rule.links)
        self.replacers = grouped((link.target, rule) for link, rule in linked if link.how == "replaces")

    def on(self, link: g.Link) -> list[str]:
        return self._with_replacers(targets_of(self.graph, link))

    def in_place_of(self, rule: str) -> list[str]:
        """A rule, and those that stand in its place where they are in force."""
        return self._with_replacers([rule])

    def limiters(self) -> dict[str, tuple[g.Rule, ...]]:
        """By rule, those that limit or lift it."""
        linked = ((rule, link) for rule in self.graph.rules.values() for link in rule.links)
        bearing = ((rule, link) for rule, link in linked if link.how in ("limits", "lifts") and not link.step)
        return grouped((target, rule) for rule, link in bearing for target in self.on(link))

    def _with_replacers(self, rules: list[str]) -> list[str]:
        return list(going_on(rules, lambda rule: self.replacers.get(rule, ())))
