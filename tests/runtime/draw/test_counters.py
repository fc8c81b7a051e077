"""Counters: which colours, shapes and figures a thing gets, and that no figure leaves its counter."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.draw.counters import LEAST, OF_SIDES, PLAIN, UNKNOWN, Counters, kinds_drawn, printed_thing
from hexlaw.runtime.draw.style import CounterStyle, Style, StyleFigure, Symbol, When
from hexlaw.runtime.law.graph import MISSING, Graph
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import Visibility

from .harbour import AT, SVG, parsed, side, texts


def figures(counters: Counters, position: Position, thing: Thing, **how: bool) -> dict[str, str]:
    return {figure.at: text for figure, text in counters.figures_of(position, thing, **how)}


def test_a_counter_shows_the_figures_of_its_line(graph: Graph, style: Style) -> None:
    position, cutter = printed_thing(graph, "cutter")
    # 5 1/2 as rule books print it; no cargo, so no figure; `S` is the style's word for a sail
    assert figures(Counters(style), position, cutter) == {
        "top-left": "12", "top-right": "5 1/2", "top": "S", "caption": "Cutter"
    }  # fmt: skip
    assert figures(Counters(style), position, cutter, back=True) == {"middle": "cutter"}


def test_figures_are_those_of_the_position(graph: Graph, style: Style, position: Position) -> None:
    cutter = position.things["cutter-1"]
    position.set(cutter, "crew", Fraction(3))
    assert figures(Counters(style), position, cutter)["top-left"] == "3"


def facing(style: Style, position: Position, where: object) -> tuple[str, tuple[float, float]] | None:
    """The hex that the cutter in B2 faces, by its name, and the way there in whole hundredths."""
    cutter = position.things["cutter-1"]
    position.stand(cutter, AT["B2"])
    position.set(cutter, "crew", where)
    counters = Counters(replace(style, counters=replace(style.counters, front="crew")))
    found = counters.front_of(position, cutter)
    if found is None:
        return None
    assert position.map is not None
    name = position.map.name_of(found[0])
    assert f"crew {name}" in counters.description(position, cutter)
    assert "<path" in counters.drawn(position, cutter).partition("<rect")[0]
    x, y = found[1]
    return name, (round(100 * x), round(100 * y))


def test_a_counter_points_where_it_faces(style: Style, position: Position) -> None:
    """On paper: the first neighbour lies to the right, the second below it, sixty degrees further clockwise."""
    assert facing(style, position, 1) == ("B3", (100, 0))
    assert facing(style, position, 4) == ("B1", (-100, 0))
    assert facing(style, position, 7) == ("B3", (100, 0))
    below = facing(style, position, 2)
    assert below is not None
    assert below[1] == (50, 87)
    assert facing(style, position, AT["B1"]) == ("B1", (-100, 0))
    assert facing(style, position, side("B2", "B3")) == ("B3", (100, 0))
    assert facing(style, position, side("A1", "A2")) is None
    assert facing(style, position, None) is None


def test_without_a_map_nothing_is_faced(graph: Graph, style: Style) -> None:
    position, cutter = printed_thing(graph, "cutter")
    counters = Counters(replace(style, counters=replace(style.counters, front="crew")))
    assert counters.front_of(position, cutter) is None
    assert counters.drawn(position, cutter).startswith("<rect")


def test_what_is_secret_to_who_looks_is_a_question_mark(graph: Graph, style: Style, position: Position) -> None:
    cutter = position.things["cutter-1"]
    position.set(cutter, "cargo", Fraction(77))
    assert figures(Counters(style), position, cutter)["bottom-left"] == "77"
    position.set(cutter, "cargo", MISSING)
    position.wear(Visibility(graph, frozenset({(cutter, "cargo")})))
    assert figures(Counters(style), position, cutter)["bottom-left"] == UNKNOWN


def test_the_first_face_and_symbol_that_hold_are_drawn(graph: Graph, style: Style, position: Position) -> None:
    counters = Counters(style)
    gulls, nobodys, cork = (position.things[name] for name in ("cutter-1", "lighter", "cork"))
    assert [counters.face_of(position, thing).fill for thing in (gulls, nobodys)] == ["#ddddff", "#ffdddd"]
    found = [counters.symbol_of(position, thing, False) for thing in (gulls, nobodys, cork)]
    assert [None if one is None else one.shapes for one in found] == [("hull", "sail"), ("hull",), None]


def test_markers_are_laid_on_while_something_holds(style: Style, position: Position) -> None:
    counters, cutter = Counters(style), position.things["cutter-1"]
    assert [m.legend for m in counters.markers_of(position, cutter, full=True)] == ["laden"]
    position.set(cutter, "lit", True)
    assert [m.legend for m in counters.markers_of(position, cutter, full=False)] == ["lit"]
    assert "L" in texts(parsed(f'<svg xmlns="{SVG[1:-1]}">{counters.drawn(position, cutter)}</svg>'))


@pytest.mark.parametrize("unit", ["cutter", "gig", "lighter"])
def test_no_figure_leaves_its_counter_or_runs_into_another(graph: Graph, style: Style, unit: str) -> None:
    """Each text is measured as wide as it is printed; those on one line keep clear of each other."""
    position, thing = printed_thing(graph, unit)
    drawn = parsed(f'<svg xmlns="{SVG[1:-1]}">{Counters(style).drawn(position, thing)}</svg>')
    rows: dict[str, list[tuple[float, float]]] = {}
    for text in drawn.iter(f"{SVG}text"):
        x, wide = float(text.get("x", "")), float(text.get("textLength", ""))
        left = {"end": x - wide, "middle": x - wide / 2}.get(text.get("text-anchor", ""), x)
        rows.setdefault(text.get("y", ""), []).append((left, left + wide))
        assert float(text.get("font-size", "")) >= LEAST
    for spans in rows.values():
        spans.sort()
        assert spans[0][0] >= 3
        assert spans[-1][1] <= 97
        assert all(right < left for (_, right), (left, _) in pairwise(spans))


def test_a_counter_in_words(style: Style, position: Position) -> None:
    counters = Counters(style)
    position.set(position.things["cutter-1"], "lit", True)
    assert (
        counters.description(position, position.things["cutter-1"])
        == "cutter-1, Cutter, gulls, crew 12, pull 5 1/2, rig S, lit"
    )
    assert counters.description(position, position.things["cork"]) == "cork, float"


def test_a_line_that_no_chart_has_is_refused(graph: Graph) -> None:
    with pytest.raises(KeyError):
        printed_thing(graph, "galleon")


def test_what_looks_alike_is_drawn_alike(style: Style, position: Position) -> None:
    other = position.add("boat", "cutter-2", AT["A1"])
    position.printed[other] = "cutter"
    counters = Counters(style)
    assert counters.drawn(position, other) == counters.drawn(position, position.things["cutter-1"])
    position.set(other, "crew", Fraction(1))
    assert counters.drawn(position, other) != counters.drawn(position, position.things["cutter-1"])


def test_without_a_style_a_counter_has_its_name_and_the_colour_of_its_side(graph: Graph, position: Position) -> None:
    counters = Counters(Style())
    assert figures(counters, position, position.things["cutter-1"]) == {"middle": "cutter-1"}
    gulls, terns, nobodys = (position.things[name] for name in ("cutter-1", "gig", "cork"))
    colours = [counters.face_of(position, thing).fill for thing in (gulls, terns, nobodys)]
    assert colours == [OF_SIDES[0].fill, OF_SIDES[1].fill, PLAIN.fill]


def test_kinds_that_no_chart_has_can_be_drawn(graph: Graph, style: Style) -> None:
    position, cork = printed_thing(graph, "float")
    assert figures(Counters(style), position, cork) == {"caption": "float"}
    assert kinds_drawn(graph, style) == [], "the style draws a symbol of boats alone, and those are in the chart"
    floats = replace(style.counters, symbols=(Symbol(When(kind="float"), ("hull",)), *style.counters.symbols))
    assert kinds_drawn(graph, replace(style, counters=floats)) == ["float"]


def test_a_back_without_a_symbol_of_its_own_has_that_of_the_front_pale(graph: Graph, style: Style) -> None:
    position, gig = printed_thing(graph, "gig")
    front, back = (Counters(style).drawn(position, gig, back=side) for side in (False, True))
    assert 'opacity="0.3"' in back
    assert 'opacity="0.3"' not in front
    own = replace(style.counters, symbols=(*style.counters.symbols, Symbol(When(), ("sail",), back=True)))
    assert 'opacity="0.3"' not in Counters(replace(style, counters=own)).drawn(position, gig, back=True)


def test_a_name_without_room_is_written_small_and_then_with_shorter_words(graph: Graph, style: Style) -> None:
    def written(name: str, **words: str) -> tuple[str, float]:
        units = {"cutter": replace(graph.units["cutter"], name=name)}
        counters = CounterStyle(figures=(StyleFigure("name", "caption", words=words),))
        position, thing = printed_thing(replace(graph, units=units), "cutter")
        [text] = parsed(
            f'<svg xmlns="{SVG[1:-1]}">{Counters(Style(counters=counters)).drawn(position, thing)}</svg>'
        ).iter(f"{SVG}text")
        return text.text or "", float(text.get("font-size", ""))

    # 86 is free; a letter is about 0.6 wide and keeps 0.12 of that free: 10 letters of 13, 11 of 11
    assert written("Cutter", Cutter="C") == ("Cutter", 13)
    assert written("Royal Cutter", Royal="R.") == ("Royal Cutter", LEAST)
    assert written("Royal Dutch Cutter", Royal="R.", Dutch="D.") == ("R. D. Cutter", 13)
    assert written("Royal Dutch Harbour Cutter", Royal="R.")[0].endswith("…")
