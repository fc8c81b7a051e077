"""A slice of bench/asked.py: questions and play give the same verdicts, and dice fall as the odds say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rotation import WHOLE, drawn

from hexlaw.runtime.play import pick_query


@pytest.fixture
def compared(capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]) -> Callable[..., tuple[int, str]]:
    def run(*args: str) -> tuple[int, str]:
        return bench_script("asked").main([*args, "--seed", "slice"]), capsys.readouterr().out

    return run


def test_play_and_questions_judge_every_candidate_of_the_tutorial_alike(compared: Any) -> None:
    tutorial = ("--module", "tutorial", "--players", "random")
    status, told = compared(*tutorial, "--decisions", "90", "--every", "6", "--throws", "200")
    assert status == 0, told
    assert told.count(" 30 decisions") == 3
    assert "in all: 90 decisions" in told
    assert told.count(" 0 unlike") == 5


@pytest.mark.parametrize(
    ("module", "situation"),
    drawn([("panzer-grenadier", "crossroads"), ("panzerblitz", "rear-area-raid"), ("panzer-leader", "arnhem")], 1),
)
def test_published_situations_are_judged_alike(compared: Any, module: str, situation: str) -> None:
    each = 4 if WHOLE else 1  # the evaluator judges the candidates of a decision in up to a minute
    status, told = compared("--module", module, "--situation", situation, "--decisions", str(2 * each), "--every", "9")
    assert status == 0, told
    assert f"random: {each} decisions" in told
    assert "in 1 situations" in told


def test_a_question_that_looks_no_further_than_its_pick_is_noticed(
    compared: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pick_query, "refused_for_what_comes", lambda *given: [])
    status, told = compared("--module", "tutorial", "--decisions", "180", "--every", "3")
    assert status == 1, told
    assert "asked legal" in told
