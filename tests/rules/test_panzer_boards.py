"""The boards of the armored family: each against what was counted on the print, and laid together.

The figures come from outside the modules: counts taken when the printed boards were transcribed, hexes that the
published answers name, and the lays of the published situations. Roads and running water are followed over every
seam: they may end only where the print has them end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path
from re import findall

import pytest
import yaml

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.runtime.board.board import Board, Map
from hexlaw.runtime.board.geometry import Hex, Side, direction_to, hexes_of, side_between, side_of, sides_of
from hexlaw.runtime.draw.svg import draw_map

GAMES = {"panzer-leader": list("ABCD"), "panzerblitz": list("123"), "game-storm": ["J", "E", "F", "L", "6", "13"]}
BOARDS = [id for ids in GAMES.values() for id in ids]
DASHED = "ABCDEFJL"


def game_of(id: str) -> str:
    return next(game for game, ids in GAMES.items() if id in ids)


@cache
def compiled(game: str) -> Compilation:
    diagnostics = Diagnostics()
    compilation = compile_modules(game, diagnostics)
    assert compilation is not None, list(diagnostics)
    return compilation


@cache
def board(id: str) -> Board:
    diagnostics = Diagnostics()
    read = compiled(game_of(id)).board(id, diagnostics)
    assert read is not None
    assert not len(diagnostics), list(diagnostics)
    return read


def full(id: str, name: str) -> str:
    """The name of a hex where several boards lie together; names are told as on boards 1 to 3."""
    line = name.rstrip("0123456789")
    return f"{id}-{line}-{name[len(line) :]}" if id in DASHED else id + name


def at(id: str, name: str) -> Hex:
    return board(id).full_names[full(id, name)]


def terrain(on: Board, h: Hex) -> set[object]:
    shown = on.hexes.get(h, {}).get("terrain", ())
    assert isinstance(shown, tuple)
    return set(shown)


def holds(id: str, attribute: str, here: str, there: str) -> bool:
    side = side_between(at(id, here), at(id, there))
    assert side is not None, f"{here} and {there} are no neighbours"
    return bool(board(id).sides.get(side, {}).get(attribute))


def water_of(id: str) -> str:
    return "gully" if id in GAMES["panzerblitz"] else "stream"


def ways(on: Map, h: Hex, attribute: str) -> list[Side]:
    return [side for side in sides_of(h) if on.value_at(side, attribute)]


def ends(on: Map, attribute: str) -> set[str]:
    """Where a road or water comes in and does not go on, by every name of the hex."""
    return {name for h in on.hexes if len(ways(on, h, attribute)) == 1 for name in on.names_of(h)}


# ---- one board


def told_hexsides(id: str) -> Iterator[tuple[str, Side]]:
    """Every attribute with its hexside, as often as the file tells it."""
    grid = board(id).grid
    path = Path(shipped_modules()[game_of(id)], "boards", f"board-{id.lower()}.yaml")
    for name, line in yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)["hexes"].items():
        for attribute, directions in line.items():
            if isinstance(directions, list) and attribute not in ("terrain", "cite"):
                for word in directions:
                    direction = grid.direction(word)
                    assert direction is not None
                    yield attribute, side_of(grid.names[name], direction)


@pytest.mark.parametrize("id", BOARDS)
def test_each_hexside_is_told_once(id: str) -> None:
    told = Counter(told_hexsides(id))
    assert set(told.values()) == {1}


# The counts of the transcription, with what is shown here in another way. A road over a gully was counted with the
# gullies and a plain ford was not; here both show both: 47 + 2 gullies on board 1, 36 + 2 on board 2. On board 3 a
# ford is added and the pond, which gullies run into, left out: 36 + 1 - 1; and C4, counted with 11 towns for its gray
# side, is none. On board B the sea hex that the stream runs into was counted among 15 streams. On board J four river
# hexes were counted among 30 streams and the two ends of the bridge among 7 bridges; two castles are towns here. On
# board 6 the ford is a stream as well, and the bridge of the railway, counted with 5, is none; on board 13 the four
# ends of two bridges were counted among 9, and the castle is a town.
COUNTS = {
    "A": "woods 52 town 20 stream 32 bridge 6",
    "B": "woods 58 town 7 slope 43 hilltop 62 stream 14 bridge 1 sea 40 beach 33",
    "C": "woods 171 town 6 swamp 5 slope 79 hilltop 25 stream 31 bridge 5",
    "D": "woods 85 town 10 swamp 3 slope 45 hilltop 10 stream 25 bridge 1",
    "1": "woods 104 town 6 swamp 22 slope 111 hilltop 18 gully 49 ford 3",
    "2": "woods 76 town 6 swamp 4 slope 71 hilltop 50 gully 38 ford 4",
    "E": "woods 40 town 19 slope 129 hilltop 20 stream 36 bridge 2 wheat 8",
    "F": "woods 35 town 16 slope 90 hilltop 9 stream 34 bridge 3 wheat 15",
    "L": "woods 29 town 8 slope 34 stream 32 bridge 1",
    "6": "woods 43 town 12 slope 21 stream 44 ford 1 bridge 4 wheat 8",
    "13": "woods 39 town 50 swamp 7 slope 52 hilltop 8 stream 27 bridge 5 river 32",
    "J": "woods 78 town 33 swamp 3 slope 50 hilltop 25 stream 26 bridge 5 river 34 wheat 6",
    "3": "woods 25 town 10 slope 27 hilltop 1 gully 36 ford 1 pond 1",
}
COLORS = {
    "A": "green 59 brown 0 gray 21 water 0 cliff 0",
    "B": "green 72 brown 9 gray 3 water 217 cliff 13",
    "C": "green 263 brown 35 gray 5 water 0 cliff 0",
    "D": "green 103 brown 22 gray 8 water 0 cliff 0",
    "1": "green 119 brown 107 gray 6 water 0",
    "2": "green 78 brown 48 gray 6 water 0",
    "E": "green 62 brown 61 gray 30",
    "F": "green 40 brown 58 gray 16",
    "L": "green 23 brown 35 gray 5",
    "6": "green 48 brown 19 gray 12 rail 34",
    "13": "green 45 brown 51 gray 100 water 165",
    "J": "green 73 brown 29 gray 24 water 171",
    "3": "green 20 brown 27 gray 12 water 6",
}
ROAD_HEXES = {
    "A": 89,
    "B": 46,
    "C": 68,
    "D": 60,
    "1": 56,
    "2": 69,
    "3": 52,
    "J": 72,
    "E": 60,
    "F": 65,
    "L": 41,
    "6": 38,
    "13": 57,
}
ROAD_ENDS = {"D": "D3", "1": "D9", "2": "G10", "3": "AA10", "J": "F3 F8 I5 I7 N6 Z10", "F": "B10"}
WATER_ENDS = {
    "A": "B7 X3",
    "B": "F2 BB10",
    "C": "C5 M4",
    "D": "D2 L7",
    "1": "F10 G1 H9 K10 N2 R6 U3 U5 U7 Z4 AA2 AA7 BB5 CC1 CC8",
    "2": "C8 D3 Y3 Z4 FF9",
    "3": "B10 C2 K3 V4 X4 X5",
    "J": "G5 M7 Y7 EE8",
    "E": "B6 P7 X8",
    "F": "DD9",
    "L": "C5 I10 K6 V7 Z2 DD7",
    "6": "B10 E6 AA7",
    "13": "F7 H5 Z8 BB6",
}


def counted(text: str) -> dict[str, int]:
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


def named(known: dict[str, str], ids: Iterable[str]) -> set[str]:
    return {full(id, name) for id in ids for name in known.get(id, "").split()}


@pytest.mark.parametrize("id", BOARDS)
def test_the_hexes_of_each_terrain_are_as_many_as_were_counted(id: str) -> None:
    on = board(id)
    assert len(on.names) == 346
    assert Counter(word for h in on.names.values() for word in terrain(on, h)) == counted(COUNTS[id])


@pytest.mark.parametrize("id", BOARDS)
def test_the_colored_hexsides_are_as_many_as_were_counted(id: str) -> None:
    shown = Counter(attribute for values in board(id).sides.values() for attribute in values)
    assert {color: shown[color] for color in counted(COLORS[id])} == counted(COLORS[id])


@pytest.mark.parametrize("id", BOARDS)
def test_roads_lead_through_as_many_hexes_as_were_counted(id: str) -> None:
    on = Map.of(board(id))
    assert sum(bool(ways(on, h, "road")) for h in on.hexes) == ROAD_HEXES[id]


@pytest.mark.parametrize("id", BOARDS)
def test_a_road_ends_only_where_the_board_says_so(id: str) -> None:
    """PB-Q-030a and d name three of the hexes; off the board every road goes on."""
    assert ends(Map.of(board(id)), "road") == named(ROAD_ENDS, [id])


@pytest.mark.parametrize("id", BOARDS)
def test_water_springs_and_ends_only_where_the_board_says_so(id: str) -> None:
    assert ends(Map.of(board(id)), water_of(id)) == named(WATER_ENDS, [id])


@pytest.mark.parametrize("id", BOARDS)
def test_running_water_goes_on_in_the_next_hex_or_ends_in_open_water(id: str) -> None:
    on = board(id)
    word = water_of(id)
    for side, values in on.sides.items():
        if values.get(word):
            met = [terrain(on, h) for h in hexes_of(side) if h in on.grid.hexes]
            assert all(end & {word, "pond", "sea", "river"} for end in met), side


@pytest.mark.parametrize("id", BOARDS)
def test_green_and_gray_sides_bound_woods_and_towns_and_brown_ones_slopes(id: str) -> None:
    """A side of woods makes both its hexes woods, and so on; only C4 of board 3 shows a gray side and is no town."""
    on = board(id)
    for side, values in on.sides.items():
        for attribute, ground in (("green", "woods"), ("gray", "town"), ("brown", "slope")):
            if values.get(attribute):
                bare = [h for h in hexes_of(side) if h in on.grid.hexes and ground not in terrain(on, h)]
                assert bare == ([at("3", "C4")] if id == "3" and at("3", "C4") in bare else []), (attribute, side)


@pytest.mark.parametrize(
    ("id", "name", "shown"),
    [
        ("A", "Q10", {"town"}),
        ("A", "V7", {"stream", "bridge"}),
        ("A", "V8", {"stream", "bridge"}),
        ("B", "H9", {"stream", "bridge"}),
        ("C", "R7", {"woods", "slope"}),
        ("C", "I6", {"slope"}),
        ("C", "K7", {"stream", "bridge"}),
        ("D", "BB6", {"stream", "bridge"}),
        ("1", "C9", {"town", "woods"}),
        ("1", "BB10", {"swamp"}),
        ("1", "DD9", {"swamp"}),
        ("1", "EE8", {"swamp"}),
        ("1", "A5", {"slope"}),
        ("1", "A6", {"slope"}),
        ("1", "D9", {"town"}),
        ("2", "D5", {"town"}),
        ("2", "G10", set()),
        ("3", "C4", set()),
        ("3", "D5", {"town"}),
        ("3", "W4", {"pond"}),
        ("3", "AA10", {"town"}),
        ("J", "D8", {"town", "hilltop"}),
        ("J", "R6", {"river", "bridge"}),
    ],
)
def test_hexes_of_the_answers_show_what_the_answers_say(id: str, name: str, shown: set[str]) -> None:
    assert terrain(board(id), at(id, name)) == shown


def test_the_road_of_board_2_enters_its_last_hex_from_one_side_alone() -> None:
    """PB-Q-030a."""
    two = Map.of(board("2"))
    assert ways(two, at("2", "G10"), "road") == [side_between(at("2", "G9"), at("2", "G10"))]


def test_the_swamp_roads_of_board_1_go_only_where_the_answers_let_them() -> None:
    """PB-Q-028a and PB-Q-029a: what is next to what, and which way the road leads."""
    for here, there, road in [
        ("BB10", "AA9", True),
        ("BB10", "AA10", False),
        ("BB10", "BB11", False),
        ("DD9", "DD8", False),
        ("EE8", "DD8", False),
        ("EE8", "EE7", False),
        ("EE8", "FF8", True),
    ]:
        assert holds("1", "road", here, there) == road, (here, there)


def test_the_gullies_beside_each_other_on_board_3_do_not_join() -> None:
    """PB-Q-033; and PB-Q-031: a gray side that makes no town."""
    three = board("3")
    for here, there in [("V4", "W3"), ("X4", "X5"), ("W6", "X6")]:
        assert "gully" in terrain(three, at("3", here)) & terrain(three, at("3", there))
        assert not holds("3", "gully", here, there)
    assert holds("3", "gray", "C4", "D5")


def test_the_hilltops_of_the_coast_border_level_ground_and_those_of_the_others_only_slopes() -> None:
    """PL-Q-074."""
    for id in BOARDS:
        on = board(id)
        bare = [
            side
            for h in on.grid.hexes
            for side in sides_of(h)
            if "hilltop" in terrain(on, h)
            and any(k in on.grid.hexes and not terrain(on, k) & {"hilltop", "slope"} for k in hexes_of(side))
        ]
        assert bool(bare) == (id in "BJ"), id


@pytest.mark.parametrize("id", BOARDS)
def test_what_is_drawn_is_what_was_counted(id: str) -> None:
    """Each ground and each line is told by as many hexes of the picture as were counted; coloured hexsides are drawn
    once each."""
    diagnostics = Diagnostics()
    style = compiled(game_of(id)).style(diagnostics)
    assert style is not None, list(diagnostics)
    picture = draw_map(Map.of(board(id)), style)
    told = [words.strip().split(", ") for words in findall(r"<title>[^<:(]*: ([^<(]*)[^<]*</title></polygon>", picture)]
    for rule in style.hexes:
        assert sum(rule.legend in words for words in told) == counted(COUNTS[id]).get(str(rule.value), 0), rule.value
    on_map = picture.partition('class="legend"')[0]
    for line in style.sides:
        if line.kind == "side" and counted(COLORS[id]).get(line.attribute):
            [path] = findall(rf'<path d="([^"]*)" [^>]*data-rule="{line.legend}"', on_map)
            assert path.count("M") == counted(COLORS[id])[line.attribute], line.attribute


# ---- boards laid together

# On the short edges roads come in at 3 and 8, on the long ones a road at Q and water at I and Y; a board that is turned
# has them in the same places again. Board B is the coast: its long edge at 1 is sea, and so it has no road at 3.

Lay = tuple[str, bool]
"""A board, and whether it is turned round."""

PAIRS = [
    ((first, first_turned), (second, second_turned))
    for ids in (GAMES["panzer-leader"], GAMES["panzerblitz"])
    for first, second in permutations(ids, 2)
    for first_turned, second_turned in product((False, True), repeat=2)
]
SIDE_BY_SIDE = [(left, right) for left, right in PAIRS if left != ("B", True) and right != ("B", False)]


def laid(*rows: Iterable[Lay]) -> Map:
    return Map.join([[(board(id), turned) for id, turned in row] for row in rows])


def told(lay: Lay | str) -> str:
    return lay if isinstance(lay, str) else lay[0] + ("~" if lay[1] else "")


@pytest.mark.parametrize(("left", "right"), SIDE_BY_SIDE, ids=told)
def test_road_and_water_cross_the_seam_of_boards_side_by_side(left: Lay, right: Lay) -> None:
    on = laid([left, right])
    for line, turned_line, attribute in [("I", "Y", "water"), ("Q", "Q", "road"), ("Y", "I", "water")]:
        here = on.find(full(left[0], f"{turned_line}1" if left[1] else f"{line}10"))
        there = on.find(full(right[0], f"{turned_line}10" if right[1] else f"{line}1"))
        assert here is not None
        assert there is not None
        side = side_between(here, there)
        assert side is not None, (line, left, right)
        assert on.value_at(side, water_of(left[0]) if attribute == "water" else attribute), (line, left, right)
    assert ends(on, "road") == named(ROAD_ENDS, [left[0], right[0]])
    assert ends(on, water_of(left[0])) == named(WATER_ENDS, [left[0], right[0]])


@pytest.mark.parametrize(("upper", "lower"), PAIRS, ids=told)
def test_roads_cross_the_seam_of_boards_above_each_other(upper: Lay, lower: Lay) -> None:
    """No stub is left of a road that pointed off its board; what comes from one side goes on at the other."""
    on = laid([upper], [lower])
    cut_off: set[str] = set()
    for number in (3, 8):
        h = on.find(full(upper[0], f"A{11 - number}" if upper[1] else f"GG{number}"))
        assert h is not None
        assert full(lower[0], f"GG{11 - number}" if lower[1] else f"A{number}") in on.names_of(h)
        directions = [direction_to(h, end) for side in ways(on, h, "road") for end in hexes_of(side) if end != h]
        # Directions 1 and 2 lead up the map, 4 and 5 down.
        comes = [has_road(upper, number), has_road(lower, number)]
        assert [sum(d in up_or_down for d in directions) for up_or_down in ((1, 2), (4, 5))] == comes
        assert len(directions) == sum(comes)
        if comes in ([True, False], [False, True]):
            cut_off |= set(on.names_of(h))
    assert ends(on, "road") == named(ROAD_ENDS, [upper[0], lower[0]]) | cut_off
    assert bool(cut_off) == ("B" in (upper[0], lower[0]))


def has_road(lay: Lay, number: int) -> bool:
    """Whether the board brings a road to the seam, `number` counted from the left of the map."""
    id, turned = lay
    return id != "B" or (11 - number if turned else number) == 8


# The lays of the published situations of both games, from top to bottom and from left to right.
SITUATIONS = [
    "B D~ A~",
    "A~ / C",
    "B A C",
    "D / A~",
    "D A~",
    "D~ A~",
    "A~ D C",
    "A D C",
    "C D~",
    "C~ D~",
    "A~ C D~",
    "D~ C A",
    "A~ C~ D",
    "1 2 3",
    "1 3 2",
    "3 2 1",
    "1~ / 3~ / 2",
    "3 1~ 2",
    "3~ / 2~ / 1",
    "1~ 2 3~",
    "2 / 3 / 1~",
    "2 1~ 3~",
    "D J",
    "E~ L~ F~",
    "13 6~",
]


@pytest.mark.parametrize("lay", SITUATIONS)
def test_no_road_and_no_water_breaks_off_as_the_situations_lay_the_boards(lay: str) -> None:
    rows = [[(word.rstrip("~"), word.endswith("~")) for word in row.split()] for row in lay.split("/")]
    on = laid(*rows)
    ids = [id for row in rows for id, _ in row]
    assert ends(on, "road") == named(ROAD_ENDS, ids)
    assert ends(on, water_of(ids[0])) == named(WATER_ENDS, ids)


@pytest.mark.parametrize("turned", list(product((False, True), repeat=3)))
def test_the_road_from_edge_to_edge_over_boards_1_2_and_3_is_49_hexes(turned: tuple[bool, bool, bool]) -> None:
    """Situation 7, PB-Q-155a: columns that come on at both ends, twelve hexes a turn, meet on the eleventh."""
    on = laid(list(zip("123", turned, strict=True)))
    start = on.find(full("1", "Q10" if turned[0] else "Q1"))
    goal = on.find(full("3", "Q1" if turned[2] else "Q10"))
    assert start is not None
    reached = [{start}]
    while goal not in reached[-1]:
        steps = (end for h in reached[-1] for side in ways(on, h, "road") for end in hexes_of(side) if on.contains(end))
        reached.append({*steps} | reached[-1])
        assert reached[-1] != reached[-2], "the road breaks off"
    assert len(reached) == 49
