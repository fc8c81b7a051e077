"""What a program does that looks ahead, in small laws where anybody can see what is best."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.programs import programs_of
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, play_out
from hexlaw.compiler.wasm.layout import WORK
from hexlaw.compiler.wasm.program import Program
from hexlaw.compiler.wasm.target import PlayedOut, Target
from hexlaw.compiler.workspace.seats import begun
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.seating import by_seat_and_side, keys_of_players, seats

from .played import GAMBLE

pytest.importorskip("wasmtime")

LAKE = """board: lake
cite: [H 1]
grid: {orientation: pointy, lines: [A, B, C], lengths: [9], shifted: second, name: "{line}-{number}"}
hexes: {A-9: {shoal: yes}}
"""
LAW = """chapter [1] "Ferries"
choice side
  east, west
thing barge
  stands in hex
  side: side = east
  allowance: whole = 4
  spent: whole = 0
  cargo: whole = 0
  tired: yes/no lasting until end of day
  hold: whole = 0 secret
thing game also
  day: whole = 1
  days: whole = 1
fact gold(s: side): exact
rule gold.all [1]
  gold(s) is sum(u.cargo for barge u where u.side is s) - sum(straight(u) for barge u where u.side is s)
fact straight(u: barge): exact
  otherwise 0
rule straight.to-the-mole [1]
  when u.hex is not none
  straight(u) is least(distance(u.hex, h) for h in hexes where h is shoal)
situation crossing [1] "A crossing"
sequence days [1]
  phase day while game.day <= game.days:
    phase ferrying by east
    set game.day to game.day + 1
"""
ADVICE = """advice [HA 1] "What a side plays for"
fact worth(s: side): exact
rule worth.gold [HA 1]
  worth(s) is gold(s)
"""
SAIL = """
action sail [1]
  open in ferrying
  pick pilot(u: barge) where u.side is acting and u is not tired
  pick course(h: hex) repeatedly from neighbours(u.hex) where not h is off-board and u.spent < u.allowance
      costs 1 counted in u.spent does:
    move u to h
  set u.spent to 0
  mark u as tired
"""
SURE = (
    """
action trade [1]
  open in ferrying
  pick trader(u: barge) where u.side is acting and u is not tired
  set u.cargo to u.cargo + {sure}
  mark u as tired
"""
    + GAMBLE
)

BOTH = LAW.replace("by east\n", "by east\n    phase raiding by west\n")
RAID = """
action haul [1]
  open in ferrying
  pick hauler(u: barge) where u.side is acting and u is not tired
  set u.cargo to u.cargo + 3
  mark u as tired
action raid [1]
  open in raiding
  pick raider(u: barge) where u.side is acting and u is not tired
  pick prize(v: barge) where v.side is east and v is tired
  roll 1d6 as die
  if die >= 4:
    set v.cargo to v.cargo - 10
    set u.cargo to u.cargo + 1
  mark u as tired
