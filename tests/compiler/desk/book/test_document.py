"""The JSON of a book: its schema, and what that refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from hexlaw.compiler.desk.book import document
from hexlaw.compiler.desk.book.document import write_book
from hexlaw.compiler.desk.book.model import Book

from .reading import read_book, schema

SCHEMA = Path(document.__file__).parent / "schemas" / "book.schema.json"


def test_the_published_schema_is_that_of_the_model() -> None:
    Draft202012Validator.check_schema(schema())
    assert json.loads(SCHEMA.read_text("utf-8")) == schema()


def test_the_same_book_gives_the_same_text(small: Book) -> None:
    assert write_book(read_book(write_book(small))) == write_book(small)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d.pop("title"), "'title' is a required property"),
        (lambda d: d.update(version=99), "1 was expected"),
        (lambda d: d.update(format="novel"), "'hexlaw-book' was expected"),
        (lambda d: d["chapters"][0].update(page=3), "'page' was unexpected"),
    ],
)
def test_the_schema_refuses_what_is_not_a_book(small: Book, change, said: str) -> None:  # type: ignore[no-untyped-def]
    data = json.loads(write_book(small))
    change(data)
    with pytest.raises(ValidationError, match=re.escape(said)):
        read_book(json.dumps(data))
