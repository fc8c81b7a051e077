"""Rosters: pieces counted, held, grouped and put under a side; and cases that begin as a situation does."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.cases.judge import CaseOutcome, run_case
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.case_files import read_cases

LAW = """chapter [RB 1] "The harbour"

choice side
  reds, blues

thing hex also
  berths: set of side
  toll: whole = 0

thing boat
  stands in hex or boat or raft, at most 2 deep
  side: side = reds
  crew: whole = 1
  lit: yes/no
  near: set of hex
  friend: boat or none

thing raft
  stands in hex
  side: side = reds

thing buoy
  stands in hex

thing game also
  turn: whole = 1

fact b: boat is carried

rule carried.by-boat [RB 2]
  when b.holder is not none
  b is carried

sequence game [RB 3]
  phase round while game.turn <= 2:
    phase rowing for each s in {reds, blues} by s
    set game.turn to game.turn + 1

action row [RB 3]
  open in rowing
  pick rower(b: boat) where b.side is acting and b.hex is not none
  pick goal(h: hex) from neighbours(b.hex) where h is not off-board does:
    move b to h
    mark b as lit

rule row.all [RB 3.1]
  forbids rowing.done
  when any boat b where b.side is acting and b.side is s and b is not lit and b.hex is not none
  says "{acting} has not rowed everybody"

situation race [RB 4] "The race"

situation regatta [RB 5] "Of which nobody has said how it begins"
"""
MANIFEST = (
    "module: harbour\ntitle: H\nversion: 1.0.0\nsources: {RB: {title: R}}\nspeaks-for: [RB]\ndefault-source: RB\n"
)
BOARD = 'board: west\ncite: [RB map]\ngrid: {orientation: pointy, lines: [A, B], lengths: [4], shifted: second, name: "{line}-{number}"}\n'
RACE = """board: west
zones:
  start: {west: {A: 1-2}}
sides:
  reds:
    red: {kind: boat, count: 2, at: A-1}
  blues:
    blue: {kind: boat, at: B-4}
