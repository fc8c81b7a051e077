"""Reach: the least cost of getting somewhere and being allowed to stop there, held against a search by brute force."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from under_way import text_of

from hexlaw.runtime.board.geometry import neighbours, side_between
from hexlaw.runtime.evaluate import budget
from hexlaw.runtime.law.stops import Exhausted
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.trials import Trials

LAW = """action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs toll(here, there) counted in u.spent does:
    move u to there
reach ways(u: boat, there: hex): fathoms
  by sail.step
fact toll(here: hex, there: hex): fathoms
  otherwise 1
rule toll.shoal [1]
  when there is shoal
  toll(here, there) is 2 1/2
rule toll.channel [1]
  over toll.shoal
  when side-between(here, there) is channel
  toll(here, there) is 1/2
rule move.tired [1]
  forbids sail.step
  when u.spent + toll(here, there) > u.range
rule bar.wall [1]
  forbids sail.step
  when side-between(here, there) is wall
rule bar.rest [1]
  forbids sail.done
  when any w in here.water where w is reef
"""
DIRECTIONS = ["E", "NE", "NW", "W", "SW", "SE"]


def drawn(rng: random.Random) -> str:
    parts = []
    for name in (f"{line}-{n}" for line in "ABCD" for n in range(1, 7)):
        bits = []
        if rng.random() < 0.3:
            bits.append("shoal: yes")
        if rng.random() < 0.2:
            bits.append("water: [reef]")
        for side in ("wall", "channel"):
            told = [d for d in DIRECTIONS if rng.random() < 0.08]
            if told:
                bits.append(f"{side}: [{', '.join(told)}]")
        if bits:
            parts.append(f"{name}: {{{', '.join(bits)}}}")
    return "{" + ", ".join(parts) + "}"


def brute_force(given: Any, start: str, most: Fraction) -> dict[str, Fraction]:
    """All ways that are cheap enough, walked one by one; no cleverness at all."""
    map_ = given.position.map
    best: dict[Any, Fraction] = {}

    def walk(here: Any, spent: Fraction) -> None:
        if best.get(here, spent + 1) <= spent:
            return
        best[here] = spent
        for there in neighbours(here):
            if not map_.contains(there):
                continue
            side = side_between(here, there)
            if map_.value_at(side, "wall"):
                continue
            channel = map_.value_at(side, "channel")
            cost = Fraction(1, 2) if channel else Fraction(5, 2) if map_.value_at(there, "shoal") else Fraction(1)
            if spent + cost <= most:
                walk(there, spent + cost)

    walk(map_.find(start), Fraction(0))
    return {map_.name_of(h): cost for h, cost in best.items() if not (map_.value_at(h, "water") or ())}


@pytest.fixture(scope="module")
def law(tmp_path_factory: Any, request: Any) -> Any:
    return {}


@pytest.mark.parametrize("seed", range(12))
def test_reach_agrees_with_brute_force(bench: Any, seed: int, law: dict[str, Any]) -> None:
    rng = random.Random(seed)
    most = Fraction(rng.randint(2, 9), 2)
    compiled = law.get("law") or law.setdefault("law", bench.compiled(LAW))
    pieces = f"{{a: {{kind: boat, at: B-3, range: {most}}}}}"
    given = bench.ask(compiled, "reach ways(a)", pieces=pieces, hexes=drawn(rng))
    assert given.stop is None
    found = {given.position.map.name_of(h): Fraction(c) for h, c in given.reach.items()}
    assert found == brute_force(given, "B-3", most)


def test_the_least_cost_is_a_value_too(bench: Any) -> None:
    compiled = bench.compiled(LAW)
    pieces = "{a: {kind: boat, at: A-1, range: 3}}"
    assert bench.value(compiled, "ways(a, A-3)", pieces=pieces) == 2
    assert bench.value(compiled, "ways(a, A-1)", pieces=pieces) == 0
    assert bench.value(compiled, "ways(a, A-6) is none", pieces=pieces) is True


def test_one_may_pass_but_not_stop_where_resting_is_not_legal(bench: Any) -> None:
    law = LAW + "rule full [1]\n  forbids done\n  for each h in hexes\n  when count(boat v in h) > 1\n"
    pieces = "{a: {kind: boat, at: A-1, range: 2}, b: {kind: boat, at: A-2}}"
    given = bench.ask(bench.compiled(law), "reach ways(a)", pieces=pieces)
    found = {given.position.map.name_of(h): c for h, c in given.reach.items()}
    assert "A-2" not in found
    assert found["A-3"] == 2


def test_what_must_hold_at_all_times_closes_the_way(bench: Any) -> None:
    law = LAW + "rule full [1]\n  for each h in hexes\n  requires count(boat v in h) <= 1\n"
    walls = "{B-1: {wall: [E, NE]}, A-1: {wall: [SE, SW]}}"
    pieces = "{a: {kind: boat, at: A-1, range: 2}, b: {kind: boat, at: A-2}}"
    given = bench.ask(bench.compiled(law), "reach ways(a)", pieces=pieces, hexes=walls)
    assert {given.position.map.name_of(h) for h in given.reach} == {"A-1"}


OFFERED = """choice side
  reds, blues
action hail(b: boat) [1]
  pick hailer(c: boat) where c is not b
  mark c as lit
fact hail-takers(): side
  otherwise blues
