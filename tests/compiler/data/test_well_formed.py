"""The small validator of a published page says of every file what `jsonschema-rs` says of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data import schema as schema_module
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.data.well_formed import ASKED, fits
from hexlaw.compiler.data.yaml_tree import read_yaml

TELLS = {"$defs", "$id", "$schema", "description", "title", "x-gone"}
TUTORIAL = shipped_modules()["tutorial"]
FILES = {
    "module": "module.yaml", "style": "style.yaml", "book": "book.yaml", "cases": "cases/02-moving.cases.yaml",
    "situation": "situations/*.yaml", "board": "boards/*.yaml", "table": "tables/*.yaml",
}  # fmt: skip
OTHERS: list[object] = ["zzz", "", "a-b", "3", "yes", [], ["a"], [["a"]], {}, {"zzz": "a"}, {"id": "a", "ask": "b"}]


def own(plain: object, schema: str) -> bool:
    name = f"{schema}.schema.json"
    return fits(plain, schema_module._schemas()[name], name, schema_module._schemas())


def changed(plain: Any) -> Iterator[Any]:
    """A value with one value in it replaced, taken out, or added."""
    yield from OTHERS
    inside = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for at, value in inside:
        for other in changed(value):
            copy = plain.copy()
            copy[at] = other
            yield copy
        if isinstance(plain, dict):
            rest = {key: kept for key, kept in plain.items() if key != at}
            yield rest
            yield {**rest, f"{at} x": value}
        else:
            yield [*plain, value]
            yield plain[:at]


@pytest.mark.parametrize("schema", FILES)
def test_it_says_what_the_other_says(schema: str) -> None:
    path: Path = sorted(TUTORIAL.glob(FILES[schema]))[0]
    tree = read_yaml(Source("f", path.read_text("utf-8")), Diagnostics())
    assert tree is not None
    plain: Any = tree.plain()
    if schema == "cases":
        plain["cases"] = plain["cases"][:4]
    other = schema_module._fast_validator(schema)
    assert own(plain, schema)
    said = [(own(one, schema), other(one)) for one in changed(plain)]
    assert {ours for ours, _ in said} == {True, False}
    assert [pair for pair in said if pair[0] != pair[1]] == []


@pytest.mark.parametrize("path", sorted(schema_module.SCHEMAS.glob("*.schema.json")), ids=lambda path: path.stem)
def test_a_schema_says_nothing_that_is_not_asked(path: Path) -> None:
    def said(schema: Any) -> Iterator[str]:
        if isinstance(schema, bool):
            return
        yield from schema
        for key, inner in schema.items():
            if key in ("properties", "$defs"):
                for each in inner.values():
                    yield from said(each)
            elif key in ("additionalProperties", "else", "if", "items", "propertyNames", "then"):
                yield from said(inner)

    assert {*said(json.loads(path.read_text("utf-8")))} <= ASKED | TELLS
