"""Games by what a test says that a position is worth: an expression of `side` that may name hexes, as law may not."""

from __future__ import annotations

import re

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import render
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.parse import parse_question
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.programs import program_of
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.setup import OF_A_SIDE
from hexlaw.compiler.wasm.program import CHANCE
from hexlaw.compiler.wasm.seated import AtTheTable
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import Player, RandomPlayer
from hexlaw.runtime.play.seating import seats

WORTH = re.compile(r"^worth: (?:'([^']*)'|(.*))$\n?", re.MULTILINE)


def without_worth(more: str) -> tuple[str, str | None]:
    """The rest of a situation, and what stood in it under `worth`."""
    found = WORTH.search(more)
    return WORTH.sub("", more), None if found is None else " ".join((found[1] or found[2]).split())


def weighed(compilation: Compilation, worth: str | None) -> Prepared:
    """The situation `calm`, in which programs go by this; without it, by the advice of the law."""
    diagnostics = Diagnostics()
    prepared = prepare(compilation, "calm", Configuration(), diagnostics)
    assert prepared is not None, "\n".join(render(d) for d in diagnostics)
    if worth is None:
        return prepared
    position = prepared.position
    named = {name: (thing, t.Kind(thing.kind)) for name, thing in position.things.items()}
    checker = Checker(compilation.names, diagnostics, position.map, named)
    question = parse_question(Source("worth", worth), diagnostics)
    assert isinstance(question, s.AskValue), "\n".join(render(d) for d in diagnostics)
    return replace(prepared, setup=replace(prepared.setup, worth=checker.typed(question.value, OF_A_SIDE)))


def player(name: str, seed: str) -> Player:
    """A program by its name; one that looks ahead is asked in the target."""
    return RandomPlayer(Chance(seed)) if program_of(name) == CHANCE else _LooksAhead(name, seed)


class _LooksAhead:
    def __init__(self, name: str, seed: str) -> None:
        self.name, self.seed = name, seed
        self.table: AtTheTable | None = None

    def answer(self, game: Game) -> Value:
        if self.table is None:
            at = [*seats(game.setup.position), *game.law.sides]
            programs = dict.fromkeys(at, program_of(self.name))
            self.table = AtTheTable(lambda: Target(game.agenda, game.setup), dict.fromkeys(at, self.seed), programs)
        return self.table.answer(game)


def worth(game: Game, side: str) -> Value:
    """What the position of a game is worth to a side."""
    assert game.setup.worth is not None
    return game.answering.about(game.position).value(game.setup.worth, {"side": side})
