"""A slice of the killed games (bench/kills.py): what was answered is kept, and games go on as if nothing had been."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def kills(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("kills")


def test_killed_games_of_the_tutorial_end_as_if_nobody_had_killed_them(
    kills: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kills.main(["--kills", "3", "--seed", "slice"]) == 0, capsys.readouterr().out
    assert "3 kills" in capsys.readouterr().out


def test_what_is_lost_is_found(kills: Any, tmp_path: Path) -> None:
    """A journal that lost an answer in its midst, one that was changed, and one torn off, which is no fault."""
    compilation = kills.compile_modules("tutorial", kills.Diagnostics())
    whole = kills.played(compilation, "tutorial", "early-snow", "lost")
    path = tmp_path / "a.journal"
    for text, kept in (
        ("".join(whole.lines[:9]), 8),
        ("".join(whole.lines[:9])[:-5], 7),
        ("".join(whole.lines[:4] + whole.lines[5:9]), None),
        ("".join(whole.lines[:9]).replace('"answer": "', '"answer": "x', 1), None),
    ):
        path.write_text(text, encoding="utf-8")
        assert kills._look(whole, path, kills.Result()) == kept
