"""Shares of games won (bench/shares.py): the games of `hexlaw run`, each situation once, what is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.situations.played_out import play_out

SITUATION = "tutorial/last-fine-day"


@pytest.fixture(scope="module")
def shares(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("shares")


def test_a_game_is_won_as_the_program_that_is_named_wins_it(shares: Any, tmp_path: Path) -> None:
    (arena,) = shares.arenas([SITUATION])
    shares.Shares(tmp_path / "kept", "random").play(arena, "shares-1")
    game = arena.prepared.game("shares-1")
    play_out(game, shares.players_of("random", game, "shares-1"))
    assert arena.winners == {"shares-1": game.winner() or "nobody"}


def test_what_was_played_is_not_played_again(shares: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept"
    told = ["--situation", SITUATION, "--players", "random", "--results", str(kept)]
    assert shares.main([*told, "--games", "2"]) == 0
    monkeypatch.setattr(shares.Shares, "play", lambda *_: pytest.fail("it was played again"))
    assert shares.main([*told, "--games", "2"]) == 0


def test_each_situation_is_played_once_where_it_comes_from(shares: Any) -> None:
    names = [arena.name for arena in shares.arenas([SITUATION, "battle-for-berlin/remagen", "panzer-leader/remagen"])]
    assert names == ["panzer-leader/remagen", SITUATION]


def test_a_share_has_its_bounds(shares: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Two of four: 15 to 85 % by Wilson's interval."""
    winners = {"1": "king", "2": "nobody", "3": "king", "4": "nobody"}
    shares.tell([shares.Arena("a/b", None, "", winners, 2.0), shares.Arena("a/c", None, "")])
    assert capsys.readouterr().out.splitlines()[2:] == [
        "| a/b | 4 | king 50 % [15 to 85], nobody 50 % [15 to 85] | 0.5 |"
    ]
