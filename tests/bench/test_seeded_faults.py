"""A slice of the seeded-fault run (bench/seeded_faults.py): whatever is wrong with law, nothing falls over."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest


@pytest.fixture(scope="module")
def faults(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("seeded_faults")


@pytest.fixture(scope="module")
def library(faults: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return faults.Library(tmp_path_factory.mktemp("law").resolve())


def test_every_misspelt_name_is_noticed_by_check(faults: Any, library: Any) -> None:
    results = faults.run(library, 7, 12, [faults.MISSPELT], lambda number: True)
    assert len(results) == 12
    assert [str(r) for r in results if r.noticed_by != "check"] == []


def test_a_fault_of_each_sort_is_tried_without_falling_over(faults: Any, library: Any) -> None:
    others = [sort for sort in faults.SORTS.values() if sort != faults.MISSPELT]
    before = {p: p.read_bytes() for p in library.folder.rglob("*") if p.is_file()}
    results = faults.run(library, 3, len(others), others, lambda number: True)
    assert {r.place.sort for r in results} == set(others)
    assert all(r.was != r.now for r in results), "each of them changed something"
    assert {p: p.read_bytes() for p in library.folder.rglob("*") if p.is_file()} == before, "and was taken back"


def test_the_same_seed_makes_the_same_faults(faults: Any, library: Any) -> None:
    def drawn(seed: int) -> list[tuple[str, str]]:
        places = library.some(Random(seed), 40, list(faults.SORTS.values()))
        return [(str(p.span), p.change(Random(seed))) for p in places]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)
    assert len(drawn(1)) == 40
