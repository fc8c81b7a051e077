"""Games in which target and reference part: none is lost, the reference plays them, and one journal shows where."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hexlaw.compiler.lower.form import Program
from hexlaw.compiler.wasm import target as target_module
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


@pytest.fixture
def expected(printed: Callable[..., Printed], monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the reference and its own program say of games."""

    def alone(*words: str) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr("hexlaw.compiler.workspace.running.can_run", lambda: False)
            return json.loads(printed(*words, "--json")[1])

    return alone


@pytest.mark.parametrize("how", [["--reference"], ["--journals", "kept"], ["--players", "greedy:9,random"]])
def test_games_that_part_are_played_by_the_reference(
    how: list[str], forgetful: None, printed: Callable[..., Printed], expected: Any
) -> None:
    words = [*NIGHT, "--players", "greedy:9", "--games", "3", *how]
    other = [word.replace("kept", "other") for word in words]
    ended, told, warned = printed(*words, "--json")
    assert ended == 1
    found, by_itself = json.loads(told), expected(*other)
    for game in (*found["games"], *by_itself["games"]):
        game.pop("journal", None)
    assert found["games"] == by_itself["games"]
    assert (found["finished"], found["stopped"]) == (3, 0)
    said = re.search(r"in (\d) of 3 games WebAssembly parted from the reference", warned)
    assert said is not None
    assert said[1] in "123"


def test_one_journal_shows_where_they_part(forgetful: None, printed: Callable[..., Printed]) -> None:
    ended, told, warned = printed(*NIGHT, "--players", "greedy:9", "--games", "3", "--reference")
    assert ended == 1
    assert "3 games; in 19 of 20 cases" in told
    [journal] = Path().glob("*.journal")
    assert f"`hexlaw replay {journal} --first-difference` shows where" in warned
    ended, told, _ = printed("replay", str(journal), "--first-difference")
    assert ended == 1
    assert "they part in what is legal" in told


@pytest.mark.parametrize(
    ("words", "answers"), [(["--against", "greedy:9"], "end\n" * 9), ([], "auto\n" * 9)], ids=["against", "auto"]
)
def test_who_plays_against_a_program_is_told_once(
    words: list[str], answers: str, forgetful: None, printed: Callable[..., Printed], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended, told, _ = printed("play", "./own", "night", *words, answers=answers, monkeypatch=monkeypatch)
    assert ended == 0
    [said] = [line for line in told.splitlines() if "WebAssembly" in line]
    assert said.strip() == (
        "WebAssembly parted from the reference, which now plays alone; "
        "`hexlaw replay night.journal --first-difference` shows where: please report it"
    )
    ended, told, _ = printed("replay", "night.journal", "--first-difference")
    assert (ended, "they part in what is legal" in told) == (1, True)


def test_journals_are_those_of_the_reference(forgetful: None, printed: Callable[..., Printed]) -> None:
    assert printed(*NIGHT, "--players", "greedy:9", "--journals", "kept")[0] == 1
    assert printed("replay", "kept/night-hay.journal", "--quiet")[0] == 0
    assert sorted(path.name for path in Path("kept").iterdir()) == ["night-hay.journal", "night-hay.parts.journal"]


def test_one_game_in_a_hundred_may_part(printed: Callable[..., Printed], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told, and the figures stand."""

    def once(target: Target, name: str = "") -> str | None:
        asked.append(0)
        return "nonsense" if len(asked) == 1 else decided(target)

    asked: list[int] = []
    decided = Target.decided
    monkeypatch.setattr(Target, "decided", once)
    ended, _, warned = printed(*NIGHT, "--players", "greedy:1", "--reference", "--games", "100")
    assert "in 1 of 100 games WebAssembly parted" in warned
    assert ended == 0


def test_a_game_without_room_is_counted_apart(printed: Callable[..., Printed], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Target, "play", lambda *args, **how: SimpleNamespace(stopped=3))
    ended, told, warned = printed(*NIGHT, "--games", "3")
    assert ended == 0
    assert "3 of 3 games had no room in WebAssembly" in warned
    assert "parted" not in warned
    assert told == printed(*NIGHT, "--games", "3", "--reference")[1]


NOTES = """memory s: side has-lit n: whole [2]
rule lit.noted [2]
  after light.keeper
  begins s has-lit game.lamps
rule light.noted [2]
  forbids light.keeper
  when acting has-lit 7
situation night"""
SLOW = (
    "played by the reference, some hundred times slower: `night`: the memory has-lit with an argument of endlessly many"
)


@pytest.fixture
def noting(printed: Callable[..., Printed]) -> Callable[..., Printed]:
    """Commands about law that is not carried."""
    law = Path("own/01.law")
    law.write_text(law.read_text("utf-8").replace("situation night", NOTES), "utf-8")
    return printed


@pytest.mark.parametrize("more", [["--games", "3"], ["--players", "greedy:2"]])
def test_what_is_not_carried_is_told_once(more: list[str], noting: Callable[..., Printed]) -> None:
    ended, told, warned = noting(*NIGHT, *more)
    assert ended == 0
    assert warned.count(SLOW) == 1
    assert told == noting(*NIGHT, *more, "--reference")[1]


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
    told = noting("compare", "./own", "./other", "night", "--pairs", "4", "--processes", "1")[1]
    assert told.count(SLOW) == 1
