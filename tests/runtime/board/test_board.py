"""Grids, boards and joined maps: a chart of 33 rows held against its legend, and small ones by hand."""

from __future__ import annotations

from string import ascii_uppercase

import pytest

from hexlaw.runtime.board.board import BadGrid, Board, BoardsDisagree, CannotJoin, Grid, Map
from hexlaw.runtime.board.geometry import Hex, Side, direction_to, neighbour, neighbours, side_between, side_of

LETTERS = (*ascii_uppercase, "AA", "BB", "CC", "DD", "EE", "FF", "GG")
CHART = Grid(
    "pointy", LETTERS, (10, 11), "second", name="{line}-{number}", full_name="{board}-{line}-{number}",
    shares_edges=True,
)  # fmt: skip
NEXT = {
    "even": {"W": (0, -1), "E": (0, 1), "NW": (-1, 0), "NE": (-1, 1), "SW": (1, 0), "SE": (1, 1)},
    "odd": {"W": (0, -1), "E": (0, 1), "NW": (-1, -1), "NE": (-1, 0), "SW": (1, -1), "SE": (1, 0)},
}
"""By the parity of the row: what each direction adds to row and number, as the chart's legend says."""


def chart(board: str, hexes=None, sides=None, places=None) -> Board:  # type: ignore[no-untyped-def]
    at = CHART.names
    return Board(
        board,
        f"Chart {board}",
        CHART,
        {at[name]: values for name, values in (hexes or {}).items()},
        {chart_side(side): values for side, values in (sides or {}).items()},
        {place: tuple(at[name] for name in names) for place, names in (places or {}).items()},
    )


def chart_side(text: str) -> Side:
    """`R-7 NE` on the chart."""
    name, direction = text.split()
    number = CHART.direction(direction)
    assert number is not None
    return side_of(CHART.names[name], number)


# One grid


def test_the_chart_has_17_even_rows_of_10_and_16_odd_rows_of_11() -> None:
    assert len(CHART.hexes) == 17 * 10 + 16 * 11 == 346
    assert CHART.hexes[0] == CHART.names["A-1"] == Hex(0, 0)
    assert list(CHART.names)[9:12] == ["A-10", "B-1", "B-2"]
    assert "A-11" not in CHART.names
    assert "B-11" in CHART.names


def test_every_neighbour_of_the_chart_is_where_the_legend_says() -> None:
    checked = 0
    for row, letter in enumerate(LETTERS):
        for number in range(1, 11 + row % 2):
            for direction, (down, on) in NEXT["odd" if row % 2 else "even"].items():
                here = CHART.names[f"{letter}-{number}"]
                there = CHART.hex(row + down, number + on)
                towards = CHART.direction(direction)
                assert towards is not None
                if there is not None:
                    assert direction_to(here, there) == towards
                    checked += 1
                else:
                    assert CHART.line_and_number(neighbour(here, towards)) is None
    # 17 * 9 + 16 * 10 pairs along the rows, and 20 across each of the 32 gaps, seen from both ends.
    assert checked == 2 * (17 * 9 + 16 * 10 + 32 * 20)


def test_line_and_number_undo_hex() -> None:
    for h in CHART.hexes:
        place = CHART.line_and_number(h)
        assert place is not None
        assert CHART.hex(*place) == h


def test_no_hex_outside_the_lines() -> None:
    assert CHART.hex(0, 11) is CHART.hex(0, 0) is CHART.hex(33, 1) is CHART.hex(-1, 1) is None
    assert CHART.hex(1, 11) is not None


def test_columns_of_flat_hexes() -> None:
    # The second column stands half a hex higher: its first hex is up and to the right of the first one's.
    grid = Grid("flat", ("A", "B", "C"), (3,), "second", name="{line}{number}")
    at = grid.names
    assert direction_to(at["A1"], at["A2"]) == grid.direction("S")
    assert direction_to(at["A1"], at["B1"]) == grid.direction("NE")
    assert direction_to(at["A1"], at["B2"]) == grid.direction("SE")
    assert direction_to(at["B2"], at["C1"]) == grid.direction("NE")
    assert direction_to(at["B2"], at["C2"]) == grid.direction("SE")


