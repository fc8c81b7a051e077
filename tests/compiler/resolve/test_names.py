"""Names across layers: what a later layer may add, and how citations are read."""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.parse.syntax import Cite
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.runtime.law.graph import SourceDecl

SOURCES = {"RB": SourceDecl("RB", "Rule book", False), "FAQ": SourceDecl("FAQ", "Questions", True)}


def cites(text: str, default: str | None = "RB") -> tuple[list[str], list[str]]:
    found = Diagnostics()
    read = read_citations(Cite(text, span=Source("x", text).span(0, 1)), SOURCES, default, found)
    return [f"{c.source}|{c.text}" for c in read], [d.code for d in found]


def test_a_place_belongs_to_the_key_before_it() -> None:
    assert cites("RB V.D.1, V.D.4, FAQ 3, FAQ-020b") == (["RB|V.D.1", "RB|V.D.4", "FAQ|3", "FAQ|FAQ-020b"], [])
    assert cites("V.D.1") == (["RB|V.D.1"], [])


def test_a_bare_key_cites_the_whole_book() -> None:
    assert cites("RB") == (["RB|Rule book"], [])


def test_unknown_keys_are_found() -> None:
    assert cites("XX-001")[1] == ["HX221"]
    assert cites("V.D.1", default=None)[1] == ["HX221"]


def test_a_later_layer_adds_words(bench: Any) -> None:
    base = bench.write("fact f(u: boat): whole\n  otherwise 0\n", name="one")
    more = "choice water also\n  frozen\nthing boat also\n  sails: whole = 2\n"
    rule = "rule f.frozen [1]\n  when any w in u.hex.water where w is frozen\n  f(u) is u.sails\n"
    law = bench.compiled(bench.variant(base, more + rule, name="two"))
    pieces = "{a: {kind: ferry, at: A-1}}"
    assert bench.value(law, "f(a)", pieces=pieces, hexes="{A-1: {water: [frozen]}}") == 2
    assert bench.value(law, "f(a)", pieces=pieces) == 0


def test_an_ordered_choice_grows_at_its_end(bench: Any) -> None:
    base = bench.write("", name="one")
    law = bench.compiled(bench.variant(base, "choice mood also\n  raging\n", name="two"))
    assert bench.value(law, "shifted(wild, 1)") == "raging"


def test_a_later_layer_puts_steps_between(bench: Any) -> None:
    base = bench.write(
        "quantity pull(u: boat): fathoms\n  starts with u.range\n  steps first, last\n"
        "rule p.a [1]\n  at step pull.last\n  doubles it\n",
        name="one",
    )
    more = "quantity pull also (u: boat)\n  step middle after first\nrule p.b [1]\n  at step pull.middle\n  adds 1\n"
    law = bench.compiled(bench.variant(base, more, name="two"))
    assert law.graph.quantities["pull"].steps == ("first", "middle", "last")
    assert bench.value(law, "pull(a)", pieces="{a: {kind: boat, range: 3}}") == 8


def test_thing_kinds_inherit(bench: Any) -> None:
    law = bench.compiled("")
    assert set(law.names.attributes_of("ferry")) == {*law.names.attributes_of("boat"), "decks"}
    assert law.graph.kinds["ferry"].holders == ("hex", "boat")
    assert law.graph.is_a("ferry", "boat")
    assert not law.graph.is_a("boat", "ferry")


def test_names_of_a_later_layer_are_unknown_to_the_base_alone(bench: Any) -> None:
    base = bench.write("", name="one")
    bench.variant(base, "choice tide\n  high, low\n", name="two")
    assert "tide" not in bench.compiled(base).graph.choices
