"""A game is begun in the page under options that a source recommends together."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..compiler.studio.person_at_page import Person


def test_a_game_is_begun_under_a_preset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    person = Person("panzer-grenadier", "crossroads")
    assert person.ask("leave")["presets"]["few-players"] == "Formations"
    person.ask("begin", situation="crossroads", preset="few-players")
    assert person.table.laid is not None
    assert person.table.laid.table is not None
    assert person.table.laid.table.file.journal.header["options"] == {"formation-command": "on"}
