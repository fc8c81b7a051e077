"""Whether the books of the games leave out what is for programs."""

from __future__ import annotations

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book.book import WantedBook, gather
from hexlaw.compiler.desk.book.model import Entry, nodes
from hexlaw.compiler.pipeline import compile_modules


@pytest.mark.parametrize("module", ["tutorial", "panzerblitz", "panzer-leader", "russia-1941", "paths-of-rommel"])
def test_no_book_prints_advice_to_programs(module: str) -> None:
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    graph = compilation.graph
    for_programs = {name for name, rule in graph.rules.items() if rule.origin.is_advice} | {
        name for name, fact in graph.facts.items() if fact.origin.is_advice
    }
    assert any(name.startswith("goal.") for name in for_programs)
    book = gather(WantedBook(compilation), Diagnostics())
    assert book is not None
    printed = {n.name for part in (*book.chapters, *book.situations) for n in nodes(part) if isinstance(n, Entry)}
    assert len(printed) > 30
    assert printed & for_programs == set()
