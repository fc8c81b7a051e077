"""Styles and the two pictures of a map: what is drawn where, and that nothing hostile gets through."""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from hexlaw.runtime.board import Board, Grid, Map
from hexlaw.runtime.draw_svg import draw_svg
from hexlaw.runtime.draw_text import draw_text
from hexlaw.runtime.geometry import Hex, Side, side_between
from hexlaw.runtime.picture import BadStyle, HexRule, Piece, SideRule, Style

GRID = Grid("pointy", ("A", "B", "C"), (3, 4), "second")
AT = GRID.names


def side(a: str, b: str) -> Side:
    found = side_between(AT[a], AT[b])
    assert found is not None
    return found


HARBOUR = Map.of(
    Board(
        "H",
        "Harbour & Reef",
        GRID,
        {AT["A2"]: {"ground": "reef"}, AT["C1"]: {"marks": ("buoy", "lantern")}, AT["B2"]: {"depth": 1}},
        {side("A1", "A2"): {"wall": True}, side("C2", "C3"): {"ferry": True}},
    )
)
STYLE = Style(
    hexes=(
        HexRule("ground", "reef", "#88aacc", "r", "reef <shallow>"),
        HexRule("marks", "lantern", "#ffee00", "l", "lantern"),
        HexRule("marks", "buoy", "#cc0000", "b", "buoy"),
        HexRule("depth", True, "#000000", "d", "a flag, not a number"),
    ),
    sides=(
        SideRule("wall", True, "#333333", "wall", width=Fraction(5, 2)),
        SideRule("ferry", True, "#0000ff", "ferry", kind="path", letter="f"),
    ),
)


def parts(svg: str, group: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    name = "{http://www.w3.org/2000/svg}g"
    return list(next(g for g in root.iter(name) if g.get("class") == group))


# On the terminal


def test_the_map_on_the_terminal() -> None:
    pieces = [
        Piece("mate", AT["B4"]),
        Piece("cook", AT["B1"]),
        Piece("cook", AT["B1"]),
        Piece("gull", Hex(1, 9)),
    ]
    expected = """\
     1   2   3
   1   2   3   4
A    ·   r   ·
B  *2  ·  [· ] ma
C    lb  f   f

  r  reef <shallow>
  l  lantern
  b  buoy
  d  a flag, not a number
  f  ferry

  B1: 2 cook
  B4: mate
  off the board away from C3: gull
"""
    assert draw_text(HARBOUR, STYLE, pieces, [AT["B3"]]) == expected


def test_columns_on_the_terminal_stand_half_a_hex_apart() -> None:
    grid = Grid("flat", ("A", "B", "C"), (2,), "second")
    expected = """\
         B
     A       C
 1       ·
 1   ·       ·
 2       ·
 2   ·       ·
"""
    assert draw_text(Map.of(Board("x", "X", grid)), Style()) == expected


def test_joined_boards_are_labelled_by_the_ends_of_their_lines() -> None:
    grid = Grid("pointy", ("A", "B"), (2,), "second")
    board = Map.join([[(Board("X", "X", grid), False), (Board("Y", "Y", grid), True)]])
    expected = """\
X-A1    ·   ·   ·   ·  Y-B1
X-B1  ·   ·   ·   ·  Y-A1
"""
    assert draw_text(board, Style()) == expected


def test_a_map_that_is_too_wide_is_cut_into_strips() -> None:
    grid = Grid("pointy", ("A", "B"), (6,), "second")
    expected = """\
     1   2   3
   1   2   3
A    ·   ·   ·
B  ·   ·   ·

     4   5   6
   4   5   6
A    ·   ·   ·
B  ·   ·   ·
"""
    assert draw_text(Map.of(Board("x", "X", grid)), Style(), width=16) == expected
    assert "\n\n" not in draw_text(Map.of(Board("x", "X", grid)), Style(), width=28), "it just fits"
    joined = Map.join([[(Board("X", "X", grid), False), (Board("Y", "Y", grid), True)]])
    for width in range(25, 70):
        assert max(map(len, draw_text(joined, Style(), width=width).splitlines())) <= width


def test_letters_say_whose_a_piece_is() -> None:
    """What is nobody's keeps its letters; in a stack it is those that are somebody's that count."""
    pieces = [Piece("mate", AT["A1"], owner="reds"), Piece("Cook", AT["A2"], owner="blues"), Piece("gull", AT["A3"])]
    stacks = [Piece(name, AT["B1"], owner="blues") for name in ("ann", "bob")] + [Piece("gull", AT["B1"])]
    drawn = draw_text(HARBOUR, Style(), pieces + stacks, owners=("reds", "blues")).splitlines()
    assert drawn[2] == "A    MA  co  gu"
    assert drawn[3].startswith("B  a2  ")
    assert "  B1: ann, bob (blues); gull" in drawn
    assert drawn[6:8] == ["  AN, A3  reds: one piece, three", "  an, a3  blues"]


def test_what_becomes_of_hexes_can_be_drawn() -> None:
    style = Style((HexRule("ground", "reef", "#fff", "r", "reef"),))
    plain = Map.of(Board("x", "X", Grid("pointy", ("A",), (2,), "second")))
    [first, _] = plain.hexes
    assert draw_text(plain.with_values({(first, "ground"): "reef"}), style).splitlines()[2] == "A  r   ·"
    assert draw_text(plain, style).splitlines()[2] == "A  ·   ·"


def test_a_chart_of_33_rows_fits_a_terminal() -> None:
    names = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "BB", "CC", "DD", "EE", "FF", "GG")
    drawn = draw_text(Map.of(Board("A", "A", Grid("pointy", names, (10, 11), "second"))), Style())
    assert len(drawn.splitlines()) == 33 + 2
    assert max(map(len, drawn.splitlines())) <= 50


