"""Zones: every way to write one gives the hexes that it means, and what names no hex is refused in plain words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.cases.judge import CaseOutcome, run_case
from hexlaw.compiler.situations import zones
from hexlaw.compiler.situations.case_files import read_cases

MAP = """
      board: W
      grid: {orientation: pointy, lines: [A, B, C], lengths: [3, 4], shifted: second, name: "{line}-{number}"}
      hexes: {A-1: {shoal: yes}, B-4: {shoal: yes}}
      places: {Old Quay: [B-1, C-1], B: [B-2]}
"""


def asked(bench: Any, folder: Path, written: str, ask: str, expect: str) -> CaseOutcome:
    path = folder / "x.cases.yaml"
    path.write_text(
        f"cases:\n  - id: a\n    map:{MAP}    zones:\n      reef: A-1\n      z: {written}\n"
        f"    ask: {ask!r}\n    expect: {expect}\n"
    )
    found = Diagnostics()
    file = read_cases(path, "x", found)
    assert file is not None, list(found)
    return run_case(file.cases[0], bench.compiled(""))


@pytest.mark.parametrize(
    ("written", "hexes"),
    [
        ("A-2", "[A-2]"),
        ("Old Quay", "[B-1, C-1]"),
        ("reef", "[A-1]"),
        ("[C-3, reef, Old Quay]", "[A-1, B-1, C-1, C-3]"),
        ("{W: {B: all}}", "[B-1, B-2, B-3, B-4]"),
        ("{W: {A..B: 2-3}}", "[A-2, A-3, B-2, B-3]"),
        ("{W: {C..A: 3+}}", "[A-3, B-3, B-4, C-3]"),
        ("{W: {B: [1, 3-4]}}", "[B-1, B-3, B-4]"),
        ("[{W: {A: 1}}, {W: {C: 1}}]", "[A-1, C-1]"),
        ("those h in hexes where h is shoal", "[A-1, B-4]"),
        ("those h in hexes where (any k in reef where distance(h, k) = 1)", "[A-2, B-1, B-2]"),
    ],
)
def test_the_hexes_of_a_zone(bench: Any, tmp_path: Path, written: str, hexes: str) -> None:
    outcome = asked(bench, tmp_path, written, "z", hexes)
    assert outcome.passed, (outcome.got, list(outcome.diagnostics))


def test_a_whole_board(bench: Any, tmp_path: Path) -> None:
    """Three, four and three hexes."""
    for written in ("W", "{W: all}"):
        assert asked(bench, tmp_path, written, "count(z)", "10").passed


@pytest.mark.parametrize(
    ("code", "written", "says"),
    [
        ("HX327", "[A-9]", "there is no zone, hex, place or board `A-9`"),
        ("HX327", "[refe]", "there is no zone, hex, place or board `refe`"),
        ("HX327", "{V: all}", "there is no board `V` here"),
        ("HX327", "{W: {D: all}}", "board `W` has no lines `D`"),
        ("HX327", "{W: {A..: all}}", "board `W` has no lines `A..`"),
        ("HX327", "{W: {A..B: 1-4}}", "`1-4` are not numbers of line A, which has 1 to 3"),
        ("HX327", "{W: {A: 3-1}}", "`3-1` are not numbers of line A, which has 1 to 3"),
        ("HX327", "{W: {A: half}}", "`half` are not numbers of line A, which has 1 to 3"),
        ("HX327", "{W: most}", "this is not a part of a board"),
        ("HX327", "[[A-1]]", "here stands one name"),
        ("HX327", "those h in hexes where h is shoal and not h is shoal", "no hex of the map is in this zone"),
        ("HX327", "may sail.step(a)", "this is a question, not a set of hexes"),
        ("HX327", "those h in hexes where 1 / 0 = 1", "this zone has no value: a number is divided by nothing"),
        ("HX231", "count(hexes)", "a zone is to be a `set of hex`, but this is a number"),
        ("HX234", "those h in hexez where h is shoal", ""),
    ],
)
def test_what_is_no_zone(bench: Any, tmp_path: Path, code: str, written: str, says: str) -> None:
    outcome = asked(bench, tmp_path, written, "1", "1")
    assert not outcome.passed
    assert [d.code for d in outcome.diagnostics] == [code]
    found = next(iter(outcome.diagnostics))
    assert not says or found.message == says, found.message
    assert found.span is not None
    assert found.span.line == 10, "where `z` is written"


def test_a_name_of_two_things(bench: Any, tmp_path: Path) -> None:
    """The board of the map is called as one of its places is."""
    path = tmp_path / "x.cases.yaml"
    drawn = MAP.replace("B: [B-2]", "W: [B-2]")
    path.write_text(f"cases:\n  - id: a\n    map:{drawn}    zones: {{z: [W]}}\n    ask: 1\n    expect: 1\n")
    file = read_cases(path, "x", Diagnostics())
    assert file is not None
    outcome = run_case(file.cases[0], bench.compiled(""))
    assert [(d.code, d.message) for d in outcome.diagnostics] == [("HX327", "`W` is a place and a board")]


def test_hexes_are_named_within_bounds(bench: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zones, "MAX_HEXES", 30)
    assert asked(bench, tmp_path, "[W, W]", "1", "1").passed
    outcome = asked(bench, tmp_path, f"[{', '.join(['W'] * 1000)}]", "1", "1")
    assert [d.code for d in outcome.diagnostics] == ["HX327"]


def test_zones_are_counted(bench: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zones, "MAX_ZONES", 1)
    outcome = asked(bench, tmp_path, "A-2", "1", "1")
    assert [(d.code, d.message) for d in outcome.diagnostics] == [("HX327", "there are more than 1 zones")]