def test_the_first_of_two_lines_may_be_the_shifted_one() -> None:
    at = Grid("pointy", ("A", "B", "C"), (3,), "first").names
    assert direction_to(at["A1"], at["B1"]) == 5  # to the south-east
    assert direction_to(at["B1"], at["C1"]) == 4
    assert direction_to(at["B1"], at["C2"]) == 5


def test_numbers_are_filled_up_and_may_start_anywhere() -> None:
    grid = Grid("flat", ("01", "02"), (2,), "second", first_number=0, number_width=2)
    assert list(grid.names) == ["0100", "0101", "0200", "0201"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"lines": ()}, "at least one line"),
        ({"lengths": (3, 0)}, "at least one hex"),
        ({"lengths": (10**9,)}, "no more than"),
        ({"number_width": 10**9}, "the width of a number"),
        ({"lines": ("A", "A")}, "two hexes would both be called `A1`"),
        ({"lines": ("A", "A1"), "lengths": (11,)}, "two hexes would both be called `A11`"),
        ({"name": "{line}"}, "two hexes would both be called `A`"),
        ({"name": "{line.upper}{number}"}, "`{line.upper}` means nothing"),
        ({"name": "{board}{line}{number}"}, "`{board}` means nothing"),
        ({"lines": ("A" * 21,)}, "longer than 20"),
    ],
)
def test_impossible_grids_are_refused(changes: dict[str, object], words: str) -> None:
    description: dict[str, object] = {
        "orientation": "pointy", "lines": ("A", "B"), "lengths": (3,), "shifted": "second"
    }  # fmt: skip
    with pytest.raises(BadGrid) as refusal:
        Grid(**(description | changes))  # type: ignore[arg-type]
    assert words in str(refusal.value)


# One board


def test_a_map_of_one_board_answers_by_its_printed_names() -> None:
    reef = chart("A", {"R-7": {"depth": 2}}, {"R-7 NE": {"gate": True}}, {"Old Light": ["R-7", "R-8"]})
    board = Map.of(reef)
    at = CHART.names
    assert board.hexes == CHART.hexes
    assert board.value_at(at["R-7"], "depth") == 2
    assert board.value_at(at["R-7"], "height") is None
    assert board.value_at(Hex(99, 99), "depth") is None
    # R is an odd row, so its north-eastern neighbour has the same number.
    gate = side_between(at["R-7"], at["Q-7"])
    assert gate is not None
    assert board.value_at(gate, "gate") is True
    assert board.places == {"Old Light": (at["R-7"], at["R-8"])}


def test_names_on_one_board() -> None:
    board, at = Map.of(chart("A")), CHART.names
    assert board.find("R-7") == board.find("A-R-7") == at["R-7"]
    assert board.find("A-11") is None
    assert board.name_of(at["R-7"]) == "R-7"
    assert board.name_of(neighbour(at["A-1"], 3)) == "off the board beside A-1 (W)"
    assert board.name_of(neighbour(neighbour(at["A-1"], 3), 3)) == "off the board away from A-1 (2 W)"
    beyond = {h for first in map(neighbours, board.hexes) for h in first for h in neighbours(h)} - {*board.hexes}
    assert len({board.name_of(h) for h in beyond}) == len(beyond), "by its name a hex is picked"
    assert board.near_names("r-7") == ("R-7",), "but for its capital it is that one"
    assert len(board.near_names("R-77")) == 3
    assert board.near_names("x" * 10_000) == ()


def test_every_hexside_of_a_map_is_listed_once() -> None:
    # Two neighbours: six hexsides each, one of them in common.
    board = Map.of(Board("b", "B", Grid("pointy", ("A",), (2,), "second")))
    assert len(board.hexsides) == len(set(board.hexsides)) == 11


# Joined boards


