"""The smallest position in which a difference makes another verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic_ns
from types import SimpleNamespace
from typing import Any

import pytest

from hexlaw.compiler.desk.cases.judge import CaseOutcome
from hexlaw.compiler.desk.compare.case_trials import CaseTrial, asked_earlier
from hexlaw.compiler.desk.compare.comparison import Comparison, as_json, page
from hexlaw.compiler.desk.compare.differences import Structure
from hexlaw.compiler.desk.compare.made_up import _less, made_up
from hexlaw.compiler.desk.compare.report import apart, in_lines
from hexlaw.compiler.desk.compare.shown import begun, played, standing
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.compiler.desk.compare.verdicts import (
    CaseDiffers,
    CaseVerdict,
    DifferingCases,
    Verdict,
    Verdicts,
    ask,
    both,
    named_cases,
)
from hexlaw.compiler.desk.compare.witness import NANO, Settled, Settling, _is_near, _under_which, settle_all, to_settle
from hexlaw.compiler.desk.compare.witness_answers import Witness, WitnessOutcomes
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.law.value import Record

Sides = Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]
Module = Callable[..., str]
SECONDS = 60
"""A search ends long before: a busy machine must not cut it short."""


def settled(sides: Sides, variant: str) -> dict[str, Settled]:
    base, other = sides("tutorial", variant)
    two = compare(base, other)
    return {each.key: each for each in settle_all(Settling(two), to_settle(two.structure), 1, seconds=SECONDS)}


def test_a_dropped_prohibition_is_shown_with_few_counters_and_both_answers(sides: Sides, module: Module) -> None:
    law = 'chapter [ST 1] "Let go"\n\ndrop move.carried [ST 1.1] "they jump off"\n'
    witness = settled(sides, module(law))["rule:move.carried"].witness
    assert witness is not None
    assert witness.counters <= 3
    assert witness.base.short.startswith("refused by move.carried")
    assert not witness.variant.short.startswith("refused by move.carried")
    assert witness.svg.startswith("<svg ")


def test_a_witness_says_what_the_ground_is_where_it_happens(sides: Sides, module: Module) -> None:
    law = (
        'chapter [ST 1] "Deep"\n\nrule entry.deep [ST 1.1]\n  over entry.ground, entry.ridge, entry.path\n'
        "  when there.terrain is snow\n  entry-cost(u, here, there) is 9\n"
    )
    witness = settled(sides, module(law))["rule:entry.deep"].witness
    assert witness is not None
    assert any(line.endswith(": terrain snow") for line in witness.shown), witness.shown


def test_another_figure_is_shown(sides: Sides, module: Module) -> None:
    law = (
        'chapter [ST 1] "Steep"\n\nrule entry.steep [ST 1.1]\n  replaces entry.ridge\n'
        "  when side-between(here, there) is ridge\n"
        "  entry-cost(u, here, there) is entry-strides(there.terrain, u.gait) + 2\n"
    )
    witness = settled(sides, module(law))["rule:entry.steep"].witness
    assert witness is not None
    assert witness.counters <= 2
    assert witness.base.short != witness.variant.short


WET = """\
chapter [ST 1] "Wet wool"

quantity weight of b: beast [ST 1.1]
  steps wet

rule weight.wet [ST 1.1]
  at step weight.wet
  adds 2
