"""The charts and tables of the armored family: what must hold of them whatever the rules make of it.

The figures come from outside the modules: strengths that the published answers work out. The boards have a file of
their own.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.cli import main
from hexlaw.compiler.data.load import Chain, load
from hexlaw.compiler.data.table_files import TableShape, read_table
from hexlaw.compiler.data.unit_charts import UnitWords, read_units
from hexlaw.compiler.resolve.declarations import read_names
from hexlaw.compiler.resolve.layers import place_items
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law.table import TableData
from hexlaw.runtime.law.types import EXACT, WHOLE, YES_NO, Choice, Type
from hexlaw.runtime.law.units import UnitType

GAMES = ("panzer-leader", "panzer-leader-1940", "panzerblitz", "panssari-salama", "russia-1941")


@cache
def words(game: str) -> tuple[Chain, Names, dict[str, tuple[str, ...]]]:
    diagnostics = Diagnostics()
    chain = load(game, diagnostics)
    assert chain is not None, list(diagnostics)
    names = read_names(chain, place_items(chain, diagnostics), diagnostics)
    return chain, names, {name: choice.values for name, choice in names.choices.items()}


@cache
def units(game: str) -> dict[str, UnitType]:
    chain, names, choices = words(game)
    diagnostics = Diagnostics()
    kinds = {kind: names.attributes_of(kind) for kind in names.kinds if kind not in ("hex", "hexside")}
    usual = {kind: set(names.with_usual_value(kind)) for kind in kinds}
    of_charts = UnitWords(kinds, "unit", choices, usual)
    read = read_units([layer.units for layer in chain.layers], of_charts, diagnostics)
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


# Charts


@pytest.mark.parametrize(
    ("game", "id", "figures"),
    [
        # The answers reckon with these: PL-Q-034b, PL-Q-034c, PL-Q-038a and b, PL-Q-039a.
        ("panzer-leader", "priest", {"attack": 40, "weapon": "howitzer"}),
        ("panzer-leader", "m-4-75", {"attack": 11, "weapon": "anti-armor", "defense": 9}),
        ("panzer-leader", "hetzer", {"attack": 12, "weapon": "anti-armor", "reach": 8}),
        ("panzer-leader", "bren", {"defense": 2, "carrier": True}),
        ("panzer-leader", "truck-american", {"moves-as": "truck", "truck": True, "defense": 1}),
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
        assert ("truck" in is_) <= (unit.values["moves-as"] == "truck"), unit.id
        armed = unit.values["weapon"] != "carrier-only"
        assert armed == bool(unit.values.get("attack")) == bool(unit.values.get("reach")), unit.id


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_without_a_side_serves_any_side(game: str) -> None:
    stores = {"mines-to-lay", "truck-bridge", "tank-bridge", "bridge-b", "bridge-j"}
    both = {"wagon", "command-post", "limber", "sled", *(f"fort-{n}" for n in (10, 20, 30, 40, 50)), *stores}
    for unit in units(game).values():
        assert "side" in unit.values or unit.id in both, unit.id


def test_counters_that_both_games_have_are_alike_and_those_that_differ_serve_their_own_game_alone() -> None:
    """PL-Q-201: Ferdinand and Elefant are one vehicle, with other figures in each game; so are heavy machine guns."""
    leader, blitz = units("panzer-leader"), units("panzerblitz")
    for id in leader.keys() & blitz.keys():
        for figure in ("attack", "reach", "defense", "allowance"):
            assert leader[id].values.get(figure) == blitz[id].values.get(figure), (id, figure)
    assert [leader["ferdinand"].values[f] for f in ("attack", "reach", "defense")] == [18, 14, 10]
    assert [blitz["elefant"].values[f] for f in ("attack", "reach", "defense")] == [20, 12, 15]
    assert not {"elefant", "hmg-platoon-german"} & leader.keys()
    assert "ferdinand" not in blitz


MOTLEY = {
    "module.yaml": """\
module: motley
title: Panzer Leader with a counter of PanzerBlitz
version: 0.1.0
hexlaw: 1
extends: panzer-leader
sources:
  M: {title: Made up for a test}
speaks-for: [M]
default-source: M
""",
    "01-situation.law": """\
chapter [M] "Two tank destroyers" if situation two-tank-destroyers

situation two-tank-destroyers [M] "Two tank destroyers"
  "One is of this game, the other of its sister."
""",
    "situations/two-tank-destroyers.yaml": """\
board: C
sides:
  german:
    ferdinand: {type: ferdinand}
    elefant: {type: elefant}
""",
}


def test_a_counter_of_the_other_game_has_no_place_in_an_order_of_battle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """PL-Q-201c: of two tank destroyers in a situation of Panzer Leader the Elefant is refused, and only that one."""
    (tmp_path / "situations").mkdir()
    for name, text in MOTLEY.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "two-tank-destroyers.yaml:5:21: error HX313: no unit chart has `elefant`" in told
    assert "motley: 1 error, 1 note (" in told, "and nobody can win it (HX476)"


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
