"""Reads the files of a table, one per module layer, into one `TableData`.

A later layer's file adds single cells or replaces them. Whether the table is complete is judged once all are
merged: every combination of headings must have a cell, every declared value of an axis a heading, and number
headings must follow each other without gap or overlap.

A heading of a choice, yes/no or text axis is a value. One of a number axis is a `Range`, written `5`, `1-8`, `37+`,
`at least 1/4` (up to the next heading) or `below 1/4`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product

from hexlaw.compiler.base.diagnostic import Diagnostics, listed, quoted
from hexlaw.compiler.base.patience import BoundedFindings, patience
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.data.literals import UNREADABLE, Choices, read_number, read_value
from hexlaw.compiler.data.schema import is_replacing, read_file, tell_of_nothing_replaced
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, items_in, scalars_in, texts_by_key, texts_in
from hexlaw.runtime.law.table import Axis, Bracket, Cell, TableData
from hexlaw.runtime.law.types import Choice, Number, OrNone, Text, Type, YesNo
from hexlaw.runtime.law.value import exact_text, plain_text


@dataclass(frozen=True)
class TableShape:
    name: str
    axes: tuple[tuple[str, Type], ...]
    result: Type
    declared: Span | None = None


Heading = object
"""A value, or a `Range`."""
Headings = tuple[Heading, ...]
"""One heading for each axis."""


@dataclass
class _Merged:
    """What the layers read so far come to."""

    headings: list[dict[Heading, Span]]
    cells: dict[Headings, Cell] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    title: str | None = None
    cite: tuple[str, ...] = ()
    rows: Span | None = None
    # Whether some cells could not be placed, so that a missing one would be no news.
    torn: bool = False


def read_table(
    shape: TableShape, sources: Sequence[Source], choices: Choices, diagnostics: Diagnostics
) -> TableData | None:
    """Returns the table of the merged layers, base first; None when anything is wrong in any of them."""
    with patience(diagnostics) as found:
        if not sources:
            missing = f"the table {quoted(shape.name)} has no file `tables/{shape.name}.yaml`"
            found.report("HX153", shape.declared, missing, help=f"`hexlaw new table {shape.name}` begins one")
        if not shape.axes:
            found.report("HX151", shape.declared, f"the table {quoted(shape.name)} has no axis")
        for axis, type in shape.axes:
            inner = type.item if isinstance(type, OrNone) and not isinstance(type.item, Number) else type
            if not isinstance(inner, Choice | YesNo | Text | Number):
                message = f"the axis {quoted(axis)} of table {quoted(shape.name)} cannot have headings of {type}"
                found.report("HX151", shape.declared, message)
        merged = _Merged([{} for _ in shape.axes])
        for source in () if found.failed else sources:
            _TableLayer(shape, choices, found, merged).read(source)
        return _assembled(shape, choices, merged, found) if merged.rows else None
    return None


class _TableLayer:
    """Reads one file and lays it over what is merged."""

    def __init__(self, shape: TableShape, choices: Choices, found: BoundedFindings, merged: _Merged) -> None:
        self.shape = shape
        self.choices = choices
        self.found = found
        self.merged = merged
        self.last = len(shape.axes) - 1
        self.cite: tuple[str, ...] = ()
        self.across: list[Heading] | None = None
        self.titles: tuple[str, ...] = ()  # the headings across, as they are written
        self.is_bare = False  # whether it was told that there are none
        self.places: dict[Headings, Span] = {}
        self.misread: set[int] = set()  # axes of numbers with a heading that is none

    def read(self, source: Source) -> None:
        if (tree := read_file(source, "table", self.found)) is None:
            self.merged.torn = True
            return
        name, rows = tree.get("table"), tree.get("rows")
        if isinstance(name, Scalar) and name.text != self.shape.name:
            message = f"this is the table {quoted(name.text)}, expected {quoted(self.shape.name)}"
            help_ = f"write `table: {self.shape.name}`, or give the file the name of the table"
            self.found.report("HX150", name.span, message, help=help_)
            self.merged.torn = True
            return
        if is_replacing(tree):
            self._begin_anew(tree)
        known = [{*headings} for headings in self.merged.headings]
        self.cite = texts_in(tree.get("cite"))
        self.merged.codes |= texts_by_key(tree.get("codes"))
        self.across, self.titles = self._read_across(tree.get("across")), texts_in(tree.get("across"))
        self.merged.title = tree.text("title") or self.merged.title
        self.merged.cite = tuple(dict.fromkeys((*self.merged.cite, *self.cite)))
        if isinstance(rows, Mapping) and not self._is_head_alone(tree.get("across"), rows):
            self.merged.rows = rows.span
            cells = dict(self._branch(rows, ()))
            if not self._are_exchanged(known, cells, rows):
                self._lay_over(cells)

    def _begin_anew(self, tree: Mapping) -> None:
        """The table is given whole: of what was merged only the abbreviations stay."""
        if self.merged.rows is None and not self.merged.torn:
            tell_of_nothing_replaced(tree, self.found)
        for headings in self.merged.headings:
            headings.clear()
        self.merged.cells.clear()
        self.merged.cite = ()

    def _read_across(self, node: Node | None) -> list[Heading] | None:
        if not isinstance(node, Listing):
            return None
        siblings: dict[Heading, Span] = {}
        return [self._take_heading(item, self.last, siblings) for item in scalars_in(node)]

    def _is_head_alone(self, across: Node | None, rows: Mapping) -> bool:
        """Returns whether all rows have as many cells, and only the headings across do not: one mistake."""
        wide = [len(node.items) for _, node in rows.entries if isinstance(node, Listing)]
        if self.last != 1 or self.across is None or across is None or len(wide) < 2 or len(set(wide)) > 1:
            return False
        if len(wide) < len(rows.entries) or wide[0] == len(self.across):
            return False
        message = f"every row has {wide[0]} cells, and these are {len(self.across)} headings"
        help = "give each column of cells its heading"
        if len(self.across) == len(wide) and all(isinstance(type, Number) for _, type in self.shape.axes):
            down, right = (quoted(axis) for axis, _ in self.shape.axes)
            message += ", as many as there are rows: the axes look exchanged"
            help = f"a row is one heading of {down}, a column one of {right}: write each column of these cells as a row"
        self._tear("HX152", across, message, help)
        return True

    def _are_exchanged(self, known: Sequence[Set[Heading]], cells: Iterable[Headings], rows: Mapping) -> bool:
        """Returns whether headings of two axes of numbers fit what the layers below have only if each takes the other's
        place. A layer that gives an axis more headings has a cell for each of the other axis, so it never looks like
        that."""
        own = [{*headings} for headings in zip(*cells, strict=True)]
        numbers = [at for at, (_, type) in enumerate(self.shape.axes) if isinstance(type, Number)]
        for one, other in combinations(numbers if own else (), 2):
            as_it_is = own[one] <= known[one] and own[other] <= known[other]
            if not as_it_is and own[one] <= known[other] and own[other] <= known[one]:
                first, second = (quoted(self.shape.axes[at][0]) for at in (one, other))
                message = f"the axes look exchanged: these are headings of {second} where {first} is expected"
                help = f"put the headings of {first} before those of {second}, as the law declares the table"
                self._tear("HX151", rows, message, help)
                return True
        return False

    def _take_heading(self, node: Scalar, axis: int, siblings: dict[Heading, Span]) -> Heading:
        type_ = self.shape.axes[axis][1]
        sink: Diagnostics = Diagnostics() if axis in self.misread else self.found
        if (heading := read_heading(node, type_, self.choices, sink)) is UNREADABLE:
            self.merged.torn = True
            if isinstance(type_, Number):
                self.misread.add(axis)  # headings of a wrong sort are one mistake, told at the first
            return heading
        if heading in siblings:
            labels = ((siblings[heading], "it is given here first"),)
            self.found.report("HX158", node.span, f"the heading {quoted(node.text)} is given twice", labels=labels)
        siblings.setdefault(heading, node.span)
        self.merged.headings[axis].setdefault(heading, node.span)
        return heading

    def _branch(self, node: Node, above: Headings) -> Iterator[tuple[Headings, Cell]]:
        """Yields the cells below some headings."""
        axis = len(above)
        if axis > self.last:
            self.places[above] = node.span
            yield above, self._cell(node)
        elif isinstance(node, Mapping):
            siblings: dict[Heading, Span] = {}
            for key, value in node.entries:
                if (heading := self._take_heading(key, axis, siblings)) is not UNREADABLE:
                    yield from self._branch(value, (*above, heading))
        elif isinstance(node, Listing) and axis == self.last:
            yield from self._row(node, above)
        else:
            message = f"headings of the axis {quoted(self.shape.axes[axis][0])} are missing here"
            help = None
            if isinstance(node, Scalar) and axis == self.last and self.across is not None:
                help = f"put the cells of the row in brackets: `[{node.text}]`"
            self._tear("HX157", node, message, help)

    def _tear(self, code: str, node: Node, message: str, help: str | None = None) -> None:
        self.merged.torn = True
        self.found.report(code, node.span, message, help=help)

    def _row(self, node: Listing, above: Headings) -> Iterator[tuple[Headings, Cell]]:
        if self.across is None:
            message = f"the columns of this row have no headings of the axis {quoted(self.shape.axes[-1][0])}"
            if not self.is_bare:
                self._tear("HX157", node, message, "list the headings once, as `across: [...]`")
            self.is_bare = True
        elif len(node.items) != len(self.across):
            message = f"cells in this row: {len(node.items)}, columns of the table: {len(self.across)}"
            self._tear("HX152", node, message, f"write one cell for each of {listed(self.titles)}")
        else:
            for heading, item in zip(self.across, node.items, strict=True):
                if heading is not UNREADABLE:
                    yield from self._branch(item, (*above, heading))

    def _cell(self, node: Node) -> Cell:
        """Returns the cell of a node; one that cannot be read still takes its place in the table."""
        marks = node if isinstance(node, Mapping) else Mapping((), node.span)
        value_node = marks.get("is") if marks is node else node
        if value_node is None:
            help = f"the table has {len(self.shape.axes)} axes; a cell with remarks is written as `is: value`"
            self._tear("HX157", node, "a cell was expected here, found more headings", help)
            return Cell(UNREADABLE, (), None, (), None, str(node.span))
        values = [
            read_value(each, self.shape.result, self.choices, self.found, self.merged.codes)
            for each in (value_node, *items_in(marks.get("other")))
        ]
        cite = texts_in(marks.get("cite")) or self.cite
        return Cell(values[0], cite, marks.text("unsure"), tuple(values[1:]), marks.text("note"), str(node.span))

    def _lay_over(self, cells: dict[Headings, Cell]) -> None:
        base = self.merged.cells
        for headings, cell in cells.items():
            below = base.get(headings)
            said = cell.value, cell.unsure, cell.other
            if below is not None and (below.value, below.unsure, below.other) == said:
                message = f"the cell for {in_words(self.shape, headings)} only repeats {below.where}"
                help = "leave it out: a variant holds only its differences"
                self.found.report("HX156", self.places[headings], message, help=help, level="warning")
        base.update(cells)


def _tell_missing(shape: TableShape, merged: _Merged, row: list[Headings], found: BoundedFindings) -> None:
    """The cells that one row lacks are one mistake."""
    columns = ", ".join(quoted(_printed(cells[-1])) for cells in row[1:])
    cell, more = ("cells", f", {columns}") if columns else ("cell", "")
    message = f"the table {quoted(shape.name)} has no {cell} for {in_words(shape, row[0])}{more}"
    help = "a row that is new to the table needs a cell for every heading; every column, one for every row"
    found.report("HX153", merged.rows, message, help=help)


def in_words(shape: TableShape, headings: Headings) -> str:
    """Returns a cell's place: `who` child, `sea` rough."""
    return ", ".join(f"{axis} {quoted(_printed(h))}" for (axis, _), h in zip(shape.axes, headings, strict=True))


