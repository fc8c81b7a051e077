"""The form that a law is lowered to (bench/lowered.py): before any pass, after one, after all, and under options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def printed(bench_script: Callable[[str], Any], capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def run(*words: str) -> str:
        assert bench_script("lowered").main(["tutorial", *words]) == 0
        return capsys.readouterr().out

    return run


def test_passes_and_options_change_the_form(printed: Callable[..., str]) -> None:
    forms = {printed(*words) for words in ((), ("--pass", "none"), ("--pass", "settle"), ("--option", "clouds=on"))}
    assert len(forms) == 4
    assert all("\nfunction fact:entry-cost(" in form for form in forms)
    assert printed() == printed("--pass", "gather"), "the last pass"


def test_what_is_not_there_is_refused(bench_script: Callable[[str], Any], capsys: pytest.CaptureFixture[str]) -> None:
    main = bench_script("lowered").main
    assert main(["tutorial", "--option", "fog=on"]) == 2
    assert "fog" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["tutorial", "--pass", "polish"])
    assert "'polish'" in capsys.readouterr().err
