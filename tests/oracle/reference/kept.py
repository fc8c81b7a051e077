"""What the frozen machine alone asks of a law and of positions, and has lapse: it stood in the product before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.agenda import Agenda
from hexlaw.runtime.position.position import UNSAID, Position

Cell = tuple[object, str | None]
"""Something and one of its attributes, or where it stands."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """Something of a side's that ended though the law does not let it end, as no one had an answer: a pick, an action
    that could come to no rest, a part of the sequence. `apart` is the side in whose share it did, of a part that all
    run at once."""

    side: str
    what: str
    apart: str


def may_break(agenda: Agenda, rule: g.Rule) -> bool:
    """Returns whether what a hook does can bear on anything that must hold at all times."""
    known: dict[str, bool] = vars(agenda).setdefault("may break", {})
    if rule.id not in known:
        match rule.conclusion:
            case g.Then(body=body):
                known[rule.id] = agenda._bears(body)
            case g.TaskRule():
                known[rule.id] = bool(agenda.requirements["all-times"])
            case _:
                known[rule.id] = agenda._bears(())  # what is kept in mind
    return known[rule.id]


def block_numbers(agenda: Agenda) -> dict[int, int]:
    """Returns every block of statements by a number that is the same in every process; found by the block's
    identity."""
    found: dict[int, int] = vars(agenda).setdefault("block numbers", {})
    if not found:
        for block in agenda._all_blocks:
            found.setdefault(id(block), len(found))
    return found


def is_as_before(position: Position, earlier: Position, cell: Cell) -> bool:
    """Returns whether an attribute is what it was, though it was not said then or is said now; or what has it is
    gone."""
    subject, attribute = cell
    if isinstance(subject, Thing) and not position.has(subject):
        return True
    assert attribute is not None
    return bool(position.value(subject, attribute) == earlier.value(subject, attribute))


def unlike(position: Position, earlier: Position) -> Iterator[tuple[Cell, object]]:
    """Yields the cells in which a position differs from an earlier one, with what they are now."""
    for thing in position.places.keys() | earlier.places.keys():
        if (here := position.places.get(thing)) != earlier.places.get(thing):
            yield (thing, None), here
    for cell in position.values.keys() | earlier.values.keys():
        if (value := position.values.get(cell, UNSAID)) != earlier.values.get(cell, UNSAID):
            yield cell, value


def key(position: Position, earlier: Position) -> tuple[object, ...]:
    """Returns what is equal for positions that say the same, under the same plans, where both came of an earlier one.
    One that says what goes without saying differs."""
    things, printed = frozenset(position.things.values()), frozenset(position.printed.items())
    held = frozenset(unlike(position, earlier)), frozenset(position.remembered), frozenset(position.tallied.items())
    return things, printed, *held, position.acting, position.now, frozenset(position.plans.items())
