"""A map on the terminal: what is drawn where, and that nothing hostile gets through."""

from __future__ import annotations

from fractions import Fraction

from hexlaw.runtime.board.board import Board, Grid, Map
from hexlaw.runtime.board.geometry import Hex, Side, side_between
from hexlaw.runtime.draw.pieces import Piece
from hexlaw.runtime.draw.sketch import Sketch
from hexlaw.runtime.draw.style import HexRule, SideRule, Style
from hexlaw.runtime.draw.text_map import draw_text

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


def test_the_map_on_the_terminal() -> None:
    pieces = (Piece("mate", AT["B4"]), Piece("cook", AT["B1"]), Piece("cook", AT["B1"]), Piece("gull", Hex(1, 9)))
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
  off the board away from C3 (7 SE): gull
"""
    assert draw_text(Sketch(HARBOUR, STYLE, pieces, marked=(AT["B3"],))) == expected


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
    assert draw_text(Sketch(Map.of(Board("x", "X", grid)), Style())) == expected


def test_joined_boards_are_labelled_by_the_ends_of_their_lines() -> None:
    grid = Grid("pointy", ("A", "B"), (2,), "second")
    board = Map.join([[(Board("X", "X", grid), False), (Board("Y", "Y", grid), True)]])
    expected = """\
X-A1    ·   ·   ·   ·  Y-B1
X-B1  ·   ·   ·   ·  Y-A1
"""
    assert draw_text(Sketch(board, Style())) == expected


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
    assert draw_text(Sketch(Map.of(Board("x", "X", grid)), Style()), width=16) == expected
    assert "\n\n" not in draw_text(Sketch(Map.of(Board("x", "X", grid)), Style()), width=28), "it just fits"
    joined = Map.join([[(Board("X", "X", grid), False), (Board("Y", "Y", grid), True)]])
    for width in range(25, 70):
        assert max(map(len, draw_text(Sketch(joined, Style()), width=width).splitlines())) <= width


def test_letters_say_whose_a_piece_is() -> None:
    """What is nobody's keeps its letters; in a stack it is those that are somebody's that count."""
    alone = Piece("mate", AT["A1"], owner="reds"), Piece("Cook", AT["A2"], owner="blues"), Piece("gull", AT["A3"])
    stack = *(Piece(name, AT["B1"], owner="blues") for name in ("ann", "bob")), Piece("gull", AT["B1"])
    drawn = draw_text(Sketch(HARBOUR, Style(), alone + stack, ("reds", "blues"))).splitlines()
    assert drawn[2] == "A    MA  co  gu"
    assert drawn[3].startswith("B  a2  ")
    assert "  B1: ann, bob (blues); gull" in drawn
    assert drawn[6:8] == ["  AN, A3  reds: one piece, three", "  an, a3  blues"]


def test_one_piece_with_a_single_letter_is_no_ground_and_no_stack() -> None:
    named = (("t-34", "A1"), ("h2", "A2"), ("88", "A3"))
    pieces = tuple(Piece(name, AT[where], owner="reds") for name, where in named)
    assert draw_text(Sketch(HARBOUR, Style(), pieces, ("blues", "reds"))).splitlines()[2] == "A    t1  h1  88"


def test_what_becomes_of_hexes_can_be_drawn() -> None:
    style = Style((HexRule("ground", "reef", "#fff", "r", "reef"),))
    plain = Map.of(Board("x", "X", Grid("pointy", ("A",), (2,), "second")))
    [first, _] = plain.hexes
    assert draw_text(Sketch(plain.with_values({(first, "ground"): "reef"}), style)).splitlines()[2] == "A  r   ·"
    assert draw_text(Sketch(plain, style)).splitlines()[2] == "A  ·   ·"


def test_a_chart_of_33_rows_fits_a_terminal() -> None:
    names = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "BB", "CC", "DD", "EE", "FF", "GG")
    drawn = draw_text(Sketch(Map.of(Board("A", "A", Grid("pointy", names, (10, 11), "second"))), Style()))
    assert len(drawn.splitlines()) == 33 + 2
    assert max(map(len, drawn.splitlines())) <= 50


def test_a_tall_stack_and_odd_labels_keep_to_their_cell() -> None:
    pieces = (*[Piece("x", AT["A1"])] * 12, Piece("漢字", AT["A2"]), Piece("", AT["A3"]))
    assert draw_text(Sketch(HARBOUR, Style(), pieces)).splitlines()[2] == "A    *+  *1  *1"


def test_nothing_steers_the_terminal() -> None:
    style = Style((HexRule("ground", "reef", "#fff", "r", "red\x1b[31m\nline"),))
    drawn = draw_text(Sketch(HARBOUR, style, (Piece("\x1b]0;x\x07", AT["A1"]),)))
    assert "\x1b" not in drawn
    assert "\x07" not in drawn
    assert "  r  red�[31m�line" in drawn.splitlines()
