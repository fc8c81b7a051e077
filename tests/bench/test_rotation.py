"""What is run by rotation (bench/rotation.py): a part a day, of scripts and tests that there are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def rotation(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("rotation")


def test_each_part_has_its_day(rotation: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    days = []
    for number in range(len(rotation.PARTS)):
        monkeypatch.setattr(rotation, "DAY", (date(2026, 2, 27) + timedelta(number)).isoformat())
        days.append(rotation.of_today())
    assert sorted(days) == sorted(rotation.PARTS)


def test_each_long_test_has_its_day(rotation: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "WHOLE", False)
    assert all((ROOT / folder).is_dir() for folder in rotation.DAYS)
    tests = [f"{folder}/test_reef.py::test_{number}" for folder in rotation.DAYS for number in range(20)]
    due: list[str] = []
    for number in range(max(rotation.DAYS.values())):
        monkeypatch.setattr(rotation, "DAY", (date(2026, 2, 27) + timedelta(number)).isoformat())
        due += filter(rotation.is_due, tests)
        assert rotation.is_due("tests/compiler/test_reef.py::test_1"), "what takes no long time is run every day"
    assert {*due} == {*tests}
    assert len(due) < 2 * len(tests)


def test_what_takes_too_long_is_stopped_and_what_failed_before_counts(
    rotation: Any, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    parts = {"slow": ("serves for ever", ["-m http.server 0"]), "wrong": ("is none", ["bench/rotation.py nothing"])}
    monkeypatch.setattr(rotation, "PARTS", parts)
    assert rotation.run("slow", 0.02)
    assert "no time for the end of" in capfd.readouterr().out
    assert not rotation.run("wrong", 1)


def test_what_is_run_is_there(rotation: Any) -> None:
    words = [word for _, commands in rotation.PARTS.values() for command in commands for word in command.split()]
    assert [word for word in words if "/" in word and not word[0].isdigit() and not (ROOT / word).exists()] == []


def test_the_list_names_every_part_and_how_it_is_run(rotation: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert rotation.main([]) == 0
    told = capsys.readouterr().out
    assert all(f"python bench/rotation.py {name} " in told for name in rotation.PARTS)
    assert told.count(" (of today)") == 1


def test_little_is_drawn_and_all_where_everything_is_wanted(rotation: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "WHOLE", False)
    some = rotation.drawn("tide", 2)
    assert len(some) == 2
    assert rotation.drawn("edit", 2) == some, "in whatever order they stand"
    monkeypatch.setattr(rotation, "WHOLE", True)
    assert rotation.drawn("tide", 2) == [*"deit"]
