"""Answers written in a file: they are played in their order, and what does not fit is told where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.cli import main
from hexlaw.compiler.workspace.seats import MAX_SIZE, ScriptedAnswers, read_scripted_answers

OPENING = """# sunside goes up the valley
move anna 0305   # one step
     done
done
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def answers(text: str) -> list[str]:
    Path("written.txt").write_text(text, "utf-8")
    written = read_scripted_answers("written.txt", Diagnostics())
    assert isinstance(written, ScriptedAnswers)
    return [written.source.text[start:end] for start, end in written.places]


def test_answers_stand_between_blanks_and_remarks_are_none() -> None:
    assert answers(OPENING) == ["move", "anna", "0305", "done", "done"]
    assert answers("") == []
    assert answers("# nothing\n") == []
    assert answers("#one\r\ntwo #three\tfour\r\n\tfive") == ["two", "five"]
    assert answers("A#1 B#2") == ["A#1", "B#2"], "a remark begins a word"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (None, "there is no file `written.txt`"),
        (b"move \xff\xfe", "this is not text in UTF-8"),
        (b"x" * (MAX_SIZE + 1), "is larger than 1,000,000 bytes"),
    ],
)
def test_what_cannot_be_read_is_said(written: bytes | None, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    if written is not None:
        Path("written.txt").write_bytes(written)
    assert run("sunside=scripted:written.txt") == 2
    assert said in capsys.readouterr().err


def run(players: str) -> int:
    return main(["run", "tutorial", "last-fine-day", "--players", players, "--journals", "kept"])


def test_a_side_plays_by_what_is_written() -> None:
    Path("written.txt").write_text(OPENING, "utf-8")
    assert run("sunside=scripted:written.txt") == 0
    journal = Path("kept/last-fine-day-1.journal").read_text("utf-8")
    begun = [line for line in journal.splitlines() if '"side": "sunside"' in line][:5]
    for line, answer in zip(begun, ["move", "anna", "0305", "done", "done"], strict=True):
        assert f'"answer": "{answer}"' in line


@pytest.mark.parametrize(
    ("written", "place", "said"),
    [
        ("move\n  ana", "written.txt:2:3", "`ana` is not an answer to `move.mover`"),
        ("move anna 0901", "written.txt:1:11", "`0901` is refused as an answer to `move.step`"),
        ("move\n", "written.txt:2:1", "the answers end here, but `move.mover` is still to be answered"),
    ],
)
def test_what_does_not_fit_is_told_where_it_stands(
    written: str, place: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("written.txt").write_text(written, "utf-8")
    assert run("sunside=scripted:written.txt") == 2
    told = capsys.readouterr().err
    assert place in told
    assert said in told
    assert "it can be answered with `" in told
    assert Path("kept/last-fine-day-1.journal").exists(), "what was answered is kept"


def test_a_script_without_a_file_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("scripted") == 2
    assert "name the file with its answers" in capsys.readouterr().err
