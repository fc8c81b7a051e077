"""Games of the product are those of the old machine: the same journal word for word, the same legal answers, the same
reasons where an answer is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rotation import WHOLE, drawn

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import load, shipped_modules
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.situation_files import situation_files

from .alike import Both, prepared_of

pytest.importorskip("wasmtime")

ANSWERS = 200 if WHOLE else 60
SMALL = {"blocks", "dummies", "hidden-placement", "minefields", "thaw", "tutorial"}
"""Modules whose law is printed in a moment."""


def situations() -> Iterator[tuple[str, str]]:
    """Yields what is shipped and can be played, by module and situation."""
    for module in shipped_modules():
        chain = load(module, Diagnostics())
        if chain is not None and not chain.layers[-1].manifest.abstract:
            yield from ((module, situation) for situation in sorted(situation_files(chain)))


ALL = [*situations()]
CHEAP = [(module, situation) for module, situation in ALL if module in SMALL]
LARGE = [one for one in ALL if one not in CHEAP]


def play_alike(module: str, situation: str, players: str) -> None:
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    both = Both(prepared_of(compilation, situation), f"{situation} by {players}")
    both.play(players, ANSWERS)
    assert len(both.game.entries) > 3
    assert both.refusals or both.game.over


@pytest.mark.parametrize(("module", "situation"), [*CHEAP, *drawn(LARGE, 8)])
def test_a_game_by_chance_is_the_same(module: str, situation: str) -> None:
    play_alike(module, situation, "random")


@pytest.mark.parametrize(("module", "situation"), [("tutorial", "last-fine-day"), *drawn(LARGE, 4)])
def test_a_game_of_programs_that_look_ahead_is_the_same(module: str, situation: str) -> None:
    play_alike(module, situation, "greedy:20")
