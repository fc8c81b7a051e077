"""The whole law of a graph, printed once for many positions and all configurations: what cases are played on.

In: the maps on which cases are played. Out: a `Follower` for a game from any position on one of them, under any law in
force and with any rule taken out. Module and instance are shared; what is written for a case is in what its position
differs from the bare map, and which rules stand (`law/whole_law.py`). What is not carried, or does not fit, the
reference plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from hexlaw.compiler.wasm.engines import Engine
from hexlaw.compiler.wasm.following import Follower
from hexlaw.compiler.wasm.layout import Capacity, Unlaid
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.law.graph import Graph
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.whole_law import whole_law
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.game import PLAYS_CASES, Setup
from hexlaw.runtime.position.position import Position

ROOM = {"MADE": 16, "PURPOSES": 3 * 2**10}
"""A case plays a few answers and makes a few things."""
MAX_THINGS = 128
"""Things in the position of a case."""


class WholeTarget:
    """What was printed of a whole law for some maps, on which cases of its graph are played from then on. It is refused
    where the law cannot be carried (`refusal`). What questions begin apart it carries where it `begins_apart`: as a
    position is laid in for each, that takes a third longer than the reference takes to answer."""

    begins_apart = False

    def __init__(self, graph: Graph, maps: Sequence[Map], engine: Engine, key: str | None = None) -> None:
        self.law = memoised(graph, "_whole_law", whole_law)
        setup, room = Setup("", Position(graph, None)), Capacity.of(maps, MAX_THINGS, ROOM)
        key = None if key is None else f"{key} {room.things} {room.bits} {room.rows} {room.hexes}"
        self.target = Target(agenda_of(self.law), setup, key, engine=engine, room=ROOM, capacity=room)
        self.refusal = self.target.refusal
        if not self.refusal and self.target.running:  # which processes that are forked have in common
            vars(graph)[PLAYS_CASES] = self

    def follower(self, law: Law, setup: Setup) -> Follower | None:
        """Returns what follows a game under a law in force; None where the target does not carry that."""
        switches = None if self.refusal else memoised(law, "_switches", self.law.standing_in)
        if switches is None:
            return None
        one = copy(self.target)
        try:
            one.playable = replace(one.playable, image=one.playable.image_of(setup.position, switches))
        except Unlaid:
            return None
        one.setup = setup
        return Follower(one, running=self.target.running)
