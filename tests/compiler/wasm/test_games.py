"""Games of small laws, each about one thing that a game may meet: in the target as in the machine, or handed back."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from held import side_by_side

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, NotFinished, play_out
from hexlaw.compiler.wasm import target as target_module
from hexlaw.compiler.wasm.engines import Engine, by_wasmtime, webassembly
from hexlaw.compiler.wasm.following import Follower
from hexlaw.compiler.wasm.layout import BESIDES, WORK
from hexlaw.compiler.wasm.procedures import CONSTANTS, MAX_WORK
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.target import OUT_OF_WORK, PlayedOut, Target
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.dice import Dice
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import Player, RandomPlayer
from hexlaw.runtime.play.questions import ByLot, Choose

from .played import account, by_the_machine, by_the_target, keys

pytest.importorskip("wasmtime")

ROOT = Path(__file__).resolve().parents[3]
SEA = """board: sea
cite: [H 1]
grid: {orientation: pointy, lines: [A, B, C, D, E], lengths: [6], shifted: second, name: "{line}-{number}"}
hexes: {B-3: {shoal: yes}, C-4: {shoal: yes}}
"""
WORDS = """chapter [1] "Sailing"
choice side
  north, east, south
thing boat also
  side: side = north
  tired: yes/no lasting until end of day
  hits: whole = 0
thing game also
  day: whole = 1
thing mark
  stands in hex
situation race [1] "A race"
sequence days [1]
  phase day while game.day <= 3:
    phase rowing while any boat u where u is not tired alternating from east
    do evening()
    set game.day to game.day + 1
effect evening() [1]:
  roll 2d6 as gust
  for each boat u where u.hits > 0:
    draw h in neighbours(u.hex) where not h is off-board and (no boat v in h where v.side is not u.side)
    if gust > 7:
      move u to h
event splashed(u: boat, by-whom: boat) [1]
memory u: boat met v: boat [1]
tally wake(u: boat): whole [1]
rule met.begins [1]
  after splashed
  begins by-whom met u
rule wake.counts [1]
  after splashed
  counts 1 towards wake(u)
rule wake.ends [1]
  at the end of day
  resets wake(u)
  when wake(u) > 2
fact loss(u: boat): whole
rule loss.all [1]
  loss(u) is count(boat v where v met u) + 2 * wake(u)
action row [1]
  open in rowing
  pick rower(u: boat) where u.side is acting and u is not tired
  pick stroke(there: hex) repeatedly from neighbours(u.hex) where not there is off-board
      costs 1 counted in u.spent does:
    move u to there
  pick splash(v: boat) optionally where v.side is not u.side and u.hex adjacent-to v.hex does:
    roll 1d6 as die
    if die > 3:
      set v.hits to v.hits + 1
      announce splashed(v, u)
  set u.spent to 0
  mark u as tired
rule row.far [1]
  forbids row.stroke
  when u.spent >= 2 or (there is shoal and u.spent > 0)
rule berth.one [1]
  for each boat u
  requires not (any boat v in u.hex where v.side is not u.side)
"""


def prepared(compilation: Compilation, situation: str) -> Prepared:
    found = Diagnostics()
    both = prepare(compilation, situation, Configuration(), found)
    assert both is not None, "\n".join(d.message for d in found)
    return both


def parted(played: PlayedOut, expected: PlayedOut) -> tuple[object, ...] | None:
    """Where two games part for the first time."""
    for number, (one, other) in enumerate(zip(played.entries, expected.entries, strict=False)):
        if one != other:
            return number, one, other
    return None if account(played) == account(expected) else ("in the end", account(played)[1:], account(expected)[1:])


def alike(both: Prepared, seeds: int) -> Target:
    """Plays some games both ways."""
    target = Target(both.agenda, both.setup)
    assert target.refusal == {}
    for number in range(seeds):
        seed = f"tide {number}"
        played, expected = by_the_target(target, seed), by_the_machine(both, seed)
        assert parted(played, expected) is None
    return target


@pytest.fixture
def race(bench: Any) -> Any:
    """A race under some more law, with these pieces."""

    def compile_(pieces: str, more: str = "", words: str = WORDS) -> Prepared:
        situation = f"board: sea\n{pieces}winner: east\ntells:\n  hits: sum(u.hits for boat u)\n"
        situation += "  losses: sum(loss(u) for boat u)\n"
        files = {"boards/sea.yaml": SEA, "situations/race.yaml": situation}
        return prepared(bench.compiled(words + more, files=files), "race")

    return compile_


BOATS = """sides:
  north:
    n: {kind: boat, count: 3, at: A-1, weight: 1}
  east:
    e: {kind: boat, count: 2, at: C-1, weight: 2}
  south:
    s: {kind: boat, count: 2, at: E-2, weight: 3}
