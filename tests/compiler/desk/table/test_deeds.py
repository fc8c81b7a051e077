"""What is typed becomes the deeds that a page sends: what a terminal plays, clicks play, and nothing else does."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from hexlaw.compiler.desk.table.page_state import Deed, Intent, PlayPart, TakeBack
from hexlaw.compiler.desk.table.tabletop import Tabletop

from ...studio.person_at_page import Person
from ...typed_commands import typed


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Intent]:
    """What the table is asked to do, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    asked, play = list[Intent](), Tabletop.play

    def noted(table: Tabletop, intent: Intent) -> bool:
        asked.append(intent)
        return play(table, intent)

    monkeypatch.setattr(Tabletop, "play", noted)
    return asked


def kept_answers() -> list[str]:
    lines = Path("last-fine-day.journal").read_text("utf-8").splitlines()[1:]
    return [json.loads(line)["answer"] for line in lines]


def test_words_become_the_deeds_that_clicks_send(played: list[Intent], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first action is `move`, whose first piece is anna; each deed answers one question."""
    lines = ["move anna to 0305 rex 0305", "done", "undo 2", "cancel", "move 1 to 0304", "", "end end", "auto"]
    assert typed("play", "tutorial", "last-fine-day", answers="\n".join(lines), monkeypatch=monkeypatch) == 0
    assert played[:3] == [Deed((0,)), Deed((0,)), Deed(to="0305")]
    assert {TakeBack("answers", 2), TakeBack("action"), PlayPart()} <= {*played}
    assert [one for one in played if isinstance(one, Deed)].count(Deed((-1,))) >= 2, "done with rex, and the end"
    for one in played:
        assert isinstance(one, Deed | TakeBack | PlayPart)
        if isinstance(one, Deed):
            assert msgspec.json.decode(msgspec.json.encode(one), type=Deed) == one


def test_deeds_of_a_terminal_are_played_by_clicks_to_the_same_game(
    played: list[Intent], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["move anna to 0305 rex 0305 0405 done", "otto 0205 done end end", "end end", "end end"]
    assert typed("play", "tutorial", "last-fine-day", answers="\n".join(lines), monkeypatch=monkeypatch) == 0
    deeds, kept = [one for one in played if isinstance(one, Deed)], kept_answers()
    assert len(deeds) > 8
    assert kept
    person = Person("tutorial", "last-fine-day")
    for deed in deeds:
        before = len(person.game.entries)
        person.click(*deed.path, to=deed.to)
        if before == len(person.game.entries):
            person.click(*deed.path, to=deed.to)  # an end, once it has said who can still act
    assert [entry.answer for entry in person.game.entries] == kept


def test_nothing_typed_changes_a_game_but_by_a_deed(played: list[Intent], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the one way in does nothing, no answer that a person names comes to the game."""
    monkeypatch.setattr(Tabletop, "play", lambda table, intent: played.append(intent) or True)
    lines = ["move", "2", "end end", "auto", "lay-salt"]
    typed("play", "tutorial", "last-fine-day", answers="\n".join(lines), monkeypatch=monkeypatch)
    assert len(played) == 5
    assert kept_answers() == []
