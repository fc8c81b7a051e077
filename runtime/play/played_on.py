"""What games are played on: the procedures that the compiler prints of a law.

The compiler sets `PLAYED_ON.make`; the runtime knows nothing else of it.
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
    """The engines for the games of a law, under any configuration."""

    def evaluated(self, answering: Reference, seen: ReadSet | None, setup: Setup) -> Beside:
        """Returns the engine that asks the evaluator; `seen` notes what that reads."""

    def follower(self, law: Law, setup: Setup) -> Beside | None:
        """Returns a faster engine where one has been made for many cases; else None."""


def _nothing(graph: Graph) -> PlaysLaw:
    raise RuntimeError(f"nothing plays `{graph.name}` here: import `hexlaw.compiler.pipeline`")


@dataclass
class MadeKnown:
    make: Callable[[Graph], PlaysLaw] = _nothing


PLAYED_ON = MadeKnown()


def played_on(graph: Graph) -> PlaysLaw:
    return memoised(graph, "_played_on", PLAYED_ON.make)
