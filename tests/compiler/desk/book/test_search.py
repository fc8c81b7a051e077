"""What the search of a book finds: the function of `book.js` that ranks places, run by Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from hexlaw.compiler.desk.book.html import THEME, HtmlWriter
from hexlaw.compiler.desk.book.model import Book

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no Node is here to run scripts of pages")

PLACES = [
    ["a", "1", "Stacking. No more than three beasts rest in a hex."],
    ["b", "2", "Ponds. A pond is left where a spring is lost."],
    ["c", "3", "Limits of a whistle. It carries five hexes."],
    ["d", "4.1", "Loading. A mule carries two."],
    ["e", "index", "Stacking limit"],
    ["f", "4", "Loads. Sheep, and what sheep carry."],
    ["g", "5", "Leaders. A leader calls his beasts."],
]


SAME = {"hq": "leader", "headquarters": "leader", "generals": "leader"}


def found(query: str, places: list[Any], same: dict[str, str] = SAME) -> list[Any]:
    call = """
        const [find, query, places, same] = process.argv.slice(1);
        process.stdout.write(JSON.stringify(require(find)(query, JSON.parse(places), JSON.parse(same))));
    """
    asked = ["node", "-e", call, str(THEME / "book.js"), query, json.dumps(places), json.dumps(same)]
    return list(json.loads(subprocess.run(asked, capture_output=True, check=True, text=True).stdout))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("stacking limit", ["e", "a", "c"]),  # all words first, then those that have one of them
        ("stacks", ["a", "e"]),
        ("ponds", ["b"]),
        ("pond", ["b"]),
        ("the limit of a whistle", ["c"]),
        ("whis", ["c"]),
        ("4.1", ["d"]),
        ("4", ["f", "d"]),
        ("loading", ["d", "f"]),
        ("carried", ["d", "f", "c"]),  # short headings first
        ("my headquarters", ["g"]),  # words of the hobby count as each other
        ("generals", ["g"]),
        ("fox", []),
        ("", []),
    ],
)
def test_places_are_found_by_any_form_of_a_word_and_best_first(query: str, first: list[str]) -> None:
    assert [place[0] for place in found(query, PLACES)][: max(len(first), 1)] == first


@pytest.mark.parametrize(
    ("query", "leads_to"),
    [
        ("sequence of play", "sequence.html"),
        ("wool", "words.html#kind:beast"),  # a synonym of players
        ("streams", "chapter-02.html#RB-2.9"),
        ("strides for a step", "charts.html#table:entry-strides"),
        ("early snow", "play.html#situation:early-snow"),
        ("scenario of early snow", "play.html#situation:early-snow"),
    ],
)
def test_a_book_finds_its_own_headings_charts_and_synonyms(small: Book, query: str, leads_to: str) -> None:
    writer = HtmlWriter(small)
    writer.all()
    index = json.loads(writer.search_index())
    first, *_ = found(query, index["places"], index["same"])
    assert first[0] == leads_to