def test_side_by_side_number_11_of_the_left_is_number_1_of_the_right() -> None:
    board = Map.join([[(chart("X"), False), (chart("Y"), False)]])
    assert len(board.hexes) == 2 * 346 - 16
    for row in range(1, 33, 2):
        assert board.find(f"X-{LETTERS[row]}-11") == board.find(f"Y-{LETTERS[row]}-1")
    for row in range(0, 33, 2):
        left, right = board.find(f"X-{LETTERS[row]}-10"), board.find(f"Y-{LETTERS[row]}-1")
        assert left is not None
        assert right is not None
        assert direction_to(left, right) == CHART.direction("E")


def test_above_each_other_row_gg_of_the_upper_is_row_a_of_the_lower() -> None:
    board = Map.join([[(chart("X"), False)], [(chart("Y"), False)]])
    assert len(board.hexes) == 2 * 346 - 10
    for number in range(1, 11):
        assert board.find(f"X-GG-{number}") == board.find(f"Y-A-{number}")
    assert board.names_of(board.hexes[320 + 16]) == ("X-GG-1", "Y-A-1")  # 16 rows of 10 and 16 of 11 above


def test_four_boards_share_both_kinds_of_edges() -> None:
    four = [[(chart("X"), False), (chart("Y"), True)], [(chart("V"), True), (chart("W"), False)]]
    # Rows: 17 + 16 even ones of 20, 32 odd ones of 21.
    assert len(Map.join(four).hexes) == 33 * 20 + 32 * 21


def test_a_turned_board_numbers_its_rows_and_hexes_from_the_other_end() -> None:
    board = Map.join([[(chart("X"), True)]])
    assert set(board.hexes) == set(CHART.hexes)
    for row, letter in enumerate(LETTERS):
        for number in range(1, 11 + row % 2):
            opposite_number = (12 if row % 2 else 11) - number
            found = board.find(f"{letter}-{number}")
            assert found == CHART.hex(32 - row, opposite_number)


def test_hexsides_and_values_turn_with_their_board() -> None:
    ferry = chart("X", {"C-4": {"leads-to": CHART.names["C-5"]}}, {"C-4 NE": {"gate": True}, "C-4 W": {"wall": True}})
    board = Map.join([[(ferry, True)]])
    here = board.find("C-4")
    assert here is not None
    assert board.value_at(side_of(here, 4), "gate") is True  # south-west, opposite of north-east
    assert board.value_at(side_of(here, 1), "gate") is None
    assert board.value_at(side_of(here, 0), "wall") is True
    assert board.value_at(here, "leads-to") == board.find("C-5") == neighbour(here, 3)


def test_a_shared_hex_has_what_either_board_prints() -> None:
    left = chart("X", {"B-11": {"marks": ("reef", "buoy"), "depth": 3, "lit": True}})
    right = chart("Y", {"B-1": {"marks": ("buoy", "seaweed"), "depth": 3, "owner": "baker"}})
    board = Map.join([[(left, False), (right, False)]])
    shared = board.find("X-B-11")
    assert shared is not None
    assert board.value_at(shared, "marks") == ("reef", "buoy", "seaweed")
    assert board.value_at(shared, "depth") == 3
    assert board.value_at(shared, "lit") is True
    assert board.value_at(shared, "owner") == "baker"


@pytest.mark.parametrize("flags", [(True, False), (False, True)])
def test_a_flag_holds_where_one_of_the_boards_has_it(flags: tuple[bool, bool]) -> None:
    # The hexside between GG-3 and GG-4 of the upper board is that between of the lower.
    upper, lower = (chart("X", sides={"GG-3 E": {"gate": flags[0]}}), chart("Y", sides={"A-3 E": {"gate": flags[1]}}))
    board = Map.join([[(upper, False)], [(lower, False)]])
    assert board.value_at(side_on(board, "X-GG-3", "E"), "gate") is True


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"depth": (3, 5)}, "`depth` of `X-B-11` is `3`, and `depth` of `Y-B-1` is `5`"),
        ({"growth": ("reeds", "grove")}, "`growth` of `X-B-11` is `reeds`, and `growth` of `Y-B-1` is `grove`"),
        ({"growth": ("reeds", "reeds"), "depth": (None, 5)}, None),
        ({"depth": (5, None)}, None),
    ],
)
def test_two_boards_may_not_disagree_about_a_hex_that_they_share(
    values: dict[str, tuple[object, object]], said: str | None
) -> None:
    left, right = ({name: both[i] for name, both in values.items()} for i in (0, 1))
    rows = [[(chart("X", {"B-11": left}), False), (chart("Y", {"B-1": right}), False)]]
    if said is not None:
        with pytest.raises(BoardsDisagree, match=said):
            Map.join(rows)
        return
    board = Map.join(rows)
    shared = board.find("Y-B-1")
    assert shared is not None
    assert board.value_at(shared, "depth") == 5


