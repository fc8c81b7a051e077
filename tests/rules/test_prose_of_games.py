"""Books of the shipped games that their authors wrote whole: no rule is printed in the machine's words."""

from __future__ import annotations

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book.book import WantedBook, gather
from hexlaw.compiler.pipeline import compile_modules

WRITTEN = ["panzer-leader", "panzerblitz", "panssari-salama", "panzer-leader-1940", "panzer-grenadier"]


@pytest.mark.parametrize("module", WRITTEN)
def test_every_rule_and_every_card_of_a_book_has_prose(module: str) -> None:
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    book = gather(WantedBook(compilation), Diagnostics())
    assert book is not None
    sections = [section for chapter in book.chapters for section in chapter.sections]
    assert len(sections) > 20
    assert [(section.number, entry.anchor) for section in sections for entry in section.entries] == []
    for card in book.situations:
        assert card.prose is not None, card.name
        assert (card.entries, card.wins, card.facts) == ((), (), ()), card.name
