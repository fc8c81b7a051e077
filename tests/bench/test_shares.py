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


@pytest.fixture
def known(shares: Any, tmp_path: Path) -> Any:
    """What is known of random games, with nothing kept for all."""
    return shares.Shares(tmp_path / "results", "random", tmp_path / "kept.csv")


@pytest.fixture(scope="module")
def arena_of(shares: Any) -> Callable[[], Any]:
    """The situation with no game known yet: laid out once."""
    (arena,) = shares.arenas([SITUATION])
    prepared = arena.prepared

    def again() -> Any:
        new = shares.Arena(arena.name, arena.compilation, arena.key)
        new.prepared = prepared
        return new

    return again


def test_a_game_is_won_as_the_program_that_is_named_wins_it(shares: Any, known: Any, arena_of: Any) -> None:
    arena = arena_of()
    known.play(arena, 1)
    game = arena.prepared.game("shares-1")
    play_out(game, shares.players_of("random", game, "shares-1"))
    assert [outcome.winner for outcome in arena.games.values()] == [game.winner() or "nobody"]


def test_what_was_played_is_not_played_again(shares: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = tmp_path / "results"
    told = ["--situation", SITUATION, "--players", "random", "--results", str(results)]
    assert shares.main([*told, "--games", "2"]) == 0
    monkeypatch.setattr(shares.Shares, "play", lambda *_: pytest.fail("it was played again"))
    assert shares.main([*told, "--games", "2"]) == 0


def test_each_situation_is_played_once_where_it_comes_from(shares: Any) -> None:
    names = [arena.name for arena in shares.arenas([SITUATION, "battle-for-berlin/remagen", "panzer-leader/remagen"])]
    assert names == ["panzer-leader/remagen", SITUATION]


def test_a_share_has_its_bounds(shares: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Two of four: 15 to 85 % by Wilson's interval."""
    games = {number: shares.Outcome(winner, "") for number, winner in enumerate(["king", "nobody", "king", "nobody"])}
    shares.tell([shares.Arena("a/b", None, "", games, 2.0, 4), shares.Arena("a/c", None, "")])
    assert capsys.readouterr().out.splitlines()[2:] == [
        "| a/b | 4 | king 50 % [15 to 85], nobody 50 % [15 to 85] | 0.5 |"
    ]


class TestKeptForAll:
    def kept(self, shares: Any, tmp_path: Path, arena: Any) -> Any:
        shares.keep([shares.Row.of(arena, "random")], tmp_path / "kept.csv", tmp_path / "page.md")
        return shares.Shares(tmp_path / "others", "random", tmp_path / "kept.csv")

    def test_is_read_as_it_was_written(self, shares: Any, tmp_path: Path) -> None:
        games = {1: shares.Outcome("king", "00ff"), 2: shares.Outcome("nobody", "a1b2"), 4: shares.Outcome("king", "")}
        arena = shares.Arena("a/b", None, "key", games)
        self.kept(shares, tmp_path, arena)
        (row,) = shares.read(tmp_path / "kept.csv")
        assert (row.situation, row.players, row.key) == ("a/b", "random", "key")
        assert row.games == {1: games[1], 2: games[2]}  # up to the first that is missing

    def test_counts_under_the_same_law(self, shares: Any, tmp_path: Path, known: Any, arena_of: Any) -> None:
        arena, other = arena_of(), arena_of()
        known.play(arena, 1)
        self.kept(shares, tmp_path, arena).read(other)
        assert other.games == arena.games

    def test_counts_under_another_where_games_go_as_they_went(
        self, shares: Any, tmp_path: Path, known: Any, arena_of: Any
    ) -> None:
        arena, other = arena_of(), arena_of()
        for number in (1, 2, 3):
            known.play(arena, number)
        arena.key = "another law"
        there = self.kept(shares, tmp_path, arena)
        there.confirm(other)
        assert other.games == arena.games
        assert other.timed == shares.AGAIN

    def test_counts_no_more_where_one_goes_otherwise(
        self, shares: Any, tmp_path: Path, known: Any, arena_of: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        arena, other = arena_of(), arena_of()
        known.play(arena, 1)
        arena.games[1] = shares.Outcome(arena.games[1].winner, "other")
        arena.key = "another law"
        there = self.kept(shares, tmp_path, arena)
        there.confirm(other)
        assert other.games[1] != arena.games[1]
        assert "goes otherwise now" in capsys.readouterr().err

    def test_of_older_chance_confirms_nothing_and_stands_until_as_many_are_played_anew(
        self, shares: Any, tmp_path: Path, known: Any, arena_of: Any
    ) -> None:
        arena, other, path = arena_of(), arena_of(), tmp_path / "kept.csv"
        known.play(arena, 1)
        old = shares.Row(arena.name, "random", "by-purpose", arena.key, {**arena.games, 2: arena.games[1]})
        shares.keep([old], path, tmp_path / "page.md")
        there = shares.Shares(tmp_path / "others", "random", path)
        there.read(other)
        there.confirm(other)
        assert other.games == {}
        shares.keep([shares.Row.of(arena, "random")], path, tmp_path / "page.md")
        assert shares.read(path) == [old]
        known.play(arena, 2)
        shares.keep([shares.Row.of(arena, "random")], path, tmp_path / "page.md")
        assert shares.read(path) == [shares.Row.of(arena, "random")]

    def test_has_a_page_of_greedy_games_with_a_star_for_older_chance(self, shares: Any) -> None:
        games = {1: shares.Outcome("king", "00ff"), 2: shares.Outcome("king", "00fe")}
        sorts = [("greedy", "by-number"), ("greedy", "by-purpose"), ("random", "by-number")]
        rows = [shares.Row("a/b", *sort, "key", games) for sort in sorts]
        assert shares.page_of(rows).splitlines()[-2:] == [
            "| `a` | `b` | 2 | king 100 % [34 to 100] |", "| `a` | `b` | 2* | king 100 % [34 to 100] |"
        ]  # fmt: skip

    def test_is_what_the_page_says(self, shares: Any) -> None:
        assert shares.PAGE.read_text(encoding="utf-8") == shares.page_of(shares.read(shares.KEPT))
