"""Maps in whole pixels: the picture is as large as is said, and hexes meet in their corners."""

from __future__ import annotations

import pytest

from hexlaw.runtime.board.board import Board, Map
from hexlaw.runtime.board.geometry import Hex, neighbours
from hexlaw.runtime.board.grid import Grid, Orientation
from hexlaw.runtime.draw.elements import plain_svg
from hexlaw.runtime.draw.pixels import PixelMap, in_pixels
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.draw.svg import Drawer, Scene

from .harbour import parsed


@pytest.fixture(params=["flat", "pointy"])
def pixels(request: pytest.FixtureRequest) -> PixelMap:
    orientation: Orientation = request.param
    return PixelMap(Map.of(Board("X", "X", Grid(orientation, ("A", "B", "C"), (4, 4), "second"))))


def test_neighbours_share_two_corners(pixels: PixelMap) -> None:
    for h in pixels.board.hexes:
        for near in filter(pixels.board.contains, neighbours(h)):
            assert len({*pixels.outline(h)} & {*pixels.outline(near)}) == 2


def test_the_picture_holds_all_hexes_and_no_more_than_a_margin(pixels: PixelMap) -> None:
    points = [point for h in pixels.board.hexes for point in pixels.outline(h)]
    wide, high = pixels.size
    assert (min(x for x, _ in points), min(y for _, y in points)) == (6, 6)
    assert (max(x for x, _ in points), max(y for _, y in points)) == (wide - 6, high - 6)


def test_a_hex_of_the_picture_lies_where_it_is_said_to(pixels: PixelMap) -> None:
    with plain_svg():
        picture = parsed(Drawer(Style()).draw(Scene(None, board=pixels.board, legend=False, size=pixels.size)))
    [inside] = [each for each in picture if each.tag.endswith("svg")]
    left, top, wide, high = map(float, inside.attrib["viewBox"].split())
    shown = float(picture.attrib["width"]), float(picture.attrib["height"])
    assert shown == pixels.size
    # the first hex is drawn with its middle at the origin of the group that is moved onto the picture
    [group] = [each for each in inside if "translate" in each.get("transform", "")]
    x, y = map(float, group.attrib["transform"].removeprefix("translate(").rstrip(")").split())
    at = (x - left) * shown[0] / wide, (y - top) * shown[1] / high
    assert at == pytest.approx(pixels.centre(Hex(0, 0)), abs=0.5)


def test_a_counter_is_as_large_as_is_asked_with_room_around_it() -> None:
    assert parsed(in_pixels("", 40)).attrib["width"] == "40"
    wide = parsed(in_pixels("", 40, quarters_around=True))
    [inside] = [each for each in wide if each.tag.endswith("svg")]
    assert (wide.attrib["width"], inside.attrib["viewBox"]) == ("60", "-25 -25 150 150")
