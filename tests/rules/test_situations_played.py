"""Small situations of PanzerBlitz and of the games that stand beside it are played to their end by programs.

Each day some of these games are played; `bench/options.py` plays all situations.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from hexlaw.compiler.cli import main

TODAY = Random(os.environ["HEXLAW_DAY"])
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
    ("panzer-grenadier", "crossroads", "greedy"),
]
STOPPED_ONCE = [
    ("battle-for-berlin", "germany", "opportunity-fire", "g1"),  # a mover and an enemy who has still to come on
    ("game-storm", "meuse-bridge", "opportunity-fire", "gs2"),  # a carrier fired at after its load
    ("panzer-leader", "remagen", "opportunity-fire", "cmp-1"),  # an overrun whose way is watched
    ("panzerblitz", "rear-area-raid", "panzerblitz-assault", "o-1"),  # an overrun behind which nothing leads on
    ("panzerblitz", "lutezh-bridgehead", "indirect-fire", "sw-2"),  # a distance to who is off the board
    ("panssari-salama", "rear-area-raid", "winter", "sw-1"),  # an action that cannot be completed
]


@pytest.mark.parametrize(("module", "situation", "players"), sorted(TODAY.sample(GAMES, 6)))
def test_a_game_ends_without_a_stop(
    module: str, situation: str, players: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stop, where the law contradicts itself, is silent or leaves no choice, would end the command with 1."""
    monkeypatch.chdir(tmp_path)
    assert main(["run", module, situation, "--players", players, "--seed", "a test"]) == 0


@pytest.mark.parametrize(("module", "situation", "option", "seed"), sorted(TODAY.sample(STOPPED_ONCE, 3)))
def test_an_option_stops_no_game(
    module: str, situation: str, option: str, seed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of these games stopped once."""
    monkeypatch.chdir(tmp_path)
    assert main(["run", module, situation, "--option", f"{option}=on", "--seed", seed]) == 0
