"""Requirements in play: what a pick or an action has broken that was not broken before, or has broken further."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexlaw.runtime import graph as g
from hexlaw.runtime.decide import Refusal
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import Thing

if TYPE_CHECKING:
    from hexlaw.runtime.play.machine import Machine


class Broken(LawStop):
    """What must hold at this moment does not; a game cannot go on from there."""

    def __init__(self, refusals: list[Refusal]) -> None:
        super().__init__("; ".join(r.text for r in refusals), "a pick that leads here should not have been legal")
        self.refusals = refusals


def stop_if_broken(
    machine: Machine, before: Position, sampled: str, what: str, *, acting: Iterable[Thing] = ()
) -> None:
    """Stops where a requirement is broken anew; those acting do not count in what was broken before."""
    rules = [rule for rule in _in_question(machine, before, sampled) if machine.ev.broken(rule)]
    if not rules:
        return
    earlier = before.scratch()
    for thing in acting:
        earlier.stand(thing, None)
    refusals = machine.ev.newly_broken(machine.answering.about(earlier, machine.seen), rules, what)
    if refusals:
        raise Broken(refusals)


def _in_question(machine: Machine, before: Position, sampled: str) -> tuple[g.Rule, ...]:
    """The requirements on which something that changed can bear."""
    now = machine.position
    moved = before.places != now.places or before.things.keys() != now.things.keys()
    changed: set[str] = set()
    if not moved and before.values != now.values:
        cells = before.values.keys() | now.values.keys()
        changed = {cell[1] for cell in cells if before.values.get(cell) != now.values.get(cell)}
    return tuple(reading.rule for reading in machine.agenda.requirements[sampled] if moved or reading.bears_on(changed))