def _printed(heading: Heading) -> str:
    return heading.printed if isinstance(heading, Range) else plain_text(heading)


def _assembled(shape: TableShape, choices: Choices, merged: _Merged, found: BoundedFindings) -> TableData | None:
    if merged.torn:
        return None
    axes: list[Axis] = []
    orders: list[list[Heading]] = []
    for (name, type), headings in zip(shape.axes, merged.headings, strict=True):
        if isinstance(type, Number):
            axis, ranges = number_axis(name, type, headings, found)
            orders.append(list(ranges))
        else:
            axis = Axis(name, values=tuple(headings))
            orders.append(list(headings))
            for value in all_values(type, choices):
                if value not in headings:
                    message = f"the table {quoted(shape.name)} has no cells for {name} {quoted(_printed(value))}"
                    help = f"a variant that brings it gives it cells in a file `tables/{shape.name}.yaml` of its own"
                    found.report("HX153", merged.rows, message, help=help)
        axes.append(axis)
    if found.failed:
        return None  # which cells are missing follows from that
    cells: dict[tuple[int, ...], Cell] = {}
    missing: dict[Headings, list[Headings]] = {}
    for places in product(*(range(len(order)) for order in orders)):
        combination = tuple(order[place] for order, place in zip(orders, places, strict=True))
        if (cell := merged.cells.get(combination)) is None:
            missing.setdefault(combination[:-1], []).append(combination)
        else:
            cells[places] = cell
    for row in missing.values():
        _tell_missing(shape, merged, row, found)
    return None if missing else TableData(shape.name, merged.title, merged.cite, tuple(axes), cells)


