"""The way to a pick: the picks that are made before it in its action.

A pick may stand in what another pick does. Then the way leads through that one, past the picks inside it that are
repeated or may be left out: their results are part of the position. The way also leads into an `if`.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g


def way_to(action: g.ActionDecl, pick: str) -> tuple[e.Pick, ...]:
    """The picks that lead to one, that one last; all of the declaration where it stands there, or nowhere."""
    if all(declared.name != pick for declared in action.picks):
        for number, declared in enumerate(action.picks, 1):
            if inner := ways_inside(action.name, declared.does).get(pick):
                return (*action.picks[:number], *inner)
    return action.picks


def ways_inside(action: str, does: Iterable[e.Statement]) -> dict[str, tuple[e.Pick, ...]]:
    """The picks of an action that stand in what a pick does, each with those that lead to it from there."""
    found: dict[str, tuple[e.Pick, ...]] = {}
    way: list[e.Pick] = []
    for statement in does:
        match statement:
            case e.Pick():
                for name, inner in ways_inside(action, statement.does).items():
                    found.setdefault(name, (*way, statement, *inner))
                if statement.action == action:
                    found.setdefault(statement.name, (*way, statement))
                if not (statement.optionally or statement.repeatedly):
                    way.append(statement)
            case e.If():
                for branch in (statement.then, statement.otherwise):
                    for name, inner in ways_inside(action, branch).items():
                        found.setdefault(name, (*way, *inner))
    return found
