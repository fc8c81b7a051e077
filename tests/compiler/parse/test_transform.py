"""Every rule of the grammar becomes something in one place."""

from __future__ import annotations

import re

import pytest
from lark import Lark
from msgspec import NODEFAULT

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.building import node
from hexlaw.compiler.parse.grammar import _kept
from hexlaw.compiler.parse.items import ItemText
from hexlaw.compiler.parse.parse import parse_item, parse_question
from hexlaw.compiler.parse.parse_tables import GRAMMAR, from_grammar
from hexlaw.compiler.parse.transform import NODES, maker_of
from hexlaw.runtime.base.nodes import fields


def rules(parser: Lark, *, inlined: bool) -> set[str]:
    """What a tree of the parser can be called; `inlined` also what is so only where it has several children."""
    found = {r.alias or r.origin.name for r in parser.rules if inlined or r.alias or not r.options.expand1}
    return {str(name) for name in found if not str(name).startswith("_")}


def test_every_rule_of_the_grammar_is_made_in_one_place() -> None:
    grammar = GRAMMAR.read_text("utf-8")
    parser = from_grammar(grammar)
    assert [rule for rule in rules(parser, inlined=False) if maker_of(rule) is None] == []
    assert {*NODES} - rules(parser, inlined=True) == set(), "no rule calls these"


def test_a_rule_without_a_row_has_a_child_for_each_field() -> None:
    for rule in from_grammar(GRAMMAR.read_text("utf-8")).rules:
        name = str(rule.alias or rule.origin.name)
        if name in NODES or name[0] == "_" or rule.options.expand1 or maker_of(name) is None:
            continue
        kept, after = _kept(rule)
        called = "".join(map(str.capitalize, name.split("_")))  # `return_` makes `Return`, `end_game` `EndGame`
        places = [place for place in fields(getattr(s, called)) if place.name != "span"]
        needed = sum(place.default is NODEFAULT and place.type != "bool" for place in places)
        assert needed <= sum(not spread and 1 + before for _, spread, before in kept) + after <= len(places), name


def test_a_table_that_does_not_fit_its_node_is_noticed() -> None:
    for wrong in ("dispute reading", "dispute reading cite because"):
        with pytest.raises(AssertionError):
            node(s.Settle, wrong)


def read(text: str) -> object:
    found = Diagnostics()
    source = Source("x", text)
    made = parse_item(ItemText(source, 0, text), found)
    assert not found.found, [d.message for d in found]
    return made


def test_what_is_left_out_is_nothing_of_its_type() -> None:
    drop = read("drop glow.plain\n")
    assert isinstance(drop, s.Drop)
    assert (drop.sort, drop.name.text, drop.cite, drop.reason) == (None, "glow.plain", None, "")
    table = read("table depth(): whole\n")
    assert isinstance(table, s.Table)
    assert (table.params, table.doc, table.edges) == ((), "", ())
    question = parse_question(Source("q", "may sail.done()"), Diagnostics())
    assert isinstance(question, s.AskMay)
    assert question.args == ()


def test_lines_fill_their_fields_in_any_order() -> None:
    task = read('task mend(l: lamp)\n  gains 1\n  "Slow."\n  stage open lasts 2\n  crew keeper at most 3\n  "Dull."\n')
    assert isinstance(task, s.Task)
    assert (task.doc, task.crew is not None and (task.crew[0].text, task.crew[1])) == ("Slow. Dull.", ("keeper", 3))
    assert [stage.name.text for stage in task.stages] == ["open"]
    assert task.works is None
    assert task.done == ()


def test_of_a_line_that_stands_twice_the_first_counts() -> None:
    found = Diagnostics()
    text = "option fog\n  default on\n  default off\n"
    option = parse_item(ItemText(Source("x", text), 0, text), found)
    assert isinstance(option, s.Option)
    assert option.default is True
    assert [(d.code, re.findall("`(.*?)`", d.message)) for d in found] == [("HX206", ["default"])]
