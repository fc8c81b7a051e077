"""What answers depend on, what statements change and what they bring about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.footprint import Footprints, footprint, footprints_of, is_known

AFLOAT = """choice side
  north, south
thing boat also
  side: side
memory u: boat ran
tally trips(u: boat): whole
fact u: boat is ready
"""
READY = "rule ready.one [1]\n  when {}\n  u is ready\n"
DOING = """event sunk(u: boat)
effect sink(u: boat) [1]:
  mark u as lit
  announce sunk(u)
action row [1]
  pick rower(u: boat) costs 1 counted in u.spent does:
    do sink(u)
rule wave [1]
  after sunk
  then:
    place buoy in u.hex
rule trips.one [1]
  after sunk
  counts 1 towards trips(u)
rule ran.one [1]
  after wave-off
  begins u ran
event wave-off(u: boat)
"""
BOAT = {"attribute:lit", "attribute:spent"}


def footprints(bench: Any, law: str) -> Footprints:
    return footprints_of(bench.compiled(AFLOAT + law).graph)


def without(read: Iterable[str]) -> set[str]:
    """What is read beside the nodes of the law by way of which it is."""
    return {name for name in read if not name.startswith(("rule:", "limits:", "says:", "fact:"))}


@pytest.mark.parametrize(
    ("condition", "read"),
    [
        ("u is lit", {"attribute:lit"}),
        ("u.hex is none", {"attribute:hex", e.WHERE}),
        ("any boat v where v is lit", {"attribute:lit", e.THINGS, "kind:boat"}),
        ("any buoy v in u", {e.THINGS, e.WHERE, "kind:buoy"}),
        ("u.friend is none", {"attribute:friend", e.OTHERS}),
        ("u ran", {"memory:ran"}),
        ("trips(u) > 2", {"tally:trips"}),
    ],
)
def test_an_answer_depends_on_all_that_it_looks_at(bench: Any, condition: str, read: set[str]) -> None:
    assert without(footprints(bench, READY.format(condition)).reads((), "fact:ready")) == read


def test_a_prohibition_may_depend_on_who_acts(bench: Any) -> None:
    law = "action row [1]\n  pick rower(u: boat)\nrule bar [1]\n  forbids row.rower\n  when u.side is not acting\n"
    assert without(footprints(bench, law).reads((), "rule:bar")) == {"attribute:side", e.ACTS}


def test_what_is_tried_or_reached_may_look_at_anything(bench: Any) -> None:
    law = "effect sink(u: boat):\n  remove u\nrule r.all [1]\n  requires no boat v where v is lit\n"
    read = footprints(bench, law + READY.format("not sink(u) would break r.all")).reads((), "fact:ready")
    assert e.ANYTHING in read
    assert not is_known(read)


def test_what_the_clock_changes_is_not_known(bench: Any) -> None:
    assert not is_known({"attribute:lit", "memory:ran"})
    assert not is_known({"span:day"})
    assert is_known({"attribute:lit", e.WHERE, "rule:ready.one"})


def test_statements_write_what_they_set_move_and_spend(bench: Any) -> None:
    graph = bench.compiled(AFLOAT + DOING).graph
    assert footprint(graph.actions["row"]).writes == {"attribute:spent"}
    assert footprint(graph.effects["sink"]).writes == {"attribute:lit"}
    assert footprint(graph.rules["wave"]).writes == {e.WHERE, e.THINGS}
    assert footprint(graph.rules["trips.one"]).writes == {"tally:trips"}
    assert footprint((graph.effects["sink"], graph.rules["wave"])).writes == {"attribute:lit", e.WHERE, e.THINGS}


def test_what_is_asked_in_what_a_rule_or_an_effect_does_is_used_there(bench: Any) -> None:
    law = """fact toll(u: boat): fathoms
  otherwise 1
event landed(u: boat)
effect board(u: boat) [1]:
  pick mate(v: boat) where v.spent > toll(u)
  set v.crew to 0
rule paid [1]
  after landed
  then:
    set u.spent to toll(u)
"""
    assert set(footprints(bench, law).users("fact", "toll")) == {("effect", "board"), ("rule", "paid")}


def test_what_an_action_does_leads_on_to_what_follows_it(bench: Any) -> None:
    found = footprints(bench, DOING)
    assert found.leads_to["action:row"] == {"pick:row.rower", "effect:sink"}
    assert found.leads_to["event:sunk"] == {"rule:wave", "rule:trips.one"}
    assert found.writes((), "action:row") == BOAT | {e.WHERE, e.THINGS, "tally:trips"}
    assert found.writes((), "action:row", hooks=False) == BOAT
    assert found.writes((), "event:wave-off") == {"memory:ran"}


def test_what_is_done_when_a_task_is_over_is_not_done_when_it_begins(bench: Any) -> None:
    law = (
        "task mend(b: boat)\n  crew boat\n  works at the end of day\n  stage one lasts 1\n"
        "  done:\n    mark task.b as moored\n"
        "sequence g [1]\n  phase day for each s in {north, south} by s\n"
        "action start [1]\n  open in day\n  pick who(u: boat) where u.side is acting does:\n"
        "    begin mend(u) with {u}\n"
    )
    found = footprints(bench, law)
    assert "task:mend" in found.leads_to["action:start"]
    assert "attribute:moored" not in found.writes((), "action:start")
    assert footprint(found.bodies["task:mend"]).writes == {"attribute:moored"}
