"""A kind that is a sort of several others, each of which gives it a role."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.format.law_text import format_law
from hexlaw.runtime.law.graph_file import read_graph, write_graph

ROLES = """thing owned
  stands in hex
  crew: whole = 2
thing ship is an owned
  hull: whole = 3
thing watched is an owned
  alarm: yes/no
  keeper: ship or none
thing cutter is a ship, watched
  pennants: whole = 1
thing island is a watched
fact w: watched is noticed
rule noticed.crewed [1]
  when w.crew > 1
  w is noticed
quantity strength(s: ship): whole [1]
  starts with s.hull + s.crew
"""
PIECES = "{c: {kind: cutter, at: A-1, alarm: yes}, i: {kind: island, at: A-2, keeper: c}}"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("c is a ship and c is a watched and c is an owned", True),
        ("i.keeper is a watched", True),
        ("c is noticed and i is noticed", True),
        ("strength(c)", 5),
        ("c is alarm and not i is alarm", True),
        ("any watched w where w is a ship", True),
        ("any watched w where not w is a ship", True),
        ("c.pennants", 1),
    ],
)
def test_each_role_has_its_attributes_and_rules(asked: str, found: object, bench: Any) -> None:
    law = bench.compiled(ROLES)
    assert bench.value(law, asked, pieces=PIECES) == found


def test_a_narrower_kind_comes_before_all_that_it_is_a_sort_of(bench: Any, tmp_path: Path) -> None:
    graph = bench.compiled(ROLES).graph
    assert graph.lineage("cutter") == ["cutter", "ship", "watched", "owned"]
    assert graph.kinds_below("watched") == {"watched", "cutter", "island"}
    assert read_graph(write_graph(graph)).kinds == graph.kinds


def test_roles_are_laid_out_as_they_were_written() -> None:
    text = "thing cutter is a ship, watched\n"
    assert format_law(Source("x.law", text), Diagnostics()) == text


@pytest.mark.parametrize(
    ("law", "message"),
    [
        (
            "thing raft\n  stands in hex\n  crew: whole = 1\nthing float is a ship, raft\n",
            "`float` would have two attributes `crew`, of `owned` and of `raft`",
        ),
        (
            "thing raft\n  stands in ship\nthing float is a ship, raft\n",
            "`float` could stand where each of `ship`, `raft` stands, which are different places",
        ),
        ("thing float is a ship, rafft\n", "there is no kind of thing `rafft`"),
        ("thing one is a ship, two\nthing two is a one\n", "`one` is a `two`, which is a `one` again"),
    ],
)
def test_what_two_roles_cannot_share_is_refused(law: str, message: str, bench: Any) -> None:
    assert message in [found.message for found in bench.findings(ROLES + law)]


def test_where_roles_stand_in_different_places_it_is_said(bench: Any) -> None:
    law = "thing raft\n  stands in ship\nthing float is a ship, raft\n  stands in hex or ship\n"
    assert bench.compiled(ROLES + law).graph.kinds["float"].holders == ("hex", "ship")
