"""Judging a case: each sort of expectation passes where it should, and fails where it should."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.desk.cases import judge
from hexlaw.compiler.pipeline import Compilation

LAW = """action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board costs 1 counted in u.spent does:
    move u to there
reach ways(u: boat, there: hex): fathoms
  by sail.step
rule bar.far [1]
  forbids sail.step
  when u.spent >= 1
rule bar.shoal [1]
  forbids sail.step
  when there is shoal
fact toll(u: boat): fathoms
rule toll.a [1]
  when u is lit
  toll(u) is 1 1/2
rule toll.b [1]
  when u is lit and u is moored
  toll(u) is 2
fact crowd(u: boat) collects boat
rule crowd.all [1]
  for each v in u.shadows
  crowd(u) includes v
effect flip(u: boat):
  roll 1d6 as pip
  if pip > 4:
    mark u as lit
option fog
  "Fog."
option night
  excludes fog
"""
PIECES = (
    "{a: {kind: boat, at: A-1, shadows: [b, c]}, b: {kind: boat, lit: yes}, c: {kind: boat, lit: yes, moored: yes}}"
)

PASSES = [
    ("may sail.step(a, A-2)", "legal"), ("may sail.step(a, A-3)", "refused"), ("may sail.step(a, B-1)", "{refused-by: bar.shoal}"),
    ("may sail.step(a, B-1)", "{refused-by: [bar.shoal]}"), ("toll(b)", "1 1/2"), ("toll(b) = 3/2", "yes"), ("a.mood", "drowsy"),
    ("crowd(a)", "[c, b]"), ("crowd(b)", "[]"), ("a.hex", "A-1"), ("a", "a"), ("a.friend", "none"), ("after flip(a): a is lit", "{chances: {yes: 1/3, no: 2/3}}"),
    ("reach ways(a)", "{reaches: {A-2: 1}}"), ("reach ways(a)", "{not-reached: [A-3, B-1]}"), ("reach ways(a)", "{reaches: {A-2: 1}, not-reached: [A-4]}"),
    ("toll(c)", "{conflict: [toll.a, toll.b]}"), ("toll(c)", "{conflict: [toll.b]}"), ("toll(a)", "{hole: yes}"), ("toll(b)", "{hole: no}"),
]  # fmt: skip
FAILS = [
    ("may sail.step(a, A-2)", "refused"), ("may sail.step(a, A-3)", "legal"), ("may sail.step(a, B-1)", "{refused-by: bar.far}"),
    ("may sail.step(a, B-1)", "{refused-by: [bar.shoal, bar.far]}"), ("may sail.step(a, A-2)", "{refused-by: bar.shoal}"),
    ("toll(b)", "1"), ("a.mood", "wild"), ("crowd(a)", "[b]"), ("crowd(a)", "[b, c, a]"), ("crowd(a)", "[b, b]"), ("a", "b"),
    ("after flip(a): a is lit", "{chances: {yes: 1/2, no: 1/2}}"), ("after flip(a): a is lit", "{chances: {yes: 1/3}}"),
    ("reach ways(a)", "{reaches: {A-2: 2}}"), ("reach ways(a)", "{reaches: {A-4: 1}}"), ("reach ways(a)", "{not-reached: [A-2]}"),
    ("toll(b)", "{conflict: [toll.a]}"), ("toll(c)", "{conflict: [crowd.all]}"), ("toll(b)", "{hole: yes}"), ("toll(a)", "{hole: no}"), ("toll(c)", "2"),
    ("toll(a)", "1"),
]  # fmt: skip
WRONG = [
    ("may sail.step(a, A-2)", "yes"), ("toll(b)", "legal"), ("toll(b)", "{refused-by: bar.shoal}"), ("may sail.step(a, A-2)", "{refused-by: no-such-rule}"),
    ("after flip(a): a is lit", "yes"), ("reach ways(a)", "3"), ("reach ways(a)", "{reaches: {Z-9: 1}}"), ("toll(b)", "{stands: yes}"),
    ("toll(b)", "{chances: {yes: 1}}"), ("after flip(a): a is lit", "{chances: {yes: 1/2, no: 2/3}}"),
    ("after flip(a): a is lit", "{chances: {yes: often}}"), ("toll(b)", "wild"), ("toll(b)", "1 / 0"),
]  # fmt: skip


@pytest.fixture
def law(bench: Any) -> Compilation:
    made: Compilation = bench.compiled(LAW)
    return made


def judged(bench: Any, law: Compilation, ask: str, expect: str) -> Any:
    return bench.case(law, ask, expect, pieces=PIECES, hexes="{B-1: {shoal: yes}}")


@pytest.mark.parametrize(("ask", "expect"), PASSES)
def test_passes(bench: Any, law: Compilation, ask: str, expect: str) -> None:
    outcome = judged(bench, law, ask, expect)
    assert outcome.passed, (outcome.got, list(outcome.diagnostics))
    assert not outcome.diagnostics.has_errors


@pytest.mark.parametrize(("ask", "expect"), FAILS)
def test_fails(bench: Any, law: Compilation, ask: str, expect: str) -> None:
    outcome = judged(bench, law, ask, expect)
    assert not outcome.passed
    assert not outcome.diagnostics.has_errors, list(outcome.diagnostics)
    assert outcome.expected
    assert outcome.got


@pytest.mark.parametrize(("ask", "expect"), WRONG)
def test_expectations_that_make_no_sense(bench: Any, law: Compilation, ask: str, expect: str) -> None:
    outcome = judged(bench, law, ask, expect)
    assert not outcome.passed
    assert outcome.diagnostics.has_errors


def test_a_permission_expected_of_a_value(bench: Any, law: Compilation) -> None:
    (finding,) = judged(bench, law, "a is lit", "legal").diagnostics
    assert finding.code == "HX317"
    assert finding.help == "begin it with `may` to ask for a permission, or expect the value"


def test_an_unknown_option_is_told_where_it_stands(bench: Any, law: Compilation) -> None:
    outcome = bench.case(law, "1 + 1", "2", more="    with: {options: {fgo: on}}\n")
    (finding,) = outcome.diagnostics
    assert (finding.message, finding.help) == ("there is no option `fgo`", "did you mean `fog`?")
    assert finding.span.source.text[finding.span.start : finding.span.end] == "fgo"


@pytest.mark.parametrize(
    ("configure", "expect", "passes"),
    [
        ("{options: {fog: on, night: on}}", "{refused: exclude each other}", True), ("{options: {fog: on}}", "{stands: yes}", True),
        ("{options: {fog: on}}", "refused", False), ("{options: {mist: on}}", "refused", True), ("{options: {fog: on}}", "{stands: no}", False),
        ("{module: no-such-module}", "{refused: no module}", True), ("{options: {fog: on, night: on}}", "{refused: something else}", False),
    ],
)  # fmt: skip
def test_configurations(bench: Any, law: Compilation, configure: str, expect: str, passes: bool, tmp_path: Any) -> None:
    from hexlaw.compiler.base.diagnostic import Diagnostics
    from hexlaw.compiler.desk.cases.judge import run_case
    from hexlaw.compiler.situations.case_files import read_cases

    path = tmp_path / "x.cases.yaml"
    path.write_text(f"cases:\n  - id: a\n    configure: {configure}\n    expect: {expect}\n")
    file = read_cases(path, "x", Diagnostics())
    assert file is not None
    outcome = run_case(file.cases[0], law)
    assert outcome.passed is passes
    assert not outcome.diagnostics.has_errors


def test_what_replaces_a_rule_refuses_in_its_place(bench: Any) -> None:
    """The base's cases hold under a variant that says the same otherwise; they fail where it no longer says so."""
    base = bench.write(LAW, name="port")
    ask, expect = "may sail.step(a, B-1)", "{refused-by: bar.shoal}"
    anew = "rule bar.shallows [H 2]\n  replaces bar.shoal\n  forbids sail.step\n  when there is shoal\n"
    again = anew.replace("bar.shallows", "bar.banks").replace("bar.shoal", "bar.shallows")
    one = bench.variant(base, anew, name="anew")
    assert judged(bench, bench.compiled(one), ask, expect).passed
    assert judged(bench, bench.compiled(bench.variant(one, again, name="again")), ask, expect).passed
    other = bench.variant(
        base, "drop bar.shoal [H 2]\nrule bar.all [H 2]\n  forbids sail.step\n  when u is u\n", name="o"
    )
    assert not judged(bench, bench.compiled(other), ask, expect).passed


