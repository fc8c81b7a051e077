"""What a number is for: the tables that are read by it, or by what it is a part of."""

from __future__ import annotations

from dataclasses import replace

from hexlaw.compiler.comparing.read_off import read_off
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g


def tutorial() -> g.Graph:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    return compilation.graph


def test_of_what_a_table_is_read_by_both_ends_are_told() -> None:
    graph = tutorial()
    assert read_off([("fact", "lead")], graph) == (
        "a lower lead leads towards line 0 of `shove-results` (mostly stands), "
        "a higher one towards line 6 (bolts or budges)",
    )
    assert read_off([("rule", "lead"), ("fact", "leader")], graph) == ()


def test_nothing_is_told_of_what_helps_one_and_harms_the_other() -> None:
    assert read_off([("quantity", "push")], tutorial()) == ()


def test_what_a_number_is_taken_off_from_leads_to_the_other_end() -> None:
    graph = tutorial()
    counted = graph.rules["lead.counted"]
    assert isinstance(counted.conclusion, g.Gives)
    taken_off = replace(counted.conclusion, value=rival_alone(counted.conclusion.value))
    rules = {**graph.rules, counted.id: replace(counted, conclusion=taken_off)}
    (said,) = read_off([("quantity", "push")], replace(graph, rules=rules))
    assert said.startswith("a lower push leads towards line 6 of `shove-results` (bolts or budges)")


def rival_alone(value: e.Expr) -> e.Expr:
    """What is taken off, from 0."""
    assert isinstance(value, e.Arith)
    return replace(value, left=e.Const(0, value.type))


def test_a_cell_may_hold_nothing_or_a_set() -> None:
    graph = tutorial()
    table = graph.tables["shove-results"]
    values = {0: None, len(table.data.axes[0].headings) - 1: ("bolts", "budges")}
    cells = {at: replace(cell, value=values.get(at[0], cell.value)) for at, cell in table.data.cells.items()}
    other = replace(table, data=replace(table.data, cells=cells))
    assert read_off([("fact", "lead")], replace(graph, tables={**graph.tables, table.name: other})) == (
        "a lower lead leads towards line 0 of `shove-results` (none), a higher one towards line 6 (bolts, budges)",
    )
