"""What may be answered, as far as one reads it off: what could be, what was spent, whether a side may be done here.

Whether an answer is legal, what plays the game says (`game.Beside`): it is, when it is among what it is picked from, no
prohibition that applies stands unlifted, what it does breaks nothing that must hold, and from there the action can be
completed. The last is seen by looking ahead, as far as nothing is thrown and no other side has to decide. All this is
judged on what the side that decides sees (`belief.as_seen`): what depends on a secret of the others refuses nothing.

A way that leads nowhere cannot be picked. Dice, what others take, secrets, and a search that was cut short lead to dead
ends all the same. Then what the question stands in ends there, though the law does not let it end: the pick with what
it is made in, or the part of the sequence. Each stands in the journal as an entry that lapsed.
"""

from __future__ import annotations

from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play import picks, sequence
from hexlaw.runtime.play.belief import as_seen
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, Choose
from hexlaw.runtime.words import in_words


def candidates(machine: Machine) -> tuple[Value, ...]:
    """Returns what the question could be answered with, legal or not; `DONE` last where it can be."""
    return picks.candidates(as_seen(machine))


def meant(machine: Machine, text: str) -> Value | None:
    """Returns the answer that a text stands for: one of the candidates, else a hex or a thing of that name."""
    position = machine.position
    if text == DONE:
        return DONE  # also where it is refused
    found = [candidate for candidate in candidates(machine) if in_words(candidate, position) == text]
    if found or not isinstance(machine.state.question, Choose):
        return found[0] if found else None
    place = position.map.find(text) if position.map is not None else None
    return position.things.get(text) if place is None else place


def spent(machine: Machine) -> tuple[str, Value] | None:
    """In which attribute the cost of a pick is counted, and what it is by now; none where it costs nothing."""
    if not isinstance(machine.state.question, Choose):
        return None
    machine = as_seen(machine)
    picking = picks.picking_of(machine)
    if picking.pick.account is None:
        return None
    try:
        return picking.pick.account.name, machine.ev.value(picking.pick.account, picking.names)
    except LawStop:
        return None


def judge_passing(machine: Machine, verdict: Permission, duty: str | None) -> None:
    """Whether a side may be done with its part of the sequence, or has something left to do in it; and whether it may
    decline what it is offered, or has a duty."""
    if duty is not None:
        verdict.refuse("owed", f"`{duty}` has to be taken, as long as it can be")
    part = sequence.part_to_end(machine)
    if part is not None:
        span, names = part
        machine.ev.judge(f"{span}.{DONE}", names, verdict)
