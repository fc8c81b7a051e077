"""How near a side has come to what it plays for: the goals that its law declares, as a measure between positions.

A law's `worth` says what is won and lost; to get somewhere in time is most often worth little in it until one is there.
A goal that names places (`at`) and its time (`by`) says more: how far its things, or the nearest of the side's, are
from there, against how much time is left. So the nearer the end, the more a hex counts. What a goal is about is read
once, where a plan begins; then only distances are asked.

Nothing here decides whether a goal is met. At its place a thing counts for what the goal is worth, and for a quarter
of it where the goal is met already, so that something of the side's stays there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from hexlaw.runtime import types as t
from hexlaw.runtime.geometry import Hex, distance
from hexlaw.runtime.graph import SIDE, Graph
from hexlaw.runtime.play.goals import Goal, goals_of
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Thing

HEXES_A_TIME = 3
"""How many hexes are taken to be made good in one unit of a goal's time."""
WITHOUT_END = 8
"""How much time is taken to be left where a goal has no end."""
NEAREST = (Fraction(4, 7), Fraction(2, 7), Fraction(1, 7))
"""How much the nearest thing counts for a goal of the whole side, and the next ones."""
UNMET, MET = Fraction(1), Fraction(1, 4)


@dataclass
class Aim:
    """A goal with places: how far each hex is from them, as far as was asked."""

    goal: Goal
    things: tuple[Thing, ...]
    weights: tuple[Fraction, ...]
    far: int  # as many hexes as can be made good in the time that is left
    known: dict[Hex, int] = field(default_factory=dict)
    near: dict[tuple[int, ...], Fraction] = field(default_factory=dict)

    def way(self, here: Hex) -> int:
        """How many hexes it is from here to the nearest of the places."""
        if here not in self.known:
            self.known[here] = min(distance(here, there) for there in self.goal.places)
        return self.known[here]

    def comes_to(self, hexes: Iterable[Hex]) -> Fraction:
        """What it comes to that its things are in these hexes."""
        known = self.known
        ways = [known[here] if here in known else self.way(here) for here in hexes]
        nearest = tuple(sorted(ways)[: len(self.weights)])
        if nearest not in self.near:
            self.near[nearest] = self._of_ways(nearest)
        return self.near[nearest]

    def _of_ways(self, ways: tuple[int, ...]) -> Fraction:
        """What it comes to that the things are so far away, the nearest first."""
        near = Fraction(0)
        for weight, way in zip(self.weights, ways, strict=False):  # there may be fewer things than weights
            near += weight * max(Fraction(-1), 1 - Fraction(way, self.far))
        return self.goal.worth * (MET if self.goal.is_met else UNMET) * near


def aims_of(machine: Machine, side: str) -> list[Aim]:
    """What a side aims at; goals whose time is over, that name no place or only what is to be kept are none."""
    found, all_of_it = [], of_side(machine.position, side)
    for goal in goals_of(machine, side):
        if not goal.places or goal.is_kept or goal.worth <= 0 or (goal.left is not None and goal.left < 0):
            continue
        left = WITHOUT_END if goal.left is None else goal.left
        things = goal.things or all_of_it
        weights = (Fraction(1, len(goal.things)),) * len(goal.things) if goal.things else NEAREST
        found.append(Aim(goal, things, weights, int(HEXES_A_TIME * (left + 1))))
    return found


def towards(aims: list[Aim], position: Position) -> Fraction:
    """How near the side has come to all of them."""
    total, hexes, things = Fraction(0), list[Hex](), tuple[Thing, ...]()
    for aim in aims:
        if aim.things is not things:  # several goals in a row are about all that a side has
            things = aim.things
            hexes = [here for thing in things if (here := position.hex_of(thing)) is not None]
        total += aim.comes_to(hexes)
    return total


def of_side(position: Position, side: str) -> tuple[Thing, ...]:
    """The things of a side, of those kinds that can have one."""
    graph = position.graph
    return tuple(
        thing
        for thing in position.things.values()
        if _has_side(graph, thing) and position.value(thing, SIDE) == side and position.hex_of(thing) is not None
    )


def _has_side(graph: Graph, thing: Thing) -> bool:
    declared = graph.kinds[thing.kind].attributes.get(SIDE)
    return declared is not None and declared.type in (t.Choice(SIDE), t.OrNone(t.Choice(SIDE)))
