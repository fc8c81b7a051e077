"""The unit charts as cards, and the counter sheets."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.charts import rows_for
from hexlaw.compiler.desk.book.figure_store import Figures
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.place_numbers import anchor_of
from hexlaw.compiler.desk.book.wording import named, said
from hexlaw.compiler.resolve.names import TYPE
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law.units import UnitType


def card_groups(parts: PartMaker, figures: Figures) -> tuple[m.CardGroup, ...]:
    """Returns a group for each unit chart, called as its file is."""
    groups = grouped((PurePosixPath(unit.where.partition(":")[0]).stem, unit) for unit in parts.graph.units.values())
    return tuple(
        m.CardGroup(
            anchor=f"units:{anchor_of(name)}",
            title=named(name),
            cards=tuple(_card(parts, unit, figures) for unit in units),
        )
        for name, units in groups.items()
    )


def sheets(parts: PartMaker, figures: Figures, situations: tuple[m.Situation, ...]) -> tuple[str, ...]:
    """Pages of counters: as many of each unit as the situation that has most of it needs."""
    wanted = dict.fromkeys(parts.graph.units, 1)
    for situation in situations:
        needed = Counter[str]()
        for force in situation.forces:
            for count, _, to in force.pieces:
                needed[to.removeprefix("unit:")] += count
        wanted |= {unit: max(count, wanted[unit]) for unit, count in needed.items() if unit in wanted}
    return figures.sheets(parts.graph.name, wanted) if wanted else ()


def _card(parts: PartMaker, unit: UnitType, figures: Figures) -> m.Card:
    figures_of = ((name, value) for name, value in unit.values.items() if name != TYPE and value not in (False, ()))
    values = tuple((parts.wording.attribute(unit.kind, name), said(value)) for name, value in figures_of)
    unsure = "all figures" if {*unit.values} <= {*unit.unsure, TYPE} else ", ".join(
        parts.wording.attribute(unit.kind, name).lower() for name in sorted(unit.unsure) if name != TYPE
    )  # fmt: skip
    doubt = f"Unsure: {unsure}" + (f" ({unit.doubt})" if unit.doubt else "") if unit.unsure else ""
    alt = f"counter of {unit.name}: {', '.join(f'{name.lower()} {value}' for name, value in values)}"
    return m.Card(
        anchor=f"unit:{unit.id}",
        name=unit.name,
        kind=named(unit.kind),
        values=values,
        rows=tuple(rows_for(parts, unit)),
        source=unit.source,
        doubt=doubt,
        figure=figures.counter(unit.id, alt),
        change=parts.change(f"unit:{unit.id}").change,
    )
