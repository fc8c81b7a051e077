"""Emitted law that notes what had a say: what is asked beside the game leaves no trace in what is noted later."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.emit.to_python import recorded_law
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime import graph as g
from hexlaw.runtime.emitted.recorded import RecordedLaw
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.play import choices, picks
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.frames import Action
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import ByLot, Choose
from hexlaw.runtime.play.reaching import all_ways


def begun(situation: str = "last-fine-day") -> tuple[Game, RecordedLaw]:
    """A game of which nothing has been noted yet, and what will note it."""
    diagnostics = Diagnostics()
    compilation = compile_modules("tutorial", diagnostics)
    assert compilation is not None
    prepared = prepare(compilation, situation, Configuration(), diagnostics, emitted=False)
    assert prepared is not None
    recorded = recorded_law(prepared.agenda, prepared.setup)
    game = replace(prepared, emit=lambda: recorded).game("s")
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


def asked_to_choose(situation: str) -> Iterator[tuple[Game, Choose, RecordedLaw]]:
    """Random games, each time that something is to be picked."""
    first, recorded = begun(situation)
    for seed in "abcdefgh":
        game = Game(first.agenda, first.setup, seed, answering=recorded)
        players = {side: RandomPlayer(Chance(f"{seed}/{side}")) for side in game.law.sides}
        while not game.over:
            question = game.question
            if isinstance(question, ByLot):
                game.throw()
                continue
            if isinstance(question, Choose):
                yield game, question, recorded
            game.answer(players[str(question.side)].answer(game))


def alone_against_an_answer(game: Game) -> set[str]:
    """The rules that forbid something by themselves that could be answered: these have to be noted, for where several
    forbid it the law need not look at all of them."""
    machine = game.machine.by_reference()
    refusals = [choices.judge(machine, answer).refusals for answer in choices.candidates(machine)]
    rules = [refused[0].rule for refused in refusals if len(refused) == 1]
    return {rule.id for rule in rules if rule is not None and isinstance(rule.conclusion, g.Forbids)}


@pytest.mark.parametrize(
    ("situation", "rule"),
    [("early-snow", "lift.tired"), ("market-day", "bar.shunned"), ("last-fine-day", "turn.theirs")],
)
def test_a_rule_that_forbids_is_noted_each_time_that_the_eligible_are_asked(situation: str, rule: str) -> None:
    for game, _, recorded in asked_to_choose(situation):
        recorded.take()
        if picks.eligible(game.machine.copy()) is not None:
            alone = alone_against_an_answer(game)
            assert alone <= recorded.take()
            if rule in alone:
                return
    pytest.fail(f"{rule} never forbade anything by itself")


@pytest.mark.parametrize("situation", ["early-snow", "market-day", "last-fine-day"])
def test_a_rule_that_forbids_a_step_is_noted_where_ways_are_searched(situation: str) -> None:
    for game, question, recorded in asked_to_choose(situation):
        action = game.machine.frames[-3]
        if question.pick == "move.step" and isinstance(action, Action):
            recorded.take()
            all_ways(game.machine.copy(), action.picked[0])
            noted, alone = recorded.take(), alone_against_an_answer(game)
            assert alone <= noted
            if "bar.shunned" in alone:
                return
    pytest.fail("no ground was ever shunned")
