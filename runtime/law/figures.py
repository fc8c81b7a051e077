"""Printed figures that rules change, read as printed: for comparing laws that differ in such a quantity alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexlaw.runtime.base.nodes import rebuilt, replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g


def figures_of(graph: g.Graph) -> dict[str, e.Attribute]:
    """By quantity, the attribute in whose place it is read."""
    return {name: printed for name, decl in graph.quantities.items() if (printed := decl.printed) is not None}


def is_printed(name: str, own: g.Graph, other: g.Graph) -> bool:
    """Whether a quantity of one law is a figure that the other law has as it is printed, with no rule bearing on it."""
    printed = figures_of(own).get(name)
    kind = None if printed is None else other.kinds.get(printed.owner)
    return name not in other.quantities and kind is not None and name in kind.attributes


def as_printed(node: Any, figures: Mapping[str, e.Attribute]) -> Any:
    """A node in which each of these quantities is the attribute that it is read in place of."""
    if not figures:
        return node
    if isinstance(node, e.Quantity) and node.name in figures:
        return replace(figures[node.name], base=as_printed(node.args[0], figures))
    return rebuilt(node, lambda part: as_printed(part, figures))
