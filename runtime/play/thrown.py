"""A throw of dice told as players tell it: who does what to whom, the numbers it hangs on, and what the dice did.

The effect that threw is carried out once more, on a copy of the position as the side sees it that is told, with the
dice as they fell; the trace of that says what was worked out. Where the side cannot see enough, or the effect had come
farther than its first throw, nothing is told: what changed is told anyway.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hexlaw.runtime.answer import Answer
from hexlaw.runtime.explain import reasons_in_words
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.frames import Effect, Frame
from hexlaw.runtime.play.questions import ByLot, Throw
from hexlaw.runtime.play.trials import reference, trials_of
from hexlaw.runtime.position import Position
from hexlaw.runtime.question import Question
from hexlaw.runtime.stops import LawStop


def throw_in_words(law: Law, position: Position, frames: Sequence[Frame], question: ByLot, shows: Any) -> list[str]:
    """Lines about a throw that was asked for in these frames and fell like this."""
    effect = next((frame for frame in reversed(frames) if isinstance(frame, Effect)), None)
    if effect is None or not law.graph.phrases:
        return []
    params = [name for name, _ in law.graph.effects[effect.name].params]
    names: Mapping[str, Any] = effect.names
    if any(name not in names for name in params):
        return []
    args = tuple(names[name] for name in params)
    asking = reference(law, tracing=True)
    given = Answer(Question("after", effect.name, effect.name), law, position)
    asking.asked = given.asked
    try:
        machine = trials_of(law).at_effect(asking, position, None, effect.name, args)
        machine.run()
        if machine.state.question != question:
            return []
        machine.put(shows)
        machine.run()
    except LawStop:
        return []
    return reasons_in_words(given, args)


def behind_a_throw(law: Law, position: Position, frames: Sequence[Frame], question: Throw) -> list[str]:
    """Lines about a throw that is still to come: those that are the same for the lowest and the highest fall."""
    low, high = question.count, question.count * question.faces
    of_the_high = set(throw_in_words(law, position, frames, question, high))
    return [line for line in throw_in_words(law, position, frames, question, low) if line in of_the_high]