_SPAN_OF_NUMBERS = re.compile(r"(-?\d{1,18}) ?(?:-|–|to) ?(-?\d{1,18})", re.ASCII)
_ODDS = re.compile(r"(\d{1,9}) ?: ?(\d{1,9})", re.ASCII)
_AND_MORE = re.compile(r"(-?\d{1,18}) ?\+", re.ASCII)


@dataclass(frozen=True)
class Range:
    """`low` and `high` are both included; None is open; with `until_next` the next heading ends it."""

    low: Fraction | None
    high: Fraction | None
    until_next: bool
    printed: str = field(compare=False)


def read_heading(node: Scalar, type: Type, choices: Choices, found: Diagnostics) -> Heading:
    """Returns the heading, or `UNREADABLE` after a report."""
    if not isinstance(type, Number):
        return read_value(node, type, choices, found)
    if (heading := _range(node.text, type.exact)) is not None:
        return heading
    if type.exact and _range(node.text, exact=False) is not None:
        message = f"{quoted(node.text)} would leave out the numbers between it and the next heading"
        help = "this axis has fractions: write `at least 5`, which reaches up to the next heading, or `below 5`"
    else:
        message = f"{quoted(node.text)} is not a heading for {'numbers' if type.exact else 'whole numbers'}"
        help = "write `5`, `1-8`, `37+`, `at least 5` or `below 5`"
        if type.exact:
            odds = _ODDS.fullmatch(node.text)
            help = "write `at least 1/4` or `below 1/4`"
            if odds and (least := read_number(f"{odds[1]}/{odds[2]}")) is not None:
                help = f"odds of {odds[1]} to {odds[2]}, up to the next heading, are `at least {exact_text(least)}`"
    found.report("HX151", node.span, message, help=help)
    return UNREADABLE