"""


def test_three_sides_that_take_turns(race: Any) -> None:
    alike(race(BOATS), 5)


def test_sides_without_units(race: Any) -> None:
    """A side that has nothing takes no turn; the one with which it begins has one all the same."""
    alike(race(BOATS.replace("  east:\n    e: {kind: boat, count: 2, at: C-1, weight: 2}\n", "")), 4)
    alike(race("sides:\n  south:\n    s: {kind: boat, count: 2, at: E-2, weight: 3}\n"), 3)
    one = "sides:\n  south:\n    s: {kind: boat, at: E-2, weight: 3}\n"
    target = alike(race(f"{one}  north:\n    n: {{kind: boat, count: 2, at: A-1, weight: 1}}\n"), 3)
    assert [number for thing, number in target.running.image.things.items() if thing.name == "s"] == [0]
    alike(race("sides:\n  south:\n    n: {kind: boat, at: E-2, weight: 3}\npieces: {far: {kind: mark, at: A-5}}\n"), 3)


def test_more_than_64_things_in_play(race: Any) -> None:
    many = BOATS.replace("count: 3, at: A-1", "count: 40, at: A-1").replace("count: 2", "count: 30")
    few_days = WORDS.replace("game.day <= 3", "game.day <= 1")
    alike(race(many, words=few_days), 2)


def test_who_acts_does_not_count_in_what_was_broken_before_also_as_the_65th_thing(race: Any) -> None:
    """The only boat that rows begins among others, which is broken. Who comes back there breaks it anew."""
    target, game = at_rest(race, CROWD)
    [number] = [number for thing, number in target.running.image.things.items() if thing.name == "e"]
    assert number >= 64
    strokes: list[list[str]] = []

    def answer(game: Game) -> Any:
        question = game.question
        if isinstance(question, Choose) and question.pick == "row.stroke":
            strokes.append([game.entry(question, option).answer for option in game.options()])
        return game.drawn() if isinstance(question, ByLot) else game.options()[0]

    account = side_by_side(target, game, answer)
    assert (account.parting, account.stopped) == (None, 0)
    first, second = strokes[:2]
    assert len(first) == 6
    assert "C-3" not in second
    assert "done" in second


def test_for_more_who_act_than_there_is_room_for_room_is_made(race: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one rows away somebody stays, so it is held against what was."""
    monkeypatch.setitem(WORK, "AWAY", 2)
    target, game = at_rest(race, CROWD + "    f: {kind: boat, at: C-3, weight: 2, tired: yes}\n")
    play_out(game, by_chance("tide 0", game))
    played = by_the_target(target, "tide 0")
    assert (played.stopped, [*target.room]) == (0, ["AWAY"])
    assert played.entries == game.entries


SMALL = {
    "FREE": 2**5, "PENDING": 2**4, "KEPT": 2**5, "FRAMES": 2**6, "LOG": 7 * 2**5, "SEARCH": 2**5, "SEARCH_LISTS": 2**5,
    "VISITED": 3 * 2, "PURPOSES": 3 * 4, "JOURNAL": 2**4, "CANDIDATES": 2, "LASTS": 5,
}  # fmt: skip


