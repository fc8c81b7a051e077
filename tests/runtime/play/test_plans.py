"""Plans: what programs note lies beside the position, and a game is the same whatever is noted there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.explain.event_lines import changes
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.replay import play_again

from .weighed import player

Begun = Callable[..., Game]
PIECES = "{ann: {kind: boat, at: A-1, range: 2}, zoe: {kind: boat, side: blues, at: A-5, range: 1}}"
ADVICE = 'advice [HA 1] "Plans"\n'
PLAN = ADVICE + "plan boat\n  others: set of hex\n  berth: hex or none\nplan hex\n  wanted-by: set of side\n"
NOTED = """rule others.noted
  at the start of tide
  then:
    for each boat b:
      set b.others to those h in hexes where (any boat c in h where c.side is not b.side)
"""
ELSEWHERE = """rule others.noted
  at the start of tide
  then:
    for each boat b:
      set b.others to those h in hexes where (any boat c in h)
      set b.berth to b.hex
    for each h in hexes where (any boat c in h):
      set h.wanted-by to {reds, blues}
"""
UNKNOWN = """rule others.noted
  at the start of tide
  then:
    for each boat b:
      set b.berth to b.hex
      if b.weight > 2:
        set b.others to {b.hex}
"""
UNKNOWN_OF = """rule others.noted
  at the start of tide
  when any boat b where b.weight > 2
  then:
    for each boat b:
      set b.berth to b.hex