def test_a_tall_stack_and_odd_labels_keep_to_their_cell() -> None:
    pieces = [Piece("x", AT["A1"])] * 12 + [Piece("漢字", AT["A2"]), Piece("", AT["A3"])]
    assert draw_text(HARBOUR, Style(), pieces).splitlines()[2] == "A    *+  *1  *1"


def test_nothing_steers_the_terminal() -> None:
    style = Style((HexRule("ground", "reef", "#fff", "r", "red\x1b[31m\nline"),))
    drawn = draw_text(HARBOUR, style, [Piece("\x1b]0;x\x07", AT["A1"])])
    assert "\x1b" not in drawn
    assert "\x07" not in drawn
    assert "  r  red�[31m�line" in drawn.splitlines()


# As a picture


def test_every_hex_is_drawn_with_the_fills_of_its_rules() -> None:
    fills = [shape.get("fill") for shape in parts(draw_svg(HARBOUR, STYLE), "hexes")]
    ground = STYLE.background
    # Row A: the reef in the second hex. Row B: four plain hexes. Row C: two marks in the first hex.
    assert fills == [
        ground,
        ground,
        "#88aacc",
        ground,
        *[ground] * 4,
        ground,
        "#ffee00",
        "#cc0000",
        *[ground] * 2,
    ]


def test_a_side_lies_between_its_hexes_and_a_path_joins_their_centres() -> None:
    svg = draw_svg(HARBOUR, STYLE)
    (wall,), (ferry,) = parts(svg, "sides"), parts(svg, "paths")
    # A1 and A2 are 30 * sqrt 3 = 51.96 apart, so the hexside between them stands at 25.98.
    assert (wall.get("x1"), wall.get("x2")) == ("25.98", "25.98")
    assert sorted((wall.get("y1"), wall.get("y2"))) == ["-15.00", "15.00"]  # type: ignore[type-var]
    assert (wall.get("stroke"), wall.get("stroke-width")) == ("#333333", "2.50")
    # C is two rows down, 90, and not shifted.
    assert (ferry.get("x1"), ferry.get("y1"), ferry.get("y2")) == ("51.96", "90.00", "90.00")
    assert ferry.get("x2") == "103.92"


