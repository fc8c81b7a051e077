"""Every expression of a checked law knows its type, without the scope that it was written in."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts

LAW = """chapter [1] "W"
fact sound(u: boat, h: hex): fathoms
  otherwise 0
rule sound.usual [1.1]
  when u.paint is red
  sound(u, h) is distance(u.hex, h) * 2
rule sound.near [1.2]
  over sound.usual
  when any boat v in u.hex where v is lit
  sound(u, h) is distance(u.hex, h) + 1/2
"""


@pytest.fixture
def graph(bench: Any) -> g.Graph:
    found: g.Graph = bench.compiled(LAW).graph
    return found


def expressions(graph: g.Graph) -> list[e.Expr]:
    nodes = (tuple(graph.rules.values()), tuple(graph.facts.values()), tuple(graph.quantities.values()))
    played = (tuple(graph.actions.values()), tuple(graph.effects.values()), tuple(graph.tasks.values()))
    found = parts((nodes, played, tuple(graph.sequences.values())))
    return [part for part in found if isinstance(part, get_args(e.Expr))]


def test_what_does_not_follow_from_a_node_is_kept_with_it(graph: g.Graph) -> None:
    types = {str(type(x).__name__): x.type for x in expressions(graph) if getattr(x, "name", "") not in ("u", "h")}
    assert types["Builtin"] == t.Number(exact=False, measure=t.ANY_NUMBER)
    arithmetic = [x.type for x in expressions(graph) if isinstance(x, e.Arith)]
    assert t.Number(exact=True, measure=t.ANY_NUMBER) in arithmetic  # `distance(u.hex, h) + 1/2`
    assert {x.type for x in expressions(graph) if x == e.Var("u", t.HEX)} == {t.Kind("boat")}


def test_a_type_is_not_part_of_what_an_expression_says() -> None:
    assert e.Var("v", t.Kind("unit")) == e.Var("v", t.Kind("ship"))
    assert hash(e.Var("v", t.Kind("unit"))) == hash(e.Var("v", t.Kind("ship")))
    assert list(parts(e.Var("v", t.Kind("unit")))) == [e.Var("v", t.HEX)]


def test_every_expression_of_the_shipped_law_has_a_type(shipped: Compilation) -> None:
    found = expressions(shipped.graph)
    assert len(found) > 100
    for x in found:
        assert isinstance(x.type, get_args(t.Type)), x
        if isinstance(x, e.Fact):
            declared = shipped.graph.facts[x.name]
            assert x.type == declared.type, x
        if isinstance(x, e.Quantified | e.Fold):
            assert isinstance(x.binder.domain.type, t.SetOf), x
