"""A small game of an invented harbour: two sides, days, tides; boats that sail, hail, write and keep secrets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexlaw.compiler.wasm.doing import Doing
from hexlaw.runtime.play.game import Game

from .weighed import weighed, without_worth

TWO_SIDES = """choice side
  reds, blues
thing game also
  day: whole = 1
thing boat also
  side: side = reds
  hold: text = "" secret
sequence game [1]
  phase day while game.day <= 2:
    phase tide for each s in {reds, blues} by s:
      phase sailing
    set game.day to game.day + 1
situation calm [1] "A calm sea"
"""
SAIL = """action sail [1]
  open in sailing
  pick skipper(b: boat) where b.side is acting
  let here be b.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs 1 counted in b.spent does:
    move b to there
rule move.tired [1]
  forbids sail.step
  when b.spent >= b.range
"""
MAP = '{grid: {orientation: pointy, lines: [A, B], lengths: [5], shifted: second, name: "{line}-{number}"}, hexes: {}}'


@pytest.fixture
def begun(bench: Any) -> Callable[..., Game]:
    """A game of this law, with these pieces on a bay of two lines of five; of every game there are two. A line `worth:`
    of `more` is what programs go by, as an expression that may name hexes of the bay."""

    def begin(
        law: str, pieces: str, *, more: str = "", seed: str = "1", sequence: str = "", chart: str = "id,source\n"
    ) -> Game:
        more, worth = without_worth(more)
        situation = f"map: {MAP}\npieces: {pieces}\n{more}"
        words = TWO_SIDES.replace("situation calm", f"{sequence}situation calm")
        folder = bench.write(words + law, files={"situations/calm.yaml": situation, "units/u.csv": chart})
        game = weighed(bench.compiled(folder), worth).game(seed)
        assert game.stand  # it has begun
        return game

    return begin


@pytest.fixture
def sail() -> str:
    return SAIL


@pytest.fixture
def look_at_the_truth(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Plants a leak: games that begin from now on judge, price and explain answers by what is hidden as well."""

    def plant() -> None:
        monkeypatch.setattr(Doing, "visibility", lambda doing: [("return", 0)])
        for room in ("runtime.play.blockers", "runtime.play.choices", "runtime.play.game", "compiler.wasm.following"):
            monkeypatch.setattr(f"hexlaw.{room}.as_seen", lambda machine: machine)

    return plant
