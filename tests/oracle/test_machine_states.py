"""What the old machine keeps of a game: the frames of what is under way, and what it asks after a change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from reference.answers import Answers
from reference.belief import as_seen
from reference.game import Game
from reference.state import AtOnce

Begun = Callable[..., Game]
SIGHTED = """memory w: boat has-sighted b: boat [1]
action hail [1]
  open in sailing
  pick hailer(b: boat) where b.side is acting
rule sighted.begins [1]
  after hail.hailer
  when w.side is not b.side
  begins w has-sighted b
rule sighted.out-of-sight [1]
  lapses w has-sighted b
  when distance(w.hex, b.hex) > 2
action drive [1]
  open in sailing
  pick driven(b: boat)
  pick off(there: hex) repeatedly from neighbours(b.hex) does:
    move b to there
"""
FOUR = (
    "{red: {kind: boat, at: A-2}, far: {kind: boat, at: A-1, side: blues}, near: {kind: boat, at: A-3, side: blues}, "
    "aboard: {kind: boat, in: near, side: blues}}"
)


def answer(game: Game, *texts: str) -> None:
    for text in texts:
        game.answer(game.meant(text))


def test_after_a_move_only_what_is_remembered_of_the_mover_is_asked(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(SIGHTED, FOUR)
    answer(game, "hail", "red", "drive", "far")
    remembered = sorted(f"{w.name} {b.name}" for _, (w, b) in game.position.remembered)
    assert remembered == ["aboard red", "far red", "near red"]
    asked: set[str] = set()
    applying = Answers.applying

    def spied(ev: Any, rule: Any, names: Any, own: Any, rows: Any) -> Any:
        asked.update(f"{w.name} {b.name}" for w, b in rows)
        return applying(ev, rule, names, own, rows)

    monkeypatch.setattr(Answers, "applying", spied)
    answer(game, "B-1")
    assert asked == {"far red"}


TOGETHER = """sequence game also
  before tide:
    phase together for each s in {reds, blues} by s at once:
      phase plots
"""
PLOT = """thing boat also
  plan: hex or none
action plot [1]
  open in plots
  pick ship(b: boat) where b.side is acting and b.plan is none
  pick aim(h: hex) from neighbours(b.hex) where not h is off-board
  set b.plan to h
"""


def test_whoever_looks_ahead_in_what_all_run_at_once_knows_nothing_of_the_others(begun: Begun) -> None:
    pieces = "{ann: {kind: boat, side: reds, at: A-2}, bob: {kind: boat, side: blues, at: A-4}}"
    game = begun(PLOT, pieces, sequence=TOGETHER)
    answer(game, "plot", "ann", "A-3", "done")
    frame = next(frame for frame in as_seen(game.machine).frames if isinstance(frame, AtOnce))
    assert (frame.kept, frame.is_veiled) == ((), True)


def test_states_that_are_alike_but_for_plans_are_alike(begun: Begun, sail: str) -> None:
    plan = 'advice [HA 1] "Plans"\nplan boat\n  berth: hex or none\n'
    game = begun(sail + plan, "{ann: {kind: boat, at: A-1}}")
    other = game.machine.state.copy()
    other.position = game.position.scratch()
    other.position.set(game.position.things["ann"], "berth", game.position.map.find("B-2"))
    assert other.is_like(game.machine.state)
    assert other.text() == game.machine.state.text()
