"""Games in which target and evaluator part: none is lost, the evaluator plays them, and one journal shows where."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from held import played_again

from hexlaw.compiler.lower.form import Program
from hexlaw.compiler.wasm import target as target_module
from hexlaw.compiler.wasm.following import Follower
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law.law import Configuration, Law, configure

from ..typed_commands import advised, typed

pytest.importorskip("wasmtime")

NIGHT = ["run", "own", "night", "--seed", "hay", "--processes", "1"]
FEW = """rule light.few [2]
  forbids light.keeper
  when game.lamps >= 3
situation night"""
Printed = tuple[int, str, str]


@pytest.fixture
def printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Printed]:
    """What a command ends with and prints, in a folder of its own; nothing is kept of the targets that it makes."""
    monkeypatch.setenv("HEXLAW_CACHE", "off")
    monkeypatch.chdir(tmp_path)
    advised("(s: side): whole\n  otherwise game.lamps")
    law = Path("own/01.law")
    law.write_text(law.read_text("utf-8").replace("situation night", FEW), "utf-8")

    def run(*words: str, **how: Any) -> Printed:
        ended = typed(*words, **how)
        told = capsys.readouterr()
        return ended, told.out, told.err

    return run


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """A target that has forgotten a rule of the law: in it more lamps are lit."""

    def changed(law: Law, **how: Any) -> Program:
        chosen = Configuration(law.options, law.readings, law.year, frozenset({"light.few"}), law.situation)
        return lowered(configure(law.graph, chosen), **how)

    lowered = target_module.lowered
    monkeypatch.setattr(target_module, "lowered", changed)


@pytest.mark.parametrize("how", [["--reference"], ["--journals", "kept"], ["--players", "greedy:9,random"]])
def test_games_that_part_stop_where_they_do(how: list[str], forgetful: None, printed: Callable[..., Printed]) -> None:
    ended, told, warned = printed(*NIGHT, "--players", "greedy:9", "--games", "3", *how, "--json")
    assert ended == 1
    found = json.loads(told)
    said = re.search(r"(\d) of 3 games stopped as WebAssembly parted from the evaluator", warned)
    assert said is not None
    assert found["stopped"] == int(said[1]) > 0
    assert any("it parts from the evaluator" in (game["stopped"] or "") for game in found["games"])


def test_one_journal_shows_where_they_part(forgetful: None, printed: Callable[..., Printed]) -> None:
    ended, told, warned = printed(*NIGHT, "--players", "greedy:9", "--games", "3", "--reference")
    assert ended == 1
    assert "it parts from the evaluator" in told
    journal, *_ = sorted(Path().glob("*.journal"))
    assert f"please report it, with the journal `{journal}`" in warned
    parting = played_again(journal).parting
    assert parting is not None
    assert parting.what == "what is legal"


def test_who_plays_is_told_once_that_they_have_parted(
    printed: Callable[..., Printed], monkeypatch: pytest.MonkeyPatch
) -> None:
    catch_up = Follower.catch_up

    def parts(follower: Follower, game: Any) -> bool:
        """All but that which asks the evaluator."""
        follower.has_parted = follower._evaluates is None
        return not follower.has_parted and catch_up(follower, game)

    monkeypatch.setattr(Follower, "catch_up", parts)
    ended, told, _ = printed("play", "./own", "night", answers="auto\n" * 9, monkeypatch=monkeypatch)
    assert ended == 0
    [said] = [line for line in told.splitlines() if "parted" in line]
    assert said.strip() == (
        "WebAssembly parted from the evaluator, which now plays alone: "
        "please report it, with the journal `night.journal`"
    )


def test_a_journal_goes_as_far_as_the_game(forgetful: None, printed: Callable[..., Printed]) -> None:
    assert printed(*NIGHT, "--players", "greedy:9", "--journals", "kept")[0] == 1
    assert printed("replay", "kept/night-hay.journal", "--quiet")[0] == 0
    assert [path.name for path in Path("kept").iterdir()] == ["night-hay.journal"]


def test_a_game_without_room_is_counted_apart(printed: Callable[..., Printed], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Target, "_in_one_call", lambda *args: [])  # none comes to its end there
    monkeypatch.setattr(Target, "play", lambda *args, **how: SimpleNamespace(stopped=3))
    ended, told, warned = printed(*NIGHT, "--games", "3")
    assert ended == 0
    assert "3 of 3 games had no room in WebAssembly" in warned
    assert "parted" not in warned
    assert told == printed(*NIGHT, "--games", "3", "--reference")[1]


NOTES = """memory has-lit(s: side, a: whole, b: whole, c: whole, d: whole, e: whole) [2]
rule lit.noted [2]
  after light.keeper
  begins has-lit(s, 1, 2, 3, 4, 5)
rule light.noted [2]
  forbids light.keeper
  when has-lit(acting, 5, 4, 3, 2, 1)
situation night"""
UNPLAYABLE = "this law cannot be played: the memory has-lit of too many combinations of values"
SLOW = (
    "played by the evaluator, some hundred times slower: `night`: the memory has-lit of too many combinations of values"
)


@pytest.fixture
def noting(printed: Callable[..., Printed]) -> Callable[..., Printed]:
    """Commands about law that is not carried."""
    law = Path("own/01.law")
    law.write_text(law.read_text("utf-8").replace("situation night", NOTES), "utf-8")
    return printed


def test_what_is_not_carried_is_told_once(noting: Callable[..., Printed]) -> None:
    ended, _, warned = noting(*NIGHT, "--games", "3")
    assert ended == 1
    assert warned.count(SLOW) == 1
    assert UNPLAYABLE in warned


def test_who_looks_ahead_is_refused_where_the_law_is_not_carried(noting: Callable[..., Printed]) -> None:
    ended, _, warned = noting(*NIGHT, "--players", "greedy:2")
    assert ended == 2
    assert "programs that look ahead cannot play it: " in warned
    assert SLOW not in warned


def test_few_games_by_chance_are_played_by_the_reference_anyway(
    noting: Callable[..., Printed], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So nothing is said of them, whether or not it is known from other games that the law is not carried."""
    monkeypatch.setenv("HEXLAW_CACHE", str(Path("cache").absolute()))
    few, many, again = (noting(*NIGHT, "--games", number) for number in "131")
    assert few == again
    assert (SLOW in few[2], SLOW in many[2]) == (False, True)


def test_compare_says_what_is_not_carried(noting: Callable[..., Printed]) -> None:
    shutil.copytree("own", "other")
    other = Path("other/01.law")
    other.write_text(other.read_text("utf-8").replace("game.lamps >= 3", "game.lamps >= 2"), "utf-8")
    pairs = ["compare", "./own", "./other", "night", "--pairs", "4", "--processes", "1"]
    ended, _, warned = noting(*pairs, "--players", "random")
    assert (ended, UNPLAYABLE in warned) == (1, True)
    ended, _, warned = noting(*pairs, "--players", "greedy:2")
    assert ended == 2
    assert "programs that look ahead cannot play it: " in warned
