"""How much a program gains by an action, as it is told at the table."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from hexlaw.compiler.desk.table.motives_shown import aim, reason
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.goals import Goal, Motive, Nearing

NOBODY: Any = None  # no law and no position are asked where there is a number alone


@pytest.mark.parametrize(
    ("gain", "told"), [(Fraction(3), "3"), (Fraction(3, 2), "1 1/2"), (Fraction(35, 18), "about 1.9")]
)
def test_an_average_that_nobody_would_read_is_told_as_about_so_much(gain: Fraction, told: str) -> None:
    assert reason(Motive((), (), gain, ()), NOBODY, NOBODY) == f"worth {told} more to them"


def test_who_comes_nearer_to_several_places_of_a_goal_is_named_once() -> None:
    """And the first sentence of the note of the goal's rule: the rest is for those who write law."""
    ann, bob = (Thing("boat", name) for name in ("ann", "bob"))
    goal = Goal("goal.pier", "reds", False, False, Fraction(1), (), (), None, None)
    places: Any = ((ann, "A-1", 3), (ann, "A-2", 3), (bob, "A-3", 4))
    near = tuple(Nearing(goal, one, place, 9, to_go) for one, place, to_go in places)
    rules = {"goal.pier": SimpleNamespace(doc="To lie at the pier. Who lies there blocks it.", conclusion=None)}
    law: Any = SimpleNamespace(graph=SimpleNamespace(rules=rules))
    told = reason(Motive((), near, Fraction(0), ()), law, NOBODY)
    assert told == "aim: to lie at the pier (ann 3 hexes from A-1, bob 4 hexes from A-3)"


def test_a_goal_without_a_note_is_told_of_its_own_hex_and_thing(bench: Any) -> None:
    law = """choice side
  reds, blues
thing boat also
  side: side = reds
fact h: hex is-held-by s: side
rule held [1]
  when any boat b in h where b.side is s
  h is-held-by s
advice [HA 1] "Advice"
rule goal.hold
  for each h in hexes where h is shoal
  goal of s that h is-held-by s at h worth 2
rule goal.keep
  for each boat b where b.side is s
  goal of s to keep b
"""
    given = bench.ask(
        bench.compiled(law), 'hex("A-2")', pieces="{a: {kind: boat, at: A-1}}", hexes="{A-2: {shoal: yes}}"
    )
    boat, place = given.position.things["a"], given.value
    hold = Goal("goal.hold", "reds", True, False, Fraction(2), (), (place,), None, None)
    keep = Goal("goal.keep", "reds", True, True, Fraction(1), (boat,), (), None, None)
    assert aim(hold, given.law, given.position) == "that A-2 is held by reds"
    assert aim(keep, given.law, given.position) == "to keep a"
    assert aim(hold, given.law) == "for every shoal hex, that that hex is held by reds"
