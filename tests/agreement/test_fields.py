"""Where units can go, by field and by the machine's own steps: every type of unit, under options by lot."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fields import compared

from hexlaw.compiler.cli.run import players_of
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime.law import Configuration, configure
from hexlaw.runtime.play import lookahead
from hexlaw.runtime.play.afoot import Afoot, Place
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.planning import Planner
from hexlaw.runtime.play.questions import DONE, ByLot
from hexlaw.runtime.stops import LawStop

MUD = Path(__file__).parents[1] / "variants/deep-mud"


@pytest.mark.parametrize(
    ("name", "positions", "least"), [("tutorial", 15, 20), ("panzer-leader", 2, 8), (str(MUD), 2, 8)]
)
def test_a_field_is_what_the_machine_finds(name: str, positions: int, least: int) -> None:
    """A slice of what `bench/fields.py` compares, under the law as it stands."""
    compilation = compile_modules(name, Diagnostics())
    assert compilation is not None
    told, types = Counter[str](), set[str]()
    law, lot = configure(compilation.graph), Random(Path(name).name)
    wrong = compared(compilation, law, lot, told, types, positions=positions)
    assert wrong == []
    assert told["by field"] >= least
    assert len(types) > 4


@pytest.mark.parametrize(
    ("name", "situation", "span", "decisions"),
    [
        ("tutorial", "last-fine-day", "half", 40),
        ("panzer-leader", "remagen", "vehicles", 40),
        ("panzerblitz", "dnieper-bend", "vehicles", 60),
    ],
)
def test_the_stops_of_a_plan_are_what_the_machine_comes_to(
    monkeypatch: pytest.MonkeyPatch, name: str, situation: str, span: str, decisions: int
) -> None:
    """Some of the positions that plans look at on the way: allowed or not, what they are told apart by, what they are
    worth. As far as a part of the sequence all is decided by lot."""
    told, random, by_field = Counter[str](), Random(name), Planner._after

    def checked(planner: Planner, at: Place, answer: Any) -> Place | None:
        found = by_field(planner, at, answer)
        if isinstance(at, Afoot) and random.random() < 0.2:
            try:
                stepped = lookahead.after(at.machine(), answer)
            except LawStop:
                stepped = None
            assert (found is None) == (stepped is None), answer
            if found is not None and stepped is not None:
                same = planner.sameness
                assert same.key(found, answer == DONE) == same.key(stepped, answer == DONE)
                assert isinstance(found, Afoot)
                if answer == DONE:
                    worth = planner.expected(found, planner.side)  # maybe of another stop that is worth the same
                    assert worth == stepped.ev.value(planner.worth, {"side": planner.side})
            told["rest" if answer == DONE else "step" if found is not None else "refused"] += 1
        return found

    monkeypatch.setattr(Planner, "_after", checked)
    diagnostics = Diagnostics()
    compilation = compile_modules(name, diagnostics)
    assert compilation is not None
    prepared = prepare(compilation, situation, Configuration(), diagnostics, emitted=True)
    assert prepared is not None
    game = prepared.game("stops")
    while span not in game.position.now:
        go_on(game, "random", 1)
    go_on(game, "greedy", decisions)
    assert min(told["rest"], told["step"], told["refused"]) > 2, told


def go_on(game: Game, players: str, decisions: int) -> None:
    by_side = players_of(players, game, game.seed)
    while decisions:
        question = game.question
        assert question is not None
        if isinstance(question, ByLot):
            game.throw()
        else:
            game.put(by_side[question.side].answer(game))
            decisions -= 1
