"""The ladder (bench/ladder.py): points, pairs, what is kept, ratings."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.situations.played_out import play_out


@pytest.fixture(scope="module")
def ladder(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("ladder")


@pytest.fixture(scope="module")
def farms(ladder: Any) -> Any:
    return ladder.Arena("tutorial/last-fine-day")


def result(ladder: Any, seed: str, first: str, second: str, points: Fraction | int, stopped: str = "") -> Any:
    return ladder.Result("a", "", seed, first, second, Fraction(points), 10, 3.0, stopped)


def test_every_situation_of_the_ladder_has_two_sides_and_points(ladder: Any) -> None:
    for name in ladder.SITUATIONS:
        arena = ladder.Arena(name)
        assert len(arena.sides) == 2, name
        assert 0 <= arena.points(arena.begun("a")) <= 1


def test_where_no_law_tells_points_the_winner_has_them_all(
    ladder: Any, farms: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "POINTS_BY", {})
    arena = ladder.Arena(farms.name)
    for seed in ("pair-1", "pair-2"):
        game = arena.begun(seed)
        play_out(game, arena.programs(("random", "random"), seed, game))
        assert arena.points(game) == (1 if game.winner() == arena.sides[0] else 0 if game.winner() else Fraction(1, 2))


def test_a_player_of_somebodys_own_meets_the_programs(ladder: Any, farms: Any, tmp_path: Path) -> None:
    """One that does what `greedy:9` does comes to the same game."""
    own = "class Same:\n    def __init__(self, seat): self.seat = seat\n"
    own += "    def answer(self, game): return self.seat.decided(game, 'greedy:9')\n"
    (tmp_path / "own.py").write_text(own)
    names = f"{tmp_path}/own.py:Same", "random"
    there = ladder.played(farms, farms.begun("pair-1"), names, "pair-1", "")
    here = ladder.played(farms, farms.begun("pair-1"), ("greedy:9", "random"), "pair-1", "")
    assert not there.stopped
    assert there.points == here.points


def test_points_are_those_of_the_winner_and_the_same_game_gives_the_same(ladder: Any, farms: Any) -> None:
    found = [ladder.played(farms, farms.begun("pair-1"), ("random", "greedy:9"), "pair-1", "") for _ in range(2)]
    game = farms.begun("pair-1")
    play_out(game, farms.programs(("random", "greedy:9"), "pair-1", game))
    assert found[0].points == found[1].points == {"sunside": 1, "shadeside": 0, None: Fraction(1, 2)}[game.winner()]
    assert found[0].answers == found[1].answers == len(game.entries)
    assert not found[0].stopped


def test_a_game_played_whole_is_the_one_played_question_by_question(ladder: Any, farms: Any) -> None:
    """From the beginning, from where another game has come to, and where sides have several players."""
    names = "greedy:9", "captain:2"
    start = farms.begun("a")
    play_out(start, farms.programs(("random", "random"), "a", start))
    columns = ladder.Arena("panzer-grenadier/two-columns")
    for arena, name, entries in ((farms, "", []), (farms, "a", start.entries[:20]), (columns, "", [])):
        there = ladder.played(arena, arena.begun(name or "pair-1", entries, chance="pair-1"), names, "pair-1", name)
        here = ladder.played_whole(arena, names, "pair-1", name, name or "pair-1", entries)
        assert (here.points, here.answers, here.stopped) == (there.points, there.answers, "")


def test_a_program_of_another_release_plays_as_a_process(ladder: Any) -> None:
    """Here it is this release itself: it comes to the same game, though it is told nothing but answers."""
    farms = ladder.Arena("tutorial/last-fine-day", sys.executable)
    here = ladder.played(farms, farms.begun("pair-1"), ("greedy:30", "random"), "pair-1", "")
    there = ladder.played(farms, farms.begun("pair-1"), ("old:greedy:30", "random"), "pair-1", "")
    assert here.points == 1, "who looks ahead wins against chance"
    assert (there.points, there.answers, there.stopped) == (here.points, here.answers, "")


def test_the_points_of_both_sides_are_one(farms: Any) -> None:
    game = farms.begun("a")
    for winner in ("sunside", "shadeside"):
        play_out(game, farms.programs(("random", "random"), winner, game))
        points, asked = farms.asked, game.answering.about(game.position)
        assert sum(Fraction(asked.value(points, {"side": side})) for side in farms.sides) == 1


def test_a_game_is_kept_once_and_not_played_again(ladder: Any, farms: Any, tmp_path: Path) -> None:
    kept = ladder.Ladder(tmp_path / "l.sqlite")
    never, out = ladder.Deadline(None), ladder.Deadline(-1)
    ladder.play_pairs(farms, kept, ["random", "greedy:9"], {"": []}, 1, out)
    assert kept.read(farms) == []
    ladder.play_pairs(farms, kept, ["random", "greedy:9"], {"": []}, 1, never)
    first = kept.read(farms)
    assert {(r.first, r.second) for r in first} == {("random", "greedy:9"), ("greedy:9", "random")}
    ladder.play_pairs(farms, ladder.Ladder(tmp_path / "l.sqlite"), ["random", "greedy:9"], {"": []}, 1, never)
    assert kept.read(farms) == first  # the seconds too, which a second playing would not have repeated


def test_a_start_goes_on_from_its_answers_with_other_dice(ladder: Any, farms: Any) -> None:
    whole = farms.begun("a")
    play_out(whole, farms.programs(("random", "random"), "a", whole))
    again = farms.begun("a", whole.entries[:20], chance="b")
    assert again.entries == whole.entries[:20]
    assert again.dice.chance.key != whole.dice.chance.key


def test_a_pair_exchanges_the_seats(ladder: Any) -> None:
    """The first side wins both games: nobody is the better for it."""
    lopsided = [result(ladder, "1", "a", "b", 1), result(ladder, "1", "b", "a", 1)]
    won = [result(ladder, "2", "a", "b", 1), result(ladder, "2", "b", "a", 0)]
    alone = [result(ladder, "3", "a", "b", 1)]
    assert [(p.one, p.share) for p in ladder.pairs_of([*lopsided, *won, *alone])] == [("a", Fraction(1, 2)), ("a", 1)]


def test_ratings_tell_who_is_stronger_and_by_how_much(ladder: Any) -> None:
    """Of 99 pairs 90 and a half to 8 and a half, with the drawn one 91 to 9: 400 times the logarithm of 91/9."""
    pairs = [ladder.Pair("s", "better", "pinned", Fraction(181, 198), 0)] * 99
    found = ladder.ratings(pairs, "pinned")
    assert found["pinned"] == 0
    assert found["better"] == pytest.approx(401.9, abs=0.1)
    assert ladder.ratings([ladder.Pair("s", "a", "pinned", Fraction(1, 2), 0)], "pinned")["a"] == pytest.approx(
        0, abs=1e-6
    )


def test_stopped_games_are_told(ladder: Any, capsys: pytest.CaptureFixture[str]) -> None:
    ladder.tell([result(ladder, "1", "a", "b", Fraction(1, 2), "the law is silent"), result(ladder, "1", "b", "a", 1)])
    assert "stopped: 1 games" in capsys.readouterr().out
