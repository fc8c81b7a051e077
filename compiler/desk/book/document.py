"""A book as JSON, read off the classes of `model.py`.

A field `used_by` is the key `used-by`; what is empty or false is left out. The same book gives the same bytes. The
published schema (`schemas/book.schema.json`) is read off the same classes by a test.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any

from hexlaw.compiler.desk.book import model

FORMAT = "hexlaw-book"
VERSION = 1


def write_book(book: model.Book) -> str:
    document = {"format": FORMAT, "version": VERSION, **as_data(book)}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def as_data(node: Any) -> Any:
    """Returns a node as plain data, without what is empty or false."""
    if isinstance(node, tuple):
        return [as_data(item) for item in node]
    if not is_dataclass(node):
        return node
    shown = ((field, getattr(node, field.name)) for field in fields(node))
    return {field.name.replace("_", "-"): as_data(value) for field, value in shown if value != field.default}
