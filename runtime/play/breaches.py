"""Requirements in play: what has been broken that was not broken before, or has been broken further.

What must hold at all times is looked at when a pick has done all it does and when an action is over, when all that
follows an event or an edge of the sequence has been done, and after each statement and piece of work that stands in
the sequence itself; what must hold at rest, when an action is over. What can bear on no requirement is not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexlaw.runtime.evaluate.verdict import Refusal
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.stops import Misplaced
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words


def broken_since(game: Machine, before: Position, sampled: str, *, acting: Sequence[Thing] = ()) -> list[Refusal]:
    """Returns the requirements that are broken anew; those acting do not count in what was broken before."""
    if not acting and game.position is before:
        return []
    rules = [rule for rule in _in_question(game, before, sampled) if game.ev.broken(rule)]
    if not rules:
        return []
    game.charge_scan()
    earlier = before.without(tuple(acting)) if acting else before
    return game.ev.newly_broken(game.answering.about(earlier, game.seen), rules)


def _in_question(game: Machine, before: Position, sampled: str) -> tuple[g.Rule, ...]:
    """Returns the requirements on which something that changed can bear."""
    required = game.agenda.requirements[sampled]
    if not required:
        return ()
    game.charge_scan()
    moved, changed = game.position.changed_since(before)
    return tuple(reading.rule for reading in required if moved or reading.bears_on(changed))


def misplacing(position: Position, thing: Thing) -> Misplaced:
    """Returns the stop for a thing that stands where its kind does not, or else would be moved into itself."""
    shown, wrong = in_words(thing, position), position.misplaced(thing)
    if wrong is None:
        return Misplaced(f"{shown} would stand in itself", "a thing cannot be moved into what stands in it")
    return Misplaced(f"{shown} cannot stand there", wrong)
