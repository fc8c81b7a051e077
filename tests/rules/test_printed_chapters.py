"""Whether the books of the games say what is for people first, and what is for programs at their end."""

from __future__ import annotations

import pytest

from hexlaw.compiler.book.gather import Wanted, gather
from hexlaw.compiler.book.model import Entry, nodes
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.graph import Changes, Rule


def _is_advice(rule: Rule) -> bool:
    return rule.id.startswith("goal.") or (isinstance(rule.conclusion, Changes) and rule.conclusion.quantity == "worth")


@pytest.mark.parametrize("module", ["tutorial", "panzerblitz", "panzer-leader", "russia-1941", "paths-of-rommel"])
def test_no_numbered_chapter_says_what_a_position_is_worth(module: str) -> None:
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    for_programs = {
        rule.id for rule in compilation.graph.rules.values() if rule.origin.situation is None and _is_advice(rule)
    }
    assert for_programs
    book = gather(Wanted(compilation), Diagnostics())
    assert book is not None
    printed = {chapter.number: {n.name for n in nodes(chapter) if isinstance(n, Entry)} for chapter in book.chapters}
    assert {number: sorted(for_programs & names) for number, names in printed.items() if number[:1].isdigit()} == {
        number: [] for number in printed if number[:1].isdigit()
    }
