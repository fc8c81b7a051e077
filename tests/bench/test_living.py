"""A slice of the long life (bench/living.py): a process that compiles again and again holds no more than before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def test_a_process_that_compiles_again_and_again_stays_flat(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]
) -> None:
    assert bench_script("living").main(["--times", "60"]) == 0, capsys.readouterr().out
