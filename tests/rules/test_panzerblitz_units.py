"""The counters of PanzerBlitz and Panssari Salama: everything that their published situations use, and what it is for.

The lists of counters come from the orders of battle; what each can do, from the rule book and the answers on units.
"""

from __future__ import annotations

import pytest
from tests.rules.test_unit_functions import chart

# Per group: the counters, the words that are said of each of them, the words that are not.
GROUPS = {
    "infantry": (
        "rifle-platoon-german-42 security-platoon-german smg-platoon-german guards-company-43 recon-company"
        " rifle-company-43 smg-company-43",
        "infantry",
        "engineer machine-gun gun",
    ),
    "engineers": ("engineer-platoon-german engineer-company", "infantry engineer", "machine-gun"),
    "heavy machine guns": ("hmg-platoon-german", "infantry machine-gun", "engineer gun"),
    "guns against aircraft that carry no letter of a gun": ("12-7mm-mg", "machine-gun", "infantry"),
    "guns": (
        "105mm-how 122mm-how 150mm-how 150mm-how-company 20mm-4-aa 20mm-aa 45mm-at 50mm-at 75mm-at 75mm-how-company"
        " 76-2mm-at 76-2mm-how-company 88mm-at 160mm-mortar",
        "gun",
        "infantry indirect-gun",
    ),
    "mortars": (
        "120mm-mortar-german 120mm-mortar-russian 81mm-mortar 82mm-mortar 82mm-mortar-motorized",
        "gun indirect-gun",
        "infantry rocket",
    ),
    "tanks and assault guns": (
        "elefant grille jgdpz-iv-70 marder-iii nashorn panther-g pzkw-iii-g pzkw-iv-h stug-iii-g stuh-42 tiger-i"
        " tiger-ii su-152 su-76 su-85 su-100 t-34-85 t-34-c is-2 kv-85 flammpanzer-iii",
        "vehicular armored",
        "carrier halftrack armored-car self-propelled-artillery indirect-gun",
    ),
    "self-propelled artillery": ("hummel wespe", "vehicular armored self-propelled-artillery indirect-gun", "rocket"),
    "rockets on vehicles": ("maultier m-13", "vehicular self-propelled-artillery rocket", "gun"),
    "rockets on the ground": ("nebelwerfer", "gun rocket", "vehicular"),
    "halftracks": ("sdkfz-251 m-2", "vehicular armored halftrack carrier", "truck"),
    "armored cars": ("sdkfz-234-1 sdkfz-234-4", "vehicular armored armored-car", "carrier truck"),
    "cavalry": ("cavalry-german-42 cavalry-russian-43", "vehicular cavalry", "armored carrier infantry"),
    "motorcycles": ("motorcycle-german-42 motorcycle-russian-43", "vehicular motorcycle", "armored carrier infantry"),
    "bicycles": ("bicycle-german-42", "vehicular bicycle", "armored carrier infantry"),
    "trucks": ("truck-german truck-russian", "vehicular truck carrier", "armored wagon"),
    "wagons": ("wagon", "vehicular wagon carrier", "armored truck limber"),
    "command posts": ("command-post", "command-post", "vehicular infantry gun armored"),
    "what engineers lay and build": ("mines-to-lay bridge-b bridge-j", "", "vehicular infantry gun armored"),
    "fortifications": ("fort-10 fort-20 fort-30 fort-40 fort-50", "armored", "vehicular infantry gun"),
}
PANSSARI_SALAMA = (
    "105mm-how 12-7mm-mg 120mm-mortar-russian 122mm-how 150mm-how 152mm-how 18pdr-how 203mm-how 25mm-at 37mm-at"
    " 4-5in-how 40mm-aa 45mm-at 45mm-at-early 47mm-at 50mm-at 57mm-at 75mm-at 75mm-how 76-2mm-at 76-2mm-how"
    " 76-2mm-how-company 76-2mm-how-finnish 81mm-mortar 82mm-mortar 8in-how-finnish aerosan ba-10-infantry bt-42 bt-5"
    " bt-7-a cavalry-finnish-41 command-post engineer-company engineer-platoon-finnish-39 engineer-platoon-finnish-41"
    " engineer-platoon-finnish-44 fort-20 fort-30 fort-40 fort-50 ft-17 guards-company-43 is-2 isu-152 kv-1-a kv-2"
    " kv-85 landsverk limber m-2 mg-platoon-finnish nkl-16 nkl-26 nkl-6 nkl-6-a recon-company rf-8 rifle-company-39"
    " rifle-company-41 rifle-company-42 rifle-company-43 rifle-platoon-finnish-39 rifle-platoon-finnish-41"
    " rifle-platoon-finnish-44 sdkfz-8 sissi-platoon sissi-ski-platoon ski-company-39 ski-company-41 ski-platoon-39"
    " ski-platoon-41 sled smg-company-40 smg-company-41 smg-company-43 stug-iii-g su-152 t-100 t-20 t-26-a t-26-b"
    " t-26-c t-26-e t-28-e t-34-85 t-34-c t-35 t-38 t-40 t-46 t-50 t-60-a t-70-a tractor truck-finnish truck-russian"
    " vickers-6-ton wagon zis-42"
)


def test_every_counter_stands_in_one_group_and_no_other_counter_stands() -> None:
    listed = [id for ids, _, _ in GROUPS.values() for id in ids.split()]
    assert len(listed) == len(set(listed))
    assert set(listed) == set(chart("panzerblitz"))


@pytest.mark.parametrize("group", GROUPS)
def test_what_is_said_of_a_counter_is_what_its_group_is_for(group: str) -> None:
    ids, said, unsaid = GROUPS[group]
    for id in ids.split():
        is_ = {name for name, value in chart("panzerblitz")[id].values.items() if value is True}
        assert is_ >= set(said.split()), id
        assert not is_ & set(unsaid.split()), id


def test_panssari_salama_has_every_counter_of_its_situations() -> None:
    assert not set(PANSSARI_SALAMA.split()) - set(chart("panssari-salama"))


@pytest.mark.parametrize("game", ["panzerblitz", "panssari-salama"])
def test_the_figures_that_the_answers_name(game: str) -> None:
    """PB-Q-140b, PB-Q-145b, PB-Q-146a, PB-Q-146b: three points for cavalry and skis, two and two for bicycles."""
    units = chart(game).values()
    assert {unit.values["allowance"] for unit in units if unit.values.get("cavalry")} == {3}
    assert {unit.values["allowance"] for unit in units if unit.values.get("ski")} <= {3}
    bicycles = [unit.values for unit in units if unit.values.get("bicycle")]
    assert {(v["allowance"], v["defense"], v["moves-as"]) for v in bicycles} == {(2, 2, "truck")}


@pytest.mark.parametrize("game", ["panzerblitz", "panssari-salama"])
def test_figures_of_counters_that_nobody_has_seen_are_marked(game: str) -> None:
    """The printed counters were not at hand: every figure is from a later drawing and says so."""
    assert all(unit.unsure for unit in chart(game).values())
