"""Boards: hexes and hexsides get their attributes, names are checked against the grid."""

from __future__ import annotations

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.boards import BoardWords, board_from_node, read_board
from hexlaw.compiler.data.yaml_tree import Node, read_yaml
from hexlaw.runtime.board.board import Board
from hexlaw.runtime.board.geometry import side_between, side_of
from hexlaw.runtime.law.types import WHOLE, YES_NO, Choice, SetOf

CHOICES = {"growth": ("grove", "reeds"), "edge": ("high", "low")}
HEX = {"terrain": SetOf(Choice("growth")), "depth": WHOLE, "way": YES_NO}
SIDE = {"hedge": YES_NO, "way": YES_NO, "cliff": Choice("edge")}
BOARD = """\
board: "C"
title: The island
cite: [RB map]
grid: {orientation: pointy, lines: [A, B, C], lengths: [10, 11], shifted: second,
       shares-edges: yes, name: "{line}-{number}", full-name: "{board}-{line}-{number}"}
hexes:
  A-6: {terrain: [grove], hedge: [SE], depth: 2}
  B-3: {way: [NE, SE], unsure: "worn", cite: [FAQ 2]}
  C-1: {cliff: {NE: high}, way: yes}
places: {Harbour: [A-6, B-3, A-6]}
"""


def read(text: str) -> tuple[Board | None, Diagnostics]:
    diagnostics = Diagnostics()
    return read_board([Source("c.yaml", text)], BoardWords(HEX, SIDE, CHOICES), diagnostics), diagnostics


def test_a_board_is_read() -> None:
    board, diagnostics = read(BOARD)
    assert board is not None, list(diagnostics)
    assert not len(diagnostics)
    at = board.names
    assert (board.id, board.title, len(board.grid.hexes), board.grid.shares_edges) == ("C", "The island", 31, True)
    assert "C-B-11" in board.full_names
    assert board.hexes == {at["A-6"]: {"terrain": ("grove",), "depth": 2}, at["C-1"]: {"way": True}}
    assert board.places == {"Harbour": (at["A-6"], at["B-3"])}


def test_hexsides_are_named_by_directions() -> None:
    """Row B is pushed half a hex to the left, so B-7 lies to the south-east of A-6."""
    board, _ = read(BOARD)
    assert board is not None
    at = board.names
    hedge = side_between(at["A-6"], at["B-7"])
    assert hedge is not None
    assert board.sides[hedge] == {"hedge": True}
    way = side_between(at["B-3"], at["A-3"])
    assert way is not None
    assert board.sides[way] == {"way": True}
    assert len(board.sides) == 4


def test_a_hexside_may_be_told_from_both_hexes_alike() -> None:
    board, diagnostics = read(BOARD.replace("  C-1:", "  B-7: {hedge: [NW]}\n  C-1:"))
    assert board is not None
    assert not len(diagnostics)
    assert len(board.sides) == 4


def test_a_hexside_told_differently_is_refused() -> None:
    # B-2 lies to the north-east of C-1, so both lines speak of one hexside.
    _, diagnostics = read(BOARD.replace("  C-1:", "  B-2: {cliff: {SW: low}}\n  C-1:"))
    (found,) = diagnostics
    assert (found.code, str(found.span), [str(s) for s, _ in found.labels]) == (
        "HX174",
        "c.yaml:10:17",
        ["c.yaml:9:17"],
    )


def test_the_rim_may_point_off_the_board() -> None:
    board, _ = read(BOARD.replace("hedge: [SE]", "hedge: [NW]"))
    assert board is not None
    assert side_of(board.names["A-6"], 2) in board.sides


@pytest.mark.parametrize(
    ("old", "new", "code", "place", "words", "hint"),
    [
        ("  A-6:", "  A-66:", "HX171", "7:3", "no hex `A-66`", "`A-6`"),
        ("[A-6, B-3, A-6]", "[B-30]", "HX171", "10:20", "no hex `B-30`", "`B-3`"),
        ("hedge: [SE]", "hedge: [N]", "HX173", "7:35", "no direction `N`", "`E`, `NE`, `NW`, `W`, `SW`, `SE`"),
        ("hedge:", "hege:", "HX172", "7:27", "an attribute `hege`", "`hedge`"),
        ("[grove]", "[gorve]", "HX107", "7:19", "`gorve` is not one of", "`grove`"),
        ("{NE: high}", "[NE]", "HX107", "9:16", "needs a value for each direction", "{E: value}"),
        ("lines: [A, B, C]", "lines: [A, A]", "HX170", "4:7", "two hexes would both be called `A-1`", ""),
        ("[10, 11]", "[ten]", "HX107", "4:57", "`ten` is not a whole number", ""),
        ("[10, 11]", "[999999999]", "HX170", "4:7", "no more than 100000 hexes", ""),
        ('{line}-{number}", full', '{x}-{number}", full', "HX170", "4:7", "`{x}` means nothing", ""),
        ("pointy", "round", "HX105", "4:21", "`round` is not one of `pointy`, `flat`", ""),
        ('board: "C"\n', "", "HX105", "1:1", "`board` is missing", ""),
        ("[A-6, B-3, A-6]", "A-6", "HX105", "10:19", "expected a list of hexes", ""),
    ],
)
def test_mistakes(old: str, new: str, code: str, place: str, words: str, hint: str) -> None:
    board, diagnostics = read(BOARD.replace(old, new))
    assert board is None
    first = next(iter(diagnostics))
    assert (first.code, str(first.span)) == (code, f"c.yaml:{place}")
    assert words in first.message
    assert hint in (first.help or "")