"""
MANY = "f: {kind: barge, count: 3, at: A-1}"
RAIDERS = "w: {kind: barge, count: 2, at: B-1, side: west}"
ONE_RAIDER = RAIDERS.replace("count: 2, ", "")


@pytest.fixture
def lake(bench: Any) -> Any:
    def compile_(more: str, pieces: str = "f: {kind: barge, at: A-1}", law: str = LAW) -> Prepared:
        sides = "sides:\n  east:\n" + "".join(f"    {piece}\n" for piece in pieces.split("; "))
        text = f"board: lake\n{sides}winner: east\ntells:\n  gold: gold(east)\n"
        files = {"boards/lake.yaml": LAKE, "situations/crossing.yaml": text}
        compilation = bench.compiled(law + more + ADVICE, files=files)
        found = Diagnostics()
        both = prepare(compilation, "crossing", Configuration(), found)
        assert both is not None, "\n".join(d.message for d in found)
        return both

    return compile_


def printed(prepared: Prepared) -> Target:
    target = Target(prepared.agenda, prepared.setup)
    assert target.refusal == {}
    return target


def played(prepared: Prepared, names: str = "greedy", seed: str = "tide", target: Target | None = None) -> PlayedOut:
    target = target or printed(prepared)
    position = prepared.setup.position
    named = dict(zip(seats(position), names.split(",") * 2, strict=False))
    programs = by_seat_and_side(programs_of(named) or {}, position)
    return target.play(seed, keys_of_players(position, seed), MAX_ANSWERS, programs=programs)


def answers(game: PlayedOut) -> list[str]:
    return [entry.answer for entry in game.entries if entry.side]


def test_it_goes_as_far_as_that_gains(lake: Any) -> None:
    far, near = lake(SAIL), lake(SAIL, "f: {kind: barge, at: A-7}")
    by_far, by_near = printed(far), printed(near)
    for seed in ("one", "two", "three"):
        game = played(far, seed=seed, target=by_far)
        assert game.report["gold"] == -4, answers(game)  # eight hexes away, and four steps a day
        game = played(near, seed=seed, target=by_near)
        assert game.report["gold"] == 0
        assert len(answers(game)) == 6, answers(game)  # no step for nothing: who, two steps, and done three times


def test_it_does_nothing_where_nothing_gains(lake: Any) -> None:
    assert answers(played(lake(SAIL, "f: {kind: barge, at: A-9}"))) == ["done"]


@pytest.mark.parametrize(("sure", "better"), [(3, "gamble"), (4, "trade")])
def test_dice_count_by_what_they_come_to_on_the_average(sure: int, better: str, lake: Any) -> None:
    prepared = lake(SURE.format(sure=sure))  # ten in two of six cases: 3 1/3
    target = printed(prepared)
    for seed in ("one", "two", "three"):
        assert answers(played(prepared, "greedy", seed, target))[:2] == [better, "f"]


def test_of_all_beginnings_the_one_that_gains_most_comes_first(lake: Any) -> None:
    """Each ferry is looked at, however many there are: the one with the longest way gains by its allowance."""
    pieces = "f: {kind: barge, count: 30, at: A-1, allowance: 1}; g: {kind: barge, at: A-1, allowance: 6}"
    game = played(lake(SAIL, pieces))
    assert answers(game)[:2] == ["sail", "g"]
    assert game.report["gold"] == -(30 * 7 + 2)


MUST = """
action pay [1]
  open in ferrying
  pick payer(u: barge) where u.side is acting and u is not tired
  set u.cargo to u.cargo - u.allowance
  mark u as tired
rule ferrying.one-pays [1]
  forbids ferrying.done
  when no barge u where u is tired
"""
PAYERS = "f: {kind: barge, at: A-1}; g: {kind: barge, at: A-1, allowance: 2}; h: {kind: barge, at: A-1, allowance: 3}"


def test_where_it_has_to_act_it_loses_the_least(lake: Any) -> None:
    assert answers(played(lake(MUST, PAYERS))) == ["pay", "g", "done"]


def test_where_it_has_to_act_it_does_not_go_round_for_ever(lake: Any) -> None:
    """To turn about costs nothing, and leads nowhere: each does so once, then the one pays who pays least."""
    turn = """
action turn-about [1]
  open in ferrying
  pick turner(u: barge) where u.side is acting
  set u.hold to 1 - u.hold
"""
    given = answers(played(lake(turn + MUST, PAYERS)))
    assert sorted(given[:6:2]) == ["turn-about"] * 3
    assert sorted(given[1:6:2]) == ["f", "g", "h"]
    assert given[6:] == ["pay", "g", "done"]


def test_a_plan_goes_on_where_one_pick_is_done_and_another_follows(lake: Any) -> None:
    convoy = """
action convoy [1]
  open in ferrying
  for each barge u where u.side is acting:
    pick course(h: hex) repeatedly optionally from neighbours(u.hex)
        where not h is off-board and u.spent < u.allowance
        costs 1 counted in u.spent does:
      move u to h
    mark u as tired
rule convoy.once [1]
  forbids convoy.course
  when u is tired
