"""The JSON of a book: its schema, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from hexlaw.compiler.book import document
from hexlaw.compiler.book.document import BookUnreadable, read_book, schema, write_book
from hexlaw.compiler.book.model import Book

SCHEMA = Path(document.__file__).parent / "schemas" / "book.schema.json"


def test_the_published_schema_is_that_of_the_model() -> None:
    Draft202012Validator.check_schema(schema())
    assert json.loads(SCHEMA.read_text("utf-8")) == schema()


def test_the_same_book_gives_the_same_text(small: Book) -> None:
    assert write_book(read_book(write_book(small))) == write_book(small)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: d.pop("title"), "'title' is a required property"),
        (lambda d: d.update(version=99), "version 99"),
        (lambda d: d.update(format="novel"), "does not say `format: hexlaw-book`"),
        (lambda d: d["chapters"][0].update(page=3), "chapters[0]"),
    ],
)
def test_what_is_not_a_book_is_refused_in_a_sentence(small: Book, change, told: str) -> None:  # type: ignore[no-untyped-def]
    data = json.loads(write_book(small))
    change(data)
    with pytest.raises(BookUnreadable, match=r"^[^\n]+$") as refused:
        read_book(json.dumps(data))
    assert told in str(refused.value)


def test_what_is_not_json_is_refused() -> None:
    with pytest.raises(BookUnreadable, match="not JSON"):
        read_book("Once upon a time")
