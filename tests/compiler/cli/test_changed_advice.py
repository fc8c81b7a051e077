"""Games that were kept, and laws that are compared, where nothing but advice to programs has changed since."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from ..typed_commands import advised, typed

FEW = "(s: side): whole\n  otherwise 0 - game.lamps"
MANY = """(s: side): whole
  otherwise 2 * smaller(game.lamps, 3)
plan game
  noted: whole = 0
  dimmest: whole = 0
rule noted.lamps
  at the start of watch
  then:
    set game.noted to game.lamps
rule noted.nothing
  at the start of watch
  then:
    set game.dimmest to least(n for n in {1, 2} where n > game.lamps + 7)
rule goal.light
  goal of s that game.lamps > 1"""
GAME = Path("kept/night-1.journal")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def kept(_in_a_folder_of_its_own: None, capsys: pytest.CaptureFixture[str]) -> bytes:
    """A game that was played by programs, whose advice is another one now."""
    advised(FEW)
    assert typed("run", "./own", "night", "--players", "random", "--journals", "kept") == 0
    advised(MANY)
    assert typed("check", "./own") == 0
    capsys.readouterr()
    return GAME.read_bytes()


def test_a_journal_is_replayed_as_of_the_same_law(kept: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("replay", str(GAME), "--quiet") == 0
    told = capsys.readouterr().out
    assert "all as written; the game is over" in told
    assert "law" not in told


def test_a_game_is_resumed_as_of_the_same_law(
    kept: bytes, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    half = b"".join(kept.splitlines(keepends=True)[:3])
    GAME.write_bytes(half)
    assert typed("play", "--resume", str(GAME), answers="quit\n", monkeypatch=monkeypatch) == 0
    assert "law has changed" not in capsys.readouterr().out
    assert GAME.read_bytes() == half


def test_what_differs_in_advice_is_one_line_and_programs_that_go_by_it_play(capsys: pytest.CaptureFixture[str]) -> None:
    advised(FEW)
    shutil.copytree("own", "before")
    advised(MANY)
    words = ["compare", "./before", "./own", "night", "--players", "greedy", "--pairs", "2", "--processes", "1"]
    assert typed(*words) == 0
    told = capsys.readouterr().out
    assert "no difference of law\n" in told
    assert "the two laws do the same" not in told
    assert "both laws are one" not in told
    assert told.count("advice") == 1
    assert "as greedy plays night, " in told
    capsys.readouterr()
    assert typed(*words[:5], "random", *words[6:]) == 0
    assert "in night both laws are one" in capsys.readouterr().out  # nobody goes by advice
    assert re.search(r"^  9 differences in advice to programs, which is no law: ", told, re.MULTILINE)
