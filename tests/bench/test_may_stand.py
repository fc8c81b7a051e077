"""A slice of the places of the shipped law (bench/may_stand.py): what stood there is among the first that may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rotation import WHOLE

MUST, MUST_IN_DATA = 0.8, 0.6


@pytest.mark.parametrize("module", ["tutorial", "panzer-leader"] if WHOLE else ["tutorial"])
def test_what_stood_there_is_among_the_first_five(bench_script: Callable[[str], Any], module: str) -> None:
    bench = bench_script("may_stand")
    found = {made.sort: made for made in bench.measured(module, 150, "slice", [(False, 0)])}
    assert found["names"].share >= MUST, found["names"].missed
    assert found["values"].share >= MUST, found["values"].missed
    assert found["words"].ranks.count(0) == 0, found["words"].missed


def test_without_the_company_of_words_it_is_not(
    bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is measured is the order: where nothing is known of what is likely, the script tells so."""
    bench = bench_script("may_stand")
    monkeypatch.setattr("hexlaw.compiler.here.surroundings.Company.likely", lambda *_: {})
    found = {made.sort: made.share for made in bench.measured("tutorial", 60, "slice", [(False, 0)])}
    assert found["words"] < MUST


@pytest.mark.parametrize("module", ["tutorial", "panzer-leader"] if WHOLE else ["tutorial"])
def test_what_stood_in_data_is_among_the_first_five(bench_script: Callable[[str], Any], module: str) -> None:
    found = {made.sort: made for made in bench_script("may_stand").measured_data(module, 80, "slice")}
    assert found["names"].share >= MUST_IN_DATA, found["names"].missed
    assert found["values"].share >= MUST_IN_DATA, found["values"].missed
