"""A map at a glance: its parts with their names, and the counters beside it."""

from __future__ import annotations

import pytest

from hexlaw.runtime.board.board import Board, Grid, Map
from hexlaw.runtime.draw import svg as drawing
from hexlaw.runtime.draw.areas import SIDES
from hexlaw.runtime.draw.counters import Counters
from hexlaw.runtime.draw.forces import ForceRow, draw_forces
from hexlaw.runtime.draw.hex_layout import HexLayout
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.draw.svg import Area, Scene, draw_scene
from hexlaw.runtime.position.position import Position

from .harbour import AT, HARBOUR, SVG, in_group, parsed, texts

NORTH, BAR = (AT["A1"], AT["A2"], AT["A3"]), (AT["B2"], AT["B3"])


def test_the_area_of_a_side_is_tinted_and_any_other_is_ringed(style: Style) -> None:
    areas = (Area("The quay", NORTH, 1), Area("The bar", BAR))
    svg = draw_scene(Scene(None, board=HARBOUR, areas=areas, overview=True), style)
    paths = {path.get("data-area"): path for path in in_group(svg, "of-sides")}
    assert paths["The quay"].get("fill") == SIDES[1][0]
    assert paths["The quay"].get("stroke-dasharray") == SIDES[1][1] != SIDES[0][1]
    assert paths["The bar"].get("fill") == "none"
    assert [text.text for text in in_group(svg, "names-of-areas")] == ["The bar", "The quay"]  # small ones first


def test_names_of_areas_stand_on_the_map_and_cover_no_other(style: Style) -> None:
    areas = (Area("Eastern basin", BAR, 0), Area("Western basin", BAR, 1), Area("At the rim", (AT["A1"],), 0))
    svg = draw_scene(Scene(None, board=HARBOUR, areas=areas, overview=True), style)
    names = in_group(svg, "names-of-areas")
    left, _, right, _ = HexLayout("pointy").bounds(HARBOUR.hexes)
    places = [(float(t.get("x") or 0), float(t.get("y") or 0), float(t.get("textLength") or 0)) for t in names]
    assert len(places) == len(areas)
    for at, (x, y, wide) in enumerate(places):
        assert left <= x - wide / 2
        assert x + wide / 2 <= right
        size = float(names[at].get("font-size") or 0)
        assert all(
            abs(y - other_y) > 0.9 * size or abs(x - other_x) > (wide + other_wide) / 2
            for other_x, other_y, other_wide in places[:at]
        )


@pytest.fixture
def two_boards() -> Map:
    grid = Grid("pointy", ("A", "B"), (3, 3), "second")
    board, other = (Board(name, name, grid, {grid.names["A1"]: {"ground": "reef"}}) for name in "VW")
    return Map.join([[(board, False), (other, True)]])


def test_a_board_of_a_large_map_is_drawn_once_however_often_it_lies_there(
    style: Style, two_boards: Map, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both boards look alike, so one drawing serves for both; two pictures of it define it in the same words."""
    monkeypatch.setattr(drawing, "MAX_RICH", 4)
    svg = draw_scene(Scene(None, board=two_boards, overview=True), style)
    uses = [use.get("href") for use in parsed(svg).iter(f"{SVG}use")]
    assert len(uses) == 2
    [defined] = [line for line in svg.split("\n") if line.startswith("<defs>")]
    assert {f"#{g.get('id')}" for g in parsed(svg).iter(f"{SVG}g") if g.get("id")} == {*uses}
    again = draw_scene(Scene(None, "another", two_boards, overview=True, areas=(Area("x", BAR),)), style)
    assert defined in again
    assert "#777777" not in svg  # no rocks are strewn over it
    assert [text.text for text in in_group(svg, "boards")] == ["V", "W"]


def test_what_stands_in_a_hex_is_on_the_map_and_nothing_is_beside_it(style: Style, position: Position) -> None:
    svg = draw_scene(Scene(position, stacks=False, overview=True), style)
    assert in_group(svg, "stacks") == []
    on_map = {thing.name for thing in position.things.values() if position.hex_of(thing) is not None}
    assert {piece.get("data-piece") for piece in in_group(svg, "pieces")} - {None} == on_map


def test_counters_beside_the_map_stand_once_with_their_number(style: Style, position: Position) -> None:
    first, second, *_ = position.things.values()
    rows = (ForceRow("Gulls: by the quay", ((first, 12), (second, 1))), ForceRow("Terns", ((first, 1),)))
    svg = draw_forces(position, rows, Counters(style), "Beside")
    assert texts(next(parsed(svg).iter(f"{SVG}g")))  # the faces are drawn
    said = [text.text for text in in_group(svg, "forces") if text.tag == f"{SVG}text"]
    assert said == ["Gulls: by the quay", "12", "Terns"]
    assert len([*parsed(svg).iter(f"{SVG}use")]) == 3
    assert svg.count("<defs>") == 2
