"""Pictures of maps and positions: everything once, nothing secret, nothing hostile, the same bytes each time."""

from __future__ import annotations

import re
from fractions import Fraction
from time import process_time

import pytest

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.board.board import Board, Grid, Map
from hexlaw.runtime.board.geometry import Hex, Side, sides_along, sides_of
from hexlaw.runtime.draw import ground
from hexlaw.runtime.draw.shapes import Stroke, read_outline
from hexlaw.runtime.draw.style import Art, HexRule, SideRule, Style
from hexlaw.runtime.draw.svg import Arrow, Drawer, Scene, Sight, draw_map, draw_scene, used_hexes
from hexlaw.runtime.law.graph import MISSING, Graph
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import Visibility

from .harbour import AT, GRID, HARBOUR, SVG, in_group, parsed, side, texts


def named(svg: str, attribute: str) -> list[str]:
    return [value for element in parsed(svg).iter() if (value := element.get(attribute)) is not None]


# -- maps


def test_every_hex_is_there_once_and_says_what_is_printed_in_it(style: Style) -> None:
    svg = draw_map(HARBOUR, style)
    assert sorted(named(svg, "data-hex")) == sorted(AT)
    titles = {h.get("data-hex"): h[0].text for h in in_group(svg, "hexes")}
    assert titles["A1"] == "A1 (wall)"
    assert titles["A2"] == "A2: reef <shallow> (wall)"
    assert titles["B2"] == "B2: reef <shallow>"
    assert titles["B3"] == "B3"


def test_neighbours_of_one_ground_are_one_area(style: Style) -> None:
    """A2 and B2 touch, so the edge of the reef runs once round both; four rocks are strewn over each."""
    area, rocks = in_group(draw_map(HARBOUR, style, legend=False), "areas")[1:]
    assert (area.get("fill"), (area.get("d") or "").count("M")) == ("#88aacc", 1)
    # of twelve hexsides one is within; of the ten corners, the three above A2 lie at the rim, which is straight
    assert [(area.get("d") or "").count(letter) for letter in "QL"] == [7, 6]
    assert (rocks.get("d") or "").count("M") == 8


def test_areas_that_do_not_touch_have_an_edge_each(style: Style) -> None:
    board = Map.of(Board("H", "H", GRID, {AT["A1"]: {"ground": "reef"}, AT["C3"]: {"ground": "reef"}}))
    area = in_group(draw_map(board, style, legend=False), "areas")[0]
    assert (area.get("d") or "").count("M") == 2


def test_an_area_can_follow_the_hexsides_and_keep_clear_of_them() -> None:
    board = Map.of(Board("H", "H", GRID, {AT["B2"]: {"ground": "reef"}}))

    def corners(inset: int) -> list[tuple[float, float]]:
        rule = HexRule("ground", "reef", "#123456", "r", "", inset=inset, angular=True)
        [area] = in_group(draw_map(board, Style((rule,)), legend=False), "areas")
        pairs = re.findall(r"(-?[\d.]+) (-?[\d.]+)", area.get("d") or "")
        return [(float(x), float(y)) for x, y in pairs]

    # B2 has its centre in 25.98, 45 and its uppermost corner 30 above. An edge that is moved in by 6 (10 of 60 across)
    # meets the next one 2/sqrt 3 times as far from the corner: 15 + 6.93.
    assert min(corners(0), key=lambda p: p[1]) == (26.0, 15.0)
    assert min(corners(10), key=lambda p: p[1]) == pytest.approx((26.0, 21.93), abs=0.06)


def test_an_area_goes_on_under_another() -> None:
    board = Map.of(Board("H", "H", GRID, {AT["B2"]: {"ground": "reef"}, AT["B3"]: {"ground": "sand"}}))
    under = HexRule("ground", "reef", "#123456", "r", "", under=("sand",))
    areas = [
        in_group(draw_map(board, Style((rule,)), legend=False), "areas")[0].get("d") or ""
        for rule in (under, replace(under, under=()))
    ]
    assert [area.count("Q") for area in areas] == [10, 6]


def test_a_side_lies_between_its_hexes(style: Style) -> None:
    [wall] = in_group(draw_map(HARBOUR, style, legend=False), "sides")
    # A1 and A2 are 30 * sqrt 3 = 51.96 apart, so the hexside between them stands at 25.98.
    assert sorted(re.findall(r"26\.0 (-?15\.0)", wall.get("d") or "")) == ["-15.0", "15.0"]
    assert (wall.get("stroke"), wall.get("stroke-width")) == ("#333333", "2.5")


