"""Nodes that are made while a text is parsed are those that the parser library's tree of it would become."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lark import Tree

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.parse.building import Builder, GrammarPart
from hexlaw.compiler.parse.grammar import read
from hexlaw.compiler.parse.items import ItemText, cut
from hexlaw.compiler.parse.parse_tables import GRAMMAR, from_grammar
from hexlaw.compiler.parse.transform import maker_of

TUTORIAL = Path(__file__).resolve().parents[3] / "rules" / "tutorial"
BRACKETS = """
rule brackets.of-all-sorts [1]
  for each unit u in (units)
  when ((u.strength + (2)) * 3 > (1) or not (u is lit)) and (yes)
  requires count(unit v in u.hex where (v is not u)) <= (4)
"""


def from_tree(builder: Builder, tree: Tree[Any]) -> Any:
    """What a tree of the library becomes, by the places that it notes."""
    children = [from_tree(builder, child) if isinstance(child, Tree) else child for child in tree.children]
    meta = tree.meta
    part = GrammarPart(None, None) if meta.empty else GrammarPart(meta.start_pos, meta.end_pos)
    make = maker_of(tree.data)
    assert make is not None, tree.data
    return make(builder, part, *children)


def items() -> list[ItemText]:
    law = [Source(path.name, path.read_text("utf-8")) for path in sorted(TUTORIAL.rglob("*.law"))]
    return [item for source in (*law, Source("brackets", BRACKETS)) for item in cut(source, Diagnostics())]


def test_a_node_is_what_the_tree_would_become() -> None:
    library = from_grammar(GRAMMAR.read_text("utf-8"))
    for item in items():
        builder = Builder()
        builder.source, builder.offset = item.source, item.start
        tree = library.parse(item.text.rstrip() + "\n", start="item")
        made = read(item, "item", Diagnostics())
        assert made is not None
        assert repr(made) == repr(from_tree(builder, tree)), item.text


@pytest.mark.parametrize("question", ["count(units)", "(1 + (2)) * 3", "may move(a, (A-2))", "1 + 1"])
def test_so_is_a_question(question: str) -> None:
    builder, source = Builder(), Source("question", question)
    builder.source = source
    tree = from_grammar(GRAMMAR.read_text("utf-8")).parse(question + "\n", start="question")
    assert repr(read(ItemText(source, 0, question), "question", Diagnostics())) == repr(from_tree(builder, tree))
