"""The boards, charts and tables of the armored family: what must hold of them whatever the rules make of it.

The figures come from outside the modules: counts taken when the printed boards were transcribed, hexes that the
published answers name, and strengths that the answers work out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest
import yaml

from hexlaw.compiler.data.boards import read_board
from hexlaw.compiler.data.tables import TableShape, read_table
from hexlaw.compiler.data.units import read_units
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import Chain, load, shipped_modules
from hexlaw.compiler.resolve.layers import place_items
from hexlaw.compiler.resolve.names import Names, read_names
from hexlaw.runtime.board import Board, Map
from hexlaw.runtime.geometry import Hex, Side, direction_to, hexes_of, side_between, side_of, sides_of
from hexlaw.runtime.table import TableData
from hexlaw.runtime.types import EXACT, WHOLE, YES_NO, Choice, Type
from hexlaw.runtime.units import UnitType

GAMES = ("panzer-leader", "panzerblitz", "panssari-salama")
BOARDS = [
    ("panzer-leader", "board-c"),
    ("panzer-leader", "board-d"),
    ("panzerblitz", "board-1"),
    ("panzerblitz", "board-3"),
]


@cache
def words(game: str) -> tuple[Chain, Names, dict[str, tuple[str, ...]]]:
    diagnostics = Diagnostics()
    chain = load(game, diagnostics)
    assert chain is not None, list(diagnostics)
    names = read_names(chain, place_items(chain, diagnostics), diagnostics)
    return chain, names, {name: choice.values for name, choice in names.choices.items()}


@cache
def board(game: str, file: str) -> Board:
    chain, names, choices = words(game)
    diagnostics = Diagnostics()
    source = next(layer.boards[file] for layer in chain.layers if file in layer.boards)
    read = read_board(source, names.attributes_of("hex"), names.attributes_of("hexside"), choices, diagnostics)
    assert not len(diagnostics), list(diagnostics)
    assert read is not None
    return read


@cache
def units(game: str) -> dict[str, UnitType]:
    chain, names, choices = words(game)
    diagnostics = Diagnostics()
    kinds = {kind: names.attributes_of(kind) for kind in names.kinds if kind not in ("hex", "hexside")}
    read = read_units([layer.units for layer in chain.layers], kinds, "unit", choices, diagnostics)
    assert not len(diagnostics), list(diagnostics)
    return read


def table(game: str, name: str, result: Type, **axes: Type) -> TableData:
    chain, _, choices = words(game)
    diagnostics = Diagnostics()
    sources = [layer.tables[name] for layer in chain.layers if name in layer.tables]
    read = read_table(TableShape(name, tuple(axes.items()), result), sources, choices, diagnostics)
    assert not len(diagnostics), list(diagnostics)
    assert read is not None
    return read


def reading(of: TableData, *at: object) -> object:
    cell = of.lookup(at)
    assert cell is not None
    return cell.value


def terrain(on: Board, name: str) -> set[object]:
    shown = on.hexes.get(on.names[name], {}).get("terrain", ())
    assert isinstance(shown, tuple)
    return set(shown)


def roads_of(on: Map, h: Hex) -> list[Side]:
    return [side for side in sides_of(h) if on.side_value(side, "road")]


def holds(on: Board, attribute: str, here: str, there: str) -> bool:
    side = side_between(on.names[here], on.names[there])
    assert side is not None, f"{here} and {there} are no neighbours"
    return bool(on.sides.get(side, {}).get(attribute))


# Boards


def told_hexsides(game: str, file: str) -> Iterator[tuple[str, Side]]:
    """Every attribute with its hexside, as often as the file tells it."""
    grid = board(game, file).grid
    path = Path(shipped_modules()[game], "boards", f"{file}.yaml")
    for name, line in yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)["hexes"].items():
        for attribute, directions in line.items():
            if isinstance(directions, list) and attribute not in ("terrain", "cite"):
                for word in directions:
                    direction = grid.direction(word)
                    assert direction is not None
                    yield attribute, side_of(grid.names[name], direction)


@pytest.mark.parametrize(("game", "file"), BOARDS)
def test_each_hexside_is_told_once(game: str, file: str) -> None:
    told = Counter(told_hexsides(game, file))
    assert set(told.values()) == {1}


# The counts of the transcription, with what is shown here in another way. A road over a gully was counted with the
# gullies and a plain ford was not; here both show both: 47 + 2 gullies on board 1. On board 3 a ford is added and the
# pond, which gullies run into, left out: 36 + 1 - 1; and C4, counted with 11 towns for its gray side, is none.
COUNTS = [
    ("panzer-leader", "board-c", "woods 171 town 6 swamp 5 slope 79 hilltop 25 stream 31 bridge 5"),
    ("panzer-leader", "board-d", "woods 85 town 10 swamp 3 slope 45 hilltop 10 stream 25 bridge 1"),
    ("panzerblitz", "board-1", "woods 104 town 6 swamp 22 slope 111 hilltop 18 gully 49 ford 3"),
    ("panzerblitz", "board-3", "woods 25 town 10 slope 27 hilltop 1 gully 36 ford 1 pond 1"),
]
SIDES = [
    ("panzer-leader", "board-c", "green 263 brown 35 gray 5"),
    ("panzer-leader", "board-d", "green 103 brown 22 gray 8"),
    ("panzerblitz", "board-1", "green 119 brown 107 gray 6"),
    ("panzerblitz", "board-3", "green 20 brown 27 gray 12 water 6"),
]
ROAD_HEXES = {"board-c": 68, "board-d": 60, "board-1": 56, "board-3": 52}


def counted(text: str) -> dict[str, int]:
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


@pytest.mark.parametrize(("game", "file", "counts"), COUNTS)
def test_the_hexes_of_each_terrain_are_as_many_as_were_counted(game: str, file: str, counts: str) -> None:
    on = board(game, file)
    assert len(on.names) == 346
    assert Counter(word for name in on.names for word in terrain(on, name)) == counted(counts)


@pytest.mark.parametrize(("game", "file", "counts"), SIDES)
def test_the_coloured_hexsides_are_as_many_as_were_counted(game: str, file: str, counts: str) -> None:
    on = board(game, file)
    shown = Counter(attribute for values in on.sides.values() for attribute in values)
    assert {colour: shown[colour] for colour in counted(counts)} == counted(counts)


@pytest.mark.parametrize(("game", "file"), BOARDS)
def test_roads_lead_through_as_many_hexes_as_were_counted(game: str, file: str) -> None:
    on = Map.of(board(game, file))
    assert sum(bool(roads_of(on, h)) for h in on.hexes) == ROAD_HEXES[file]


DEAD_ENDS = {"board-c": set(), "board-d": {"D-3"}, "board-1": {"D9"}, "board-3": {"AA10"}}


@pytest.mark.parametrize(("game", "file"), BOARDS)
def test_a_road_ends_only_where_the_board_says_so(game: str, file: str) -> None:
    """PB-Q-030d names two of the hexes; off the board every road goes on."""
    on = Map.of(board(game, file))
    assert {on.name_of(h) for h in on.hexes if len(roads_of(on, h)) == 1} == DEAD_ENDS[file]


@pytest.mark.parametrize(
    ("game", "file", "name", "shown"),
    [
        ("panzer-leader", "board-c", "R-7", {"woods", "slope"}),
        ("panzer-leader", "board-c", "I-6", {"slope"}),
        ("panzer-leader", "board-c", "K-7", {"stream", "bridge"}),
        ("panzer-leader", "board-d", "BB-6", {"stream", "bridge"}),
        ("panzerblitz", "board-1", "C9", {"town", "woods"}),
        ("panzerblitz", "board-1", "BB10", {"swamp"}),
        ("panzerblitz", "board-1", "DD9", {"swamp"}),
        ("panzerblitz", "board-1", "EE8", {"swamp"}),
        ("panzerblitz", "board-1", "A5", {"slope"}),
        ("panzerblitz", "board-1", "A6", {"slope"}),
        ("panzerblitz", "board-1", "D9", {"town"}),
        ("panzerblitz", "board-3", "C4", set()),
        ("panzerblitz", "board-3", "D5", {"town"}),
        ("panzerblitz", "board-3", "W4", {"pond"}),
        ("panzerblitz", "board-3", "AA10", {"town"}),
    ],
)
def test_hexes_of_the_answers_show_what_the_answers_say(game: str, file: str, name: str, shown: set[str]) -> None:
    assert terrain(board(game, file), name) == shown


def test_the_swamp_roads_of_board_1_go_only_where_the_answers_let_them() -> None:
    """PB-Q-028a and PB-Q-029a: what is next to what, and which way the road leads."""
    one = board("panzerblitz", "board-1")
    for here, there, road in [
        ("BB10", "AA9", True),
        ("BB10", "AA10", False),
        ("BB10", "BB11", False),
        ("DD9", "DD8", False),
        ("EE8", "DD8", False),
        ("EE8", "EE7", False),
        ("EE8", "FF8", True),
    ]:
        assert holds(one, "road", here, there) == road, (here, there)


def test_the_gullies_beside_each_other_on_board_3_do_not_join() -> None:
    """PB-Q-033; and PB-Q-031: a gray side that makes no town."""
    three = board("panzerblitz", "board-3")
    for here, there in [("V4", "W3"), ("X4", "X5"), ("W6", "X6")]:
        assert "gully" in terrain(three, here) & terrain(three, there)
        assert not holds(three, "gully", here, there)
    assert holds(three, "gray", "C4", "D5")


@pytest.mark.parametrize(("game", "file"), BOARDS)
def test_running_water_goes_on_in_the_next_hex_or_ends_in_the_pond(game: str, file: str) -> None:
    on = board(game, file)
    word = "stream" if game == "panzer-leader" else "gully"
    at = {h: terrain(on, name) for name, h in on.names.items()}
    for side, values in on.sides.items():
        if values.get(word):
            ends = [at[h] for h in hexes_of(side) if h in at]
            assert all(end & {word, "pond"} for end in ends), side


# Boards laid together: roads enter at 3 and 8 of the short edges and at Q of the long ones, water at I and Y.

C, D, ONE, THREE = (board(game, file) for game, file in BOARDS)


@pytest.mark.parametrize(
    ("left", "right", "turned", "seams"),
    [
        (C, D, False, {"Q": "Q-1", "I": "I-1", "Y": "Y-1"}),
        (C, D, True, {"Q": "Q-10", "I": "Y-10", "Y": "I-10"}),
        (ONE, THREE, False, {"Q": "Q1", "I": "I1", "Y": "Y1"}),
        (ONE, THREE, True, {"Q": "Q10", "I": "Y10", "Y": "I10"}),
    ],
)
def test_road_and_water_cross_the_seam_of_boards_side_by_side(
    left: Board, right: Board, turned: bool, seams: dict[str, str]
) -> None:
    on = Map.join([[(left, False), (right, turned)]])
    by_name = {name: h for h in on.hexes for name in on.names_of(h)}
    gap, joint = ("-", "-") if left is C else ("", "")
    water = "stream" if left is C else "gully"
    for line, there in seams.items():
        side = side_between(by_name[f"{left.id}{gap}{line}{joint}10"], by_name[f"{right.id}{gap}{there}"])
        assert side is not None
        assert on.side_value(side, "road" if line == "Q" else water), (line, there)
    assert {on.name_of(h) for h in on.hexes if len(roads_of(on, h)) == 1} == dead_ends(on)


@pytest.mark.parametrize(
    ("upper", "lower", "turned"), [(C, D, False), (C, D, True), (ONE, THREE, False), (ONE, THREE, True)]
)
def test_roads_cross_the_seam_of_boards_above_each_other(upper: Board, lower: Board, turned: bool) -> None:
    """No stub is left of a road that pointed off its board, and each road has one way on either side."""
    on = Map.join([[(upper, False)], [(lower, turned)]])
    assert {on.name_of(h) for h in on.hexes if len(roads_of(on, h)) == 1} == dead_ends(on)
    pattern = "C-GG-{}" if upper is C else "1GG{}"
    for number in (3, 8):
        h = on.find(pattern.format(number))
        assert h is not None
        assert len(on.names_of(h)) == 2
        ends = [end for side in roads_of(on, h) for end in hexes_of(side) if end != h]
        # Directions 1 and 2 lead up the map, 4 and 5 down.
        up, down = sorted(direction_to(h, end) or 0 for end in ends)
        assert up in (1, 2)
        assert down in (4, 5)


def dead_ends(on: Map) -> set[str]:
    known = {"D-D-3", "1D9", "3AA10"}
    return {name for h in on.hexes for name in on.names_of(h) if name in known}


# Charts


@pytest.mark.parametrize(
    ("game", "id", "figures"),
    [
        # The answers reckon with these: PL-Q-034b, PL-Q-034c, PL-Q-038a and b, PL-Q-039a.
        ("panzer-leader", "priest", {"attack": 40, "weapon": "howitzer"}),
        ("panzer-leader", "m-4-75", {"attack": 11, "weapon": "anti-armor", "defense": 9}),
        ("panzer-leader", "hetzer", {"attack": 12, "weapon": "anti-armor", "reach": 8}),
        ("panzer-leader", "bren", {"defense": 2, "carrier": True}),
        ("panzer-leader", "truck-american", {"moves-as": "truck", "is-truck": True, "defense": 1}),
        # Seed figures of PanzerBlitz: 20 at six hexes, 6 at three, an anti-tank gun of 7, a mounted MG of 6.
        ("panzerblitz", "su-152", {"attack": 40, "weapon": "high-explosive", "reach": 10}),
        ("panzerblitz", "t-34-c", {"attack": 12, "weapon": "anti-armor", "reach": 6}),
        ("panzerblitz", "45mm-at", {"attack": 7, "weapon": "anti-armor"}),
        ("panzerblitz", "12-7mm-mg", {"attack": 6, "reach": 6, "machine-gun": True}),
        ("panzerblitz", "cavalry-russian-43", {"allowance": 3, "cavalry": True, "moves-as": "vehicle"}),
        ("panssari-salama", "sled", {"moves-as": "sled"}),
        ("panssari-salama", "ski-platoon-39", {"allowance": 3, "ski": True, "moves-as": "foot"}),
    ],
)
def test_units_have_the_figures_that_the_answers_reckon_with(game: str, id: str, figures: dict[str, object]) -> None:
    values = units(game)[id].values
    assert {name: values.get(name) for name in figures} == figures


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_unit_agree_with_each_other(game: str) -> None:
    for unit in units(game).values():
        is_ = {name for name, value in unit.values.items() if value is True}
        on_foot = unit.values["moves-as"] == "foot"
        assert ("vehicular" in is_) != on_foot, unit.id
        assert on_foot or not is_ & {"infantry", "gun"}, unit.id
        assert "vehicular" in is_ or "armored" not in is_ or unit.kind == "fort", unit.id
        assert ("is-truck" in is_) <= (unit.values["moves-as"] == "truck"), unit.id
        armed = unit.values["weapon"] != "carrier-only"
        assert armed == bool(unit.values.get("attack")) == bool(unit.values.get("reach")), unit.id


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_without_a_side_serves_any_side(game: str) -> None:
    both = {"wagon", "command-post", "limber", "sled", *(f"fort-{n}" for n in (10, 20, 30, 40, 50))}
    for unit in units(game).values():
        assert "side" in unit.values or unit.id in both, unit.id


# Tables

COLUMN, RESULT = Choice("column"), Choice("result")


@pytest.mark.parametrize("game", GAMES)
def test_no_result_is_milder_for_better_odds_or_a_lower_die(game: str) -> None:
    _, _, choices = words(game)
    results = table(game, "combat-results", RESULT, die=WHOLE, c=COLUMN)
    harm = {result: i for i, result in enumerate(choices["result"])}

    def harm_of(die: int, column: str) -> int:
        return harm[str(reading(results, die, column))]

    columns = choices["column"]
    for die in range(-1, 8):
        for worse, better in pairwise(columns):
            assert harm_of(die, worse) <= harm_of(die, better), (die, better)
        if die < 7:
            assert all(harm_of(die, c) >= harm_of(die + 1, c) for c in columns), die
    assert not any(harm_of(die, "hopeless") for die in range(-1, 8))


def test_a_one_with_minus_three_does_what_the_answer_says() -> None:
    """PB-Q-041b: one column up on the lowest line, doubly dispersed at 1-4 and eliminated from 1-3."""
    results = table("panzerblitz", "combat-results", RESULT, die=WHOLE, c=COLUMN)
    assert [reading(results, -1, column) for column in ("1-3", "1-2")] == ["doubly-dispersed", "eliminated"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [
        # PL VII.A, PL-Q-038a and b, PL VII.C.10.c, and both ends.
        (11, 3, "3-1"),
        (12, 9, "1-1"),
        (24, 9, "2-1"),
        (26, 3, "4-1"),
        (3, 10, "1-4"),
        (1, 4, "1-4"),
        (1, 5, "hopeless"),
    ],
)
def test_odds_are_rounded_for_the_defender(game: str, attack: int, defense: int, column: str) -> None:
    odds = table(game, "odds-column", COLUMN, ratio=EXACT)
    assert reading(odds, Fraction(attack, defense)) == column


@pytest.mark.parametrize("game", GAMES)
def test_sight_is_stopped_alike_from_both_ends(game: str) -> None:
    _, _, choices = words(game)
    level = Choice("level")
    stops = table(game, "stops-sight", YES_NO, o=Choice("obstacle"), here=level, there=level)
    for obstacle in choices["obstacle"]:
        for here, there in combinations(choices["level"], 2):
            assert reading(stops, obstacle, here, there) == reading(stops, obstacle, there, here)


@pytest.mark.parametrize(
    ("game", "weapon", "target", "near", "factor"),
    [
        ("panzer-leader", "anti-armor", "armored", True, 2),  # PL-Q-038b
        ("panzer-leader", "anti-armor", "armored", False, 1),  # PL-Q-038a
        ("panzer-leader", "anti-armor", "soft", True, Fraction(1, 2)),  # PL-Q-034c
        ("panzer-leader", "howitzer", "armored", False, Fraction(1, 2)),  # PL-Q-034b
        ("panzer-leader", "mortar", "armored", True, Fraction(1, 2)),  # PL VII.F.2.f
        ("panzer-leader", "small-arms", "armored", True, 0),  # PL-Q-034d
        ("panzerblitz", "mortar", "armored", True, 1),
        ("panzerblitz", "high-explosive", "armored", False, Fraction(1, 2)),
    ],
)
def test_weapons_count_as_the_answers_reckon(game: str, weapon: str, target: str, near: bool, factor: Fraction) -> None:
    effect = table(game, "weapon-effect", EXACT, w=Choice("weapon"), t=Choice("target-type"), near=YES_NO)
    assert reading(effect, weapon, target, near) == factor
