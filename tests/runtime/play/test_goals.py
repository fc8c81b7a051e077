"""What sides play for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.goals import goals_of

from .weighed import player, worth

Begun = Callable[..., Game]
SAIL = """thing boat also
  steps: whole = 1
  rowed: yes/no lasting until end of tide
action sail [1]
  open in sailing
  pick skipper(b: boat) where b.side is acting and b is not rowed
  pick step(there: hex) from neighbours(b.hex) where not there is off-board does:
    move b to there
    mark b as rowed
"""
LAW = (
    SAIL
    + """thing hex also
  harbour: yes/no
advice [HA 1] "Advice"
fact harbours(g: game): set of hex
rule harbours.all
  harbours(g) is those h in hexes where h is harbour
rule goal.home
  for each boat b where b.side is s
  goal of s that b.hex is harbour with b at harbours(game) worth 4 by 2 counted in game.day
rule goal.boats
  for each boat b where b.side is s
  goal of s to keep b worth b.steps
rule goal.blues
  when s is blues
  goal of s worth game.day
"""
)
PIECES = "{a: {kind: boat, at: A-2}, b: {kind: boat, at: B-4, side: blues, steps: 3}}"
HARBOUR = "given: [{hex: A-4, harbour: yes}]"


def test_each_goal_says_what_it_is_about(begun: Begun) -> None:
    game = begun(LAW, PIECES, more=HARBOUR)
    home, boats = goals_of(game.to_read, "reds")
    (harbour,) = (h for h in game.position.map.hexes if game.position.map.name_of(h) == "A-4")
    assert (home.name, home.side, home.is_met, home.is_kept, home.worth) == ("goal.home", "reds", False, False, 4)
    assert (home.things, home.places, home.left) == ((Thing("boat", "a"),), (harbour,), 1)
    assert (boats.is_met, boats.is_kept, boats.worth, boats.places, boats.left) == (True, True, 1, (), None)
    assert [goal.name for goal in goals_of(game.to_read, "blues")] == ["goal.home", "goal.boats", "goal.blues"]


def test_worth_is_what_is_met_less_that_of_the_others_and_the_way_to_go(begun: Begun) -> None:
    """Reds keep a boat worth 1 and are two hexes from a goal worth 4; blues keep 3, have 1 for the day, and are one hex
    off."""
    game = begun(LAW, PIECES, more=HARBOUR)
    assert worth(game, "reds") == 1 - (3 + 1) - Fraction(4 * 2, 40)
    assert worth(game, "blues") == 3 + 1 - 1 - Fraction(4 * 1, 40)


def test_a_goal_that_is_limited_is_none(begun: Begun) -> None:
    limit = "rule goal.no-home\n  limits goal.home\n  when b.steps > 2\n"
    game = begun(LAW + limit, PIECES, more=HARBOUR)
    assert [goal.name for goal in goals_of(game.to_read, "blues")] == ["goal.boats", "goal.blues"]
    assert [goal.name for goal in goals_of(game.to_read, "reds")] == ["goal.home", "goal.boats"]


def test_a_program_goes_for_its_goals(begun: Begun) -> None:
    """Nothing but goals tells it what a position is worth."""
    game = begun(LAW, PIECES, more=HARBOUR)
    greedy = player("greedy", "x")
    for _ in range(20):
        if game.over:
            break
        game.put(greedy.answer(game))
    assert [
        goal.is_met for side in ("reds", "blues") for goal in goals_of(game.to_read, side) if goal.name == "goal.home"
    ] == [True, True]


def test_law_without_goals_has_none(begun: Begun) -> None:
    assert goals_of(begun(SAIL, PIECES).to_read, "reds") == []