def test_a_line_runs_from_hex_to_hex_with_an_edge_below(style: Style) -> None:
    edge, ferry = in_group(draw_map(HARBOUR, style, legend=False), "paths")
    assert (edge.get("stroke"), ferry.get("stroke")) == ("#000088", "#0000ff")
    assert float(edge.get("stroke-width") or 0) == float(ferry.get("stroke-width") or 0) + 2
    # C is two rows down, 90; C2 has its centre at 51.96 and C3 at 103.92, so they meet at 77.94.
    assert ferry.get("d") == edge.get("d") == "M77.9 90.0L52.0 90.0 M77.9 90.0L103.9 90.0"


def test_a_line_off_the_map_ends_at_the_rim(style: Style) -> None:
    off = Side(AT["A3"], 0)
    board = Map.of(Board("H", "H", GRID, {}, {off: {"ferry": True}}))
    [_, ferry] = in_group(draw_map(board, style, legend=False), "paths")
    assert ferry.get("d") == "M129.9 0.0L103.9 0.0"


def test_a_line_through_a_hex_is_one_curve_and_a_third_runs_into_it() -> None:
    ways = (side("B1", "B2"), side("B2", "B3"), side("B2", "C1"))
    board = Map.of(Board("H", "H", GRID, {}, {way: {"ferry": True} for way in ways}))
    style = Style(sides=(SideRule("ferry", True, "#0000ff", "", kind="path"),))
    [ferry] = in_group(draw_map(board, style, legend=False), "paths")
    # B2 has its centre at 25.98, 45; the lines from the right and from the left are opposite each other
    assert "M52.0 45.0Q26.0 45.0 0.0 45.0" in (ferry.get("d") or "")
    assert (ferry.get("d") or "").count("Q26.0 45.0 26.0 45.0") == 1


def test_a_shape_can_lie_along_a_line_once_and_turned(style: Style) -> None:
    """The ferry runs through C2 to the right. Of a pier that points to the right nothing is turned; had it run down to
    the right, by 60 degrees, a pier of 12 (40 of 100, half as large) would end 6 to the right and 10.4 below."""

    def pier(*ways: Side) -> str:
        sides = {way: {"ferry": True} for way in ways}
        board = Map.of(Board("H", "H", GRID, {AT["B2"]: {"ground": "reef"}}, sides))
        art = Art("pier", size=50, along="ferry")
        shapes = {"pier": (Stroke(read_outline("M0 0 L40 0"), stroke="#000000"),)}
        rule = HexRule("ground", "reef", "#123456", "r", "", art=art)
        drawn = in_group(draw_map(board, replace(style, hexes=(rule,), shapes=shapes), legend=False), "areas")
        return drawn[1].get("d") or ""

    level = pier(side("B1", "B2"), side("B2", "B3"))
    assert level in ("M26.0 45.0L38.0 45.0", "M26.0 45.0L14.0 45.0")
    slanting = pier(side("A1", "B2"), side("B2", "C2"))
    assert slanting in ("M26.0 45.0L32.0 55.4", "M26.0 45.0L20.0 34.6")
    assert pier() == "", "no line, no pier"


def test_flat_hexes_stand_in_columns() -> None:
    grid = Grid("flat", ("A", "B"), (1,), "first")
    first, second = in_group(draw_map(Map.of(Board("x", "X", grid)), Style()), "hexes")
    # The second column is 1 1/2 sizes to the right and half a hex, 25.98, further down.
    assert "30.0,0.0" in (first.get("points") or "")
    assert "75.0,26.0" in (second.get("points") or "")


def test_the_legend_names_the_rules_that_hold_somewhere(style: Style) -> None:
    words = [text for row in in_group(draw_map(HARBOUR, style), "legend") for text in row.itertext()]
    assert words == ["reef <shallow>", "buoy", "wall", "ferry"]
    bare = Map.of(Board("H", "H", GRID, {}, {}))
    assert in_group(draw_map(bare, style), "legend") == []


