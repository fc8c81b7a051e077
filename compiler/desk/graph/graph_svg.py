"""A part of the rule graph as an SVG picture: boxes in columns, by how far they are from the node that is looked at.

What leads to the node stands left of it, what it leads to stands right of it. All lengths are whole numbers, and the
same graph gives the same bytes. The picture refers to nothing outside itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from hexlaw.compiler.base.templates import template
from hexlaw.compiler.desk.graph.view import View
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.draw.pieces import printable

BOX_HEIGHT, GAP, BETWEEN, MARGIN = 38, 14, 170, 24
BOW = 130  # how far a line within a column swings out, with its word
LETTER = 8  # the width that a letter is given
MAX_NAME_LENGTH = 44
FILLS = {
    "rule": "#fff6d8", "fact": "#dcebff", "quantity": "#dcebff", "step": "#eaf3ff", "table": "#e2f3e2",
    "pick": "#f6e3f6", "ruling": "#ffe3dc", "case": "#f2f2f2", "dispute": "#ffe3dc",
}  # fmt: skip


@dataclass(frozen=True)
class _Box:
    node: str
    column: int
    x: int
    y: int
    width: int

    @property
    def middle(self) -> int:
        return self.y + BOX_HEIGHT // 2

    @property
    def right(self) -> int:
        return self.x + self.width


class _Line(NamedTuple):
    path: str
    words: str
    x: int
    y: int
    anchor: str


def as_svg(view: View, node: str, distance: int = 1) -> str:
    columns, omitted = view.around(node, distance)
    boxes = _laid_out(columns)
    width = max(box.right for box in boxes.values()) + MARGIN + BOW
    height = max(box.y for box in boxes.values()) + BOX_HEIGHT + 2 * MARGIN
    words = grouped(((edge.source, edge.target), edge.word) for edge in view.between(columns))
    return template(__file__, "graph.svg.jinja", (labels, printable)).render(
        node=node, omitted=omitted, boxes=[boxes[name] for name in sorted(boxes)], fills=FILLS, width=width,
        height=height, box_height=BOX_HEIGHT, margin=MARGIN,
        lines=[_line(boxes[source], boxes[target], ", ".join(said)) for (source, target), said in words.items()],
    )  # fmt: skip


def _laid_out(columns: Mapping[str, int]) -> dict[str, _Box]:
    """Returns each column as wide as its widest box, its boxes in the middle of the picture's height."""
    by_column = grouped((columns[name], name) for name in sorted(columns))
    tallest = max(len(names) for names in by_column.values())
    boxes: dict[str, _Box] = {}
    x = MARGIN + BOW
    for column in sorted(by_column):
        names = by_column[column]
        width = max(LETTER * len(part) for name in names for part in labels(name)) + 20
        top = MARGIN + (tallest - len(names)) * (BOX_HEIGHT + GAP) // 2
        for i, name in enumerate(names):
            boxes[name] = _Box(name, column, x, top + i * (BOX_HEIGHT + GAP), width)
        x += width + BETWEEN
    return boxes


def labels(node: str) -> tuple[str, str]:
    sort, _, name = node.partition(":")
    return sort, name if len(name) <= MAX_NAME_LENGTH else name[: MAX_NAME_LENGTH - 1] + "…"


def _line(one: _Box, other: _Box, words: str) -> _Line:
    if one.column == other.column:  # in one column: a bow along its outer side
        edge, side = (one.right, 1) if one.column > 0 else (one.x, -1)
        out = edge + side * min(BOW, 30 + abs(one.middle - other.middle) // 6)
        path = f"M{edge} {one.middle} C{out} {one.middle} {out} {other.middle} {edge} {other.middle}"
        at = (edge + 3 * (out - edge) // 4 + 3 * side, (one.middle + other.middle) // 2)
        return _Line(path, words, *at, "start" if side > 0 else "end")
    forwards = one.column < other.column
    start, end = (one.right, other.x) if forwards else (one.x, other.right)
    half = (start + end) // 2
    path = f"M{start} {one.middle} C{half} {one.middle} {half} {other.middle} {end} {other.middle}"
    # the word stands beside the box that is further out, where the lines lie apart
    inner, outer = sorted((one, other), key=lambda box: abs(box.column))
    y = outer.middle + (12 if outer.middle > inner.middle else -4)  # on the side that the line turns away from
    if outer.column < 0:
        return _Line(path, words, outer.right + 8, y, "start")
    return _Line(path, words, outer.x - 10, y, "end")