game: {turn: 2}
"""


@pytest.fixture
def harbour(tmp_path: Path) -> Any:
    for name, text in {
        "module.yaml": MANIFEST, "01.law": LAW, "boards/west.yaml": BOARD, "situations/race.yaml": RACE,
    }.items():  # fmt: skip
        path = tmp_path / "harbour" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(case: str) -> CaseOutcome:
        found = Diagnostics()
        compilation = compile_modules(str(tmp_path / "harbour"), found)
        assert compilation is not None, list(found)
        path = tmp_path / "x.cases.yaml"
        path.write_text(f"cases:\n  - {{id: a, {case}}}\n")
        file = read_cases(path, "x", found)
        if file is None or found.has_errors:
            outcome = CaseOutcome(None, False)  # type: ignore[arg-type]
            outcome.diagnostics.add_all(found)
            return outcome
        return run_case(file.cases[0], compilation)

    return run


def codes(outcome: CaseOutcome) -> list[str]:
    return [d.code for d in outcome.diagnostics]


@pytest.mark.parametrize(
    ("case", "expect"),
    [
        ("pieces: {tug: {kind: boat, count: 3}}, ask: count(tug)", "3"),
        ("pieces: {tug: {kind: boat, count: 3, crew: 4}}, ask: tug-1.crew + tug-3.crew", "8"),
        ("pieces: {tug: {kind: boat, count: 1}}, ask: tug-1 in tug", "yes"),
        ("sides: {blues: {tug: {kind: boat, count: 2}, b: {kind: buoy}}}, ask: count(v in tug where v.side is blues)", "2"),
        ("sides: {blues: {tug: {kind: boat, side: reds}}}, ask: tug.side", "reds"),
        # two tugs with two gigs each: four, counted through
        ("pieces: {tug: {kind: boat, count: 2, at: A-1, holds: {gig: {kind: boat, count: 2}}}}, ask: gig-3.holder is tug-2 and gig-2.holder is tug-1 and gig-4.hex is A-1", "yes"),
        # what is held by several is several as well, also when it is not counted
        ("pieces: {tug: {kind: boat, count: 2, holds: {gig: {kind: boat}}}}, ask: gig-2.holder is tug-2", "yes"),
        ("sides: {blues: {tug: {kind: boat, holds: {gig: {kind: boat}}}}}, ask: gig.side is blues and gig.holder is tug", "yes"),
        # as many gigs as tugs: each in its own
        ("pieces: {tug: {kind: boat, count: 2}, gig: {kind: boat, count: 2, in: tug}}, ask: gig-1.holder is tug-1 and gig-2.holder is tug-2", "yes"),
        # a group says once what holds for all of its pieces
        ("pieces: {fleet: {lit: yes, crew: 2, at: A-1, pieces: {tug: {kind: boat, count: 2}, gig: {kind: boat, crew: 5, at: A-2}}}}, ask: count(fleet) = 3 and sum(v.crew for v in fleet) = 9 and gig is lit and gig.hex is A-2 and tug-2.hex is A-1", "yes"),
        ("pieces: {tug: {kind: boat, at: B-1}, fleet: {at: A-1, pieces: {gig: {kind: boat, in: tug}}}}, ask: gig.holder is tug", "yes"),
        ("pieces: {all: {crew: 2, pieces: {some: {lit: yes, pieces: {gig: {kind: boat}}}}}}, ask: gig.crew = 2 and gig is lit and count(all) = 1 and count(some) = 1", "yes"),
        ("zones: {z: [A-1, A-2]}, pieces: {tug: {kind: boat, count: 2, near: z}, gig: {kind: boat, near: [z, B-1]}}, ask: count(gig.near) = 3 and tug-2.near includes A-2", "yes"),
        ("pieces: {gig: {kind: boat, near: none}}, ask: count(gig.near)", "0"),
        # of a zone sets are put together, and a single hex has the last word
        ("zones: {z: [A-1, A-2], y: [A-2, A-3]}, given: [{zone: z, berths: [blues]}, {hex: A-1, toll: 3}, {zone: y, berths: [reds], toll: 1}], ask: count(A-2.berths) = 2 and A-1.toll = 3 and A-2.toll = 1 and A-1.berths includes blues and count(A-1.berths) = 1", "yes"),
        ("zones: {z: west}, given: [{hex: B-4, toll: 5}, {zone: z, toll: 2}], ask: sum(h.toll for h in hexes)", "19"),
        # what stands in another kind of thing than the first has no holder
        ("pieces: {raft: {kind: raft, at: A-1, holds: {tug: {kind: boat}}}}, ask: tug.holder is none and tug.hex is A-1 and tug is not carried and count(boat b in raft) = 1", "yes"),
    ],
)  # fmt: skip
def test_what_there_is(harbour: Any, case: str, expect: str) -> None:
    outcome = harbour(f"board: west, {case}, expect: {expect}")
    assert outcome.passed, (outcome.got, [d.message for d in outcome.diagnostics])


@pytest.mark.parametrize(
    ("code", "case"),
    [
        ("HX313", "pieces: {tug: {kind: boat, count: 0}}"), ("HX313", "pieces: {tug: {kind: boat, count: -1}}"),
        ("HX313", "pieces: {tug: {kind: boat, count: some}}"), ("HX313", "pieces: {tug: {kind: boat, count: \u00b2}}"),
        ("HX328", "pieces: {tug: {kind: boat, count: 1000000}}"),
        ("HX328", "pieces: {tug: {kind: boat, count: 50, holds: {gig: {kind: boat, count: 50}}}}"),
        ("HX313", "pieces: {tug: {kind: boat, count: 2}, tug-1: {kind: boat}}"),
        ("HX313", "pieces: {tug: {kind: boat, count: 2}}, sides: {reds: {tug: {kind: boat}}}"),
        ("HX313", "pieces: {tug: {kind: boat, count: 2}, gig: {kind: boat, in: tug}}"),
        ("HX313", "pieces: {tug: {kind: boat, at: A-1, holds: {gig: {kind: boat, at: A-2}}}}"),
        ("HX313", "pieces: {buoy: {kind: buoy, holds: {gig: {kind: boat}}}}"),
        ("HX313", "pieces: {fleet: {count: 2, pieces: {gig: {kind: boat}}}}"),
        ("HX313", "pieces: {fleet: {kind: boat, pieces: {gig: {kind: boat}}}}"),
        ("HX313", "zones: {tug: A-1}, pieces: {tug: {kind: boat}}"),
        ("HX107", "sides: {greens: {tug: {kind: boat}}}"),
        ("HX314", "zones: {z: [A-1], y: [A-1]}, given: [{zone: z, toll: 1}, {zone: y, toll: 2}]"),
        ("HX314", "zones: {z: [A-1]}, given: [{zone: z, depth: 1}]"), ("HX327", "given: [{zone: z, toll: 1}]"),
        ("HX313", "without: [tug]"), ("HX321", "situation: regatta"), ("HX313", "situation: race, without: [red-3]"),
        ("HX316", "situation: race, with: {situation: race}"), ("HX313", "situation: race, pieces: {red-1: {kind: boat}}"),
        ("HX313", "situation: race, pieces: {green-1: {crew: 3}}"),
    ],
)  # fmt: skip
def test_what_cannot_be(harbour: Any, code: str, case: str) -> None:
    outcome = harbour(f"board: west, {case}, ask: 1, expect: 1")
    assert codes(outcome) == [code], [d.message for d in outcome.diagnostics]
    for d in outcome.diagnostics:
        assert d.span is not None
        assert not d.message[0].isupper()


@pytest.mark.parametrize(
    ("case", "expect"),
    [
        ("ask: game.turn = 2 and count(red) = 2 and blue.hex is B-4 and A-2 in start and blue.side is blues", "yes"),
        ("pieces: {red-2: {at: A-3, crew: 7}, more: {kind: boat, in: red-1}}, game: {turn: 1}, ask: red-2.hex is A-3 and red-2.crew = 7 and red-1.crew = 1 and game.turn = 1 and more.hex is A-1", "yes"),
        ("pieces: {red: {lit: yes}, blue: {at: none}}, ask: count(v in red where v is lit) = 2 and blue.hex is none", "yes"),
        ("without: [red-1], ask: count(red) = 1 and count(boat b) = 2", "yes"),
        ("without: [red], ask: count(red) = 0 and count(boat b)", None),
        ("given: [{zone: start, toll: 4}], zones: {goal: [B-4]}, ask: A-2.toll = 4 and count(goal) = 1", "yes"),
        # the last round of two: a side may not be done before its boats have rowed
        ("play: [{turn: reds}, {refused: {done: action}, by: row.all}, {row.rower: red-1}, {row.goal: A-2}, {refused: {done: action}, by: row.all}, {row.rower: red-2}, {row.goal: A-2}, done, {turn: blues}, {refused: {done: action}}, {row.rower: blue}, {row.goal: B-3}, done, over], ask: blue.hex", "B-3"),
        # amid the sequence, as ever
        ("now: rowing, acting: blues, play: [{row.rower: blue}, {row.goal: B-3}], ask: blue.hex", "B-3"),
    ],
)  # fmt: skip
def test_a_case_begins_as_a_situation_does(harbour: Any, case: str, expect: str | None) -> None:
    if expect is None:
        case, expect = "without: [red], ask: count(boat b)", "1"
    outcome = harbour(f"situation: race, {case}, expect: {expect}")
    assert outcome.passed, (outcome.expected, outcome.got, [d.message for d in outcome.diagnostics])


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("round.done", "nobody is asked whether `round` is over: it has parts in it"),
        ("rowing.rower", "`rowing` is a part of the sequence: nothing of it can be forbidden but to be done with it"),
        ("rowin.done", "there is no action `rowin`"),
    ],
)
def test_parts_that_nobody_is_done_with(tmp_path: Path, target: str, says: str) -> None:
    (tmp_path / "module.yaml").write_text(MANIFEST)
    (tmp_path / "01.law").write_text(LAW.replace("forbids rowing.done", f"forbids {target}"))
    found = Diagnostics()
    compile_modules(str(tmp_path), found)
    assert [(d.code, d.message) for d in found] == [("HX263", says)]


def test_what_can_never_be_done_is_found(tmp_path: Path) -> None:
    from hexlaw.compiler.checking.extra_checks import run_extra_checks

    (tmp_path / "module.yaml").write_text(MANIFEST)
    (tmp_path / "01.law").write_text(LAW + "\nrule row.for-ever [RB 3.2]\n  forbids rowing.done\n")
    found = Diagnostics()
    compilation = compile_modules(str(tmp_path), found)
    assert compilation is not None
    run_extra_checks(compilation, found)
    assert "nobody can ever be done with `rowing`: `row.for-ever` forbids it in every position" in [
        d.message for d in found if d.code == "HX294"
    ]


@pytest.mark.parametrize(
    ("case", "listed"),
    [
        ("pieces: {tug: {at: A-1}}", "the kinds are: boat, "),
        ("pieces: {tug: {kind: zeppelin, at: A-1}}", "the kinds are: boat, "),
        ("pieces: {tug: {type: zeppelin, at: A-1}}", "the module has no unit charts"),
        ("pieces: {tug: {kind: boatt, at: A-1}}", "did you mean `boat`?"),
    ],
)
def test_what_there_could_be_is_listed(harbour: Any, case: str, listed: str) -> None:
    outcome = harbour(f"board: west, {case}, ask: 1, expect: 1")
    assert [listed in (d.help or "") for d in outcome.diagnostics] == [True], [d.help for d in outcome.diagnostics]
