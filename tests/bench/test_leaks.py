"""A slice of the search for leaks (bench/leaks.py): where there are secrets none is told; without any nothing is."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.desk.table.page_session import TableInPage
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.recipes import recipes
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.explain.played_moves import Trails
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.position.position import Position

ROOT = Path(__file__).resolve().parents[2]
HARBOUR = str(ROOT / "bench" / "harbour")
REEDS = str(ROOT / "tests" / "rules" / "games" / "reeds")
HIDING = ["--module", REEDS, "--games", "1", "--questions", "15", "--every", "1"]
SLICE = ["--module", HARBOUR, "--games", "4", "--questions", "1", "--every", "1"]


@pytest.fixture
def truth(monkeypatch: pytest.MonkeyPatch) -> Callable[[Position], Position]:
    """Of a position as a side sees it, the one as it really is."""
    looked_at: list[tuple[Position, Position]] = []
    seen_by = Game.seen_by

    def look(game: Game, side: str | None) -> Position:
        seen = seen_by(game, side)
        looked_at.append((seen, game.position))
        return seen

    monkeypatch.setattr(Game, "seen_by", look)
    return lambda seen: next(true for view, true in reversed(looked_at) if view is seen)


def test_random_games_with_secrets_tell_none(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]
) -> None:
    assert bench_script("leaks").main(SLICE) == 0, capsys.readouterr().out
    found = re.search(r"(\d+) comparisons, (\d+) of them for the side that is asked; 0 differ", capsys.readouterr().out)
    assert found is not None
    assert int(found[1]) > int(found[2]) > 3


def test_what_is_told_is_counted(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Game.text
    monkeypatch.setattr(Game, "text", lambda game, side=None: text(game))
    assert bench_script("leaks").main(SLICE) == 1
    assert "; 0 differ" not in capsys.readouterr().out


def test_a_door_of_the_table_that_tells_is_found(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each door that reads the position is asked: here `look` is the one that shows what is hidden."""
    monkeypatch.setattr(Screen, "position", property(lambda screen: screen.game.position))
    assert bench_script("leaks").main(SLICE) == 1
    assert ", look: " in capsys.readouterr().out


def test_a_page_that_tells_is_found(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableInPage, "state", lambda page: {"position": str(page.game.position.values)})
    assert bench_script("leaks").main(SLICE) == 1
    assert ", page: " in capsys.readouterr().out


def test_random_games_in_which_pieces_hide_tell_none(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]
) -> None:
    assert bench_script("leaks").main(HIDING) == 0, capsys.readouterr().out


def test_a_mark_where_a_hidden_piece_stands_is_found(
    capsys: pytest.CaptureFixture[str],
    bench_script: Callable[[str], Any],
    monkeypatch: pytest.MonkeyPatch,
    truth: Callable[[Position], Position],
) -> None:
    """The hexes of all pieces are marked, as they truly stand: only marks can tell it."""

    def marked(_: Trails, seen: Position) -> tuple[Hex, ...]:
        there = truth(seen)
        return tuple({place: None for thing in there.things.values() if (place := there.hex_of(thing))})

    monkeypatch.setattr(Trails, "picked", marked)
    assert bench_script("leaks").main([*HIDING[:-1], "2"]) == 1
    assert {*re.findall(r", (\w+): ", capsys.readouterr().out)} == {"picture", "page"}


def test_a_trail_of_a_hidden_piece_is_found(
    capsys: pytest.CaptureFixture[str],
    bench_script: Callable[[str], Any],
    monkeypatch: pytest.MonkeyPatch,
    truth: Callable[[Position], Position],
) -> None:
    note = Trails.note
    monkeypatch.setattr(Trails, "note", lambda trails, seen, told, anew: note(trails, truth(seen), told, anew=anew))
    assert bench_script("leaks").main(HIDING) == 1
    assert ", picture: " in capsys.readouterr().out


def test_where_nothing_is_secret_nothing_is_proved(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]
) -> None:
    alone = ["--module", "tutorial", "--situation", "early-snow", "--games", "1", "--questions", "5"]
    assert bench_script("leaks").main(alone) == 1
    assert "0 with secrets; 0 comparisons" in capsys.readouterr().out


CARDS = ["--module", "thaw", "--situation", "spring", "--games", "1", "--questions", "8"]
LIBRARIES = {"minefields": "crossing", "hidden-placement": "ambush", "blocks": "lines", "dummies": "bluff"}


def doors_that_tell(printed: str) -> set[str]:
    return {*re.findall(r"^  \w+, .*, (\w+): ", printed, flags=re.MULTILINE)}


def test_a_draw_tells_no_more_than_that_something_was_drawn(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any]
) -> None:
    assert bench_script("leaks").main(CARDS) == 0, capsys.readouterr().out
    assert re.search(r" draw [1-9]", capsys.readouterr().out), "a draw was compared"


def test_a_log_that_names_what_was_drawn_is_found(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "may_read", lambda game, entry, side: True)
    assert bench_script("leaks").main(CARDS) == 1
    assert {"draw", "log"} <= doors_that_tell(capsys.readouterr().out)


def test_a_pile_that_others_look_into_is_found(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "position", property(lambda screen: screen.game.position))
    leaks = bench_script("leaks")
    monkeypatch.setattr(leaks, "MAX_SHOWN", 1000)
    assert leaks.main(CARDS) == 1
    assert {"draw", "look"} <= doors_that_tell(capsys.readouterr().out)


@pytest.mark.parametrize(("library", "situation"), LIBRARIES.items())
def test_toys_of_libraries_with_secrets_tell_none(
    capsys: pytest.CaptureFixture[str], bench_script: Callable[[str], Any], library: str, situation: str
) -> None:
    alone = ["--module", library, "--situation", situation, "--games", "1", "--questions", "24", "--every", "6"]
    assert bench_script("leaks").main(alone) == 0, capsys.readouterr().out


def test_every_library_that_hides_something_is_asked() -> None:
    libraries = {name: one for name, one in recipes().items() if one.open_items}
    law = {
        name: "".join(path.read_text("utf-8") for path in one.folder.glob("*.law")) for name, one in libraries.items()
    }
    in_thaw = {"decks"}  # CARDS
    assert {name for name, text in law.items() if re.search(r"\bsecret\b", text)} == {*LIBRARIES} | in_thaw


def test_no_recipe_hides_anything() -> None:
    assert not any(re.search(r"\bsecret\b", "".join(one.files.values())) for one in recipes().values())
