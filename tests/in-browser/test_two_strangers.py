"""A slice of the bench in which two browsers play a served game (bench/two_strangers.py), on one network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import two_strangers

SLICE = ["--module", "tutorial", "--situation", "last-fine-day", "--here", "--auto", "0.5", "--minutes", "0.5"]


def test_two_browsers_play_by_what_their_pages_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert two_strangers.main(SLICE) == 0, capsys.readouterr().out
    told = capsys.readouterr().out
    for seat in ("sunside", "shadeside"):
        found = re.search(rf"^{seat}: .*; (\d+) pushes; \d+ clicks", told, flags=re.MULTILINE)
        assert found is not None
        assert int(found[1]) > 0, "what the other did was pushed"


def test_a_page_that_does_not_agree_with_the_journal_is_found(tmp_path: Path) -> None:
    games = two_strangers.Workspace().games_in(tmp_path / "games", ["tutorial"], None)
    name = games.begin("tutorial", "last-fine-day", {})
    page: dict[str, Any] = {"answers": 0, "over": False, "ended": [], "problems": [], "texts": []}
    assert [*two_strangers.problems_of([page, page], games, name)] == []
    wrong = {**page, "problems": ["a line failed"]}
    assert [*two_strangers.problems_of([page, wrong], games, name)] == ["a line failed"]
