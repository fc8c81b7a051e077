"""Whether an event is forbidden, as law may ask it: all rules of all modules that forbid the event count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexlaw.runtime.explain.explain import explain
from hexlaw.runtime.law.graph_file import read_graph, write_graph
from hexlaw.runtime.play.game import Game

LAW = """event goes-about(b: boat) [1]
  by sail.skipper, rush.rusher
action sail [1]
  open in sailing
  pick skipper(b: boat)
action rush [1]
  open in sailing
  pick rusher(b: boat)
action hail [1]
  open in sailing
  pick hailer(b: boat)
rule goes-about.theirs [1]
  forbids goes-about
  when b.side is not acting
rule goes-about.lit [1]
  forbids goes-about
  when b is lit
  says "{b} is lit"
rule goes-about.light [1]
  "A boat without a load goes about all the same."
  lifts goes-about.lit
  when b.weight = 0
rule hail.lies-to [1]
  "Who may not go about has time to talk."
  forbids hail.hailer
  when goes-about(b) is not forbidden
  says "{b} is busy"
"""
PIECES = (
    "{a: {kind: boat, at: A-1, weight: 2, lit: yes}, b: {kind: boat, at: A-2, weight: 2}, "
    "c: {kind: boat, at: A-3, weight: 0, lit: yes}, d: {kind: boat, at: A-4, side: blues}}"
)
Begun = Callable[..., Game]


def hailers(begun: Begun, law: str = LAW) -> list[str]:
    game = begun(law, PIECES)
    game.answer(game.meant("hail"))
    return sorted(option.name for option in game.options())


def test_it_is_forbidden_where_one_of_its_rules_applies_that_nothing_lifts(begun: Begun) -> None:
    assert hailers(begun) == ["a", "d"]


def test_a_rule_that_a_chapter_adds_counts_at_once(begun: Begun) -> None:
    more = "rule goes-about.moored [2]\n  forbids goes-about\n  when b.weight = 2\n"
    assert hailers(begun, LAW + more) == ["a", "b", "d"]


def test_a_rule_that_was_replaced_by_one_about_something_else_counts_no_more(begun: Begun) -> None:
    instead = "rule sail.lit [2]\n  replaces goes-about.lit\n  forbids sail.skipper\n  when b is lit\n"
    assert hailers(begun, LAW + instead) == ["d"]


SIDES = "choice side\n  reds, blues\nthing boat also\n  side: side = reds\n"
ASKED = SIDES + LAW.replace("  open in sailing\n", "")


def test_the_rules_that_forbid_it_are_told(bench: Any) -> None:
    answer = bench.ask(bench.compiled(ASKED), "goes-about(a) is forbidden", pieces=PIECES, more="    acting: reds\n")
    told = explain(answer, "judge", [])
    assert told.splitlines()[0] == "yes"
    assert "goes-about(a) is forbidden: yes" in told
    assert "goes-about.lit [H 1] gives yes" in told
    assert "goes-about.theirs [H 1] does not apply" in told


def test_it_travels_with_the_graph(bench: Any) -> None:
    graph = bench.compiled(ASKED).graph
    assert write_graph(read_graph(write_graph(graph))) == write_graph(graph)
    assert graph.facts["goes-about.forbidden"].shape == "forbidden"


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        (
            "fact b: boat is idle\nrule idle.barred [1]\n  when goes-about(b) is forbidden\n  b is idle\n",
            "HX234",
            "what forbids `goes-about` may ask who acts, and that is not known here",
        ),
        (
            "event sinks(b: boat)\nrule sail.sunk [1]\n  forbids sail.skipper\n  when sinks(b) is forbidden\n",
            "HX263",
            "`sinks` happens, and nobody picks it",
        ),
        (
            "rule sail.barred [1]\n  forbids sail.skipper\n  when goes-about(b, b) is forbidden\n",
            "HX238",
            "`goes-about` takes 1 argument, not 2",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_told(bench: Any, more: str, code: str, said: str) -> None:
    assert [(d.code, d.message) for d in bench.findings(ASKED + more) if d.level == "error"] == [(code, said)]


def test_a_rule_that_asks_for_itself_is_told(bench: Any) -> None:
    law = ASKED + "rule goes-about.barred [1]\n  forbids goes-about\n  when goes-about(b) is forbidden\n"
    assert any(d.level == "error" for d in bench.findings(law))
