"""What a program outside makes of a book's JSON: it checks it by the schema, and reads the classes of the model again.

The schema of that JSON is read off these classes as well (`schema`); the published one has to be the same.
"""

from __future__ import annotations

import json
import types
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from jsonschema import Draft202012Validator

from hexlaw.compiler.desk.book import model
from hexlaw.compiler.desk.book.document import FORMAT, VERSION


def read_book(text: str) -> model.Book:
    """The book that a text holds; `ValidationError` says what the schema has against it."""
    document = json.loads(text)
    Draft202012Validator(schema()).validate(document)
    book: model.Book = _read(document, model.Book)
    return book


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
