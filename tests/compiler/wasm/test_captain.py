"""The captain: it finds the style that wins, in both engines alike, and by nothing that its side cannot see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.programs import at_the_table, deciding_by, playing_program, program_of, programs_of
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, play_out
from hexlaw.compiler.wasm.engines import Engine
from hexlaw.compiler.wasm.procedures import CONSTANTS
from hexlaw.compiler.wasm.seated import AtTheTable
from hexlaw.compiler.wasm.target import PlayedOut, Target
from hexlaw.compiler.workspace.seats import begun, names_of
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.seating import keys_of_players

from .played import GAMBLE

pytest.importorskip("wasmtime")

LAKE = """board: lake
cite: [H 1]
grid: {orientation: pointy, lines: [A, B, C], lengths: [9], shifted: second, name: "{line}-{number}"}
"""
LAW = (
    """chapter [1] "Ferries"
choice side
  east, west
thing barge
  stands in hex
  side: side = east
  cargo: whole = 0
  trades: whole = 0
  ballast: whole = 0 secret
  tired: yes/no lasting until end of day
thing game also
  day: whole = 1
fact gold(s: side): whole
rule gold.all [1]
  gold(s) is sum(u.cargo for barge u where u.side is s)
fact richest(wanted: whole): side
  otherwise west
rule richest.east [1]
  when gold(east) >= wanted
  richest(wanted) is east
situation crossing [1] "A crossing"
sequence days [1]
  phase day while game.day <= 3:
    phase ferrying for each s in {east, west} by s
    set game.day to game.day + 1
action trade [1]
  open in ferrying
  pick trader(u: barge) where u.side is acting and u is not tired
  set u.cargo to u.cargo + 3
  set u.trades to u.trades + 1
  mark u as tired
"""
    + GAMBLE
)
ADVICE = """advice [HA 1] "What a side plays for"
fact worth(s: side): exact
rule worth.gold
  worth(s) is gold(s)
"""
STYLES = """style sure [HA 2]
  "Takes what is sure."
style idle [HA 3]
  "Wants nothing."
rule worth.sure
  over worth.gold
  when s plays sure
  worth(s) is sum(u.trades for barge u where u.side is s)
rule worth.idle
  over worth.gold
  when s plays idle
  worth(s) is 0 - count(barge u where u.side is s and u is tired)
