"""What many games are told by: shares and averages with honest margins."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexlaw.compiler.situations.tally import PlayedGame, as_json, between, margin, summary

PLAYERS = {"reds": "random", "blues": "greedy"}


@pytest.mark.parametrize(
    ("number", "of", "low", "high"),
    [
        (5, 10, "0.2366", "0.7634"),
        (0, 3, "0.0000", "0.5615"),
        (3, 3, "0.4385", "1.0000"),
        (90, 100, "0.8256", "0.9448"),
    ],
)
def test_the_bounds_of_a_share(number: int, of: int, low: str, high: str) -> None:
    """Wilson's interval of 95 %, as statisticians' tables have it; the ends are mirror images."""
    found = between(number, of)
    assert [f"{float(bound):.4f}" for bound in found] == [low, high]


def test_the_margin_of_an_average() -> None:
    """1, 2, 3, 4: the variance is 5/3, the error of the mean the root of 5/12, 0.6455, and 1.96 of it 1.2652."""
    assert abs(margin([Fraction(n) for n in (1, 2, 3, 4)]) - Fraction("1.2652")) < Fraction("0.0001")
    assert margin([Fraction(7)] * 5) == 0
    assert margin([Fraction(7)]) == 0


def games() -> list[PlayedGame]:
    winners = ("reds", "reds", "reds", None)
    played = [
        PlayedGame(str(n), w, {"coins": n, "victory": "great" if n else "small"}, 10, 2) for n, w in enumerate(winners)
    ]
    return [*played, PlayedGame("4", stopped="`toll` has no value", helps="give it one", chain=["in fact toll"])]


def test_many_games_are_counted_up() -> None:
    """Three of five: Wilson gives 23 to 88 %. Coins 0, 1, 2, 3: 1.5, and the margin is that of 1, 2, 3, 4."""
    assert summary(games(), {"reds": "random", "blues": "greedy"}) == [
        "game 4 stopped: `toll` has no value",
        "  help: give it one",
        "  in fact toll",
        "5 games; in 19 of 20 cases the true figure lies in the brackets, or within ±",
        "  won by reds (random)   3   60 % [23 to 88 %]",
        "  won by blues (greedy)  0    0 % [0 to 43 %]",
        "  won by nobody          1   20 % [4 to 62 %]",
        "  stopped, won by none   1   20 % [4 to 62 %]",
        "  of the 4 that came to their end:",
        "  coins: 1.50 ± 1.27, 0 to 3",
        "  victory:",
        "    great  3   75 % [30 to 95 %]",
        "    small  1   25 % [5 to 70 %]",
        "  decisions in a game: 10.00 ± 0.00, 10 to 10",
        "  throws in a game: 2.00 ± 0.00, 2 to 2",
    ]


def test_one_game_is_told_as_it_went() -> None:
    one = PlayedGame("1", "reds", {"coins": Fraction(7, 2), "victory": "great"}, 3, 1, journal="a.journal")
    assert summary([one], {"reds": "random"}) == [
        "won by reds (random)", "coins: 3 1/2", "victory: great", "3 decisions, 1 throw of dice", "journal: a.journal",
    ]  # fmt: skip


def test_programs_read_the_same() -> None:
    told = as_json("bay", "calm", PLAYERS, PLAYERS, games())
    assert (told["finished"], told["stopped"]) == (4, 1)
    assert told["won"]["reds"] == {"games": 3, "percent": [23, 88]}
    assert told["stopped-percent"] == [4, 62]
    assert told["games"][4]["stopped"] == "`toll` has no value"
    assert as_json("bay", "calm", {"reds": "random"}, {"reds": "random"}, games()[4:])["won"] == {}


def test_yes_and_no_are_told_as_the_law_writes_them() -> None:
    one = [PlayedGame("1", "reds", {"the gate is open": True, "all are home": False}, 10, 2)]
    assert summary(one, {"reds": "random"})[1:3] == ["the gate is open: yes", "all are home: no"]


def test_none_and_sets_are_told_as_the_law_writes_them() -> None:
    one = [PlayedGame("1", "reds", {"the pilot": None, "those who are home": ("coot", "tern")}, 10, 2)]
    assert summary(one, {"reds": "random"})[1:3] == ["the pilot: none", "those who are home: coot, tern"]


def test_an_average_that_is_nearly_0_has_no_sign() -> None:
    """One coin lost in 300 games: 1/300 each, and the margin is 1.96 times the root of 1/300 through 300."""
    lost = [PlayedGame(str(n), "reds", {"coins": -1 if n == 0 else 0}, 10, 2) for n in range(300)]
    assert "  coins: 0.00 ± 0.01, -1 to 0" in summary(lost, {"reds": "random"})
