"""Work of several turns goes from stage to stage."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE

DIG = """task dig(b: boat) [1]
  crew boat
  works at the end of tide
  {}
  stage after lasts 9
  done:
    remove b
action set-to [1]
  open in sailing
  pick digger(b: boat) where b.side is acting
  begin dig(b) with {{b}}
action wave [1]
  pick waver(b: boat) where b.side is acting
"""


@pytest.mark.parametrize(
    ("stage", "lit", "now"),
    [
        ("stage first when task.b is lit", "yes", "after"),
        ("stage first when task.b is lit", "no", "first"),
        ("stage first opens wave when task.b is lit", "yes", "first"),
        ("stage first lasts 1 when task.b is lit", "yes", "after"),
        ("stage first lasts 1 when task.b is lit", "no", "first"),
        ("stage first lasts 2", "yes", "first"),
    ],
)
def test_a_stage_is_over_when_its_work_is_done_or_what_it_waits_for_holds(
    begun: Callable[..., Game], sail: str, stage: str, lit: str, now: str
) -> None:
    game = begun(sail + DIG.format(stage), f"{{ann: {{kind: boat, at: A-1, lit: {lit}}}}}")
    for text in ("set-to", "ann", DONE):
        answer = game.meant(text)
        assert answer is not None, text
        game.answer(answer)
    (task,) = game.position.of_kind("dig")
    assert game.position.value(task, "stage") == now