"""


@pytest.mark.parametrize("side", ["reds", "blues"])
def test_what_must_hold_closes_the_way_where_a_step_is_over_only_after_an_offer(bench: Any, side: str) -> None:
    """A step into the full A-2 is over, and looked through for breaches, when nobody has taken the offer."""
    law = OFFERED + LAW.replace("    move u to there\n", f"    move u to there\n    offer hail(u) to {side}\n")
    full = "rule full [1]\n  for each h in hexes\n  requires count(boat v in h) <= 1\n"
    pieces, walls = "{a: {kind: boat, at: A-1, range: 2}, b: {kind: boat, at: A-2}}", "{A-1: {wall: [SE, SW]}}"
    for requirement, expected in (("", {"A-1", "A-2", "A-3", "B-2", "B-3"}), (full, {"A-1"})):
        given = bench.ask(bench.compiled(law + requirement), "reach ways(a)", pieces=pieces, hexes=walls)
        assert given.stop is None
        assert {given.position.map.name_of(h) for h in given.reach} == expected


def test_a_step_that_changes_the_mover_makes_two_ways_two(bench: Any) -> None:
    """A lit boat cannot enter A-3; the shoal A-2 lights it, so the dearer way round by the B line is the only one."""
    law = LAW.replace(
        "    move u to there\n", "    move u to there\n    if there is shoal:\n      mark u as lit\n"
    ).replace("2 1/2", "1/2")
    law += "rule bar.light [1]\n  forbids sail.step\n  when u is lit and there in reefs-near(u)\nfact reefs-near(u: boat) collects hex\n"
    law += (
        "rule reefs [1]\n  for each h in hexes\n  when any w in h.water where w is rough\n  reefs-near(u) includes h\n"
    )
    hexes = "{A-2: {shoal: yes}, A-3: {water: [rough]}}"
    given = bench.ask(bench.compiled(law), "ways(a, A-3)", pieces="{a: {kind: boat, at: A-1, range: 6}}", hexes=hexes)
    assert given.value == 3  # A-1, B-2, B-3, A-3 and not 1 1/2 by way of the shoal


def test_things_left_behind_by_a_step_tell_positions_apart(bench: Any) -> None:
    """Each step leaves a buoy; a hex with a buoy is not entered again. The search must not mix the two."""
    law = LAW.replace("    move u to there\n", "    place buoy in here\n    move u to there\n")
    law += "rule bar.buoy [1]\n  forbids sail.step\n  when any buoy b in there\n"
    given = bench.ask(bench.compiled(law), "reach ways(a)", pieces="{a: {kind: boat, at: A-1, range: 2}}")
    found = {given.position.map.name_of(h): c for h, c in given.reach.items()}
    assert found["A-1"] == 0
    assert found["A-3"] == 2


# ---- bounded work: the plane beyond the edge of the map has no end, and nothing says how far a boat may sail

ENDLESS = """action sail [1]
  pick skipper(u: boat)
  pick step(there: hex) repeatedly from neighbours(u.hex) costs 1 counted in u.spent does:
    move u to there
reach ways(u: boat, there: hex): fathoms
  by sail.step
"""
NEVER_ALONE = """rule alone [1]
  for each boat u
  requires no boat v where v is not u and v.hex is u.hex
"""


def crowd(boats: int) -> str:
    return "{a: {kind: boat, at: A-1}, " + ", ".join(f"b{n}: {{kind: boat, at: D-6}}" for n in range(boats)) + "}"


@pytest.mark.parametrize(
    ("law", "boats"), [(ENDLESS, 1), (ENDLESS, 400), (ENDLESS + NEVER_ALONE, 20)], ids=["alone", "in a crowd", "judged"]
)
def test_a_reach_without_end_is_stopped_by_its_work(
    bench: Any, monkeypatch: pytest.MonkeyPatch, law: str, boats: int
) -> None:
    monkeypatch.setattr(budget, "MAX_STEPS", 30_000)
    never_rests = "rule bar.rest [1]\n  forbids sail.done\n"
    stop = bench.ask(bench.compiled(law + never_rests), "reach ways(a)", pieces=crowd(boats), tracing=False).stop
    assert isinstance(stop, Exhausted)
    assert "30,000 steps" in stop.message


def test_a_way_to_a_rest_that_is_not_found_within_the_bound_refuses_nothing(
    bench: Any, search_bound: Callable[[int], None]
) -> None:
    law = ENDLESS + "rule bar.rest [1]\n  forbids sail.done\n"
    search_bound(50)
    given = bench.ask(bench.compiled(law), "may sail.step(a, A-2)", pieces=crowd(1), tracing=False)
    assert given.permission.allowed


def test_a_reach_that_ends_is_not_stopped(bench: Any) -> None:
    """Every hex of the bay and no other, in a crowd; what it takes is told by the account."""
    given = bench.ask(bench.compiled(LAW), "reach ways(a)", pieces=crowd(40).replace("A-1", "A-1, range: 99"))
    assert len(given.reach) == 24
    trials = Trials(given.law)
    args = (given.position.things["a"],)
    assert trials.reach(trials.about(given.position).ev, "ways", args) == given.reach
    account = trials.account
    assert account.most - account.left < 200_000


def test_who_asks_where_a_piece_can_go_leaves_the_game_as_it_is(begun: Callable[..., Game], sail: str) -> None:
    game = begun(sail, "{ann: {kind: boat, side: reds, at: A-1}}")
    for text in ("sail", "ann"):
        game.answer(game.meant(text))
    before = text_of(game), game.options()
    assert game.ways(game.position.things["ann"])
    assert (text_of(game), game.options()) == before
