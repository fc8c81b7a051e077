"""A rule with `for each`: its conditions, and what it goes through, have no order; one that says no decides."""

from __future__ import annotations

from typing import Any

import pytest
from judged import STOPPED, Judge

from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.evaluate.applicability import cases
from hexlaw.runtime.evaluate.evaluator import Evaluator
from hexlaw.runtime.evaluate.prohibitions import broken
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.law import configure
from hexlaw.runtime.law.stops import Hole, Unseen
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import Visibility

LAW = """chapter [1] "Towing"
fact tow(u: boat): fathoms
  "Nobody says it of a boat that is not moored."
rule tow.moored [1]
  when u is moored
  tow(u) is 2
fact towed(b: boat) collects boat
rule towed.all [1]
  for each boat u where tow(u) > 1
  when b is lit
  towed(b) includes u
fact twice(b: boat) collects boat
rule twice.all [1]
  for each boat u where tow(u) > 1
  for each boat v where v is not u and v is b
  when v is lit
  twice(b) includes u
rule tow.lit [1]
  for each boat u where tow(u) > 1
  when u.crew > 1
  requires u is lit
rule tow.deep [1]
  for each boat u where u.crew > 1
  requires tow(u) > 3
"""


def afloat(compilation: Compilation, **values: Any) -> tuple[Evaluator, Thing, Thing]:
    """Ann, of whom this is true, and bob, who is moored and lit."""
    law = configure(compilation.graph)
    position = Position(law.graph, None)
    ann, bob = position.add("boat", "ann", None), position.add("boat", "bob", None)
    position.values |= {(ann, name): value for name, value in values.items()}
    position.values |= {(bob, "moored"): True, (bob, "lit"): True}
    return evaluator(law, position), ann, bob


@pytest.mark.parametrize("fact", ["towed", "twice"])
def test_a_condition_says_no_whatever_a_member_stops_at(bench: Any, fact: str) -> None:
    ev, ann, bob = afloat(bench.compiled(LAW))
    assert ev.answer("fact", fact, (ann,)) == (), "she is not lit, so it does not matter who would be towed"
    with pytest.raises(Hole, match="tow"):
        ev.answer("fact", fact, (bob,))
    ev, ann, bob = afloat(bench.compiled(LAW), moored=True)
    assert ev.answer("fact", fact, (bob,)) == ((ann, bob) if fact == "towed" else (ann,))


def test_a_requirement_that_applies_to_none_stops_at_none(bench: Any) -> None:
    law = bench.compiled(LAW)
    ev, _, _ = afloat(law, crew=1)
    for rule in ("tow.lit", "tow.deep"):
        assert broken(ev, ev.law.graph.rules[rule]) == {}
    ev, ann, _ = afloat(law, crew=2)
    for rule in ("tow.lit", "tow.deep"):
        with pytest.raises(Hole, match="tow"):
            broken(ev, ev.law.graph.rules[rule])
    ev, ann, _ = afloat(law, crew=2, lit=True)
    assert broken(ev, ev.law.graph.rules["tow.lit"]) == {}, "what holds decides, too"
    ev, ann, _ = afloat(law, crew=2, moored=True)
    assert broken(ev, ev.law.graph.rules["tow.lit"]) == {(ann,): None}
    assert broken(ev, ev.law.graph.rules["tow.deep"]) == {(ann,): 1}


@pytest.mark.parametrize("lit", [False, True])
@pytest.mark.parametrize("moored", [False, True])
def test_the_target_says_the_same(bench: Any, lit: bool, moored: bool) -> None:
    pytest.importorskip("wasmtime")
    ev, *boats = afloat(bench.compiled(LAW), lit=lit, moored=moored)
    both = Judge(ev.law, ())
    both.take_up(ev.position)
    for boat in boats:
        assert both.target("fact", "towed", (boat,)) == both.expected("fact", "towed", (boat,))
        # where two are gone through, it may ask the reference
        assert both.target("fact", "twice", (boat,)) in (both.expected("fact", "twice", (boat,)), STOPPED)


SECRET = """chapter [1] "Cargo"
fact heavy() collects boat
rule heavy.all [1]
  for each boat u
  when u.weight > 2
  heavy() includes u
memory watched(u: boat) [1]
rule watched.heavy [1]
  when u.weight > 2
  begins watched(u)
"""


def test_what_cannot_be_seen_is_no_case_of_what_is_kept_and_stops_all_else(bench: Any) -> None:
    """What ann weighs is a secret, and bob weighs 3. Nobody who does not see her may be told that she counts."""
    ev, ann, bob = afloat(bench.compiled(SECRET))
    ev.position.values[bob, "weight"] = 3
    ev.position.visibility = Visibility(ev.law.graph, frozenset({(ann, "weight")}))
    rule = ev.law.rules["watched.heavy"]
    assert [*cases(ev, rule, {}, ev.law.ranging_binders[rule.id])] == [{"u": bob}]
    with pytest.raises(Unseen, match="weight"):
        ev.answer("fact", "heavy", ())


LIMITED = (
    LAW
    + """fact draught(u: boat): whole
  otherwise 0
rule draught.all [1]
  draught(u) is 1
rule draught.of-towed [1]
  limits draught.all
  when tow(u) > 3
rule draught.of-lit [1]
  limits draught.all
  when u is lit
rule draught.of-crewed [1]
  over draught.all
  when u.crew > 1
  draught(u) is 2
"""
)


def test_one_limit_that_applies_is_enough_whatever_another_stops_at(bench: Any) -> None:
    law = bench.compiled(LIMITED)
    ev, ann, _ = afloat(law, lit=True)
    assert ev.answer("fact", "draught", (ann,)) == 0
    ev, ann, _ = afloat(law)
    with pytest.raises(Hole, match="tow"):
        ev.answer("fact", "draught", (ann,))
    ev, ann, _ = afloat(law, moored=True)
    assert ev.answer("fact", "draught", (ann,)) == 1, "she is towed over 2 fathoms, and not lit"


def test_a_rule_over_another_wins_and_who_asks_is_told_so(bench: Any) -> None:
    law = bench.compiled(LIMITED)
    ev, ann, _ = afloat(law, moored=True, crew=2)
    assert ev.answer("fact", "draught", (ann,)) == 2
    ev, ann, _ = afloat(law, moored=True, crew=2)
    ev.seen = ReadSet()
    assert ev.answer("fact", "draught", (ann,)) == 2
    assert ev.seen.won == {"draught.of-crewed", "tow.moored"}
    assert ev.seen.overridden == {("draught.all", "draught.of-crewed")}
