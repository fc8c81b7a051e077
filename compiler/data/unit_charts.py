"""Reads the unit charts of a module and its layers into unit types.

A chart is a CSV file with the columns `id`, `name`, `kind`, `source`, `unsure` and one for each attribute it
fills. An empty field keeps what holds without it: the default of the kind or, in a later layer, the base's
figure. So a variant's chart has a line for each unit it changes and in it only the figures it changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt, did_you_mean, listed, quoted
from hexlaw.compiler.base.patience import BoundedFindings, patience
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.data.csv_rows import CsvRow, read_rows
from hexlaw.compiler.data.literals import UNREADABLE, Choices, read_value
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law.types import Choice, Type
from hexlaw.runtime.law.units import UnitType

Kinds = Lookup[str, Lookup[str, Type]]
"""The attributes of each kind of unit, inherited ones included."""

OWN_COLUMNS = ("id", "name", "kind", "source", "unsure")
MAX_COMPARED = 200
"""Lines of a layer of which a new one is compared with the units below."""
FEW = 2
"""So many units do not show what all of their kind have."""
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class UnitWords(NamedTuple):
    """What a chart can speak of: the kinds of units, which one is the default, and the choices in their attributes."""

    kinds: Kinds
    default_kind: str | None
    choices: Choices
    usual: Lookup[str, Collection[str]] = MappingProxyType({})
    """By kind, the attributes that have a value where none is printed."""


def read_units(
    layers: Sequence[Sequence[Source]],
    words: UnitWords,
    diagnostics: Diagnostics,
    check_source: Callable[[Scalar, Diagnostics], None] = lambda source, diagnostics: None,
) -> dict[str, UnitType]:
    """Returns the units of all layers, base first, each with its files; rows that cannot be read are left out.

    `check_source` reports what is wrong with where a unit is said to be printed.
    """
    units: dict[str, UnitType] = {}
    for sources in layers:
        own: dict[str, Span] = {}
        below = frozenset(units)
        for source in sources:
            with patience(diagnostics) as found:
                _Chart(words, found, check_source, units, below, own).read(source)
        known = {units[id].kind for id in below}
        new = [(units[id], place) for id, place in own.items() if id in units and units[id].kind not in known]
        _tell_who_lacks(words, new, diagnostics)
    return units


def _tell_who_lacks(words: UnitWords, new: list[tuple[UnitType, Span]], diagnostics: Diagnostics) -> None:
    """Notes a unit that lacks what every other of its kind has; `new` are those of kinds without units below."""
    for kind in dict.fromkeys(unit.kind for unit, _ in new):
        alike = [(unit, place) for unit, place in new if unit.kind == kind]
        if not FEW < len(alike) <= MAX_COMPARED:
            continue
        lacking: dict[str, list[str]] = {}
        for attribute in words.kinds[kind]:
            without = [unit.id for unit, _ in alike if attribute not in unit.values]
            if len(without) == 1 and attribute not in words.usual.get(kind, ()):
                lacking.setdefault(without[0], []).append(attribute)
        for unit, place in alike:
            if unit.id in lacking:
                message = f"the unit {quoted(unit.id)} has no {listed(lacking[unit.id])}, as every other {kind} has"
                diagnostics.report("HX177", place, message, help="give it these figures", level="note")


@dataclass
class _Chart:
    """Reads one file; `units` is what all layers come to so far, `below` and `own` the ids below and of this one."""

    words: UnitWords
    found: BoundedFindings
    check_source: Callable[[Scalar, Diagnostics], None]
    units: dict[str, UnitType]
    below: frozenset[str]
    own: dict[str, Span]
    whole: bool = True  # whether every column can be used

    def read(self, source: Source) -> None:
        rows = read_rows(source, self.found)
        if (header := next(rows, None)) is None:
            self.found.report("HX161", source.span(0, 0), "the chart is empty", help="begin with a row of column names")
            return
        columns = self._columns(header)
        if not {"id", "source"} <= set(columns.values()):
            return  # every row would lack it, and that has been said once
        self.whole = len(columns) == len(header.fields)
        rows_read = list(rows)
        is_shifted = any(len(row.fields) > len(header.fields) for row in rows_read)
        for row in rows_read:
            if other := _another_separator(row, header):
                message = f"this row is separated by {other}, the names of the columns are not"
                self.found.report("HX160", row.span, message, help="use one separator in the whole chart")
            elif len(row.fields) > len(header.fields):
                extra = row.fields[len(header.fields)]
                message = f"fields in this row: {len(row.fields)}, columns of the chart: {len(header.fields)}"
                help = 'put a text with a separator in "..."; a fraction is written `5 1/2`; or a column has no name'
                self.found.report("HX160", extra.span, message, help=help)
            elif (late := self._missing_before(row.fields, columns, len(header.fields))) is not None:
                message = f"fields in this row: {len(row.fields)}, columns of the chart: {len(header.fields)}"
                first, belongs = row.fields[late], columns[late + len(header.fields) - len(row.fields)]
                help = f"a separator is missing here or further left: {quoted(first.text)} fits {quoted(belongs)}"
                self.found.report("HX160", first.span, message, help=help)
            elif not is_shifted or self._fits(_by_column(row.fields, columns)):  # else the longer row tells why
                self._read_unit(_by_column(row.fields, columns), row)

    def _missing_before(self, fields: Sequence[Scalar], columns: dict[int, str], wide: int) -> int | None:
        """Returns the place in a short row behind which all fields stand too far left; None where none is missing in
        the midst.

        A row may end early. It lacks a field in the midst where it cannot be read as it stands, and can with the rest
        of it moved to the right. Of several such places the last is the one at which a reader sees that it is wrong.
        """
        lacking = wide - len(fields)
        if lacking <= 0 or not self.whole or self._fits(_by_column(fields, columns)):
            return None
        for place in range(len(fields) - 1, 0, -1):
            moved = {i if i < place else i + lacking: field for i, field in enumerate(fields)}
            if fields[place].text and self._fits({columns[i]: f for i, f in moved.items() if f.text}):
                return place
        return None

    def _fits(self, fields: dict[str, Scalar]) -> bool:
        """Returns whether a row can be read so."""
        trial = replace(self, found=BoundedFindings(Diagnostics()))
        id = fields.get("id")
        if id is None or "source" not in fields:
            return False
        self.check_source(fields["source"], trial.found)
        kind = trial._kind(id, fields.get("kind"), self.units.get(id.text))
        return kind is not None and trial._values(fields, kind) is not None and not trial.found.failed

    def _columns(self, header: CsvRow) -> dict[int, str]:
        """Returns the columns that can be used, by their place."""
        known = {*OWN_COLUMNS, *(attribute for attributes in self.words.kinds.values() for attribute in attributes)}
        columns: dict[int, str] = {}
        for place, field in enumerate(header.fields):
            if field.text not in known and field.text.lower() in known - set(columns.values()):
                columns[place] = field.text.lower()
                help = f"write `{columns[place]}`, as the law does"
                self.found.report("HX162", field.span, f"the column {quoted(field.text)} has capitals", help=help)
            elif not field.text:
                self.found.report("HX162", field.span, "a column has no name")
            elif field.text not in known:
                self.found.unknown("HX162", field, "there is no attribute", known)
            elif field.text in columns.values():
                self.found.report("HX163", field.span, f"the column {quoted(field.text)} is given twice")
            else:
                columns[place] = field.text
        for needed, what in (("id", "what the unit is called in the law"), ("source", "where its figures come from")):
            if needed not in columns.values():
                help = f"add one: it says {what}"
                self.found.report("HX161", header.span, f"the chart has no column {quoted(needed)}", help=help)
        return columns

    def _read_unit(self, fields: dict[str, Scalar], row: CsvRow) -> None:
        id = fields.get("id")
        if id is None or not _ID.fullmatch(id.text):
            message = f"{quoted(id.text)} is not an id" if id else "a unit has no id"
            help = "an id has small letters, digits and hyphens, like `night-boat-2`"
            self.found.report("HX164", id.span if id else row.span, message, help=help)
            return
        if id.text in self.own:
            labels = ((self.own[id.text], "it is given here first"),)
            message = f"the unit {quoted(id.text)} is given twice"
            self.found.report("HX165", id.span, message, labels=labels)
            return
        self.own[id.text] = id.span
        if "source" not in fields:
            self.found.report("HX168", row.span, f"the unit {quoted(id.text)} has no source")
            return
        self.check_source(fields["source"], self.found)
        base = self.units.get(id.text)
        kind = self._kind(id, fields.get("kind"), base)
        values = self._values(fields, kind) if kind else None
        if kind is None or values is None:
            return
        unsure, doubt = self._unsure(fields, kind)
        if base is None:
            self._looks_whole(id, fields, kind)
        name = fields["name"].text if "name" in fields else id.text
        unit = UnitType(id.text, name, kind, values, fields["source"].text, unsure, doubt, str(id.span))
        self.units[id.text] = self._laid_over(base, unit, fields, id.span) if base else unit

    def _looks_whole(self, id: Scalar, fields: dict[str, Scalar], kind: str) -> None:
        """A line that changes a unit of a module below has its id; a new unit has a name, and what its like have."""
        alike = [self.units[other].values for other in self.below if self.units[other].kind == kind]
        usual = self.words.usual.get(kind, ())
        needed = (a for a in self.words.kinds[kind] if a not in fields and a not in usual)
        lacks = [a for a in needed if alike and all(a in values for values in alike)]
        if len(self.own) > MAX_COMPARED:
            return
        if "name" in fields and lacks:
            message = f"the new unit {quoted(id.text)} has no {listed(lacks)}, as every {kind} below has"
            help = "give it these figures, in a column each"
            self.found.report("HX177", id.span, message, help=help, level="note")
        elif self.below and "name" not in fields:
            near = did_you_mean(id.text, self.below)
            message = f"{quoted(id.text)} is a new unit without a name"
            help = f"{near} A new unit has a `name`" if near else "no unit below is called so; a new one has a `name`"
            self.found.report("HX177", id.span, message, help=help, level="note")

    def _kind(self, id: Scalar, field: Scalar | None, base: UnitType | None) -> str | None:
        kind = field.text if field else base.kind if base else self.words.default_kind
        if kind is None:
            help = "fill the column `kind`, or give `unit-kind` in `module.yaml`"
            self.found.report("HX166", id.span, f"the unit {quoted(id.text)} has no kind", help=help)
        elif kind not in self.words.kinds:
            if field is None and kind == self.words.default_kind:
                return None  # told once, where the module names it
            word = WordAt(kind, field.span if field else id.span)
            self.found.unknown("HX166", word, "there is no kind", self.words.kinds, help=self._column_of(kind))
        elif base is not None and base.kind != kind:
            message = f"the unit {quoted(id.text)} is a {base.kind} in {base.where} and cannot become a {kind}"
            self.found.report("HX166", field.span if field else id.span, message, help="give the unit another id")
        else:
            return kind
        return None

    def _column_of(self, value: str) -> str | None:
        """Returns where a value belongs that was taken for a kind."""
        types = {name: type_ for attributes in self.words.kinds.values() for name, type_ in attributes.items()}
        of_choices = {name: type_.name for name, type_ in types.items() if isinstance(type_, Choice)}
        columns = [name for name, choice in of_choices.items() if value in self.words.choices.get(choice, ())]
        return f"it is a value of the column {quoted(columns[0])}" if len(columns) == 1 else None

    def _values(self, fields: dict[str, Scalar], kind: str) -> dict[str, object] | None:
        attributes = self.words.kinds[kind]
        values: dict[str, object] = {}
        readable = True
        for column, field in fields.items():
            if column in OWN_COLUMNS:
                continue
            if column not in attributes:
                message = f"a {kind} has no attribute {quoted(column)}"
                self.found.report("HX167", field.span, message, help="leave the field empty")
                readable = False
                continue
            values[column] = read_value(field, attributes[column], self.words.choices, self.found)
            readable = readable and values[column] is not UNREADABLE
        return values if readable else None

    def _unsure(self, fields: dict[str, Scalar], kind: str) -> tuple[frozenset[str], str | None]:
        """Returns names of attributes, with a text after a colon if wished; a text alone doubts the whole row."""
        if (field := fields.get("unsure")) is None:
            return frozenset(), None
        figures = [column for column in fields if column not in ("id", "source", "unsure")]
        names, _, doubt = field.text.partition(":")
        words = names.split()
        known = {"name", "kind", *self.words.kinds[kind]}
        if words and known.issuperset(words):
            return frozenset(words), doubt.strip() or None
        if len(words) == 1:
            word, help = WordAt(words[0], field.span), "name columns, or say in several words what is in doubt"
            self.found.unknown("HX162", word, f"a {kind} has no attribute", known, help=help)
        return frozenset(figures), field.text

    def _laid_over(self, base: UnitType, unit: UnitType, fields: dict[str, Scalar], place: Span) -> UnitType:
        changed = {key for key, value in unit.values.items() if key not in base.values or base.values[key] != value}
        if "name" in fields and unit.name != base.name:
            changed.add("name")
        # A figure given anew is as sure as its new source says; the others keep their doubt.
        unsure = (base.unsure - set(fields)) | unit.unsure
        if not changed and unsure == base.unsure and self.whole:
            message = f"the unit {quoted(unit.id)} only repeats {base.where}"
            help = "leave it out: a variant holds only its differences"
            self.found.report("HX169", place, message, help=help, level="warning")
        name = unit.name if "name" in fields else base.name
        doubt = unit.doubt or (base.doubt if unsure & base.unsure else None)
        return replace(unit, name=name, values={**base.values, **unit.values}, unsure=unsure, doubt=doubt)


def _by_column(fields: Sequence[Scalar], columns: dict[int, str]) -> dict[str, Scalar]:
    """Returns the fields with anything in them, each under the name of its column."""
    return {columns[i]: field for i, field in enumerate(fields) if field.text and i in columns}


def _another_separator(row: CsvRow, header: CsvRow) -> str | None:
    """Returns what separates the fields of a row that is one field for a chart of several columns."""
    if len(row.fields) > 1 or len(header.fields) == 1:
        return None
    return next((word for sign, word in _SEPARATORS.items() if sign in row.fields[0].text), None)


_SEPARATORS = {";": "semicolons", "\t": "tabs", ",": "commas"}
