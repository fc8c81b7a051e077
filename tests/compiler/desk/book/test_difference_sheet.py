"""The difference sheet of a variant's book: what a player of the base has to learn anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book import difference_sheet
from hexlaw.compiler.desk.book.book import WantedBook, gather
from hexlaw.compiler.desk.book.html import html_one_file
from hexlaw.compiler.desk.book.markdown import markdown
from hexlaw.compiler.desk.book.model import Book
from hexlaw.compiler.desk.book.wording import plain
from hexlaw.compiler.pipeline import compile_modules

MANIFEST = "module: {name}\ntitle: {name}\nversion: 1.0.0\nsources: {{{key}: {{title: Rules}}}}\nspeaks-for: [{key}]\n"
BASE = """chapter [1] "Lamps"
thing boat
  lit: yes/no
  crew: whole
fact b: boat is seen
fact reach(b: boat): whole
  otherwise 1

section 1.1

| A boat with a **lamp** is seen.

rule seen.lit
  when b is lit
  b is seen

section 1.2

rule seen.crew
  "Many hands make a boat seen."
  when b.crew > 4
  b is seen

section 1.3

rule reach.lit
  when b is lit
  reach(b) is 3
"""
BELLS = """chapter [2] "Bells"
fact b: boat is heard
rule heard.crew [2.1]
  when b.crew > 1
  b is heard
"""

Made = Callable[..., Book]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Makes the book of a variant, or of another game, against that of the base."""

    def make(law: str, more: str = "", *, extends: bool = True) -> Book:
        for name, key, files in (
            ("lamps", "L", {"01.law": BASE, "02.law": BELLS}),
            ("own", "O", {"01.law": law, "02.law": more}),
        ):
            (tmp_path / name).mkdir()
            own = f"default-source: {key}\n" + ("extends: lamps\n" if name == "own" and extends else "")
            (tmp_path / name / "module.yaml").write_text(MANIFEST.format(name=name, key=key) + own)
            for file, text in files.items():
                if text:
                    (tmp_path / name / file).write_text(text)
        found = Diagnostics()
        base, own_law = (compile_modules(str(tmp_path / name), found) for name in ("lamps", "own"))
        assert own_law is not None, found.found
        book = gather(WantedBook(own_law, against=base), found)
        assert book is not None
        return book

    return make


def told(book: Book) -> list[tuple[str, str, str, tuple[str, ...]]]:
    assert book.differences is not None
    return [(row.place.label, plain(row.was), plain(row.now), row.why) for row in book.differences.rows]


def beside(book: Book) -> dict[str, list[str]]:
    assert book.differences is not None
    return {each.said: [ref.label for ref in each.places] for each in book.differences.beside}


def test_what_was_is_said_by_the_authors_text_and_what_is_by_the_words_at_the_rule(made: Made) -> None:
    law = 'rule seen.fog [7]\n  "Nobody sees a lamp in fog."\n  limits seen.lit\n  when b.crew is 0\n'
    assert told(made(law)) == [("O 7", "A boat with a lamp is seen.", "Nobody sees a lamp in fog.", ())]


def test_what_is_gone_stands_beside_what_decides_the_same_now(made: Made) -> None:
    law = BASE.replace("section 1.2", "section 5.2").replace("rule seen.crew", "rule seen.noise")
    law = law.replace("Many hands make", "Much noise makes").replace("b.crew > 4", "b.crew > 2")
    book = made(law.replace("[1]", "[O 1]"), BELLS, extends=False)
    assert told(book) == [("5.2", "Many hands make a boat seen.", "Much noise makes a boat seen.", ())]


def test_what_only_has_another_name_or_place_is_nothing(made: Made) -> None:
    law = BASE.replace("section 1.2", "section 6").replace("rule seen.crew", "rule seen.hands")
    book = made(law, BELLS, extends=False)
    assert told(book) == []
    assert book.changes


def test_what_is_left_out_says_why(made: Made) -> None:
    assert told(made('drop seen.crew [7] "nobody counts hands"\n')) == [
        ("1.2", "Many hands make a boat seen.", "", ("nobody counts hands",))
    ]


def test_a_chapter_that_one_game_has_alone_is_named(made: Made) -> None:
    book = made(
        BASE,
        'chapter [3] "Flags"\nfact b: boat is flagged\nrule flagged.lit [3.1]\n  when b is lit\n  b is flagged\n',
        extends=False,
    )
    assert beside(book) == {"Only in this game": ["3"], "Not in this game": ["2 Bells"]}
    assert told(book) == []


def test_what_finds_no_room_is_named_and_what_was_and_is_comes_first(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(difference_sheet, "MAX_WORDS", 13)
    law = (
        "fact b: boat is quick\nrule quick.lit [1.9]\n  when b is lit\n  b is quick\n"
        'rule seen.fog [1.7]\n  "Nobody sees a lamp in fog."\n  limits seen.lit\n  when b.crew is 0\n'
    )
    book = made(law, 'chapter [1] "More"\n')
    assert [row[0] for row in told(book)] == ["O 1.7"]
    assert beside(book)["Differs as well"] == ["O 1.9"]


def test_a_long_sentence_is_whole(made: Made) -> None:
    words = ", ".join(f"word{i}" for i in range(60))
    [row] = told(made(f'rule seen.fog [7]\n  "{words}."\n  limits seen.lit\n  when b.crew is 0\n'))
    assert row[2].endswith("word59.")


def test_the_sheet_stands_before_the_table_of_all_changes(made: Made) -> None:
    book = made('rule seen.fog [7]\n  "Nobody sees a lamp in fog."\n  limits seen.lit\n  when b.crew is 0\n')
    printed = markdown(book)[""].decode()
    assert "| A boat with a lamp is seen. | Nobody sees a lamp in fog. |" in printed
    assert printed.index("Nobody sees a lamp in fog.") < printed.index("### All changes")
    page = html_one_file(book).decode()
    assert page.index('class="changes differences"') < page.index("All changes")
