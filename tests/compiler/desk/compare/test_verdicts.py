"""Every case of two laws under both of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexlaw.compiler.desk.cases import script
from hexlaw.compiler.desk.cases.judge import CaseOutcome, run_case
from hexlaw.compiler.desk.compare.differences import Difference, Structure
from hexlaw.compiler.desk.compare.report import in_lines
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.compiler.desk.compare.verdicts import (
    CaseDiffers,
    CasesCompared,
    CaseVerdict,
    Verdicts,
    causes,
    compare_verdicts,
    named_cases,
)
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case
from hexlaw.compiler.workspace import testing
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game

Sides = Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]
Module = Callable[..., str]
NOTHING = Structure((), {})


def compared(sides: Sides, base: str, variant: str, only: str = "", processes: int = 1) -> Verdicts:
    two = sides(base, variant)
    return compare_verdicts(compare(*two), processes, only)


def test_a_law_gives_the_verdicts_that_it_gives(sides: Sides) -> None:
    verdicts = compared(sides, "tutorial", "tutorial", only="moving")
    assert verdicts.differing == 0
    assert verdicts.alike > 5


def test_what_differs_is_put_down_to_the_rule_that_had_a_say(sides: Sides) -> None:
    (cause,) = compared(sides, "tutorial", "tutorial with clouds=on", only="clouds").causes
    assert cause.keys == ("rule:clouds.whistle",)
    (case,) = cause.cases
    assert (case.base.short, case.variant.short) == ("yes", "no")
    assert any(line.startswith("anna (shepherd) at ") for line in case.shown), case.shown
    assert any("cloud" in line for line in case.variant.reasons)
    assert not any("cloud" in line for line in case.base.reasons)


def test_nothing_is_asked_of_a_case_again_that_is_known_under_the_base(
    sides: Sides, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = compare(*sides("tutorial", "tutorial with clouds=on"))
    cases = named_cases(two.base, two.variant)
    first = CasesCompared(two, cases, 1)
    first.ask(of_base=True)
    run: list[object] = []

    def counted(case: Case, compilation: Compilation, chosen: Configuration, **more: Any) -> CaseOutcome:
        run.append(chosen)
        return run_case(case, compilation, chosen, **more)

    monkeypatch.setattr("hexlaw.compiler.desk.compare.verdicts.run_case", counted)
    again = CasesCompared(two, cases, 1, first.known)
    again.ask()
    assert again.verdicts().differing == 1
    assert sum(chosen is two.base.chosen for chosen in run) == 1  # for its reasons
    assert again.verdicts() == compare_verdicts(two, 1)


def test_cases_are_played_on_printed_laws_with_the_same_verdicts(sides: Sides, monkeypatch: pytest.MonkeyPatch) -> None:
    games = list[Game]()

    def made(*args: Any, **more: Any) -> Game:
        games.append(Game(*args, **more))
        return games[-1]

    monkeypatch.setattr(script, "Game", made)
    plain = compared(sides, "tutorial", "tutorial with clouds=on")
    number = len(games)
    assert all(game.is_evaluated for game in games)
    monkeypatch.setattr(testing, "MANY_PLAYED", 10)
    two = compare(*sides("tutorial", "tutorial with clouds=on"))
    assert compare_verdicts(two, 1, print_played=testing.print_played) == plain
    assert number > 20
    assert [game.is_evaluated for game in games[number:]] == [False] * number, "the case that differs is not played"


def test_what_is_nearest_to_a_change_is_asked_first_and_the_rest_is_counted(sides: Sides, module: Module) -> None:
    two = compare(*sides("tutorial", module()))
    found = CasesCompared(two, named_cases(two.base, two.variant), 1)
    found.ask(of_base=True)
    found.ask(most=8)
    verdicts = found.verdicts()
    assert verdicts.all == 8
    assert verdicts.differing > 0
    assert verdicts.not_asked == len(found.cases) - 8


def test_what_differs_by_a_figure_is_put_down_to_the_unit(sides: Sides, module: Module) -> None:
    heavier = module("", **{"units/mine.csv": "id,weight,source\newe,7,ST 3\nlamb,5,ST 3\n"})
    causes = compared(sides, "tutorial", heavier, only="ram-and-ewe").causes
    assert [(cause.keys, cause.in_words) for cause in causes] == [(("unit:ewe",), "`ewe`")]


def test_cases_that_ask_whether_a_rule_applies_are_told_last_and_only_where_there_are_no_others() -> None:
    verdict = CaseVerdict("yes", ("yes",)), CaseVerdict("no", ("no",))

    def differs(asked: str) -> CaseDiffers:
        return CaseDiffers(f"asks.{len(asked)}", "", asked, "", *verdict, ("rule:wet",))

    inward, outward = differs("wet applies"), differs("x is dry")
    (cause,) = causes([inward, outward])
    assert cause.cases == (outward, inward)
    lines = in_lines("verdicts", Verdicts(0, 0, (cause,)), NOTHING)
    told = [line for line in lines if line.startswith("    ")]
    assert told[0].startswith("    asks.8: x is dry")
    assert told[-1] == "    ... and 1 more"
    assert "wet applies" in "".join(in_lines("verdicts", Verdicts(0, 0, causes([inward])), NOTHING))


FAR_OFF = """\
cases:
  - id: far.advice
    shows: [ST 1.1]
    board: hollow
    pieces: {rosa: {type: ewe, side: sunside, at: 0505}, anna: {type: shepherd, side: sunside, at: 0505}}
    ask: outlook(rosa)
    expect: 12
  - id: far.long
    shows: [ST 1.1]
    board: hollow
    pieces:
      rosa: {type: ewe, side: sunside, at: 0505}
      otto: {type: ram, side: sunside, at: 0404}
      emma: {type: ewe, side: sunside, at: 0604}
      anna: {type: shepherd, side: sunside, at: 0505}
    ask: rosa is content
    expect: yes
  - id: far.short
    shows: [ST 1.1]
    board: hollow
    pieces: {rosa: {type: ewe, side: sunside, at: 0505}, anna: {type: shepherd, side: sunside, at: 0505}}
    ask: rosa is content
    expect: yes
