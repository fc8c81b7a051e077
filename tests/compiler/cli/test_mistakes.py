"""The mistakes of a newcomer (`mistakes.yaml`), each answered where it stands with what to write: none in silence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from hexlaw.compiler.cli import main

LISTED: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("mistakes.yaml").read_text("utf-8"))


def named(mistake: dict[str, Any]) -> str:
    return str(mistake["mistake"])


def written(folder: Path, mistake: dict[str, Any]) -> None:
    files = {name: text for name, text in LISTED["sound"].items() if name not in mistake.get("without", ())}
    for name, change in mistake.get("change", {}).items():
        assert files[name].count(change["from"]) == 1
        files[name] = files[name].replace(change["from"], change["to"])
    anew = mistake.get("write", {})
    for name, text in {**files, **anew}.items():
        path = folder / "my-variant" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode(mistake.get("encoding", "utf-8") if name in anew else "utf-8"))


def told(capsys: pytest.CaptureFixture[str]) -> str:
    """What `check` says, and where that is nothing, `test`."""
    checked = main(["check", "./my-variant"])
    printed = capsys.readouterr()
    if checked == 0 and "fine" in printed.out:
        main(["test", "./my-variant"])
        printed = capsys.readouterr()
    return printed.out + printed.err


@pytest.mark.parametrize("mistake", LISTED["mistakes"], ids=named)
def test_a_mistake_is_answered_where_it_stands(
    mistake: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, mistake)
    first = told(capsys).split("\n\n")[0]
    assert mistake["says"] in first
    assert mistake["at"] in first


@pytest.mark.parametrize("habit", LISTED["taken"], ids=named)
def test_a_habit_is_taken_as_it_is(
    habit: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, habit)
    assert "1 passed, 0 failed" in told(capsys)
