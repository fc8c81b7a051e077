"""The reference notes what had a say: each rule that fires, when it does, and what it is asked of what is watched."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.comparing.noting import NotingReference
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime import graph as g
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.play import choices, picks
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import ByLot, Choose


def begun(situation: str, seed: str = "s", *watched: str) -> tuple[Game, NotingReference]:
    """A game of which nothing has been noted yet, and what will note it."""
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    prepared = prepare(compilation, situation, Configuration(), Diagnostics())
    assert prepared is not None
    noting = NotingReference(prepared.law, [(name, prepared.law.graph.actions[name]) for name in watched])
    game = Game(prepared.agenda, prepared.setup, seed, answering=noting)
    noting.take()
    return game, noting


def test_what_was_taken_is_not_told_again() -> None:
    game, noting = begun("last-fine-day")
    game.told()
    assert noting.take()
    assert noting.take() == frozenset()


LAW = """fact toll(u: boat): whole
rule toll.all [1]
  toll(u) is 1
rule toll.lit [1]
  over toll.all
  when u is lit
  toll(u) is 2
rule toll.moored [1]
  limits toll.lit
  when u is moored
"""


@pytest.mark.parametrize(
    ("attributes", "fires"),
    [("", "toll.all"), (", lit: yes", "toll.lit"), (", lit: yes, moored: yes", "toll.all toll.moored")],
)
def test_of_rules_those_fire_that_decide(bench: Any, attributes: str, fires: str) -> None:
    given = bench.ask(bench.compiled(LAW), "toll(a)", pieces=f"{{a: {{kind: boat, at: A-1{attributes}}}}}")
    noting = NotingReference(given.law, [])
    ev = noting.about(given.position, None).ev
    ev.fact("toll", (given.position.things["a"],))
    assert noting.take() == {*fires.split()}


@pytest.mark.parametrize(
    ("situation", "rule"),
    [("early-snow", "lift.tired"), ("market-day", "move.shunned"), ("last-fine-day", "turn.theirs")],
)
def test_all_rules_that_forbid_an_answer_are_noted_when_it_is_judged(situation: str, rule: str) -> None:
    for seed in "abcdefgh":
        game, noting = begun(situation, seed)
        players = {side: RandomPlayer(Chance(f"{seed}/{side}")) for side in game.law.sides}
        while not game.over:
            question = game.question
            if isinstance(question, ByLot):
                game.throw()
                continue
            if isinstance(question, Choose):
                machine = game.machine.copy()
                for answer in choices.candidates(machine):
                    noting.take()
                    picks.stands(machine, answer)
                    noted = noting.take()
                    refusals = picks.judge_alone(machine, answer).refusals
                    rules = {r.rule.id for r in refusals if r.rule and isinstance(r.rule.conclusion, g.Forbids)}
                    if rule in rules and len(rules) == len(refusals):
                        assert rules <= noted
                        return
            assert question is not None
            game.answer(players[str(question.side)].answer(game))
    pytest.fail(f"{rule} never forbade anything")


def test_what_is_watched_is_noted_when_something_of_it_is_asked() -> None:
    game, noting = begun("last-fine-day", "s", "move", "lift")
    assert not noting.take() & {"move", "lift"}
    game.options()
    noted = noting.take()
    assert "move" in noted
