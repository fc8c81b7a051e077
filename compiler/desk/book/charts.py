"""The tables of the law as printed charts: rows by the first axis, columns by the others, notes beneath."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.part_maker import MAX_REFS, PartMaker
from hexlaw.compiler.desk.book.sections import chart_title
from hexlaw.compiler.desk.book.wording import named, said
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.table import Axis, Cell
from hexlaw.runtime.words import english

MAX_COLUMNS = 14
MAX_IN_FULL = 5
"""Columns of values that are told in full; where there are more, they are shortened, with a key beneath."""
LONG = 4
"""Letters of a value that need not be shortened."""
SIGNS = "*†‡§¶#"

Called = Callable[[str, str], str]
"""What a value of a choice is called: the name of the choice, and the value."""


def charts(parts: PartMaker) -> tuple[m.Chart, ...]:
    """Returns the charts in the order in which the book first uses them, those of a situation alone last."""
    made = (_chart(parts, table) for table in parts.graph.tables.values())
    return tuple(chart for _, chart in sorted(made, key=lambda each: (each[0], each[1].title)))


def _chart(parts: PartMaker, table: g.TableDecl) -> tuple[object, m.Chart]:
    """Returns a chart, and where it stands among the others."""
    place = parts.anchors.printed(sources_of(parts.graph, table))
    users = {
        parts.home[edge.source]: None for edge in parts.edges
        if edge.target == f"table:{table.name}" and edge.source in parts.home
    }  # fmt: skip
    numbered = [user.order for user in users if user.source == parts.main_source]
    return (not numbered, min(numbered, default=())), replace(
        chart_alone(parts.graph, table, parts.wording.value),
        number=parts.label(place) if place is not None else "",
        used_by=tuple(parts.ref(place) for place in list(users)[:MAX_REFS]),
        change=parts.change(f"table:{table.name}").change,
    )


def chart_alone(graph: g.Graph, table: g.TableDecl, called: Called) -> m.Chart:
    """Returns a table as a chart, without its place in a book. Axes go to the rows until few columns are left."""
    axes = table.data.axes
    across = next((i for i in range(1, len(axes)) if prod(len(a.headings) for a in axes[i:]) <= MAX_COLUMNS), len(axes))
    if len(axes) == 1 and len(axes[0].headings) <= MAX_COLUMNS:
        across = 0
    down, over = axes[:across], axes[across:]
    notes = _Notes()
    values = graph.choices[table.type.name].values if isinstance(table.type, t.Choice) else ()
    if 2 * sum(len(value) > LONG for value in values) <= len(values):
        values = ()  # they are short by themselves
    short = _shortened(values) if prod(len(axis.headings) for axis in over) > MAX_IN_FULL else {}

    key = [f"{sign} {said(value)}" for value, sign in short.items()]

    def printed_cell(cell: Cell) -> m.Cell:
        rank = round(4 * values.index(cell.value) / (len(values) - 1)) if cell.value in values[1:] else 0
        return m.Cell(short.get(cell.value, said(cell.value)), notes.sign(cell), rank)

    rows = []
    for heads in _places(down):
        cells = (table.data.cells[(*heads, *places)] for places in _places(over))
        headings = (_heading(table, axis, axis.headings[i], called) for axis, i in zip(down, heads, strict=True))
        rows.append(m.Row(tuple(headings), tuple(map(printed_cell, cells))))
    return m.Chart(
        anchor=f"table:{table.name}",
        number="",
        title=chart_title(table),
        cites=tuple(str(cite) for cite in graph.shown_cites(table.cites)),
        rows_by=tuple(_called(axis, table) for axis in down),
        columns_by=tuple(_called(axis, table) for axis in over),
        columns=tuple(
            tuple(
                m.Heading(_heading(table, axis, value, called), prod(len(a.headings) for a in over[i + 1 :]))
                for _ in range(prod(len(a.headings) for a in over[:i]))
                for value in axis.headings
            )
            for i, axis in enumerate(over)
        ),
        rows=tuple(rows),
        notes=(*([(m.Span(f"{'; '.join(key)}."),)] if key else ()), *notes.texts()),
    )


def _shortened(values: Sequence[str]) -> dict[object, str]:
    """Returns a sign for each value: the first letters of its words, and more of the first word if need be."""
    words = [said(value).split() for value in values]
    for long in range(1, max(map(len, values), default=0)):
        signs = [(first[:1].upper() + first[1:long] + "".join(w[:1].upper() for w in rest)) for first, *rest in words]
        if len(set(signs)) == len(signs):
            return dict(zip(values, signs, strict=True))
    return {}


def _called(axis: Axis, table: g.TableDecl) -> str:
    """Returns what an axis is about: a name of one letter says less than what it ranges over."""
    type_ = dict(table.params).get(axis.name)
    return named(type_.name if len(axis.name) < 3 and isinstance(type_, t.Choice) else axis.name)


def of_units(parts: PartMaker) -> tuple[m.Ref, ...]:
    """Returns the charts that have a row or a column for what units are of, as a class of movement."""
    graph = parts.graph
    given = {graph.kinds[unit.kind].attributes.get(name) for unit in graph.units.values() for name in unit.values}
    having = {a.type.name for a in given if a is not None and isinstance(a.type, t.Choice)} - {"side"}
    return tuple(
        m.Ref(f"table:{table.name}", chart_title(table))
        for table in (table for table in graph.tables.values() if len(table.params) > 1)
        if any(isinstance(type_, t.Choice) and type_.name in having for _, type_ in table.params)
    )


def _places(axes: Sequence[Axis]) -> Iterator[tuple[int, ...]]:
    """Returns the places of all combinations of headings."""
    return product(*(range(len(axis.headings)) for axis in axes))


def _heading(table: g.TableDecl, axis: Axis, value: object, called: Called) -> str:
    """Returns what a row or column is called: of a choice, what the law calls the value."""
    if isinstance(value, bool):
        return english.named(axis.name) if value else f"not {english.named(axis.name)}"
    type_ = dict(table.params).get(axis.name)
    return called(type_.name, str(value)) if isinstance(type_, t.Choice) else said(value)


def sources_of(graph: g.Graph, table: g.TableDecl) -> tuple[g.Citation, ...]:
    """Returns what the law cites for a table, then what its file cites besides, as `KEY place`."""
    cited = (text.partition(" ") for text in table.data.cite)
    own = (g.Citation(key, rest) for key, _, rest in cited if key in graph.sources and rest)
    return tuple(dict.fromkeys((*table.cites, *own)))


@dataclass
class _Notes:
    """Each different note once, with a sign."""

    signs: dict[str, str] = field(default_factory=dict)

    def sign(self, cell: Cell) -> str:
        said_of_it = [cell.note] if cell.note else []
        if cell.unsure:
            said_of_it.append(f"unsure: {cell.unsure}" if cell.unsure not in ("yes", "true") else "unsure")
        if cell.other:
            said_of_it.append(f"another source has {', '.join(said(value) for value in cell.other)}")
        if not said_of_it:
            return ""
        note = "; ".join(said_of_it)
        if note not in self.signs:
            n = len(self.signs)
            self.signs[note] = SIGNS[n % len(SIGNS)] * (n // len(SIGNS) + 1)
        return self.signs[note]

    def texts(self) -> tuple[m.Text, ...]:
        return tuple((m.Span(f"{sign} {note[:1].upper()}{note[1:]}."),) for note, sign in self.signs.items())
