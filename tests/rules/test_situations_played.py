"""Small situations of PanzerBlitz and of the games that stand beside it are played to their end by programs.

Each day some of these games are played; `bench/options.py` plays all situations. Who heads somewhere can drive there.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from rotation import drawn

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.cli import main
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.wasm import target
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.law import Configuration

RULES = Path(__file__).resolve().parents[2] / "rules"
GAMES = [
    ("panzerblitz", "rear-area-raid", "random"),
    ("panssari-salama", "saija", "random"),
    ("panssari-salama", "battle-of-minsk", "random"),
    ("russia-1941", "first-kv-1", "random"),
    ("russia-1941", "first-t-34", "greedy"),
    ("battle-for-berlin", "austria", "random"),
    ("game-storm", "southeastern-poland", "random"),
    ("paths-of-rommel", "clairfayts", "random"),
    ("paths-of-rommel", "philippeville", "random"),
    ("panzer-grenadier", "crossroads", "random"),
    ("panzer-leader", "beach-landing", "greedy"),
    ("panzer-leader", "mined-line", "greedy"),
    ("panzer-leader", "smoke-and-haste", "greedy"),
    ("panzer-leader", "over-the-brook", "greedy"),
    ("panzer-leader", "over-the-brook", "random"),
    ("panzerblitz", "special-arms", "random"),
    ("panzer-grenadier", "crossroads", "greedy"),
    ("panzer-grenadier", "mud-and-night", "random"),
    ("panzer-grenadier", "two-sectors", "random"),
    ("panzer-grenadier", "two-columns", "greedy"),
    ("panzerblitz", "field-works", "random"),
    ("panzerblitz", "field-works", "greedy"),
    ("panzer-leader-1940", "stalked-tanks", "random"),
    ("panzer-leader-1940", "stalked-tanks", "greedy"),
    ("panzerblitz + panzerbitz", "unseen-guns", "random"),
    ("panzerblitz + panzerbitz", "unseen-guns", "greedy"),
    ("panzer-leader + panzerbitz", "called-fire", "random"),
]
STOPPED_ONCE = [
    ("battle-for-berlin", "germany", "opportunity-fire", "g1"),  # a mover and an enemy who has still to come on
    ("game-storm", "meuse-bridge", "opportunity-fire", "gs2"),  # a carrier fired at after its load
    ("panzer-leader", "remagen", "opportunity-fire", "cmp-1"),  # an overrun whose way is watched
    ("panzerblitz", "rear-area-raid", "panzerblitz-assault", "o-1"),  # an overrun behind which nothing leads on
    ("panzerblitz", "lutezh-bridgehead", "indirect-fire", "sw-2"),  # a distance to who is off the board
    (
        "panzer-leader",
        "beach-landing",
        "naval-support",
        "played-8",
    ),  # somebody is on no hex between the sea and the beach
    ("panssari-salama", "rear-area-raid", "winter", "sw-1"),  # an action that cannot be completed
]


@pytest.fixture(autouse=True)
def _in_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game alone would be played by the reference, which takes minutes for some."""
    monkeypatch.setattr(target, "MANY_GAMES", 1)


@pytest.mark.parametrize(("module", "situation", "players"), drawn(GAMES, 3))
def test_a_game_ends_without_a_stop(
    module: str, situation: str, players: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stop, where the law contradicts itself, is silent or leaves no choice, would end the command with 1."""
    monkeypatch.chdir(tmp_path)
    assert main(["run", module, situation, "--players", players, "--seed", "a test"]) == 0


@pytest.mark.parametrize(("module", "situation", "option", "seed"), drawn(STOPPED_ONCE, 1))
def test_an_option_stops_no_game(
    module: str, situation: str, option: str, seed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of these games stopped once."""
    monkeypatch.chdir(tmp_path)
    assert main(["run", module, situation, "--option", f"{option}=on", "--seed", seed]) == 0


@pytest.mark.parametrize("module", drawn(["panzerblitz", "panssari-salama", "russia-1941"], 2))
def test_a_vehicle_can_drive_where_its_formation_heads(module: str) -> None:
    """Where it heads for a hex that is closed to all of them, they find no way and put their loads down at once."""
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    drive = compilation.graph.facts["driving-distance"]
    names = [name for name, _ in drive.params]
    asked = e.Fact("driving-distance", tuple(e.Var(*param) for param in drive.params), drive.type)
    driven = 0
    for file in (RULES / module / "situations").glob("*.yaml"):
        prepared = prepare(compilation, file.stem, Configuration(), Diagnostics())
        assert prepared is not None
        position = (game := prepared.game("1")).position
        ev = game.answering.about(position)
        headed = [
            unit for unit in position.things.values() if unit.kind == "unit" and position.value(unit, "vehicular")
        ]
        ways = {(position.value(unit, "formation"), position.value(unit, "moves-as")) for unit in headed}
        for group, moves_as in ways:
            if group is not None and position.value(group, "heads-for") is not None:
                area = position.value(group, "area")
                begins = [dict(zip(names, (h, moves_as, False, group), strict=True)) for h in area]
                assert any(ev.value(asked, at) is not None for at in begins), f"{file.stem}: {group.name}"
                driven += 1
    assert driven
