"""Panzer Leader's counters by what they are for: every counter of the twenty orders of battle and of the charts stands.

The groups come from the rule book (who carries, overruns, fires indirectly, and which guns take a whole allowance) and
from lists of the counters that were made apart from the module. Each counter stands in one group.
"""

from __future__ import annotations

from functools import cache

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import load
from hexlaw.compiler.data.unit_charts import UnitWords, read_units
from hexlaw.compiler.resolve.declarations import read_names
from hexlaw.compiler.resolve.layers import place_items
from hexlaw.runtime.law.units import UnitType

# Per group: the counters, the words that are said of each of them, the words that are not.
GROUPS = {
    "infantry": (
        "armored-platoon-american rifle-platoon-american scout-platoon-american rifle-platoon-british-44"
        " scout-platoon-british rifle-platoon-german-42-west security-platoon-german-west smg-platoon-german-west",
        "infantry",
        "engineer machine-gun gun heavy",
    ),
    "machine guns": (
        "mg-platoon-american mg-platoon-british mg-platoon-german-west",
        "infantry machine-gun",
        "engineer",
    ),
    "engineers": (
        "engineer-platoon-american engineer-platoon-british-44 engineer-platoon-german-west",
        "infantry engineer",
        "machine-gun dual-role",
    ),
    "both at once": (
        "parachute-platoon-british commando-platoon-british ranger-platoon-american",
        "infantry engineer dual-role",
        "machine-gun",
    ),
    "guns under 88 mm": (
        "75mm-how 75mm-how-company 25pdr-how 17pdr-at 6pdr-at 57mm-at-american 75mm-at 76mm-at nebelwerfer 40mm-aa",
        "gun",
        "heavy flak infantry",
    ),
    "anti-aircraft guns": ("20mm-aa 20mm-4-aa 37mm-aa", "gun flak", "heavy infantry"),
    "mortars under 88 mm": ("76mm-mortar 81mm-mortar-american 81mm-mortar-british 81mm-mortar-german", "gun", "heavy"),
    "heavy mortars": ("107mm-mortar 120mm-mortar-german", "gun heavy", "infantry"),
    "heavy guns": (
        "88mm-at 90mm-at 105mm-how-american 105mm-how-german 150mm-how 150mm-how-company 155mm-how 170mm-how"
        " 8in-how-allied",
        "gun heavy",
        "flak infantry",
    ),
    "tanks": (
        "chaffee m-4-75 m-4-76 m-4-105 m-5 pershing sherman-crab churchill-iv churchill-vii cromwell-iv cromwell-cs"
        " sherman-uk firefly crocodile lynx panther-a panther-g pzkw-iii-j pzkw-iv-h pzkw-iv-j tiger-i tiger-ii"
        " valentine-bridgelayer",
        "vehicular armored",
        "carrier halftrack self-propelled-artillery armored-car",
    ),
    "tank destroyers and assault guns": (
        "hellcat jackson wolverine achilles hetzer jagdpanther jgdpz-iv-48 stug-iii-g grille ferdinand m-16 wirbelwind",
        "vehicular armored",
        "carrier halftrack self-propelled-artillery armored-car",
    ),
    "armored cars": (
        "greyhound m-20 daimler puma sdkfz-234-1 sdkfz-234-4",
        "vehicular armored armored-car",
        "carrier halftrack self-propelled-artillery truck",
    ),
    "self-propelled artillery": (
        "priest sexton m-12 m-21 recon-hq maultier wespe hummel",
        "vehicular armored self-propelled-artillery",
        "carrier halftrack",
    ),
    "halftracks": ("m-3 sdkfz-251-west bren", "vehicular armored halftrack carrier", "truck wagon"),
    "scout cars": ("m-3-scout", "vehicular carrier", "armored halftrack truck"),
    "trucks": ("truck-american truck-british truck-german", "vehicular carrier truck", "armored wagon"),
    "wagons": ("wagon", "vehicular carrier wagon", "armored truck"),
    "aircraft": ("p-47-bombs p-47-rockets typhoon-bombs typhoon-rockets l-5", "vehicular", "armored carrier infantry"),
    "fortifications": ("fort-10 fort-20 fort-30 fort-40 fort-50", "armored", "vehicular infantry gun"),
    "bridges": ("truck-bridge tank-bridge", "", "vehicular infantry gun armored"),
    "stores": ("mines-to-lay", "", "vehicular infantry gun armored"),
}
FIRE_INDIRECTLY = (
    "105mm-how-american 105mm-how-german 150mm-how 155mm-how 170mm-how 25pdr-how 75mm-how 8in-how-allied nebelwerfer"
    " priest sexton m-12 maultier wespe hummel"
)
KIND_OF_GROUP = {"aircraft": "aircraft", "fortifications": "fort", "bridges": "temporary-bridge", "stores": "store"}


@cache
def chart(game: str) -> dict[str, UnitType]:
    diagnostics = Diagnostics()
    chain = load(game, diagnostics)
    assert chain is not None, list(diagnostics)
    names = read_names(chain, place_items(chain, diagnostics), diagnostics)
    kinds = {kind: names.attributes_of(kind) for kind in names.kinds if kind not in ("hex", "hexside")}
    choices = {name: choice.values for name, choice in names.choices.items()}
    usual = {kind: set(names.with_usual_value(kind)) for kind in kinds}
    words = UnitWords(kinds, "unit", choices, usual)
    read = read_units([layer.units for layer in chain.layers], words, diagnostics)
    assert not len(diagnostics), list(diagnostics)
    return read


def test_every_counter_stands_in_one_group_and_no_other_counter_stands() -> None:
    listed = [id for ids, _, _ in GROUPS.values() for id in ids.split()]
    assert len(listed) == len(set(listed))
    assert set(listed) == set(chart("panzer-leader"))


@pytest.mark.parametrize("group", GROUPS)
def test_what_is_said_of_a_counter_is_what_its_group_is_for(group: str) -> None:
    ids, said, unsaid = GROUPS[group]
    for id in ids.split():
        unit = chart("panzer-leader")[id]
        is_ = {name for name, value in unit.values.items() if value is True}
        assert is_ >= set(said.split()), id
        assert not is_ & set(unsaid.split()), id
        assert unit.kind == KIND_OF_GROUP.get(group, "unit"), id


def test_the_weapons_that_fire_indirectly_are_those_of_the_charts() -> None:
    found = {id for id, unit in chart("panzer-leader").items() if unit.values["weapon"] == "howitzer"}
    assert found == set(FIRE_INDIRECTLY.split())
    mortars = {id for id, unit in chart("panzer-leader").items() if unit.values["weapon"] == "mortar"}
    ids, heavy = GROUPS["mortars under 88 mm"][0], GROUPS["heavy mortars"][0]
    assert mortars == {*ids.split(), *heavy.split(), "m-21"}


def figures(unit: UnitType) -> list[object]:
    return [unit.values.get(name) for name in ("attack", "reach", "defense", "allowance")]


def test_a_counter_of_both_games_has_the_same_figures_in_both() -> None:
    """PL-Q-201a. The letters of the weapons are another matter: only one of the games has an H in brackets."""
    leader, blitz = chart("panzer-leader"), chart("panzerblitz")
    shared = {id for id in leader if id in blitz}
    assert len(shared) >= 15
    assert not {id for id in shared if figures(leader[id]) != figures(blitz[id])}


def test_counters_with_other_figures_serve_their_own_game_alone() -> None:
    """PL-Q-201b, PL-Q-201c."""
    assert "elefant" not in chart("panzer-leader")
    assert "ferdinand" not in chart("panzerblitz")
