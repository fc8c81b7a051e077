"""The whole law of a graph, printed once for many positions and all configurations.

It gives a `Follower` for a game from any position, under any law in force of the graph, with any rule taken out. A
game then only loads the difference of its position from the bare map, and which rules stand (`law/whole_law.py`).
Many cases are played in WebAssembly, printed for all their maps; a single question, and what WebAssembly cannot carry
or has no room for, in Python that asks the evaluator (`evaluated.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from hexlaw.compiler.wasm.engines import Engine
from hexlaw.compiler.wasm.following import Follower
from hexlaw.compiler.wasm.layout import Capacity, Finer, Unlaid
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.target import Target, TargetRun
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.graph import Graph
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import Exhausted
from hexlaw.runtime.law.whole_law import whole_law
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.answers import Reference
from hexlaw.runtime.play.game import Setup
from hexlaw.runtime.position.position import Position

Printed = tuple[Target, list[TargetRun]]
ROOM = {"MADE": 16, "PURPOSES": 3 * 2**10}
"""Small areas: a case plays a few answers and makes a few things."""
MAX_THINGS = 128
"""The most things in the position of a case."""


class WholeTarget:
    """A whole law, printed for both engines."""

    def __init__(self, graph: Graph, law: Law | None = None) -> None:
        self.law, nowhere = memoised(graph, "_whole_law", whole_law), Position(graph, None)
        self._printed = partial(Target, agenda_of(law or self.law), Setup("", nowhere, begins=None), room=ROOM)
        self.native: Target | None = None
        self._in_python: dict[Capacity, Printed] = {}

    def print_native(self, maps: Sequence[Map], engine: Engine, key: str | None = None) -> None:
        """Prints the law for cases on these maps; processes that are forked later share it."""
        room = Capacity.of(maps, MAX_THINGS, ROOM)
        key = None if key is None else f"{key} {room.things} {room.bits} {room.rows} {room.hexes}"
        found = self._printed(key, engine=engine, capacity=room)
        if not found.refusal and found.running:
            self.native = found

    def follower(self, law: Law, setup: Setup) -> Follower | None:
        """Returns a follower in WebAssembly for a game under a law in force; None where it cannot be played there."""
        target, switches = self.native, memoised(law, "_switches", self.law.standing_in)
        if target is None or switches is None:
            return None
        try:
            one = target.begun_at(setup, switches)
        except Unlaid:
            return None
        return Follower(one, running=target.running)

    def evaluated(
        self, answering: Reference, seen: ReadSet | None, setup: Setup, more: Mapping[str, int] = MappingProxyType({})
    ) -> Follower:  # fmt: skip
        """Returns a follower in Python that asks the evaluator and records what that reads. One that is asked for amid
        another has an instance of its own."""
        law, maps = answering.law, [*filter(None, [setup.position.map])]
        room = Capacity.of(maps, len(setup.position.things), {**ROOM, **more}).rounded_up()
        switches = memoised(law, "_switches", self.law.standing_in)
        own = self if switches is not None else memoised(law, "_printed_alone", lambda law: WholeTarget(law.graph, law))
        if room not in own._in_python:
            target = own._printed(engine=python(), capacity=room, is_evaluated=True)
            if target.refused_at_once:
                why = next(iter(target.refused_at_once.values()))
                raise Exhausted(f"this law cannot be played: {why}", "say it with less at once")
            own._in_python[room] = target, list[TargetRun]()
        target, instances = own._in_python[room]
        running = next((one for one in instances if not one.is_amid), None)
        if running is None:
            running = TargetRun(target.playable, target.compiled, is_evaluated=True)
            instances.append(running)
        try:
            one = target.begun_at(setup, switches)
        except Finer as why:
            return self.evaluated(answering, seen, setup, {"PART": why.times * room.room["PART"]})
        except Unlaid as why:
            raise Exhausted(f"there is no room for {why}") from None
        return Follower(one, running=running, evaluates=(answering, seen), switches=switches)


def whole_target(graph: Graph) -> WholeTarget:
    """Returns the target that plays the games of a law (`play/played_on.py`), made once."""
    return memoised(graph, "_played_on", WholeTarget)
