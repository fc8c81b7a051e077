"""The shipped tables of the parser are those of the grammar, and no others are ever used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import lark
import pytest

from hexlaw.compiler.parse import tables
from hexlaw.compiler.parse.tables import GRAMMAR, SHIPPED, as_file, parser

ANEW = "`make tables` writes them anew"
SAME_LIBRARY = json.loads(SHIPPED.read_text("utf-8"))["made for"].startswith(f"lark {lark.__version__},")


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    """Where another version of the library is installed, they can be told to be of this grammar, and are not used."""
    made = as_file(GRAMMAR.read_text("utf-8"))
    shipped = SHIPPED.read_text("utf-8")
    assert json.loads(shipped)["made for"].partition(",")[2] == json.loads(made)["made for"].partition(",")[2], ANEW
    assert (shipped == made) is SAME_LIBRARY, ANEW


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch, own_cache: Any) -> list[str]:
    """The grammars whose tables had to be worked out, in a process with an empty cache."""
    made: list[str] = []
    from_grammar = tables.from_grammar
    monkeypatch.setattr(tables, "from_grammar", lambda grammar: made.append(grammar) or from_grammar(grammar))
    return made


def test_with_them_nothing_is_worked_out(worked_out: list[str]) -> None:
    assert parser().parse('chapter [1] "Light"\n', start="item") is not None
    assert len(worked_out) == (0 if SAME_LIBRARY else 1)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"made for": "', '"made for": "0'),  # for another grammar
        lambda text: text[:-100],
        lambda text: text.replace('"made for"', '"made  for"'),
        lambda text: "[]",
    ],
)
def test_tables_that_do_not_fit_are_worked_out_and_kept(
    spoil: Any, worked_out: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt = tmp_path / "law.tables.json"
    spoilt.write_text(spoil(SHIPPED.read_text("utf-8")), "utf-8")
    monkeypatch.setattr(tables, "SHIPPED", spoilt)
    assert parser().parse('chapter [1] "Light"\n', start="item") is not None
    assert len(worked_out) == 1
    assert parser().parse('chapter [1] "Light"\n', start="item") is not None
    assert len(worked_out) == 1


def test_another_library_or_grammar_has_other_tables(worked_out: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables.lark, "__version__", "0.0.1")
    parser()
    assert len(worked_out) == 1