"""


@pytest.mark.parametrize("order", [1, -1])
def test_a_figure_on_which_rules_bear_under_one_law_alone_is_printed_under_the_other(
    sides: Sides, module: Module, order: int
) -> None:
    base, other = sides(*("tutorial", module(WET))[::order])
    two = compare(base, other)
    found = {d.key: Settling(two).settle(d, seconds=SECONDS) for d in to_settle(two.structure)}
    witness = found["rule:weight.wet"].witness
    assert witness is not None
    assert witness.question.startswith("weight(")
    assert int(witness.variant.short) - int(witness.base.short) == 2 * order
    dry, wet = ("base", "variant")[::order]
    told = f"the {dry} reads it as it is printed, and rules of the {wet} bear on it"
    assert found["quantity:weight"].in_words() == f"{told}. It shows where these show, which name it: rule weight.wet"


def test_a_rule_whose_conditions_exclude_each_other_is_proved_to_be_silent(sides: Sides, module: Module) -> None:
    law = (
        'chapter [ST 1] "Never"\n\nrule entry.never [ST 1.1]\n  over entry.ground, entry.ridge, entry.path\n'
        "  when u.gait is hooves and u.gait is boots\n  entry-cost(u, here, there) is 9\n"
    )
    found = settled(sides, module(law))["rule:entry.never"]
    assert found.witness is None
    assert found.proof == "the variant alone has it, and there its conditions exclude each other"


def test_a_proof_says_under_which_law_a_rule_does_not_stand() -> None:
    off, on = "the option `wet` is off", "the option `wet` is on"
    assert _under_which({"base": off, "variant": off}) == f"under both laws {off}"
    assert _under_which({"base": off, "variant": on}) == f"under the base {off}, and under the variant {on}"
    assert _under_which({"base": off}) == f"the base alone has it, and there {off}"
    assert _under_which({"base": off, "variant": ""}) == ""


def test_what_a_case_has_told_is_not_told_again() -> None:
    told = Verdict("yes", ("yes", "it is dry")), Verdict("no", ("no", "it is wet"))
    verdicts = [CaseVerdict(each.short, each.reasons) for each in told]
    case = CaseDiffers("wet.meadow", "", "x is dry", "yes", *verdicts, ("rule:wet",), ("ewe at 0101", "ram at 0102"))
    smaller = Witness("x is dry", ("ewe at 0101",), 1, *told)
    assert list(in_lines("witnesses", [Settled("rule:wet", smaller)], [case])) == [
        "where each difference shows:",
        "  rule wet",
        "    an example with 1 counter, asked and answered as in the case wet.meadow above",
        "      ewe at 0101",
    ]
    same = replace(smaller, shown=case.shown, counters=2)
    assert list(in_lines("witnesses", [Settled("rule:wet", same)], [case], {"rule:wet": "It is wet."})) == [
        "where each difference shows:",
        "  rule wet: It is wet.",
        "    an example with 2 counters: the case wet.meadow above",
    ]
    other = replace(case, asked="x is wet")
    assert len(list(in_lines("witnesses", [Settled("rule:wet", same)], [other]))) == 10
    found = Verdicts(0, 0, (DifferingCases(case.cause, "wet", (case,)),))
    comparison = Comparison("a", "b", Structure((), {}), found, [Settled("rule:wet", smaller)])
    assert as_json(comparison)["witnesses"][0]["as-case"] == "wet.meadow"
    assert page(comparison, "").count("it is wet") == 1


def test_of_what_was_not_found_it_is_said_how_much_was_tried(sides: Sides, module: Module) -> None:
    law = 'chapter [ST 1] "Late"\n\nrule whistle.late [ST 1.1]\n  limits whistle.carries\n  when game.round > 999\n'
    found = settled(sides, module(law))["rule:whistle.late"]
    assert found.witness is None
    assert found.asked > 0
    assert found.in_words().startswith("no example was found: none in ")
    assert found.in_words().endswith("That does not prove that it changes nothing")


def test_a_witness_of_an_option_is_one_in_which_the_rule_had_a_say(sides: Sides) -> None:
    found = settled(sides, "tutorial with clouds=on")
    assert found["rule:clouds.whistle"].witness is not None
    other = found["rule:clouds.dissolve"].witness
    assert other is None or "cloud" not in other.base.short


def test_of_a_situation_only_the_pieces_stay_that_matter(sides: Sides, module: Module) -> None:
    law = (
        'chapter [ST 1] "Steep"\n\nrule entry.ridge-steep [ST 1.1]\n  replaces entry.ridge\n'
        "  when side-between(here, there) is ridge\n"
        "  entry-cost(u, here, there) is entry-strides(there.terrain, u.gait) + 2\n"
    )
    cases = (
        "cases:\n  - id: entry.on-a-full-board\n    shows: [ST 1.1]\n    doc: everybody stands by\n"
        "    situation: last-fine-day\n    without: [jill]\n"
        '    ask: entry-cost(otto, hex("0404"), hex("0504"))\n    expect: 3\n'
    )
    base, other = sides("tutorial", module(law, **{"cases/01.cases.yaml": cases}))
    two = compare(base, other)
    own = [case for case in Settling(two).cases if case.id == "entry.on-a-full-board"]
    settling = Settling(two, own)
    difference = next(d for d in two.structure.that_count if d.name == "entry.ridge-steep")
    witness = settling.settle(difference).witness
    assert witness is not None
    assert witness.case == "entry.on-a-full-board"
    assert witness.counters == 1
    assert witness.shown[0].startswith("otto")


def test_a_rule_of_a_reading_that_is_not_taken_is_seen_and_shown_under_that_reading(
    sides: Sides, module: Module
) -> None:
    law = 'chapter [ST 1] "Along"\n\ndrop whistle.along-ridge [ST 1.1] "it carries along the ridge"\n'
    base, other = sides("tutorial", module(law))
    two = compare(base, other)
    structure = two.structure
    assert [d.key for d in structure.that_count] == ["rule:whistle.along-ridge"]
    witness = Settling(two).settle(structure.that_count[0]).witness
    assert witness is not None
    assert witness.shown[0].startswith("with along-the-ridge=lost under both: ")


def test_a_rule_of_one_situation_is_asked_about_where_that_begins(sides: Sides, module: Module) -> None:
    law = (
        'chapter [ST 1] "Heavy" if situation last-fine-day\n\nrule entry.heavy [ST 1.1]\n'
        "  over entry.ground, entry.ridge, entry.path\n  when there.terrain is not snow\n"
        "  entry-cost(u, here, there) is 9\n"
    )
    base, other = sides("tutorial", module(law))
    difference = compare(base, other).structure.that_count[0]
    tried = list(made_up(base, other, difference, 0))
    assert len({trial.args for trial in tried}) > 1
    assert len(tried[0].position.places) > 4
    found = tried[0].ask()
    assert found is not None
    assert isinstance(found.base, Answer)
    assert isinstance(found.variant, Answer)
    assert found.base.in_short != found.variant.in_short == "9"


def test_of_an_option_that_is_switched_a_case_leaves_the_choice_to_the_laws(sides: Sides) -> None:
    base, other = sides("tutorial", "tutorial with clouds=on")
    cases = Settling(compare(base, other)).cases
    assert not any("clouds" in case.configuration().options for case in cases)


def test_a_case_of_a_part_of_a_source_is_near_to_it() -> None:
    assert _is_near("PL-Q-060", "PL-Q-060b")
    assert _is_near("PL VII.E.7", "PL VII.E")
    assert not _is_near("PB 1", "PB 12")
    assert not _is_near("PB 1", "PL 1")


def test_cases_for_which_nothing_speaks_are_asked_last_and_are_not_aimed(sides: Sides, module: Module) -> None:
    base, other = sides("tutorial", module('chapter [ST 1] "Let go"\n\ndrop move.carried [ST 1.1] "they jump off"\n'))
    two = compare(base, other)
    trials = list(Settling(two)._trials(two.structure.that_count[0]))
    aimed = [trial.is_aimed for trial in trials]
    assert aimed == sorted(aimed, reverse=True)
    assert {True, False} == set(aimed)


def test_a_case_that_is_known_to_differ_is_tried_first(sides: Sides, module: Module) -> None:
    base, other = sides("tutorial", module('chapter [ST 1] "Let go"\n\ndrop move.carried [ST 1.1] "they jump off"\n'))
    two = compare(base, other)
    last = list(Settling(two)._trials(two.structure.that_count[0]))[-1]
    assert isinstance(last, CaseTrial)
    said = CaseVerdict("yes"), CaseVerdict("no", passed=False)
    differs = CaseDiffers(last.case.id, "", "", "yes", *said, ("rule:move.carried",))
    known = Verdicts(0, 0, (DifferingCases(differs.cause, "", (differs,)),))
    first = next(Settling(two, verdicts=known)._trials(two.structure.that_count[0]))
    assert isinstance(first, CaseTrial)
    assert first.case.id == last.case.id


def test_a_set_that_is_asked_about_is_shrunk_too() -> None:
    attack = Record("attack", (("form", "charge"), ("at", Hex(1, 2)), ("firers", ("ram", "ewe"))))
    left = [dict(less.fields)["firers"] for less in _less(attack) if isinstance(less, Record)]
    assert left == [("ewe",), ("ram",)]  # and no half of a hex, which is a pair of numbers


PLAYED = """cases:
  - id: led.let-go
    shows: [ST 1.1]
    doc: she puts down the lamb, which goes on
    board: hollow
    with: {options: {clouds: off}}
    acting: sunside
    now: moving
    pieces:
      anna: {type: shepherd, side: sunside, at: 0505}
      rosa: {type: ewe, side: sunside, in: anna}
    play: [{move.mover: rosa}]
    ask: rosa.spent = 0
    expect: yes
