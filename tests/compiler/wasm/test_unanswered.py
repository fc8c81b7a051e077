"""Plans that a program leaves out where the law gives no answer: both machines count them alike, and tell the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.programs import at_the_table, program_of
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, play_out, why_unanswered
from hexlaw.compiler.wasm.following import Follower
from hexlaw.compiler.wasm.program import Weighed
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.seated import AtTheTable
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.seating import keys_of_players
from hexlaw.runtime.words import in_words

pytest.importorskip("wasmtime")

LAW = """chapter [1] "Ferries"
choice side
  east, west
thing boat
  stands in hex
  side: side = east
  trips: whole = 0
  loads: whole = 0
  tired: yes/no lasting until end of day
thing hex also
  water: water = calm
choice water
  calm, rough
thing game also
  day: whole = 1
fact depth(h: hex): whole
rule depth.calm [1]
  when h.water is calm
  depth(h) is 3
situation crossing [1] "A crossing"
sequence days [1]
  phase day while game.day <= 2:
    phase ferrying by east
    set game.day to game.day + 1
action sail [1]
  open in ferrying
  pick pilot(u: boat) where u.side is acting and u is not tired
  pick course(h: hex) from neighbours(u.hex) where not h is off-board does:
    move u to h
    set u.trips to u.trips + 1
  mark u as tired
"""
FORBIDS = """rule sail.shallow [2]
  forbids sail.course
  when depth(h) < 2
"""
GROUNDS = FORBIDS.replace("course", "pilot").replace("(h)", "(u.hex)")
LEAVES = """rule ferrying.over [2]
  forbids ferrying.done
  when any boat u where depth(u.hex) < 2
"""
WORTH = """advice [HA 1] "What a side plays for"
fact worth(s: side): whole
rule worth.trips [HA 1]
  worth(s) is sum(u.trips for boat u where u.side is s) {more}
