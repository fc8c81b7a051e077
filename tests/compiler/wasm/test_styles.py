"""Styles of play: a seat has one, both machines know it, and nothing that was remembered under another counts."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.desk.compare.pairs import seatings
from hexlaw.compiler.programs import program_of, programs_of
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, play_out, styled
from hexlaw.compiler.wasm.engines import Engine
from hexlaw.compiler.wasm.target import PlayedOut, Target
from hexlaw.compiler.workspace.seats import begun, in_their_styles, names_of
from hexlaw.runtime.law.graph import SIDE
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play.goals import motive_of
from hexlaw.runtime.play.seating import keys_of_players

from .played import GAMBLE

pytest.importorskip("wasmtime")

LAKE = """board: lake
cite: [H 1]
grid: {orientation: pointy, lines: [A, B, C], lengths: [9], shifted: second, name: "{line}-{number}"}
hexes: {A-9: {shoal: yes}}
"""
LAW = (
    """chapter [1] "Ferries"
choice side
  east, west
thing barge
  stands in hex
  side: side = east
  cargo: whole = 0
  allowance: whole = 4
  spent: whole = 0
  tired: yes/no lasting until end of day
thing game also
  day: whole = 1
fact gold(s: side): whole
rule gold.all [1]
  gold(s) is sum(u.cargo for barge u where u.side is s)
situation crossing [1] "A crossing"
sequence days [1]
  phase day while game.day <= 3:
    phase ferrying for each s in {east, west} by s
    set game.day to game.day + 1
action trade [1]
  open in ferrying
  pick trader(u: barge) where u.side is acting and u is not tired
  set u.cargo to u.cargo + 3
  mark u as tired
"""
    + GAMBLE
    + """action sail [1]
  open in ferrying
  pick pilot(u: barge) where u.side is acting and u is not tired
  pick course(h: hex) from neighbours(u.hex) where not h is off-board does:
    move u to h
  mark u as tired
"""
)
ADVICE = """advice [HA 1] "What a side plays for"
style sure [HA 2]
  "Takes what is sure."
style bound [HA 3]
  "Goes where the shoals are."
fact worth(s: side): exact
rule worth.gold
  worth(s) is gold(s)
rule worth.sure
  "Whoever has traded is content."
  over worth.gold
  when s plays sure
  worth(s) is 20 * count(barge u where u.side is s and u.cargo = 3) + gold(s) / 100
rule worth.bound
  over worth.gold
  when s plays bound
  worth(s) is 0 - sum(far(u.hex) for barge u where u.side is s)
fact far(h: hex): exact
rule far.over-what-counts
  far(h) is 10 * least(distance(h, k) for k in hexes where h looks-to k)
fact h: hex looks-to k: hex
  "Where anybody looks for shoals, to these; else nowhere."
rule looks-to.shoals
  when k is shoal and (any s in {east, west} where s plays bound)
  h looks-to k
rule looks-to.nowhere
  when distance(h, k) = 0 and (no s in {east, west} where s plays bound)
  h looks-to k