"""


def test_of_a_case_that_is_played_it_is_told_what_stood_there_first_and_what_was_played(
    sides: Sides, module: Module
) -> None:
    law = 'chapter [ST 1] "Let go"\n\ndrop move.carried [ST 1.1] "they jump off"\n'
    base, other = sides("tutorial", module(law, **{"cases/led.cases.yaml": PLAYED}))
    own = [case for case in Settling(compare(base, other)).cases if case.id == "led.let-go"]
    told = both(own[0], compare(base, other), ask(own[0], base))
    assert isinstance(told, CaseDiffers)
    assert told.shown[-1] == "then it is played: move (mover rosa)"
    assert any(line.startswith("rosa (ewe) at anna") for line in told.shown)
    assert told.base.reasons[0].startswith("the play stops on the way, refused by move.carried [RB 4.3]: ")
    smaller = [trial.case.node for trial in CaseTrial(own[0], base, other).smaller()]
    assert any(node.get("with") is None for node in smaller)
    assert any(node.get("with") is not None and "clouds" not in repr(node.get("with")) for node in smaller)


def test_a_play_is_asked_where_a_step_of_it_is_refused(sides: Sides, module: Module) -> None:
    steps = PLAYED.replace(
        "[{move.mover: rosa}]", "[{turn: x}, {move.mover: anna}, {refused: {move.step: 0101}}, done]"
    )
    base, other = sides("tutorial", module('chapter [ST 1] "x"\n', **{"cases/led.cases.yaml": steps}))
    case = next(each for each in named_cases(base, other).values() if each.id == "led.let-go")
    (asked,) = asked_earlier(case.node)
    assert replace(case, node=asked).node.text("ask") == "may move.step(anna, 0101)"
    assert played(replace(case, node=asked)) == ""


def test_what_is_done_again_and_again_is_told_once(sides: Sides, module: Module) -> None:
    steps = PLAYED.replace("[{move.mover: rosa}]", "[done, done, done, {roll: {warmth: 4}}, done]")
    base, other = sides("tutorial", module('chapter [ST 1] "x"\n', **{"cases/led.cases.yaml": steps}))
    case = next(each for each in named_cases(base, other).values() if each.id == "led.let-go")
    assert played(case) == "done 3 times, roll warmth 4, done"


def test_a_reason_that_both_answers_give_is_left_out() -> None:
    both = ["  dry", "    by the map"]
    assert apart([["1", *both, "  lit"], ["2", *both, "  dark"]]) == [["1", "  lit"], ["2", "  dark"]]
    assert apart([["1", "  dry", "    a"], ["2", "  dry", "    b"]]) == [
        ["1", "  dry", "    a"],
        ["2", "  dry", "    b"],
    ]


def test_a_smaller_position_asks_for_an_earlier_pick(sides: Sides) -> None:
    base, other = sides("tutorial", "tutorial")
    cases = named_cases(base, other).values()
    case = next(each for each in cases if (each.node.text("ask") or "").startswith("may shove.target"))
    asked = [trial.case.node.text("ask") for trial in CaseTrial(case, base, other).smaller()]
    assert case.node.text("ask") == 'may shove.target(ram, hex("0306"))'
    assert "may shove.pusher(ram)" in asked


def test_steps_of_one_action_are_told_together_and_questions_on_the_way_left_out(sides: Sides) -> None:
    base, _ = sides("tutorial", "tutorial")
    cases = {case.id: case for case in named_cases(base, base).values()}
    assert played(cases["day.shove-once"]) == (
        "shove (pusher otto, target 0605), roll pushers-die 1, rivals-die 6, refused: action shove"
    )
    assert played(cases["day.not-from-the-arms"]) == ""


def test_what_a_player_would_ask_is_tried_before_whether_a_rule_applies(sides: Sides, module: Module) -> None:
    asked = "  - {{id: {}, shows: [RB 2.4], board: hollow, ask: '{}', expect: no}}\n"
    cases = "cases:\n" + asked.format("snow.inward", "entry.path-under-snow applies")
    cases += asked.format("snow.outward", 'entry-cost(anna, hex("0205"), hex("0305")) = 3')
    law = 'chapter [ST 1] "Swept"\n\ndrop entry.path-under-snow [ST 1.1] "the path is swept"\n'
    base, other = sides("tutorial", module(law, **{"cases/snow.cases.yaml": cases}))
    two = compare(base, other)
    settling = Settling(two)
    tried = [trial.case.id for trial in settling._trials(to_settle(two.structure)[0]) if isinstance(trial, CaseTrial)]
    assert tried.index("snow.outward") < tried.index("snow.inward")


class _Stopping:
    """A trial under whose variant the law gives no answer."""

    is_aimed = True
    counters = 0

    def __init__(self, base: CaseOutcome) -> None:
        self.base = base

    def ask(self) -> WitnessOutcomes:
        return WitnessOutcomes(self.base, replace(self.base, answer=None, got="the game asks who goes first"))

    def smaller(self) -> Iterator[_Stopping]:
        return iter(())

    def pieces_of_situation(self) -> list[str]:
        return []

    def witness(self) -> Witness:
        return Witness("stopped", (), 0, Verdict(""), Verdict(""))


def test_two_answers_are_told_rather_than_that_one_law_gives_none(
    sides: Sides, module: Module, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, other = sides("tutorial", module('chapter [ST 1] "Let go"\n\ndrop move.carried [ST 1.1] "they jump off"\n'))
    two = compare(base, other)
    settling = Settling(two)
    (difference,) = two.structure.that_count
    trials = (trial for trial in settling._trials(difference) if isinstance(trial, CaseTrial))
    asked = ((trial, trial.ask()) for trial in trials)
    answered, found = next((trial, found) for trial, found in asked if found is not None and found.differs)
    assert isinstance(found.base, CaseOutcome)
    stopping = _Stopping(found.base)

    def question_of(*tried: object) -> str:
        monkeypatch.setattr(settling, "_trials", lambda difference: iter(tried))
        witness = settling.settle(difference).witness
        assert witness is not None
        return witness.question

    assert question_of(stopping) == "stopped"
    assert question_of(stopping, answered) != "stopped"


WHISTLES = """\
chapter [ST 1] "How dogs whistle" if option whistles

