"""What is true of a thing that only one of two laws has."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexlaw.compiler.desk.compare.comparison import Comparison, page
from hexlaw.compiler.desk.compare.report import in_lines
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.compiler.desk.compare.witness import Settled, Settling, to_settle
from hexlaw.runtime.base.nodes import replace

Sides = Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]
Module = Callable[..., str]

SITTING = """\
chapter [ST 1] "Sitting down"

thing shepherd also
  seated: yes/no [ST 1.1]
  asleep: yes/no [ST 1.1]
  tired: whole = 0 [ST 1.1]
  warm: yes/no [ST 1.1]

action sit [ST 1.1]
  "A shepherd may sit down."
  open in moving
  pick sitter(w: shepherd)
  mark w as seated
  set w.tired to 0

rule sit.once [ST 1.1]
  forbids sit.sitter
  when w is seated
  says "{w} sits already"

rule move.seated [ST 1.2]
  forbids move.mover
  when u is a shepherd and u is seated
  says "{u} sits"

sequence game also
  after moving:
    phase grazing [ST 1.3]
    phase dozing [ST 1.4]

action doze [ST 1.4]
  open in dozing
  pick dozer(b: beast)
"""

FELT = """\
id,name,kind,source,gait,stride,breath,carries,warm,cry
felted,Shepherd in felt,shepherd,ST 1.1,boots,4,5,1,yes,My knees!
"""


def settled(base: ComparedLaw, other: ComparedLaw) -> dict[str, Settled]:
    two = compare(base, other)
    settling = Settling(two)
    return {d.key: settling.settle(d, seconds=60) for d in to_settle(two.structure)}


def test_a_new_action_is_shown_where_it_can_be_taken(sides: Sides, module: Module) -> None:
    found = settled(*sides("tutorial", module(SITTING)))["action:sit"]
    witness = found.witness
    assert witness is not None
    assert (witness.counters, witness.variant.short) == (1, "legal")
    assert not any("seated" in line for line in witness.shown)  # who sits may not sit down
    told = list(in_lines("witnesses", [found]))
    assert "the variant alone has it" in told[2]
    assert "      base: there is nothing like it" in told
    assert "      variant: legal" in told
    comparison = Comparison("a", "b", compare(*sides("tutorial", "tutorial")).structure, None, [found])
    assert "This is a position in which it can be done" in " ".join(page(comparison, "").split())


def test_an_action_that_is_gone_is_shown_where_it_could_be_taken(sides: Sides, module: Module) -> None:
    witness = settled(*sides(module(SITTING), "tutorial"))["action:sit"].witness
    assert witness is not None
    assert (witness.base.short, witness.variant.short) == ("legal", "there is nothing like it")


def test_a_rule_about_a_new_action_is_shown_by_the_law_that_has_it_with_and_without_it(
    sides: Sides, module: Module
) -> None:
    witness = settled(*sides("tutorial", module(SITTING)))["rule:sit.once"].witness
    assert witness is not None
    said = {name: told.short.partition(":")[0] for name, told in witness.answers}
    assert said["base"] == "there is nothing like it"
    assert said["variant"].startswith("refused")
    assert said["variant without this rule"] == "legal"
    assert witness.note == ""


def test_a_new_thing_shows_by_what_names_it_and_changes_nothing_where_nothing_does(
    sides: Sides, module: Module
) -> None:
    found = settled(*sides("tutorial", module(SITTING, **{"units/felt.csv": FELT})))
    assert (
        found["attribute:shepherd.seated"]
        .in_words()
        .endswith("which name it: action sit, rule move.seated, rule sit.once")
    )
    # though nothing reads it
    assert found["attribute:shepherd.tired"].in_words().endswith("which name it: action sit")
    assert found["attribute:shepherd.warm"].in_words().endswith("which name it: unit felted")
    assert found["attribute:shepherd.asleep"].in_words().endswith("so it changes no answer by itself")
    assert found["phase:grazing"].in_words().endswith("so it changes no answer by itself")
    assert found["phase:dozing"].in_words().endswith("which name it: action doze")


def test_that_no_position_was_found_for_an_action_proves_nothing(
    sides: Sides, module: Module, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexlaw.compiler.desk.compare.witness.first_use", lambda *_: (None, 7))
    found = settled(*sides("tutorial", module(SITTING)))["action:sit"]
    assert found.witness is None
    assert "none of 7" in found.in_words()
    assert found.in_words().endswith("That does not prove that there is none")


def test_other_words_of_a_ruling_change_nothing_and_its_rules_are_named(sides: Sides) -> None:
    base, _ = sides("tutorial", "tutorial")
    graph = base.compilation.graph
    name, ruling = next((n, r) for n, r in graph.rulings.items() if r.confirms)
    rulings = {**graph.rulings, name: replace(ruling, answers=f"not: {ruling.answers}")}
    other = ComparedLaw("other", replace(base.compilation, graph=replace(graph, rulings=rulings)), base.chosen)
    (found,) = settled(base, other).values()
    assert ruling.confirms[0] in found.in_words()
    assert found.in_words().endswith("so nothing is played otherwise")


def test_a_new_part_of_play_is_told_with_its_place(sides: Sides, module: Module) -> None:
    new = {d.name: d for d in compare(*sides("tutorial", module(SITTING))).structure.that_count if d.sort == "phase"}
    assert new["grazing"].now.endswith("It comes after the part moving in the part half.")
    assert new["dozing"].now.endswith("It comes after the part grazing in the part half.")
