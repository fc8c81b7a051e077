"""What a printed table says: its cell, read at the edge of the printed range where the law says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexlaw.runtime.evaluate.trace import TraceNode
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.stops import Hole
from hexlaw.runtime.law.value import Value, Values, exact_text

if TYPE_CHECKING:
    from hexlaw.runtime.evaluate.evaluator import Evaluator

_OUTSIDE = object()


def read_table(ev: Evaluator, name: str, args: Values, node: TraceNode | None) -> Value:
    decl = ev.law.graph.tables[name]
    adjusted: list[Value] = []
    for (axis, _), value in zip(decl.params, args, strict=True):
        if value is None:
            raise Hole(f"the table `{name}` is read with no value for `{axis}`", f"`{axis}` is none here")
        adjusted.append(_within(decl, axis, value))
    if any(a is _OUTSIDE for a in adjusted):
        return None
    cell = decl.data.lookup(adjusted)
    if cell is None:
        raise _unprinted(ev, decl, args)
    if ev.seen is not None:
        ev.seen.cells.add((name, decl.data.place(adjusted)))
    if node is not None:
        node.cell = cell
        if cell.unsure is not None:
            ev.unsure[cell.where] = cell
        if list(args) != adjusted:
            node.note = f"read at {', '.join(ev.shown(a) for a in adjusted)}"
    return ev.other_cells.get(cell.where, cell.value)


def _within(decl: g.TableDecl, axis: str, value: Value) -> Value:
    """The value to look up: itself, or an edge of the printed range where the table says so."""
    data = decl.data.axis(axis)
    reads: str | None = None
    if axis in decl.below and data.first is not None and value < data.first:
        reads = decl.below[axis]
    elif axis in decl.above and data.last is not None and value > data.last:
        reads = decl.above[axis]
    if reads is None:
        return value
    if reads == "none":
        return _OUTSIDE
    line, edge = (data.brackets[0], data.first) if reads == "first" else (data.brackets[-1], data.last)
    open_end = line.start if line.stop is None else line.stop - 1  # a number of a line without an end
    return open_end if edge is None else edge


def _unprinted(ev: Evaluator, decl: g.TableDecl, args: Values) -> Hole:
    """The stop for a reading that a table does not print: on which side it is outside, and what to write."""
    message = f"the table `{decl.name}` has no line for {', '.join(ev.shown(a) for a in args)}"
    for (axis, _), value in zip(decl.params, args, strict=True):
        data = decl.data.axis(axis)
        if data.first is not None and value < data.first and axis not in decl.below:
            where, ends, edge = "below", f"begins with {exact_text(data.first)}", "first"
        elif data.last is not None and value > data.last and axis not in decl.above:
            where, ends, edge = "above", f"ends with {exact_text(data.last)}", "last"
        else:
            continue
        help_ = f"write `{where} {axis} reads {edge}`, or `none`, below the head of the table"
        return Hole(f"{message}: `{axis}` {ends}", help_)
    return Hole(message, "say with `below` or `above` what a reading outside the printed lines gives")
