"""Changes whose sign any player knows (bench/power.py): the list, and how what is said of one is judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.compare.findings import Finding, Findings
from hexlaw.compiler.pipeline import compile_modules

SIDES = ("german", "russian")


@pytest.fixture(scope="module")
def power(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("power")


def test_the_list_has_as_many_of_each_sort_as_were_settled_beforehand(power: Any) -> None:
    found = power.changes()
    assert len({change.id for change in found}) == len(found) == 26
    assert Counter(change.size for change in found) == {"small": 7, "large": 13, "none": 6}
    assert {change.size == "none" for change in found if not change.helps} == {True}


@pytest.mark.parametrize("name", ["ewe", "handicap", "names-of-beasts", "four-grenadiers"])
def test_a_change_is_a_variant_of_the_law_that_it_names(power: Any, name: str, tmp_path: Path) -> None:
    (change,) = power.changes([name])
    diagnostics = Diagnostics()
    compilation = compile_modules(str(change.write(tmp_path)), diagnostics)
    assert compilation is not None
    assert not [d for d in diagnostics if d.level == "error"]


def finding(of: str, way: int, wrong: Fraction) -> Finding:
    found = Finding(of, wrong=wrong)
    found.differences.add(Fraction(way))
    return found


SURE, UNSURE = Fraction(1, 30), Fraction(1, 10)


@pytest.mark.parametrize(
    ("name", "wins", "losses", "verdict"),
    [
        ("guns", (1, SURE), (0, UNSURE), "right"),
        ("guns", (-1, SURE), (1, SURE), "wrong"),  # whom it helps counts for more than a count
        ("guns", (1, UNSURE), (1, SURE), "right"),
        ("guns", (1, UNSURE), (-1, SURE), "wrong"),
        ("guns", (1, UNSURE), (1, UNSURE), "silent"),
        ("nine-needed", (1, UNSURE), (1, SURE), "silent"),  # losses are not what any player knows there
        ("names-of-tanks", (1, UNSURE), (1, SURE), "wrong"),
        ("names-of-tanks", (1, UNSURE), (1, UNSURE), "silent"),
    ],
)
def test_what_is_said_is_judged(
    power: Any, name: str, wins: tuple[int, Fraction], losses: tuple[int, Fraction], verdict: str
) -> None:
    (change,) = power.changes([name])
    found = Findings((finding("german", *wins),), (finding("Russian units lost", *losses),), "")
    assert power.judged(change, found, SIDES) == verdict