def test_what_is_full_is_laid_out_larger_and_the_game_goes_on(race: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for area, cells in SMALL.items():
        monkeypatch.setitem(WORK, area, cells)
    target = alike(race(BOATS), 3)
    assert {*target.room} <= {*SMALL}
    assert {"FREE", "LOG", "FRAMES", "JOURNAL", "PURPOSES", "LASTS"} <= {*target.room}
    assert all(cells > SMALL[area] for area, cells in target.room.items())
    assert parted(by_the_target(Target(target.agenda, target.setup), "tide 0"), by_the_target(target, "tide 0")) is None


def test_at_a_table_room_is_made_at_any_question(race: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    both = race(BOATS)
    large = Follower(Target(both.agenda, both.setup))
    for area, cells in SMALL.items():
        monkeypatch.setitem(WORK, area, cells)
    small = Follower(Target(both.agenda, both.setup))
    games = [both.game("tide 0"), both.game("tide 0")]
    for game, follower in zip(games, (large, small), strict=True):
        game.beside = follower
    for _ in range(40):
        one, other = games
        assert one.question == other.question
        if one.question is None:
            break
        if isinstance(one.question, ByLot):
            answer = one.drawn()
            assert answer == other.drawn()
        else:
            answer = one.options()[-1]
            assert small.options(other) == large.options(one) == one.options()
            assert small.after(other, answer) == large.after(one, answer)
        for game in games:
            game.put(answer)
    assert one.entries == other.entries
    assert one.text() == other.text()
    assert (small.stopped, small.has_parted) == (0, False)
    assert len(small.target.room) > 3


def test_what_fits_nowhere_is_told_with_its_figure(race: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    both = race(BOATS)
    game = both.game("tide 0")
    assert game.evaluated.options(game)  # laid out before its room is taken away
    monkeypatch.setitem(WORK, "FRAMES", 2**6)
    target = Target(both.agenda, both.setup)
    monkeypatch.setattr("hexlaw.compiler.wasm.layout.MAX_MEMORY", most := target.playable.layout.behind)
    assert by_the_target(target, "tide 0").stopped == 3
    full = f"`part:rowing` takes more than 64 of `FRAMES`: `race`: more than {most >> 20} MB"
    assert target.why_stopped(3) == full
    game.beside = follower = Follower(Target(both.agenda, both.setup))
    while game.question is not None:
        game.put(game.drawn() if isinstance(game.question, ByLot) else game.options()[0])
    assert follower.stopped == 3
    assert full.partition(" 64 ")[2] in follower.target.why_stopped(3)


FOUL = """fact foul(here: hex, there: hex): yes/no
rule foul.shoal [1]
  when any h in neighbours(there) where h is shoal and distance(here, h) > 1
  foul(here, there)
rule row.foul [1]
  forbids row.stroke
  when foul(u.hex, there)
"""
"""What the map alone decides of two hexes, as long as nothing writes which hexes are shoals."""


def test_answers_for_two_hexes_are_kept_in_bits_until_a_statement_writes_what_they_read(race: Any) -> None:
    fouling = WORDS.replace("    move u to there", "    move u to there\n    mark there as shoal")
    for words in (WORDS, fouling):
        target = alike(race(BOATS, FOUL, words), 4)
        assert target.printed.layout.pairs == ["fact:foul"]


def test_where_a_requirement_is_broken_the_past_is_asked_of_that_place_alone(race: Any) -> None:
    """A map on which it is broken in many places is not worked out whole for each answer that is tried."""
    target = alike(race(BOATS), 1)
    asks = repr(target.printed.values.functions["broken anew all-times"].body)
    assert "before berth.one" in asks
    assert asks.count("'broken:berth.one'") == 1  # where too much was written to look near it


def test_a_map_too_large_for_bits_keeps_its_answers_as_others_are_kept(
    race: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexlaw.compiler.wasm.layout.MAX_PAIRS", 29)  # 31 hexes with none take 30 cells
    assert alike(race(BOATS, FOUL), 2).printed.layout.pairs == []


def test_who_is_picked_does_not_count_in_what_was_broken_before_wherever_he_stands(race: Any) -> None:
    """Two boats stand in one hex, which is broken. To splash one of them from beside it would break it anew."""
    pair = """sides:
  north:
    m: {kind: boat, at: C-3, weight: 1, tired: yes}
  east:
    e: {kind: boat, at: C-3, weight: 2, tired: yes}
  south:
    f: {kind: boat, at: C-5, weight: 3}
"""
    target, game = at_rest(race, pair)
    splashed: list[list[str]] = []

    def answer(game: Game) -> Any:
        question = game.question
        if isinstance(question, ByLot):
            return game.drawn()
        told = {game.entry(question, option).answer: option for option in game.options()} if question else {}
        if isinstance(question, Choose) and question.pick == "row.splash":
            splashed.append([*told])
        return next(told[name] for name in ("row", "C-4", "done", *told) if name in told)

    account = side_by_side(target, game, answer)
    assert (account.parting, account.stopped) == (None, 0)
    assert splashed[0] == ["done"]


CROWD = """sides:
  north:
    n: {kind: boat, count: 64, at: A-1, weight: 1, tired: yes}
    m: {kind: boat, count: 2, at: C-3, weight: 1, tired: yes}
  east:
    e: {kind: boat, at: C-3, weight: 2}
"""
"""The last boat is among the others, and alone is not tired."""


def at_rest(race: Any, boats: str) -> tuple[Target, Game]:
    """A game in which who acts may pass through others, and not stay."""
    words = WORDS.replace("each boat u\n  requires not (", "each boat u where u.weight < 2\n  forbids done\n  when (")
    words = words.replace("v.side is not u.side)\n", "v.side is not u.side and (v is tired or v.weight > 1))\n")
    both = race(boats, words=words)
    return Target(both.agenda, both.setup), both.game("tide 0")


def test_what_a_statement_sets_until_a_moment(race: Any) -> None:
    more = """rule row.wet [1]
  after row.stroke
  then:
    mark u as wet until end of this rowing
    set u.hits to u.hits + 1 until start of next day
rule row.too-wet [1]
  forbids row.splash
  when u is wet and v.hits > 1
rule row.dry [1]
  forbids row.rower
  when any boat v where v is wet and v.side is not u.side
"""
    words = WORDS.replace("thing boat also\n", "thing boat also\n  wet: yes/no\n")
    target = alike(race(BOATS, more, words), 5)
    assert target.playable.layout.spans["rowing"] > 0


def test_what_lasts_already_takes_no_more_room(race: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two attributes of seven boats last, however often they are set."""
    more = """rule row.wet [1]
  after row.stroke
  then:
    mark u as wet
    mark u as wet
    mark u as wet
"""
    words = WORDS.replace("thing boat also\n", "thing boat also\n  wet: yes/no lasting until end of day\n")
    monkeypatch.setitem(WORK, "LASTS", 5 * 14)
    assert alike(race(BOATS, more, words), 3).room == {}
    monkeypatch.setitem(WORK, "LASTS", 5 * 6)
    assert alike(race(BOATS, more, words), 1).room == {"LASTS": 5 * 12}


def test_whether_nought_is_in_a_long_list_of_large_numbers(race: Any) -> None:
    """Of a list of small cells it is noted as bits what is in it; 0 is one, other numbers are not."""
    more = """rule row.coded [1]
  forbids row.splash
  when v.hits in u.codes
rule row.marked [1]
  forbids row.stroke
  when not u.hits in u.marks
"""
    words = WORDS.replace("thing boat also\n", "thing boat also\n  codes: set of whole\n  marks: set of whole\n")
    codes, marks = [*range(2, 12)], [*range(10)]
    target = alike(race(BOATS.replace("weight:", f"codes: {codes}, marks: {marks}, weight:"), more, words), 4)
    entries = [entry.asked for n in range(4) for entry in by_the_target(target, f"tide {n}").entries]
    assert "row.splash" in entries


def test_what_is_drawn_is_looked_ahead_at(race: Any) -> None:
    """Who looks for a mark next to him may do so where there is one; another hex may be drawn all the same."""
    more = """action salvage [1]
  open in rowing
  pick salvor(u: boat) where u.side is acting and u is not tired does:
    mark u as tired
  draw h in neighbours(u.hex) where not h is off-board
  pick found(m: mark) where m.hex is h does:
    remove m
"""
    marks = "".join(f"  m{n}: {{kind: mark, at: {h}}}\n" for n, h in enumerate(("B-2", "C-3", "D-2", "D-4", "B-5")))
    target = alike(race(f"{BOATS}pieces:\n{marks}", more), 6)
    entries = [entry for n in range(6) for entry in by_the_target(target, f"tide {n}").entries]
    assert any(entry.lapsed for entry in entries)
    assert any(entry.asked == "salvage.found" for entry in entries)


def test_an_action_that_is_open_to_another_side(race: Any) -> None:
    """Who may only act in the turn of others comes after the side that acts."""
    wave = """action wave [1]
  open in rowing to south
  pick waver(u: boat) where u.side is south and u.hits < 3 does:
    set u.hits to u.hits + 1
action row [1]
"""
    target = alike(race(BOATS, words=WORDS.replace("action row [1]\n", wave)), 3)
    entries = [entry for n in range(3) for entry in by_the_target(target, f"tide {n}").entries]
    assert any(entry.asked == "wave.waver" for entry in entries)
    assert {entry.side for entry in entries if entry.asked == "wave.waver"} == {"south"}


def test_an_offer_lapses_with_what_it_is_about(race: Any) -> None:
    """A boat that is boarded is gone, and nobody else is asked whether to board it."""
    more = """action board(x: boat) [1]
  pick boarder(v: boat) where v.side is acting and v.hits < 4 does:
    set v.hits to v.hits + 1
  roll 1d6 as hook
  if hook > 4:
    remove x
rule board.offered [1]
  after row.stroke
  when count(boat v) > 4
  then:
    offer board(u) to south repeatedly
    offer board(u) to north
"""
    target = alike(race(BOATS, more), 6)
    entries = [entry for n in range(6) for entry in by_the_target(target, f"tide {n}").entries]
    assert sum(entry.asked == "hook" and entry.answer > "4" for entry in entries) > 5


def test_tasks_that_are_paused_restarted_and_cancelled(race: Any) -> None:
    """A boat is mended once at a time; so a task that is not gone, or goes on, changes what may be done."""
    more = """task mend(u: boat) [1]
  crew boat at most 2
  works at the end of day
  stage patching lasts 2
  stage caulking lasts 1
  done:
    set u.hits to u.hits + 10
action tend [1]
  open in rowing
  pick tended(u: boat) where u.side is acting and u is not tired and not (any mend m where m.u is u) does:
    begin mend(u) with {u} as job
    mark u as tired
action meddle [1]
  open in rowing
  pick meddler(u: boat) where u.side is acting and u is not tired does:
    mark u as tired
    roll 1d6 as luck
    for each mend m:
      if luck = 1:
        cancel m
      if luck = 2:
        restart m
      if luck = 3:
        pause m
      if luck > 3 and m is paused:
        resume m
rule mend.splashed [1]
  after splashed
  cancels mend
  when u is task.u
rule mend.crowded [1]
  pauses mend
  when count(boat v in task.u.hex) > 2
rule mend.shoal [1]
  restarts mend
  when task.u.hex is shoal and task.stage is caulking
"""
    target = alike(race(BOATS, more, WORDS.replace("game.day <= 3", "game.day <= 6")), 6)
    found = [entry.asked for n in range(6) for entry in by_the_target(target, f"tide {n}").entries]
    assert min(found.count("tend.tended"), found.count("luck")) > 10


def test_a_board_of_a_thousand_hexes(race: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ", ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    monkeypatch.setitem(globals(), "SEA", SEA.replace("A, B, C, D, E", lines).replace("[6]", "[40]"))
    both = race(BOATS.replace("at: E-2", "at: Z-40"))
    assert both.setup.position.map is not None
    assert len(both.setup.position.map.hexes) > 1_000
    alike(both, 1)


def test_of_what_play_makes_there_is_always_room_for_more(race: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    more = """effect drop-mark(x: hex) [1]:
  place mark in x
rule row.leaves-marks [1]
  after row.stroke
  then:
    do drop-mark(there)
"""
    both = race(BOATS, more)
    assert alike(both, 1).room == {}
    monkeypatch.setitem(BESIDES, "MADE", 2)
    target = alike(both, 2)
    entries = by_the_target(target, "tide 1").entries
    strokes = sum(entry.asked == "row.stroke" and entry.answer != "done" for entry in entries)
    assert target.room["MADE"] >= strokes > 2


def test_players_of_a_side_answer_for_it(tmp_path: Path) -> None:
    """Each with his own program; whom the law names answers, or else the first of his side."""
    folder = shutil.copytree(ROOT / "tests" / "rules" / "games" / "crowns", tmp_path / "crowns")
    bids = folder / "02-bids.law"
    bids.write_text(bids.read_text("utf-8").replace(" by s at once:", " by s:"), "utf-8")
    crowns = compile_modules(str(folder), Diagnostics())
    assert crowns is not None
    alike(prepared(crowns, "one-cup"), 2)
    target = alike(prepared(crowns, "king-and-marshal"), 4)
    players = {entry.player for n in range(4) for entry in by_the_target(target, f"tide {n}").entries}
    assert len(players - {""}) > 1


def test_things_in_hidden_places(race: Any) -> None:
    """Who meets what he did not see keeps to the law all the same; his action is over."""
    words = WORDS.replace("thing boat also\n", "thing lurker is a boat\n  stands in hex, secret\nthing boat also\n")
    words = words.replace("  requires not (", "  forbids done\n  when (")
    target = alike(race(BOATS.replace("s: {kind: boat", "s: {kind: lurker"), words=words), 6)
    assert any(entry.lapsed for n in range(6) for entry in by_the_target(target, f"tide {n}").entries)


def test_what_rests_on_a_secret_is_not_read(race: Any) -> None:
    """Neither a memory nor a tally, nor what was kept at a point; each side goes on as far as it sees."""
    more = """tally paid(u: boat): whole [1]
memory u: boat shy-of v: boat [1]
rule paid.counts [1]
  after row.stroke
  counts u.cargo towards paid(u)
rule shy.begins [1]
  begins u shy-of v
  when u.cargo > v.cargo
  when u.hex adjacent-to v.hex
rule shy.ends [1]
  lapses u shy-of v
  when not u.hex adjacent-to v.hex
rule row.shy [1]
  forbids row.splash
  when any boat w where w shy-of v
rule row.paid [1]
  forbids row.stroke
  when paid(u) > 3 or (any boat w in there where paid(w) > 1)
"""
    words = WORDS.replace("  hits: whole = 0\n", "  hits: whole = 0\n  cargo: whole = 0 secret\n")
    loaded = BOATS.replace("weight: 1}", "weight: 1, cargo: 1}").replace("weight: 3}", "weight: 3, cargo: 2}")
    alike(race(loaded, more, words), 5)


def test_what_a_hex_becomes_in_play_is_no_part_of_the_map(race: Any) -> None:
    """An answer about hexes alone is kept with the map, until something is written of hexes that it asks about: whoever
    rows stirs up mud, and nobody rows between two muddy hexes."""
    more = """thing hex also
  muddy: yes/no
fact h: hex is choked
rule choked.between [1]
  when count(x in hexes where x is muddy and distance(x, h) <= 1) > 1
  h is choked
rule row.choked [1]
  forbids row.stroke
  when there is choked
rule row.stirs [1]
  after row.stroke
  then:
    mark there as muddy
"""
    alike(race(BOATS, more, WORDS), 6)


def test_a_pick_where_no_side_acts_is_told(race: Any) -> None:
    more = """effect evening-watch() [1]:
  pick watcher(u: boat)
  mark u as tired
"""
    both = race(BOATS, more, WORDS.replace("    do evening()\n", "    do evening()\n    do evening-watch()\n"))
    assert by_the_target(Target(both.agenda, both.setup), "tide").stopped == 1
    players = {seat: RandomPlayer(Chance(key)) for seat, key in keys(both.setup, "tide").items()}
    with pytest.raises(LawStop, match="`watcher` has to be picked where no side acts"):
        play_out(both.game("tide"), players)


def test_numbers_that_are_picked_and_secrets_that_are_shown(race: Any) -> None:
    """What a boat has stowed is told once it is tended: then the others raid only what is worth it."""
    more = """action stow [1]
  open in rowing
  pick stower(u: boat) where u.side is acting and u is not tired
  pick bales(n: whole) from numbers(0, least(v.weight for boat v) + 1)
  set u.cargo to n
  mark u as tired
action tend [1]
  open in rowing
  pick tended(u: boat) where u.side is acting and u is not tired does:
    reveal u.cargo
    mark u as tired
action raid [1]
  open in rowing
  pick raider(u: boat) where u.side is acting and u is not tired
  pick raided(v: boat) where v.side is not u.side does:
    set v.hits to v.hits + 1
    mark u as tired
rule raid.full [1]
  forbids raid.raided
  when v.cargo < most(w.cargo for boat w where w.side is u.side)
"""
    words = WORDS.replace("  hits: whole = 0\n", "  hits: whole = 0\n  cargo: whole = 0 secret\n")
    target = alike(race(BOATS, more, words), 6)
    entries = [entry for n in range(6) for entry in by_the_target(target, f"tide {n}").entries]
    assert {entry.answer for entry in entries if entry.asked == "stow.bales"} == {"0", "1", "2"}
    assert any(entry.asked == "tend.tended" for entry in entries)


def test_a_law_with_supply_and_odds_is_played_alike() -> None:
    ridge = compile_modules(str(ROOT / "tests" / "rules" / "games" / "ridge"), Diagnostics())
    assert ridge is not None
    alike(prepared(ridge, "the-ridge"), 4)


# ---- bounds


NAMES = "abcdfghij"
HEAVY = " + ".join(f"{name}.weight" for name in NAMES) + " > 99"
SQUARED = f"""rule row.far-off [1]
  forbids row.stroke
  when u.spent > 0 and {"".join(f"(any boat {name} where " for name in NAMES)}{HEAVY}{")" * len(NAMES)}
"""


def test_where_a_requirement_is_broken_lasts_until_it_is_held_against_what_was_before(race: Any) -> None:
    both = race(BOATS)
    target = Target(both.agenda, both.setup)
    found = target.running.call("broken:berth.one")
    assert found < target.running.get("free")  # the next list does not begin there


def engines() -> Iterator[Engine]:
    """The engines, one of which makes other native code of the same module."""
    import wasmtime

    usual, config = webassembly(), wasmtime.Config()
    assert usual is not None
    yield usual
    config.cranelift_opt_level = "none"
    made = wasmtime.Engine(config)
    yield replace(usual, compiled=lambda code: by_wasmtime(made, wasmtime.Module(made, code)))
    yield python()


def test_a_law_without_end_comes_to_the_same_place_in_every_engine(race: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CONSTANTS, "MAX_WORK", 2**20)  # as below, and so that the test takes no seconds
    monkeypatch.setattr(target_module, "MAX_WORK", 2**20)
    both = race(BOATS, SQUARED)
    found = []
    for made in engines():
        target = Target(both.agenda, both.setup, engine=made)
        assert target.refusal == {}
        for seed in ("tide 0", "tide 1", "tide 0"):  # what was left in the middle does not show in the next game
            played = by_the_target(target, seed)
            assert played.stopped == OUT_OF_WORK
            found.append((played.entries, target.running.get("work")))
    assert found[0] == found[2] == found[3] == found[5]
    assert found[1] == found[4] != found[0]
    there = [entries for entries, _ in found]  # Python may notice some turns later that no work is left
    assert there[6:] == there[:3]
    before = found[0][0]
    assert before == by_the_machine(race(BOATS), "tide 0").entries[: len(before)], "as far as it came all is as ever"


def test_shipped_law_takes_little_of_the_work_that_it_may(race: Any) -> None:
    """The bounds are for law without end; a game of these boats takes a ten thousandth of what one question may."""
    both = race(BOATS)
    target = Target(both.agenda, both.setup)
    assert not by_the_target(target, "tide 0").stopped
    assert 0 < MAX_WORK - target.running.get("work") < MAX_WORK // 10_000


def test_a_long_game_comes_back_now_and_then(race: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits is shown how far it is, and can stop it; the game is the same."""
    both = race(BOATS)
    target = Target(both.agenda, both.setup)
    players = {side: f"tide 0/{side}" for side in target.sides}
    expected, times = by_the_target(target, "tide 0"), 0

    def going_on() -> None:
        nonlocal times
        times += 1

    monkeypatch.setattr(target_module, "BUDGET", 100)
    assert account(target.play("tide 0", players, MAX_ANSWERS, going_on)) == account(expected)
    assert times > len(expected.entries) // 4

    def stopping() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        target.play("tide 0", players, MAX_ANSWERS, stopping)
    assert account(by_the_target(target, "tide 0")) == account(expected)


# ---- games that were begun elsewhere


def by_chance(key: str, both: Prepared | Game) -> dict[str, Player]:
    return {side: RandomPlayer(Chance(f"{key}/{side}")) for side in both.law.sides}


@pytest.mark.parametrize("answers", [0, 1, 2, 3, 5, 8, 13, 21, 34])
def test_a_game_that_somebody_has_begun_goes_on_in_the_target(race: Any, answers: int) -> None:
    """Handed over at any place, mostly in the middle of an action, and with dice and lots between: the journal is the
    one that Python comes to."""
    both = race(BOATS)
    target = Target(both.agenda, both.setup)
    game = both.game("tide 0")
    with suppress(NotFinished):
        play_out(game, by_chance("somebody", both), answers)
    begun = [*game.entries]
    play_out(game, by_chance("tide 0", both))
    found = target.play("tide 0", {side: f"tide 0/{side}" for side in target.sides}, MAX_ANSWERS, begun=begun)
    assert (found.stopped, found.entries) == (0, game.entries)
    assert found.winner == game.winner()


def test_both_give_a_game_up_at_the_same_entry(race: Any) -> None:
    """What lapses counts as well: else a game would end by one of them and be given up by the other."""
    announced = "      announce splashed(v, u)\n"
    lapsing = WORDS.replace(announced, f"{announced}      pick gift(w: boat) where w.hits > 99\n")
    both = race(BOATS, words=lapsing)
    target, whole = Target(both.agenda, both.setup), by_the_machine(both, "tide 0")
    assert any(entry.lapsed for entry in whole.entries)
    for most in range(len(whole.entries) - 12, len(whole.entries) + 3):
        one, other = by_the_target(target, "tide 0", most), by_the_machine(both, "tide 0", most)
        assert (bool(one.stopped), one.entries) == (bool(other.stopped), other.entries)


def test_a_game_that_was_begun_goes_on_by_dice_of_another_seed(race: Any) -> None:
    both = race(BOATS)
    target = Target(both.agenda, both.setup)
    game = both.game("tide 0")
    with suppress(NotFinished):
        play_out(game, by_chance("tide 0", both), 21)
    thrown = []
    for seed in ("tide 0", "ebb"):
        rest = game.at(game.stand)
        rest.dice = Dice(seed)
        play_out(rest, by_chance("tide 0", both))
        players = {side: f"tide 0/{side}" for side in target.sides}
        found = target.play("tide 0", players, MAX_ANSWERS, begun=game.entries, dice=seed)
        assert (found.stopped, found.entries) == (0, rest.entries)
        thrown.append([entry.answer for entry in found.entries[21:] if not entry.side])
    assert thrown[0] != thrown[1]


PLANS = """rule aa.tired [1]
  at the end of day
  then:
    for each boat u:
      set u.hits to 0
advice [HA 1] "Plans"
plan boat
  others: set of hex
plan hex
  wanted-by: set of side
rule others.noted
  at the start of day
  then:
    for each boat u:
      set u.others to those h in hexes where (any boat v in h where v.side is not u.side)
    for each h in hexes where (any boat v in h):
      set h.wanted-by to {north}
"""
TWO = "pieces: {n1: {kind: boat, at: A-1}, e1: {kind: boat, at: B-2, side: east}}\n"


def answered(seated: dict[str, RandomPlayer], game: Game) -> Any:
    question = game.question
    assert question is not None
    return game.drawn() if isinstance(question, ByLot) else seated[question.side].answer(game)


def test_plans_are_noted_there_too_and_lie_outside_of_what_tells_positions_apart(race: Any) -> None:
    both = race(f"{TWO}given: [{{hex: D-2, wanted-by: [south]}}]\n", PLANS)
    target = Target(both.agenda, both.setup)
    assert target.refusal == {}
    for seed in ("hay", "oats"):
        game = both.game(seed)
        seated = {seat: RandomPlayer(Chance(key)) for seat, key in keys(both.setup, seed).items()}
        compared = side_by_side(target, game, partial(answered, seated))
        assert (compared.parting, compared.stopped, game.over) == (None, 0, True)
        assert {cell[1] for cell in game.position.plans} == {"others", "wanted-by"}
    layout = target.playable.layout
    first, last = layout.constants["COUNTED"], layout.constants["COUNTED_END"]
    planned = [layout.column("boat", "others"), layout.column("hex", "wanted-by")]
    assert not any(first <= column < last for column in planned)
    assert first <= layout.column("boat", "side") < last


def test_a_game_whose_advice_cannot_tell_goes_on(race: Any) -> None:
    both = race(TWO, PLANS.replace("set u.others to", "if u.weight > 2:\n        set u.others to"))
    alike(both, 1)
    assert by_the_machine(both, "hay").decisions > 6
