"""What libraries leave to a game of their family to write itself."""

from __future__ import annotations

import re

import pytest

from hexlaw.compiler.data.load import shipped_modules

MOST = 200
DOC = re.compile(r'\s*"[^"]*"')


@pytest.mark.parametrize("name", ["ravna", "thaw"])
def test_an_operational_game_stands_in_two_hundred_lines_of_law(name: str) -> None:
    """Empty lines, sentences that explain, phrases and advice are not counted."""
    law = [
        line
        for path in shipped_modules()[name].rglob("*.law")
        if not path.name.startswith("9")
        for line in path.read_text("utf-8").splitlines()
        if line.strip() and not DOC.fullmatch(line)
    ]
    assert 100 < len(law) <= MOST
