"""What a published page shows of a game before its machine runs, in games that hide something."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexlaw.compiler.studio.published_table import begin_tables


def test_a_game_with_secrets_is_shown_to_the_side_that_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin_tables("panzer-grenadier", str(tmp_path))
    screens = {path.name: json.loads(path.read_bytes())["values"] for path in tmp_path.glob("in-ambush.*")}
    assert {name: values["who"] for name, values in screens.items()} == {"in-ambush.": "axis", "in-ambush.axis": "axis"}
