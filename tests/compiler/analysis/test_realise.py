"""What is made up for a position: things of the kind that is asked for, or of a narrower one."""

from __future__ import annotations

from random import Random
from typing import Any

from hexlaw.compiler.analysis.realise import Maker, Wisher
from hexlaw.runtime.law.law import configure

LIGHTERS = "thing lighter is a boat\n"


def made(bench: Any, kind: str, *, narrower: bool) -> set[str]:
    graph = bench.compiled(LIGHTERS).graph
    return {Maker(graph, Random(seed), narrower=narrower).thing(kind).kind for seed in range(20)}


def test_a_thing_is_of_the_kind_that_is_asked_for_or_of_each_narrower_one(bench: Any) -> None:
    assert made(bench, "boat", narrower=False) == {"boat"}
    assert {"boat", "lighter"} <= made(bench, "boat", narrower=True)
    assert made(bench, "lighter", narrower=True) == {"lighter"}


def test_a_fact_is_wished_for_through_what_its_rule_wants(bench: Any) -> None:
    law = (
        "fact u: boat is full\nrule full.a [1]\n  when u.crew = 41 and u is lit\n  u is full\n"
        "fact toll(u: boat): fathoms\nrule toll.a [1]\n  when u is full\n  toll(u) is 2\n"
    )
    found = configure(bench.compiled(law).graph)
    maker = Maker(found.graph, Random(1), narrower=False)
    boat = maker.thing("boat")
    (condition,) = found.rules["toll.a"].when
    Wisher(found, maker).wish(condition.expr, True, {"u": boat})
    assert (maker.position.value(boat, "crew"), maker.position.value(boat, "lit")) == (41, True)