"""
    pieces = "f: {kind: barge, at: A-1, allowance: 2}; g: {kind: barge, at: A-1, allowance: 2}"
    assert played(lake(convoy, pieces)).report["gold"] == -12


def test_planning_leaves_the_position_as_it_was(lake: Any) -> None:
    prepared = lake(SAIL + SURE.format(sure=3) + RAID, f"{MANY}; {RAIDERS}", BOTH)
    target = Target(prepared.agenda, prepared.setup)
    keys = keys_of_players(prepared.setup.position, "tide")
    target.begin("tide", keys, {"east": Program(400)})
    running, layout = target.running, target.playable.layout
    before = running.cells(layout.written, layout.fixed), running.get("stamp"), running.get("digest")
    assert target.decided() is not None
    assert running.get("seen") > 50
    assert (running.cells(layout.written, layout.fixed), running.get("stamp"), running.get("digest")) == before


def test_a_game_is_the_same_whole_and_step_by_step(lake: Any) -> None:
    """By the reference the machine judges, and the program decides."""
    prepared = lake(SAIL + SURE.format(sure=3) + RAID, f"{MANY}; {RAIDERS}", BOTH)
    target = printed(prepared)
    for seed in ("one", "two"):
        whole = played(prepared, "greedy", seed, target)
        game = prepared.game(seed)
        players = begun({"east": "greedy", "west": "greedy"}, game, seed, lambda: target)
        play_out(game, players)
        assert game.entries == whole.entries


def test_what_is_kept_from_other_games_changes_nothing(lake: Any) -> None:
    prepared = lake(SAIL + SURE.format(sure=3) + RAID, f"{MANY}; {RAIDERS}", BOTH)
    used = printed(prepared)
    for seed in ("one", "two"):
        anew = played(prepared, "greedy", seed)
        assert played(prepared, "greedy", seed, used).entries == anew.entries


BOARDING = """
action board [1]
  open in ferrying
  pick boarder(u: barge) where u.side is acting and u is not tired
  pick prize(v: barge) where v.side is west
  set u.cargo to u.cargo + v.{what}
  mark u as tired
"""


@pytest.mark.parametrize("what", ["hold", "allowance"])
def test_what_a_side_does_not_see_does_not_guide_it(what: str, lake: Any) -> None:
    """What is hidden it guesses, and the guess is the same whatever is hidden; what it sees it goes by."""
    taken = []
    for v, w in ((9, 1), (1, 9)):
        pieces = f"f: {{kind: barge, at: A-1}}\n  west:\n    v: {{kind: barge, at: B-1, side: west, {what}: {v}}}"
        prepared = lake(BOARDING.format(what=what), f"{pieces}; w: {{kind: barge, at: B-2, side: west, {what}: {w}}}")
        target = printed(prepared)
        taken.append([answers(played(prepared, "greedy", f"tide {number}", target))[:3] for number in range(6)])
    if what == "hold":
        assert taken[0] == taken[1]
    else:
        assert taken == [[["board", "f", "v"]] * 6, [["board", "f", "w"]] * 6]


@pytest.mark.parametrize(("room", "cells"), [("LOG", 7 * 40), ("FRAMES", 40), ("PURPOSES", 3 * 2)])
def test_with_little_room_it_plans_as_with_much(room: str, cells: int, lake: Any, monkeypatch: Any) -> None:
    """Room is made in the middle of a plan: whole, and step by step at a table, the game is the same."""
    prepared = lake(SAIL + RAID, f"{MANY}; {RAIDERS}", BOTH)
    large = played(prepared, "greedy")
    monkeypatch.setitem(WORK, room, cells)
    target = Target(prepared.agenda, prepared.setup)
    small = played(prepared, "greedy", target=target)
    assert (small.entries, small.stopped, [*target.room]) == (large.entries, 0, [room])
    game, named = prepared.game("tide"), dict(zip(seats(prepared.setup.position), ("greedy", "greedy"), strict=True))
    target = Target(prepared.agenda, prepared.setup)
    play_out(game, begun(named, game, "tide", lambda: target), MAX_ANSWERS)
    assert (game.entries, [*target.room]) == (large.entries, [room])
