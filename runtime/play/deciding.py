"""Who decides in a trial where somebody has to: each answer in its turn, or chance.

In goes a trial that has come to a question that no dice answer; out come the answers that are given, each with its
share. The shares add up to 1, unless `each` answer is looked at for itself. Programs decide as well (`programs.py` of
the compiler).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hexlaw.runtime.play import choices
from hexlaw.runtime.play.machine import Machine

Shares = Sequence[tuple[Any, Fraction]]
Deciding = Callable[[Machine], Shares]
EACH = "each"


def each(machine: Machine) -> Shares:
    """Every legal answer, each as if it were given."""
    return [(answer, Fraction(1)) for answer in choices.options(machine)]


def at_random(machine: Machine) -> Shares:
    """Every legal answer with the same share; what gives something up has none, as long as there is anything else."""
    answers, actions = choices.options(machine), machine.agenda.law.graph.actions
    kept = [answer for answer in answers if not (answer in actions and actions[answer].gives_up)]
    return [(answer, Fraction(1, len(kept or answers))) for answer in kept or answers]
