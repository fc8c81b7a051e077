"""Case files: read, made into positions, and refused where they make no sense."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.situations.case_files import read_cases

BOAT = "{a: {kind: boat, at: A-1}}"


def problems(bench: Any, ask: str = "1", **how: Any) -> list[str]:
    return [d.code for d in bench.case(bench.compiled(""), ask, "1", **how).diagnostics]


def test_a_case_without_fault_has_none(bench: Any) -> None:
    assert problems(bench, pieces=BOAT) == []


@pytest.mark.parametrize(
    ("code", "pieces"),
    [
        ("HX313", "{a: {at: A-1}}"), ("HX313", "{a: {kind: raft}}"), ("HX313", "{a: {type: no-such-chart-line}}"),
        ("HX313", "{a: {kind: hex}}"), ("HX313", "{a: {kind: boat, in: b}}"), ("HX313", "{a: {kind: boat, in: a}}"),
        ("HX313", "{a: {kind: boat, in: b}, b: {kind: boat, in: a}}"), ("HX313", "{a: {kind: boat, in: b, at: A-1}, b: {kind: boat}}"),
        ("HX236", "{a: {kind: boat, at: Z-9}}"), ("HX314", "{a: {kind: boat, keel: 3}}"), ("HX314", "{a: {kind: boat, friend: b}}"),
        ("HX107", "{a: {kind: boat, crew: many}}"), ("HX107", "{a: {kind: boat, paint: green}}"),
    ],
)  # fmt: skip
def test_pieces_that_cannot_be(bench: Any, code: str, pieces: str) -> None:
    assert problems(bench, pieces=pieces)[0] == code


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("HX314", "    given: [{shoal: yes}]\n"), ("HX314", "    given: [{side: [A-1, A-5], wall: yes}]\n"),
        ("HX236", "    given: [{hex: Z-1, shoal: yes}]\n"), ("HX314", "    given: [{hex: A-1, depth: 3}]\n"),
        ("HX315", "    let: {x: 1 / 0}\n"), ("HX315", "    let: {x: \"may sail.step(a)\"}\n"), ("HX234", "    let: {x: nothing}\n"),
        ("HX316", "    with: {as-of: 19x4}\n"), ("HX316", "    with: {as-of: \"\u00b2\"}\n"), ("HX316", "    with: {as-of: 123456789}\n"),
    ],
)  # fmt: skip
def test_other_parts_that_cannot_be(bench: Any, code: str, more: str) -> None:
    assert code in problems(bench, pieces=BOAT, more=more)


def test_given_values_and_names_are_there_for_the_question(bench: Any) -> None:
    more = (
        "    given:\n      - {hex: A-2, shoal: yes, water: [rough]}\n      - {side: [A-1, A-2], wall: yes}\n"
        "    let: {here: a.hex, twice: count(boat v) * 2, again: twice + 1}\n"
    )
    ask = "side-between(here, A-2) is wall and A-2 is shoal and rough in A-2.water and again = 3"
    assert bench.case(bench.compiled(""), ask, "yes", pieces=BOAT, more=more).passed


def test_attributes_may_name_other_pieces_and_hexes(bench: Any) -> None:
    pieces = (
        "{a: {kind: boat, at: A-1, friend: b, shadows: [b, c]}, b: {kind: boat, crew: 2}, c: {kind: ferry, crew: 3}}"
    )
    law = bench.compiled("")
    assert bench.value(law, "a.friend.crew + sum(v.crew for v in a.shadows)", pieces=pieces) == 7


def test_a_case_needs_no_map(bench: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.cases.yaml"
    path.write_text(
        "cases:\n  - {id: a.b, ask: 1 + 1, expect: 2}\n  - {id: a.c, ask: A-1 is shoal, expect: no}\n  - {id: a.d, expect: 1}\n"
    )
    file = read_cases(path, "x", Diagnostics())
    assert file is not None
    law = bench.compiled("")
    one, two, three = (run_case(c, law) for c in file.cases)
    assert one.passed
    assert [d.code for d in two.diagnostics] == ["HX236"]
    assert [d.code for d in three.diagnostics] == ["HX316"]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("HX311", "cases:\n  - {id: a, ask: 1, expect: 1}\n  - {id: a, ask: 1, expect: 1}\n"),
        ("HX105", "cases:\n  - {id: a, asks: 1, expect: 1}\n"),
        ("HX104", "cases: [\n"),
        ("HX101", ""),
    ],
)
def test_files_that_are_no_case_files(tmp_path: Path, code: str, text: str) -> None:
    path = tmp_path / "x.cases.yaml"
    if text:
        path.write_text(text)
    found = Diagnostics()
    read_cases(path, "x", found)
    assert code in [d.code for d in found]


@pytest.mark.parametrize("line", ["board: Z", "boards: [[Z]]", "boards: [[A sideways]]", "map: lagoon"])
def test_maps_that_are_not_there(bench: Any, tmp_path: Path, line: str) -> None:
    path = tmp_path / "x.cases.yaml"
    path.write_text(f"cases:\n  - {{id: a, {line}, ask: 1, expect: 1}}\n")
    file = read_cases(path, "x", Diagnostics())
    assert file is not None
    outcome = run_case(file.cases[0], bench.compiled(""))
    assert not outcome.passed
    assert [d.code for d in outcome.diagnostics] == ["HX312"]


# ---- a position in the midst of play

PLAYED = """
choice side [1]
  reds, blues

