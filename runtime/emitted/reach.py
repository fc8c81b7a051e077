"""What the source of a law says about a reach under `FIELDS`: `compiler/lower/fields.py` proves it and says what each
function is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexlaw.runtime.emitted.state import Spec, State
from hexlaw.runtime.emitted.steps import KeptSteps
from hexlaw.runtime.graph import Graph
from hexlaw.runtime.value import Thing

Door = Callable[[State, Thing, Any, Any], Any]
"""Asks a function of the source about the mover, where it is and the hex that it would enter."""
Broken = dict[Any, Any]
"""How far a requirement is broken, by what it is about."""


class Reach:
    """A reach: the functions that tell of a step what it costs, changes, breaks and is barred by."""

    def __init__(self, says: Mapping[str, Any], spec: Spec, graph: Graph) -> None:
        self.spec, self.graph = spec, graph
        mover, step = says["names"]
        slots = {mover: "u", step: "there"}

        def door(found: tuple[Callable[..., Any], tuple[str, ...]] | None) -> Door | None:
            """A function that is given what it needs of the mover, where it is, and the hex that it would enter."""
            if found is None:
                return None
            function, params = found
            return _DOORS[tuple(slots.get(name, "here") for name in params)](function)

        self.domain, self.cost = door(says["domain"]), door(says["cost"])
        self.here, self.there, self.done = (door(says[name]) for name in ("here", "there", "done"))
        self.edge, self.tied = door(says["edge"]), door(says["tied"])
        kept = says["kept"]
        self.kept = None if kept is None else KeptSteps(kept, spec, graph)
        self.features = [door(found) for found in kept["features"]] if kept is not None else []
        self.labels: tuple[str, ...] = tuple(dict.fromkeys(name for name, _ in (*says["doing"], *says["following"])))
        self.account: str = says["account"]
        self.doing = {self.labels.index(name): door(found) for name, found in says["doing"]}
        self.following = {self.labels.index(name): door(found) for name, found in says["following"]}
        written = [params for _, (_, params) in (*says["doing"], *says["following"])]
        self.by_edge = any(not {mover, step}.issuperset(params) for params in written)
        self.guards = [door(found) for found in says["guards"]]
        self.requirements: tuple[tuple[str, str, Callable[..., Broken]], ...] = tuple(
            required for required in says["requirements"] if required[1]
        )
        self.whole: tuple[tuple[str, Callable[[State], Broken]], ...] = says["whole"]
        self.reads: frozenset[str] = frozenset(says["reads"])  # of what may be broken
        self.kinds: Mapping[str, Mapping[str, tuple[str, ...]]] = says["kinds"]
        self.worth: tuple[Callable[..., Any], tuple[str, ...]] | None = says["worth"]
        self.traces_read: frozenset[str] = frozenset(says["traces read"])
        self.traces = [
            (name, door(test), door(subject), door(value), late) for name, test, subject, value, late in says["traces"]
        ]


_DOORS: dict[tuple[str, ...], Callable[[Callable[..., Any]], Door]] = {
    (): lambda asked: lambda s, u, here, there: asked(s),
    ("u",): lambda asked: lambda s, u, here, there: asked(s, u),
    ("here",): lambda asked: lambda s, u, here, there: asked(s, here),
    ("there",): lambda asked: lambda s, u, here, there: asked(s, there),
    ("u", "here"): lambda asked: lambda s, u, here, there: asked(s, u, here),
    ("u", "there"): lambda asked: lambda s, u, here, there: asked(s, u, there),
    ("here", "there"): lambda asked: lambda s, u, here, there: asked(s, here, there),
    ("u", "here", "there"): lambda asked: asked,
}
"""By what a function takes, in the order of the scope, how it is asked."""
