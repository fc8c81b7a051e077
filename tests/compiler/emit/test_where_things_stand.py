"""The one hex in which any of some things stands: emitted law looks where these stand, the reference at all hexes."""

from __future__ import annotations

from typing import Any

import pytest
from made_up import Pair, outcome

from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.law import Law, configure
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position import Position

HAUNT = """fact haunt(u: boat): hex
rule haunt.of-all [1]
  haunt(u) is one h in hexes where (any v in u.shadows where v.hex is h)
"""
HERE, BESIDE, FAR_AWAY = Hex(0, 0), Hex(1, 0), Hex(90, 90)


@pytest.fixture
def law(bench: Any) -> Law:
    return configure(bench.compiled(HAUNT).graph)


def found(bench: Any, law: Law, *places: Hex | None, on_a_map: bool = True) -> Any:
    """The haunt of a boat whose shadows stand there: the same both ways, or no answer where the reference stops."""
    position = Position(law.graph, bench.ask(bench.compiled(HAUNT), "1").position.map if on_a_map else None)
    boat = position.add("boat", "a", None)
    shadows = tuple(position.add("boat", f"shadow-{at}", place) for at, place in enumerate(places))
    position.values[boat, "shadows"] = shadows
    told = outcome(lambda: evaluator(law, position).fact("haunt", (boat,)))
    for record in (False, True):
        asked = Pair(law, record=record).on(position)
        emitted = outcome(lambda asked=asked: asked.fact("haunt", (boat,)))  # type: ignore[misc]
        assert emitted == (told if told[0] == "value" else ("Unanswered",))
    return told


def test_several_may_stand_in_the_one_hex(bench: Any, law: Law) -> None:
    assert found(bench, law, HERE, HERE) == ("value", HERE)


def test_what_stands_nowhere_or_off_the_map_makes_no_difference(bench: Any, law: Law) -> None:
    assert found(bench, law, None, BESIDE, FAR_AWAY) == ("value", BESIDE)


def test_where_there_is_no_such_hex_or_more_than_one_both_stop(bench: Any, law: Law) -> None:
    for places in ((), (None,), (FAR_AWAY,), (HERE, BESIDE)):
        assert found(bench, law, *places)[0] != "value"
    assert found(bench, law, HERE, on_a_map=False)[0] != "value"
