"""Reaches that law asks for: the target begins the action apart and searches, with the figures of the reference."""

from __future__ import annotations

import pytest

from hexlaw.compiler.wasm.program import Program
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.target import Target

from .played import by_the_target, keys
from .ponds import WORDS, Pond, alike, ends, values

pytest.importorskip("wasmtime")

COUNTED = WORDS.replace("  n: whole = 2\n", "  n: exact = 2\n  spent: exact = 0\n  range: exact = 6 1/2\n")
ROW = """action row [1]
  open in moving
  pick rower(u: boat) where u.side is acting
  let here be u.hex
  pick stroke(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs toll(u, there) counted in u.spent does:
    move u to there
fact toll(u: boat, there: hex): exact [1]
  otherwise 1
rule toll.near [1]
  when any boat v where v is not u and v.hex is not none and v.hex adjacent-to there
  toll(u, there) is 1 1/2
rule row.far [1]
  forbids row.stroke
  when u.spent + toll(u, there) > u.range
reach voyage(u: boat, there: hex): exact [1]
  by row.stroke
"""
LOOK = """action look [1]
  open in moving
  pick looker(v: boat) where v.side is acting
  pick spot(h: hex) where voyage(v, h) is not none and voyage(v, h) > 0
  set v.n to v.n + voyage(v, h)
"""
BESIDE = """action look [1]
  open in moving
  pick looker(v: boat) where v.side is acting
  pick spot(h: hex) from neighbours(v.hex)
  pick again(k: hex) optionally from {h} does:
    move v to k
"""
WAYS = {
    "free": "",
    "no-step": "rule row.never [1]\n  forbids row.stroke\n  when u.side is red\n",
    "no-rest": "rule row.rest [1]\n  forbids row.done\n  when any boat v in u.hex where v is not u\n",
    "full": "rule full [1]\n  for each h in hexes\n  requires count(boat v in h) <= 1\n",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_pick_asks_how_far_a_boat_gets(pond: Pond, way: str) -> None:
    """Near the other boat it costs more; what a boat has spent by then counts as well."""
    games = alike(pond(ROW + LOOK + WAYS[way], COUNTED))
    assert any(getattr(n, "denominator", 1) == 2 for n in values(games, "n")) or way != "free"


def test_who_may_not_be_picked_rests_where_it_is_alone(pond: Pond) -> None:
    """What refuses the boat leaves the hex in which it stands."""
    barred = "rule row.red [1]\n  forbids row.rower\n  when u.side is red\n"
    law = ROW + LOOK.replace(" and voyage(v, h) > 0", "") + barred
    games = alike(pond(law, COUNTED))
    assert {entry.answer for game in games for entry in game.entries if entry.asked == "look.spot"} >= {"A1"}


ASKED_INSIDE = {
    # by what a search of another action tries: whether it may end where it has come to
    "done": """rule look.near [1]
  forbids look.done
  when not (any x in neighbours(v.hex) where voyage(v, x) is not none)
""",
    # in the middle of what is done, for what follows, and by a reach of another action
    "hook": """rule look.calm [1]
  after look.spot
  then:
    set v.n to count(x in hexes where voyage(v, x) is not none)
    if drift(v, h) is not none:
      set v.n to v.n + drift(v, h)
action float [1]
  pick floater(u: boat)
  let here be u.hex
  pick drifts(there: hex) repeatedly from neighbours(here) where voyage(u, there) is not none
      costs voyage(u, there) / 3 counted in u.spent does:
    move u to there
rule float.far [1]
  forbids float.drifts
  when u.spent > 0
reach drift(u: boat, there: hex): exact [1]
  by float.drifts
""",
}


@pytest.mark.parametrize("where", ASKED_INSIDE)
def test_it_is_asked_amid_whatever_is_under_way(pond: Pond, where: str) -> None:
    """Nothing of it is left behind, and the searches and frames around it go on."""
    alike(pond(ROW + BESIDE + ASKED_INSIDE[where], COUNTED.replace("6 1/2", "2 1/2")), 2)


CAST = """rule row.tide [1]
  after row.rower
  then:
    roll 1d2 as tide
    set u.n to tide
rule row.drifting [1]
  after row.stroke
  then:
    offer hail(u) to {whom}
    if u.n > 1:
      roll 1d2 as gust
      set u.spent to u.spent + gust / 4
action hail(u: boat) [1]
  pick hailer(v: boat) where v.side is acting does:
    set v.spent to 9
"""


@pytest.mark.parametrize("whom", ["red", "acting"])
def test_dice_fall_in_every_way_and_nothing_that_is_offered_is_taken(pond: Pond, whom: str) -> None:
    """Before the first step, and after each."""
    alike(pond(ROW + LOOK + CAST.replace("{whom}", whom), COUNTED.replace("6 1/2", "3")), 2)


WARY = {
    "fits": ("where not there is off-board", "where not there is off-board and wary(u) < 3"),
    "bars": ("reach voyage", "rule row.wary [1]\n  forbids row.stroke\n  when wary(u) > 3\nreach voyage"),
    "does": ("    move u to there\n", "    if wary(u) < 3:\n      move u to there\n"),
    "toll": ("toll(u, there) counted", "toll(u, there) + wary(u) counted"),
}
HOW_WARY = """fact wary(u: boat): exact [1]
rule wary.of-others [1]
  wary(u) is sum(v.care for boat v where v.side is not u.side)
"""


@pytest.mark.parametrize("what", WARY)
def test_who_looks_sees_in_it_what_it_sees_of_the_position(pond: Pond, what: str) -> None:
    """How wary the others are is their secret."""
    words = COUNTED.replace("  n: exact", "  care: exact = 2 secret\n  n: exact").replace("6 1/2", "3")
    look = LOOK.replace("  set v.n to v.n + voyage(v, h)\n", "  reveal v\n  set v.care to v.care + 1\n")
    alike(pond(ROW.replace(*WARY[what]) + HOW_WARY + look, words), 2)


WAVES = """fact waves(h: hex): exact [1]
rule waves.calm [1]
  when not (any boat w in h)
  waves(h) is 1
rule row.waves [1]
  forbids row.stroke
  when waves(there) > 1
"""


def test_where_the_law_is_silent_on_the_way_it_is_silent_about_the_reach(pond: Pond) -> None:
    """Which waves there are is said of hexes without a boat."""
    assert any(ends(pond(ROW + LOOK + WAVES, COUNTED)))


FAR = """advice [HA 1] "To be far"
fact worth(s: side): exact
rule worth.n [HA 1]
  worth(s) is sum(b.n for boat b where b.side is s)
"""


def test_programs_plan_alike_whatever_has_been_asked_before(pond: Pond) -> None:
    """What a reach looks at is none of what a program may look at: it is the same whether the answer was kept."""
    both, found = pond(ROW + LOOK + FAR, COUNTED), []
    warm = Target(both.agenda, both.setup)
    by_lot = by_the_target(warm, "reeds")
    assert not by_lot.stopped
    for target in (warm, Target(both.agenda, both.setup), Target(both.agenda, both.setup, engine=python())):
        programs = dict.fromkeys(keys(both.setup, ""), Program(60))
        played = target.play("ripple", keys(both.setup, "ripple"), 12, programs=programs)
        found.append((played.entries, played.stopped, target.weighed()))
    assert found[0] == found[1] == found[2]
    assert any(entry.asked == "look.spot" for entry in found[0][0])


def test_a_reach_without_a_piece_leads_nowhere(pond: Pond) -> None:
    """What is moved was not picked."""
    law = """action sweep [1]
  open in moving
  pick step(there: hex) repeatedly from hexes costs 1 counted in game.swept does:
    mark game as swift
rule sweep.far [1]
  forbids sweep.step
  when game.swept > 1
reach sweeps(there: hex): exact [1]
  by sweep.step
action look [1]
  open in moving
  pick looker(v: boat) where v.side is acting and not (any h in hexes where sweeps(h) is not none)
"""
    words = WORDS.replace("  turn: whole = 1\n", "  turn: whole = 1\n  swept: exact = 0\n  swift: yes/no\n")
    assert any(entry.asked == "look.looker" for game in alike(pond(law, words), 2) for entry in game.entries)


HOOK = """rule row.on [1]
  after row.stroke
  then:
    if voyage(u, u.hex) is not none:
      set u.n to 7
"""


def test_a_reach_that_a_hook_of_its_action_asks_for_ends_as_what_is_spent_does(pond: Pond) -> None:
    assert 7 in values(alike(pond(ROW + LOOK + HOOK, COUNTED.replace("6 1/2", "2 1/2")), 2), "n")


def test_a_reach_that_begins_anew_for_ever_has_no_answer(pond: Pond) -> None:
    """Where the action itself asks, `check` finds it."""
    both = pond(ROW + LOOK + HOOK, COUNTED.replace("6 1/2", "600"))
    assert by_the_target(Target(both.agenda, both.setup), "ripple").stopped == 3


def test_a_reach_that_is_asked_for_leaves_alone_whether_an_answer_was_judged(pond: Pond) -> None:
    """On the way it picks who moves, by an answer of which that is not known."""
    far = "fact far(u: boat): exact [1]\n  otherwise sum(voyage(u, h) for h in neighbours(u.hex))\n"
    look = "action look [1]\n  open in moving\n  pick looker(v: boat) where far(v) > 0\n"
    both = pond(ROW + far + look, COUNTED)
    target = Target(both.agenda, both.setup)
    target.begin("ripple", {}, {})
    (boat,) = (thing for thing in both.position.things.values() if thing.name == "r")
    for judged in (1, 0):
        target.running.set("judged", judged)
        assert target.running.ask("fact:far", [boat]) > 0
        assert target.running.get("judged") == judged
