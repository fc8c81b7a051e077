"""What asks what: the edges along which answering could go round in a circle, and what a step may rest on."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexlaw.runtime.law.dependence import all_asked, attributes_in, played, uses
from hexlaw.runtime.law.footprint import footprints_of

SAIL = """action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here)
      costs 1 counted in u.spent does:
    move u to there
reach ways(u: boat, there: hex): fathoms
  by sail.step
"""


def test_a_fact_asks_its_rules_and_they_what_limits_them(bench: Any) -> None:
    law = "fact f(u: boat): whole\nrule f.a [1]\n  when u is lit\n  f(u) is u.crew\nrule f.b [1]\n  limits f.a\n  when u is moored\n"
    graph = bench.compiled(law).graph
    asked = attributes_in(all_asked(graph, ["fact:f"]))
    assert asked == {"lit", "crew", "moored"}
    assert "rule:f.a" in uses(graph)["fact:f"]


def test_what_an_action_does_uses_what_it_asks(bench: Any) -> None:
    law = "fact f(u: boat): whole\n  otherwise 1\naction tow [1]\n  pick tug(u: boat)\n  set u.crew to f(u)\n"
    graph = bench.compiled(law + "action row [1]\n  pick rower(u: boat) does:\n    set u.crew to f(u)\n").graph
    assert {("action", "tow"), ("action", "row")} <= set(footprints_of(graph).users("fact", "f"))


def test_what_limits_a_replaced_rule_is_asked_by_its_replacement(bench: Any) -> None:
    base = bench.write(
        "fact f(u: boat): whole\nrule f.a [1]\n  f(u) is 1\nrule f.off [1]\n  limits f.a\n  when u is moored\n",
        name="one",
    )
    graph = bench.compiled(bench.variant(base, "rule f.b [1]\n  replaces f.a\n  f(u) is 2\n", name="two")).graph
    assert "moored" in attributes_in(all_asked(graph, ["rule:f.b"]))


def test_a_reach_asks_prohibitions_messages_requirements_and_done(bench: Any) -> None:
    law = SAIL + (
        'rule b.step [1]\n  forbids sail.step\n  when u is lit\n  says "{u.range}"\n'
        "rule b.done [1]\n  forbids sail.done\n  when u is moored\n"
        "rule b.first [1]\n  forbids sail.skipper\n  when u.crew = 0\n"
        "rule r.all [1]\n  forbids done\n  when any boat v where v.weight > 9\n"
    )
    asked = attributes_in(all_asked(bench.compiled(law).graph, ["reach:ways"]))
    assert {"lit", "range", "moored", "crew", "weight"} <= asked


def test_a_requirement_that_asks_a_reach_goes_round_in_a_circle(bench: Any) -> None:
    law = (
        SAIL
        + "rule r.all [1]\n  forbids done\n  for each v in those-all(1)\n  when ways(v, v.hex) is none\nfact those-all(n: whole) collects boat\n"
    )
    assert "HX283" in bench.codes(law)


def test_a_message_that_asks_the_reach_it_is_told_in_goes_round_in_a_circle(bench: Any) -> None:
    law = SAIL + 'rule b.step [1]\n  forbids sail.step\n  when u is lit\n  says "{ways(u, there)}"\n'
    assert "HX283" in bench.codes(law)


def test_a_requirement_asked_through_would_break_goes_round_in_a_circle(bench: Any) -> None:
    law = (
        "effect sink(u: boat):\n  remove u\nfact u: boat is safe\nrule s [1]\n  when not sink(u) would break r.all\n  u is safe\n"
        "rule r.all [1]\n  requires no boat v where v is safe\n"
    )
    assert "HX283" in bench.codes(law)


def test_what_is_decided_on_the_way_closes_no_circle(bench: Any) -> None:
    """The pick inside asks the reach of the pick around it: it is made after that one, and no answer waits for it."""
    law = """action sail [1]
  pick skipper(u: boat)
  pick step(there: hex) repeatedly from neighbours(u.hex) costs 1 counted in u.spent does:
    move u to there
    pick anchorage(h: hex) where ways(u, h) is not none
reach ways(u: boat, there: hex): fathoms or none
  by sail.step
"""
    assert bench.codes(law) == set()


def test_what_is_remembered_closes_no_circle(bench: Any) -> None:
    """The memory lapses by what it helps to decide: it is looked up, not worked out."""
    law = (
        "memory u: boat saw v: boat\nfact u: boat sees v: boat\nrule s [1]\n  when u saw v\n  u sees v\n"
        "rule s.ends [1]\n  lapses u saw v\n  when not u sees v\n"
    )
    assert bench.codes(law) == set()
    assert uses(bench.compiled(law).graph)["rule:s"] >= {"memory:saw"}


def test_what_only_playing_comes_upon_is_known(bench: Any, night: Path) -> None:
    assert played(bench.compiled(night).graph) == {
        "row.glance-in-the-dark", "row.lamp", "watch.begins", "watch.lapses", "exposure.grows", "exposure.ends",
        "tide", "ebb", "mend.storm",
    }  # fmt: skip


def test_a_limit_that_asks_what_it_limits_goes_round_in_a_circle(bench: Any) -> None:
    law = "fact f(u: boat): whole\n  otherwise 0\nrule f.a [1]\n  f(u) is 1\nrule f.b [1]\n  limits f.a\n  when f(u) > 0\n"
    assert "HX283" in bench.codes(law)


def test_a_circle_that_only_a_replacement_closes_is_found(bench: Any) -> None:
    """z limits x; y replaces x and limits z: so z limits y, which limits z."""
    base = bench.write(
        "fact f(u: boat): whole\n  otherwise 0\nrule x [1]\n  f(u) is 1\nrule z [1]\n  limits x\n  when u is lit\n",
        name="one",
    )
    assert "HX283" in bench.codes(
        bench.variant(base, "rule y [1]\n  replaces x\n  limits z\n  f(u) is 2\n", name="two")
    )
