"""What a module changes of those below it, each change with the law as it is without it.

That is a drop, a settled dispute, an item that changes an effect, an action, the sequence, the links of a rule or a
default, a cell of a table, a figure of a unit chart, a board or a situation. Knock-out and coverage ask of each whether
a case comes out otherwise without it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.pipeline import Compilation, compile_chain
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law.graph import Graph
from hexlaw.runtime.law.value import plain_text


@dataclass(frozen=True)
class Change:
    where: str
    what: str  # as one says "no case misses ..."
    without: Compilation
    is_advice: bool = False  # it guides programs and does not belong to the law


def changes(compilation: Compilation) -> Iterator[Change]:
    """Yields the changes that the module itself, and the abstract modules under it, make below, one by one."""
    graph, tried = compilation.graph, {layer.name for layer in compilation.chain.own}
    by_name = {variation.origin.where for variation in graph.variations}
    for drop in graph.drops:
        if drop.origin.module in tried:
            without = replace(graph, drops=tuple(d for d in graph.drops if d is not drop))
            what = f"the drop of {drop.rule}"
            yield Change(drop.origin.where, what, replace(compilation, graph=without), drop.origin.is_advice)
    for settled in graph.settlements:
        if settled.origin.module in tried and settled.origin.where not in by_name:
            without = replace(graph, settlements=tuple(one for one in graph.settlements if one is not settled))
            what = f"that {settled.dispute} is settled"
            yield Change(settled.origin.where, what, replace(compilation, graph=without))
    for where, (changed, is_advice) in _variations(graph, tried).items():
        without_item = compile_chain(compilation.chain, Diagnostics(), frozenset({where}))
        if without_item is not None:  # otherwise the law cannot be read without it
            yield Change(where, changed, without_item, is_advice)
    below = [layer for layer in compilation.chain.layers if layer.name not in tried]
    base = compile_chain(Chain(below), Diagnostics()) if below else None
    if base is not None:
        yield from _changed_cells(compilation, base.graph)
        yield from _changed_figures(compilation, base.graph)
    yield from _changed_files(compilation, tried)


def _variations(graph: Graph, tried: Collection[str]) -> dict[str, tuple[str, bool]]:
    """Returns by place the changes by name of the layers that are tried, each with True if it is advice."""
    found: dict[str, tuple[str, bool]] = {}
    for variation in graph.variations:
        if variation.origin.module in tried:
            what = "the drop of" if variation.how == "drop" else "the change of"
            found.setdefault(variation.origin.where, (f"{what} {variation.name}", variation.origin.is_advice))
    return found


def _changed_cells(compilation: Compilation, base: Graph) -> Iterator[Change]:
    """Yields the cells of tables that have the headings of the base's and other values."""
    graph = compilation.graph
    for name, table in graph.tables.items():
        if (before := base.tables.get(name)) is None:
            continue
        if before.data.axes != table.data.axes:
            tables = {**graph.tables, name: replace(table, data=before.data)}
            changed = replace(compilation, graph=replace(graph, tables=tables))
            yield Change(table.origin.where, f"the changed {name}", changed, table.origin.is_advice)
            continue
        for place, cell in table.data.cells.items():
            if before.data.cells[place].value != cell.value:
                data = replace(table.data, cells={**table.data.cells, place: before.data.cells[place]})
                tables = {**graph.tables, name: replace(table, data=data)}
                what = f"the cell {', '.join(map(plain_text, table.data.headings(place)))} of {name}"
                changed = replace(compilation, graph=replace(graph, tables=tables))
                yield Change(cell.where, what, changed, table.origin.is_advice)


def _changed_figures(compilation: Compilation, base: Graph) -> Iterator[Change]:
    graph = compilation.graph
    for id, unit in graph.units.items():
        before = base.units.get(id)
        for figure in unit.values if before is not None else ():
            if before is not None and before.values.get(figure) != unit.values[figure]:
                values = {k: v for k, v in unit.values.items() if k != figure}
                if figure in before.values:
                    values[figure] = before.values[figure]
                units = {**graph.units, id: replace(unit, values=values)}
                without = replace(compilation, graph=replace(graph, units=units))
                yield Change(unit.where, f"the {figure} of {id}", without)


def _changed_files(compilation: Compilation, tried: Collection[str]) -> Iterator[Change]:
    """Yields the boards and situations of layers below that have a file here, which changes or replaces them."""
    layers = compilation.chain.layers
    for at, layer in enumerate(layers):
        for sort, part in (("board", "boards"), ("situation", "situations")) if layer.name in tried else ():
            files = getattr(layer, part)
            for name in files:
                if not any(name in getattr(below, part) for below in layers[:at]):
                    continue
                kept = replace(layer, **{part: {n: source for n, source in files.items() if n != name}})
                without = compile_chain(Chain([*layers[:at], kept, *layers[at + 1 :]]), Diagnostics())
                if without is not None:
                    yield Change(f"{files[name].name}:1", f"what it changes of the {sort} {name}", without)
