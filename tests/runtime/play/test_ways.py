"""Events that picks bring about: what forbids the event closes each of its picks, and hooks after it follow each of
them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexlaw.runtime.law.graph_file import read_graph, write_graph
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE

Begun = Callable[..., Game]
LAW = """tally entries-of(b: boat): whole [1]
event enters(b: boat, there: hex) [1]
  by sail.step
  by rush.beyond with there = on-the-way
  by rush.beyond
event goes(b: boat, from: hex or none, to: hex) [1]
  by sail.step with from = here, to = there
  by rush.beyond with from = b.hex, to = there
action sail [1]
  open in sailing
  pick skipper(b: boat) where b.side is acting
  let here be b.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board does:
    move b to there
action rush [1]
  "Through one hex into the next."
  open in sailing
  pick rusher(b: boat) where b.side is acting
  pick through(on-the-way: hex) from neighbours(b.hex)
  pick beyond(there: hex) from neighbours(on-the-way) where there is not b.hex does:
    move b to there
action creep is a sail [1]
  "Slowly."
rule enters.full [1]
  forbids enters
  when any boat x in there where x is not b
  says "somebody lies in {there}"
rule enters.lit [1]
  "A lit boat is let through."
  lifts enters.full
  when b is lit
rule enters.counted [1]
  after enters
  counts 1 towards entries-of(b)
rule enters.lights [1]
  after enters
  when entries-of(b) >= 3
  then:
    mark b as lit
rule goes.leaves-a-mark [1]
  "What is given is as it was before the pick."
  after goes
  then:
    set b.weight to b.weight + distance(from, to)
"""
PIECES = "{a: {kind: boat, at: A-1, weight: 0}, b: {kind: boat, at: A-3, side: blues}}"


def carried_out(begun: Begun, *answers: str, law: str = LAW, pieces: str = PIECES) -> Game:
    game = begun(law, pieces)
    for answer in answers:
        meant = DONE if answer == "done" else game.meant(answer)
        assert game.allows(meant), answer
        game.answer(meant)
    return game


def allowed(begun: Begun, *answers: str, law: str = LAW, pieces: str = PIECES) -> bool:
    game = carried_out(begun, *answers[:-1], law=law, pieces=pieces)
    return game.allows(game.meant(answers[-1]))


def test_what_forbids_the_event_closes_every_pick_that_brings_it_about(begun: Begun) -> None:
    assert not allowed(begun, "sail", "a", "A-2", "A-3")
    assert not allowed(begun, "creep", "a", "A-2", "A-3")
    assert not allowed(begun, "rush", "a", "A-2", "A-3")


def test_a_pick_that_brings_it_about_twice_is_closed_by_either(begun: Begun) -> None:
    pieces = "{a: {kind: boat, at: A-2, weight: 0}, b: {kind: boat, at: A-3, side: blues}}"
    game = carried_out(begun, "rush", "a", pieces=pieces)
    assert "A-3" not in map(str, game.options())  # no way on leads through the hex of the other
    assert allowed(begun, "rush", "a", "A-3", "A-4", pieces=pieces.replace("at: A-2,", "at: A-2, lit: yes,"))


def test_hooks_after_the_event_follow_each_of_its_picks(begun: Begun) -> None:
    game = carried_out(begun, "sail", "a", "A-2", "done")
    entries = dict(game.position.tallied)
    assert [*entries.values()] == [1]
    pieces = "{a: {kind: boat, at: A-5, weight: 0}, b: {kind: boat, at: A-1, side: blues}}"
    game = carried_out(begun, "rush", "a", "A-4", "A-3", pieces=pieces)
    assert [*game.position.tallied.values()] == [2]
    assert game.position.value(game.position.things["a"], "weight") == 2
    game = carried_out(begun, "rush", "a", "A-4", "A-3", "creep", "a", "A-2", pieces=pieces)
    assert [*game.position.tallied.values()] == [3]
    assert game.position.value(game.position.things["a"], "lit")


def test_a_kind_that_excepts_the_rule_is_not_closed(begun: Begun) -> None:
    law = LAW.replace("action creep is a sail [1]\n", "action creep is a sail [1]\n  except enters.full\n")
    assert allowed(begun, "creep", "a", "A-2", "A-3", law=law)
    assert not allowed(begun, "sail", "a", "A-2", "A-3", law=law)


def test_both_of_what_a_pick_brings_about_twice_is_told(bench: Any, night_like: str) -> None:
    law = bench.compiled(night_like)
    pieces = "{a: {kind: boat, at: A-2, weight: 0}, b: {kind: boat, at: A-3}, c: {kind: boat, at: A-4}}"
    verdict = bench.ask(law, "may rush.beyond(a, A-3, A-4)", pieces=pieces).permission
    assert [refusal.text for refusal in verdict.refusals] == ["somebody lies in A-3", "somebody lies in A-4"]


def test_the_graph_says_by_which_picks_an_event_comes_about(bench: Any, night_like: str) -> None:
    graph = read_graph(write_graph(bench.compiled(night_like).graph))
    assert graph.rules["enters.full"].conclusion.events == ("enters",)
    assert set(graph.rules["enters.full"].conclusion.picks) == {"sail.step", "creep.step", "rush.beyond"}
    assert [(way.pick, [name for name, _ in way.given]) for way in graph.events["enters"].by] == [
        ("sail.step", []),
        ("rush.beyond", ["there"]),
        ("rush.beyond", []),
    ]


@pytest.fixture
def night_like() -> str:
    """The law without a sequence: what can be asked of it."""
    return LAW.replace("  open in sailing\n", "").replace(" where b.side is acting", "")
