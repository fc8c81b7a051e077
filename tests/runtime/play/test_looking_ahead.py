"""The way on that is looked for behind each answer: the last one is tried again, and changes no verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hexlaw.runtime.play import lookahead
from hexlaw.runtime.play.choices import candidates
from hexlaw.runtime.play.game import Game

Begun = Callable[..., Game]
LAW = """action board [1]
  "Drives up beside a boat of the others, and then boards it."
  open in sailing
  pick skipper(b: boat) where b.side is acting
  pick step(there: hex) repeatedly optionally from neighbours(b.hex) where not there is off-board
      costs 1 counted in b.spent does:
    move b to there
  pick prey(h: hex) from neighbours(b.hex) where any boat x in h where x.side is not b.side does:
    mark b as lit
rule step.tired [1]
  forbids board.step
  when b.spent >= b.range
rule step.held [1]
  forbids board.step
  when any boat x in there
"""
PIECES = "{a: {kind: boat, at: A-1, range: 5}, b: {kind: boat, at: A-5, side: blues}}"


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    worked_out, found = lookahead._worked_out, list[Any]()

    def counting(machine: Any, answer: Any) -> Any:
        found.append(answer)
        return worked_out(machine, answer)

    with monkeypatch.context() as patch:
        patch.setattr(lookahead, "_worked_out", counting)
        yield found


def at_the_first_step(begun: Begun) -> Game:
    game = begun(LAW, PIECES)
    for text in ("board", "a"):
        game.answer(game.meant(text))
    return game


def test_who_leaves_the_way_that_was_found_is_led_back_to_it(begun: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    game, other = at_the_first_step(begun), at_the_first_step(begun)
    assert game.machine.led_on
    other.machine.led_on.clear()  # as if no way had been found before
    with counted(monkeypatch) as led:
        verdicts = {str(answer): game.allows(answer) for answer in candidates(game.machine)}
    with counted(monkeypatch) as alone:
        assert verdicts == {str(answer): other.allows(answer) for answer in candidates(other.machine)}
    assert set(verdicts.values()) == {True, False}
    assert len(led) < len(alone)
