"""Law as nobody would write it, played: whether an answer is legal is told in good time, or that it takes too long."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from hexlaw.compiler.wasm.procedures import CONSTANTS
from hexlaw.runtime.law.stops import Exhausted
from hexlaw.runtime.play.game import Game

Begun = Callable[..., Game]
ALONE = "{ann: {kind: boat, at: A-1}}"
CROWD = "{ann: {kind: boat, at: A-1}, " + ", ".join(f"b{n}: {{kind: boat, at: A-2}}" for n in range(1500)) + "}"
ENDLESS = """thing boat also
  miles: whole = 0
action drift [1]
  open in sailing
  pick drifter(b: boat) where b.side is acting
  pick onward(there: hex) repeatedly from neighbours(b.hex) where not there is off-board does:
    move b to there
    set b.miles to b.miles + 1
rule bar.never-done [1]
  forbids drift.done
"""
FLEET = ENDLESS.replace("    set b.miles", "    for each boat o:\n      set o.miles to o.miles + 1\n    set b.miles")
"""Each step writes something about every boat there is."""
DEAR = """rule bar.dear [1]
  forbids drift.onward
  when sum(sum(sum(distance(h, k) + distance(k, l) for h in hexes) for k in hexes) for l in hexes) < b.miles
"""
"""A thousand distances for every step that somebody might take."""


@pytest.mark.parametrize(
    ("law", "pieces"),
    [(ENDLESS, ALONE), (ENDLESS, CROWD), (FLEET, CROWD), (ENDLESS + DEAR, ALONE)],
    ids=["without end", "in a crowd", "writing much", "asking much"],
)
def test_a_way_on_that_is_never_found_is_looked_for_in_bounded_time(
    begun: Begun, search_bound: Callable[[int], None], law: str, pieces: str
) -> None:
    """With a fiftieth of the positions, so that the test is short: with all of them it takes fifty times as long. It
    passes as far as was looked."""
    search_bound(CONSTANTS["MAX_POSITIONS"] // 50)
    game = begun(law, pieces)
    started = time.process_time_ns()
    assert game.allows("drift")
    took = time.process_time_ns() - started
    assert took < 5_000_000_000


def test_looking_ahead_leaves_nothing_to_pay(
    begun: Begun, steps_bound: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is refused can ask on: every question has its own steps again."""
    game = begun(ENDLESS, ALONE)
    steps_bound(5)
    for _ in range(2):
        with pytest.raises(Exhausted, match="more than 5 steps"):
            game.allows("drift")
    monkeypatch.undo()
    assert game.allows("done")
    game.put("done")
    assert game.question is not None
