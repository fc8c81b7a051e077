"""A slice of the games under every option (bench/options.py): none stops, and what goes wrong is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from held import Stepping

Script = Callable[[str], Any]
LAW = """choice side
  reds, blues
thing boat also
  side: side = reds
thing game also
  day: whole = 1
sequence game [1]
  phase day while game.day <= 2:
    phase tide for each s in {reds, blues} by s:
      phase sailing
    set game.day to game.day + 1
situation calm [1] "A calm sea"
action sail [1]
  open in sailing
  pick skipper(b: boat) where b.side is acting
  pick step(there: hex) from neighbours(b.hex) where not there is off-board does:
    move b to there
rule bar.lit [1]
  forbids sail.skipper
  when b is lit
"""
SITUATION = """map:
  grid: {orientation: pointy, lines: [A, B], lengths: [5], shifted: second, name: "{line}-{number}"}
  hexes: {}
pieces: {ann: {kind: boat, at: A-1}, tim: {kind: boat, at: A-3, lit: yes}, bob: {kind: boat, at: B-5, side: blues}}
"""
GALES = """chapter [2] "Gales" if option gales
option gales [2]
  default off
rule gale.lights [2]
  after sail.step
  then:
    mark b as lit
rule gale.storm [2]
  forbids sail.step
  when b.crew > 5
"""
FOGS = """chapter [3] "Fogs" if option fogs
option fogs [3]
  default off
rule fog.ghost [3]
  forbids sail.skipper
  when b.crew > 7
"""


@pytest.fixture
def run(bench: Any, bench_script: Script, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Games of this law: what the script ends with, and what it prints."""

    def runs(*more: str, law: str = "", clock: Any = None, a_way: int = 0, **files: str) -> tuple[int, str]:
        chapters = {"20-gales.law": GALES, "21-fogs.law": FOGS, "situations/calm.yaml": SITUATION, **files}
        folder = bench.write(LAW + law, files=chapters)
        script = bench_script("options")
        script.monotonic, script.MAX_OF_A_WAY = clock or script.monotonic, a_way or script.MAX_OF_A_WAY
        ended = script.main(["--module", str(folder), "--players", "random", *more])
        return ended, capsys.readouterr().out

    return runs


def test_every_option_is_played_alone_and_with_others(run: Callable[..., tuple[int, str]]) -> None:
    ended, told = run("--games", "2")
    assert ended == 0, told
    assert told.startswith("4 ways to play"), "as it is, with gales, with fogs, and with both"
    assert "8 games (0 cut off)" in told
    assert "stopped or unlike: 0" in told
    assert "gales: 4 games, 1 of its 2 rules applied\n  never: gale.storm" in told
    assert re.search(r"options never exercised: .*, fogs$", told, re.MULTILINE)


def test_so_many_games_are_shared_out_among_the_ways_to_play(run: Callable[..., tuple[int, str]]) -> None:
    ended, told = run("--count", "10")
    assert ended == 0, told
    assert "4 of 4 ways to play: 12 games (0 cut off)" in told, "three of each"
    assert "gales: 6 games, 1 of its 2 rules applied\n  never: gale.storm" in told
    assert re.search(r"options never exercised: .*, fogs$", told, re.MULTILINE)


def test_a_game_that_stops_is_told_with_what_plays_it_again(run: Callable[..., tuple[int, str]]) -> None:
    fact = "fact depth(h: hex): whole\nrule depth.shoals [1]\n  when h is shoal\n  depth(h) is 1\n"
    hole = GALES + "rule gale.deep [2]\n  forbids sail.step\n  when depth(there) > 3\n"
    ended, told = run("--sets", "0", law=fact, **{"20-gales.law": hole})
    assert ended == 1
    assert re.search(r"hexlaw run \S+ calm --option gales=on --players random --seed 1\n  stops after \d+: ", told)
    assert "stopped or unlike: 1" in told


@pytest.mark.parametrize(("seconds", "came"), [(4, "1 games (1 cut off), 4 answers"), (16, "1 games (0 cut off)")])
def test_the_time_of_a_sample_ends_a_game_and_what_is_compared(
    run: Callable[..., tuple[int, str]], seconds: int, came: str
) -> None:
    """The clock is read at the start, before each way and after every answer; here each time a second later."""
    ended, told = run("--seconds", str(seconds), "--sets", "0", clock=count().__next__)
    assert ended == 0, told
    assert f"0 of 3 ways to play: {came}" in told


def test_no_way_to_play_takes_all_the_time_of_a_sample(run: Callable[..., tuple[int, str]]) -> None:
    ended, told = run("--seconds", "50", "--sets", "0", clock=count().__next__, a_way=3)
    assert ended == 0, told
    assert "0 of 3 ways to play: 3 games (3 cut off), 12 answers" in told


def test_a_sample_is_cut_short(run: Callable[..., tuple[int, str]]) -> None:
    ended, told = run("--seconds", "0")
    assert ended == 0
    assert "0 of 4 ways to play" in told
    ended, told = run("--most-answers", "3", "--sets", "0")
    assert ended == 0, told
    assert "3 games (3 cut off), 9 answers" in told


def test_the_target_is_held_to_the_machine(run: Callable[..., tuple[int, str]]) -> None:
    pytest.importorskip("wasmtime")
    ended, told = run("--target", "--games", "2")
    assert ended == 0, told
    assert "4 of 4 ways to play: 8 games (0 cut off)" in told
    assert re.search(
        r"^target and machine: \d\d+ questions, \d\d+ legal answers, 0 throws, \d\d+ values", told, re.MULTILINE
    )
    assert "refused" not in told


def test_where_the_target_parts_from_the_machine_is_told(
    run: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("wasmtime")
    monkeypatch.setattr(Stepping, "legal", lambda _: {"nobody": 0})
    ended, told = run("--target", "--ways", "1")
    assert ended == 1
    assert "1 of 1 ways to play" in told
    assert "they part in what is legal: ['nobody'] in the target" in told
