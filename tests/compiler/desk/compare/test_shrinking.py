"""What can be left out of a position is left out, as long as there is time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from hexlaw.compiler.desk.compare.witness import smallest_that


@dataclass(frozen=True)
class Pile:
    size: int

    def smaller(self) -> Iterator[Pile]:
        yield from (Pile(size) for size in (0, self.size - 1))


@pytest.mark.parametrize(("questions", "left"), [(99, 3), (4, 7), (0, 9)])
def test_it_is_made_smaller_as_long_as_it_holds_and_time_lasts(questions: int, left: int) -> None:
    """Of two smaller piles the one of none never holds, so that each step takes two questions."""
    pile: Any = Pile(9)
    clock = iter(range(99))
    found = smallest_that(pile, lambda one: one.size >= 3, lambda: next(clock) >= questions)
    assert found == Pile(left)
