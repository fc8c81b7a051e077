"""Cards that are renewed in turns (bench/cards.py): which comes first, and what the page says of each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from hexlaw.compiler.situations.balance_card import BalanceCard, CardGame, WayToPlay
from hexlaw.compiler.situations.kept_cards import KeptCard


@pytest.fixture(scope="module")
def cards(bench_script: Callable[[str], Any]) -> Any:
    return bench_script("cards")


def kept(day: int, law: str = "now", programs: str = "now") -> KeptCard:
    card = BalanceCard("harbour", "x", "The reef", ("Reds", "Blues"), "reds", (WayToPlay("greedy"),), 20)
    return KeptCard(card, date(2026, 11, day), law, programs)


def test_what_is_missing_comes_first_then_what_is_out_of_date_then_the_oldest(cards: Any) -> None:
    there = {
        "new": cards.Place("m", "new", "now", 1, kept(9)),
        "old": cards.Place("m", "old", "now", 1, kept(2)),
        "programs": cards.Place("m", "programs", "now", 1, kept(9, programs="before")),
        "law": cards.Place("m", "law", "now", 1, kept(9, law="before", programs="before")),
        "large": cards.Place("m", "large", "now", 9, None),
        "small": cards.Place("m", "small", "now", 1, None),
    }
    order = sorted(there, key=lambda name: there[name].urgency("now"))
    assert order == ["small", "large", "law", "programs", "old", "new"]


def test_the_page_says_what_a_card_is_of_and_which_situations_have_none(cards: Any) -> None:
    there = [
        cards.Place("m", "law", "now", 1, kept(9, law="before")),
        cards.Place("m", "programs", "now", 1, kept(9, programs="before")),
        cards.Place("m", "none", "now", 1, None),
    ]
    page = cards.page_of(there, "now")
    assert "| `m` | `law` |" in page
    assert "2026-11-09; *the law has changed* |" in page
    assert "2026-11-09; *the programs have changed* |" in page
    assert page.endswith("No card yet: `m` `none`.\n")


def of_games(*cells: list[tuple[str, int]]) -> BalanceCard:
    """Returns a card of two ways to play, by who won each game of its four cells and after how many decisions."""
    card = BalanceCard("m", "x", "X", ("Reds", "Blues"), "reds", (WayToPlay("greedy"), WayToPlay("greedy/mass")), 2)
    names = [(one.name, other.name, "") for one in card.ways for other in card.ways]
    for name, games in zip(names, cells, strict=True):
        card.games[name] = [CardGame(f"{n}", won, Fraction(1, 2), after) for n, (won, after) in enumerate(games, 1)]
    return card


def test_a_card_stands_where_the_first_game_of_each_cell_goes_as_before(cards: Any) -> None:
    first = ("reds", 80), ("blues", 81), ("nobody", 90), ("reds", 70)
    kept = of_games(*([game, ("reds", 99)] for game in first))
    assert cards.comes_out_alike(kept, of_games(*([game] for game in first)))
    assert not cards.comes_out_alike(kept, of_games(*([game] for game in (*first[:3], ("blues", 70)))))
    assert not cards.comes_out_alike(kept, of_games(*([game] for game in (*first[:3], ("reds", 71)))))
    assert not cards.comes_out_alike(kept, of_games(*([game] for game in first[:3]), [])), "a cell without a game"
