"""docs/coverage.md is what `hexlaw claims --all` prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.cli import main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "coverage.md"


def test_the_page_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", "--all"]) == 0
    if capsys.readouterr().out != PAGE.read_text("utf-8"):  # a comparison by pytest would print a thousand lines
        pytest.fail("docs/coverage.md is out of date: write it anew by `hexlaw claims --all > docs/coverage.md`")
