"""Games of the small harbour law of `tests/runtime/play`, carried by the old machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from reference.begun import begun as by_reference
from reference.game import Game
from tests.runtime.play.conftest import begun as begun_by_product
from tests.runtime.play.conftest import sail

__all__ = ["begun", "begun_by_product", "sail"]


@pytest.fixture
def begun(begun_by_product: Callable[..., Any]) -> Callable[..., Game]:
    """What `tests/runtime/play` begins, begun by the old machine."""

    def begin(*args: Any, **how: Any) -> Game:
        game = begun_by_product(*args, **how)
        return by_reference(game, game.seed)

    return begin