"""


def test_cases_of_game_law_come_before_advice_and_short_ones_before_long_ones(sides: Sides, module: Module) -> None:
    law = 'chapter [ST 1] "Dry hay"\n\ndrop content.clover [ST 1.1] "they want hay"\n'
    variant = module(law, **{"cases/far.cases.yaml": FAR_OFF})
    (cause,) = compared(sides, "tutorial", variant, only="far.").causes
    assert [case.id for case in cause.cases] == ["far.short", "far.long", "far.advice"]


def test_that_no_case_notices_a_change_is_not_told_as_if_nothing_changed() -> None:
    wet, dry = Difference("new", "rule", "wet"), Difference("new", "rule", "dry")
    first, *rest = in_lines("verdicts", Verdicts(7, 0, ()), Structure((wet,), {}))
    assert first == "7 cases under both: none of them notices the change"
    said = " ".join(" ".join(rest).split())
    assert said.startswith("That does not mean that nothing changes: ")
    assert "`--witness`" in said
    (only,) = in_lines("verdicts", Verdicts(7, 0, ()), NOTHING)
    assert only == "7 cases under both: no verdict differs"

    verdict = CaseVerdict("yes", ("yes",)), CaseVerdict("no", ("no",))
    of_wet = CaseDiffers("a", "", "x is dry", "", *verdict, ("rule:wet",))
    by_figure = CaseDiffers("b", "", "x is dry", "", *verdict, ())
    both_rules = Structure((wet, dry), {})

    def told(structure: Structure, *differing: CaseDiffers) -> str:
        return "\n".join(in_lines("verdicts", Verdicts(6, 0, causes(differing)), structure))

    assert "  No case notices rule dry. That does not mean" in told(both_rules, of_wet)
    assert "No case notices" not in told(Structure((wet,), {}), of_wet)
    assert "No case notices" not in told(both_rules, of_wet, by_figure)


def test_a_case_that_only_one_law_can_be_asked_is_no_verdict_that_differs(sides: Sides, foggy: str) -> None:
    verdicts = compared(sides, "tutorial", foggy, only="foggy")
    assert (verdicts.differing, verdicts.of_one, verdicts.alike) == (0, 3, 0)
    assert [(cause.in_words, [case.id for case in cause.cases]) for cause in verdicts.causes] == [
        ("asked of the variant only: there is no option `fog`", ["foggy.option"]),
        ("asked of the variant only: there is no dispute `grass`", ["foggy.reading"]),
        ("asked of the variant only: there is no situation `morning`", ["foggy.situation"]),
    ]
    by_option, *_, in_situation = (case for cause in verdicts.causes for case in cause.cases)
    assert by_option.variant.short == in_situation.variant.short == "sunside"
    assert by_option.shown[0] == "with fog=on"
    assert any(line.startswith("bert (shepherd) at 0805") for line in in_situation.shown), in_situation.shown
    turned = compared(sides, foggy, "tutorial", only="foggy")
    assert [cause.in_words.partition(":")[0] for cause in turned.causes] == ["asked of the base only"] * 3
    lines = list(in_lines("verdicts", verdicts, compare(*sides("tutorial", foggy)).structure))
    assert lines[0] == "no case was run"
    assert lines[1] == "  3 more are asked of one of the two laws only"


def test_processes_change_nothing(sides: Sides) -> None:
    one, two = (compared(sides, "tutorial", "tutorial with clouds=on", "c", n) for n in (1, 2))
    assert one == two


LED = """\
chapter [ST 1] "Led about"

