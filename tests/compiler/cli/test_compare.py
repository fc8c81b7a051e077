"""`hexlaw compare` as it is typed."""

from __future__ import annotations

import itertools
import json
import re
import time

import pytest

from hexlaw.compiler.cli import compare, main
from hexlaw.compiler.comparing import balance, verdicts
from hexlaw.compiler.comparing.witness import NANO

CLOUDY = "tutorial with clouds=on"


def test_equal_laws_end_with_0_and_others_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "tutorial", "tutorial", "--no-cases"]) == 0
    assert capsys.readouterr().out == "base: tutorial\nvariant: tutorial\nthe two laws do the same\n"
    assert main(["compare", "tutorial", CLOUDY, "--no-cases"]) == 1


def test_verdicts_that_differ_are_told_with_both_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "tutorial", CLOUDY, "--only", "clouds", "--processes", "1"]) == 1
    told = capsys.readouterr().out
    assert "1 verdict differs" in told
    assert "base:    yes" in told
    assert "variant: no" in told


def test_it_is_told_when_each_part_was_known(capsys: pytest.CaptureFixture[str]) -> None:
    main(["compare", "tutorial", CLOUDY, "last-fine-day", "--only", "clouds.not", "--players", "random", "--pairs", "1",
          "--timing", "--processes", "1"])  # fmt: skip
    told = [line.split(" s  ")[1] for line in capsys.readouterr().err.splitlines() if " s  " in line]
    assert told == ["what differs", "first verdict", "all verdicts", "last-fine-day: first pair"]


def test_the_seconds_bound_the_whole(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Time runs a second each time it is looked at: after the first twelve cases two seconds are over."""
    seconds = itertools.count()
    monkeypatch.setattr(time, "monotonic_ns", lambda: next(seconds) * NANO)
    for module in (compare, verdicts, balance):
        monkeypatch.setattr(module, "monotonic_ns", time.monotonic_ns)
    main(["compare", "tutorial", CLOUDY, "last-fine-day", "--players", "random", "--pairs", "3", "--seconds", "2",
          "--processes", "1"])  # fmt: skip
    told = capsys.readouterr().out
    assert re.search(r"\d changed of 12 cases asked so far, \d+ still to be asked", told)
    assert "  the time was over before the last 2 pairs" in told


def test_programs_get_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    main(["compare", "tutorial", CLOUDY, "--only", "clouds", "--json", "--processes", "1"])
    told = json.loads(capsys.readouterr().out)
    assert told["differs"] is True
    assert told["structure"][0]["name"] == "clouds"
    assert told["cases"]["causes"][0]["cases"][0]["variant"]["short"] == "no"


@pytest.mark.parametrize(
    "words",
    [["tutorail", "tutorial"], ["tutorial", "tutorial with cluods=on"], ["tutorial", "tutorial", "--processes", "0"]],
)
def test_what_is_mistyped_is_said(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *words]) == 2
    assert capsys.readouterr().err.startswith("hexlaw: ")
