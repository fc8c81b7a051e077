"""A slice of the random games (bench/games.py): none stops, and each ends alike when it is played again."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "bench" / "games.py"
SITUATIONS = list((ROOT / "rules" / "tutorial" / "situations").iterdir())


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
    told = capsys.readouterr().out
    assert told.count("4 games by random; stopped 0, played again otherwise 0") == len(SITUATIONS)
    assert told.count("games unlike: 0") == len(SITUATIONS)
    assert told.count("with twice the units 2.") == len(SITUATIONS), "twice as many things make twice as many lines"
