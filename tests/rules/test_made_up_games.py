"""Games made up to prove the language: they check clean, their cases hold, and every program plays them to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.cli import main

GAMES = Path(__file__).parent / "games"
FOLDERS = sorted(path.parent for path in GAMES.glob("*/module.yaml"))
SITUATIONS = sorted(GAMES.glob("*/situations/*.yaml"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_it_checks_clean_and_is_laid_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(folder)]) == 0
    assert "fine" in capsys.readouterr().out
    assert main(["fmt", "--check", str(folder)]) == 0


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_its_cases_hold(folder: Path) -> None:
    assert main(["test", str(folder)]) == 0


@pytest.mark.parametrize("players", ["random", "greedy"])
@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda path: path.stem)
def test_programs_play_it_to_the_end(
    situation: Path, players: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stop, where the law contradicts itself, is silent or leaves no choice, would end the command with 1."""
    monkeypatch.chdir(tmp_path)
    folder = situation.parents[1]
    assert main(["run", str(folder), situation.stem, "--players", players, "--seed", "a test"]) == 0
