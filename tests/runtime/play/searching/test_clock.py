"""A search that is given time: how much is left of it in positions, and what it does when there is none."""

from __future__ import annotations

from itertools import count

import pytest

from hexlaw.runtime.play import planning
from hexlaw.runtime.play.planning import A_SECOND, SHOWN_BY, Clock
from hexlaw.runtime.play.players import SearchingPlayer, player

from .test_searching import LAW, begun, reds_move

__all__ = ["begun"]  # a fixture


def ticking(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Each look at the clock takes so long."""
    ticks = count()
    monkeypatch.setattr(planning, "monotonic_ns", lambda: int(next(ticks) * seconds * 1_000_000_000))


def test_what_is_left_follows_from_how_long_positions_take(monkeypatch: pytest.MonkeyPatch) -> None:
    ticking(monkeypatch, 0.125)
    clock = Clock(10_000)
    first, *_ = [clock.left() for _ in range(SHOWN_BY)]
    assert first == int(A_SECOND * (10 - 0.125)), "nothing is known yet"
    assert clock.left() == 8 * 10 - 9, "eight positions a second, and 9 of them were looked at"
    for _ in range(71):
        last = clock.left()
    assert last == 0
    assert clock.left() < 0


@pytest.mark.parametrize("seconds", [0.0, 5.0])
def test_a_search_answers_legally_however_fast_time_goes(
    begun: object, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    ticking(monkeypatch, seconds)
    worth = "worth: 'sum(b.fish for boat b where b.side is side)'"
    pieces = "{a: {kind: boat, at: A-2}, b: {kind: boat, at: A-9, side: blues}}"
    game = begun(LAW, pieces, more=worth)  # type: ignore[operator]
    reds_move(game, "search:1s" if seconds else "search:30")
    assert game.question.side == "blues"


def test_seconds_are_given_to_the_search_alone() -> None:
    one = player("search:1.5s", "x")
    assert isinstance(one, SearchingPlayer)
    assert one.milliseconds == 1500
    for wrong in ("greedy:2s", "search:0s", "search:s", "search:9999s", "search:-1s", "random:2s"):
        with pytest.raises(ValueError, match=r"not a number|does not look"):
            player(wrong, "x")
