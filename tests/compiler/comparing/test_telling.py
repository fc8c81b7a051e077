"""How much of a comparison is told: the first of much, and how many there are besides."""

from __future__ import annotations

import pytest

from hexlaw.compiler.comparing.telling import MOST_STANDING, standing


@pytest.mark.parametrize(("number", "more"), [(0, []), (MOST_STANDING, []), (MOST_STANDING + 1, ["... and 1 more"])])
def test_of_much_that_stands_somewhere_the_first_is_told(number: int, more: list[str]) -> None:
    lines = [f"unit {n} in A-{n}" for n in range(number)]
    assert [*standing(lines)] == lines[:MOST_STANDING] + more