def test_a_map_inside_another_file() -> None:
    diagnostics = Diagnostics()
    node: Node | None = read_yaml(
        Source("case", "grid: {orientation: flat, lines: ['1', '2'], lengths: [3]}\nhexes: {'12': {hedge: [N]}}\n"),
        diagnostics,
    )
    assert node is not None
    board = board_from_node(node, "inline", BoardWords(HEX, SIDE, CHOICES), diagnostics)
    assert board is not None
    assert not len(diagnostics)
    assert (board.id, board.title) == ("inline", "inline")
    assert list(board.names) == ["11", "12", "13", "21", "22", "23"]
    assert board.sides == {side_of(board.names["12"], 2): {"hedge": True}}


def test_a_huge_board_full_of_wrong_names_is_refused_quickly() -> None:
    hexes = "".join(f"  X-{i}: {{}}\n" for i in range(50_000))
    text = f"board: c\ngrid: {{orientation: flat, lines: [A], lengths: [90000]}}\nhexes:\n{hexes}"
    assert len(read(text)[1]) == 101


def changed(*texts: str) -> tuple[Board | None, Diagnostics]:
    """The board with what files of later modules say of it."""
    diagnostics = Diagnostics()
    sources = [Source(f"{number}.yaml", text) for number, text in enumerate((BOARD, *texts))]
    return read_board(sources, BoardWords(HEX, SIDE, CHOICES), diagnostics), diagnostics


def test_a_later_module_says_only_what_is_different() -> None:
    board, diagnostics = changed(
        'hexes:\n  A-6: {depth: 5}\n  A-1: {terrain: [reeds], note: "flooded"}\n  B-3: {way: {SE: no, W: yes}}\n'
        "  C-1: {cliff: {NE: low}}\nplaces: {Quay: [A-1]}\n"
    )
    assert board is not None, list(diagnostics)
    assert not len(diagnostics)
    at = board.names
    assert (board.id, board.title) == ("C", "The island")
    assert board.hexes[at["A-6"]] == {"terrain": ("grove",), "depth": 5}, "what is not named stays"
    assert board.hexes[at["A-1"]] == {"terrain": ("reeds",)}
    ways = {d: board.sides.get(side_of(at["B-3"], n), {}).get("way") for n, d in enumerate(("E", "NE", "NW", "W"))}
    assert (ways["NE"], ways["W"], board.sides[side_of(at["B-3"], 5)]["way"]) == (True, True, False)
    assert board.sides[side_of(at["C-1"], 1)] == {"cliff": "low"}
    assert board.places == {"Harbour": (at["A-6"], at["B-3"]), "Quay": (at["A-1"],)}


def test_a_later_module_draws_the_board_anew_when_it_says_so() -> None:
    board, _ = changed("replaces: yes\n" + BOARD.replace("depth: 2", "depth: 3"), "hexes: {A-1: {depth: 9}}\n")
    assert board is not None
    at = board.names
    assert (board.hexes[at["A-6"]]["depth"], board.hexes[at["A-1"]]) == (3, {"depth": 9})
    once, _ = changed("replaces: yes\nboard: C\ngrid: {orientation: flat, lines: [A], lengths: [3]}\n")
    assert once is not None
    assert not once.hexes


@pytest.mark.parametrize(
    ("text", "code", "place", "said"),
    [
        (BOARD, "HX175", "1.yaml:4:1", "stands in the module that is extended"),
        ("hexes: {Z-9: {depth: 1}}\n", "HX171", "1.yaml:1:9", "there is no hex `Z-9`"),
        ("board: D\n", "HX178", "1.yaml:1:8", "changes the board `C`, which cannot get the name `D`"),
        ("hexes: {A-6: {dept: 1}}\n", "HX172", "1.yaml:1:15", "an attribute `dept`"),
    ],
)
def test_what_cannot_be_different(text: str, code: str, place: str, said: str) -> None:
    board, diagnostics = changed(text)
    assert board is None
    (first,) = diagnostics
    assert (first.code, str(first.span)) == (code, place)
    assert said in first.message


def test_a_file_replaces_nothing_where_nothing_is_there() -> None:
    board, diagnostics = read("replaces: yes\n" + BOARD)
    assert board is None
    assert [d.code for d in diagnostics] == ["HX176"]


def test_a_hex_in_small_letters_is_found() -> None:
    assert [d.help for d in read(BOARD.replace("A-6: {", "a-6: {"))[1]] == ["did you mean `A-6`?"]


def test_lines_are_written_one_by_one() -> None:
    (found,) = read(BOARD.replace("lines: [A, B, C]", "lines: [A..C]"))[1]
    assert (found.message, found.help) == ("`A..C` is not the name of one line", "write them all: `A, B, C`")
    (found,) = read(BOARD.replace("lines: [A, B, C]", "lines: A..C"))[1]
    assert found.help == "write them all: `[A, B, C]`"


def test_a_value_without_its_attribute() -> None:
    (found,) = read(BOARD.replace("{terrain: [grove], hedge: [SE], depth: 2}", "grove"))[1]
    assert found.help == "write `{ATTRIBUTE: grove}`"
