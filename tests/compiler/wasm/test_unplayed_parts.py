"""A part of the sequence of which the law speaks, and which a variant does not play: nothing ever begins or ends it."""

from __future__ import annotations

from typing import Any

import pytest
from held import side_by_side

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.programs import programs_of
from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.play.seating import by_seat_and_side, keys_of_players, seats

from .played import by_chance, prepared

pytest.importorskip("wasmtime")

FERRIES = """chapter [1] "Ferries"
choice side
  east, west
thing boat
  stands in hex
  side: side = east
  spent: whole = 0 lasting until end of tide of its side
  tired: yes/no
  trips: whole = 0
thing game also
  day: whole = 1
situation crossing [1] "A crossing"
sequence days [1]
  phase day while game.day <= 2:
    phase tide for each s in {east, west} by s:
      phase ferrying
    set game.day to game.day + 1
action sail [1]
  open in ferrying, tide
  pick pilot(u: boat) where u.side is acting and u.spent < 2
  pick course(h: hex) from neighbours(u.hex) where not h is off-board does:
    move u to h
  set u.spent to u.spent + 1
  set u.trips to u.trips + 1
  mark u as tired until end of next tide of u.side
rule sail.tired [1]
  forbids sail.pilot
  when u is tired and now in tide
"""
RENAMED = """
sequence days also [2]
  replaces tide:
    phase turn for each s in {east, west} by s:
      phase ferrying
"""
ADVICE = """advice [HA 1] "What a side plays for"
fact worth(s: side): whole
rule worth.trips [HA 1]
  worth(s) is sum(u.trips for boat u where u.side is s)
"""
CROSSING = """map: {grid: {orientation: pointy, lines: [A, B], lengths: [4], shifted: second, name: '{line}-{number}'}}
sides: {east: {f: {kind: boat, at: A-1}}, west: {w: {kind: boat, at: B-4, side: west}}}
winner: east
tells: {trips: sum(u.trips for boat u)}
"""


@pytest.fixture
def renamed(bench: Any) -> Prepared:
    base = bench.write(FERRIES + ADVICE, name="ferries", words=False, files={"situations/crossing.yaml": CROSSING})
    found = Diagnostics()
    compilation = compile_modules(str(bench.variant(base, RENAMED, name="turns")), found)
    assert compilation is not None, [d.message for d in found]
    return prepared(compilation, "crossing")


def test_both_machines_play_on_without_it(renamed: Prepared) -> None:
    target, game = Target(renamed.agenda, renamed.setup), renamed.game("tide")
    assert target.refusal == {}
    account = side_by_side(target, game, by_chance(game))
    assert (account.parting, account.stopped) == (None, 0)


def test_a_program_may_look_ahead_there(renamed: Prepared) -> None:
    """What lasts until the end of a tide never falls back: each boat sails twice in the whole game."""
    position = renamed.setup.position
    named = dict.fromkeys(seats(position), "greedy")
    programs = by_seat_and_side(programs_of(named) or {}, position)
    played = Target(renamed.agenda, renamed.setup).play(
        "tide", keys_of_players(position, "tide"), MAX_ANSWERS, programs=programs
    )
    sailed = [entry for entry in played.entries if entry.answer == "sail"]
    assert len(sailed) == 4
