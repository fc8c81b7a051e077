"""A slice of the random games (bench/games.py): none stops, and each ends alike when it is played again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITUATIONS = list((ROOT / "rules" / "tutorial" / "situations").glob("*.yaml"))


def test_random_games_of_the_tutorial_end_and_end_alike(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]
) -> None:
    assert bench_script("games").main(["--games", "4", "--seed", "slice", "--both"]) == 0, capsys.readouterr().out
    told = capsys.readouterr().out
    assert told.count("4 games by random; stopped 0, played again otherwise 0") == len(SITUATIONS)
    assert told.count("games unlike: 0") == len(SITUATIONS)
    assert told.count("with twice the units 2.") == len(SITUATIONS), "twice as many things make twice as many lines"


def test_growth_is_told_up_to_eight_times_the_units(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]
) -> None:
    assert bench_script("games").main(["--games", "1", "--situation", "early-snow", "--growth"]) == 0
    told = capsys.readouterr().out
    assert [f"  {times} times the units" in told for times in (1, 2, 4, 8)] == [True] * 4
    assert told.count("; stopped 0\n") == 4
