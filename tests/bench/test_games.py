"""A slice of the random games (bench/games.py): none stops, and each ends alike when it is played again."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "bench" / "games.py"


def test_random_games_of_the_tutorial_end_and_end_alike(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = importlib.util.spec_from_file_location("bench_games", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "bench_games", module)
    spec.loader.exec_module(module)
    assert module.main(["--games", "4", "--seed", "slice", "--both"]) == 0, capsys.readouterr().out
    assert capsys.readouterr().out.count("4 games by random; stopped 0, played again otherwise 0") == 2