"""
AT_ODDS = "".join(
    f"rule others.{name}\n  at the start of tide\n  then:\n    for each boat b:\n      set b.others to {value}\n"
    for name, value in (("all", "those h in hexes where not h is off-board"), ("none", "{}"))
)
PLANS = {"other plans": PLAN + ELSEWHERE, "cannot tell": PLAN + UNKNOWN, "cannot tell when": PLAN + UNKNOWN_OF,
         "at odds": PLAN + AT_ODDS, "no advice": ""}  # fmt: skip


def told(game: Game) -> str:
    """How things stand, and what is asked."""
    return f"{game.text()}\nasked {game.question}"


def played(game: Game) -> None:
    """Plays a game by chance."""
    chance = player("random", "1")
    while game.question is not None:
        game.answer(chance.answer(game))


def boat(game: Game, name: str) -> Thing:
    return game.position.things[name]


def test_what_is_noted_lies_beside_the_position(begun: Begun, sail: str) -> None:
    game = begun(sail + PLAN + NOTED, PIECES)
    a1, a5 = (game.position.map.find(name) for name in ("A-1", "A-5"))
    assert game.position.plans == {(boat(game, "ann"), "others"): (a5,), (boat(game, "zoe"), "others"): (a1,)}
    assert all(name != "others" for _, name in game.position.values)
    assert game.position.value(boat(game, "ann"), "others") == (a5,)


def test_what_a_situation_gives_of_plans_lies_there_too(begun: Begun, sail: str) -> None:
    pieces = PIECES.replace("range: 2", "berth: B-2")
    game = begun(sail + PLAN, pieces, more="given: [{hex: A-3, wanted-by: [reds]}]\n")
    find = game.position.map.find
    assert game.position.plans == {(boat(game, "ann"), "berth"): find("B-2"), (find("A-3"), "wanted-by"): ("reds",)}


@pytest.mark.parametrize("other", PLANS)
def test_a_journal_is_replayed_and_goes_on_under_other_advice(begun: Begun, sail: str, other: str) -> None:
    """Also under advice that does not know what to note, or is at odds with itself; under this, plans are as before."""
    game = begun(sail + PLAN + NOTED, PIECES)
    played(game)
    assert game.over
    assert len(game.entries) > 6
    for number in (0, len(game.entries) // 2, len(game.entries)):
        one, another = begun(sail + PLAN + NOTED, PIECES), begun(sail + PLANS[other], PIECES)
        assert [play_again(each, game.entries[:number]) for each in (one, another)] == [None, None]
        assert told(another) == told(one)
        assert another.position.plans != one.position.plans
    assert another.over


def test_of_what_advice_does_not_know_the_rest_is_noted(begun: Begun, sail: str) -> None:
    game = begun(sail + PLAN + UNKNOWN, PIECES)
    ann = boat(game, "ann")
    assert game.position.plans == {(ann, "berth"): game.position.places[ann]}


def test_law_that_does_not_know_still_stops_the_game(begun: Begun, sail: str) -> None:
    heavy = UNKNOWN.replace("noted\n", "noted [1]\n").replace("b.others", "b.course").replace("b.berth", "b.port")
    with pytest.raises(Exception, match="`weight`"):
        begun("thing boat also\n  course: set of hex\n  port: hex or none\n" + heavy + sail, PIECES)


def test_advice_notes_when_the_law_is_done(begun: Begun, sail: str) -> None:
    """Whatever its rules are called: here the law moors, by a rule whose name comes later."""
    law = "rule zz.moors [1]\n  at the start of tide\n  then:\n    for each boat b:\n      mark b as moored\n"
    moored = NOTED.replace("c.side is not b.side", "c is moored")
    game = begun(sail + law + PLAN + moored, PIECES)
    assert len(game.position.plans[boat(game, "ann"), "others"]) == 2  # type: ignore[arg-type]


def test_positions_that_are_alike_but_for_plans_are_alike_to_the_law(begun: Begun, sail: str) -> None:
    game = begun(sail + PLAN, PIECES)
    begins = game.position
    planned = begins.scratch()
    planned.set(boat(game, "ann"), "berth", begins.map.find("B-2"))
    assert begins.plans == {}
    assert planned.changed_since(begins) == (False, frozenset())
    assert (planned, planned.plans) == (begins, {**begins.plans, **planned.plans})
    begun_so = replace(game.setup, position=game.setup.position.scratch())
    begun_so.position.set(boat(game, "ann"), "berth", begins.map.find("B-2"))
    other = Game(game.agenda, begun_so, game.seed)
    assert other.position.plans == planned.plans
    assert told(other) == told(game)


def test_a_plan_goes_with_what_it_is_of(begun: Begun, sail: str) -> None:
    game = begun(sail + PLAN + NOTED, PIECES)
    copy = game.position.scratch()
    copy.remove(boat(game, "zoe"))
    assert [thing for thing, _ in copy.plans] == [boat(game, "ann")]
    copy.unset(boat(game, "ann"), "others")
    assert copy.plans == {}
    assert copy.value(boat(game, "ann"), "others") == ()
    assert len(game.position.plans) == 2


def test_nobody_at_the_table_is_told_of_plans(begun: Begun, sail: str) -> None:
    bare, game = begun(sail, PIECES), begun(sail + PLAN + ELSEWHERE, PIECES)
    begins = game.setup.position
    assert list(changes(begins, game.position)) == []
    for name in ("ann", "zoe"):
        shown = [list(Screen(each, Style(), {}).look(boat(each, name))) for each in (bare, game)]
        assert shown[0] == shown[1]
    find = game.position.map.find
    assert list(Screen(game, Style(), {}).look(find("A-1"))) == list(Screen(bare, Style(), {}).look(find("A-1")))
    screen = Screen(game, Style(), {})
    screen.position.stand(boat(game, "ann"), None)
    assert screen.known_hexes(boat(game, "ann")) == {}


def test_plans_made_in_parts_that_run_at_once_are_kept(begun: Begun, sail: str) -> None:
    together = """sequence game also
  before tide:
    phase together for each s in {reds, blues} by s at once:
      phase plots
"""
    plots = NOTED.replace("start of tide", "start of plots").replace(
        "each boat b:", "each boat b where b.side is acting:"
    )
    idle = "action wait [1]\n  open in plots\n  pick who(b: boat) where b.side is acting\n  mark b as lit\n"
    game = begun(sail + idle + PLAN + plots, PIECES, sequence=together)
    for _ in range(2):
        game.answer("done")
    assert {thing.name for thing, _ in game.position.plans} == {"ann", "zoe"}