def test_a_path_off_the_map_ends_at_the_rim() -> None:
    off = Side(AT["A3"], 0)
    board = Map.of(Board("H", "H", GRID, {}, {off: {"ferry": True}}))
    (ferry,) = parts(draw_svg(board, STYLE), "paths")
    assert (ferry.get("x1"), ferry.get("x2")) == ("103.92", "129.90")


def test_flat_hexes_stand_in_columns() -> None:
    grid = Grid("flat", ("A", "B"), (1,), "first")
    first, second = parts(draw_svg(Map.of(Board("x", "X", grid)), Style()), "hexes")
    # The second column is 1 1/2 sizes to the right and half a hex, 25.98, further down.
    assert "30.00,0.00" in (first.get("points") or "")
    assert "75.00,25.98" in (second.get("points") or "")


def test_pieces_are_stacked_and_highlights_drawn() -> None:
    svg = draw_svg(HARBOUR, STYLE, [Piece("cook", AT["B1"]), Piece("mate", AT["B1"], "#aabbcc")], [AT["A1"]])
    labels = [text for piece in parts(svg, "pieces") for text in piece.itertext()]
    assert labels == ["cook, mate", "cook", "cook, mate", "mate"]
    assert 'fill="#aabbcc"' in svg
    assert len(parts(svg, "highlight")) == 1


def test_the_legend_names_every_rule_and_what_lies_off_the_map() -> None:
    svg = draw_svg(HARBOUR, STYLE, [Piece("gull", Hex(3, 0))])
    words = [text for part in parts(svg, "legend") for text in part.itertext()]
    assert words == [
        "reef <shallow>", "lantern", "buoy", "a flag, not a number", "wall", "ferry",
        "off the board beside A3 (E): gull",
    ]  # fmt: skip


def test_all_text_is_escaped() -> None:
    hostile = '</text><script>alert("x")</script>\x00'
    style = Style((HexRule("ground", "reef", "#fff", "r", hostile),))
    svg = draw_svg(HARBOUR, style, [Piece(hostile, AT["A1"])])
    assert "<script" not in svg
    assert "\x00" not in svg
    assert "Harbour &amp; Reef" in svg
    ElementTree.fromstring(svg)


def test_the_same_input_gives_the_same_bytes_with_two_decimals() -> None:
    svg = draw_svg(HARBOUR, STYLE)
    assert svg == draw_svg(HARBOUR, STYLE)
    assert "-0.00" not in svg
    points = " ".join(shape.get("points") or "" for shape in parts(svg, "hexes"))
    assert all(re.fullmatch(r"-?\d+\.\d\d", number) for number in re.split(r"[ ,]", points.strip()) if number)


# Styles


@pytest.mark.parametrize("colour", ["url(http://example.org/x)", "#12345", "red;", '"/>', "", "#1234567", "rgb(1,2,3)"])
def test_what_is_no_colour_is_refused(colour: str) -> None:
    for make in (
        lambda: Style(background=colour),
        lambda: HexRule("ground", "reef", colour, "r", ""),
        lambda: SideRule("wall", True, colour, ""),
        lambda: Piece("x", AT["A1"], colour),
    ):
        with pytest.raises(BadStyle, match="is no colour"):
            make()


@pytest.mark.parametrize("letter", ["", "ab", " ", "\n", "\x1b", "漢", "\u0301"])
def test_what_is_no_letter_is_refused(letter: str) -> None:
    with pytest.raises(BadStyle, match="is no single letter"):
        HexRule("ground", "reef", "#fff", letter, "")


@pytest.mark.parametrize("width", [0, -1, 21])
def test_a_stroke_has_a_sensible_width(width: int) -> None:
    with pytest.raises(BadStyle, match="width"):
        SideRule("wall", True, "black", "", width=width)
