"""Who decides in a trial where somebody has to: each answer in its turn, chance, or a program that plays.

In goes a trial that has come to a question that no dice answer; out come the answers that are given, each with its
share. The shares add up to 1, unless `each` answer is looked at for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hexlaw.runtime import expr as e
from hexlaw.runtime.play import choices
from hexlaw.runtime.play.game import Game, Setup
from hexlaw.runtime.play.machine import Machine

Shares = Sequence[tuple[Any, Fraction]]
Deciding = Callable[[Machine], Shares]
EACH = "each"
SEED = "a trial"
"""Programs that break ties by chance break them in every trial alike."""


def deciding_by(name: str, worth: e.Expr | None) -> Deciding:
    """What a name such as `each`, `random` or `greedy` stands for; `ValueError` says what is wrong with it."""
    if name == EACH:
        return each
    from hexlaw.runtime.play.players import PLAYERS, RandomPlayer, player  # brings along all that plans

    sort = PLAYERS.get(name.partition(":")[0])
    if sort is None:
        raise ValueError(f"there is no player `{name.partition(':')[0]}`")
    if sort.budget is not None and worth is None:
        raise ValueError(f"`{name}` cannot decide: no advice says what a position is worth")
    if isinstance(player(name, SEED), RandomPlayer):
        return _at_random

    def decided(machine: Machine) -> Shares:
        game = Game(machine.agenda, Setup("", machine.position, worth), SEED, amid=machine)
        return [(player(name, SEED).answer(game), Fraction(1))]

    return decided


def each(machine: Machine) -> Shares:
    """Every legal answer, each as if it were given."""
    return [(answer, Fraction(1)) for answer in choices.options(machine)]


def _at_random(machine: Machine) -> Shares:
    answers, actions = choices.options(machine), machine.agenda.law.graph.actions
    kept = [answer for answer in answers if not (answer in actions and actions[answer].gives_up)]
    return [(answer, Fraction(1, len(kept or answers))) for answer in kept or answers]
