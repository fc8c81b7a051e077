"""`finish` at the table: the rest of a game by chance, once or often, beside the game."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.desk.table import finish
from hexlaw.compiler.desk.table.finish import Rest
from hexlaw.compiler.situations.tally import PlayedGame
from hexlaw.compiler.wasm.target import MANY_GAMES, PlayedOut, Target

from ...typed_commands import OWN, own, typed

WINDY = """rule nobody-lights [4]
  forbids light.keeper

rule lamps.wind [4]
  at the end of watch
  then:
    roll 1d6 as wind
    if wind < 4:
      set game.lamps to game.lamps + 1
"""
PLAN = """
order plan [4]
  falls due in watch
  lamp: whole secret
"""
UNSEEN = "what comes of it depends on what you do not see"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(capsys, monkeypatch)


class Table:
    """A table at which something is typed: what it answers."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *typed_: str, module: str = "tutorial", situation: str = "early-snow", words: str = "") -> str:
        Path("kept.journal").unlink(missing_ok=True)
        answers = "".join(f"{line}\n" for line in typed_)
        command = ["play", module, situation, "--journal", "kept.journal", "--seed", "hay", *words.split()]
        assert typed(*command, answers=answers, monkeypatch=self.monkeypatch) == 0
        return self.capsys.readouterr().out


def test_the_rest_is_played_from_the_middle_of_an_action_and_the_game_stays_as_it_was(table: Table) -> None:
    table("move anna", "quit")
    kept = Path("kept.journal").read_text("utf-8")
    told = table("move anna", "finish", "quit")
    assert Path("kept.journal").read_text("utf-8") == kept
    rest = told.partition("from here on by chance, beside this game:\n")[2]
    assert re.match(r"    won by \w+( \(random\))?\n    fleece of sunside: \d+\n", rest)
    assert re.search(r"^    \d+ decisions, \d+ throws of dice$", rest, re.M)


@pytest.mark.parametrize("typed_", [("finish 12",), ("move anna", "finish 12")])
def test_the_target_plays_the_games_that_the_machine_would(
    table: Table, monkeypatch: pytest.MonkeyPatch, typed_: tuple[str, ...]
) -> None:
    pytest.importorskip("wasmtime")
    played, play = [], Target.play

    def noted(target: Target, *given: Any, **more: Any) -> PlayedOut:
        played.append(given)
        return play(target, *given, **more)

    monkeypatch.setattr(Target, "play", noted)
    by_the_target = table(*typed_, "quit")
    assert len(played) == 12 >= MANY_GAMES
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    assert table(*typed_, "quit") == by_the_target, "in Python"
    assert len(played) == 24
    monkeypatch.setattr("hexlaw.compiler.desk.table.finish.target_of", lambda *_: None)
    assert table(*typed_, "quit") == by_the_target
    assert len(played) == 24


def test_no_dice_of_the_game_are_thrown(table: Table) -> None:
    """Nobody decides anything, so by its own dice every rest would be the same."""
    own("tells: {lamps: game.lamps}\n", **{"01.law": OWN["01.law"] + WINDY})
    told = table("finish 60", "quit", module="./own", situation="night")
    assert re.search(r"lamps: \d\.\d\d ± \d\.\d\d, 0 to 2$", told, re.M)


def test_who_does_not_see_everything_is_not_told_what_depends_on_it(table: Table) -> None:
    own("game: {lamps: 0}\n", **{"01.law": OWN["01.law"] + PLAN})
    alone = table("finish", "finish 20", "quit", module="./own", situation="night", words="--against random")
    assert alone.count(UNSEEN) == 2
    assert alone.count("won by") == alone.count("If it ended now: won by nobody") == 1  # what any game begins with
    assert UNSEEN not in table("finish", "quit", module="./own", situation="night")
    assert UNSEEN not in table("finish", "quit", words="--against random"), "this law has no secrets"


def test_who_stops_it_is_told_what_came_of_it_and_the_table_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one(rest: Rest, number: int, games: int) -> PlayedGame:
        if number == 3:
            raise KeyboardInterrupt
        return PlayedGame(str(number), "sunside")

    monkeypatch.setattr(Rest, "_played", one)
    told = table("finish 9", "wins", "quit")
    assert "  stopped after 2 of 9\n    2 games; " in told
    assert re.search(r"won by sunside \(random\) +2  100 %", told)
    assert told.count("-- Sunside") == 1
    assert "go on with" in told


def test_a_rest_that_stops_is_told_with_its_reason(table: Table) -> None:
    own("tells: {lamps: 6 / game.lamps}\n")
    told = table("finish 9", "quit", module="./own", situation="night")
    assert re.search(r"^    game \d stopped: ", told, re.M)
    assert re.search(r"stopped, won by none +\d ", told)


@pytest.mark.parametrize("number", ["0", "hay", "1001", "-3", "1 2"])
def test_how_often_is_a_number(table: Table, number: str) -> None:
    told = table(f"finish {number}", "quit")
    assert f"type `finish`, or behind it a number up to {finish.MAX_GAMES:,}" in told
    assert "from here on" not in told