def test_two_hexes_as_values_are_not_united() -> None:
    left = chart("X", {"B-11": {"leads-to": CHART.names["B-10"]}})
    right = chart("Y", {"B-1": {"leads-to": CHART.names["B-2"]}})
    with pytest.raises(BoardsDisagree):
        Map.join([[(left, False), (right, False)]])


def test_two_boards_may_not_disagree_about_a_hexside_that_they_share() -> None:
    # Turned round, the lower board has its last row on top: its GG-4 and GG-3 lie on GG-3 and GG-4 of the upper.
    upper = chart("X", sides={"GG-3 E": {"wall": "high"}})
    lower = chart("Y", sides={"GG-7 E": {"wall": "low"}})
    with pytest.raises(BoardsDisagree, match="the E side of `X-GG-3` is `high`, and `wall` of the E side of `Y-GG-7`"):
        Map.join([[(upper, False)], [(lower, True)]])


def side_on(board: Map, name: str, direction: str) -> Side:
    h, towards = board.find(name), CHART.direction(direction)
    assert h is not None
    assert towards is not None
    return side_of(h, towards)


def test_a_hexside_takes_from_the_boards_that_have_both_its_hexes() -> None:
    # GG-3 points off the upper board; below the seam the lower board alone says what is there.
    upper = chart("X", sides={"GG-3 SE": {"path": True}, "GG-3 NW": {"path": True}, "GG-3 E": {"path": True}})
    lower = chart("Y", sides={"A-3 SW": {"path": True}, "A-3 NE": {"path": True}, "A-3 W": {"path": True}})
    board = Map.join([[(upper, False)], [(lower, False)]])
    said = {d: board.value_at(side_on(board, "X-GG-3", d), "path") for d in ("E", "NE", "NW", "W", "SW", "SE")}
    assert said == {"E": True, "NE": None, "NW": True, "W": True, "SW": True, "SE": None}


def test_along_a_seam_of_whole_hexes_either_board_speaks_for_the_hexside_between() -> None:
    # Q is an even row: Q-10 of the left and Q-1 of the right lie side by side, on no board together.
    left = chart("X", sides={"Q-10 E": {"path": True}})
    board = Map.join([[(left, False), (chart("Y"), False)]])
    assert board.value_at(side_on(board, "Y-Q-1", "W"), "path") is True
    other_way = Map.join([[(chart("Y"), False), (chart("X", sides={"Q-1 W": {"path": True}}), False)]])
    assert other_way.value_at(side_on(other_way, "Y-Q-10", "E"), "path") is True


def test_the_rim_of_the_map_keeps_what_its_board_says() -> None:
    left = chart("X", sides={"A-3 NE": {"path": True}})
    board = Map.join([[(left, False), (chart("Y"), False)]])
    assert board.value_at(side_on(board, "X-A-3", "NE"), "path") is True


def test_names_on_joined_boards() -> None:
    board = Map.join([[(chart("X"), False), (chart("Y"), False)]])
    here = board.find("X-R-7")
    assert here is not None
    assert board.name_of(here) == "X-R-7"
    assert board.find("R-7") is None
    assert board.is_ambiguous("R-7")
    assert board.near_names("R-7") == ("X-R-7", "Y-R-7")
    assert board.name_of(neighbour(board.hexes[0], 3)) == "off the board beside X-A-1 (W)"


