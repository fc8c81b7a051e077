"""The way to a pick: which picks of its action come before it.

A pick may stand in what another pick does. Then the way leads through that one, past the picks inside it that are
repeated or may be left out: the position says what those have led to. Where it stands under an `if`, the way goes in.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g

Inner = e.Decide | e.Let


def ways_inside(action: str, does: Iterable[e.Statement]) -> dict[str, tuple[Inner, ...]]:
    """The picks that stand in what a pick does, each with what leads to it from there."""
    found: dict[str, tuple[Inner, ...]] = {}
    way: list[Inner] = []
    for statement in does:
        match statement:
            case e.Let():
                way.append(statement)
            case e.Decide(pick=path):
                for name, inner in ways_inside(action, statement.does).items():
                    found.setdefault(name, (*way, statement, *inner))
                owner, _, name = path.partition(".")
                if owner == action:
                    found.setdefault(name, (*way, statement))
                if not (statement.optionally or statement.repeatedly):
                    way.append(statement)
            case e.If():
                for branch in (statement.then, statement.otherwise):
                    for name, inner in ways_inside(action, branch).items():
                        found.setdefault(name, (*way, *inner))
            case _:
                pass
    return found


def paths_to(action: g.ActionDecl, pick: str) -> list[str]:
    """The picks that lead to one, each as `action.pick`, that one last; all of the declaration where it is nowhere."""
    if all(line.name != pick for line in action.picks):
        for number, line in enumerate(action.picks, 1):
            if inner := ways_inside(action.name, line.does).get(pick):
                before = [f"{action.name}.{p.name}" for p in action.picks[:number]]
                return [*before, *(x.pick for x in inner if isinstance(x, e.Decide))]
    return [f"{action.name}.{p.name}" for p in action.picks]
