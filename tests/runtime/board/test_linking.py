"""Hexes linked to each other: by the reference, and as a slow search finds them."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from hexlaw.runtime.board.geometry import Hex, neighbours
from hexlaw.runtime.board.linking import Flood, linked
from hexlaw.runtime.law.stops import Hole

HEXES = "{B-3: {shoal: yes}, C-2: {shoal: yes}, A-4: {shoal: yes}, B-4: {shoal: yes}, A-2: {water: [reef]}}"
LAW = """fact waters(u: boat): set of hex
rule waters.all [1]
  waters(u) is those h linked to u.hex where h is not shoal
fact steps(u: boat, there: hex): whole or none
rule steps.all [1]
  steps(u, there) is steps-to(there for h linked to u.hex after k where h is not shoal and not (reef in k.water))
"""
BOARD = {Hex(q, r) for q in range(8) for r in range(8)}


def slowly(start: set[Hex], lets: Any) -> set[Hex]:
    """What is linked, found by adding to the set until nothing can be added."""
    found = start & BOARD
    while more := {h for k in found for h in neighbours(k) if h in BOARD and h not in found and lets(h, k)}:
        found |= more
    return found


@pytest.mark.parametrize("by_step", [False, True])
def test_what_is_linked_is_what_a_slow_search_finds(by_step: bool) -> None:
    random = Random(1)
    for _ in range(60):
        closed = {h for h in BOARD if random.random() < 0.4}
        fences = {(k, h) for k in BOARD for h in neighbours(k) if by_step and random.random() < 0.3}
        start = {h for h in BOARD if random.random() < 0.03} | {Hex(99, 99)}

        def lets(h: Hex, k: Hex, closed: set[Hex] = closed, fences: Any = fences) -> bool:
            return h not in closed and (k, h) not in fences

        found = linked(BOARD.__contains__, start, lets, by_step=by_step)
        assert set(found) == slowly(start, lets)
        for h, steps in found.items():
            if steps == 0:
                assert h in start
            else:
                assert min(found[k] for k in neighbours(h) if k in found and lets(h, k)) == steps - 1


def test_steps_are_bounded_and_a_goal_ends_the_search() -> None:
    everywhere = linked(BOARD.__contains__, [Hex(3, 3)], lambda h, k: True, by_step=False, most=1)
    assert len(everywhere) == 7
    asked: list[Hex] = []

    def lets(h: Hex, k: Hex) -> bool:
        asked.append(h)
        return True

    found = linked(BOARD.__contains__, [Hex(3, 3)], lets, by_step=False, goal=Hex(3, 4))
    assert found[Hex(3, 4)] == 1
    assert len(asked) == 6


@pytest.mark.parametrize("by_step", [False, True])
def test_a_flood_that_is_gone_on_with_is_as_if_it_had_gone_there_at_once(by_step: bool) -> None:
    """Also where what lets hexes through has stopped on the way: the ring that it was at is gone through again."""
    random = Random(2)
    for _ in range(60):
        closed = {h for h in BOARD if random.random() < 0.3}
        start = [Hex(random.randrange(8), random.randrange(8))]

        def lets(h: Hex, k: Hex, closed: set[Hex] = closed) -> bool:
            return h not in closed

        def stops(h: Hex, k: Hex) -> bool:
            if random.random() < 0.1:
                raise Hole("", "")
            return lets(h, k)

        flood = Flood(BOARD.__contains__, start, by_step=by_step, most=9)
        for goal in random.choices(list(BOARD), k=12):
            with suppress(Hole):
                flood.go_on(stops, goal)
            flood.go_on(lets, goal)
            at_once = linked(BOARD.__contains__, start, lets, by_step=by_step, most=9, goal=goal)
            assert flood.found.get(goal) == at_once.get(goal)
        flood.go_on(lets)
        assert flood.found == linked(BOARD.__contains__, start, lets, by_step=by_step, most=9)


def test_a_thing_that_is_nowhere_is_linked_to_nothing(bench: Any) -> None:
    compilation = bench.compiled("")
    assert bench.value(compilation, "count(h linked to a.hex)", pieces="{a: {kind: boat, at: none}}") == 0


def test_how_far_has_to_be_known(bench: Any) -> None:
    given = bench.ask(bench.compiled(""), "count(h linked to A-1 within a.weight)", pieces="{a: {kind: boat, at: A-1}}")
    assert isinstance(given.stop, Hole)