def test_a_shared_hex_has_a_name_from_each_board() -> None:
    board = Map.join([[(chart("X"), False), (chart("Y"), False)]])
    shared = board.find("Y-B-1")
    assert shared is not None
    assert board.names_of(shared) == ("X-B-11", "Y-B-1")
    assert board.name_of(shared) == "X-B-11"
    assert not board.is_ambiguous("A-11")
    # B-11 is also printed on the right board's far edge, so alone it is not enough.
    assert board.is_ambiguous("B-11")


def test_a_place_printed_on_both_boards_is_one_place() -> None:
    left, right = chart("X", places={"Mole": ["B-11"]}), chart("Y", places={"Mole": ["B-1", "B-2"]})
    board = Map.join([[(left, False), (right, False)]])
    assert board.places == {"Mole": (board.find("Y-B-1"), board.find("Y-B-2"))}


# Boards with whole hexes at their edges


def plain(board: str, lines: int, *lengths: int, orientation: str = "pointy", shifted: str = "second") -> Board:
    names = tuple(ascii_uppercase[:lines])
    return Board(board, board, Grid(orientation, names, lengths, shifted))  # type: ignore[arg-type]


def test_plain_boards_lie_edge_to_edge() -> None:
    board = Map.join([[(plain("X", 4, 3), False), (plain("Y", 4, 2), False)]])
    assert len(board.hexes) == 4 * 5
    for line in "ABCD":
        left, right = board.find(f"X-{line}3"), board.find(f"Y-{line}1")
        assert left is not None
        assert right is not None
        assert direction_to(left, right) == 0


def test_plain_boards_lie_above_each_other_where_the_rows_go_on() -> None:
    board = Map.join([[(plain("X", 4, 3), False)], [(plain("Y", 4, 3), False)]])
    upper, lower = board.find("X-D1"), board.find("Y-A1")
    assert upper is not None
    assert lower is not None
    assert direction_to(upper, lower) == 5  # D is pushed to the left, as B is


def test_columns_join_as_rows_do() -> None:
    one, other = plain("X", 4, 3, orientation="flat"), plain("Y", 4, 3, orientation="flat")
    beside = Map.join([[(one, False), (other, True)]])
    assert len(beside.hexes) == 24
    below = Map.join([[(one, False)], [(other, False)]])
    upper, lower = below.find("X-A3"), below.find("Y-A1")
    assert upper is not None
    assert lower is not None
    assert direction_to(upper, lower) == 5


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "at least one board"),
        ([[(plain("X", 4, 3), False)], []], "at least one board"),
        ([[(plain("X", 4, 3), False), (plain("Y", 5, 3), False)]], "one has 4 lines of hexes, the other 5"),
        ([[(plain("X", 4, 3, 4), False), (plain("Y", 4, 3, 4), False)]], "leave gaps or overlap"),
        ([[(plain("X", 5, 3), False)], [(plain("Y", 5, 3), False)]], "half a hex out of step"),
        ([[(plain("X", 4, 3), False)], [(plain("Y", 4, 4), False)]], "one is wider than the other"),
        ([[(plain("X", 4, 3), False), (plain("X", 4, 3), False)]], "`X` is laid twice"),
        ([[(plain("X", 4, 3), False), (chart("Y"), False)]], "half hexes"),
        ([[(plain("X", 4, 3), False), (plain("Y", 4, 3, orientation="flat"), False)]], "rows"),
        ([[(plain(f"{n}", 1, 1), False) for n in range(101)]], "no more than 100 boards"),
    ],
)
def test_what_does_not_fit_is_refused(rows: list[list[tuple[Board, bool]]], words: str) -> None:
    with pytest.raises(CannotJoin) as refusal:
        Map.join(rows)
    assert words in str(refusal.value)


def test_names_that_would_clash_are_refused() -> None:
    grid = Grid("pointy", ("A", "B"), (2,), "second", full_name="{line}{number}")
    with pytest.raises(CannotJoin, match="both be called `A1`"):
        Map.join([[(Board("X", "X", grid), False), (Board("Y", "Y", grid), False)]])
