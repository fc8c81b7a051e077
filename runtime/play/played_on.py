"""What games are played on: the procedures that the compiler prints of a law, which it makes known here.

Whoever compiles laws sets `PLAYED_ON.make`; nothing else of the compiler is known to the runtime.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.graph import Graph
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.play.answers import Reference

if TYPE_CHECKING:
    from hexlaw.runtime.play.game import Beside, Setup


class PlaysLaw(Protocol):
    """What plays the games of a law, whatever is in force of it."""

    def evaluated(self, answering: Reference, seen: ReadSet | None, setup: Setup) -> Beside:
        """Returns what plays a game by itself and asks the evaluator, and notes what that reads."""

    def follower(self, law: Law, setup: Setup) -> Beside | None:
        """Returns what plays it sooner, where that was made for many cases; else None."""


def _nothing(graph: Graph) -> PlaysLaw:
    raise RuntimeError(f"nothing plays `{graph.name}` here: import `hexlaw.compiler.pipeline`")


@dataclass
class MadeKnown:
    make: Callable[[Graph], PlaysLaw] = _nothing


PLAYED_ON = MadeKnown()


def played_on(graph: Graph) -> PlaysLaw:
    return memoised(graph, "_played_on", PLAYED_ON.make)
