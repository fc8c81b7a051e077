"""Which requirements are about one place."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.lower.doing_half import DoingHalf
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.runtime.law.law import configure
from hexlaw.runtime.play.agenda import agenda_of

RULE = "rule crowd.limit [1]\n  for each X\n  requires CONDITION\n"


@pytest.mark.parametrize(
    ("each", "condition", "near"),
    [
        ("h in hexes", "count(boat o in h) <= 3", True),
        ("boat b", "count(boat o in b.hex) <= 3", True),
        ("boat b", "b.crew < 9", True),
        ("boat b", "b.weight <= count(boat o where o.crew > 1)", False),  # who is anywhere counts
        ("h in hexes", "no boat o in neighbour(h, 1)", False),
        ("boat b", "b.friend is none or b.friend.hex is b.hex", False),  # the friend moves, and the case is not there
    ],
)
def test_what_a_case_depends_on_lies_where_it_is(bench: Any, each: str, condition: str, near: bool) -> None:
    law = configure(bench.compiled(RULE.replace("X", each).replace("CONDITION", condition)).graph)
    asks = DoingHalf(agenda_of(law), None)
    program = lowered(law, played=asks)
    assert [required.rule for required in asks.near()] == ["crowd.limit"] * near
    assert all(required.case in program.functions for required in asks.near())
