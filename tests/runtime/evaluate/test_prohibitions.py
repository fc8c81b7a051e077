"""Whether a pick is forbidden, asked without reasons: the same as with reasons, and no more than it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.evaluate.evaluator import Evaluator
from hexlaw.runtime.evaluate.prohibitions import is_prohibited, prohibited
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.law.law import configure
from hexlaw.runtime.law.stops import Conflict, Hole, LawStop
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position.position import Position

LAW = """chapter [1] "Sailing"
fact tow(u: boat): fathoms
rule tow.moored [1]
  when u is moored
  tow(u) is 2
fact toll(u: boat): fathoms
rule toll.wild [1]
  when u is wild
  toll(u) is 2
fact u: boat is wild
rule wild.heavy [1]
  when u.crew > 9
  u is wild
action sail [1]
  pick step(u: boat)
rule far.first [1]
  forbids sail.step
  when tow(u) > 3
rule far.second [1]
  forbids sail.step
  when toll(u) > 3
rule near.lit [1]
  forbids sail.step
  when u is lit
"""


def afloat(compilation: Compilation, **values: Any) -> tuple[Evaluator, Thing]:
    """Ann, of whom this is true, and who answers what is asked of her."""
    law = configure(compilation.graph)
    position = Position(law.graph, None)
    boat = position.add("boat", "ann", None)
    position.values |= {(boat, name): value for name, value in values.items()}
    return evaluator(law, position), boat


def refused(ev: Evaluator, boat: Thing) -> tuple[bool | LawStop, bool | LawStop]:
    """Whether the step is forbidden, or the stop that leaves it open: asked with reasons, and without."""
    verdict = Permission("sail.step", "step", ())
    prohibited(ev, "sail.step", "step", {"u": boat}, verdict)

    def outcome(ask: Callable[[], bool]) -> bool | LawStop:
        try:
            return ask()
        except LawStop as stop:
            return stop

    return outcome(lambda: not verdict.judged), outcome(lambda: is_prohibited(ev, "sail.step", {"u": boat}))


@pytest.mark.parametrize("lit", [True, False])
@pytest.mark.parametrize("moored", [True, False])
def test_it_is_the_same_with_and_without_reasons(bench: Any, lit: bool, moored: bool) -> None:
    told, found = refused(*afloat(bench.compiled(LAW), lit=lit, moored=moored))
    if lit:
        assert (told, found) == (True, True)
        return
    assert isinstance(told, Hole)
    assert isinstance(found, Hole)
    assert str(found) == str(told)
    assert ("toll" if moored else "tow") in str(found)


@pytest.mark.parametrize("lit", [True, False])
@pytest.mark.parametrize("refused_before", ["far.first", "near.lit", None])
def test_what_refuses_does_so_also_where_another_prohibition_contradicts_itself(
    bench: Any, lit: bool, refused_before: str | None
) -> None:
    """As with a hole; and whether that is met depends on what was asked before, which decides nothing."""
    contradicting = "rule tow.deep [1]\n  when u.crew > 1\n  tow(u) is 3\n"
    compilation = bench.compiled(LAW.replace("  toll(u) is 2", "  toll(u) is 1") + contradicting)
    ev, boat = afloat(compilation, crew=10, moored=True, lit=lit)
    if refused_before is not None:
        ev.refused_by["sail.step"] = ev.law.rules[refused_before]
    told, found = refused(ev, boat)
    if lit:
        assert (told, found) == (True, True)
        return
    assert isinstance(told, Conflict)
    assert isinstance(found, Conflict)


def test_what_asks_nothing_of_the_law_is_asked_first(bench: Any) -> None:
    law = configure(bench.compiled(LAW).graph)
    first = law.forbidding_simplest_first("sail.step")
    assert [rule.id for rule in first] == ["near.lit", "far.first", "far.second"]
    assert law.forbidding_simplest_first("sail.done") == ()


def test_what_forbade_the_last_candidate_is_asked_first(bench: Any) -> None:
    law = configure(bench.compiled(LAW.replace("  toll(u) is 2", "  toll(u) is 4")).graph)
    position = Position(law.graph, None)
    boats = [position.add("boat", name, None) for name in ("ann", "bob")]
    position.values |= {(boat, "crew"): 10 for boat in boats}
    position.values |= {(boat, "moored"): True for boat in boats}
    ev = evaluator(law, position)
    looked_at = []
    for boat in boats:
        ev.seen = ReadSet()
        assert is_prohibited(ev, "sail.step", {"u": boat})
        looked_at.append(ev.seen.reached & {"near.lit", "far.first", "far.second"})
    assert looked_at == [{"near.lit", "far.first", "far.second"}, {"far.second"}]


def test_a_prohibition_without_words_of_its_own_is_told_of_the_case_in_hand(bench: Any) -> None:
    ev, ann = afloat(
        bench.compiled(LAW + "rule far.third [1]\n  forbids sail.step\n  when u.crew > 7\n"), crew=8, lit=True
    )
    verdict = Permission("sail.step", "step", ())
    prohibited(ev, "sail.step", "step", {"u": ann}, verdict)
    assert [refusal.text for refusal in verdict.refusals] == [
        "forbidden where ann is lit",
        "forbidden where ann.crew > 7",
    ]
