"""Games that several machines share (`--part`, `--results`): `run` and `balance` do as `compare` does."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from hexlaw.compiler.base.results import Results
from hexlaw.compiler.cli import main

RUN = ("run", "tutorial", "last-fine-day", "--players", "greedy:12,random", "--games", "5", "--processes", "1")
CARD = ("balance", "tutorial", "last-fine-day", "--games", "3", "--processes", "1")
COMMANDS = pytest.mark.parametrize("words", [RUN, CARD], ids=["run", "balance"])


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def kept_in(path: str) -> dict[tuple[str, str], bytes]:
    """The games in a file, by seed and by which of this seed it is."""
    try:
        with closing(sqlite3.connect(path)) as file:
            return {row[:2]: row[2] for row in file.execute("SELECT seed, seating, played FROM pairs")}
    except sqlite3.Error:  # it is not there yet
        return {}


def killed(words: Sequence[str], path: str) -> dict[tuple[str, str], bytes]:
    """Kills a command as soon as it has kept a game; what it had kept then."""
    started = subprocess.Popen(
        [sys.executable, "-m", "hexlaw.compiler.cli", *words], stdout=subprocess.DEVNULL, start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    while started.poll() is None and not kept_in(path):
        time.sleep(0.01)
    os.killpg(started.pid, signal.SIGKILL)
    started.wait()
    return kept_in(path)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot kill a process and its children")
@COMMANDS
def test_two_parts_give_the_report_of_one_machine_and_one_that_is_killed_loses_nothing(
    words: Sequence[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([*words, "--json", "--results", "whole"]) == 0
    told = capsys.readouterr().out
    first = [*words, "--part", "1", "2", "--results", "one"]
    before = killed(first, "one")
    assert before
    assert main([*words, "--part", "2", "2", "--results", "other"]) == 0
    assert capsys.readouterr().out.endswith(" of the games of this part, 0 to go\n")
    assert main(first) == 0
    assert {key: kept_in("one")[key] for key in before} == before
    assert {*kept_in("one")}.isdisjoint(kept_in("other"))
    capsys.readouterr()
    monkeypatch.setattr(Results, "add", lambda *_: pytest.fail("nothing is left to be played"))
    assert main([*words, "--json", "--results", "one", "--results", "other"]) == 0
    assert capsys.readouterr() == (told, "")
    assert kept_in("one") == kept_in("whole")


@COMMANDS
def test_what_does_not_count_is_said_and_what_is_missing_is_played(
    words: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of another law, a part that is not there, and a row that was damaged on the way."""
    assert main([*words, "--results", "whole"]) == 0
    told = capsys.readouterr().out
    assert main([*words, "--part", "1", "2", "--results", "one"]) == 0
    assert main([*words, "--option", "clouds=on", "--part", "2", "2", "--results", "cloudy"]) == 0
    others = len(kept_in("cloudy"))
    with closing(sqlite3.connect("one")) as file, file:
        file.execute("UPDATE pairs SET played = substr(played, 2) WHERE seed = '1-1'")
    missing = len(kept_in("whole")) - sum(seed != "1-1" for seed, _ in kept_in("one"))
    capsys.readouterr()
    assert main([*words, "--results", "one", "--results", "cloudy"]) == 0
    out, err = capsys.readouterr()
    assert out == told
    assert err.splitlines() == [
        f"hexlaw: `cloudy` holds no game of this law, situation and programs: its {others} games are kept, and not "
        "counted",
        f"hexlaw: {missing} games in none of these files, played now",
    ]


@COMMANDS
def test_files_that_cannot_be_put_together_are_named(words: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("shoes").write_bytes(b"shoes" * 1000)
    Path("one").touch()
    for files, said in (
        (["one", "./one"], "`one` is named twice by `--results`; name each file once"),
        (["one", "gone"], "there is no `gone`"),
        (["one", "shoes"], "`shoes` cannot hold results: file is not a database; name another file by `--results`"),
    ):
        assert main([*words, *(word for file in files for word in ("--results", file))]) == 2
        assert capsys.readouterr().err == f"hexlaw: {said}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*RUN, "--part", "3", "2", "--results", "one"], "of `--games`: name `--results`"),
        ([*RUN, "--part", "1", "2"], "of `--games`: name `--results`"),
        ([*CARD, "--part", "0", "2", "--results", "one"], "of the games: name `--results`, and no `--keep`"),
        ([*CARD, "--part", "1", "2", "--results", "one", "--keep"], "of the games: name `--results`, and no `--keep`"),
    ],
)
def test_a_part_that_there_is_not_is_said(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err == f"hexlaw: `--part 2 4` plays the second of four parts {said}\n"
    assert not Path("one").exists()


def test_games_that_would_be_others_the_next_time_are_not_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RUN, "--results", "one", "--journals", "kept"]) == 2
    said = "hexlaw: these games cannot be kept to be counted later; name no `--journals`\n"
    assert capsys.readouterr().err == said
