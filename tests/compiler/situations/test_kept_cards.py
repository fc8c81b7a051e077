"""Cards that are kept beside a module: what stands in the file, and what its book prints of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from shutil import copytree

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.checking.orphan_files import files_are_read
from hexlaw.compiler.data.load import load
from hexlaw.compiler.situations.balance_card import BalanceCard, CardGame, WayToPlay, table_of
from hexlaw.compiler.situations.kept_cards import PLACE, KeptCard, card_of
from hexlaw.compiler.workspace.requests import CardWanted, Printing
from hexlaw.compiler.workspace.workspace import Workspace

RULES = Path(__file__).resolve().parents[3] / "rules"
PLAIN, CAREFUL = WayToPlay("greedy"), WayToPlay("greedy/careful", "careful", 'Stays out, "mostly", of the open.')


def card() -> BalanceCard:
    """Two ways, two games a cell; the reds win when careful, and a game of plain sides is nobody's."""
    found = BalanceCard(
        "harbour", "x", "The reef, at dawn", ("Reds", "Blues"), "reds", (PLAIN, CAREFUL), 2, is_whole=True
    )
    for one in found.ways:
        for other in found.ways:
            winners = ("reds", "reds") if one is CAREFUL else ("blues", "nobody")
            points = {"reds": Fraction(1), "blues": Fraction(0), "nobody": Fraction(1, 2)}
            found.games[one.name, other.name, ""] = [
                CardGame(str(n), won, points[won], 90 + n) for n, won in enumerate(winners, 1)
            ]
    found.games["greedy", "greedy", "reds crab"] = [CardGame("1", "reds", Fraction(1), 5)]
    return found


def test_a_card_that_was_kept_says_the_same() -> None:
    kept = KeptCard(card(), date(2026, 12, 1), "of-law", "of-programs")
    again = card_of(kept.written(), "harbour", "x")
    assert again is not None
    assert (again.day, again.law, again.programs) == (kept.day, kept.law, kept.programs)
    assert again.card.sentence() == card().sentence()
    assert table_of(again.card) == table_of(card())
    assert [way.said for way in again.card.ways] == ["", CAREFUL.said]
    assert ("greedy", "greedy", "reds crab") not in again.card.games


def test_of_a_card_that_was_cut_off_it_is_said_how_many_games_there_are() -> None:
    part = card()
    part.games["greedy", "greedy", ""].pop()
    again = card_of(KeptCard(part, date(2026, 12, 1), "", "").written(), "harbour", "x")
    assert again is not None
    assert again.card.sentence().startswith("So far, by 7 of 8 games: ")


def test_a_text_that_is_no_card_is_none() -> None:
    assert card_of("", "harbour", "x") is None
    assert card_of("what,first,others,is\nplayed,yesterday,,\n", "harbour", "x") is None


@pytest.fixture
def shipped_folder(tmp_path: Path) -> Path:
    return copytree(RULES / "tutorial", tmp_path / "tutorial")


def printed(workspace: Workspace, module: str, form: str) -> str:
    return "\n".join(str(text) for text in workspace.print_book(module, Printing(form)).files.values())


def test_the_book_prints_the_card_and_says_when_the_law_has_changed_since(shipped_folder: Path) -> None:
    """In all forms that are text; `balance/` is no part of the law, so `check` finds nothing."""
    workspace, module = Workspace(), str(shipped_folder)
    for shipped in (shipped_folder / "balance").glob("*"):
        shipped.unlink()
    played = workspace.balance_card(module, "last-fine-day", CardWanted(1, "oats", keep=True))
    path = shipped_folder / PLACE.format("last-fine-day")
    kept = card_of(path.read_text("utf-8"), module, "last-fine-day")
    assert kept is not None
    assert kept.card.sentence() == played.sentence()
    page = printed(workspace, module, "markdown")
    assert f"**{played.sentence()}**" in page
    assert f"Played by programs on {kept.day.isoformat()}, 1 games a cell." in page
    assert "The law has changed since." not in page
    path.write_text(replace(kept, law="another").written(), "utf-8")
    again = printed(workspace, module, "html-one")
    assert '<div class="victory balance" ' in again
    assert "The law has changed since." in again
    found = Diagnostics()
    chain = load(module, found)
    assert chain is not None
    files_are_read(chain, found)
    assert not [*found]
