"""Players of somebody's own: what a seat offers them, and what is said of what they do wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import begin_game
from hexlaw.compiler.workspace.own_players import OWN, OwnPlayer, Seat
from hexlaw.compiler.workspace.workspace import Games, Workspace
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game

PLAYERS = """class Plain:
    def __init__(self, seat):
        self.seat = seat
    def answer(self, game):
        return self.seat.decided(game, "greedy")

class Jumps(Plain):
    def answer(self, game):
        return "jump"

class Fails(Plain):
    def answer(self, game):
        return self.wish
"""


@pytest.fixture(scope="module")
def begun() -> Game:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    game = begin_game(compilation, "last-fine-day", Configuration(), "oats", Diagnostics())
    assert game is not None
    return game


@pytest.fixture(scope="module")
def seat(begun: Game) -> Seat:
    return Seat("sunside", begun)


@pytest.fixture
def players(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(PLAYERS, "utf-8")
    return tmp_path / "mine.py"


def test_a_playout_ends_where_it_is_to_and_leaves_the_game_as_it_was(begun: Game, seat: Seat) -> None:
    before = begun.text()
    whole = seat.playout(begun, {"sunside": "random", "shadeside": "random"})
    assert whole.is_over
    assert whole.winner in ("sunside", "shadeside", None)
    assert not seat.playout(begun, until=3).is_over
    assert not seat.playout(begun, until="others").is_over
    assert seat.playout(begun, until="others") == seat.playout(begun, until="others")
    assert begun.text() == before


def test_candidates_are_the_legal_answers_by_what_they_gain(begun: Game, seat: Seat) -> None:
    game = begun.followed("move")
    assert game is not None
    found = seat.candidates(game)
    assert {answer for answer, _ in found} == {*game.options()}
    assert [gain for _, gain in found] == sorted((gain for _, gain in found), reverse=True)


def test_what_a_position_is_worth_is_what_the_evaluator_says(begun: Game, seat: Seat) -> None:
    game = begun.followed("move", begun.position.things["rex"])
    assert game is not None
    now, worth = seat._worth(game), game.setup.worth
    assert worth is not None
    assert now == game.to_read.ev.value(worth, {"side": "sunside"})


def test_a_part_of_the_turn_has_a_text_of_its_own(begun: Game, seat: Seat) -> None:
    assert "moving" in seat.part(begun)
    ahead = begun.followed("move")
    assert ahead is not None
    assert seat.part(ahead) == seat.part(begun)
    after = begun.followed("done")
    assert after is not None
    assert seat.part(after) != seat.part(begun)


def test_it_plays_as_the_program_that_it_asks(players: Path) -> None:
    run = Workspace().run
    own = run("tutorial", "last-fine-day", Games(f"sunside={players}:Plain,shadeside=greedy", 1, "oats", processes=1))
    of_ours = run("tutorial", "last-fine-day", Games("greedy", 1, "oats"))
    one, other = own.games[0], of_ours.games[0]
    assert (one.winner, one.report, one.decisions) == (other.winner, other.report, other.decisions)


def test_what_it_does_wrong_is_said(players: Path, begun: Game) -> None:
    with pytest.raises(Refused, match="answers `action` with `jump`, which is not legal"):
        OwnPlayer(f"{players}:Jumps", "sunside", begun).answer(begun)
    with pytest.raises(Refused, match=r"mine\.py:13: .*AttributeError: 'Fails' object has no attribute 'wish'"):
        OwnPlayer(f"{players}:Fails", "sunside", begun).answer(begun)
    with pytest.raises(Refused, match="has no class `Plane`") as refused:
        OwnPlayer(f"{players}:Plane", "sunside", begun)
    assert refused.value.help is not None
    assert "Plain" in refused.value.help
    with pytest.raises(Refused, match=r"there is no file `.*yours\.py`"):
        OwnPlayer(f"{players.with_name('yours.py')}:Plain", "sunside", begun)


def test_only_a_file_of_python_and_a_class_name_one() -> None:
    assert OWN("./mine.py:Best")
    assert not OWN("greedy/careful")
    assert not OWN("scripted:opening.txt")
