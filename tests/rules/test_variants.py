"""The variants beside the tests are fine, their cases hold and miss each of their changes, and they are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.cli import main

VARIANTS = Path(__file__).parents[1] / "variants"
NAMES = sorted(folder.name for folder in VARIANTS.iterdir())
TOLD = {"ten-sided": "HX420: can never be taken any more"}  # without a phase of aircraft none of their actions is open


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_is_fine(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(VARIANTS / name)]) == 0
    told = capsys.readouterr().out
    assert TOLD.get(name, ": fine (") in told
    assert "warning" not in told


@pytest.mark.parametrize("name", NAMES)
def test_its_cases_hold_and_miss_each_of_its_changes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(VARIANTS / name), "--knock-out"]) == 0, capsys.readouterr().out


def test_ten_sided_combat_is_played_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", str(VARIANTS / "ten-sided"), "remagen", "--players", "random", "--seed", "ten"]) == 0
