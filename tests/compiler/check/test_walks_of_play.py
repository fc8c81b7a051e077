"""The walks over the finished graph know what plays: they find what is wrong in it and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.analysis.clashes import find_clashes
from hexlaw.compiler.base.diagnostic import Diagnostics

HOOK = """event landed(u: boat)
memory u: boat known
fact f(u: boat): whole
  otherwise 0
rule f.a [1]
  f(u) is 1
rule f.b [1]
  over f.a
  when u known
  f(u) is 2
"""


def clashes(bench: Any, law: Path | str) -> set[str]:
    compilation = bench.compiled(law)
    found = Diagnostics()
    find_clashes(compilation.graph, compilation.names, found)
    return {d.code for d in found}


def test_a_law_with_every_word_of_the_doing_half_is_clean(bench: Any, night: Path) -> None:
    assert bench.findings(night) == []
    assert clashes(bench, night) == set()


@pytest.mark.parametrize(
    ("rule", "codes"),
    [
        ("rule h [1]\n  after landed\n  begins u known\n", set()),
        ("rule h\n  after landed\n  begins u known\n", {"HX281"}),
        ("rule h [1]\n  over f.a\n  after landed\n  begins u known\n", {"HX282"}),
        ("rule h [1]\n  lifts h.b\n  when u is lit\nrule h.b [1]\n  after landed\n  begins u known\n", {"HX282"}),
        ("rule h [1]\n  limits h.b\n  when u is lit\nrule h.b [1]\n  after landed\n  begins u known\n", set()),
    ],
)
def test_links_and_sources_of_hooks_are_looked_at(bench: Any, rule: str, codes: set[str]) -> None:
    assert bench.codes(HOOK + rule) == codes


def test_a_hook_that_can_never_happen_is_told(bench: Any) -> None:
    law = HOOK + "rule h [1]\n  after landed\n  when u known and not u known\n  begins u known\n"
    assert clashes(bench, law) == {"HX291"}


def test_what_is_remembered_is_no_contradiction_that_could_be_shown(bench: Any) -> None:
    """Two rules under different memories may never meet: no position says so."""
    law = HOOK + "rule f.c [1]\n  over f.a\n  when u is lit and not u known\n  f(u) is 3\n"
    assert clashes(bench, law) == set()
