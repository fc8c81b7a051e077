"""A slice of the search for leaks in rooms (bench/room_leaks.py): no door tells what a seat may not know."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.studio import rooms, serve_games
from hexlaw.compiler.studio.rooms import Room
from hexlaw.compiler.workspace import shared_games
from hexlaw.compiler.workspace.shared_games import SharedSituation

REEDS = str(Path(__file__).resolve().parents[2] / "tests" / "rules" / "games" / "reeds")
SLICE = ["--module", REEDS, "--questions", "10", "--every", "5"]


@pytest.fixture
def room_leaks(bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script; what it sets in the server for itself is taken back afterwards."""
    for place, name in ((rooms, "SECONDS_A_LINE"), (rooms, "randbelow"), (shared_games, "token_hex")):
        monkeypatch.setattr(place, name, getattr(place, name))
    monkeypatch.setattr(SharedSituation, "target", SharedSituation.target)
    return bench_script("room_leaks")


def doors_that_tell(printed: str) -> set[str]:
    return {*re.findall(r"^  (?:laid|answered), .*?, ([a-z ]+): ['\"]", printed, flags=re.MULTILINE)}


def test_no_door_tells_what_a_seat_may_not_know(room_leaks: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert room_leaks.main(SLICE) == 0
    told = capsys.readouterr().out
    assert re.search(r"compared: .*[1-9]\d* laid; \d{3,} messages, 0 differ", told)
    for door in ("again", "another game", "by link", "hear", "pushed", "say", "stranger", "taken back"):
        assert f"{door} " in told.splitlines()[1], f"{door} was asked"


def test_what_is_pushed_is_compared(
    room_leaks: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = Room.beside
    tells_all = lambda room, seat: {**beside(room, seat), "all": room.table.game.text()}  # noqa: E731
    monkeypatch.setattr(Room, "beside", tells_all)
    assert room_leaks.main(SLICE) == 1
    assert "pushed" in doors_that_tell(capsys.readouterr().out)


def test_what_a_seat_is_told_is_compared(
    room_leaks: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "position", property(lambda screen: screen.game.position))
    monkeypatch.setattr(room_leaks, "MAX_SHOWN", 1000)
    assert room_leaks.main(SLICE) == 1
    assert {"open", "hear"} <= doors_that_tell(capsys.readouterr().out)


def test_what_strangers_are_told_is_compared(
    room_leaks: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that says to all how the game stands."""
    open_now = dict[str, Room]()

    def opens(*args: Any) -> Room:
        room = open_now[args[-1]] = Room(*args)
        return room

    def tells(text: str, status: int) -> Any:
        return serve_games.HTMLResponse(text + open_now[room_leaks.GAME].table.game.text(), status)

    monkeypatch.setattr(serve_games, "Room", opens)
    monkeypatch.setattr("hexlaw.compiler.studio.serve.PlainTextResponse", tells)
    monkeypatch.setattr(room_leaks, "MAX_SHOWN", 1000)
    assert room_leaks.main(SLICE) == 1
    assert "stranger" in doors_that_tell(capsys.readouterr().out)


def test_where_nothing_is_secret_nothing_is_proved(room_leaks: Any, capsys: pytest.CaptureFixture[str]) -> None:
    alone = ["--module", "tutorial", "--situation", "early-snow", "--questions", "3"]
    assert room_leaks.main(alone) == 1
    assert "compared: nothing" in capsys.readouterr().out
