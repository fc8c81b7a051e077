"""`save` at the table: a question kept as a case, with the verdict that somebody expects, run by `hexlaw test`."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest

from ...typed_commands import ROOT, own, typed


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_what_is_saved_is_tested_and_disagrees_where_the_law_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (
        "save walk.one move anna 0305 legal", "save walk.far move anna 0505 refused",
        "save walk.wrong move anna 0505 legal",
        "move anna 0305", "save walk.on 0405 legal", "save walk.rest done refused", "quit",
    )  # fmt: skip
    assert typed("play", "tutorial", "last-fine-day", answers="\n".join(lines) + "\n", monkeypatch=monkeypatch) == 0
    assert "kept in last-fine-day.cases.yaml" in capsys.readouterr().out
    assert typed("test", "last-fine-day.cases.yaml") == 1
    told = capsys.readouterr().out
    assert "3 passed, 2 failed" in told
    for wrong in ("walk.wrong", "walk.rest"):
        assert f"case {wrong} fails" in told


def test_dice_and_what_is_done_with_are_steps_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a module of one's own the case goes to its cases, and is tested with them."""
    own("game: {lamps: 1}\n")
    lines = ("light gulls", "end end", "save tern light terns legal", "quit")
    assert typed("play", "./own", "night", answers="\n".join(lines) + "\n", monkeypatch=monkeypatch) == 0
    kept = Path("own/cases/table-night.cases.yaml").read_text("utf-8")
    assert "module:" not in kept
    assert "    - roll: {wind: " in kept
    capsys.readouterr()
    assert typed("test", "./own") == 0
    assert "2 passed" in capsys.readouterr().out


def test_what_is_drawn_is_a_step_also_where_it_is_called_by_a_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own("game: {lamps: 1}\n")
    law = Path("own/01.law")
    drawn = law.read_text("utf-8").replace("roll 1d6 as wind", "draw wind in {3, 5}")
    law.write_text(drawn, "utf-8")
    lines = ("light gulls", "end end", "save tern light terns legal", "quit")
    assert typed("play", "./own", "night", answers="\n".join(lines) + "\n", monkeypatch=monkeypatch) == 0
    capsys.readouterr()
    assert typed("test", "own/cases/table-night.cases.yaml") == 0, capsys.readouterr().out


def test_what_was_made_is_called_as_in_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snare has a number by lot: of the two that were laid, the one that stands in Ann's hex can be fished."""
    copytree(ROOT / "tests" / "rules" / "games" / "reeds", "reeds")
    lines = ("end end", "lay ann no", "lay bob yes", "save fish.own fish ann 1 legal", "quit")
    assert typed("play", "./reeds", "two-days", answers="\n".join(lines) + "\n", monkeypatch=monkeypatch) == 0
    kept = Path("reeds/cases/table-two-days.cases.yaml")
    assert re.search(r'  seed: "1"\n(.*\n)*    - fish.fished: "snare-\d+"\n', kept.read_text("utf-8"))
    assert "snare-1" not in kept.read_text("utf-8")
    capsys.readouterr()
    assert typed("test", str(kept)) == 0, capsys.readouterr().out
    kept.write_text(kept.read_text("utf-8").replace('seed: "1"', 'seed: "2"'), "utf-8")
    assert typed("test", str(kept)) == 2, "with another seed it is called otherwise"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("save", "save what? type `save`, a name for the case"),
        ("save a.b move anna 0305", "save what?"),
        ("save A.b move anna 0305 legal", "`A.b` is not a name for a case"),
        ("save a.b move nobody 0305 legal", "`nobody` cannot be answered on the way there"),
        ("save a.b move anna nowhere legal", "`nowhere` is not an answer there"),
        ("save kept move anna 0305 legal", "has a case `kept` already"),
    ],
)
def test_what_cannot_be_saved_is_said_and_leaves_the_file_as_it_was(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str, told: str
) -> None:
    before = "module: tutorial\ncases:\n- id: kept\n"
    Path("last-fine-day.cases.yaml").write_text(before, "utf-8")
    assert typed("play", "tutorial", "last-fine-day", answers=f"{line}\nquit\n", monkeypatch=monkeypatch) == 0
    assert told in capsys.readouterr().out
    assert Path("last-fine-day.cases.yaml").read_text("utf-8") == before
