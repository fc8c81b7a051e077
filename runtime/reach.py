"""Search: where a repeated pick can lead, and for what least cost.

Positions are visited cheapest first. Two count as one when all things stand in the same places and
agree in every attribute that the step writes and that judging a step may read; the account that the cost is
counted in is left out, because having spent less never closes a way.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.decide import DONE, after_pick, may, start
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.evaluate import Evaluator
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.stops import Exhausted
from hexlaw.runtime.value import Thing

MOST_STATES = 20_000


def costs_of_reach(ev: Evaluator, name: str, args: tuple[Any, ...]) -> dict[Any, Any]:
    """For each hex in which the move may end, the least that getting there costs."""
    decl = ev.law.graph.reaches[name]
    action = ev.law.graph.actions[decl.action]
    pick = action.pick(decl.pick)
    found: dict[Any, Any] = {}
    for state, cost in steps_from(ev, action, pick, args, MOST_STATES):
        for where in _where(state, args):
            if where not in found and may(state, action.name, DONE, args).allowed:
                found[where] = cost
    return found


def _where(ev: Evaluator, args: tuple[Any, ...]) -> list[Hex]:
    hexes = [ev.position.hex_of(a) for a in args if isinstance(a, Thing)]
    return [h for h in hexes if h is not None][:1]


def steps_from(
    ev: Evaluator, action: g.ActionDecl, pick: g.PickDecl, args: tuple[Any, ...], most: int, *, begun: bool = False
) -> Iterator[tuple[Evaluator, Any]]:
    """The positions that repeating a pick leads to, the present one first, with what getting there costs."""
    matters = _what_matters(ev, action, pick)
    waiting: list[tuple[Any, int, Evaluator]] = [(0, 0, ev)]
    seen: set[tuple[object, ...]] = set()
    number = 0
    while waiting:
        cost, _, state = heapq.heappop(waiting)
        key = _key(state, matters)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > most:
            raise Exhausted(f"a move by `{action.name}.{pick.name}` can lead to more than {most:,} positions")
        yield state, cost
        env = _env(state, action, pick, args)
        if env is None:
            continue
        for option in state.value(pick.domain, env):
            # invariants and prohibitions decide each step; whether it leads to a rest shows at the end of the way
            moving = begun or state is not ev
            if may(state, action.name, pick.name, (*args, option), to_the_end=False, begun=moving).allowed:
                position, spent = after_pick(state, pick, {**env, pick.var: option})
                number += 1
                following = state.at(position)
                heapq.heappush(waiting, (cost + (spent or 0), number, following))


def _env(ev: Evaluator, action: g.ActionDecl, pick: g.PickDecl, args: tuple[Any, ...]) -> dict[str, Any] | None:
    env, waiting = start(ev, action, args)
    for line in action.lines:
        if isinstance(line, e.Let):
            env[line.name] = ev.value(line.value, env)
        elif line is pick:
            return env
        else:
            env[line.var] = waiting.pop(0)
    return None


def _what_matters(ev: Evaluator, action: g.ActionDecl, pick: g.PickDecl) -> frozenset[str]:
    nodes = [f"pick:{action.name}.{line.name}" for line in action.picks] + [f"pick:{action.name}.{DONE}"]
    nodes += [f"rule:{rule.id}" for rule in ev.law.requirements]
    read = ev.law.attributes_asked(nodes)
    written = {part.name for part in parts(pick.does) if isinstance(part, e.SetAttribute)}
    stack = [part.effect for part in parts(pick.does) if isinstance(part, e.Do)]
    while stack:
        body = ev.law.graph.effects[stack.pop()].body
        written |= {part.name for part in parts(body) if isinstance(part, e.SetAttribute)}
        stack += [part.effect for part in parts(body) if isinstance(part, e.Do)]
    account = {pick.account.name} if pick.account else set()
    return frozenset((read & written) - account)


def _key(ev: Evaluator, matters: frozenset[str]) -> tuple[object, ...]:
    ev.count_things()
    places = frozenset(ev.position.places.items())  # a step may move, place and remove others as well
    values = frozenset((s, a, v) for (s, a), v in ev.position.values.items() if a in matters)
    return places, values
