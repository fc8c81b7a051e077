"""A question with every name resolved: what `hexlaw ask` and cases put to a position.

The compiler makes questions of lines of law. A program that has a graph and no compiler makes them here, of names and
values: `about(graph, "entry-cost", lamb, here, there)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t


@dataclass(frozen=True)
class Question:
    """`name` is the pick, effect or reach it is about; `value` what is asked for; `places`, by argument, what the law
    calls it in a pick."""

    sort: Literal["value", "may", "after", "reach"]
    text: str
    name: str = ""
    args: tuple[e.Expr, ...] = ()
    value: e.Expr | None = None
    type: t.Type | None = None
    places: tuple[str, ...] = ()


def about(graph: g.Graph, name: str, *values: object) -> Question:
    """What is the value of a fact, quantity or table? Raises `ValueError` for what the graph does not declare."""
    sort = next((sort for sort in ("fact", "quantity", "table") if name in graph.section(sort)), None)
    if sort is None:
        raise ValueError(f"the graph declares no fact, quantity or table `{name}`")
    declared = graph.section(sort)[name]
    args = _given(name, declared.params, values)
    return Question("value", _text(name, values), value=e.ASKED[sort](name, args, declared.type), type=declared.type)


def may(graph: g.Graph, pick: str, *values: object) -> Question:
    """Is `action.pick` legal, after the picks before it? `action.done` asks whether the action may end."""
    action, _, name = pick.partition(".")
    if action not in graph.actions:
        raise ValueError(f"the graph declares no action `{action}`")
    if name != g.DONE and name not in (line.name for line in graph.actions[action].picks):
        raise ValueError(f"the action `{action}` declares no pick `{name}`")
    places = params_of(graph, "pick", pick)
    args, called = _given(pick, places, values), tuple(name for name, _ in places)
    return Question("may", f"may {_text(pick, values)}", pick, args, places=called)


def params_of(graph: g.Graph, sort: str, name: str) -> list[tuple[str, t.Type]]:
    """Returns all that a question about something is asked with; about a pick also what is picked before it."""
    if sort != "pick":
        return [*graph.section(sort)[name].params]
    action, _, pick = name.partition(".")
    found = [*graph.actions[action].params]
    for line in graph.actions[action].picks:
        if pick == g.DONE and (line.repeatedly or line.optionally):
            break
        found.append((line.var, line.type))
        if line.name == pick:
            break
    return found


def after(graph: g.Graph, effect: str, *values: object) -> Question:
    """What comes of an effect, with the chances of its dice?"""
    if effect not in graph.effects:
        raise ValueError(f"the graph declares no effect `{effect}`")
    args = _given(effect, graph.effects[effect].params, values)
    return Question("after", f"after {_text(effect, values)}", effect, args)


def reach(graph: g.Graph, name: str, *values: object) -> Question:
    """Where can it get to, and for how much?"""
    if name not in graph.reaches:
        raise ValueError(f"the graph declares no reach `{name}`")
    declared = graph.reaches[name]
    args = _given(name, declared.params[:-1], values)
    return Question("reach", f"reach {_text(name, values)}", name, args, type=declared.type)


def _given(name: str, params: Sequence[tuple[str, t.Type]], values: tuple[object, ...]) -> tuple[e.Expr, ...]:
    if len(params) != len(values):
        wanted = ", ".join(param for param, _ in params) or "nothing"
        raise ValueError(f"`{name}` takes {wanted}, and is asked with {len(values)} of these")
    return tuple(e.Const(value, type_) for (_, type_), value in zip(params, values, strict=True))


def _text(name: str, values: tuple[object, ...]) -> str:
    return f"{name}({', '.join(map(str, values))})"
