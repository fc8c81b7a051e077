"""A slice of the changes by lot of law that prose tells of (bench/prose_changes.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_changes_by_lot_are_told_with_old_and_new(bench_script: Callable[[str], Any]) -> None:
    counted = bench_script("prose_changes").told("tutorial", 12, seed=1)
    assert counted["figure"] + counted["modal"] == 12
    assert counted["figure"]
    assert counted["modal"]
    assert counted["untold"] == 0
