"""What a situation asks of a position has an answer also while pieces stand nowhere, as those that come later."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostic
from hexlaw.compiler.checking.check_modules import check

LAW = """choice side
  north, south
thing boat also
  side: side
sequence game [1]
  phase day for each s in {north, south} by s:
    phase sailing
situation race [1] "The race"
action row [1]
  open in sailing
  pick rower(u: boat) where u.side is acting does:
    mark u as moored
"""
WORTH = """advice [HA 1] "Advice"
fact worth(s: side): exact
rule worth.together [HA 1]
  worth(s) is sum(nearest(b, s) for boat b where b.side is s{0})
fact nearest(b: boat, s: side): exact
  otherwise 0
rule nearest.of-all [HA 1]
  when any boat c where c.side is s{1}
  nearest(b, s) is least(distance(b.hex, c.hex) for boat c where c.side is s{1})
"""
GUARDED = WORTH.format(" and b.hex is not none", " and c.hex is not none")
UNGUARDED = WORTH.format("", "")
LEADER = """fact leader(g: game): side or none
  otherwise none
rule leader.north [1]
  when any boat u where (any boat v where distance(u.hex, v.hex) > 1)
  leader(g) is north
"""
RACE = """map: {grid: {orientation: pointy, lines: [A, B], lengths: [3], shifted: second, name: "{line}-{number}"}}
pieces:
  ann: {kind: boat, side: north, at: A-1}
  bob: {kind: boat, side: north, at: A-2}
"""
BUOY = "  bell: {kind: buoy}\n"
CAROL = "  carol: {kind: boat, side: north}\n"
"""A boat that has no place yet."""
BELLS = """module: bells
title: Bells
version: 0.1.0
hexlaw: 1
extends: tutorial
sources: {HR: {title: House rules}}
speaks-for: [HR]
"""
HANDS = """chapter [HR 1] "Hands"
thing herd-hand is a shepherd
  "He comes when he is called."
rule hand.arrives [HR 1.1]
  at the start of half
  then:
    for each herd-hand w where w.side is s and w.hex is none:
      draw h in hexes where h.fold is s
      if h is not none:
        move w to h
"""
FINE_DAY = "pieces:\n  hans: {kind: herd-hand, side: sunside, stride: 4, breath: 5, gait: boots}\n"
NEAR = """rule content.near [HR 1.2]
  replaces content.fox
  limits content.clover
  when least(distance(b.hex, w.hex) for shepherd w where w.side is b.side and w.hex is not none) > 3
"""


def found_in(folder: Path) -> list[Diagnostic]:
    found = check(str(folder)).diagnostics
    assert not found.has_errors, [d.message for d in found]
    return [d for d in found if d.code == "HX481"]


def of_the_race(bench: Any, law: str, race: str) -> list[Diagnostic]:
    return found_in(bench.write(law, files={"situations/race.yaml": race}))


def bells(bench: Any, more: str = "") -> list[Diagnostic]:
    files = {"situations/last-fine-day.yaml": FINE_DAY}
    return found_in(bench.write(HANDS + more, name="bells", words=False, manifest=BELLS, files=files))


def test_a_rule_of_the_base_that_asks_how_far_a_piece_is_that_stands_nowhere(bench: Any) -> None:
    (found,) = bells(bench)
    assert found.level == "note"
    assert found.span is not None
    assert found.span.source.text[found.span.start : found.span.end] == "hans"
    assert found.message == "`distance` is asked of nothing while hans stands nowhere"
    assert found.help is not None
    assert "in rule content.fox (rules/tutorial/06-dusk.law:30:1): least(distance(b.hex, w.hex)" in found.help
    assert re.search(r"([a-z]+) at 050[2356], in rule .*, in fact content\(\1\)", found.help), "a beast in clover"
    assert "ask whether the hex `is not none`, as in `for herd-hand v where v.hex is not none`" in found.help


def test_the_rule_written_anew_as_the_help_says_is_left_in_peace(bench: Any) -> None:
    assert bells(bench, NEAR) == []


@pytest.mark.parametrize(
    ("law", "race", "pieces"),
    [
        (LAW + UNGUARDED, RACE, []),
        (LAW + UNGUARDED, RACE + CAROL, ["carol"]),
        (LAW + UNGUARDED, RACE + CAROL.replace("boat", "ferry"), ["carol"]),
        (LAW + GUARDED, RACE + CAROL, []),
        (LAW + UNGUARDED, RACE + BUOY, []),  # of a buoy nothing is asked
        (LAW + UNGUARDED, RACE + CAROL.replace("}", ", in: ann}"), []),  # it stands where ann stands
        (LAW, RACE + CAROL, []),
        (LAW + UNGUARDED, "pieces:\n" + CAROL, []),  # no map, so nothing stands anywhere
        (LAW, RACE + CAROL + "tells:\n  way: sum(distance(b.hex, b.hex) for boat b)\n", ["carol"]),
        (LAW, RACE + CAROL + "tells:\n  way: count(boat b)\n", []),
    ],
)
def test_what_is_asked_of_a_piece_without_a_place(bench: Any, law: str, race: str, pieces: list[str]) -> None:
    found = of_the_race(bench, law, race)
    told = [d.span.source.text[d.span.start : d.span.end] for d in found if d.span is not None]
    assert told == pieces, [d.message for d in found]


def test_a_stop_that_has_another_cause_is_not_laid_on_a_piece(bench: Any) -> None:
    silent = (
        'advice [HA 1] "Advice"\nfact worth(s: side): exact\nrule w [HA 1]\n  when s is not north\n  worth(s) is 1\n'
    )
    assert of_the_race(bench, LAW + silent, RACE + CAROL) == []


def test_who_wins_is_asked_as_well(bench: Any) -> None:
    law = LAW + LEADER
    assert of_the_race(bench, law, RACE + CAROL) == []
    (found,) = of_the_race(bench, law, RACE + CAROL + "winner: leader(game)\n")
    assert found.message == "`distance` is asked of nothing while carol stands nowhere"
    assert "in rule leader.north" in str(found.help)
