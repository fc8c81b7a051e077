"""The table of a published page: a game is kept by its journal alone, and strangers' journals are read with care."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.studio import in_page

REEDS = str(Path(__file__).resolve().parents[2] / "rules" / "games" / "reeds")
Ask = Callable[..., Any]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    machine = tmp_path_factory.mktemp("machine")
    (machine / in_page.LATER).write_text("[]", "utf-8")  # all of Hexlaw is here
    monkeypatch.setattr(in_page, "ROOT", machine)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])


def table(module: str = "tutorial") -> Ask:
    """What a page is answered that was just loaded."""
    answer = in_page.opened(module, rest="machine.bin")

    def ask(do: str, **more: Any) -> Any:
        said: list[str] = []
        answer(f"7 {json.dumps({'do': do, **more})}", said.append)
        reply = json.loads(said[-1])
        assert reply["number"] == 7
        return reply.get("value", reply.get("refused"))

    return ask


def begun(ask: Ask) -> Any:
    return ask("begin", situation="last-fine-day", against="greedy", side="sunside")


def played(ask: Ask) -> Any:
    question = begun(ask)["values"]["question"]
    return ask("type", lines=["jack to 0404", ""], question=question)


def test_a_page_that_is_loaded_again_goes_on_where_it_was() -> None:
    before = table()
    played(before)
    log, kept = before("open")["values"]["log"], before("keep")
    assert kept["name"] == "last-fine-day.journal"
    assert kept["secret"] == ""
    assert kept["game"]["against"] == "greedy"
    after = table()
    given = after("restore", **kept["game"])
    assert [line["said"] for line in given["values"]["log"]] == [line["said"] for line in log] != []
    assert given["values"]["who"] == "sunside"
    assert "greedy plays shadeside" in " ".join(given["values"]["wins"])
    assert after("keep")["game"] == kept["game"]


def test_one_who_gets_a_game_plays_on_for_every_side() -> None:
    ask = table()
    played(ask)
    journal = ask("keep")["game"]["journal"]
    given = table()("restore", journal=journal)
    assert "greedy" not in " ".join(given["values"]["wins"])


def test_a_journal_that_is_torn_is_read_as_far_as_it_goes() -> None:
    ask = table()
    played(ask)
    journal = ask("keep")["game"]["journal"]
    given = table()("restore", journal=journal[:-20])
    assert given["heard"][0].startswith("the game can be read up to line")
    assert given["values"]["answers"] == journal.count("\n") - 2


@pytest.mark.parametrize(
    ("journal", "said"),
    [
        ("", "the file is empty"),
        ("hello\n", "the line is torn off|the line cannot be read"),
        ('{"format": "hexlaw-journal", "version": 4, "situation": 3}\n', "`situation` is a text in a journal"),
        ('{"format": "hexlaw-turn", "version": 1}\n', "a game by mail"),
    ],
)
def test_what_is_no_journal_is_refused(journal: str, said: str) -> None:
    ask = table()
    refused = ask("restore", journal=journal)
    assert refused.startswith("this is no game that can be gone on with: ")
    assert any(one in refused for one in said.split("|"))
    assert begun(ask)["values"]["question"] >= 0, "the table is free yet"


def test_a_journal_names_no_other_law_than_that_of_the_page(tmp_path: Path) -> None:
    ask = table()
    begun(ask)
    journal = ask("keep")["game"]["journal"].replace('"module": "tutorial"', '"module": "../../etc"')
    refused = table()("restore", journal=journal)
    assert "was changed after it was written" in refused
    assert [path.name for path in tmp_path.rglob("*")] == ["last-fine-day.journal"]


def test_a_game_with_secrets_is_not_for_links() -> None:
    ask = table(REEDS)
    situation = ask("open")["situations"][0]["name"]
    ask("begin", situation=situation)
    assert ask("keep")["secret"].startswith("this game has secrets")


def test_there_is_one_game_a_table() -> None:
    ask = table()
    assert ask("keep") == "no game is played here yet"
    begun(ask)
    assert ask("restore", journal=ask("keep")["game"]["journal"]) == "a game is played here already"
