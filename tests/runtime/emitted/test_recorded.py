"""Emitted law that notes what had a say: what is asked beside the game leaves no trace in what is noted later."""

from __future__ import annotations

from dataclasses import replace

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.emit.to_python import recorded_law
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime.emitted.recorded import RecordedLaw
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.play.game import Game


def begun() -> tuple[Game, RecordedLaw]:
    """A game of which nothing has been noted yet, and what will note it."""
    diagnostics = Diagnostics()
    compilation = compile_modules("tutorial", diagnostics)
    assert compilation is not None
    prepared = prepare(compilation, "last-fine-day", Configuration(), diagnostics, emitted=False)
    assert prepared is not None
    recorded = recorded_law(prepared.agenda, prepared.setup)
    game = replace(prepared, answering=recorded).game("s")
    recorded.take()
    return game, recorded


def test_what_is_asked_beside_the_game_is_not_noted_with_the_next_question() -> None:
    game, recorded = begun()
    side = game.law.graph.choices["side"].values[0]
    game.worth(side)
    of_worth = recorded.take()
    game, recorded = begun()
    game.told()
    of_told = recorded.take()
    assert of_worth - of_told, "else there is nothing that could be noted by mistake"
    game, recorded = begun()
    with recorded.unnoted():
        game.worth(side)
    assert recorded.take() == frozenset()
    game.told()
    assert recorded.take() == of_told


def test_what_the_reference_is_asked_is_noted_each_time() -> None:
    game, recorded = begun()
    assert game.setup.worth is not None
    unknown = replace(game.setup.worth)  # a node of no emitted function
    answers, names = recorded.about(game.position, None), {"side": game.law.graph.choices["side"].values[0]}
    noted = []
    for _ in range(2):
        answers.value(unknown, names)
        noted.append(recorded.take())
    assert noted[0]
    assert noted[1] == noted[0]
