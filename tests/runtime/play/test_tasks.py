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


@pytest.mark.parametrize("what", ["cancel k", "restart k"])
def test_what_is_done_to_the_task_that_was_picked_ends_no_other(
    begun: Callable[..., Game], sail: str, what: str
) -> None:
    law = DIG.format("stage first lasts 1\n  stage ready opens drop")
    law += f"action drop [1]\n  pick dropped(k: dig) where k.owner is acting\n  {what}\n"
    game = begun(sail + law, "{ann: {kind: boat, at: A-1}, bob: {kind: boat, at: A-2}}")
    texts = ["set-to", "ann", "set-to", "bob"]
    while game.meant("drop") is None:
        answer = game.meant(texts.pop(0) if texts else DONE)
        assert answer is not None
        game.answer(answer)
    one, other = game.position.of_kind("dig")
    for text in ("drop", one.name):
        answer = game.meant(text)
        assert answer is not None, text
        game.answer(answer)
    assert other in game.position.of_kind("dig")
    assert game.position.value(other, "stage") == "ready"
