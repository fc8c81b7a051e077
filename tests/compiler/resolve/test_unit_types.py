"""A rule may name a counter of the charts: things have a `type`, which nobody declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

CHARTS = {
    "units/u.csv": "id,name,kind,source,crew\ncutter,Cutter,boat,H 1,3\nsloop,Sloop,boat,H 1,2\n88-gig,Gig,boat,H 1,1\n"
}
LAW = """fact toll(b: boat): fathoms
  otherwise 1
rule toll.cutters [H 1]
  when b is cutter
  toll(b) is 2
rule toll.others [H 2]
  when b.type in {sloop}
  toll(b) is 3
"""
PIECES = "{a: {type: cutter, at: A-1}, b: {type: sloop, at: A-2}, c: {kind: boat, at: A-3}, d: {type: 88-gig, at: A-4}}"


@pytest.fixture
def port(bench: Any) -> Any:
    return bench.compiled(bench.write(LAW, files=CHARTS))


@pytest.mark.parametrize(
    ("ask", "expect"),
    [
        ("toll(a)", "2"), ("toll(b)", "3"), ("toll(c)", "1"), ("toll(d)", "1"), ("a is cutter", "yes"),
        ("a is not cutter", "no"), ("c is cutter", "no"), ("c.type is none", "yes"), ("a.type is b.type", "no"),
        ("any boat x where x is sloop", "yes"), ("count(boat x where x.type in {cutter, sloop})", "2"),
    ],
)  # fmt: skip
def test_a_thing_is_of_the_type_that_it_was_made_from(bench: Any, port: Any, ask: str, expect: str) -> None:
    outcome = bench.case(port, ask, expect, pieces=PIECES)
    assert outcome.passed, outcome


def test_a_piece_of_that_name_is_meant_before_the_type(bench: Any, port: Any) -> None:
    pieces = "{cutter: {type: sloop, at: A-1}, b: {type: sloop, at: A-2, friend: cutter}}"
    assert bench.case(port, "b.friend is cutter", "yes", pieces=pieces).passed


@pytest.mark.parametrize(
    ("law", "code"), [("when b is cuter", "HX241"), ("when b.type is cuter", "HX234"), ("when b.hex is cutter", "HX2")]
)
def test_what_is_no_type_is_told(bench: Any, law: str, code: str) -> None:
    text = f"fact dues(b: boat): fathoms\n  otherwise 1\nrule dues.high [H 1]\n  {law}\n  dues(b) is 2\n"
    found = bench.findings(bench.write(text, files=CHARTS))
    assert any(d.code.startswith(code) for d in found), found


def test_a_law_keeps_a_type_of_its_own(bench: Any) -> None:
    law = "choice rig\n  gaff, lug\nthing boat also\n  type: rig = gaff\n"
    port = bench.compiled(bench.write(law, files=CHARTS))
    assert bench.case(port, "a.type is gaff", "yes", pieces="{a: {type: cutter, at: A-1}}").passed
    assert "type" not in port.graph.units["cutter"].values


def test_the_type_of_what_has_secret_figures_is_secret(bench: Any) -> None:
    folder: Path = bench.write(
        'choice side\n  reds, blues\nthing boat also\n  side: side = reds\n  hold: text = "" secret\n', files=CHARTS
    )
    assert bench.compiled(folder).graph.kinds["boat"].attributes["type"].secret