"""
NONE, SURE = 0, 1


@pytest.fixture
def lake(bench: Any) -> Callable[..., Prepared]:
    def compile_(wanted: int, advice: str = ADVICE + STYLES, law: str = LAW, more: str = "") -> Prepared:
        text = "board: lake\nsides:\n  east:\n    f: {kind: barge, count: 2, at: A-3}\n"
        text += f"  west:\n    w: {{kind: barge, count: 2, at: C-2{more}}}\nwinner: richest({wanted})\n"
        files = {"boards/lake.yaml": LAKE, "situations/crossing.yaml": text}
        found = Diagnostics()
        both = prepare(bench.compiled(law + advice, files=files), "crossing", Configuration(), found)
        assert both is not None, [d.message for d in found]
        return both

    return compile_


def played(target: Target, east: str, seed: str = "tide") -> PlayedOut:
    position = target.setup.position
    programs = programs_of({"east": east, "west": "greedy"})
    found = target.play(seed, keys_of_players(position, seed), MAX_ANSWERS, programs=programs or {})
    assert not found.stopped
    return found


def way_of(target: Target, side: str = "east") -> int:
    """Which way the captain of a side has chosen last: none of the styles, or one by its number."""
    number = dict(target._seats)[side]
    return target.running.cell(target.playable.layout.constants["CAPTAINS"] + number * 40 + 24)


def lines(game: PlayedOut) -> list[tuple[str, str, str]]:
    return [(entry.side, entry.asked, entry.answer) for entry in game.entries]


def taken(game: PlayedOut, side: str = "east") -> set[str]:
    return {entry.answer for entry in game.entries if entry.side == side and entry.asked == "action"} - {"done"}


def test_it_finds_the_style_that_wins(lake: Callable[..., Prepared]) -> None:
    """Six times three is 18, whatever falls; by gambling it takes two lucky dice of six: 65 %."""
    target = Target(*about(lake(18)))
    for seed in "abcdef":
        game = played(target, "captain:16", seed)
        assert (way_of(target), taken(game), game.winner) == (SURE, {"trade"}, "east"), seed


def test_it_says_what_it_plans_and_in_which_style(lake: Callable[..., Prepared]) -> None:
    """What is sure brings 3 for each barge; asked again, it plans the same, and once that is done another barge."""
    prepared = lake(18)
    game = prepared.game("a")
    [captain] = {*at_the_table({"east": "captain:16"}, game.position, "a", lambda: Target(*about(prepared))).values()}
    assert isinstance(captain, AtTheTable)
    plan, *others = captain.plans(game, 2)
    assert (plan[0], len(plan)) == ("trade", 2)
    assert captain.follower.target.style_chosen("east") == "sure"
    assert [other[0] for other in others] == ["trade"], "with the other barge"
    assert captain.plans(game, 2) == [plan, *others]
    for answer in plan:
        game.put(answer)
    assert captain.plans(game, 2) == others
    assert game.allows(others[0][0])


def test_it_stays_with_none_where_no_style_wins_more(lake: Callable[..., Prepared]) -> None:
    """Sixty comes by six lucky dice alone, and more not at all."""
    for wanted in (60, 61):
        target = Target(*about(lake(wanted)))
        for seed in "abc":
            assert taken(played(target, "captain:16", seed)) == {"gamble"}
            assert way_of(target) == NONE


@pytest.mark.parametrize("wanted", [0, 100], ids=["won", "lost"])
def test_it_learns_from_ends_where_every_game_ends_alike(lake: Callable[..., Prepared], wanted: int) -> None:
    """Six trades bring 30 besides, which nobody sees who looks one trade ahead; a gamble brings a third more."""
    patient = "rule gold.patient [1]\n  over gold.all\n  when sum(u.trades for barge u where u.side is s) >= 6\n"
    patient += "  gold(s) is sum(u.cargo for barge u where u.side is s) + 30\n"
    target = Target(*about(lake(wanted, law=LAW.replace("fact richest", f"{patient}fact richest"))))
    for seed in "abcd":
        game = played(target, "captain:8", seed)
        assert (way_of(target), game.winner) == (SURE, "west" if wanted else "east"), seed


def test_it_leaves_a_way_of_playing_once_another_wins_more(lake: Callable[..., Prepared]) -> None:
    """Of 22, what is sure brings 18. Who has gambled for 10 on the first day is sure of 22 after that, and wins by dice
    in 41 of 100 games; who has missed twice wins by dice alone."""
    target, met = Target(*about(lake(22))), set[int]()
    for number in range(12):
        game = played(target, "captain:16", str(number))
        actions = [entry.answer for entry in game.entries if (entry.side, entry.asked) == ("east", "action")]
        lucky = sum(int(entry.answer) >= 5 for entry in [entry for entry in game.entries if not entry.side][:2])
        assert actions[:2] == ["gamble", "gamble"]
        if lucky < 2:
            assert (actions[3] == "trade") == (lucky == 1), (number, actions)
        met.add(lucky)
    assert {0, 1} <= met


def about(prepared: Prepared) -> tuple[Any, Any]:
    return prepared.agenda, prepared.setup


def test_games_are_the_same_in_both_engines_and_step_by_step(lake: Callable[..., Prepared], an_engine: Engine) -> None:
    prepared = lake(18)
    one, other = Target(*about(prepared), engine=an_engine), Target(*about(prepared))
    for name in ("captain:5", "captain", "casual", "greedy", "captain:5"):
        whole = lines(played(one, name))
        assert whole == lines(played(other, name))
        game = prepared.game("tide")
        named = names_of(f"east={name},west=greedy", game)
        play_out(game, begun(named, game, "tide", lambda: one), MAX_ANSWERS)
        assert [(e.side, e.asked, e.answer) for e in game.entries] == whole


def test_who_thinks_changes_nothing_of_what_others_do(lake: Callable[..., Prepared]) -> None:
    """Of a law without styles there is nothing to choose, so the captain plays as greedy does, and so do the others."""
    plain = Target(*about(lake(18, ADVICE)))
    assert lines(played(plain, "captain")) == lines(played(plain, "greedy"))
    target = Target(*about(lake(61)))
    assert lines(played(target, "captain")) == lines(played(target, "greedy"))


def test_nothing_that_it_cannot_see_changes_its_choice(lake: Callable[..., Prepared]) -> None:
    """With their ballast the others win whatever East does, so all ways would be alike to who knew of it."""
    counted = "gold(east) - 6 * sum(u.ballast for barge u where u.side is west) >= wanted"
    law, games = LAW.replace("gold(east) >= wanted", counted), {}
    for ballast in (0, 9):
        target = Target(*about(lake(18, law=law, more=f", ballast: {ballast}")))
        for seed in "abcd":
            game = games[ballast, seed] = played(target, "captain:16", seed)
            assert (way_of(target), game.winner) == (SURE, "west" if ballast else "east")
    assert all(lines(games[0, seed]) == lines(games[9, seed]) for seed in "abcd")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("captain/sure", "`captain` chooses the style by itself"),
        ("captain:0", "`0` is not a number of games to play out: from 1 to 64"),
        ("captain:65", "`65` is not a number of games to play out"),
    ],
)
def test_what_no_captain_is_is_refused(text: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        playing_program(text, [], [])


def test_its_number_is_of_games() -> None:
    assert (program_of("captain:5").playouts, program_of("captain:5").positions) == (5, program_of("greedy").positions)
    assert program_of("greedy:5").playouts == 0
    with pytest.raises(ValueError, match="decides in no trial"):
        deciding_by("captain", None)


def test_it_thinks_no_further_where_every_way_has_won(lake: Callable[..., Prepared]) -> None:
    """Four games of each of three ways, in the turns 1 and 2 of the three days."""
    target = Target(*about(lake(0)))
    assert played(target, "captain:16").winner == "east"
    assert (way_of(target), target.running.get("trials")) == (NONE, 2 * 3 * 4)


def test_in_long_games_it_plays_out_fewer(lake: Callable[..., Prepared], monkeypatch: pytest.MonkeyPatch) -> None:
    """With no budget of positions two games of each of three ways are left, for each of two choices; the third way is
    as good as the others for as long."""
    monkeypatch.setitem(CONSTANTS, "POSITIONS_OF_A_PLAYOUT", 0)
    target = Target(*about(lake(61)))
    played(target, "captain:16")
    assert target.running.get("trials") == 2 * 3 * 2
