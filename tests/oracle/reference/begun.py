"""How a game begins that the old machine carries, in the setup of the product's own games."""

from __future__ import annotations

from typing import Any, Protocol

from reference.dice import BY_NUMBER
from reference.game import Game

from hexlaw.runtime.play.agenda import Agenda


class Prepared(Protocol):
    """A situation to be played (`compiler/situations/games.py`), or a game of the product."""

    @property
    def agenda(self) -> Agenda: ...
    @property
    def setup(self) -> Any: ...


def begun(of: Prepared, seed: str, chance: str | None = BY_NUMBER) -> Game:
    """Returns a game of its own that begins as the other does."""
    return Game(of.agenda, of.setup, seed, chance=chance)
