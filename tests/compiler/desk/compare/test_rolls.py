"""A throw that meets a cell which differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexlaw.compiler.desk.compare.case_trials import questions, read_by_dice, states_asked_by
from hexlaw.compiler.desk.compare.comparison import Comparison, page
from hexlaw.compiler.desk.compare.report import in_lines
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.compiler.desk.compare.verdicts import named_cases
from hexlaw.compiler.desk.compare.witness import Settling
from hexlaw.compiler.desk.compare.witness_answers import Parted, where_they_part
from hexlaw.runtime.explain.answer import Answer

Sides = Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]
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
    cases = {case.id: case for case in named_cases(base, other).values()}
    (asked,) = questions(cases["shoved.wary"], graph.effects["resolve"], graph)
    assert asked == 'after resolve(contest(pusher = otto, rival = leader(hex("0306"), shadeside)))'
    assert not list(questions(cases["clouds.not-in-play"], graph.effects["resolve"], graph))


def test_an_effect_on_a_piece_is_asked_of_the_pieces_of_its_kind(sides: Sides, module: Module) -> None:
    anna = "      anna: {type: shepherd, side: sunside, at: '0206'}\n    let:"
    law = module('chapter [ST 1] "x"\n', **{"cases/01.cases.yaml": CASE.replace("    let:", anna)})
    base, other = sides("tutorial", law)
    graph = base.compilation.graph
    (case,) = [case for case in named_cases(base, other).values() if case.id == "shoved.wary"]
    assert [*questions(case, graph.effects["bolt"], graph)] == ["after bolt(otto)", "after bolt(flo)"]


def test_a_cell_is_shown_by_a_throw_that_meets_it_with_what_comes_of_it_before_and_now(
    sides: Sides, module: Module
) -> None:
    base, other = sides("tutorial", module('chapter [ST 1] "x"\n', **{"tables/shove-results.yaml": BOLTS}))
    two = compare(base, other)
    (difference,) = two.structure.that_count
    settled = Settling(two).settle(difference)
    witness = settled.witness
    assert witness is not None
    assert witness.question.startswith("after resolve(")
    assert witness.thrown is not None
    # a lead of 4 is read in line 3-5 where the dice differ by 1 at most: 6 falls alike, 5 and 5 one apart
    assert (witness.thrown.parting, witness.thrown.falls) == (16, 36)
    assert witness.thrown.dice == "pushers-die 1, rivals-die 1"
    assert "is startled" in witness.thrown.variant  # who bolts is startled, who budges is not
    assert "is startled" not in witness.thrown.base
    told = list(in_lines("witnesses", [settled]))
    at = next(
        n for n, line in enumerate(told) if "when the dice show pushers-die 1, rivals-die 1 (16 of the 36" in line
    )
    assert told[at + 1].startswith("        base: ")
    assert told[at + 2].startswith("        variant: ")
    assert sum("the mood of" in line for line in told) == 1
    assert "when the dice show" in page(Comparison("a", "b", two.structure, None, [settled]), "")


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


def test_of_several_falls_the_one_is_told_of_which_the_most_comes() -> None:
    def given(**falls: str) -> Any:
        found = Answer.__new__(Answer)
        found.chances = [_Fall(outcome, [dice.replace("_", " ")]) for dice, outcome in falls.items()]
        return found

    parted = where_they_part(given(pip_1="a is wet", pip_2="a is gone, b is wet"), given(pip_1="a is dry", pip_2="c"))
    assert parted is not None
    assert parted.dice == "pip 2"


def test_that_nothing_comes_of_a_cell_but_its_own_word_is_known() -> None:
    assert Parted("pip 5", "told of e is soaked", "told of e is dry", 1, 6).names_only("soaked", "dry")
    assert not Parted("pip 5", "told of e is soaked, e is gone", "told of e is dry", 1, 6).names_only("soaked", "dry")


STATES = """\
chapter [ST 1] "States"

choice spell
  dry, wet, soaked

thing beast also
  shorn: yes/no [ST 1]
  fond: yes/no [ST 1]

table rain-does(roll: whole): spell [ST 1]

effect rain-on(b: beast) [ST 1]:
  roll 1d6 as drops
  do suffer-rain(b, rain-does(drops))

effect suffer-rain(b: beast, s: spell) [ST 1]:
  if s is soaked or (s is wet and b is shorn):
    mark b as startled
"""
RAIN = "table: rain-does\ncite: [ST 1]\nrows:\n  1-3: dry\n  4: dry\n  5-6: soaked\n"


def test_where_a_cell_matters_only_to_who_is_in_some_state_that_is_said_of_a_piece(
    sides: Sides, module: Module
) -> None:
    case = CASE.replace("shoved.wary", "rained.on").replace("ask: lead(s)", "ask: flo is startled")
    case = case.replace("expect: 4", "expect: no")
    files = {"01.law": STATES, "tables/rain-does.yaml": RAIN, "cases/01.cases.yaml": case}
    one = module(STATES, "one", **files)
    two = module(STATES, "two", **{**files, "tables/rain-does.yaml": RAIN.replace("4: dry", "4: wet")})
    base, other = sides(one, two)
    graph = base.compilation.graph
    assert states_asked_by(graph.effects["rain-on"], graph) == ["shorn"]
    two = compare(base, other)
    (difference,) = two.structure.that_count
    witness = Settling(two).settle(difference).witness
    assert witness is not None
    assert witness.thrown is not None
    assert (witness.thrown.dice, witness.thrown.variant) == ("drops 4", f"{witness.shown[0].split()[0]} is startled")
    assert "shorn yes" in witness.shown[0]