TOLL = """fact toll(): fathoms
rule toll.clear [1]
  toll() is 1
"""
TOLL_OF_A_YEAR = """rule toll.of-{year} [1]
  over toll.clear
  in force from {year}
  in force until {after}
  toll() is {toll}
"""


def test_cases_by_turns_are_each_judged_by_the_law_that_they_choose(bench: Any) -> None:
    """Of more laws than are kept: each comes a second time when it has been let go of."""
    tolls = {1900 + n: 100 + n for n in range(judge.MAX_LAWS + 4)}
    law = bench.compiled(TOLL + "".join(TOLL_OF_A_YEAR.format(year=y, after=y + 1, toll=n) for y, n in tolls.items()))
    for year, toll in (*tolls.items(), (1800, 1), *tolls.items()):
        assert bench.case(law, "toll()", str(toll), more=f"    with: {{as-of: {year}}}\n").passed, year


@pytest.mark.parametrize(
    ("ask", "got"),
    [
        ("a.mood is drowsy and a.hex is A-2 and b is moored",
         "no\n            a.hex is A-2: it is A-1\n            b is moored does not hold"),
        ("a.hex is A-2", "no\n            a.hex is A-2: it is A-1"),
        ("a is moored", "no"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_told_with_what_is_there(bench: Any, law: Compilation, ask: str, got: str) -> None:
    assert judged(bench, law, ask, "yes").got == got


def test_a_chance_cannot_be_read_as_part_of_its_outcome(bench: Any, law: Compilation) -> None:
    outcome = judged(bench, law, "after flip(a): a is lit", "{chances: {yes: 1/2, no: 1/2}}")
    assert (outcome.expected, outcome.got) == ("chances yes (1/2), no (1/2)", "no (2/3), yes (1/3)")
