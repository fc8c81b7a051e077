"""How much a program gains by an action, as it is told at the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexlaw.compiler.playing.reasons import reason
from hexlaw.runtime.play.motives import Motive

NOBODY: Any = None  # no law and no position are asked where there is a number alone


@pytest.mark.parametrize(
    ("gain", "told"), [(Fraction(3), "3"), (Fraction(3, 2), "1 1/2"), (Fraction(35, 18), "about 1.9")]
)
def test_an_average_that_nobody_would_read_is_told_as_about_so_much(gain: Fraction, told: str) -> None:
    assert reason(Motive((), (), gain, (), follows=False), NOBODY, NOBODY) == f"worth {told} more to them"