"""
NAMES = ("greedy", "greedy/sure", "greedy/bound")


@pytest.fixture
def lake(bench: Any) -> Prepared:
    text = "board: lake\nsides:\n  east:\n    f: {kind: barge, count: 2, at: A-3}\n"
    text += "  west:\n    w: {kind: barge, count: 2, at: C-2}\ntells:\n  east: gold(east)\n  west: gold(west)\n"
    files = {"boards/lake.yaml": LAKE, "situations/crossing.yaml": text}
    found = Diagnostics()
    compilation = bench.compiled(LAW + ADVICE, files=files)
    both = prepare(compilation, "crossing", Configuration(), found)
    assert both is not None, [d.message for d in found]
    return both


def played(target: Target, names: tuple[str, str], seed: str) -> PlayedOut:
    position = target.setup.position
    programs = programs_of(dict(zip(("east", "west"), names, strict=True)))
    found = target.play(seed, keys_of_players(position, seed), MAX_ANSWERS, programs=programs or {})
    assert not found.stopped
    return found


def lines(game: PlayedOut) -> list[tuple[str, str, str]]:
    return [(entry.side, entry.asked, entry.answer) for entry in game.entries]


def taken(game: PlayedOut, side: str) -> set[str]:
    return {entry.answer for entry in game.entries if entry.side == side and entry.asked == "action"} - {"done"}


def test_each_seat_plays_in_its_own_style(lake: Prepared) -> None:
    target = Target(lake.agenda, lake.setup)
    wanted = {"greedy": "gamble", "greedy/sure": "trade", "greedy/bound": "sail"}
    for names in product(NAMES, repeat=2):
        game = played(target, names, "tide")
        for side, name in zip(("east", "west"), names, strict=True):
            assert wanted[name] in taken(game, side), names
        assert ("sail" in taken(game, "east"), "sail" in taken(game, "west")) == tuple(n == NAMES[2] for n in names)


def test_games_are_the_same_in_whatever_order_styles_follow_each_other(lake: Prepared, an_engine: Engine) -> None:
    """One printed module plays every pair; what it remembers by position and of the map is of its styles."""
    rows = [((NAMES[0], NAMES[0]), "ebb"), ((NAMES[1], NAMES[0]), "ebb"), ((NAMES[0], NAMES[2]), "tide"),
            ((NAMES[2], NAMES[1]), "tide")]  # fmt: skip
    fresh = {}
    for names, seed in rows:
        fresh[names, seed] = lines(played(Target(lake.agenda, lake.setup, engine=an_engine), names, seed))
    assert len({str(game) for game in fresh.values()}) == len(rows), "the styles play alike: nothing is tested"
    one = Target(lake.agenda, lake.setup, engine=an_engine)
    for names, seed in [*rows, *reversed(rows), *rows[::2], *rows[::3]]:
        assert lines(played(one, names, seed)) == fresh[names, seed], (names, seed)


@pytest.mark.parametrize("text", ["east=greedy/sure,west=greedy", "greedy/bound,greedy/sure"])
def test_the_reference_plays_the_same_games_and_knows_the_styles(text: str, lake: Prepared) -> None:
    game = in_their_styles(lake.game("tide"), text)
    target = Target(lake.agenda, lake.setup)
    named = names_of(text, game)
    play_out(game, begun(named, game, "tide", lambda: target), MAX_ANSWERS)
    whole = played(target, (named["east"], named["west"]), "tide")
    assert [(e.side, e.asked, e.answer) for e in game.entries] == lines(whole)
    again = in_their_styles(lake.game("tide"), text)
    for side in ("east", "west"):
        worth = again.answering.about(again.position).value(again.setup.worth, {SIDE: side})
        style = named[side].partition("/")[2]
        assert worth == {"": 0, "sure": 0, "bound": -120 if side == "east" else -160}[style], side


def test_why_a_program_acts_is_told_by_the_rules_of_its_style(lake: Prepared) -> None:
    game = in_their_styles(lake.game("tide"), "greedy/sure")
    motive = motive_of(game, ["trade", game.position.things["f-1"]], "east")
    assert motive is not None
    assert motive.gain > 20


def test_a_situation_may_give_a_side_its_style(lake: Prepared) -> None:
    """Where no program has the seat, as at a table, what stands beside the game goes by it too."""
    setup = styled(lake.setup, {"east": "greedy/bound", "west": "greedy"})
    assert [s.position.value(GAME, "style-of-east") for s in (lake.setup, setup)] == [None, "bound"]
    target, worths = Target(lake.agenda, setup), []
    for programs in ({}, {"east": program_of("greedy")}, {}):
        target.begin("tide", {}, programs)
        worths.append(target.running.call("worth", target.sides.index("east")) // target.playable.layout.part)
    assert worths == [-120, 0, -120]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("greedy/shure", "there is no style `shure`"),
        ("greedy/", "there is no style ``"),
        ("random/sure", "`random` goes by no advice"),
        ("greedy:x/sure", "`x` is not a number of positions"),
        ("gredy/sure", "there is no player `gredy`"),
        ("east/sure", "did you mean `east=greedy/sure`?"),
    ],
)
def test_what_no_seat_can_have_is_refused(text: str, said: str, lake: Prepared) -> None:
    target = Target(lake.agenda, lake.setup)
    with pytest.raises(Refused, match=said):
        begun(names_of(text, lake), lake, "tide", lambda: target)
    with pytest.raises(Refused, match=said):
        seatings([text], "crossing", [lake])


def test_near_styles_are_offered(lake: Prepared) -> None:
    with pytest.raises(Refused) as refused:
        seatings(["greedy/shure"], "crossing", [lake])
    assert refused.value.help == "did you mean `sure`?"


def test_a_name_may_have_a_number_and_a_style() -> None:
    found = program_of("greedy:200/sure")
    assert (found.positions, found.style) == (200, "sure")
    assert program_of("greedy").style is None


def test_compared_seats_may_be_named(lake: Prepared) -> None:
    alike, named = ["greedy/sure", "greedy"], ["west=greedy/sure", "east=greedy"]
    assert len(seatings(alike, "crossing", [lake])) == 2
    assert seatings(named, "crossing", [lake]) == ({"east": "greedy", "west": "greedy/sure"},)
    for wrong in (["east=greedy", "greedy"], ["est=greedy"]):
        with pytest.raises(Refused):
            seatings(wrong, "crossing", [lake])
