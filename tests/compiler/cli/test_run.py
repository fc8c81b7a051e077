"""`hexlaw run` as it is typed: what it prints, keeps and refuses; and the dice of cases."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rotation import drawn

from hexlaw.compiler.cli import main
from hexlaw.compiler.wasm.engines import WEBASSEMBLY
from hexlaw.compiler.wasm.python_engine import engine
from hexlaw.compiler.wasm.target import PlayedOut, Target

from ..typed_commands import OWN, ROOT, SHINES, advised, own, typed


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_same_seed_gives_the_same_game_in_every_process(tmp_path: Path) -> None:
    journals = []
    for salt in ("1", "2"):
        folder = tmp_path / salt
        environment = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": str(ROOT / ".links")}
        command = ["run", "tutorial", "early-snow", "--seed", "oats", "--journals", str(folder)]
        subprocess.run(
            [sys.executable, "-m", "hexlaw.compiler.cli", *command], env=environment, check=True, capture_output=True
        )
        journals.append((folder / "early-snow-oats.journal").read_bytes())
    assert journals[0] == journals[1]


def test_what_came_of_games_is_told_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("run", "tutorial", "last-fine-day", "--games", "2", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["players"] == {"sunside": "random", "shadeside": "random"}
    assert (told["finished"], told["stopped"]) == (2, 0)
    assert sum(side["games"] for side in told["won"].values()) == 2
    assert [game["seed"] for game in told["games"]] == ["1-1", "1-2"]
    assert all(game["decisions"] > 16 for game in told["games"]), "each side is asked at least once in each half"
    assert all(set(game["told"]) == {"fleece of sunside", "fleece of shadeside"} for game in told["games"])


def test_without_an_engine_python_plays_and_says_so_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wheel of `wasmtime` is installed where it cannot run as well; there no engine can be made."""
    monkeypatch.setenv("HEXLAW_CACHE", "off")
    words = ["run", "tutorial", "early-snow", "--games", "10", "--json"]
    assert typed(*words) == 0
    expected = capsys.readouterr()
    assert expected.err == ""

    def no_engine() -> None:
        raise OSError("wrong ELF class")

    broken = SimpleNamespace(Engine=no_engine)
    for module in (None, SimpleNamespace(), broken):  # not there; there and empty; there and for another machine
        monkeypatch.setitem(sys.modules, "wasmtime", module)
        assert typed(*words[:4], "2", "--json") == 0
        assert capsys.readouterr().err == "", "so few are played in Python anyhow"
        assert engine().language != WEBASSEMBLY
    assert typed(*words) == 0
    told = capsys.readouterr()
    assert told.out == expected.out
    assert (
        told.err
        == "hexlaw: `wasmtime` does not run on this machine: the games are played in Python, which takes longer\n"
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no such signals")
@pytest.mark.parametrize("processes", drawn(["1", "2"], 1))
def test_many_games_are_stopped_at_once(processes: str) -> None:
    """They are played in the target, which comes back now and then; all of them would take minutes."""
    words = ["run", "tutorial", "last-fine-day", "--games", "100000", "--processes", processes]
    started = subprocess.Popen(
        [sys.executable, "-m", "hexlaw.compiler.cli", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    time.sleep(5)
    assert started.poll() is None
    began = time.monotonic()
    started.send_signal(signal.SIGINT)
    told, errors = started.communicate(timeout=60)
    assert time.monotonic() - began < 3  # a second, and what a busy machine needs
    assert (started.returncode, told, errors) == (2, "", "stopped\n")


def test_several_processes_play_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for processes in ("1", "3"):
        words = ["--games", "5", "--processes", processes, "--journals", f"by-{processes}", "--json"]
        assert typed("run", "tutorial", "early-snow", *words) == 0
        told.append(capsys.readouterr().out.replace(f"by-{processes}", "by"))
    assert told[0] == told[1]
    names = sorted(path.name for path in Path("by-1").iterdir())
    assert len(names) == 5
    assert all(Path("by-1", name).read_bytes() == Path("by-3", name).read_bytes() for name in names)


def test_many_games_of_chance_come_out_as_the_reference_plays_them(capsys: pytest.CaptureFixture[str]) -> None:
    """From ten games on the target plays them, whatever the number of processes."""
    told = []
    for words in (["--processes", "2"], ["--processes", "1"], ["--reference"]):
        assert typed("run", "tutorial", "early-snow", "--games", "12", "--seed", "hay", "--json", *words) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1] == told[2]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the system does not say whose a file is")
def test_one_game_of_chance_is_played_where_its_law_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("wasmtime")
    played, play_games = list[str](), Target.play_games

    def noted(target: Target, seeds: Sequence[str], *rest: Any) -> Iterator[PlayedOut]:
        played.extend(seeds)
        return play_games(target, seeds, *rest)

    monkeypatch.setattr(Target, "play_games", noted)
    monkeypatch.setenv("HEXLAW_CACHE", str(tmp_path / "cache"))
    one = ["run", "tutorial", "early-snow", "--seed", "hay", "--processes", "1"]
    told = []
    for words in (one, [*one, "--games", "10"], one, [*one, "--players", "greedy"], [*one, "--reference"]):
        assert typed(*words) == 0
        told.append(capsys.readouterr().out)
    assert played == [*(f"hay-{number}" for number in range(1, 11)), "hay", "hay"]  # who looks ahead does so there
    assert told[0] == told[2] == told[4] != told[3]


def test_a_game_that_stops_in_a_process_of_its_own_counts_and_leaves_its_journal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    own("game: {lamps: 0}\nwinner: shining(game.lamps)\n")
    law = next(Path("own").glob("*.law"))
    law.write_text(law.read_text("utf-8") + SHINES, "utf-8")
    command = ["run", "./own", "night", "--games", "12", "--processes", "4", "--json"]
    assert typed(*command) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["stopped"] + told["finished"] == len(told["games"]) == 12
    assert all(Path(game["journal"]).exists() == ("stopped" in game) for game in told["games"] if "journal" in game)
    assert 0 < sum("journal" in game for game in told["games"]) == told["stopped"]


def test_what_a_script_cannot_do_in_a_process_of_its_own_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    Path("wrong.txt").write_text("move nobody\n", "utf-8")
    words = ["--games", "6", "--processes", "3", "--players", "sunside=scripted:wrong.txt"]
    assert typed("run", "tutorial", "last-fine-day", *words) == 2
    assert capsys.readouterr().err.count("error") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["last-fine-day", "--processes", "0"], "`--processes` is a number from 1"),
        (["last-fine-dya"], "did you mean `last-fine-day`?"),
        (["last-fine-day", "--players", "gredy"], "did you mean `greedy`?"),
        (["last-fine-day", "--players", "sunside=greedy/prod"], "did you mean `proud`?"),
        (["last-fine-day", "--players", "sunsid=random"], "did you mean `sunside`?"),
        (["last-fine-day", "--players", "random,random,random"], "3 players for 2 sides"),
        (["last-fine-day", "--games", "0"], "a number from 1"),
        (["last-fine-day", "--option", "cloud=on"], "did you mean `clouds`?"),
    ],
)
def test_what_cannot_be_run_is_said(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("run", "tutorial", *words) == 2
    assert said in capsys.readouterr().err


def test_seeds_are_any_text_and_their_journals_can_be_played_again() -> None:
    assert typed("run", "./own", "night", "--seed", "../spring/1", "--journals", "kept") == 2, "there is no such module"
    own("game: {lamps: 1}\n")
    assert typed("run", "./own", "night", "--seed", "../spring/1", "--journals", "kept") == 0
    kept = [path.relative_to("kept") for path in Path("kept").rglob("*") if path.is_file()]
    assert kept == [Path("night-..%2Fspring%2F1.journal")]
    assert typed("replay", f"kept/{kept[0]}", "--quiet") == 0


@pytest.mark.parametrize("seed", ["\u2028", "\x85", "\u2029", "\r", "\udcff", "", "s" * 300, "/" * 90, "-s"])
def test_every_seed_makes_a_journal_that_can_be_read(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    own("game: {lamps: 1}\n")
    Path("own").rename("ow\u2028n")
    assert typed("run", "./ow\u2028n", "night", f"--seed={seed}", "--journals", "kept") == 0
    (kept,) = Path("kept").iterdir()
    assert typed("replay", str(kept), "--quiet") == 0
    assert "all as written; the game is over" in capsys.readouterr().out


def test_a_game_that_stops_is_told_beside_those_that_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    """Who throws less than 4 twice has lit two lamps, and the law does not say what two lamps mean."""
    own("game: {lamps: 0}\nwinner: shining(game.lamps)\n")
    law = next(Path("own").glob("*.law"))
    law.write_text(law.read_text("utf-8") + SHINES, "utf-8")
    assert typed("run", "./own", "night", "--games", "12", "--players", "random") == 1
    printed = capsys.readouterr().out
    stopped = printed.count(" stopped: ")
    assert 0 < stopped < 12
    assert re.search(rf"^  stopped, won by none +{stopped} ", printed, re.MULTILINE)
    assert "won by gulls (random)" in printed


@pytest.mark.parametrize("words", [["run", "--players", "greedy"], ["play", "--against", "greedy:9"]])
def test_who_looks_ahead_cannot_play_what_has_no_worth(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    own("game: {lamps: 1}\n")
    assert typed(words[0], "./own", "night", *words[1:]) == 2
    assert "no advice says what a position is worth" in capsys.readouterr().err
    assert typed("run", "./own", "night") == 0


ENDLESS = "(s: side): whole\n  otherwise game.lamps"
"""To light one more is always worth more, and nothing ends a watch but to be done."""


def test_a_game_without_end_is_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    advised(ENDLESS)
    command = ["run", "./own", "night", "--players", "greedy", "--most-answers", "60"]
    assert typed(*command, "--journals", "kept") == 1
    told = capsys.readouterr().out
    assert "stopped: it is not over after 60 answers" in told
    assert "won by" not in told
    assert typed("replay", "kept/night-1.journal", "--quiet") == 0
    assert "60 answers, all as written; next: " in capsys.readouterr().out

    assert typed(*command, "--games", "2", "--json") == 1
    games = json.loads(capsys.readouterr().out)["games"]
    assert [game["decisions"] + game["throws"] for game in games] == [60, 60]
    assert all("not over after 60" in game["stopped"] for game in games)


def test_a_game_that_ends_in_time_is_not_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    """Two watches in which both are done at once: two answers, no more."""
    own("game: {lamps: 1}\n")
    law = Path("own/01.law")
    law.write_text(law.read_text("utf-8") + "rule nobody [1]\n  forbids light.keeper\n", "utf-8")
    assert typed("run", "./own", "night", "--most-answers", "2") == 0
    assert typed("run", "./own", "night", "--most-answers", "1") == 1
    assert "not over after 1 answers" in capsys.readouterr().out
    assert typed("run", "./own", "night", "--most-answers", "0") == 2


@pytest.mark.parametrize("words", [["run", "--journals", "taken"], ["play", "--journal", "taken/night.journal"]])
def test_a_journal_that_cannot_be_written_is_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    own("game: {lamps: 1}\n")
    Path("taken").write_text("a file, not a folder", "utf-8")
    assert main([words[0], "./own", "night", *words[1:]]) == 2
    assert "`taken/night" in (told := capsys.readouterr().err)
    assert "cannot be written" in told


@pytest.mark.parametrize("worth", ["(s: side): side\n  otherwise s", "(g: game): whole\n  otherwise g.lamps"])
def test_what_a_position_is_worth_is_a_number_for_a_side(worth: str, capsys: pytest.CaptureFixture[str]) -> None:
    advised(worth)
    assert typed("run", "./own", "night", "--players", "greedy") == 2
    assert "no advice says what a position is worth" in capsys.readouterr().err
    advised("(s: side): exact\n  otherwise 3 - game.lamps / 2")
    assert typed("check", "./own") == 0
    assert typed("run", "./own", "night", "--players", "greedy") == 0


def test_advice_of_another_situation_is_not_gone_by(capsys: pytest.CaptureFixture[str]) -> None:
    advised("(s: side): exact\n  otherwise 3")
    law = Path("own/01.law")
    other = (
        law.read_text("utf-8")
        .replace('"Light"', '"Light" if situation noon')
        .replace("advice [HA", 'situation noon [3] "Noon"\nadvice [HA')
    )
    law.write_text(other, "utf-8")
    assert typed("run", "./own", "night", "--players", "greedy") == 2
    assert "no advice says what a position is worth" in capsys.readouterr().err


def test_a_situation_does_not_say_what_it_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    advised("(s: side): exact\n  otherwise 3 - game.lamps / 2")
    file = Path("own/situations/night.yaml")
    before = file.read_text("utf-8")
    file.write_text(f"{before}worth: worth(side)  # of each\n", "utf-8")
    assert typed("check", "./own") == 1
    assert "what a position is worth is said outside of advice" in (told := capsys.readouterr().out)
    assert "`hexlaw fmt`" in told
    assert typed("fmt", "./own") == 0
    assert file.read_text("utf-8") == before
    assert typed("check", "./own") == 0


def test_a_case_that_forgets_a_die_is_told_which(capsys: pytest.CaptureFixture[str]) -> None:
    forgotten = OWN["cases/01.cases.yaml"].replace("      - roll: {wind: 3}\n", "")
    own("game: {lamps: 0}\n", cases=forgotten)
    assert typed("test", "./own") == 1
    assert "got:      0 (after its last step the game asks wind, 1d6)" in capsys.readouterr().out
    own("game: {lamps: 0}\n")
    assert typed("test", "./own") == 0


def test_a_die_that_cannot_fall_so_is_told_how_it_can(capsys: pytest.CaptureFixture[str]) -> None:
    own("game: {lamps: 0}\n", cases=OWN["cases/01.cases.yaml"].replace("wind: 3", "wind: 7"))
    assert typed("test", "./own") == 2
    assert "it shows 1 to 6" in capsys.readouterr().out


def test_situations_are_listed_with_their_titles(capsys: pytest.CaptureFixture[str]) -> None:
    own("game: {lamps: 1}\n")
    assert typed("run", "./own") == 0
    assert re.fullmatch(r"own has the situations\n  night  \S.*\n", capsys.readouterr().out)
    next(Path("own").glob("*.law")).write_text("situation night\n", "utf-8")
    assert typed("run", "./own") == 2
    assert "error HX" in capsys.readouterr().err


HOLE = """chapter [HR 1] "Depth"
fact depth(h: hex): whole
rule depth.scree [HR 1]
  when h.terrain is scree
  depth(h) is 2
rule step.deep [HR 1]
  forbids move.step
  when depth(there) > 1
"""


def test_no_winner_is_named_where_programs_walk_round_a_hole(capsys: pytest.CaptureFixture[str]) -> None:
    """`depth` says nothing of most hexes: a person's game stops there, and a program leaves out every step."""
    assert main(["new", "module", "ponds", "--extends", "tutorial"]) == 0
    Path("ponds/01-changes.law").write_text(HOLE, "utf-8")
    words = ["run", "./ponds", "early-snow", "--players", "greedy"]
    printed = []
    for more in ([], ["--reference"]):
        capsys.readouterr()
        assert typed(*words, *more) == 1
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert "no winner is named" in printed[0]
    assert "won by" not in printed[0]
    assert typed(*words, "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["won"] == {}
    assert any(seat["unanswered"] > 0 for seat in found["weighed"].values())
    assert found["why"][0].startswith("no rule says what `depth` is")
    assert any("in rule step.deep (ponds/01-changes.law:6" in line for line in found["why"])
