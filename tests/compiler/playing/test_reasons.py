"""How much a program gains by an action, as it is told at the table."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from hexlaw.compiler.playing.reasons import reason
from hexlaw.runtime.play.goals import Goal
from hexlaw.runtime.play.motives import Motive, Nearing
from hexlaw.runtime.value import Thing

NOBODY: Any = None  # no law and no position are asked where there is a number alone


@pytest.mark.parametrize(
    ("gain", "told"), [(Fraction(3), "3"), (Fraction(3, 2), "1 1/2"), (Fraction(35, 18), "about 1.9")]
)
def test_an_average_that_nobody_would_read_is_told_as_about_so_much(gain: Fraction, told: str) -> None:
    assert reason(Motive((), (), gain, (), follows=False), NOBODY, NOBODY) == f"worth {told} more to them"


def test_who_comes_nearer_to_several_places_of_a_goal_is_named_once() -> None:
    """And the first sentence of the note of the goal's rule: the rest is for those who write law."""
    ann, bob = (Thing("boat", name) for name in ("ann", "bob"))
    goal = Goal("goal.pier", "reds", False, False, Fraction(1), (), (), None, None)
    places: Any = ((ann, "A-1", 3), (ann, "A-2", 3), (bob, "A-3", 4))
    near = tuple(Nearing(goal, one, place, 9, to_go) for one, place, to_go in places)
    rules = {"goal.pier": SimpleNamespace(doc="To lie at the pier. Who lies there blocks it.", conclusion=None)}
    law: Any = SimpleNamespace(graph=SimpleNamespace(rules=rules))
    told = reason(Motive((), near, Fraction(0), (), follows=False), law, NOBODY)
    assert told == "aim: to lie at the pier (ann 3 hexes from A-1, bob 4 hexes from A-3)"
