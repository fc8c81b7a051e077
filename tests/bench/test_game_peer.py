"""A peer that plays a game by other rules than the law is found out: else it would be held to nothing."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime.law.law import Configuration

PEERS = Path(__file__).resolve().parents[2] / "bench" / "peers"


@dataclass
class Game:
    """A game by the law in little room, and what holds a peer to it."""

    replayed: Any
    played: Any
    tables: Callable[[], Any]  # made anew, to be spoilt
    in_c: Callable[[Any], Any]


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    sys.path.insert(0, str(PEERS))
    try:
        peer, replayed, library_ = map(importlib.import_module, ("game", "replayed", "library"))
    finally:
        sys.path.remove(str(PEERS))
    compilation = compile_modules("panzerblitz", Diagnostics())
    assert compilation is not None
    prepared = prepare(compilation, "dnieper-bend", Configuration(), Diagnostics())
    assert prepared is not None
    law = prepared.agenda.law
    crowded = replayed.in_little_room(prepared, peer.Tables(law, prepared.setup), 3)

    def tables() -> Any:
        return peer.Tables(law, crowded.setup)

    def in_c(laid: Any) -> Any:
        library = library_.compiled(PEERS / "game.c")
        if library is None:
            pytest.skip("there is no gcc on this machine")
        return peer.InC(laid, library)

    yield Game(replayed, replayed.by_law(crowded, tables(), "1"), tables, in_c)
    for name in ("game", "replayed", "library"):
        del sys.modules[name]


def test_the_game_has_what_the_peer_is_held_to(game: Game) -> None:
    """Else the checks below would have nothing to find."""
    asked = {game.replayed.QUESTIONS[question] for _, question, _ in game.played.told}
    assert asked >= {"set-up.place", "move.step", "keep-off-road.mover", "load.load", "unload.load"}


@pytest.mark.parametrize("language", ["python", "c"])
def test_a_peer_that_keeps_to_the_law_is_let_through(game: Game, language: str) -> None:
    _replay(game, game.tables(), language)


def _more_room(tables: Any) -> None:
    tables.limit = (3, 3)


def _no_roads(tables: Any) -> None:
    tables.roads = [[[] for _ in of_mode] for of_mode in tables.roads]


def _roads_over_nothing_green(tables: Any) -> None:
    tables.roads = [[[(there, cost, False, joins) for there, cost, _, joins in edges] for edges in of_mode]
                    for of_mode in tables.roads]  # fmt: skip


def _a_point_less(tables: Any) -> None:
    tables.allowance = [max(0, points - 2) for points in tables.allowance]


def _tanks_take_nobody(tables: Any) -> None:
    tables.takes = [False] * len(tables.takes)


def _the_other_first(tables: Any) -> None:
    tables.moves_first = 1 - tables.moves_first


@pytest.mark.parametrize("language", ["python", "c"])
@pytest.mark.parametrize(
    "spoil", [_more_room, _no_roads, _roads_over_nothing_green, _a_point_less, _tanks_take_nobody, _the_other_first]
)
def test_a_peer_with_another_rule_is_found_out(game: Game, spoil: Callable[[Any], None], language: str) -> None:
    tables = game.tables()
    spoil(tables)
    with pytest.raises(game.replayed.Unlike):
        _replay(game, tables, language)


def _replay(game: Game, tables: Any, language: str) -> None:
    if language == "python":
        ends = game.replayed.replay(tables, game.played)
    else:
        ends = game.replayed.replay_in_c(game.in_c(tables), game.played)
    assert ends == (game.played.places, game.played.begun)