def test_the_legend_names_the_markers_that_lie_somewhere(style: Style, position: Position) -> None:
    def legends() -> list[str]:
        return [
            text
            for row in in_group(draw_scene(Scene(position, legend=True), style), "legend")
            for text in row.itertext()
        ]

    assert legends()[-1] == "laden"
    assert "lit" not in legends()
    position.set(position.things["lighter"], "lit", True)
    assert legends()[-3:] == ["L", "lit", "laden"]


def test_places_are_named(style: Style) -> None:
    assert {text for element in in_group(draw_map(HARBOUR, style), "places") for text in element.itertext()} == {
        "The Bar"
    }


# -- positions


def test_every_piece_is_there_once(style: Style, position: Position) -> None:
    position.add("float", "lost", Hex(9, 0))  # off the map
    svg = draw_scene(Scene(position), style)
    assert sorted(named(svg, "data-piece")) == ["cork", "cutter-1", "gig", "lighter", "lost"]
    assert "off the board away from A3" in svg


def test_what_waits_beside_the_map_is_shown_below_it(style: Style, position: Position) -> None:
    """A float that is nowhere yet, and a gig in a lighter that is; neither when a part of the map is shown."""
    position.add("float", "spare", None)
    position.stand(position.things["lighter"], None)
    position.stand(position.things["gig"], position.things["lighter"])
    svg = draw_scene(Scene(position), style)
    assert sorted(named(svg, "data-piece")) == ["cork", "cutter-1", "gig", "lighter", "spare"]
    labels = [element.text for element in in_group(svg, "stacks") if element.tag == f"{SVG}text"]
    assert labels == ["B2", "lighter", "not on the map"]
    part = draw_scene(Scene(position, around=(AT["B2"],)), style)
    assert sorted(named(part, "data-piece")) == ["cork", "cutter-1"]


def test_what_is_nobodys_lies_below_and_what_is_held_beneath_its_holder(style: Style, position: Position) -> None:
    pieces = [
        e.get("data-piece") for e in in_group(draw_scene(Scene(position), style), "pieces") if e.get("data-piece")
    ]
    assert pieces == ["cork", "gig", "cutter-1", "lighter"]


def test_a_stack_is_shown_side_by_side_and_counted(style: Style, position: Position) -> None:
    svg = draw_scene(Scene(position), style)
    panel = in_group(svg, "stacks")
    assert [element.text for element in panel if element.tag == f"{SVG}text"] == ["B2"]
    assert len([element for element in panel if element.tag == f"{SVG}g"]) == 3
    assert "3" in [text for element in in_group(svg, "pieces") for text in texts(element)]
    assert in_group(draw_scene(Scene(position, stacks=False), style), "stacks") == []


def test_counters_stay_in_their_hex_however_many_there_are(style: Style, position: Position) -> None:
    for number in range(12):
        position.add("float", f"float-{number}", AT["B2"])
    svg = draw_scene(Scene(position, stacks=False), style)
    places = [
        tuple(map(float, re.findall(r"-?[\d.]+", (element.get("transform") or "").partition(")")[0])))
        for element in in_group(svg, "pieces")
        if element.get("data-piece") != "lighter" and element.get("transform")
    ]
    assert len(places) == 15
    # the hex is 51.96 wide and 60 high around 25.98, 45; a counter is 33 wide
    assert min(x for x, _ in places) >= 0
    assert max(x for x, _ in places) + 33 <= 51.96
    assert min(y for _, y in places) >= 45 - 30
    assert max(y for _, y in places) + 33 <= 45 + 30


def test_a_small_part_of_the_map_makes_a_small_picture(style: Style, position: Position) -> None:
    def size(svg: str) -> tuple[float, float]:
        root = parsed(svg)
        return float(root.get("width") or 0), float(root.get("height") or 0)

    whole = draw_scene(Scene(position, stacks=False), style)
    part = draw_scene(Scene(position, around=(AT["A1"],), margin=0, stacks=False), style)
    assert size(part)[0] < size(whole)[0] / 2
    assert {"A1"} <= set(named(part, "data-hex")) < set(AT)
    assert used_hexes(position) == (AT["B2"], AT["B4"])