rule bar.led [ST 1.1]
  replaces move.carried
  forbids move.mover
  when u.holder is not none
  says "{u} is led by {u.holder}"
"""


def test_a_rule_that_stands_in_the_place_of_another_refuses_in_its_stead(sides: Sides, module: Module) -> None:
    verdicts = compared(sides, "tutorial", module(LED))
    assert verdicts.differing == 0
    assert verdicts.other_reason == 0


def test_a_refusal_by_another_rule_is_alike_and_counted(sides: Sides, module: Module) -> None:
    law = LED.replace("  replaces move.carried\n", "") + '\ndrop move.carried [ST 1.2] "no longer"\n'
    verdicts = compared(sides, "tutorial", module(law))
    assert verdicts.differing == 0
    assert verdicts.other_reason > 0


@pytest.mark.parametrize("step", ["{refused: {move.step: 0704}, by: move.stream}", "{move.step: 0704}"])
def test_a_step_that_is_refused_by_another_rule_is_refused(sides: Sides, module: Module, step: str) -> None:
    law = (
        'chapter [ST 1] "Dry dogs"\n\nrule bar.dry [ST 1.1]\n  forbids move.step\n'
        '  when u is dog and side-between(here, there) is stream\n\ndrop move.stream [ST 1.2] "no longer"\n'
    )
    case = (
        "cases:\n  - id: dry.dog\n    shows: [ST 1.1]\n    board: hollow\n    acting: sunside\n    now: moving\n"
        "    pieces: {anna: {type: shepherd, side: sunside, at: 0604}, rex: {type: dog, side: sunside, at: 0604}}\n"
        f"    play: [{{move.mover: rex}}, {step}]\n    ask: rex.side\n    expect: sunside\n"
    )
    verdicts = compared(sides, "tutorial", module(law, **{"cases/dry.cases.yaml": case}), only="dry.dog")
    assert (verdicts.differing, verdicts.alike, verdicts.of_one) == (0, 1, 0)


def test_a_case_that_one_law_does_not_know_is_told_apart(sides: Sides, module: Module) -> None:
    law = 'chapter [ST 1] "Lamps"\n\nthing lamp [ST 1]\n  stands in hex\n'
    case = "cases:\n- {id: lamp.none, board: hollow, ask: any lamp p, expect: no}\n"
    verdicts = compared(sides, "tutorial", module(law, "lamps", **{"cases/l.cases.yaml": case}), only="lamp.none")
    (cause,) = verdicts.causes
    assert not cause.cases[0].base.understood
    assert cause.cases[0].variant.short == "no"


REFUSED = """cases:
  - id: weather.thunder
    shows: [ST 1]
    configure: {options: {thunder: on}}
    expect: {refused: thunder}
"""


def test_what_a_case_says_does_not_hang_on_the_name_of_the_module(sides: Sides, module: Module) -> None:
    """A refusal that named its module counted as another verdict under a law that is the same."""
    one, other = (module(name=name, **{"cases/01.cases.yaml": REFUSED}) for name in ("one", "two"))
    verdicts = compared(sides, one, other, only="weather.thunder")
    assert (verdicts.differing, verdicts.alike) == (0, 1)
