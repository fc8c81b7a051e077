"""The moves to which a situation leads a new player can be made as they stand, one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ..compiler.studio.person_at_page import Person
from ..compiler.typed_commands import typed

pytestmark = pytest.mark.usefixtures("tutorial_is_printed")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_guided_moves_of_the_tutorial_can_be_made() -> None:
    person, led = Person("tutorial", "last-fine-day", "greedy"), list[list[Any]]()
    while (move := person.state["guided"]) is not None:
        led.append(move)
        assert [one[0] for one in led] == [*range(1, len(led) + 1)], "each is followed by the next"
        person.type(move[3])
        if move[3] == "end":
            person.type("end")  # once it has said who can still move
    assert len(led) == led[0][1] == 5


def test_a_move_that_is_taken_back_is_shown_again_and_others_may_come_between() -> None:
    person = Person("tutorial", "last-fine-day", "greedy")
    person.type("move jack 0304 done")
    assert person.state["guided"][0] == 1
    person.type(person.state["guided"][3])
    assert person.state["guided"][0] == 2
    person.type("cancel")
    assert person.state["guided"][0] == 1


def test_the_terminal_shows_each_guided_move_once_with_what_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["move anna 0305 done", "score", "nonsense", "move rex 0305 0405 done"]
    typed("play", "tutorial", "last-fine-day", answers="\n".join(lines), monkeypatch=monkeypatch)
    said = " ".join(capsys.readouterr().out.split())
    for number, does in enumerate(["move anna 0305 done", "move rex 0305 0405 done", "move otto 0205 0305 done"], 1):
        assert said.count(f"First game, {number} of 5: ") == 1
        assert f"In words: `{does}`." in said
    assert "First game, 4 of 5" not in said
