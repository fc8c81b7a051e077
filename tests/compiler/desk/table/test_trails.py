"""What a picture marks of the action under way: nothing that its viewer does not see."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.table.live import LivePicture
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import begin_game
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.explain.played_moves import Trails
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import ACTION, Game

from ...typed_commands import ROOT

REEDS = ROOT / "tests" / "rules" / "games" / "reeds"


@pytest.fixture(scope="module")
def reeds() -> Compilation:
    compilation = compile_modules(str(REEDS), Diagnostics())
    assert compilation is not None
    return compilation


@pytest.fixture
def game(reeds: Compilation) -> Game:
    game = begin_game(reeds, "two-days", Configuration(), "1", Diagnostics())
    assert game is not None
    return game


def answer(game: Game, *texts: str) -> None:
    for text in texts:
        game.answer(game.meant(text))


def marked(game: Game, side: str | None, *texts: str) -> tuple[list[str], list[list[str]]]:
    """The hexes that were picked, and the ways that were gone, as a side sees it once this was answered."""
    trails, position = Trails(), game.position
    assert position.map is not None
    name_of = position.map.name_of
    trails.note(game.seen_by(side), None, anew=True)
    for text in texts:
        answer(game, text)
        [*_, entry] = game.entries
        told = Screen(game, Style(), {}, side).redacted(entry)
        trails.note(game.seen_by(side), told, anew=entry.asked == ACTION)
    seen = game.seen_by(side)
    return [*map(name_of, trails.picked(seen))], [[*map(name_of, arrow.way)] for arrow in trails.arrows]


@pytest.mark.parametrize("side", [None, "otters", "herons"])
def test_what_was_picked_is_marked_where_it_stands(game: Game, side: str | None) -> None:
    assert marked(game, side, "row", "ann", "A-2", "A-1") == (["A-1", "A-2"], [["B-2", "A-2", "A-1"]])


@pytest.mark.parametrize("side", [None, "otters"])
def test_who_hides_is_marked_for_its_own_side(game: Game, side: str | None) -> None:
    assert marked(game, side, "slip", "ann", "A-2", "A-1") == (["A-1", "A-2"], [["B-2", "A-2", "A-1"]])


def test_who_hides_in_the_action_for_which_it_was_picked_is_not_marked_for_others(game: Game) -> None:
    assert marked(game, "herons", "slip", "ann", "A-2", "A-1") == ([], [])


@pytest.mark.parametrize(("side", "is_marked"), [("otters", True), ("herons", False)])
def test_the_picture_of_a_game_that_is_played_marks_what_its_viewer_sees(
    reeds: Compilation, game: Game, tmp_path: Path, side: str, is_marked: bool
) -> None:
    style, path = reeds.style(Diagnostics()), tmp_path / "now.svg"
    assert style is not None
    screen = Screen(game, style, {}, side)
    picture = LivePicture(game.title, style, lambda: screen.position, (), path)
    game.written = lambda entry: picture.note(screen.redacted(entry))
    answer(game, "slip", "ann", "A-2")
    picture.show(game.question)
    drawn = path.read_text("utf-8")
    assert ('data-piece="ann"' in drawn) == ('class="marked"' in drawn) == is_marked
