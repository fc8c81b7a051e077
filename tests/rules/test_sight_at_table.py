"""A line between two hexes of a table: how far it is, whether one sees along it, and which ground is in the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.workspace.workspace import AtTable, Workspace


def test_a_line_says_how_far_it_is_and_what_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = Workspace().begin("panzer-leader", "remagen", None, "1", None, AtTable("greedy", in_page=True)).in_page()

    def seen(here: str, there: str) -> dict[str, Any]:
        return page.sight_between(here, there)

    assert seen("A-1", "A-5") == {"said": "A-1 to A-5: 4 hexes, in sight", "free": True}
    town = {"said": "D-7 to A-9: 4 hexes, not in sight: town in C-7", "free": False, "stopped": ["C-7"]}
    assert seen("D-7", "A-9") == town
    assert seen("A-3", "E-5")["said"].endswith("not in sight: side of woods, woods between E-5 and D-5")
    with pytest.raises(Refused, match="there is no hex `A-99` here"):
        seen("A-3", "A-99")
