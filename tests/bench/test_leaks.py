"""A slice of the search for leaks (bench/leaks.py): where there are secrets none is told; without any nothing is."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.playing.screen import Screen
from hexlaw.runtime.play.state import State

HARBOUR = str(Path(__file__).resolve().parents[2] / "bench" / "harbour")
SLICE = ["--module", HARBOUR, "--games", "1", "--questions", "30", "--every", "3"]


def test_random_games_with_secrets_tell_none(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]
) -> None:
    assert bench_script("leaks").main(SLICE) == 0, capsys.readouterr().out
    found = re.search(r"(\d+) comparisons, (\d+) of them for the side that is asked; 0 differ", capsys.readouterr().out)
    assert found is not None
    assert int(found[1]) > int(found[2]) > 3


def test_what_is_told_is_counted(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(State, "view", lambda state, side: state.position.scratch())
    assert bench_script("leaks").main(SLICE) == 1
    assert "; 0 differ" not in capsys.readouterr().out


def test_a_door_of_the_table_that_tells_is_found(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each door that reads the position is asked: here `look` is the one that shows what is hidden."""
    monkeypatch.setattr(Screen, "position", property(lambda screen: screen.game.position))
    assert bench_script("leaks").main(SLICE) == 1
    assert ", look: " in capsys.readouterr().out


def test_where_nothing_is_secret_nothing_is_proved(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]
) -> None:
    alone = ["--module", "tutorial", "--situation", "early-snow", "--games", "1", "--questions", "5"]
    assert bench_script("leaks").main(alone) == 1
    assert "0 with secrets; 0 comparisons" in capsys.readouterr().out
