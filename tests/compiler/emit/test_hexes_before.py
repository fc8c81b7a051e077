"""What is before a hex on a line, as emitted law answers it and as the reference does."""

from __future__ import annotations

from typing import Any

import pytest
from made_up import Pair, ask_both


@pytest.mark.parametrize("record", [False, True], ids=["plain", "record"])
@pytest.mark.parametrize(
    "ask",
    [
        "hexes-before(b.hex, a.hex, b.hex)", "hexes-before(a.hex, a.hex, b.hex)",
        "hexes-before(b.hex, a.friend.hex, a.hex)",
        "those c in hexes-along(a.hex, b.hex) where (any h in hexes-before(c.hex, a.hex, b.hex) where h is shoal)",
        "count(h in hexes where any k in hexes-before(h, a.hex, b.hex))",
    ],
)  # fmt: skip
def test_emitted_law_finds_what_the_reference_finds(bench: Any, ask: str, record: bool) -> None:
    pieces = "{a: {kind: boat, at: A-1, crew: 2}, b: {kind: boat, at: C-5}}"
    given = bench.ask(bench.compiled(""), ask, pieces=pieces, hexes="{B-3: {shoal: yes}}")
    reference, emitted = ask_both(Pair(given.law, record=record), given.position, given.question)
    assert reference == emitted or (reference[0] != "value" and emitted[0] == "Unanswered")
    assert reference[0] == "value" or "friend" in ask
