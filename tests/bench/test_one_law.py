"""A slice of the changes by lot (bench/one_law.py): where compare says that both laws are one, no games part."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

SLICE = ["--situations", "last-fine-day", "--seeds", "1", "--seed", "slice"]


def test_what_cannot_matter_is_called_one_law_and_no_such_games_part(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]
) -> None:
    assert bench_script("one_law").main([*SLICE, "--without-effect", "4", "--changes", "4"]) == 0
    told = capsys.readouterr().out
    assert "4 changes without effect: 4 called one law\n" in told
    assert re.search(r"^4 changes: \d one law, \d not exercised, \d exercised; parted 0", told, re.M)


def test_a_change_that_is_called_one_law_by_mistake_is_told(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a comparison that finds nothing, a longer day is called one law; its games part."""
    bench = bench_script("one_law")
    monkeypatch.setattr("hexlaw.compiler.desk.compare.pairs.parts_that_differ", lambda base, variant: ())
    monkeypatch.setattr(bench, "_places", _longer_days)
    monkeypatch.setattr(bench, "changed_laws", lambda law: ())
    assert bench.main([*SLICE, "--without-effect", "0", "--changes", "1"]) == 1
    told = capsys.readouterr().out
    assert "1 changes: 1 one law, 0 not exercised, 0 exercised; parted 1" in told
    assert "parted: last-fine-day: 09-day.law:" in told


def _longer_days(file: Any) -> Any:
    """The last round of a day, one later."""
    found = re.search(r"last-round: whole = (\d+)", file.read_text("utf-8"))
    if found is not None:
        yield "a number of law", *found.span(1), str(int(found[1]) + 1)