def test_reach_sights_arrows_and_marks(style: Style, position: Position) -> None:
    scene = Scene(
        position, reach={AT["B3"]: "1 1/2", AT["B4"]: "3"}, sights=(Sight(AT["A1"], AT["B4"], False, "blocked"),),
        arrows=(Arrow((AT["B1"], AT["B2"], AT["B3"])), Arrow((AT["A1"],))), marked=(AT["C1"],),
    )  # fmt: skip
    svg = draw_scene(scene, style)
    near, far = (float(h.get("fill-opacity", "")) for h in in_group(svg, "reach"))
    assert near > far
    assert [(path.get("d") or "").count("M") for path in in_group(svg, "border")] == [1, 1], "they lie side by side"
    assert [t for element in in_group(svg, "costs") for t in [element.text] if element.tag == f"{SVG}text"] == [
        "1½",
        "3",
    ]
    assert "blocked" in "".join(in_group(svg, "sights")[0].itertext())
    assert len(in_group(svg, "arrows")) == 1, "one hex alone is no way"
    assert len(in_group(svg, "marked")) == 1
    dashed = re.findall(r"stroke-dasharray", svg)
    free = draw_scene(replace(scene, sights=(Sight(AT["A1"], AT["B4"], True),)), style)
    assert len(dashed) == 1
    assert "stroke-dasharray" not in free


@pytest.mark.parametrize("way", [("B1", "B2", "B3"), ("A1", "B1"), ("B3", "A3")])
def test_the_head_of_an_arrow_is_as_wide_on_both_sides_of_its_line(
    style: Style, position: Position, way: tuple[str, ...]
) -> None:
    svg = draw_scene(Scene(position, arrows=(Arrow(tuple(AT[name] for name in way)),)), style)
    (head,) = in_group(svg, "arrows")[0].iter(f"{SVG}polygon")
    tip, left, right = (complex(*map(float, point.split(","))) for point in head.get("points", "").split())
    assert abs(left - right) == pytest.approx(11, abs=0.2)
    assert abs(tip - left) == pytest.approx(abs(tip - right), abs=0.2)


def test_the_picture_says_in_words_what_stands_where(style: Style, position: Position) -> None:
    root = parsed(draw_scene(Scene(position, "The Harbour at Dawn"), style))
    assert (root.get("role"), root.get("aria-label")) == ("img", "The Harbour at Dawn")
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == "The Harbour at Dawn"
    assert desc is not None
    assert "B2: cork, float; Gig, terns, crew 4" in (desc.text or "")
    assert (desc.text or "").endswith(". Reef <shallow>: A2, B2. Buoy: C1. Wall: A1-A2. Ferry: C2-C3."), (
        "and what is printed where"
    )


def test_a_position_without_a_map_shows_its_pieces(style: Style, graph: Graph) -> None:
    position = Position(graph, None)
    position.add("float", "cork", None)
    assert named(draw_scene(Scene(position), style), "data-piece") == ["cork"]


def test_what_has_become_of_a_hex_is_drawn(style: Style, position: Position) -> None:
    drawer = Drawer(style)
    before = drawer.draw(Scene(position))
    position.set(AT["A3"], "ground", "reef")
    after = drawer.draw(Scene(position))
    assert "A3: reef" not in before
    assert "A3: reef" in after
    assert after == draw_scene(Scene(position), style), "what was drawn before leaves no trace"


def test_a_secret_is_nowhere_in_the_picture(style: Style, graph: Graph, position: Position) -> None:
    cutter = position.things["cutter-1"]
    pictures = []
    for cargo in (Fraction(771), Fraction(5)):
        position.set(cutter, "cargo", cargo)
        seen = position.scratch()
        seen.set(cutter, "cargo", MISSING)
        seen.wear(Visibility(graph, frozenset({(cutter, "cargo")})))
        assert f"cargo {cargo}" in draw_scene(Scene(position), style), "who may see it sees it"
        pictures.append(draw_scene(Scene(seen), style))
    assert pictures[0] == pictures[1]


# -- the file


def test_all_text_is_escaped(graph: Graph, style: Style) -> None:
    hostile = '</text><script>alert("x")</script>\x00'
    position = Position(graph, HARBOUR)
    position.add("float", hostile, AT["A1"])
    style = replace(style, hexes=(HexRule("ground", "reef", "#fff", "r", hostile),))
    svg = draw_scene(Scene(position, hostile, legend=True), style)
    assert "<script" not in svg
    assert "\x00" not in svg
    parsed(svg)
    assert "Harbour &amp; Reef" in draw_map(HARBOUR, style)


