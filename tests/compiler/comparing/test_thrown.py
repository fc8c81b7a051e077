"""A throw that meets a cell which differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexlaw.compiler.comparing.comparison import Comparison
from hexlaw.compiler.comparing.page import page
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.structure import compare_structure
from hexlaw.compiler.comparing.telling import settled_lines
from hexlaw.compiler.comparing.thrown import questions, read_by_dice, where_they_part
from hexlaw.compiler.comparing.verdicts import cases_of_both
from hexlaw.compiler.comparing.witness import Settling
from hexlaw.runtime.answer import Answer

Sides = Callable[[str, str], tuple[Side, Side]]
Module = Callable[..., str]

BOLTS = "table: shove-results\ncite: [ST 1]\nacross: [wary]\nrows:\n  3-5: [bolts]\n"
CASE = """cases:
  - id: shoved.wary
    shows: [ST 1]
    board: hollow
    pieces:
      otto: {type: ram, side: sunside, at: "0206"}
      flo: {type: ewe, side: shadeside, at: "0306"}
    let: {s: 'contest(pusher = otto, rival = leader(hex("0306"), shadeside))'}
    ask: lead(s)
    expect: 4
"""


def test_the_effects_are_found_that_read_a_table_by_their_dice(sides: Sides) -> None:
    graph = sides("tutorial", "tutorial")[0].compilation.graph
    assert [effect.name for effect in read_by_dice("shove-results", graph)] == ["resolve"]
    assert read_by_dice("entry-strides", graph) == []


def test_of_a_case_that_names_a_record_it_is_asked_what_comes_of_it(sides: Sides, module: Module) -> None:
    law = module('chapter [ST 1] "x"\n', **{"cases/01.cases.yaml": CASE})
    base, other = sides("tutorial", law)
    graph = base.compilation.graph
    cases = {case.id: case for case in cases_of_both(base, other)}
    (asked,) = questions(cases["shoved.wary"], graph.effects["resolve"], graph)
    assert asked == 'after resolve(contest(pusher = otto, rival = leader(hex("0306"), shadeside)))'
    assert not list(questions(cases["clouds.not-in-play"], graph.effects["resolve"], graph))


def test_a_cell_is_shown_by_a_throw_that_meets_it_with_what_comes_of_it_before_and_now(
    sides: Sides, module: Module
) -> None:
    base, other = sides("tutorial", module('chapter [ST 1] "x"\n', **{"tables/shove-results.yaml": BOLTS}))
    structure = compare_structure(base, other)
    (difference,) = structure.that_count
    settled = Settling(base, other, structure).settle(difference)
    witness = settled.witness
    assert witness is not None
    assert witness.question.startswith("after resolve(")
    assert witness.thrown is not None
    # a lead of 4 is read in line 3-5 where the dice differ by 1 at most: 6 falls alike, 5 and 5 one apart
    assert (witness.thrown.parting, witness.thrown.falls) == (16, 36)
    assert witness.thrown.dice == "pushers-die 1, rivals-die 1"
    assert "is startled" in witness.thrown.variant  # who bolts is startled, who budges is not
    assert "is startled" not in witness.thrown.base
    told = list(settled_lines([settled]))
    at = next(
        n for n, line in enumerate(told) if "when the dice show pushers-die 1, rivals-die 1 (16 of the 36" in line
    )
    assert told[at + 1].startswith("        base: ")
    assert told[at + 2].startswith("        variant: ")
    assert sum("the mood of" in line for line in told) == 1
    assert "when the dice show" in page(Comparison("a", "b", structure, None, [settled]), "")


def test_laws_part_only_where_they_throw_the_same_dice() -> None:
    def given(**falls: str) -> Any:
        found = Answer.__new__(Answer)
        found.chances = [_Fall(outcome, [dice.replace("_", " ")]) for dice, outcome in falls.items()]
        return found

    parted = where_they_part(given(pip_1="a, b", pip_2="b"), given(pip_1="b", pip_2="b"))
    assert parted is not None
    assert (parted.dice, parted.base, parted.variant, parted.parting) == ("pip 1", "a", "nothing of that", 1)
    assert where_they_part(given(pip_1="a"), given(pip_1="a")) is None
    assert where_they_part(given(pip_1="a"), given(die_1="b")) is None


class _Fall:
    def __init__(self, outcome: str, dice: list[str]) -> None:
        self.outcome, self.dice = outcome, dice
