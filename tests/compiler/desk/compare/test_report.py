"""How much of a comparison is told: the first of much, and how many there are besides."""

from __future__ import annotations

import pytest

from hexlaw.compiler.desk.compare.report import MAX_CASES, MAX_STANDING, listed, standing
from hexlaw.compiler.desk.compare.verdicts import CaseDiffers, CaseVerdict, DifferingCases, Verdicts


@pytest.mark.parametrize(("number", "more"), [(0, []), (MAX_STANDING, []), (MAX_STANDING + 1, ["... and 1 more"])])
def test_of_much_that_stands_somewhere_the_first_is_told(number: int, more: list[str]) -> None:
    lines = [f"unit {n} in A-{n}" for n in range(number)]
    assert [*standing(lines)] == lines[:MAX_STANDING] + more


@pytest.mark.parametrize("everything", [False, True])
def test_of_a_cause_with_many_cases_the_first_that_ask_no_rule_are_listed_or_all(everything: bool) -> None:
    asked = ["rule r applies", *(f"boat-{n} may sail" for n in range(MAX_CASES + 1))]
    yes, no = CaseVerdict("yes"), CaseVerdict("no", passed=False)
    cases = tuple(CaseDiffers(a, "", a, "", yes, no, ("rule:r",)) for a in asked)
    found = listed(Verdicts(0, 0, (DifferingCases(("rule:r",), "", cases),)), everything=everything)
    assert found == [*(cases if everything else cases[1 : MAX_CASES + 1])]
