"""The candidates for an answer, the cost so far, and whether a side may be done.

The engine says whether an answer is legal (`game.Beside`): it is a candidate, no prohibition that applies is unlifted,
what it does breaks no requirement, and the action can be completed from there. The last is seen by looking ahead, until
dice fall or another side decides. All is judged on what the side that decides sees (`belief.as_seen`): what depends on
a secret of others refuses nothing.

A dead end cannot be picked. Dice, the answers of others, secrets, and a search that was cut short can lead to one all
the same. Then the pick with what it is part of, or the part of the sequence, ends there although the law does not let
it end; the journal has each as an entry that lapsed.
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
    """Returns the attribute that counts the cost of a pick, with its value; None where it costs nothing."""
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
    """Adds to the verdict why a side may not be done with its part of the sequence, or not decline an offer."""
    if duty is not None:
        verdict.refuse("owed", f"`{duty}` has to be taken, as long as it can be")
    part = sequence.part_to_end(machine)
    if part is not None:
        span, names = part
        machine.ev.judge(f"{span}.{DONE}", names, verdict)
