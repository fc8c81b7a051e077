"""Which cases a change can move: none that it moves is left out, and most of those that it does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from hexlaw.compiler.comparing.looked_at import LAW, REST, Asked, Moved, Prints, ask, prints_of
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.verdicts import named_cases
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime import graph as g
from hexlaw.runtime.nodes import replace

Sides = Callable[[str, str], tuple[Side, Side]]
Module = Callable[..., str]
_known: dict[str, tuple[Mapping[str, Case], dict[str, Asked], Prints]] = {}


def known(side: Side) -> tuple[Mapping[str, Case], dict[str, Asked], Prints]:
    """The cases of the tutorial, what is known of each, and the prints of its law."""
    if not _known:
        cases = named_cases(side, side)
        _known["tutorial"] = cases, {name: ask(case, side, name) for name, case in cases.items()}, prints_of(side)
    return _known["tutorial"]


def changed(side: Side, **parts: object) -> Side:
    """A law made without a file."""
    return replace(side, compilation=replace(side.compilation, graph=replace(side.compilation.graph, **parts)))  # type: ignore[arg-type]


def without(side: Side, rule: str) -> Side:
    graph = side.compilation.graph
    drop = g.Drop(rule, graph.rules[rule].origin, (), "to see what it does")
    return changed(side, drops=(*graph.drops, drop))


def with_fewer_conditions(side: Side, rule: str) -> Side:
    rules = side.compilation.graph.rules
    return changed(side, rules={**rules, rule: replace(rules[rule], when=rules[rule].when[1:])})


@pytest.mark.parametrize(
    ("change", "rule"),
    [(without, "entry.ridge"), (without, "push.charge"), (without, "move.plank"),
     (with_fewer_conditions, "mood.clover"), (with_fewer_conditions, "push.no-run-up")],
)  # fmt: skip
def test_what_is_not_moved_has_the_same_verdict(change: Callable[[Side, str], Side], rule: str, sides: Sides) -> None:
    base, _ = sides("tutorial", "tutorial")
    cases, asked, prints = known(base)
    variant = change(base, rule)
    moved = Moved(prints, prints_of(variant))
    left = {name for name in cases if not moved.moves(name, asked[name].looked)}
    assert left
    assert {name for name in left if ask(cases[name], variant, name).known != asked[name].known} == set()


def test_an_option_of_rules_alone_moves_those_that_ask_for_these(sides: Sides) -> None:
    base, _ = sides("tutorial", "tutorial")
    graph = base.compilation.graph
    ridge, clouds = graph.rules["entry.ridge"], graph.options["clouds"]
    option = replace(clouds, name="ridges", default=True, needs=(), excludes=())
    rules = {**graph.rules, ridge.id: replace(ridge, origin=replace(ridge.origin, option="ridges"))}
    with_option = changed(base, rules=rules, options={**graph.options, "ridges": option})
    variant = replace(with_option, chosen=replace(base.chosen, options={"ridges": False}))
    cases = named_cases(base, base)
    asked = {name: ask(case, with_option, name) for name, case in cases.items()}
    moved = Moved(prints_of(with_option), prints_of(variant))
    left = {name for name in cases if not moved.moves(name, asked[name].looked)}
    assert len(cases) / 2 < len(left) < len(cases)
    assert {name for name in left if ask(cases[name], variant, name).known != asked[name].known} == set()
    assert any(ask(cases[name], variant, name).known != asked[name].known for name in cases.keys() - left)


def test_a_reading_moves_those_that_come_to_its_rules(sides: Sides) -> None:
    base, _ = sides("tutorial", "tutorial")
    cases, asked, prints = known(base)
    graph = base.compilation.graph
    dispute = next(iter(graph.disputes.values()))
    other = next(reading.name for reading in dispute.readings if reading.name != dispute.default)
    variant = replace(base, chosen=replace(base.chosen, readings={dispute.name: other}))
    moved = Moved(prints, prints_of(variant))
    left = {name for name in cases if not moved.moves(name, asked[name].looked)}
    assert len(cases) / 2 < len(left) < len(cases)
    assert {name for name in left if ask(cases[name], variant, name).known != asked[name].known} == set()


def test_a_rule_moves_few_cases_by_what_it_says_and_more_by_coming(sides: Sides, module: Module) -> None:
    law = (
        'chapter [ST 1] "Steep"\n\nrule entry.steep [ST 1.1]\n  over entry.ridge\n  when here.terrain is scree\n'
        "  entry-cost(u, here, there) is 3\n"
    )
    base, before = sides("tutorial", module('chapter [ST 1] "Nothing yet"\n'))
    _, variant = sides("tutorial", module(law))
    cases, asked, prints = known(base)
    by_coming = Moved(prints_of(before), prints_of(variant))
    assert {"rule:entry.steep", "fact:entry-cost", "rule:entry.ridge"} <= by_coming.keys
    assert REST not in by_coming.keys
    by_words = Moved(prints, prints_of(with_fewer_conditions(base, "entry.ridge")))
    assert by_words.keys == {"rule:entry.ridge", LAW}
    few, more = (sum(m.moves(n, asked[n].looked) for n in cases) for m in (by_words, by_coming))
    assert 0 < few <= more < len(cases) / 2


def test_a_cell_moves_the_cases_that_read_it(sides: Sides) -> None:
    base, _ = sides("tutorial", "tutorial")
    cases, asked, prints = known(base)
    tables = base.compilation.graph.tables
    table = tables["entry-strides"]
    place, cell = next((place, cell) for place, cell in table.data.cells.items() if cell.value == 1)
    cells = {**table.data.cells, place: replace(cell, value=2)}
    other = replace(table, data=replace(table.data, cells=cells))
    moved = Moved(prints, prints_of(changed(base, tables={**tables, table.name: other})))
    assert len(moved.keys) == 2  # the cell, and the law as a whole
    assert 0 < sum(moved.moves(name, asked[name].looked) for name in cases) < len(cases)


def test_what_is_not_printed_piece_by_piece_moves_every_case(sides: Sides, module: Module) -> None:
    base, variant = sides("tutorial", module('chapter [ST 1] "Late"\n\noption late [ST 1]\n  "Later."\n'))
    cases, asked, prints = known(base)
    moved = Moved(prints, prints_of(variant))
    assert all(moved.moves(name, asked[name].looked) for name in cases)


def test_a_new_name_moves_the_cases_that_may_mean_it(sides: Sides) -> None:
    base, _ = sides("tutorial", "tutorial")
    prints = prints_of(base)
    moved = Moved(prints, {**prints, "fact:bell": "new"})
    assert moved.moves("may the bell ring", frozenset())
    assert not moved.moves("may anna call ewe", frozenset())


def test_words_and_sources_are_not_printed(sides: Sides) -> None:
    base, _ = sides("tutorial", "tutorial")
    rules = base.compilation.graph.rules
    rule = replace(rules["entry.ridge"], doc="In other words.", cites=())
    assert prints_of(changed(base, rules={**rules, rule.id: rule})) == prints_of(base)
