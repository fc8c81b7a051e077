"""The whole law of a graph, printed once for many positions and all configurations.

In: a position under any law in force of the graph, with any rule taken out. Out: a `Follower` for a game from there.
What is written for a game is in what its position differs from the bare map, and which rules stand
(`law/whole_law.py`). Many cases are played in WebAssembly, which is printed for all their maps; a question by itself in
Python, where the evaluator answers (`evaluated.py`). What is not carried, or does not fit, the reference plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import partial

from hexlaw.compiler.wasm.engines import Engine
from hexlaw.compiler.wasm.following import Evaluates, Follower
from hexlaw.compiler.wasm.layout import Capacity, Unlaid
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.target import Target, TargetRun
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.graph import Graph
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.whole_law import whole_law
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.game import Setup
from hexlaw.runtime.play.trials import Trials
from hexlaw.runtime.position.position import Position

ROOM = {"MADE": 16, "PURPOSES": 3 * 2**10}
"""A case plays a few answers and makes a few things."""
MAX_THINGS = 128
"""Things in the position of a case."""


class WholeTarget:
    """What was printed of a whole law. It carries what questions begin apart where it `begins_apart`: as a position is
    laid in for each, that takes a third longer than the reference takes to answer, and more in Python."""

    begins_apart = False

    def __init__(self, graph: Graph) -> None:
        self.law = memoised(graph, "_whole_law", whole_law)
        self._printed = partial(Target, agenda_of(self.law), Setup("", Position(graph, None)), room=ROOM)
        self.native: Target | None = None
        self._in_python: dict[int, tuple[Target, list[TargetRun]]] = {}  # by the hexes that they have room for

    def print_native(self, maps: Sequence[Map], engine: Engine, key: str | None = None) -> None:
        """Prints the law for cases on these maps, which processes that are forked have in common then."""
        room = Capacity.of(maps, MAX_THINGS, ROOM)
        key = None if key is None else f"{key} {room.things} {room.bits} {room.rows} {room.hexes}"
        found = self._printed(key, engine=engine, capacity=room)
        if not found.refusal and found.running:
            self.native = found

    def follower(self, law: Law, setup: Setup) -> Follower | None:
        """Returns what follows a game in WebAssembly under a law in force; None where that does not carry it."""
        target = self.native
        return None if target is None else self._follower(target, target.running, law, setup)

    def apart(self, trials: Trials, seen: ReadSet | None, setup: Setup) -> Follower | None:
        """Returns what follows a game that begins apart, where `trials` ask and note what is `seen`; None where it is
        not carried. Where the evaluator asks for one in the middle of another, each has an instance."""
        if not self.begins_apart:
            return None
        if self.native is not None and not trials.tracing and not trials.other_cells and seen is None:
            return self.follower(trials.law, setup)
        maps = [*filter(None, [setup.position.map])]
        room = Capacity.of(maps, len(setup.position.things), ROOM).rounded_up()
        if room.hexes not in self._in_python:
            target = self._printed(engine=python(), capacity=room, is_evaluated=True)
            self._in_python[room.hexes] = target, list[TargetRun]()
        target, instances = self._in_python[room.hexes]
        if target.refused_at_once:
            return None
        running = next((one for one in instances if not one.is_amid), None)
        if running is None:
            running = TargetRun(target.playable, target.compiled, is_evaluated=True)
            instances.append(running)
        return self._follower(target, running, trials.law, setup, (trials, seen))

    def _follower(
        self, target: Target, running: TargetRun, law: Law, setup: Setup, evaluates: Evaluates | None = None
    ) -> Follower | None:
        switches = memoised(law, "_switches", self.law.standing_in)
        if switches is None:
            return None
        one = copy(target)
        try:
            one.playable = replace(one.playable, image=one.playable.image_of(setup.position, switches))
        except Unlaid:
            return None
        one.setup = setup
        return Follower(one, running=running, evaluates=evaluates)
