"""The way to a pick: which lines of its action come before it.

In goes an action and the name of one of its picks; out come the lines that lead to it, the pick itself last. A pick
may stand in what another pick does. Then the way leads through that one, past the picks inside it that are repeated
or may be left out: what those have led to is stated by the position. Where it stands under an `if`, the way goes in.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t

Line = g.PickDecl | e.Let
Inner = e.Decide | e.Let


def way_to(action: g.ActionDecl, pick: str) -> tuple[Line, ...]:
    """All lines of the declaration if they hold the pick, or if it is nowhere."""
    if all(line.name != pick for line in action.picks):
        for number, line in enumerate(action.lines, 1):
            if isinstance(line, g.PickDecl) and (inner := ways_inside(action.name, line.does).get(pick)):
                return (*action.lines[:number], *(x if isinstance(x, e.Let) else as_pick(x, line.type) for x in inner))
    return action.lines


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


def as_pick(inner: e.Decide, type_: t.Type) -> g.PickDecl:
    name = inner.pick.partition(".")[2]
    return g.PickDecl(
        name, inner.var, type_, inner.domain, inner.where, "what it asks for", inner.repeatedly, inner.optionally,
        inner.cost, inner.account, inner.does, inner.gathered,
    )  # fmt: skip


def up_to_the_next_pick(does: tuple[e.Statement, ...]) -> tuple[e.Statement, ...]:
    """What follows from a pick before somebody has to pick again."""
    for number, statement in enumerate(does):
        if _picks(statement):
            return does[:number]
    return does


def _picks(statement: e.Statement) -> bool:
    match statement:
        case e.Decide():
            return True
        case e.If():
            return any(map(_picks, (*statement.then, *statement.otherwise)))
        case e.ForEach():
            return any(map(_picks, statement.body))
        case _:
            return False


def paths_to(action: g.ActionDecl, pick: str) -> list[str]:
    """The picks that lead to one, each as `action.pick`, that one last; all of the declaration where it is nowhere."""
    if all(line.name != pick for line in action.picks):
        for number, line in enumerate(action.picks, 1):
            if inner := ways_inside(action.name, line.does).get(pick):
                before = [f"{action.name}.{p.name}" for p in action.picks[:number]]
                return [*before, *(x.pick for x in inner if isinstance(x, e.Decide))]
    return [f"{action.name}.{p.name}" for p in action.picks]
