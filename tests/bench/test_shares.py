"""Shares of games won (bench/shares.py): the games of `hexlaw run`, each situation once, what is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.situations.played_out import play_out
from hexlaw.compiler.workspace.seats import players_of

pytest.importorskip("wasmtime")
SITUATION = "tutorial/last-fine-day"


@pytest.fixture(scope="module")
def shares(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("shares")


def test_a_game_is_won_as_the_program_that_is_named_wins_it(shares: Any) -> None:
    (arena,) = shares.arenas([SITUATION])
    for _ in range(3):
        arena.play("greedy:40")
    game = arena.prepared.game("shares-3")
    play_out(game, players_of("greedy:40", game, "shares-3"))
    assert arena.won[2] == (game.winner() or "nobody")


def test_what_was_played_is_not_played_again(shares: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.csv"
    told = ["--situation", SITUATION, "--players", "random", "--kept", str(kept), "--games", "2"]
    assert shares.main(told) == 0
    (row,) = shares.read(kept)
    assert len(row.won) == 2
    monkeypatch.setattr(shares.Arena, "play", lambda *_: pytest.fail("it was played again"))
    assert shares.main(told) == 0
    assert shares.read(kept) == [row]


def test_under_another_law_it_is_played_anew(shares: Any, tmp_path: Path) -> None:
    kept = tmp_path / "kept.csv"
    shares.keep([shares.Row(SITUATION, "random", "another law", ("sunside",) * 9)], kept, None)
    assert shares.main(["--situation", SITUATION, "--players", "random", "--kept", str(kept), "--games", "1"]) == 0
    (row,) = shares.read(kept)
    assert len(row.won) == 1


def test_each_situation_is_played_once_where_it_comes_from(shares: Any) -> None:
    names = [arena.name for arena in shares.arenas([SITUATION, "battle-for-berlin/remagen", "panzer-leader/remagen"])]
    assert names == ["panzer-leader/remagen", SITUATION]


def test_a_share_has_its_bounds(shares: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Two of four: 15 to 85 % by Wilson's interval."""
    won = ["king", "nobody", "king", "nobody"]
    shares.tell([shares.Arena("a/b", None, "", won, [0.25, 0.75]), shares.Arena("a/c", None, "")])
    assert capsys.readouterr().out.splitlines()[2:] == [
        "| a/b | 4 | king 50 % [15 to 85], nobody 50 % [15 to 85] | 0.50 |"
    ]


def test_what_is_kept_is_read_as_it_was_written(shares: Any, tmp_path: Path) -> None:
    rows = [shares.Row("a/b", players, "key", ("king", "nobody", "king")) for players in ("greedy", "random")]
    shares.keep(rows, tmp_path / "kept.csv", tmp_path / "page.md")
    assert shares.read(tmp_path / "kept.csv") == rows
    assert (tmp_path / "page.md").read_text("utf-8").splitlines()[-1] == (
        "| `a` | `b` | 3 | king 67 % [21 to 94], nobody 33 % [6 to 79] |"
    )


def test_a_situation_that_was_not_played_anew_has_a_star(shares: Any) -> None:
    rows = [shares.Row(name, who, "key", ("king",)) for name, who in (
        ("a/b", "greedy"), ("a/b", shares.BEFORE), ("a/c", shares.BEFORE), ("a/d", "random"))]  # fmt: skip
    assert shares.page_of(rows).splitlines()[-2:] == [
        "| `a` | `b` | 1 | king 100 % [21 to 100] |", "| `a` | `c` | 1* | king 100 % [21 to 100] |"
    ]  # fmt: skip


def test_the_page_says_what_is_kept(shares: Any) -> None:
    assert shares.PAGE.read_text(encoding="utf-8") == shares.page_of(shares.read(shares.KEPT))
