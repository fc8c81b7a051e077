"""Cases of a library are asked in each game that uses it, in the words of that game; facts may be supposed."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from hexlaw.compiler.cli import main

LIBRARY = """chapter [0] "Lookouts"

open choice side
  ours, theirs

open thing ship
  stands in hex
  side: side
  tired: whole

thing ship also
  lit: yes/no

open fact u: ship keeps-watch
  "It looks out for others."

fact rest-of(u: ship): whole

rule rest-of.usual [1]
  rest-of(u) is 10 - u.tired

rule rest-of.watch [1]
  over rest-of.usual
  when u keeps-watch
  rest-of(u) is 0

open event goes(u: ship) [2]
  "A ship gets about."

rule goes.watched [2]
  "No ship goes by the other side's lookouts, unless it is lit."
  forbids goes
  when not u is lit
  when any ship w where w.side is not u.side and w keeps-watch and w.hex adjacent-to u.hex
"""
CASES = """maps:
  bay:
    grid: {orientation: pointy, lines: [A, B], lengths: [3], shifted: second, name: "{line}-{number}"}
cases:
  - id: watch.rest
    doc: "A ship that keeps no watch rests."
    shows: [1]
    map: bay
    pieces: {a: {kind: ship, side: ours, tired: 3}, b: {kind: ship, side: ours, tired: 3}}
    suppose: [b keeps-watch]
    ask: rest-of(a) = 10 - a.tired and rest-of(b) = 0
    expect: yes
  - id: watch.goes-by
    shows: [2]
    map: bay
    acting: ours
    pieces: {a: {kind: ship, side: ours, at: B-1}, w: {kind: ship, side: theirs, at: B-2}}
    suppose: [w keeps-watch]
    ask: goes(a) is forbidden and w.side is theirs
    expect: yes
"""
GAME = """chapter [1] "Hulls"

choice flag
  north, south

choice side
  red, blue

thing hull
  stands in hex
  flag: side = red
  age: whole = 0

sequence game [1]
  phase sailing for each s in {red, blue} by s

action sail [1]
  open in sailing
  pick sailor(h: hull) where h.flag is acting

event goes also
  by sail.sailor with u = h

rule keeps-watch.old [1]
  when u.age > 100
  u keeps-watch
