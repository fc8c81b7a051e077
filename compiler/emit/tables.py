"""Printed tables as dictionaries of cells; a table with numbers along an axis gets a function that finds the line.

A number is placed among whole-numbered starts, scaled so that fractions stay exact. What a reading outside the printed
lines gives is settled here; where nothing says it, the cell is missing, and that is a stop.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.emit.names import Names, comment, literal
from hexlaw.compiler.lower.tables import counts_up, scale_of
from hexlaw.runtime import graph as g
from hexlaw.runtime.table import Axis

Lines = list[str]


class Tables:
    def __init__(self, graph: g.Graph, names: Names) -> None:
        self.graph, self.names = graph, names
        self.besides: dict[str, Lines] = {}  # other ways to read some tables, as they are needed

    def name(self, decl: g.TableDecl) -> str:
        return self.names.of("table", decl.name, decl.name)

    def read(self, decl: g.TableDecl, args: str) -> str:
        plain = all(not axis.brackets for axis in decl.data.axes)
        return f"{self.name(decl)}[{args}]" if plain else f"{self.name(decl)}({args})"

    # -- other ways to read

    def by_others(self, decl: g.TableDecl, along: str) -> str:
        """What stands along one axis, by the other headings: a row of cells for numbers, a dictionary for values."""
        name = self.names.of("table along", (decl.name, along), f"{decl.name}_by_{along}")
        if name not in self.besides:
            axis = decl.data.axis(along)
            by_others: dict[tuple[str, ...], Lines] = {}
            for place in sorted(decl.data.cells):
                key = (literal(a.values[i]) for a, i in zip(decl.data.axes, place, strict=True) if a is not axis)
                by_others.setdefault(tuple(key), []).append(literal(decl.data.cells[place].value))
            rows = [f"    {_key(key)}: {self._row(axis, cells)}," for key, cells in by_others.items()]
            self.besides[name] = [f"{name} = {{", *rows, "}"]
        return name

    def _row(self, axis: Axis, cells: Lines) -> str:
        if axis.brackets:
            return f"({''.join(f'{cell}, ' for cell in cells)})"
        pairs = zip(axis.values, cells, strict=True)
        return "{" + ", ".join(f"{literal(heading)}: {cell}" for heading, cell in pairs) + "}"

    def of_ratio(self, decl: g.TableDecl) -> str:
        """The function that reads a table with one number divided by another, without making a fraction of them."""
        name = self.names.of("ratio", decl.name, f"{decl.name}_of_ratio")
        axis = decl.data.axes[0]
        before = 1 - sum(b.start is None for b in axis.brackets)
        times = "" if scale_of(axis) == 1 else f" * {scale_of(axis)}"
        line = f"bisect_right({self._starts(decl, axis)}, top{times} // below){f' - {before}' if before else ''}"
        self.besides[name] = [
            f"def {name}(top, below):", "    if type(top) is int and type(below) is int and below > 0:",
            f"        return {self._cells(decl)}[{line}]", f"    return {self.name(decl)}(divided(top, below))",
        ]  # fmt: skip
        return name

    # -- the tables themselves

    def lines(self) -> Iterator[Lines]:
        """Each table, with all that it needs."""
        for decl in self.graph.tables.values():
            cites = ", ".join(str(c) for c in self.graph.shown_cites(decl.cites))
            title = comment(f"table {decl.name} [{cites}]")
            if all(not axis.brackets for axis in decl.data.axes):
                yield [title, *self._dictionary(decl, self.name(decl))]
            else:
                yield [title, *self._dictionary(decl, self._cells(decl))]
                for axis in decl.data.axes:
                    if axis.brackets and not _is_counted(decl, axis):
                        scale = scale_of(axis)
                        starts = [literal(int(b.start * scale)) for b in axis.brackets if b.start is not None]
                        yield [f"{self._starts(decl, axis)} = ({''.join(f'{n}, ' for n in starts)})"]
                yield self._finder(decl)

    def _cells(self, decl: g.TableDecl) -> str:
        return self.names.of("cells", decl.name, f"{decl.name}_cells")

    def _starts(self, decl: g.TableDecl, axis: Axis) -> str:
        return self.names.of("starts", (decl.name, axis.name), f"{decl.name}_{axis.name}_starts")

    def _dictionary(self, decl: g.TableDecl, name: str) -> Lines:
        def key(place: tuple[int, ...]) -> str:
            axes = zip(decl.data.axes, place, strict=True)
            return _key(tuple(str(i) if axis.brackets else literal(axis.values[i]) for axis, i in axes))

        cells = decl.data.cells
        return [f"{name} = {{", *(f"    {key(p)}: {literal(cells[p].value)}," for p in sorted(cells)), "}"]

    def _finder(self, decl: g.TableDecl) -> Lines:
        args = [self.names.of("local", param, param) for param, _ in decl.params]
        lines: Lines = []
        places: Lines = []
        outside: Lines = []
        for (param, _), arg in zip(decl.params, args, strict=True):
            axis = decl.data.axis(param)
            if not axis.brackets:
                places.append(arg)
                continue
            places.append(self.names.of("place", (decl.name, param), f"{param}_line"))
            if _is_counted(decl, axis):
                lines += _counted(decl, axis, arg, places[-1])
            else:
                lines += _found(decl, axis, arg, places[-1], self._starts(decl, axis), outside)
        if outside:
            nothing = [f"if {' or '.join(f'{a} is None' for a in args)}:", "    return stop()"]
            lines = [*nothing, *lines, f"if {' or '.join(outside)}:", "    return None"]
        body = [*lines, f"return {self._cells(decl)}[{', '.join(places)}]"]
        return [f"def {self.name(decl)}({', '.join(args)}):", *("    " + line for line in body)]


def _key(parts: tuple[str, ...]) -> str:
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def _is_counted(decl: g.TableDecl, axis: Axis) -> bool:
    """Whether a line is found by counting, and no end reads as none."""
    return "none" not in (decl.below.get(axis.name), decl.above.get(axis.name)) and counts_up(axis)


def _counted(decl: g.TableDecl, axis: Axis, arg: str, place: str) -> Lines:
    last = len(axis.brackets) - 1
    ends = {"first": "0", "last": str(last)}
    lines = [f"{place} = {arg} - {literal(axis.brackets[0].start)}"]
    if axis.name in decl.below:
        lines += [f"if {place} < 0:", f"    {place} = {ends[decl.below[axis.name]]}"]
    if axis.name in decl.above:
        lines += [
            f"if {arg} - {literal(axis.brackets[0].start)} > {last}:",
            f"    {place} = {ends[decl.above[axis.name]]}",
        ]
    return lines


def _found(decl: g.TableDecl, axis: Axis, arg: str, place: str, starts: str, outside: Lines) -> Lines:
    """Finds the heading that a number falls under: as whole numbers, which keeps it exact and quick."""
    scale, last = scale_of(axis), len(axis.brackets) - 1
    open_below = sum(b.start is None for b in axis.brackets)
    whole = f"{arg}.numerator * {scale} // {arg}.denominator" if scale > 1 else f"{arg}.numerator // {arg}.denominator"
    lines = [f"{place} = bisect_right({starts}, {whole}){f' - {1 - open_below}' if open_below != 1 else ''}"]
    below, above = decl.below.get(axis.name), decl.above.get(axis.name)
    at_the_first = 0 if below == "first" else last if axis.last is not None else -1
    at_the_last = last if above == "last" else 0 if axis.first is not None else -1
    ends = [(axis.first, below, "<", at_the_first), (axis.last, above, ">", at_the_last)]
    for end, reads, sign, line in ends:
        if end is None or reads is None:
            continue
        test = f"{arg} {sign} {literal(end)}"
        if reads == "none":
            outside.append(test)
        else:
            lines += [f"if {test}:", f"    {place} = {line}"]
    if (axis.last is None or above is None) and axis.brackets[-1].stop is not None:
        lines += [f"if {arg} >= {literal(axis.brackets[-1].stop)}:", f"    {place} = -1"]
    return lines
