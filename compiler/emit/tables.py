"""Printed tables as dictionaries of cells; a table with numbers along an axis gets a function that finds the line."""

from __future__ import annotations

from fractions import Fraction

from hexlaw.compiler.emit.expressions import Writer
from hexlaw.compiler.emit.names import comment, literal
from hexlaw.compiler.emit.rule_tests import Lines, indented
from hexlaw.compiler.emit.table_reads import counts_up, scale_of
from hexlaw.runtime import graph as g
from hexlaw.runtime.table import Axis


def table(w: Writer, decl: g.TableDecl) -> list[Lines]:
    name = w.function("table", decl.name)
    axes = decl.data.axes
    cites = ", ".join(str(c) for c in w.graph.shown_cites(decl.cites))
    if all(not axis.brackets for axis in axes):
        return [[comment(f"table {decl.name} [{cites}]"), *_cells(w, decl, name)]]
    cells = w.names.of("cells", decl.name, f"{decl.name}_cells")
    args = [w.local(p) for p, _ in decl.params]
    lines: Lines = []
    places: list[str] = []
    outside: list[str] = []
    for (param, _), arg in zip(decl.params, args, strict=True):
        axis = decl.data.axis(param)
        if not axis.brackets:
            places.append(arg)
            continue
        place = w.names.of("place", (decl.name, param), f"{param}_line")
        starts = w.names.of("starts", (decl.name, param), f"{decl.name}_{param}_starts")
        lines += _line(decl, axis, arg, place, starts, outside)
        places.append(place)
    if outside:
        nothing = [f"if {' or '.join(f'{a} is None' for a in args)}:", f"    raise no_line({decl.name!a})"]
        lines = [*nothing, *lines, f"if {' or '.join(outside)}:", "    return None"]
    made = [_starts(w, decl, axis) for axis in axes if axis.brackets and not _counts_up(decl, axis)]
    function = [f"def {name}({', '.join(args)}):", *indented([*lines, f"return {cells}[{', '.join(places)}]"])]
    return [[comment(f"table {decl.name} [{cites}]"), *_cells(w, decl, cells)], *made, function]


def _starts(w: Writer, decl: g.TableDecl, axis: Axis) -> Lines:
    scale = scale_of(axis)
    name = w.names.of("starts", (decl.name, axis.name), f"{decl.name}_{axis.name}_starts")
    starts = [literal(int(b.start * scale)) for b in axis.brackets if b.start is not None]
    return [f"{name} = ({''.join(f'{n}, ' for n in starts)})"]


def _line(decl: g.TableDecl, axis: Axis, arg: str, place: str, starts: str, outside: list[str]) -> Lines:
    """Finds the heading that a number falls under: as whole numbers, which keeps it exact and quick."""
    if _counts_up(decl, axis):
        return _counted(decl, axis, arg, place)
    scale = scale_of(axis)
    open_below = sum(b.start is None for b in axis.brackets)
    whole = f"{arg}.numerator * {scale} // {arg}.denominator" if scale > 1 else f"{arg}.numerator // {arg}.denominator"
    lines = [f"{place} = bisect_right({starts}, {whole}){f' - {1 - open_below}' if open_below != 1 else ''}"]
    last = len(axis.brackets) - 1
    stop = axis.brackets[-1].stop
    below, above = decl.below.get(axis.name), decl.above.get(axis.name)
    before, after = f"{arg} < {_number(axis.first)}", f"{arg} > {_number(axis.last)}"
    if axis.first is not None and below is not None:
        if below == "none":
            outside.append(before)
        else:
            lines += [
                f"if {before}:",
                f"    {place} = {0 if below == 'first' else last if axis.last is not None else -1}",
            ]
    if axis.last is not None and above is not None:
        if above == "none":
            outside.append(after)
        else:
            lines += [
                f"if {after}:",
                f"    {place} = {last if above == 'last' else 0 if axis.first is not None else -1}",
            ]
    elif stop is not None:
        lines += [f"if {arg} >= {_number(stop)}:", f"    {place} = -1"]
    return lines


def _counts_up(decl: g.TableDecl, axis: Axis) -> bool:
    """Whether a line is found by counting, and no end reads as none."""
    return "none" not in (decl.below.get(axis.name), decl.above.get(axis.name)) and counts_up(axis)


def _counted(decl: g.TableDecl, axis: Axis, arg: str, place: str) -> Lines:
    last = len(axis.brackets) - 1
    ends = {"first": "0", "last": str(last)}
    lines = [f"{place} = {arg} - {_number(axis.brackets[0].start)}"]
    if axis.name in decl.below:
        lines += [f"if {place} < 0:", f"    {place} = {ends[decl.below[axis.name]]}"]
    if axis.name in decl.above:
        word = "elif" if axis.name in decl.below else "if"
        lines += [f"{word} {place} > {last}:", f"    {place} = {ends[decl.above[axis.name]]}"]
    return lines


def _number(number: int | Fraction | None) -> str:
    return literal(int(number) if isinstance(number, Fraction) and number.denominator == 1 else number)


def _cells(w: Writer, decl: g.TableDecl, name: str) -> Lines:
    lines = [f"{name} = {{"]
    for place in sorted(decl.data.cells):
        key = []
        for axis, i in zip(decl.data.axes, place, strict=True):
            key.append(str(i) if axis.brackets else literal(axis.values[i]))
        shown = key[0] if len(key) == 1 else f"({', '.join(key)})"
        lines.append(f"    {shown}: {literal(decl.data.cells[place].value)},")
    return [*lines, "}"]
