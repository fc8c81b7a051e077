"""The picture of a game that is being played: when it is drawn, and that it never costs a game; and its page's port."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from ...typed_commands import typed

DAY = ["play", "tutorial", "last-fine-day"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def arrows(picture: str) -> int:
    [found] = re.findall(r'<g class="arrows".*?\n</g>', picture, re.DOTALL) or [""]
    return found.count("<polygon")


def play(monkeypatch: pytest.MonkeyPatch, answers: str, *words: str) -> str:
    """The picture at the end of what was typed."""
    assert typed(*words, "--draw", "now.svg", monkeypatch=monkeypatch, answers=answers) == 0
    return Path("now.svg").read_text("utf-8")


def test_the_picture_goes_on_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = play(monkeypatch, "quit\n", *DAY)
    assert 'data-piece="anna"' in begin
    assert arrows(begin) == 0
    moved = play(monkeypatch, "move anna 1\nquit\n", "play", "--resume", "last-fine-day.journal")
    assert arrows(moved) == 1


def test_what_was_taken_back_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = play(monkeypatch, "quit\n", *DAY, "--journal", "a.journal")
    assert play(monkeypatch, "move anna 1\ncancel\nquit\n", *DAY, "--journal", "b.journal") == begin


def test_the_moves_of_a_program_stay_in_sight_until_somebody_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shepherd and what hears him walk, one after the other, before the person is asked."""
    words = [*DAY, "--against", "greedy", "--side", "shadeside"]
    assert arrows(play(monkeypatch, "quit\n", *words)) > 1


def test_a_picture_that_cannot_be_written_costs_no_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*DAY, "--draw", "nowhere/now.svg"]
    assert typed(*words, monkeypatch=monkeypatch, answers="move anna 1\nquit\n") == 0
    assert capsys.readouterr().err.count("`nowhere/now.svg` cannot be written") == 1
    assert Path("last-fine-day.journal").exists()


@pytest.mark.parametrize("port", ["http", "-1", "65536", "99999999", "٣"])
def test_what_is_no_port_is_refused_before_anything_is_begun(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed(*DAY, f"--serve={port}") == 2
    assert "is not the number of a port" in capsys.readouterr().err
    assert not list(Path().iterdir())


def test_a_port_that_is_taken_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert typed(*DAY, "--no-browser", "--serve", str(taken.getsockname()[1])) == 2
    assert "cannot be had" in capsys.readouterr().err


def test_no_other_file_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes.txt").write_text("mine", "utf-8")
    assert typed(*DAY, "--draw", "notes.txt") == 2
    assert "not such a picture" in capsys.readouterr().err
    assert Path("notes.txt").read_text("utf-8") == "mine"
