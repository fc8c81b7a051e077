"""All hexsides of the map, as emitted law goes through them and as the reference does."""

from __future__ import annotations

from typing import Any

import pytest
from made_up import Pair, ask_both


@pytest.mark.parametrize("record", [False, True], ids=["plain", "record"])
@pytest.mark.parametrize(
    "ask",
    [
        "hexsides", "those s in hexsides where s is wall", "count(s in hexsides where hexes-of(s) includes a.hex)",
        "any s in hexsides where s is wall and s in sides-of(a.hex)", "side-between(a.hex, b.hex) in hexsides",
    ],
)  # fmt: skip
def test_emitted_law_finds_what_the_reference_finds(bench: Any, ask: str, record: bool) -> None:
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: C-5}}"
    given = bench.ask(bench.compiled(""), ask, pieces=pieces, hexes="{B-3: {wall: [E, SW]}}")
    reference, emitted = ask_both(Pair(given.law, record=record), given.position, given.question)
    assert reference == emitted
    assert reference[0] == "value"
