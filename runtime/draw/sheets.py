"""Counters as they are printed: one alone, and sheets of them in true size, fronts and backs, with marks to cut along.

The backs of a sheet are mirrored, so that they come to lie behind their fronts where a page is printed on both sides
and turned over its long edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hexlaw.runtime.draw.counters import Counters, printed_thing
from hexlaw.runtime.draw.elements import attribute, document, group, number, words
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.law.graph import Graph
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import Position

A4 = (210.0, 297.0)
"""Width and height of a page, in millimetres; one that is not full is as high as its counters."""
MARGIN = 12.0
CUT = 5.0
"""How long a mark to cut along is."""


@dataclass(frozen=True)
class SheetPage:
    """One page of counters, as two files of SVG."""

    front: str
    back: str


def counter_svg(graph: Graph, style: Style, unit: str, *, back: bool = False) -> str:
    """Returns the counter of a line of the unit charts, or of a kind that is in none, in true size.

    Raises `KeyError` where there is no such line or kind.
    """
    position, thing = printed_thing(graph, unit)
    counters = Counters(style)
    size = float(style.counters.millimetres)
    drawn = counters.drawn(position, thing, back=back)
    description = counters.description(position, thing)
    return document([drawn], (0.0, 0.0, 100.0, 100.0), description, "", unit="mm", size=(size, size))


def sheets(graph: Graph, style: Style, units: Iterable[tuple[str, int]], *, title: str = "") -> list[SheetPage]:
    """Sheets of so many counters of each line of the unit charts, or of each kind that is in none, page by page.

    Raises `KeyError` where there is no such line or kind.
    """
    named = [(printed_thing(graph, unit), number_of) for unit, number_of in units]
    return sheets_of([thing for thing, number_of in named for _ in range(number_of)], style, title=title)


def sheets_of(things: Sequence[tuple[Position, Thing]], style: Style, *, title: str = "") -> list[SheetPage]:
    """Sheets of the counters of things, each as it is in its position."""
    size = float(style.counters.millimetres)
    across = max(int((A4[0] - 2 * MARGIN) // size), 1)
    down = max(int((A4[1] - 2 * MARGIN) // size), 1)
    parts = [things[at : at + across * down] for at in range(0, len(things), across * down)]
    named = [f"{title}, sheet {n} of {len(parts)}" if len(parts) > 1 else title for n in range(1, len(parts) + 1)]
    return [
        SheetPage(*(_page(style, part, across, name, back=back) for back in (False, True)))
        for part, name in zip(parts, named, strict=True)
    ]


def _page(style: Style, things: Sequence[tuple[Position, Thing]], across: int, title: str, *, back: bool) -> str:
    size, counters = float(style.counters.millimetres), Counters(style)
    rows = -(-len(things) // across)
    columns = min(across, len(things))
    left, top = (A4[0] - columns * size) / 2, MARGIN
    drawn: list[str] = []
    for place, (position, thing) in enumerate(things):
        row, column = divmod(place, across)
        column = columns - 1 - column if back else column
        where = f"translate({number(left + column * size)} {number(top + row * size)}) scale({size / 100:.5g})"
        about = f"<title>{words(counters.description(position, thing))}</title>"
        what = counters.used(counters.drawn(position, thing, back=back))
        unit = position.unit_of(thing)
        named = attribute("data-unit", thing.kind if unit is None else unit.id)
        drawn.append(f'<g transform="{where}"{named}>{about}{what}</g>')
    side = "backs" if back else "fronts"
    page = A4[0], min(A4[1], 2 * MARGIN + rows * size)
    lines = [
        *counters.defined_for(drawn),
        f'<rect class="paper" width="{number(page[0])}" height="{number(page[1])}" fill="#ffffff"/>',
        *group("counters", drawn),
        *group("cuts", _cuts(left, top, size, columns, rows), 'stroke="#000" stroke-width="0.15"'),
    ]
    named = f"{title}: {side}" if title else side
    return document(lines, (0.0, 0.0, *page), named, f"{len(things)} counters", unit="mm", size=page)


def _cuts(left: float, top: float, size: float, across: int, rows: int) -> Iterable[str]:
    """Short lines around the counters, in line with each of their edges."""
    right, bottom = left + across * size, top + rows * size
    for column in range(across + 1):
        x = number(left + column * size)
        for start, end in ((top - CUT - 1, top - 1), (bottom + 1, bottom + CUT + 1)):
            yield f'<line x1="{x}" y1="{number(start)}" x2="{x}" y2="{number(end)}"/>'
    for row in range(rows + 1):
        y = number(top + row * size)
        for start, end in ((left - CUT - 1, left - 1), (right + 1, right + CUT + 1)):
            yield f'<line x1="{number(start)}" y1="{y}" x2="{number(end)}" y2="{y}"/>'
