"""What a side plays for, read off a position: the goals that the law declares, for planning and explaining.

The rules of goals (`goal of s ...`) put a record each into the fact `goals`. A program that plays needs no name of the
law for more than that: which goals are met, what they are worth, which things and places they are about, and by when.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import GOAL, GOALS, SIDE, Graph
from hexlaw.runtime.law.value import Record, Thing

if TYPE_CHECKING:
    from hexlaw.runtime.board.geometry import Hex
    from hexlaw.runtime.play.machine import Machine

GOAL_ASKED = e.Fact(GOALS, (e.Var(SIDE, t.Choice(SIDE)),), t.SetOf(t.Kind(GOAL)))
"""The goals of `side`: one node, by which what is printed is found."""


@dataclass(frozen=True)
class Goal:
    """Something that a side plays for, as it stands in a position."""

    name: str  # of the rule that says so
    side: str
    is_met: bool
    is_kept: bool  # whether it is to keep its things
    worth: Fraction
    things: tuple[Thing, ...]  # what is to be kept, or is to meet it; nothing: whatever the side has
    places: tuple[Hex, ...]  # where it is met; nothing where no place is said
    left: Fraction | None  # how much of its time is left; below 0 it is too late; none where it has no end
    by: Fraction | None  # when its time is over, by the law's own clock

    @classmethod
    def of(cls, record: Record) -> Goal:
        said: dict[str, Any] = dict(record.fields)
        by, clock = said["by"], said["clock"]
        left = None if by is None or clock is None else Fraction(by) - Fraction(clock)
        return cls(
            said["name"], said["of"], said["met"], said["kept"], Fraction(said["worth"]), tuple(said["things"]),
            tuple(said["places"]), left, None if left is None else Fraction(by),
        )  # fmt: skip


def has_goals(graph: Graph) -> bool:
    """Whether the law says of any side what it plays for."""
    return GOALS in graph.facts


def goals_of(machine: Machine, side: str) -> list[Goal]:
    """The goals of a side in the position of a game, in the order of their rules; none where the law names none."""
    if not has_goals(machine.position.graph):
        return []
    return [Goal.of(record) for record in machine.ev.value(GOAL_ASKED, {SIDE: side})]
