"""A slice of the killed games (bench/kills.py): what was answered is kept, and games go on as if nothing had been."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "bench" / "kills.py"


@pytest.fixture(scope="module")
def kills() -> object:
    spec = importlib.util.spec_from_file_location("kills", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["kills"] = module  # its dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_killed_games_of_the_tutorial_end_as_if_nobody_had_killed_them(
    kills: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kills.main(["--kills", "3", "--seed", "slice"]) == 0, capsys.readouterr().out  # type: ignore[attr-defined]
    assert "3 kills" in capsys.readouterr().out


def test_what_is_lost_is_found(kills: object, tmp_path: Path) -> None:
    """A journal that lost an answer in its midst, one that was changed, and one torn off, which is no fault."""
    compilation = kills.compile_modules("tutorial", kills.Diagnostics())  # type: ignore[attr-defined]
    whole = kills.played(compilation, "tutorial", "early-snow", "lost")  # type: ignore[attr-defined]
    path = tmp_path / "a.journal"
    for text, kept in (
        ("".join(whole.lines[:9]), 8),
        ("".join(whole.lines[:9])[:-5], 7),
        ("".join(whole.lines[:4] + whole.lines[5:9]), None),
        ("".join(whole.lines[:9]).replace('"answer": "', '"answer": "x', 1), None),
    ):
        path.write_text(text, encoding="utf-8")
        assert kills._look(whole, path, kills.Result()) == kept  # type: ignore[attr-defined]
