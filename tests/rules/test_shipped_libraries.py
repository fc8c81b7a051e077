"""Each shipped library is fine in its toy, its rules are missed by cases, and one page lists them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.cli import main
from hexlaw.compiler.data.load import LIBRARIES, shipped_modules

ROOT = Path(__file__).resolve().parents[2]
NAMES = [name for name, folder in shipped_modules().items() if folder.parent.name == LIBRARIES]


@pytest.mark.parametrize("name", NAMES)
def test_a_library_is_fine_in_its_toy(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", name]) == 0
    assert capsys.readouterr().out.startswith(f"{name}-toy: fine (")


@pytest.mark.parametrize("name", NAMES)
def test_its_cases_hold_and_miss_each_of_its_rules(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", name, "--knock-out"]) == 0, capsys.readouterr().out


def test_all_libraries_are_listed() -> None:
    page = (ROOT / "docs" / "language" / "libraries.md").read_text("utf-8")
    assert [name for name in NAMES if f"| `{name}` |" not in page] == []
