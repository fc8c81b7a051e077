"""Events that picks bring about, in the target as in the machine: what rules know of them, how often they come."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.players import RandomPlayer

from .ponds import SWIM, Pond, alike

pytest.importorskip("wasmtime")

TWICE = """event passed(v: boat, h: hex) [1]
  by swim.stroke with v = u, h = there
  by swim.stroke with v = u, h = u.hex
"""
AWAY = "distance({}, (one boat c where c.side is blue).hex)"


def test_a_rule_is_carried_out_for_each_time_that_a_pick_brings_its_event_about(pond: Pond) -> None:
    """A gust for the hex that is left and another for the one that is come to, as it was before the stroke; whether the
    rule applies is asked of both before either: one stroke from the first hex adds 12 twice."""
    law = f"""rule passed.blown [1]
  after passed
  when v.n < 12
  then:
    roll 1d6 as gust
    set v.n to v.n + 12 + {AWAY.format("h")} - distance(h, v.hex) * gust
"""
    games = alike(pond(SWIM + TWICE + law))
    asked = [entry.asked for game in games for entry in game.entries]
    assert asked.count("gust") == 4 * 4, "two of each boat, in four games"


def test_what_is_finished_or_comes_to_a_dead_end_at_one_time_goes_on_at_the_next(pond: Pond) -> None:
    """`finish` ends the rule with all times that are left, a pick without an answer the time alone in which it is."""
    law = """rule passed.seen [1]
  after passed
  then:
    roll 1d6 as wind
    pick swell(k: whole) from numbers(1, 2) where wind > 2
    set v.n to v.n + k
    if k = 2:
      finish
    set v.n to v.n + 10
"""
    games = alike(pond(SWIM + TWICE + law))
    asked = [(entry.asked, entry.lapsed) for game in games for entry in game.entries]
    follows = {(one, other) for (one, _), (other, _) in pairwise(asked)}
    assert {("swell", "wind"), ("swell", "swim.stroke")} <= follows
    assert ("swell", True) in asked


def test_what_a_pick_brings_about_twice_is_counted_twice(pond: Pond) -> None:
    law = """tally wakes(v: boat): whole [1]
rule wakes.counted [1]
  after passed
  counts 1 towards wakes(v)
memory v: boat knows h: hex [1]
rule knows.begins [1]
  after passed
  begins v knows h
rule knows.ends [1]
  after passed
  lapses v knows h
  when game.turn is 2
rule swim.far [1]
  forbids swim.stroke
  when u knows there and wakes(u) > 4
"""
    for game in alike(pond(SWIM + TWICE + law)):
        strokes = sum(entry.asked == "swim.stroke" and entry.answer != "done" for entry in game.entries)
        assert sum(game.position.tallied.values()) == 2 * strokes


def test_two_events_of_one_pick_call_two_things_by_one_name(pond: Pond) -> None:
    law = f"""event left(v: boat, h: hex) [1]
  by swim.stroke with v = u, h = u.hex
event come-to(v: boat, h: hex) [1]
  by swim.stroke with v = u, h = there
rule come-to.far [1]
  after come-to
  then:
    set v.n to v.n + 10 * {AWAY.format("h")}
rule left.far [1]
  after left
  follows come-to.far
  then:
    set v.n to v.n + {AWAY.format("h")}
"""
    alike(pond(SWIM + law))


def test_a_rule_about_the_pick_knows_what_that_calls_so(pond: Pond) -> None:
    """`there` is the hex that the boat enters; for the event it is the one that it left, and `near` are many hexes. The
    purpose of the throw `gust` is made of these names, so both machines throw the same."""
    law = f"""event left(u: boat, there: hex, near: set of hex) [1]
  by swim.stroke with there = u.hex, near = neighbours(there)
rule left.first [1]
  after left
  then:
    roll 1d6 as gust
    set u.n to u.n + {AWAY.format("there")} * gust + count(near)
rule stroke.then [1]
  after swim.stroke
  follows left.first
  then:
    roll 1d6 as wave
    set u.n to u.n + 10 * {AWAY.format("there")} * wave
rule left.last [1]
  after left
  follows stroke.then
  then:
    set u.n to u.n + 100 * count(x in near where not x is off-board)
"""
    alike(pond(SWIM + law))


def test_a_count_of_what_is_gone_is_not_laid_out_for_questions(pond: Pond) -> None:
    """It is counted behind the end of the boat; what the other boat would do is asked of the position as it is left."""
    law = """tally wakes(u: boat): whole [1]
effect drift(u: boat) [1]:
  move u to u.hex
rule pond.three [1]
  for each boat v
  requires count(boat w in v.hex) <= 3
rule swim.sunk [1]
  after swim.stroke
  when u.side is red
  then:
    remove u
rule wakes.counted [1]
  after swim.stroke
  follows swim.sunk
  counts 1 towards wakes(u)
rule swim.held [1]
  forbids swim.stroke
  when drift(u) would break pond.three
"""
    game, player = pond(SWIM + law).game("reeds"), RandomPlayer(Chance("reeds"))
    while game.question is not None:
        game.put(player.answer(game))
    assert game.position.things.keys() == {"b"}
    assert ("wakes", (Thing("boat", "r"),)) in game.position.tallied
