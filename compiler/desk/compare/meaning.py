"""What a node of the graph means: what the law does by it, without its place, its words and its sources.

Two declarations differ when their meanings do. The cells of a table have names here, as each differs by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexlaw.runtime.base.nodes import Node as GraphNode
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.value import plain_text

DRESS = ("doc", "cites", "prose", "text", "where_text", "title", "notes", "says", "answers", "asks", "authority")
"""Parts of a node on which no verdict hangs: what is said of it, and by whom."""


def meaning(node: Any) -> object:
    """A node without its place, its words and its sources: what the law does by it."""
    match node:
        case tuple():
            return tuple(meaning(item) for item in node)
        case g.TableDecl():
            return cells_of(node)
        case g.Forbids() | g.Leaves():
            return repr(node)
        case GraphNode():
            parts = ((n, getattr(node, n)) for n in _parts_of(type(node)) if n not in DRESS and n != "origin")
            return (type(node).__name__, *((name, meaning(value)) for name, value in parts))
        case Mapping():
            return tuple(sorted((str(name), repr(meaning(value))) for name, value in node.items()))
        case _:
            return node


def alike(one: Any, other: Any) -> bool:
    """Whether two nodes are the same but for their places. Most are, and two laws that one process has read share them
    or their parts, so it shows at once."""
    if one is other:
        return True
    return (
        type(one) is type(other)
        and isinstance(one, GraphNode)
        and all(
            repr(was) == repr(now) if name == "origin" else was == now
            for name in _parts_of(type(one))
            for was, now in [(getattr(one, name), getattr(other, name))]
        )
    )


def _parts_of(kind: type) -> tuple[str, ...]:
    return kind.__struct_fields__  # type: ignore[attr-defined,no-any-return]


def dress(node: Any) -> object:
    return tuple(repr(getattr(node, name)) for name in ("doc", "cites", "says") if hasattr(node, name))


def without_units(choice: g.ChoiceDecl, graph: g.Graph) -> g.ChoiceDecl:
    """A choice without the names of unit charts, which are compared as units."""
    return replace(choice, values=tuple(value for value in choice.values if value not in graph.units))


def cells_of(table: g.TableDecl) -> dict[tuple[object, ...], object]:
    heads = [axis.headings for axis in table.data.axes]
    found: dict[tuple[object, ...], object] = {("", "reads"): repr((table.params, table.below, table.above))}
    for place, cell in table.data.cells.items():
        found[tuple(head[i] for head, i in zip(heads, place, strict=True))] = cell.value
    return found


def cell_key(table: g.TableDecl, place: tuple[int, ...]) -> str:
    """The key of a difference in this cell."""
    heads = (axis.headings[i] for axis, i in zip(table.data.axes, place, strict=True))
    return f"table:{cell_name(table.name, tuple(heads))}"


def cell_name(table: str, heads: tuple[object, ...]) -> str:
    return f"{table} ({', '.join(map(plain_text, heads))})"
