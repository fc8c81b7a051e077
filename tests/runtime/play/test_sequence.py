"""The sequence of a game: who takes turns in a part that alternates, and when all have passed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE, Take

SEQUENCE = """sequence game also
  before tide:
    phase calls while game.day = 1 alternating from reds
"""
LAW = """action call [1]
  open in calls, sailing
  pick caller(n: whole) from {1, 2}
"""
REDS, BLUES = ("{name}: {{kind: boat, side: {side}, at: {at}}}".format(**how) for how in (
    {"name": "ann", "side": "reds", "at": "A-1"}, {"name": "bob", "side": "blues", "at": "A-2"},
))  # fmt: skip


@pytest.mark.parametrize("pieces", [f"{{{REDS}, {BLUES}}}", f"{{{BLUES}}}", "{}"], ids=["both", "blues", "neither"])
def test_each_side_has_its_turn_before_all_have_passed(begun: Callable[..., Game], pieces: str) -> None:
    """Also where the one that begins has nothing in the game, or nobody has."""
    game = begun(LAW, pieces, sequence=SEQUENCE)
    asked = []
    for _ in range(2):
        assert isinstance(game.question, Take)
        asked.append((game.running[-1], game.question.side))
        game.answer(DONE)
    assert asked == [("calls", "reds"), ("calls", "blues")]
    assert game.running[-1] == "sailing"


def test_a_side_that_has_nothing_and_does_not_begin_has_no_turn(begun: Callable[..., Game]) -> None:
    game = begun(LAW, f"{{{REDS}}}", sequence=SEQUENCE)
    game.answer(DONE)
    assert game.running[-1] == "sailing"
