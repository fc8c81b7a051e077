"""docs/coverage.md is what `hexlaw claims --all` prints, docs/coverage-by-play.md what was kept of games."""

from __future__ import annotations

from pathlib import Path

import pytest
from played import Kept

from hexlaw.compiler.cli import main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "coverage.md"


def test_the_page_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", "--all"]) == 0
    if capsys.readouterr().out != PAGE.read_text("utf-8"):  # a comparison by pytest would print a thousand lines
        pytest.fail("docs/coverage.md is out of date: write it anew by `hexlaw claims --all > docs/coverage.md`")


def test_what_games_play_is_what_was_kept_of_them() -> None:
    kept = Kept.read()
    assert kept.dated
    if kept.page() != kept.path.with_suffix(".md").read_text("utf-8"):
        pytest.fail("docs/coverage-by-play.md is not what its data say: write it anew by `bench/played.py --page`")
