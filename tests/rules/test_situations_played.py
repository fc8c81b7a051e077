"""Small situations of PanzerBlitz, Panssari Salama and Panzer Grenadier are played to their end by programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.cli import main


@pytest.mark.parametrize(
    ("module", "situation", "players"),
    [
        ("panzerblitz", "rear-area-raid", "random"),
        ("panssari-salama", "saija", "random"),
        ("panzer-grenadier", "crossroads", "random"),
        ("panzer-grenadier", "crossroads", "greedy"),
    ],
)
def test_a_game_ends_without_a_stop(
    module: str, situation: str, players: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stop, where the law contradicts itself, is silent or leaves no choice, would end the command with 1."""
    monkeypatch.chdir(tmp_path)
    assert main(["run", module, situation, "--players", players, "--seed", "a test"]) == 0
