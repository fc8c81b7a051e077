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


@pytest.mark.parametrize(
    ("name", "entry", "event"),
    [
        ("command", 'command: {under: "23"}', "event acts also\n  by acts-from-its-hex\n"),
        ("zones", 'zones: {under: "23"}', "event steps also\n  by takes-a-step\n"),
        ("night", 'night: {turn: game-turn, under: "23"}', "event aims-at also\n  by fires-at\n"),
    ],
)
def test_a_variant_of_panzer_leader_puts_one_to_use_without_being_asked(
    name: str, entry: str, event: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "module", "mine", "--extends", "panzer-leader"]) == 0
    assert main(["new", "recipe", name, "--in", "./mine"]) == 0
    assert f"uses:\n  {entry}\n" in (tmp_path / "mine" / "module.yaml").read_text("utf-8")
    law = next((tmp_path / "mine").glob(f"*-{name}.law")).read_text("utf-8")
    assert event in law
    assert main(["check", "./mine"]) == 0