def test_the_picture_refers_to_nothing_outside_itself_and_names_only_what_is_the_same_in_any(
    style: Style, position: Position
) -> None:
    """Several pictures can stand in one page: what two of them name alike is the same."""
    position.add("boat", "dinghy", AT["A1"])
    svgs = [draw_scene(Scene(position, around=(AT[name],), margin=1, legend=True), style) for name in ("B2", "A1")]
    found: list[dict[str, str]] = []
    for svg in svgs:
        definitions = re.findall(r'^<defs><(?:g|clipPath) id="(\w+)">(.*)</(?:g|clipPath)></defs>$', svg, re.MULTILINE)
        found.append(dict(definitions))
        assert sorted(named(svg, "id")) == sorted(found[-1])
        assert set(re.findall(r'href="#(\w+)"|url\(#(\w+)\)', svg)) <= {
            *((name, "") for name in found[-1]), *(("", name) for name in found[-1]),
        }  # fmt: skip
        assert svg.count("href") + svg.count("url(") == len(re.findall(r'href="#|url\(#', svg))
    one, other = found
    assert one.keys() != other.keys()
    assert {name: one[name] for name in one.keys() & other.keys()} == {
        name: other[name] for name in one.keys() & other.keys()
    }


def test_a_part_of_the_map_ends_at_whole_hexes(style: Style, position: Position) -> None:
    svg = draw_scene(Scene(position, around=(AT["B2"],), margin=0, stacks=False), style)
    assert named(svg, "data-hex") == ["B2"]
    root = parsed(svg)
    # a hex is 60 high and 51.96 wide, with 3 around it
    assert [float(root.get(name) or 0) for name in ("width", "height")] == pytest.approx([57.96, 66], abs=0.01)
    [edge] = [path.get("d") or "" for clip in root.iter(f"{SVG}clipPath") for path in clip]
    assert len(re.findall(r"[ML]", edge)) == 6


def test_a_stopped_line_of_sight_is_crossed_where_it_is_stopped(style: Style, position: Position) -> None:
    [stop] = [met for met in sides_along(AT["A1"], AT["A3"]) if met.side in sides_of(AT["A1"])]
    scene = Scene(position, sights=(Sight(AT["A1"], AT["A3"], False, "blocked", stop),), stacks=False)
    drawn = draw_scene(scene, style)
    lines = [
        [float(x.get(name, "")) for name in ("x1", "y1", "x2", "y2")]
        for x in in_group(drawn, "sights")[0].iter(f"{SVG}line")
    ]
    crosses = [(x1 + x2) / 2 for x1, y1, x2, y2 in lines if abs(x2 - x1) == abs(y2 - y1) == 10]
    # a third hex lies two hexes of 51.96 away: the first side is a quarter of the way
    start = lines[0][0]
    assert len(crosses) == 4
    assert crosses == pytest.approx([start + 51.96 / 2] * 4, abs=0.05)
    solid = lines[1]
    assert solid[2] == pytest.approx(start + 51.96 / 2, abs=0.05), "whole up to there"


def test_the_same_input_gives_the_same_bytes(style: Style, position: Position) -> None:
    first = draw_scene(Scene(position, legend=True), style)
    assert first == draw_scene(Scene(position.scratch(), legend=True), style)
    assert not re.search(r"-0\.0+\b(?!\d)", first.replace("-0.0 ", ""))


def test_a_thousand_hexes_are_drawn_well_within_a_second(style: Style) -> None:
    """Three boards of 33 rows are about so many."""
    names = tuple(f"{a}{b}" for a in "ABCDEFG" for b in "ABCDEFG")[:33]
    grid = Grid("pointy", names, (31,), "second")
    hexes = {h: {"ground": "reef"} for i, h in enumerate(grid.names.values()) if i % 3}
    board = Map.of(Board("x", "X", grid, hexes))
    begun = process_time()
    draw_map(board, style)
    assert process_time() - begun < 2, "a slow machine under load takes twice as long as a free one"


def test_a_large_map_is_strewn_with_fewer_shapes(monkeypatch: pytest.MonkeyPatch, style: Style) -> None:
    """A rock has four commands (M, L, L, Z) and lies eight times on the reef of two hexes."""
    monkeypatch.setattr(ground, "MAX_STREWN", 4 * 2 * 3)
    rocks = in_group(draw_map(HARBOUR, style, legend=False), "areas")[2]
    assert (rocks.get("d") or "").count("M") == 2 * 3
