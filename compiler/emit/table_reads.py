"""How a printed table is read: by its headings, by a ratio of two numbers, or along one line."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm

from hexlaw.compiler.emit.names import literal
from hexlaw.compiler.emit.sets import Sets
from hexlaw.runtime import graph as g
from hexlaw.runtime.table import Axis


class TableReads(Sets):
    def table_read(self, name: str, args: list[str]) -> str:
        word = self.function("table", name)
        if all(not axis.brackets for axis in self.graph.tables[name].data.axes):
            return f"{word}[{', '.join(args)}]"
        return f"{word}({', '.join(args)})"

    def counts_on_and_on(self, decl: g.TableDecl, axis: Axis) -> bool:
        """Whether the headings are whole numbers in a row, and what lies outside reads as the first or the last."""
        ends = decl.below.get(axis.name), decl.above.get(axis.name)
        return ends == ("first", "last") and counts_up(axis)

    def lines_of(self, decl: g.TableDecl, axis: Axis) -> str:
        """The name of a table's cells by the other headings: for each what stands along one axis of numbers."""
        return self._by_others(decl, axis, lambda cells: f"({''.join(f'{cell}, ' for cell in cells)})")

    def rows_of(self, decl: g.TableDecl, axis: Axis) -> str:
        """The same for an axis of values: for each of the other headings the cells by what stands along the axis."""
        headings = [literal(value) for value in axis.values]

        def row(cells: list[str]) -> str:
            return "{" + ", ".join(f"{h}: {cell}" for h, cell in zip(headings, cells, strict=True)) + "}"

        return self._by_others(decl, axis, row)

    def _by_others(self, decl: g.TableDecl, axis: Axis, written: Callable[[list[str]], str]) -> str:
        name = self.names.of("lines", (decl.name, axis.name), f"{decl.name}_by_{axis.name}")
        if name not in self.functions:
            by_others: dict[tuple[str, ...], list[str]] = {}
            for place in sorted(decl.data.cells):
                others = tuple(
                    literal(a.values[i]) for a, i in zip(decl.data.axes, place, strict=True) if a is not axis
                )
                by_others.setdefault(others, []).append(literal(decl.data.cells[place].value))
            rows = [
                f"    {others[0] if len(others) == 1 else '(' + ', '.join(others) + ')'}: {written(cells)},"
                for others, cells in by_others.items()
            ]
            self.functions[name] = [f"{name} = {{", *rows, "}"]
        return name

    def reads_plainly(self, name: str) -> bool:
        """Whether a number finds its line in a table just by where it lies among the starts of the lines."""
        decl = self.graph.tables[name]
        axis = decl.data.axes[0]
        ends = {*decl.below, *decl.above}
        return len(decl.data.axes) == 1 and bool(axis.brackets) and not ends and axis.brackets[-1].stop is None

    def ratio_function(self, name: str) -> str:
        """The function that reads a table with one number divided by another, without making a fraction of them."""
        function = self.function("ratio", name)
        axis = self.graph.tables[name].data.axes[0]
        cells = self.names.of("cells", name, f"{name}_cells")
        starts = self.names.of("starts", (name, axis.name), f"{name}_{axis.name}_starts")
        before = 1 - sum(b.start is None for b in axis.brackets)
        times = "" if scale_of(axis) == 1 else f" * {scale_of(axis)}"
        self.functions[function] = [
            f"def {function}(top, below):",
            "    if type(top) is int and type(below) is int and below > 0:",
            f"        return {cells}[bisect_right({starts}, top{times} // below){f' - {before}' if before else ''}]",
            f"    return {self.function('table', name)}(divided(top, below))",
        ]
        return function


def counts_up(axis: Axis) -> bool:
    """Whether every heading is one whole number, one more than the one before."""
    first = axis.brackets[0].start if axis.brackets else None
    return first is not None and all(
        b.start == first + i and b.stop == first + i + 1 for i, b in enumerate(axis.brackets)
    )


def scale_of(axis: Axis) -> int:
    """What makes all numbers printed along an axis whole."""
    printed = [n for b in axis.brackets for n in (b.start, b.stop) if n is not None]
    return lcm(*(Fraction(n).denominator for n in printed)) if printed else 1