"""
PLAIN = WORTH.format(more="")
BY_DEPTH = WORTH.format(more="+ 0 * sum(depth(u.hex) for boat u where u.side is s)")
HEXES = "{grid: {orientation: pointy, lines: [A], lengths: [3], name: '{line}-{number}'}, hexes: {%s}}"


@pytest.fixture
def lake(bench: Any) -> Any:
    def compile_(law: str, rough: str) -> Prepared:
        hexes = ", ".join(f"{name}: {{water: rough}}" for name in rough.split())
        situation = f"map: {HEXES % hexes}\nsides: {{east: {{f: {{kind: boat, at: A-2}}}}}}\nwinner: east\n"
        compilation = bench.compiled(law, words=False, files={"situations/crossing.yaml": situation})
        found = Diagnostics()
        prepared = prepare(compilation, "crossing", Configuration(), found)
        assert prepared is not None, [d.message for d in found]
        return prepared

    return compile_


def both(prepared: Prepared, name: str) -> tuple[Weighed, Weighed]:
    """What a program weighed in a game: by the target alone, and at a table of the reference, in Python."""
    target, program = Target(prepared.agenda, prepared.setup), program_of(name)
    assert target.refusal == {}
    keys = keys_of_players(prepared.setup.position, "tide")
    played = target.play("tide", keys, MAX_ANSWERS, programs=dict.fromkeys(keys, program))
    assert not played.stopped
    find = lambda: Target(prepared.agenda, prepared.setup, engine=python())  # noqa: E731
    game, players = prepared.game("tide"), at_the_table({"east": name}, prepared.position, "tide", find)
    play_out(game, players)
    assert [*game.entries] == played.entries
    assert isinstance(players["east"], AtTheTable)
    return target.weighed().get("east", Weighed()), players["east"].weighed("east")


@pytest.mark.parametrize(
    ("law", "rough", "out"),
    [
        (LAW + FORBIDS + PLAIN, "", False),
        (LAW + FORBIDS + PLAIN, "A-1", True),
        (LAW + FORBIDS + PLAIN, "A-1 A-3", True),
        (LAW + BY_DEPTH, "A-1", True),
        (LAW + GROUNDS + PLAIN, "A-1 A-3", True),
    ],
)  # fmt: skip
def test_both_machines_count_alike(lake: Any, law: str, rough: str, out: bool) -> None:
    target, reference = both(lake(law, rough), "greedy")
    assert target == reference
    assert target.ways > target.unanswered >= 0
    assert (target.unanswered > 0) is out


def test_worth_of_other_fractions_than_the_law_prints_is_answered(lake: Any) -> None:
    """The game is replayed with 17ths and 19ths of a whole; no way to go on is left out for want of them."""
    worth = WORTH.format(more="- 3 / (17 + 2 * sum(u.trips for boat u)) - 1 / 29").replace(
        "side): whole", "side): exact"
    )
    target, reference = both(lake(LAW + worth, ""), "greedy")
    assert target == reference
    assert target.ways > 0
    assert (target.unanswered, target.without) == (0, 0)


def test_a_decision_without_another_plan_is_counted(lake: Any) -> None:
    """Both hexes to which the ferry can sail are rough, on each of two days: it has no plan, and is done."""
    target, _ = both(lake(LAW + FORBIDS + PLAIN, "A-1 A-3"), "greedy")
    assert (target.without, target.first) == (2, 0)
    target, _ = both(lake(LAW + FORBIDS + PLAIN, "A-1"), "greedy")
    assert target.without == 0


@pytest.mark.parametrize(
    ("law", "rough", "rule"),
    [(LAW + FORBIDS + PLAIN, "A-1", "rule sail.shallow"), (LAW + BY_DEPTH, "A-1", "rule worth.trips")],
)
def test_the_first_is_told_with_its_chain(lake: Any, law: str, rough: str, rule: str) -> None:
    prepared = lake(law, rough)
    find = lambda: Target(prepared.agenda, prepared.setup)  # noqa: E731
    message, *chain = why_unanswered(prepared.game("tide"), {"east": "greedy"}, find, 0, "east")
    assert "depth" in message
    assert any(rule in line and "10-law.law" in line for line in chain)


def test_where_the_law_answers_all_nothing_is_told(lake: Any) -> None:
    prepared = lake(LAW + FORBIDS + PLAIN, "")
    find = lambda: Target(prepared.agenda, prepared.setup)  # noqa: E731
    assert why_unanswered(prepared.game("tide"), {"east": "greedy"}, find, 0, "east") == ()


def stop_of(ask: Callable[..., object], *args: object) -> object:
    """What is answered, or how the law stops at it."""
    try:
        return ask(*args)
    except LawStop as stop:
        return type(stop), stop.message, stop.help, stop.chain


@pytest.mark.parametrize(
    ("law", "rough", "given", "stops"),
    [
        (FORBIDS, "A-1", ("sail", "f"), ["A-1"]),
        (FORBIDS, "A-1 A-3", (), ["sail"]),
        (GROUNDS, "A-2", (), ["sail"]),
        (LEAVES, "A-2", (), ["done"]),
    ],
)
def test_a_followed_game_stops_in_the_same_words(
    lake: Any, law: str, rough: str, given: tuple[str, ...], stops: list[str]
) -> None:
    prepared = lake(LAW + law + PLAIN, rough)
    target = Target(prepared.agenda, prepared.setup, engine=python())
    game = Game(prepared.agenda, prepared.setup, "tide", beside=Follower(target))
    slow, found = prepared.game("tide"), []
    for text in given:
        game.put(game.meant(text))
        slow.put(slow.meant(text))
    for answer in slow.eligible():
        legal = stop_of(slow.allows, answer)
        assert stop_of(game.allows, answer) == legal
        assert stop_of(game.foreseen, answer) == stop_of(slow.foreseen, answer)
        found += [in_words(answer, slow.position)] * isinstance(legal, tuple)
    assert found == stops
    assert stop_of(game.options) == stop_of(slow.options)
