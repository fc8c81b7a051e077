"""Cases played on one print of the whole law: under each option, without a rule, amid a part of the sequence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.wasm import whole_target
from hexlaw.compiler.workspace import testing
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.law.law import configure
from hexlaw.runtime.law.whole_law import whole_law
from hexlaw.runtime.play.game import Game

pytest.importorskip("wasmtime")

EVALUATED = Game.evaluated

LAW = """choice side
  reds, blues
thing boat also
  side: side = reds
option storm [1]
  "It blows."
sequence game
  phase sailing by reds
action sail [1]
  open in sailing
  pick mover(b: boat) where b.side is acting
  pick there(h: hex) from neighbours(b.hex) where not h is off-board
  move b to h
rule sail.moored [2]
  forbids sail.mover
  when b is moored
rule sail.lit [3]
  after sail.there
  then:
    mark b as lit
"""
STORM = """chapter [4] "Storm" if option storm
rule sail.dark [5]
  forbids sail.mover
  when not b is lit
action wait [6]
  open in sailing
  pick waiter(b: boat) where b.side is acting
  mark b as moored
"""
BAY = '{grid: {orientation: pointy, lines: [A, B, C, D], lengths: [6], shifted: second, name: "{line}-{number}"}}'
STORMY = "with: {options: {storm: on}}"
BOATS = "map: bay, pieces: {a: {kind: boat, at: A-1}, lit: {kind: boat, at: A-2, lit: yes}}, acting: reds, now: sailing"
CASES = {
    "sails": f"{BOATS}, play: [{{sail.mover: a}}, {{sail.there: A-2}}], ask: a.hex is A-2, expect: yes",
    "dark": f"{BOATS}, {STORMY}, play: [{{refused: {{sail.mover: a}}, by: sail.dark}}], ask: a is lit, expect: no",
    "lit": f"{BOATS}, {STORMY}, play: [{{sail.mover: lit}}, {{sail.there: A-3}}], ask: lit.hex is A-3, expect: yes",
    "waits": f"{BOATS}, {STORMY}, play: [{{wait.waiter: a}}], ask: a is moored, expect: yes",
    "lights": f"{BOATS}, play: [{{sail.mover: a}}, {{sail.there: A-2}}], ask: a is lit, expect: yes",
}


@pytest.fixture
def tested(bench: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Runs cases on the whole law, where the evaluator is asked by no game."""

    def test(**cases: str) -> Any:
        text = f"maps:\n  bay: {BAY}\ncases:\n" + "".join(
            f"  - {{id: {name}, {case}}}\n" for name, case in cases.items()
        )
        folder: Path = bench.write(LAW, files={"20-storm.law": STORM, "cases/a.cases.yaml": text})
        return Workspace().test([str(folder)])

    def none(self: Game) -> Any:
        raise AssertionError("a game asks the evaluator")

    monkeypatch.setattr(testing, "MANY_PLAYED", 1)
    monkeypatch.setattr(Game, "evaluated", property(none))
    return test


@pytest.mark.parametrize("name", CASES)
def test_a_case_holds(name: str, tested: Callable[..., Any]) -> None:
    (outcome,) = tested(**{name: CASES[name]}).outcomes
    assert outcome.passed, (outcome.expected, outcome.got, [each.message for each in outcome.diagnostics])


def test_a_case_that_expects_something_else_fails(tested: Callable[..., Any]) -> None:
    wrong = {name: case.replace("expect: yes", "expect: no") for name, case in CASES.items() if "expect: yes" in case}
    assert [outcome.passed for outcome in tested(**wrong).outcomes] == [False] * len(wrong)


def test_a_rule_is_taken_out_in_the_same_print(tested: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the rules all but one are missed: no case has a boat that is moored."""
    found = tested(**CASES)
    monkeypatch.undo()  # what a case looks at the evaluator tells
    gaps = [gap.partition(": ")[2] for gap in found.knock_out()]
    assert gaps == ["no case misses the rule sail.moored"]


def test_what_has_no_room_in_the_shared_instance_is_evaluated(
    tested: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log of writes is so short that no action has room in it; the cases hold all the same."""
    evaluated: list[Game] = []
    noted = lambda self: evaluated.append(self) or EVALUATED.fget(self)  # noqa: E731
    monkeypatch.setattr(Game, "evaluated", property(noted))
    monkeypatch.setattr(whole_target, "ROOM", {**whole_target.ROOM, "LOG": 8})
    found = tested(**CASES)
    assert [outcome.passed for outcome in found.outcomes] == [True] * len(CASES)
    assert evaluated


def test_a_law_printed_by_itself_is_entered_amid_a_part(bench: Any) -> None:
    """Two rules are in order through a third, which does not stand without the option: this law is printed alone."""
    parts = LAW.replace("  phase sailing by reds\n", "  phase sailing by reds\n  phase resting by reds\n") + (
        "action rest [7]\n  open in resting\n  pick sleeper(b: boat) where b.side is acting\n  mark b as moored\n"
        "fact speed(b: boat): whole\n"
        "rule speed.lit [8]\n  over speed.storm\n  when b is lit\n  speed(b) is 3\n"
        "rule speed.dark [9]\n  when not b is lit\n  speed(b) is 1\n"
    )
    storm = STORM + "rule speed.storm [10]\n  over speed.dark\n  when b is moored\n  speed(b) is 0\n"
    at = BOATS.replace("now: sailing", "now: resting")
    case = f"{at}, play: [{{refused: {{action: sail}}}}, {{rest.sleeper: a}}], ask: a is moored, expect: yes"
    text = f"maps:\n  bay: {BAY}\ncases:\n  - {{id: rests, {case}}}\n"
    folder = bench.write(parts, files={"20-storm.law": storm, "cases/a.cases.yaml": text})
    compilation = compile_modules(str(folder), Diagnostics())
    assert compilation is not None
    assert whole_law(compilation.graph).standing_in(configure(compilation.graph)) is None
    (outcome,) = Workspace().test([str(folder)]).outcomes
    assert outcome.passed, (outcome.expected, outcome.got, [each.message for each in outcome.diagnostics])
