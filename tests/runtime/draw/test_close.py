"""A part of a map on the terminal, with names, paths and hexsides, on boards of both orientations."""

from __future__ import annotations

from collections.abc import Iterable

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.board.board import Board, Grid, Map
from hexlaw.runtime.board.geometry import Side, side_between
from hexlaw.runtime.draw.close import draw_close, place_of, window_around
from hexlaw.runtime.draw.pieces import Piece
from hexlaw.runtime.draw.sketch import Sketch
from hexlaw.runtime.draw.style import HexRule, SideRule, Style

POINTY = Grid("pointy", ("A", "B", "C"), (3, 4), "second")
FLAT = Grid("flat", ("A", "B", "C"), (3, 3), "second")
STYLE = Style(
    hexes=(HexRule("ground", "reef", "#88aacc", "r", "reef"),),
    sides=(
        SideRule("canal", True, "#0000ff", "canal", kind="path"),
        SideRule("ferry", True, "#aa8800", "ferry", kind="path", layer=2),
        SideRule("wall", True, "#333333", "wall"),
    ),
)


def side(grid: Grid, a: str, b: str) -> Side:
    found = side_between(grid.names[a], grid.names[b])
    assert found is not None
    return found


def harbour(grid: Grid) -> Map:
    """A ferry from A1 by B1 to C1, which on its first side crosses a canal; a wall between A1 and A2, a reef in A2."""
    sides = {
        side(grid, "A1", "B1"): {"ferry": True, "canal": True}, side(grid, "B1", "C1"): {"ferry": True},
        side(grid, "A1", "A2"): {"wall": True}, side(grid, "B2", "B3"): {"canal": True},
    }  # fmt: skip
    return Map.of(Board("H", "Harbour", grid, {grid.names["A2"]: {"ground": "reef"}}, sides))


PIECES = (
    ("mate", "B2", "reds"),
    ("cook", "A2", "blues"),
    ("cook", "A2", "blues"),
    ("boy", "C1", "reds"),
    ("dog", "C1", "blues"),
)


def drawn(grid: Grid, marked: Iterable[str] = (), **more: int) -> list[str]:
    pieces = tuple(Piece(label, grid.names[at], owner) for label, at, owner in PIECES)
    there = tuple(grid.names[name] for name in marked)
    sketch = Sketch(harbour(grid), STYLE, pieces, ("reds", "blues"), there)
    return draw_close(sketch, grid.names["B2"], **more).splitlines()  # type: ignore[arg-type]


LEGEND = """
  # wall   r reef   / \\ - ferry   ~ canal

  A2: 2 cook (blues)
  B2: mate (reds)
  C1: boy (reds); dog (blues)
"""


def test_rows_beside_each_other() -> None:
    expected = """\
    A1   #  A2      A3
     ·    r coo×2    ·
   /
B1      B2      B3      B4
 ·     MATE  ~   ·       ·
   \\
    C1      C2      C3
    *×2      ·       ·
"""
    assert drawn(POINTY) == (expected + LEGEND).splitlines()


def test_columns_beside_each_other() -> None:
    """Every second column is shifted up; what is drawn as in the other test goes up and down now."""
    expected = """\
           B1
            ·   \\
  A1   /            C1
   ·                *×2
           B2
    #     MATE
  A2                C2
r coo×2     ~        ·
           B3
            ·
  A3                C3
   ·                 ·
"""
    legend = LEGEND.replace("# wall   r reef   / \\ - ferry", "/ \\ | ferry   r reef   # wall")
    assert sorted(drawn(FLAT)) == sorted((expected + legend).splitlines())
    assert drawn(FLAT)[:12] == expected.splitlines()


def test_a_window_is_not_empty_on_one_side_while_there_is_more_of_the_map_on_the_other() -> None:
    """Around A1, in the corner, a window of the map's own height shows all three rows."""
    board = harbour(POINTY)
    seen = draw_close(Sketch(board, STYLE), POINTY.names["A1"], width=40, height=8, legend=False).splitlines()
    assert [name for name in ("A1", "B1", "C1") if any(name in row for row in seen)] == ["A1", "B1", "C1"]
    lowest = max(board.hexes, key=lambda h: place_of(board, h)[0])
    assert window_around(board, lowest, 16, 4).top == place_of(board, lowest)[0] + 2 - 4, "the last row has two lines"


def test_what_is_far_away_is_not_drawn() -> None:
    near = drawn(POINTY, width=25, height=4)
    assert "C1" not in near[0]
    assert not any("boy" in line for line in near)
    assert not any("A1" in line for line in near)


def test_all_that_is_pointed_out_can_be_drawn_around_its_middle() -> None:
    """In a height of 4 only what stands beside B2 is seen; with A1 and C1 pointed out as a whole, both."""
    far = ["A1", "C1"]
    assert not any("[" in line for line in drawn(POINTY, far, height=4))
    whole = "\n".join(drawn(POINTY, far, height=4, whole=True))
    assert "[A1]" in whole
    assert "[C1]" in whole


def test_hexes_pointed_out_stand_in_brackets() -> None:
    assert any("[B2]" in line for line in drawn(POINTY, ["B2"]))


def test_a_legend_is_no_wider_than_the_terminal_and_can_be_left_out() -> None:
    assert max(map(len, drawn(POINTY, width=30)[-9:])) <= 30
    assert not any("reef" in line for line in drawn(POINTY, legend=False))


def test_nothing_hostile_gets_through() -> None:
    pieces = (Piece("\x1b[2J", POINTY.names["B2"]), Piece("文", POINTY.names["B1"]))
    text = draw_close(Sketch(harbour(POINTY), STYLE, pieces), POINTY.names["B2"])
    assert "\x1b" not in text
    assert "?" in text.splitlines()[4], "a letter that takes two places has none here"


def test_a_marker_stands_behind_the_piece_on_which_it_lies() -> None:
    """Of a stack the first that takes one character; a shape has none."""
    at = POINTY.names["A1"]
    gone = Piece("barge", at, "reds", ("", "S", "T"))
    alone = Sketch(harbour(POINTY), STYLE, (gone,), ("reds", "blues"))
    assert "BAR:S" in draw_close(alone, at, width=60, height=20)
    stack = replace(alone, pieces=(Piece("tug", at, "reds"), gone))
    assert "T×2:S" in draw_close(stack, at, width=60, height=20)
