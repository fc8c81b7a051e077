"""What an action is for: goals that it meets or nears, what it is worth, and what nobody is told."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.goals import Motive, motive_of

from .test_goals import HARBOUR, LAW, PIECES

Begun = Callable[..., Game]
FISH = """action fish [4]
  open in sailing
  pick boat(b: boat) where b.side is acting
  roll 1d6 as catch
  if catch < 4:
    set b.steps to b.steps + 6
"""
STOW = """action stow [5]
  open in sailing
  pick boat(b: boat) where b.side is acting
  pick cargo(n: whole) from {3, 4}
  set b.cargo to n
thing boat also
  cargo: whole = 0 secret
"""
LADEN = """rule goal.cargo
  for each boat b where b.side is s
  goal of s that b.cargo > 2 with b worth 2
"""


def why(game: Game, *answers: str, viewer: str | None = None) -> Motive | None:
    """The motive of an action whose answers are names of the game."""
    drawn = game.position.map
    assert drawn is not None
    things = game.position.things
    return motive_of(game, [things.get(n) or drawn.find(n) or (int(n) if n.isdigit() else n) for n in answers], viewer)


def test_a_goal_that_comes_nearer_is_the_motive(begun: Begun) -> None:
    motive = why(begun(LAW, PIECES, more=HARBOUR), "sail", "a", "A-3")
    assert motive is not None
    [near] = motive.nearing
    assert (near.goal.name, near.thing, near.before, near.after, near.goal.by) == (
        "goal.home", Thing("boat", "a"), 2, 1, 2,
    )  # fmt: skip
    assert not motive.met


def test_a_goal_that_is_met_by_it_is_the_motive(begun: Begun) -> None:
    motive = why(begun(LAW, PIECES.replace("A-2", "A-3"), more=HARBOUR), "sail", "a", "A-4")
    assert motive is not None
    assert [(goal.name, goal.things) for goal in motive.met] == [("goal.home", (Thing("boat", "a"),))]


def test_a_goal_that_is_worth_nothing_is_no_motive(begun: Begun) -> None:
    law = LAW.replace("worth 4 by 2", "worth 4 * (2 - b.steps) by 2")
    assert why(begun(law, PIECES.replace("at: A-2", "at: A-2, steps: 2"), more=HARBOUR), "sail", "a", "A-3") is None
    assert why(begun(law, PIECES, more=HARBOUR), "sail", "a", "A-3") is not None


def test_what_leads_away_and_gains_nothing_has_no_motive(begun: Begun) -> None:
    assert why(begun(LAW, PIECES, more=HARBOUR), "sail", "a", "A-1") is None


def test_where_no_goal_is_nearer_the_worth_is_told_on_the_average_of_the_dice(begun: Begun) -> None:
    motive = why(begun(FISH + LAW, PIECES, more=HARBOUR), "fish", "a")
    assert motive is not None
    assert (motive.met, motive.nearing, motive.gain) == ((), (), Fraction(6, 2))


@pytest.mark.parametrize(("viewer", "told"), [(None, True), ("reds", True), ("blues", False)])
def test_a_motive_tells_nobody_a_secret(begun: Begun, viewer: str | None, told: bool) -> None:
    game = begun(STOW + LAW + LADEN, PIECES, more=HARBOUR)
    assert (why(game, "stow", "a", "3", viewer=viewer) is not None) == told


def test_to_be_done_has_no_motive(begun: Begun) -> None:
    assert why(begun(LAW, PIECES, more=HARBOUR), "done") is None


LEE = """thing hex also
  lee: yes/no
quantity worth(s: side): whole
  starts with 7
  steps places, ways
rule worth.lee [6]
  "In the lee, where no wind reaches."
  at step worth.places
  adds count(boat b where b.side is s and b.hex is lee)
rule worth.afloat [6]
  at step worth.places
  subtracts count(boat b where b.side is s and b.hex is not lee)
rule worth.crowded [6]
  at step worth.places
  subtracts count(boat b where b.side is s and b.hex is harbour)
rule worth.far [6]
  at step worth.ways
  doubles it
  when any boat b where b.side is s and b.hex is lee
"""


@pytest.mark.parametrize(
    ("to", "terms"),
    [
        # what stands is 7 - 1 before; by A-1 the boat counts instead of costing, and all of it twice
        ("A-1", [("worth.far", 8), ("worth.afloat", 1), ("worth.lee", 1)]),
        ("A-3", []),
    ],
)
def test_the_rules_by_which_it_is_worth_more_are_told(begun: Begun, to: str, terms: list[tuple[str, int]]) -> None:
    more = "given: [{hex: A-4, harbour: yes}, {hex: A-1, lee: yes}]\nworth: worth(side)"
    motive = why(begun(LEE + LAW, PIECES, more=more), "sail", "a", to)
    assert motive is not None
    assert [(rule.id, gain) for rule, gain in motive.terms] == terms
