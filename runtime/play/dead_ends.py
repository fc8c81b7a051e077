"""Dead ends: where nobody has a legal answer any more, the game goes on without one.

What may be picked is looked for ahead, so that nobody can pick a way that leads nowhere. Dice, what others take,
secrets, and a search that was cut short lead there all the same. Then what the question stands in ends there, though
the law does not let it end: the pick with what it is made in, or the part of the sequence. What stands behind it in
the law says what applies then. Each is reported as a `Lapse`, and stands in the journal.

In goes a game that has come to a question; out comes the game at the next question that has an answer. Whoever carries
out answers goes through here, so that all see the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from hexlaw.runtime.law.stops import Exhausted, LawStop
from hexlaw.runtime.play import choices, sequence
from hexlaw.runtime.play.belief import as_seen
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import Choose, Lapse, Take

MAX_LAPSES = 1_000
"""Dead ends one after the other, with no answer in between: what goes on so goes on for ever."""


def going_on(machine: Machine) -> tuple[Machine, tuple[Lapse, ...]]:
    """The game at the next question that has an answer, and what came to an end without one on the way there."""
    found = [action.lapse for action in machine.lapsed]
    while (lapse := _dead_end(machine)) is not None:
        found.append(lapse)
        if len(found) > MAX_LAPSES:
            raise Exhausted("the game goes on and on, and nobody has an answer", "something repeats without an end")
        machine = choices.carried_on(machine, Machine.lapse)
        found += [action.lapse for action in machine.lapsed]
    return machine, tuple(found)


def _dead_end(machine: Machine) -> Lapse | None:
    """What ends here because its question has no answer; none where it has one, or where the law does not say so."""
    question = machine.state.question
    match question:
        case Take(side=side):
            part = sequence.part_to_end(machine)
            return None if part is None or _has_answer(machine) else Lapse(side, part[0])
        case Choose(side=side, pick=pick):
            return None if _has_answer(machine) else Lapse(side, pick)
        case _:
            return None


def last_first(machine: Machine) -> Iterable[Any]:
    """To be done comes last, and is legal most often."""
    answers = choices.candidates(machine)
    return *answers[-1:], *answers[:-1]


def _has_answer(machine: Machine) -> bool:
    """Whether anything is legal; one is enough, and often it is known from looking ahead."""
    if as_seen(machine).ahead:
        return True
    silent = False
    with suppress(LawStop):
        for answer in last_first(machine):
            try:
                if choices.allows(machine, answer):
                    return True
            except LawStop:
                silent = True  # it stops the side that gives this answer
        return silent
    return True
