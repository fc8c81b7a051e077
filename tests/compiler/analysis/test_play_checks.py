"""The doing half as a whole: parts of the sequence in which nobody acts."""

from __future__ import annotations

from typing import Any

import pytest

LAW = """choice side
  north, south
thing boat also
  side: side = north
sequence game [1]
  phase day{}:
    phase tide{}:
      phase sailing{}
action row [1]
  open in sailing{}
  pick rower(u: boat) where u.side is acting
"""
RACE = 'situation race [1] "The race"\n'
EACH = " for each s in {north, south}"


@pytest.mark.parametrize(
    ("day", "tide", "sailing", "place", "written"),
    [
        ("", EACH, "", "tide", "`phase tide for each s in ... by s`"),
        (EACH, "", " if 1 = 1", "day", "`phase day for each s in ... by s`"),
        ("", "", "", "sailing", "`phase sailing for each s in {north, south} by s`"),
        (" for each boat b", "", "", "sailing", "`phase sailing for each s in {north, south} by s`"),
    ],
)
def test_a_part_with_actions_in_which_nobody_acts_is_refused(
    bench: Any, day: str, tide: str, sailing: str, place: str, written: str
) -> None:
    law = LAW.format(day, tide, sailing, "") + RACE
    [found] = bench.findings(law)
    assert (found.code, found.level) == ("HX422", "error")
    assert found.message == "nobody acts in `sailing`, so nobody can ever do what is open there: `row`"
    assert found.span.source.text[found.span.start : found.span.end] == place
    assert written in found.help


def test_parts_that_lie_in_one_that_runs_for_each_side_are_one_mistake(bench: Any) -> None:
    rest = "      phase mooring\naction moor [1]\n  open in mooring\n  pick moorer(u: boat) where u.side is acting\n"
    law = LAW.replace("action row", rest + "action row").format("", EACH, "", "") + RACE
    [found] = bench.findings(law)
    assert "`mooring`, `sailing`" in found.message
    assert "`moor`, `row`" in found.message


@pytest.mark.parametrize(
    "law",
    [
        LAW.format(EACH + " by s", "", "", ""),
        LAW.format("", " by north", "", ""),
        LAW.format("", "", " while 1 = 1 alternating from north", ""),
        LAW.format("", "", "", " to north"),
        LAW.format("", "", ":\n        phase early\n        phase late by south", ""),
    ],
)
def test_a_part_in_which_somebody_acts_is_none_of_them(bench: Any, law: str) -> None:
    assert "HX422" not in bench.codes(law + RACE)


def test_what_is_only_asked_about_says_who_acts(bench: Any) -> None:
    assert bench.codes(LAW.format("", "", "", "")) == set()
