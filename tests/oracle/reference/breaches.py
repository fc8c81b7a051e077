"""Requirements in play: what has been broken that was not broken before, or has been broken further.

What must hold at all times is looked at when a pick has done all it does and when an action is over, when all that
follows an event or an edge of the sequence has been done, and after each statement and piece of work that stands in
the sequence itself; what must hold at rest, when an action is over. What can bear on no requirement is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from reference.execution import Execution

from hexlaw.runtime.evaluate.verdict import Broken, Refusal
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import Position


def stop_if_broken(game: Execution, before: Position) -> None:
    """Stops where something is broken anew that must hold at all times."""
    refusals = broken_since(game, before, "all-times")
    if refusals:
        raise Broken(refusals)


def broken_since(game: Execution, before: Position, sampled: str, *, acting: Sequence[Thing] = ()) -> list[Refusal]:
    """Returns the requirements that are broken anew; those acting do not count in what was broken before."""
    if game.unchecked or (not acting and game.position is before):
        return []
    rules = [rule for rule in _in_question(game, before, sampled) if game.ev.broken(rule)]
    if not rules:
        return []
    game.charge_scan()
    earlier = before.without(tuple(acting)) if acting else before
    return game.ev.newly_broken(game.answering.about(earlier, game.seen), rules)


@contextmanager
def unbroken(game: Execution) -> Iterator[None]:
    """Yields what is done in here may break nothing that must hold at all times."""
    before = game.snapshot()
    yield
    stop_if_broken(game, before)


def _in_question(game: Execution, before: Position, sampled: str) -> tuple[g.Rule, ...]:
    """Returns the requirements on which something that changed can bear."""
    required = game.agenda.requirements[sampled]
    if not required:
        return ()
    game.charge_scan()
    moved, changed = game.position.changed_since(before)
    return tuple(reading.rule for reading in required if moved or reading.bears_on(changed))