sequence day [1]
  phase daylight while yes:
    phase morning:
      phase sailing
    phase evening for each s in {reds, blues} by s

memory w: boat saw x: boat [1]

tally fares(b: boat): whole [1]

thing game also
  days: whole = 1

action hail [1]
  open in evening
  pick hailer(b: boat)

rule bar.hail-late [1]
  forbids hail.hailer
  when now in daylight and game.days > 3
"""
TWO = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-1}}"


@pytest.mark.parametrize(
    ("ask", "expect", "more"),
    [
        ("a saw b", "yes", "    remembered: [a saw b]\n"), ("b saw a", "no", "    remembered: [a saw b]\n"),
        ("fares(a) + fares(b)", "3", "    tallied: {\"fares(a)\": 3}\n"), ("game.days", "4", "    game: {days: 4}\n"),
        ("may hail.hailer(a)", "legal", "    now: evening\n"), ("may hail.hailer(a)", "refused", "    now: sailing\n"),
        ("may hail.hailer(a)", "legal", ""),
        ("may hail.hailer(a)", "{refused-by: bar.hail-late}", "    now: evening\n    game: {days: 4}\n"),
        ("may hail.hailer(a)", "legal", "    now: evening\n    acting: reds\n"),
    ],
)  # fmt: skip
def test_a_position_in_the_midst_of_play(bench: Any, ask: str, expect: str, more: str) -> None:
    outcome = bench.case(bench.compiled(PLAYED), ask, expect, pieces=TWO, more=more)
    assert outcome.passed, (outcome.got, list(outcome.diagnostics))


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("HX320", "    acting: greens\n"), ("HX320", "    now: noon\n"), ("HX320", "    remembered: [a is a boat]\n"),
        ("HX234", "    remembered: [a saw nobody]\n"), ("HX320", "    tallied: {\"1 + 1\": 3}\n"),
        ("HX320", "    remembered: [\"fares(a)\"]\n"), ("HX107", "    tallied: {\"fares(a)\": many}\n"), ("HX314", "    game: {nights: 2}\n"),
        ("HX320", "    remembered: [\"may hail.hailer(a)\"]\n"),
    ],
)  # fmt: skip
def test_a_midst_of_play_that_cannot_be(bench: Any, code: str, more: str) -> None:
    found = [d.code for d in bench.case(bench.compiled(PLAYED), "1", "1", pieces=TWO, more=more).diagnostics]
    assert code in found


STORM = """chapter [1] "The storm" if situation storm

situation storm [1] "The storm"
  "Nobody is heard."

rule bar.storm [1]
  forbids hail.hailer
"""


@pytest.mark.parametrize(
    ("expect", "more"),
    [
        ("legal", ""), ("{refused-by: bar.storm}", "    with: {situation: storm}\n"),
    ],
)  # fmt: skip
def test_the_special_rules_of_a_situation_are_in_force_there_alone(bench: Any, expect: str, more: str) -> None:
    compilation = bench.compiled(PLAYED, files={"20-storm.law": STORM})
    assert bench.case(compilation, "may hail.hailer(a)", expect, pieces=TWO, more=more).passed


def test_a_situation_that_is_not_there(bench: Any) -> None:
    outcome = bench.case(bench.compiled(PLAYED), "1", "1", more="    with: {situation: calm}\n")
    assert not outcome.passed
    assert [(d.code, d.message) for d in outcome.diagnostics] == [("HX211", "there is no situation `calm`")]