def _range(text: str, exact: bool) -> Range | None:
    for words in ("at least ", "below "):
        if text.startswith(words):
            number = read_number(text.removeprefix(words).strip())
            if number is None or (not exact and number.denominator != 1):
                return None
            if words == "below ":
                return Range(None, number if exact else number - 1, False, text)
            return Range(number, None, True, text)
    if exact:
        return None
    if match := _SPAN_OF_NUMBERS.fullmatch(text):
        low, high = Fraction(match[1]), Fraction(match[2])
        return Range(low, high, False, text) if low <= high else None
    if match := _AND_MORE.fullmatch(text):
        return Range(Fraction(match[1]), None, False, text)
    number = read_number(text)
    return None if number is None or number.denominator != 1 else Range(number, number, False, text)


def all_values(type: Type, choices: Choices) -> tuple[object, ...]:
    """Returns the values that an axis must head; none for an axis of texts, whose values nobody declares."""
    match type:
        case Choice(name):
            return choices.get(name, ())
        case YesNo():
            return (True, False)
        case OrNone(item):
            return (*all_values(item, choices), None)
        case _:
            return ()


def number_axis(
    name: str, type: Number, headings: Lookup[Heading, Span], found: BoundedFindings
) -> tuple[Axis, list[Range]]:
    """Returns the axis with its ranges in rising order; gaps and overlaps are reported."""
    ranges = [heading for heading in headings if isinstance(heading, Range)]
    ranges.sort(key=lambda r: (r.low is not None, r.low or Fraction(0)))
    brackets: list[Bracket] = []
    for here, following in zip(ranges, [*ranges[1:], None], strict=True):
        stop = _stop(here, following, type.exact)
        # whole axes compare whole numbers, which is several times faster than fractions
        low, high = (bound if bound is None or type.exact else int(bound) for bound in (here.low, stop))
        brackets.append(Bracket(low, high, here.printed))
        if following is not None:
            place = headings[following]
            both = f"{quoted(here.printed)} and {quoted(following.printed)}"
            if stop is None or following.low is None or stop > following.low or here.low == following.low:
                labels = ((headings[here], "this is the other one"),)
                found.report("HX154", place, f"the headings {both} cover the same numbers", labels=labels)
            elif stop < following.low:
                missing = "some numbers" if type.exact else f"`{stop}`"
                if not type.exact and following.low - stop > 1:
                    missing = f"`{stop}` to `{following.low - 1}`"
                found.report("HX155", place, f"between the headings {both} nothing covers {missing}")
    return Axis(name, brackets=tuple(brackets)), ranges


def _stop(here: Range, following: Range | None, exact: bool) -> Fraction | None:
    if here.until_next:
        return following.low if following else None
    return None if here.high is None else here.high if exact else here.high + 1
