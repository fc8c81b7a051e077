"""Which cases a change can move: none that it moves is left out, and most of those that it does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from hexlaw.compiler.comparing.looked_at import Looked, look, moved
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.structure import compare_structure
from hexlaw.compiler.comparing.verdicts import compare_verdicts, named_cases
from hexlaw.runtime import graph as g

Sides = Callable[[str, str], tuple[Side, Side]]
Module = Callable[..., str]
RULES = (
    "entry.ridge", "push.charge", "shove.across", "bar.plank", "mood.clover", "leader.heaviest", "push.no-run-up",
    "herd.limit",
)  # fmt: skip


def without(side: Side, rule: str) -> Side:
    """The law without a rule, made without a file."""
    graph = side.compilation.graph
    drop = g.Drop(rule, graph.rules[rule].origin, (), "to see what it does")
    dropped = replace(side.compilation, graph=replace(graph, drops=(*graph.drops, drop)))
    return Side(f"without {rule}", dropped, side.chosen)


@pytest.fixture(scope="module")
def looked() -> dict[str, Looked]:
    return {}


@pytest.mark.parametrize("rule", RULES)
def test_what_is_not_asked_is_not_moved(rule: str, sides: Sides, looked: dict[str, Looked]) -> None:
    base, _ = sides("tutorial", "tutorial")
    if not looked:
        looked["tutorial"] = look(base, named_cases(base, base), 1)
    variant = without(base, rule)
    structure = compare_structure(base, variant)
    few, all_ = (compare_verdicts(base, variant, structure, 1, looked=by) for by in (looked["tutorial"], None))
    differing = [{case.id for cause in found.causes for case in cause.cases} for found in (few, all_)]
    assert differing[0] == differing[1]
    assert few.all == all_.all


def test_most_cases_are_left_alone(sides: Sides, module: Module) -> None:
    law = (
        'chapter [ST 1] "Steep"\n\nrule entry.steep [ST 1.1]\n  over entry.ridge\n  when here.terrain is scree\n'
        "  entry-cost(u, here, there) is 3\n"
    )
    base, variant = sides("tutorial", module(law))
    cases = named_cases(base, variant)
    by = moved(compare_structure(base, variant), base, variant)
    seen = look(base, cases, 1)
    number = sum(by.moves(case, seen[name]) for name, case in cases.items())
    assert 0 < number < len(cases) / 2


def test_what_bears_on_anything_moves_every_case(sides: Sides, module: Module) -> None:
    base, variant = sides("tutorial", module('chapter [ST 1] "Late"\n\noption late [ST 1]\n  "Later."\n'))
    by = moved(compare_structure(base, variant), base, variant)
    assert by.everything
    case = next(iter(named_cases(base, variant).values()))
    assert by.moves(case, frozenset())


def test_a_case_that_was_not_looked_through_is_asked(sides: Sides) -> None:
    base, _ = sides("tutorial", "tutorial")
    variant = without(base, "entry.ridge")
    by = moved(compare_structure(base, variant), base, variant)
    case = next(iter(named_cases(base, variant).values()))
    assert by.moves(case, None)
    assert not by.moves(case, frozenset(("fact:other",)))
