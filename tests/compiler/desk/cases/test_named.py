"""`hexlaw check` reads the names that cases use, and the grammar of what they ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from ...typed_commands import typed

MANIFEST = (
    "module: harbour\ntitle: T\nversion: 0.1.0\nsources: {H: {title: Rules}}\nspeaks-for: [H]\ndefault-source: H\n"
)
LAW = """choice side
  north, south
thing boat
  stands in hex
  lit: yes/no
sequence game [1]
  phase day:
    phase going for each s in {north, south} by s
option fog [1]
action sail [2]
  open in going
  pick skipper(b: boat) does:
    mark b as lit
action tow [2]
  open in going
  pick sail.skipper
event leaves(b: boat) [2]
  by sail.skipper
rule sail.lit [3]
  forbids sail.skipper
  when b is lit
rule leaves.lit [3]
  forbids leaves
  when b is lit
"""
FOG = """chapter [4] "Fog" if option fog
rule sail.fog [4]
  forbids sail.skipper
  when b is not lit
"""
MAP = "maps: {bay: {grid: {orientation: pointy, lines: [A], lengths: [3], name: '{line}{number}'}}}\n"
CASE = """cases:
  - id: sailed
    map: bay
    acting: north
    now: going
    with: {options: {fog: on}}
    pieces: {dory: {kind: boat, at: A1}}
    play:
      - sail.skipper: dory
      - refused: {sail.skipper: dory}
        by: sail.lit
      - ask: dory is lit
        expect: yes
      - done
    ask: may sail.skipper(dory)
    expect: {refused-by: sail.lit}
"""


def checked(folder: Path, cases: str, capsys: pytest.CaptureFixture[str], more: str = "") -> str:
    (folder / "harbour" / "cases").mkdir(parents=True)
    (folder / "harbour" / "module.yaml").write_text(MANIFEST)
    (folder / "harbour" / "01.law").write_text(LAW)
    (folder / "harbour" / "02.law").write_text(FOG)
    (folder / "harbour" / "cases" / "a.cases.yaml").write_text(more + MAP + cases)
    typed("check", "./harbour")
    return capsys.readouterr().out


def test_a_case_that_names_what_is_there_is_fine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "harbour: fine (3 rules" in checked(tmp_path, CASE, capsys)


def test_a_case_may_ask_whether_an_event_is_forbidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = CASE.replace(
        "may sail.skipper(dory)\n    expect: {refused-by: sail.lit}", "leaves(dory) is forbidden\n    expect: yes"
    )
    assert "harbour: fine (3 rules" in checked(tmp_path, asked, capsys)


@pytest.mark.parametrize(
    ("right", "wrong", "at", "said"),
    [
        ("now: going", "now: goign", "6:10", "the sequence has no part `goign`"),
        ("- done", "- dice: [3, 3]", "15:9", "what dice show is said by the name of the throw: `roll: {NAME: 3}`"),
        ("fog: on", "fogg: on", "7:22", "there is no option `fogg`"),
        ("with: {options: {fog: on}}", "situation: calm", "7:16", "there is no situation `calm`"),
        ("- sail.skipper: dory", "- sail.skiper: dory", "10:9", "did you mean `sail.skipper`?"),
        (
            "- sail.skipper: dory",
            "- sail: dory",
            "10:9",
            "name one of its picks, sail.skipper, or write `action: sail`",
        ),
        ("- refused: {", "- refuse: {", "11:9", "did you mean `refused`?"),
        ("{sail.skipper: dory}", "{sail.skiper: dory}", "11:19", "the law has no pick `sail.skiper`"),
        ("        by: sail.lit", "        by: sail.unlit", "12:13", "there is no rule `sail.unlit`"),
        ("refused-by: sail.lit", "refused-by: sail.unlit", "17:26", "there is no rule `sail.unlit`"),
        ("- ask: dory is lit", "- ask: dory is not not lit", "13:30", "`lit` is not expected here"),
        (
            "- ask: dory is lit",
            "- ask: count({dory}) = load(dory)",
            "13:30",
            "no fact, quantity, table or record `load`",
        ),
        ("ask: may sail.skipper(dory)", "ask: may sail.skipper(dory", "16:27", "a round bracket is not closed"),
    ],
)
def test_a_name_in_a_case_that_stands_for_nothing_is_told_where_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    right: str, wrong: str, at: str, said: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert CASE.count(right) == 1
    told = checked(tmp_path, CASE.replace(right, wrong), capsys)
    assert said in told
    assert f"harbour/cases/a.cases.yaml:{at}" in told


QUESTION = """cases:
  - id: asked
    map: bay
    zones: {shore: [A2, A3]}
    pieces: {dory: {kind: boat, at: A1}, fleet: {kind: boat, at: A2, count: 2}}
    let: {first: fleet-1}
    ask: count(fleet) = 2 and first is not dory and not shore includes dory.hex
    expect: yes
"""


def test_a_question_about_what_a_case_has_is_fine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "harbour: fine (3 rules" in checked(tmp_path, QUESTION, capsys)


@pytest.mark.parametrize(
    ("right", "wrong", "at", "said"),
    [
        ("includes dory.hex", "includes dory.hull", "8:77", "a `boat` has no attribute `hull`"),
        ("count(fleet) = 2", "fleet = 2", "8:10", "a `set of boat` cannot be compared with a number"),
        ("is not dory", "is not dori", "8:44", "a `boat` cannot be `dori`"),
        ("first: fleet-1", "first: fleet-1 + 1", "7:18", "`+` works on numbers, but this is a `boat`"),
        ("ask: count(fleet) = 2 and", "ask: may sail.skiper(dory) #", "8:14", "did you mean `skipper`?"),
        ("ask: count(fleet) = 2 and", "ask: may sail.skipper(A1) #", "8:27", "is to be a `boat`"),
        ("ask: count(fleet) = 2 and", "ask: may sail.skipper(fleet-1) #", "", ""),
        ("ask: count(fleet) = 2 and", "ask: first.lit #", "", ""),  # `test` runs it, as it did when that was law
    ],
)
def test_a_question_of_a_case_has_a_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    right: str, wrong: str, at: str, said: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert QUESTION.count(right) == 1
    told = checked(tmp_path, QUESTION.replace(right, wrong), capsys)
    assert said in told
    assert (f"harbour/cases/a.cases.yaml:{at}" in told) is bool(at)


def test_a_case_in_a_part_that_was_replaced_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    checked(tmp_path, CASE, capsys)
    (tmp_path / "calm" / "cases").mkdir(parents=True)
    (tmp_path / "calm" / "module.yaml").write_text(MANIFEST.replace("harbour", "calm") + "extends: harbour\n")
    law = "sequence game also [1]\n  replaces going:\n    phase resting\n"
    (tmp_path / "calm" / "01.law").write_text(law)
    case = "cases:\n  - {id: gone, now: going, ask: 1 + 1, expect: 2}\n"
    (tmp_path / "calm" / "cases" / "a.cases.yaml").write_text(case)
    typed("check", "./calm")
    told = capsys.readouterr().out
    assert "calm/cases/a.cases.yaml:2:21: error HX320: the part `going` is not played any more" in told
    assert "the sequence has: day, resting" in told
    typed("test", "./calm")
    assert "the part `going` is not played any more" in capsys.readouterr().out


def test_cases_for_the_module_with_an_add_on_are_looked_at_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    told = checked(tmp_path, CASE.replace("fog: on", "fogg: on"), capsys, more="module: harbour + gossip\n")
    assert "harbour: fine (3 rules" in told
