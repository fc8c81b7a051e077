"""The card of a situation: what its sentence says of which games, what it hangs on, and how its games are kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from hexlaw.compiler.base import results
from hexlaw.compiler.situations.balance_card import BalanceCard, CardGame, WayToPlay, gains, in_table
from hexlaw.compiler.workspace import balancing
from hexlaw.compiler.workspace.workspace import CardWanted, Games, Workspace

PLAIN, CAREFUL = WayToPlay("greedy"), WayToPlay("greedy/careful", "careful", "Stays out of the open.")
GAMES = 20


def games(won: int, of: int = GAMES, loser: str = "blues") -> list[CardGame]:
    lost = Fraction(int(loser == "nobody"), 2)
    return [
        CardGame(f"1-{n}", "reds" if n < won else loser, Fraction(1) if n < won else lost, 100 + won) for n in range(of)
    ]


def card(plain: tuple[int, int], careful: tuple[int, int]) -> BalanceCard:
    """A card of two ways: how many games of twenty the reds win, plain and careful, against plain and careful blues."""
    found = BalanceCard("harbour", "x", "The reef", ("Reds", "Blues"), "reds", (PLAIN, CAREFUL), GAMES, is_whole=True)
    for way, row in ((PLAIN, plain), (CAREFUL, careful)):
        for other, won in zip((PLAIN, CAREFUL), row, strict=True):
            found.games[way.name, other.name, ""] = games(won)
    return found


def test_who_wins_however_both_are_played() -> None:
    assert card((20, 19), (20, 20)).sentence() == (
        "Reds wins this however both are played, at the least 19 of 20. "
        "That says that our programs find no way for Blues, not that there is none."
    )
    assert card((2, 4), (1, 3)).sentence() == (
        "Blues wins this however both are played, at the least 16 of 20 and at the most 19 of 20."
    )


def test_who_wins_if_it_is_played_so() -> None:
    assert card((5, 8), (18, 19)).sentence() == (
        "Reds wins this played careful (Stays out of the open): 18 of 20 at the least, whichever of our 2 ways"
        " Blues plays. Played plain it is 5 of 20 at the worst."
        " That says that our programs find no way for Blues, not that there is none."
    )
    assert card((5, 8), (17, 19)).sentence() == (
        "Reds wins this played careful (Stays out of the open): 17 of 20 at the least, whichever of our 2 ways"
        " Blues plays. Played plain it is 5 of 20 at the worst."
    )
    assert card((15, 2), (18, 1)).sentence() == (
        "Blues wins this played careful (Stays out of the open): 18 of 20 at the least, whichever of our 2 ways"
        " Reds plays. Played plain it is 2 of 20 at the worst."
        " That says that our programs find no way for Reds, not that there is none."
    )


def test_where_nobody_has_won_it_is_not_called_open() -> None:
    drawn = card((0, 0), (0, 0))
    for cell in drawn.games:
        drawn.games[cell] = games(0, loser="nobody")
    assert drawn.sentence() == (
        "Nobody won any of 80 games, however both are played. "
        "That says that our programs find no way for either side, not that there is none."
    )


def test_where_the_situation_names_no_winner_the_card_says_so() -> None:
    drawn = card((0, 0), (0, 0))
    drawn.names_winner = False
    for cell in drawn.games:
        drawn.games[cell] = games(0, loser="nobody")
    assert drawn.sentence() == (
        "Nobody won any of 80 games, however both are played. Nobody can: the situation names no `winner`."
    )


def test_what_is_decided_by_how_it_is_played_and_what_is_open() -> None:
    assert card((18, 2), (3, 17)).sentence() == (
        "Who wins is decided by how it is played: Reds wins 18 of 20 played plain against Blues plain, and 2 of 20"
        " played plain against careful. None of our ways wins against all of the other side's."
    )
    even = card((10, 11), (9, 10))
    assert even.sentence() == "It is open: Reds has the better of 40 of 80, however both are played."
    assert card((10, 8), (12, 11)).sentence() == (
        "It is open: Reds has the better of 41 of 80, however both are played. Where each plays what is safest for it,"
        " Reds careful and Blues careful, it is 11 of 20."
    )


def test_what_is_said_of_few_games_or_one_way_says_so() -> None:
    found = card((20, 20), (20, 20))
    found.is_whole = False
    del found.games["greedy/careful", "greedy", ""], found.games["greedy/careful", "greedy/careful", ""]
    assert found.sentence() == (
        "So far, by 40 of 80 games: Reds wins this however both are played, always 20 of 20. "
        "That says that our programs find no way for Blues, not that there is none."
    )
    found = card((17, 0), (0, 0))
    found.ways = (PLAIN,)
    assert found.sentence() == "Reds wins this as `greedy` plays both: 17 of 20."


def test_best_replies_stand_in_the_table() -> None:
    first, *rows = in_table(card((5, 8), (18, 19)))
    assert first.split() == ["plain", "careful"]
    assert rows[0].split("  ")[0] == "plain"
    assert ["*" in cell for cell in rows[1].split("]")[1:]] == [True, True]  # careful is the reds' best against both
    assert "5 of 20 [11 to 47 %]+" in rows[0]
    assert "18 of 20 [70 to 97 %]*+" in rows[1]


def test_the_parts_of_the_difference_add_up() -> None:
    causes = card((18, 2), (3, 17)).causes()
    assert sum(causes.values()) == 1
    assert max(causes, key=lambda name: causes[name]) == "which meets which"
    of_reds = card((1, 1), (19, 19)).causes()
    assert max(of_reds, key=lambda name: of_reds[name]) == "how Reds is played"
    assert card((20, 20), (20, 20)).causes() == {}


def test_a_draw_is_half_a_win() -> None:
    found = card((10, 10), (10, 10))
    found.games["greedy", "greedy", ""] = games(3, 4, "nobody")
    drawn = found.of(PLAIN, PLAIN)
    assert drawn.won == "3 1/2 of 4"
    assert drawn.turned().won == "1/2 of 4"
    assert drawn.share == Fraction(7, 8)
    half = card((14, 10), (10, 10))
    half.games["greedy", "greedy", ""] = games(14, GAMES - 1) + games(0, 1, "nobody")
    assert "14 1/2 of 20 [51 to 87 %]" in in_table(half)[1], "Wilson's bounds of 14 1/2"


def test_where_one_has_more_than_half_at_the_worst_it_is_not_said_that_no_way_wins() -> None:
    """Of 13 of 20 the bounds are 43 and 82 %."""
    assert (
        card((13, 20), (2, 19))
        .sentence()
        .endswith(" Reds does best played plain: 13 of 20 at the worst, too few games to say more.")
    )
    assert card((10, 20), (0, 10)).sentence().endswith(" None of our ways wins against all of the other side's.")


def test_a_way_differs_by_its_games_not_by_what_is_told_of_them() -> None:
    told = card((10, 10), (10, 10))
    told.games["greedy", "greedy", ""] = [replace(game, leads=(Fraction(1),)) for game in games(10)]
    assert told.own_ways == ([PLAIN], [PLAIN])


def test_ways_that_play_the_same_games_are_named_once() -> None:
    same = card((10, 12), (10, 12))
    assert same.own_ways == ([PLAIN], [PLAIN, CAREFUL])
    assert any("Reds plays the same games careful as plain" in line for line in same.lines())


def test_what_is_gained_without_something_is_of_the_same_seeds() -> None:
    found = card((10, 10), (10, 10))
    found.called["reds crab"] = "Reds crab (1)"
    found.games["greedy", "greedy", "reds crab"] = games(2)
    [(called, plain, _)] = found.shifts()
    assert (called, plain.gain) == ("Reds crab (1)", Fraction(-8, 20))
    assert gains(plain) == "-40 ± 22"


# ---- games of the tutorial


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(results, "place_to_keep", lambda name: tmp_path / name)
    return tmp_path


Played = Callable[[], BalanceCard]


@pytest.fixture
def played(kept: Path) -> Played:
    workspace = Workspace()
    return lambda: workspace.balance_card("tutorial", "last-fine-day", CardWanted(3, "oats"))


def test_games_are_those_of_run(played: Played) -> None:
    found = played()
    ran = Workspace().run("tutorial", "last-fine-day", Games("greedy", 3, "oats"))
    plain = found.of("greedy", "greedy").games
    assert [game.winner for game in plain] == [game.winner or "nobody" for game in ran.games]
    assert [game.decisions for game in plain] == [game.decisions for game in ran.games]
    assert found.is_whole


def test_what_was_played_is_not_played_again(played: Played, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = played()
    with closing(sqlite3.connect(kept / results.STORED)) as file, file:
        assert file.execute("SELECT count(*) FROM pairs").fetchone() == (sum(map(len, first.games.values())),)
        file.execute("UPDATE pairs SET played = substr(played, 2) WHERE seed = 'oats-2' AND seating LIKE 'random%'")
    again = list[str]()
    game = balancing.CardGames._game
    monkeypatch.setattr(balancing.CardGames, "_game", lambda self, *of: (again.append(of[0]), game(self, *of))[1])
    monkeypatch.setattr(balancing, "processors", lambda: 1)
    second = played()
    assert second.games == first.games
    assert again == ["oats-2", "oats-2"]


def test_captains_are_told_beside_the_others(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balancing.CardGames, "_go_without", lambda self: None)
    monkeypatch.setattr(balancing.CardGames, "_even", lambda self: None)
    wanted = CardWanted(1, "oats", everything=True)
    found = Workspace().balance_card("tutorial", "last-fine-day", wanted)
    ran = Workspace().run("tutorial", "last-fine-day", Games("captain,greedy", 1, "oats-1"))
    [game] = found.of("captain", "greedy").games
    assert (game.winner, game.decisions) == (ran.games[0].winner or "nobody", ran.games[0].decisions)
    told = [who for who, _ in found.skill()]
    assert told[0] == "Sunside random, Shadeside random"
    assert "Sunside captain, Shadeside greedy" in told
    assert told[-1] == "Sunside captain, Shadeside captain"