"""
MODULE = "module: {}\ntitle: {}\nversion: 0.1.0\n{}"
SOURCES = 'sources:\n  RB: {title: "Rules"}\nspeaks-for: [RB]\ndefault-source: RB\n'
USE = 'uses:\n  watch: {ship: hull, ship.side: flag, ship.tired: age, under: "3"}\n'


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files = {"module.yaml": MODULE.format("watch", "Lookouts", "library: yes\n"), "1.law": LIBRARY}
    write(tmp_path / "watch", {**files, "cases/watch.cases.yaml": CASES})
    write(tmp_path / "fleet", {"module.yaml": MODULE.format("fleet", "Fleet", SOURCES + USE), "1.law": GAME})
    return tmp_path


def typed(*words: str) -> tuple[int, str]:
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        return main([*words]), said.getvalue()


def changed(path: Path, *changes: Sequence[str]) -> None:
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


def test_cases_of_a_library_hold_in_the_game_that_uses_it(fleet: Path) -> None:
    assert typed("test", "fleet") == (0, "2 passed, 0 failed\n")
    said = typed("test", "fleet", "--knock-out")[1]
    assert "rest-of" not in said
    assert "goes.watched" not in said


def test_a_case_of_a_library_fails_at_its_place_in_it_and_under_the_numbers_of_the_game(fleet: Path) -> None:
    changed(
        fleet / "fleet" / "1.law", ("sequence game", "rule rest-of.never [1]\n  limits rest-of.watch\n\nsequence game")
    )
    code, said = typed("test", "fleet")
    assert code == 1
    assert "watch/cases/watch.cases.yaml:5:9: case watch.rest fails (RB 3.1)" in said
    assert "goes-by" not in said


def test_what_is_supposed_counts_and_not_the_rules(fleet: Path) -> None:
    changed(fleet / "fleet" / "1.law", ("u.age > 100", "u.age >= 0"))
    assert typed("test", "fleet")[0] == 0  # `a` keeps a watch by the rules, and none in the case
    changed(fleet / "watch" / "cases" / "watch.cases.yaml", ("    suppose: [b keeps-watch]\n", ""))
    assert typed("test", "fleet")[0] == 1


def test_values_that_are_not_bound_are_those_of_the_game_in_their_order(fleet: Path) -> None:
    ask = "    ask: goes(a) is forbidden and a.side is ours and w.side is theirs\n"
    changed(
        fleet / "watch" / "cases" / "watch.cases.yaml", ("    ask: goes(a) is forbidden and w.side is theirs\n", ask)
    )
    assert typed("test", "fleet")[0] == 0
    changed(fleet / "watch" / "cases" / "watch.cases.yaml", ("side: theirs, at", "side: ours, at"))
    assert typed("test", "fleet")[0] == 1


def test_a_second_use_has_the_cases_under_its_prefix(fleet: Path) -> None:
    second = '  spies: {library: watch, prefix: spy, ship: hull, ship.side: flag, ship.tired: age, under: "4"}\n'
    changed(fleet / "fleet" / "module.yaml", (USE, USE + second))
    answers = "event spy-goes also\n  by sail.sailor with u = h\n\nrule spy-keeps-watch.old [1]\n  when u.age > 90\n"
    changed(fleet / "fleet" / "1.law", ("sequence game", f"{answers}  u spy-keeps-watch\n\nsequence game"))
    assert typed("test", "fleet") == (0, "4 passed, 0 failed\n")
    assert typed("test", "fleet", "--only", "spy-watch")[1] == "2 passed, 0 failed\n"


def test_check_reads_the_cases_of_a_library(fleet: Path) -> None:
    assert "error" not in typed("check", "fleet")[1]
    changed(fleet / "watch" / "cases" / "watch.cases.yaml", ("rest-of(b) = 0", "rest-of(b) = w"))
    code, said = typed("check", "fleet")
    assert code == 1
    assert "watch/cases/watch.cases.yaml:11:" in said


def test_a_library_with_a_toy_is_checked_and_tested_through_it(fleet: Path) -> None:
    assert "checked in the games that use it" in typed("check", "watch")[1]
    toy = GAME.replace("hull", "ship").replace("flag: side", "side: side").replace("h.flag", "h.side")
    toy = (
        toy.replace("red", "ours")
        .replace("blue", "theirs")
        .replace("age: whole", "tired: whole")
        .replace("u.age", "u.tired")
        .replace("choice flag\n  north, south\n\n", "")
    )
    manifest = MODULE.format("watch-toy", "A toy", SOURCES + 'uses:\n  watch: {under: "3"}\n')
    write(fleet / "watch" / "toy", {"module.yaml": manifest, "1.law": toy})
    assert typed("check", "watch")[1].splitlines()[-1].startswith("watch-toy: ")
    assert typed("test", "watch")[1] == "2 passed, 0 failed\n"
    assert typed("test", "watch/cases/watch.cases.yaml") == (0, "2 passed, 0 failed\n")
    assert typed("test", "fleet") == (0, "2 passed, 0 failed\n")
    assert typed("ask", "watch", "--case", "watch.rest", "rest-of(b)")[1].startswith("0")


@pytest.mark.parametrize(
    ("supposed", "message"),
    [
        ("[c keeps-watch]", "c"),
        ("[b.tired = 3]", "does not say what a fact is"),
        ("[not b keeps-watch]", "does not say what a fact is"),
        ("[b keeps-watch]\n    play: [done]", "a case that supposes facts is asked, not played"),
        ("[rest-of(b) is none]", "none"),
    ],
)
def test_what_cannot_be_supposed_is_refused_at_its_place(fleet: Path, supposed: str, message: str) -> None:
    changed(fleet / "watch" / "cases" / "watch.cases.yaml", ("[b keeps-watch]", supposed))
    code, said = typed("test", "fleet")
    assert code
    assert "watch.cases.yaml:10:" in said
    assert message in said
    assert "Traceback" not in said


def test_a_game_replaces_a_case_by_its_own_of_the_same_name(fleet: Path) -> None:
    changed(
        fleet / "fleet" / "1.law", ("sequence game", "rule rest-of.never [1]\n  limits rest-of.watch\n\nsequence game")
    )
    case = "{id: watch.rest, pieces: {a: {kind: hull}}, suppose: [a keeps-watch], ask: rest-of(a), expect: 10}"
    own = f"cases:\n  - {case}\n"
    write(fleet / "fleet", {"cases/own.cases.yaml": own})
    assert typed("test", "fleet") == (0, "2 passed, 0 failed\n")
    assert typed("ask", "fleet", "--case", "watch.rest", "rest-of(a)")[1].startswith("10")


def test_a_case_file_of_a_library_that_cannot_be_read_is_reported(fleet: Path) -> None:
    changed(fleet / "watch" / "cases" / "watch.cases.yaml", ("    expect: yes\n", "    expects: yes\n"))
    code, said = typed("test", "fleet")
    assert code
    assert "watch/cases/watch.cases.yaml:12:5: error" in said
