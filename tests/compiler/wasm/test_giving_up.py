"""A search for a way on that gives up lets the answer pass: in the target at the same position as in the machine."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from held import side_by_side

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.seating import keys_of_players, seated

pytest.importorskip("wasmtime")


@pytest.mark.parametrize("bound", [1, 3, 40])
def test_both_give_up_at_the_same_answers(bound: int, search_bound: Callable[[int], None]) -> None:
    """By so low a bound nearly every search gives up, and what then cannot be completed is passed by both."""
    search_bound(bound)
    diagnostics = Diagnostics()
    compilation = compile_modules("tutorial", diagnostics)
    assert compilation is not None
    prepared = prepare(compilation, "last-fine-day", Configuration(), diagnostics)
    assert prepared is not None
    target, lapses = Target(prepared.agenda, prepared.setup), 0
    for seed in ("one", "two"):
        game, keys = prepared.game(seed), keys_of_players(prepared.position, seed)
        players = {who: RandomPlayer(Chance(key)) for who, key in keys.items()}

        def answered(game: Game, players: dict[str, RandomPlayer] = players) -> object:
            question = game.question
            assert question is not None
            return game.drawn() if isinstance(question, ByLot) else seated(players, question).answer(game)

        account = side_by_side(target, game, answered)
        assert (account.parting, account.stopped) == (None, 0)
        lapses += sum(entry.lapsed for entry in game.entries)
    if bound == 1:  # whatever takes more than one pick gives up, so games come to where nothing can be answered
        assert lapses > 0
