"""A book as JSON and back, and the schema of that JSON, all read off the classes of `model.py`.

A field `used_by` is the key `used-by`; what is empty or false is left out. The same book gives the same bytes. What is
read is checked by the schema first, so a file of strangers is refused in a sentence.
"""

from __future__ import annotations

import json
import types
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hexlaw.compiler.book import model

FORMAT = "hexlaw-book"
VERSION = 1


class BookUnreadable(ValueError):
    """A text is not a book; the message says why."""


def write_book(book: model.Book) -> str:
    document = {"format": FORMAT, "version": VERSION, **as_data(book)}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def read_book(text: str) -> model.Book:
    """The book that a text holds; raises `BookUnreadable` where it holds none."""
    from jsonschema import Draft202012Validator

    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BookUnreadable(f"this is not JSON: {problem}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BookUnreadable(f"this is not a book: it does not say `format: {FORMAT}`")
    if document.get("version") != VERSION:
        raise BookUnreadable(f"this book is of version {document.get('version')!r}; version {VERSION} is read here")
    for error in Draft202012Validator(schema()).iter_errors(document):
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path)
        raise BookUnreadable(f"{place.lstrip('.') or 'the book'}: {error.message[:200]}")
    book: model.Book = _read(document, model.Book)
    return book


def as_data(node: Any) -> Any:
    """A node as plain data, without what is empty or false."""
    if isinstance(node, tuple):
        return [as_data(item) for item in node]
    if not is_dataclass(node):
        return node
    shown = ((field, getattr(node, field.name)) for field in fields(node))
    return {_key(field.name): as_data(value) for field, value in shown if value != field.default}


def _key(name: str) -> str:
    return name.replace("_", "-")


def _read(data: Any, hint: Any) -> Any:
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if inner[-1] is Ellipsis:
            return tuple(_read(item, inner[0]) for item in data)
        return tuple(_read(item, each) for item, each in zip(data, inner, strict=True))
    if get_origin(hint) in (Union, types.UnionType):
        return None if data is None else _read(data, next(h for h in get_args(hint) if h is not types.NoneType))
    if not is_dataclass(hint):
        return data
    node: Any = hint
    hints = _hints(node)
    return node(**{f.name: _read(data[_key(f.name)], hints[f.name]) for f in fields(hint) if _key(f.name) in data})


@cache
def _hints(node: Any) -> dict[str, Any]:
    return get_type_hints(node)


# ---- the schema


def schema() -> dict[str, Any]:
    """The JSON Schema of books."""
    defs: dict[str, Any] = {}
    top = _object(model.Book, defs)
    top["properties"] = {"format": {"const": FORMAT}, "version": {"const": VERSION}, **top["properties"]}
    top["required"] = ["format", "version", *top["required"]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "book.schema.json",
        "title": "a rule book",
        **top,
        "$defs": dict(sorted(defs.items())),
    }


def _object(node: Any, defs: dict[str, Any]) -> dict[str, Any]:
    required = [_key(f.name) for f in fields(node) if f.default is MISSING]
    described = (node.__doc__ or "").strip()
    about = {"description": described.partition("\n\n")[0].replace("\n    ", " ")} if "(" not in described[:24] else {}
    return {
        **about,
        "type": "object",
        "additionalProperties": False,
        "properties": {_key(f.name): _shape(_hints(node)[f.name], defs) for f in fields(node)},
        "required": required,
    }


def _shape(hint: Any, defs: dict[str, Any]) -> dict[str, Any]:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is tuple and inner[-1] is Ellipsis:
        return {"type": "array", "items": _shape(inner[0], defs)}
    if origin is tuple:
        each = [_shape(item, defs) for item in inner]
        return {"type": "array", "prefixItems": each, "minItems": len(inner), "maxItems": len(inner)}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_shape(item, defs) for item in inner]}
    if is_dataclass(hint):
        name = hint.__name__.rstrip("_").lower()  # type: ignore[union-attr]
        if name not in defs:
            defs[name] = {}
            defs[name] = _object(hint, defs)
        return {"$ref": f"#/$defs/{name}"}
    named = {str: "string", bool: "boolean", int: "integer", types.NoneType: "null"}
    return {"type": named[hint]}
