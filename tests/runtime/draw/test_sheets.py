"""Counters for the printer: true size, everything once, backs where their fronts are when the page is turned."""

from __future__ import annotations

import re

import pytest

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.draw.sheets import counter_svg, sheets
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.law.graph import Graph

from .harbour import in_group, parsed, texts


def lefts(svg: str) -> list[tuple[str, float, float]]:
    found = []
    for element in in_group(svg, "counters"):
        x, y = re.findall(r"-?[\d.]+", (element.get("transform") or ""))[:2]
        found.append((element.get("data-unit") or "", float(x), float(y)))
    return found


def test_a_counter_in_true_size(graph: Graph, style: Style) -> None:
    root = parsed(counter_svg(graph, style, "cutter"))
    assert (root.get("width"), root.get("viewBox")) == ("12.7mm", "0 0 100 100")
    assert "Cutter" in texts(root)
    assert texts(parsed(counter_svg(graph, style, "cutter", back=True))) == ["cutter"]


def test_a_sheet_holds_as_many_of_each_as_are_wanted(graph: Graph, style: Style) -> None:
    [page] = sheets(graph, style, [("cutter", 3), ("gig", 2)], title="Boats")
    assert [unit for unit, _, _ in lefts(page.front)] == ["cutter"] * 3 + ["gig"] * 2
    root = parsed(page.front)
    # one row of counters of 12.7, and 12 above and below it
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "36.7mm", "0 0 210 36.7")
    assert root.get("aria-label") == "Boats: fronts"


def test_backs_lie_behind_their_fronts_when_the_page_is_turned(graph: Graph, style: Style) -> None:
    [page] = sheets(graph, style, [("cutter", 1), ("gig", 1), ("lighter", 20)])
    size = 12.7
    for (unit, x, y), (behind, back_x, back_y) in zip(lefts(page.front), lefts(page.back), strict=True):
        assert (behind, back_y) == (unit, y)
        assert back_x == pytest.approx(210 - x - size, abs=0.02)


def test_marks_to_cut_along_stand_in_line_with_every_edge(graph: Graph, style: Style) -> None:
    [page] = sheets(graph, style, [("cutter", 30)])
    upright = {line.get("x1") for line in in_group(page.front, "cuts") if line.get("x1") == line.get("x2")}
    edges = {x for _, x, _ in lefts(page.front)}
    assert edges <= {float(x or 0) for x in upright}
    assert len(upright) == len(edges) + 1


def test_what_does_not_fit_a_page_goes_on_the_next(graph: Graph, style: Style) -> None:
    style = replace(style, counters=replace(style.counters, millimetres=25))
    # (210 - 24) / 25 = 7 across, (297 - 24) / 25 = 10 down
    pages = sheets(graph, style, [("cutter", 71)], title="Boats")
    assert [len(lefts(page.front)) for page in pages] == [70, 1]
    assert parsed(pages[1].back).get("aria-label") == "Boats, sheet 2 of 2: backs"


def test_a_line_that_no_chart_has_is_refused(graph: Graph, style: Style) -> None:
    with pytest.raises(KeyError):
        counter_svg(graph, style, "galleon")