option whistles [ST 1.1]
  "A dog may whistle."
  default off

action yap [ST 1.2]
  open in moving
  pick yapper(u: unit)

rule yap.dogs [ST 1.3]
  forbids yap.yapper
  when u is not a dog
  says "{u} cannot"

rule yap.startled [ST 1.4]
  forbids yap.yapper
  when u is startled
  says "{u} is startled"
"""


def test_a_rule_that_cuts_back_what_comes_with_it_is_shown_by_the_variant_with_and_without_it(
    sides: Sides, module: Module
) -> None:
    other = module(WHISTLES)
    base, variant = sides(other, f"{other} with whistles=on")
    two = compare(base, variant)
    (difference,) = [d for d in to_settle(two.structure) if d.name == "yap.dogs"]
    witness = Settling(two).settle(difference).witness
    assert witness is not None
    said = {name: told.short.partition(":")[0] for name, told in witness.answers}
    assert said == {"base": "refused", "variant": "refused", "variant without this rule": "legal"}
    assert "option `whistles` is off" in witness.base.short
    assert witness.note.startswith("Both laws answer the same here, but not for the same reason: ")


def test_a_rule_is_not_shown_where_the_change_makes_the_difference_without_it(sides: Sides, module: Module) -> None:
    law = 'chapter [ST 1] "Tired"\n\nrule bar.one [ST 1.1]\n  forbids move.mover\n  when u is a dog\n'
    law += '  says "{u} is tired"\n\nrule bar.two [ST 1.2]\n  forbids move.mover\n  when u is a beast\n'
    law += '  says "{u} is tired"\n'
    found = settled(sides, module(law))
    assert all(each.witness is not None for each in found.values())
    two = found["rule:bar.two"].witness
    assert two is not None
    assert " (dog)" not in two.shown[0]


def test_an_exception_is_shown_where_what_it_sets_aside_forbids_and_nothing_else_does(
    sides: Sides, module: Module
) -> None:
    law = 'chapter [ST 1] "Leaps"\n\nrule bar.leap [ST 1.1]\n  lifts move.stream\n'
    law += "  when u is a beast and u is sure-footed\n"
    witness = settled(sides, module(law))["rule:bar.leap"].witness
    assert witness is not None
    assert any("stream" in line for line in witness.shown)
    assert witness.asked.startswith("whether ")


def test_a_cell_is_shown_by_what_is_read_off_it(sides: Sides, module: Module) -> None:
    cells = "table: entry-strides\ncite: [ST 1]\nacross: [boots, hooves, paws]\nrows:\n  scree: [2, 2, 9]\n"
    found = settled(sides, module('chapter [ST 1] "Scree"\n', **{"tables/entry-strides.yaml": cells}))
    (witness,) = [each.witness for each in found.values()]
    assert witness is not None
    assert witness.counters
    assert witness.variant.short == "9"


def test_of_a_rule_that_is_heard_in_vain_it_is_said_what_refuses_for_all_that(sides: Sides, module: Module) -> None:
    law = 'chapter [ST 1] "Leaps"\n\nrule bar.leap [ST 1.1]\n  lifts bar.one\n  when u is a dog\n\n'
    base = (
        'chapter [ST 2] "Shut"\n\nrule bar.one [ST 2.1]\n  forbids move.mover\n  when u is a unit\n  says "{u} waits"\n'
    )
    base += '\nrule bar.two [ST 2.2]\n  forbids move.mover\n  when u is a unit\n  says "{u} waits too"\n'
    shut, leaps = module(base, "one"), module(law + base.partition("\n\n")[2], "two")
    one, other = sides(shut, leaps)
    two = compare(one, other)
    (difference,) = to_settle(two.structure)
    found = Settling(two).settle(difference, seconds=SECONDS)
    assert found.witness is None
    assert "answer alike for all that: there what is asked is refused by bar.two" in found.in_words()
    assert "bar.one" not in found.in_words()


def test_what_a_case_calls_by_a_name_that_is_asked_about_is_told(sides: Sides, module: Module) -> None:
    law = module('chapter [ST 1] "x"\n', **{"cases/led.cases.yaml": NAMED})
    case = next(case for case in named_cases(*sides("tutorial", law)).values() if case.id == "led.named")
    position = begun(case, sides("tutorial", law)[0])
    assert position is not None
    assert "s is contest(pusher = otto, rival = flo)" in standing(position, "push(otto, s)", case)
    assert not any(line.startswith("s is ") for line in standing(position, "otto is startled", case))


NAMED = """cases:
  - id: led.named
    shows: [ST 1]
    board: hollow
    pieces: {otto: {type: ram, side: sunside, at: 0206}, flo: {type: ewe, side: shadeside, at: 0306}}
    let: {s: "contest(pusher = otto, rival = flo)"}
    ask: push(otto, s)
    expect: 6
