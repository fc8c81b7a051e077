"""The tables of the parser that a build writes are used for the grammar that they were made of, and for no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lark import Lark

from hexlaw.compiler.parse import parse_tables
from hexlaw.compiler.parse.building import Builder
from hexlaw.compiler.parse.grammar import Reducing
from hexlaw.compiler.parse.parse_tables import build


def parser() -> Lark:
    return parse_tables.parser(Reducing(Builder()))


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a build writes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parse_tables, "BUILT", tmp_path_factory.mktemp("built") / "law.tables.json")
        build()
        return parse_tables.BUILT.read_text("utf-8")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, own_cache: Any, tmp_path: Path) -> list[str]:
    """The grammars whose tables had to be made, in a process with an empty cache and a file of its own."""
    found: list[str] = []
    from_grammar = parse_tables.from_grammar
    monkeypatch.setattr(parse_tables, "from_grammar", lambda grammar: found.append(grammar) or from_grammar(grammar))
    monkeypatch.setattr(parse_tables, "BUILT", tmp_path / "law.tables.json")
    return found


def test_with_the_file_nothing_is_made(made: list[str]) -> None:
    build()
    assert len(made) == 1
    assert parser().parse('chapter [1] "Light"\n', start="item") is not None
    assert len(made) == 1


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"made for":"', '"made for":"0'),  # for another grammar
        lambda text: text[:-100],
        lambda text: text.replace('"made for"', '"made  for"'),
        lambda text: text.replace('"tables":[', '"tables":[1,'),
        lambda text: "[]",
        lambda text: "",
    ],
)
def test_tables_that_do_not_fit_are_made_again_and_kept(spoil: Any, tables: str, made: list[str]) -> None:
    parse_tables.BUILT.write_text(spoil(tables), "utf-8")
    assert parser().parse('chapter [1] "Light"\n', start="item") is not None
    assert len(made) == 1
    assert parser().parse('chapter [1] "Light"\n', start="item") is not None
    assert len(made) == 1


def test_without_the_file_they_are_made_once(made: list[str]) -> None:
    assert not parse_tables.BUILT.exists()
    for _ in range(2):
        assert parser().parse('chapter [1] "Light"\n', start="item") is not None
    assert len(made) == 1
    assert not parse_tables.BUILT.exists(), "a command writes to the cache alone"


def test_another_library_or_grammar_has_other_tables(
    tables: str, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    parse_tables.BUILT.write_text(tables, "utf-8")
    monkeypatch.setattr(parse_tables.lark, "__version__", "0.0.1")
    parser()
    assert len(made) == 1
