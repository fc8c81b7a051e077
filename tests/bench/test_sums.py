"""Kept sums against their terms (bench/sums.py): a slice, in which carriers, landings and assaults come up."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture(scope="module")
def sums(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("sums")


@pytest.mark.parametrize("situation", ["tutorial/early-snow", "panzer-leader/utah-beach"])
def test_kept_sums_come_to_what_their_terms_come_to(sums: Any, situation: str, capsys: Any) -> None:
    told = ["--situation", situation, "--most-answers", "300", "--seed", os.environ["HEXLAW_DAY"]]
    assert sums.main(told) == 0, capsys.readouterr().out
    assert " compared, 0 differ" in capsys.readouterr().out


def test_a_sum_that_is_off_by_one_is_told(sums: Any) -> None:
    (arena,) = sums.arenas(["tutorial/early-snow"])

    class OffByOne(sums.Found):  # type: ignore[misc, name-defined]
        def compare(self, s: Any, name: str, args: tuple[Any, ...], got: Any) -> None:
            super().compare(s, name, args, got if s.spec.sums[name].is_set else got + 1)

    found = OffByOne(1)
    sums.play(arena.prepared, "greedy", "1", found, 60)
    assert found.differ