"""


def test_a_rule_that_bears_on_what_an_option_brings_is_shown_under_that_option(sides: Sides, module: Module) -> None:
    calm = 'chapter [ST 2] "Calm dogs"\n\nrule yap.calm [ST 2.1]\n  lifts yap.startled\n  when u is a dog\n'
    one, other = sides(module(WHISTLES, "one"), module(WHISTLES, "two", **{"02.law": calm}))
    two = compare(one, other)
    (difference,) = to_settle(two.structure)
    assert {tuple(trial.chosen.options.items()) for trial in made_up(one, other, difference, 6)} == {
        (("whistles", True),)
    }
    witness = Settling(two).settle(difference).witness
    assert witness is not None
    assert witness.shown[0] == "with whistles=on under both: A dog may whistle."
    assert (witness.base.short.partition(":")[0], witness.variant.short) == ("refused", "legal")


def test_in_a_position_that_is_made_up_it_is_the_turn_of_who_does_something(sides: Sides, module: Module) -> None:
    law = 'chapter [ST 1] "Turns"\n\nrule bar.not-theirs [ST 1.1]\n  forbids move.mover\n  when u.side is not acting\n'
    law += (
        '  says "{u} waits"\n\nrule bar.dogs [ST 1.2]\n  forbids move.mover\n  when u is a dog\n  says "{u} sleeps"\n'
    )
    law, dogs = law.split("\nrule bar.dogs")
    one, other = sides(module(law, "one"), module(f"{law}\nrule bar.dogs{dogs}", "two"))
    (difference,) = to_settle(compare(one, other).structure)
    assert any(trial.ask() is not None for trial in made_up(one, other, difference, 20))


def test_what_is_left_of_the_time_is_shared_out_among_witnesses() -> None:
    """Of two processes each has three to settle, and 100 seconds for them: 33 or, as the clock runs, 32 each."""
    told: Any = SimpleNamespace(settle=lambda difference, *, seconds, last: seconds)
    six: Any = [SimpleNamespace(key=f"rule:{number}") for number in range(6)]
    assert settle_all(told, six, 1, seconds=20) == [20] * 6
    assert [each.in_words() for each in settle_all(told, six, 1, seconds=20, until=0)] == [
        "the time was over before an example was found"
    ] * 6
    shared = settle_all(told, six, 2, seconds=90, until=monotonic_ns() + 100 * NANO)
    assert {*shared} <= {32, 33}  # type: ignore[comparison-overlap]
