"""Figures that a situation gives to the game and that no law in force there reads.

Input: a graph, the figures, the situation. Output: which of them nothing can read, each with the rules that decide in
its place. A rule that always applies keeps what is below it, or behind `otherwise`, from being read.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexlaw.compiler.analysis.formula import Formula, conj, disj, negation
from hexlaw.compiler.analysis.rule_formulas import Conditions, conditions_of
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import asked, attributes_in


def unread_in(graph: g.Graph, figures: Iterable[str], situation: str) -> dict[str, str | None]:
    """By figure that nothing reads in a situation: the rule that decides what it would be read for, if there is one."""
    conditions, readers = conditions_of(graph), memoised(graph, "_readers", _readers)
    here = conditions.situation(situation)
    unread: dict[str, str | None] = {}
    for figure in figures:
        asking = readers.get(figure, ())
        read = [_read(node, figure, conditions) for node in asking]
        if conditions.excludes_itself(conj(here, disj(*(when for when, _ in read)))):
            deciding = (rule for _, rules in read for rule in rules if rule not in asking)
            applying = (r.id for r in deciding if not conditions.excludes_itself(conj(here, conditions.applies(r))))
            unread[figure] = next(applying, None)
    return unread


def _readers(graph: g.Graph) -> dict[str, tuple[object, ...]]:
    """By attribute, the nodes of law that ask for it."""
    return grouped((name, node) for node in graph.law() for name in sorted(attributes_in(asked(node))))


def _read(node: object, figure: str, conditions: Conditions) -> tuple[Formula, list[g.Rule]]:
    """When a node comes to read a figure as far as rules decide that, and the rules that keep it from that."""
    if isinstance(node, g.FactDecl):
        rules = [*conditions.giving.get(node.name, ())]
        return negation(disj(*map(conditions.applies, rules))), rules
    if not isinstance(node, g.Rule):
        return True, []
    replacing = [conditions.graph.rules[name] for name in conditions.bearing.in_place_of(node.id)[1:]]
    if not isinstance(node.conclusion, g.Gives) or figure in attributes_in(asked(node.when)):
        return conditions.stands(node), replacing
    above = [r for r in conditions.giving[node.conclusion.fact] if node.id in conditions.over.get(r.id, ())]
    return conj(conditions.applies(node), negation(disj(*map(conditions.applies, above)))), [*above, *replacing]
