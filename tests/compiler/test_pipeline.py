"""The whole way from folders to a graph."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.cli import main
from hexlaw.compiler.parse import grammar
from hexlaw.compiler.pipeline import compile_modules

BOARD = """board: A
title: The bay
cite: [H map]
grid: {orientation: pointy, lines: [A, B], lengths: [3], shifted: second, name: "{line}-{number}"}
hexes:
  A-2: {shoal: yes}
"""
CHART = "id,name,crew,source\nlugger,Lugger,3,H 2\n"


def test_a_module_becomes_a_graph(bench: Any) -> None:
    law = bench.compiled("fact f(u: boat): whole\n  otherwise 1\nrule f.a [1]\n  when u is lit\n  f(u) is 2\n")
    assert list(law.graph.rules) == ["f.a"]
    assert law.graph.rules["f.a"].origin.where.endswith("10-law.law:3:1")
    assert [str(c) for c in law.graph.rules["f.a"].cites] == ["H 1"]


def test_rules_stand_in_the_order_of_layers_files_and_lines(bench: Any) -> None:
    fact = "fact f(u: boat): whole\n  otherwise 1\n"
    base = bench.write(fact + "rule z [1]\n  when u is lit\n  f(u) is 2\n", name="one")
    (base / "20.law").write_text("rule b [1]\n  when u is moored\n  f(u) is 2\n")
    law = bench.compiled(bench.variant(base, "rule a [1]\n  when u.crew = 2\n  f(u) is 2\n", name="two"))
    assert list(law.graph.rules) == ["z", "b", "a"]


def test_nothing_of_too_many_items_is_parsed(
    bench: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fact = "fact {}(u: boat): whole\n  otherwise 1\n"
    folder = bench.write(fact.format("known"), name="many")
    assert bench.codes(folder) == set()
    (folder / "20.law").write_text("".join(fact.format(f"toll-{n}") for n in range(6_001)))
    read: list[object] = []
    monkeypatch.setattr(grammar, "read", lambda *asked: read.append(asked))
    (found,) = bench.findings(folder)
    assert (found.code, found.span.source.text[found.span.start :][:5]) == ("HX304", "fact ")
    assert main(["fmt", "--check", str(folder / "20.law")]) == 2
    assert "has more than 6,000 rules, facts and other items" in capsys.readouterr().err
    assert read == []


def test_boards_are_read_when_they_are_asked_for(bench: Any) -> None:
    law = bench.compiled("", files={"boards/board-a.yaml": BOARD})
    found = Diagnostics()
    board = law.board("A", found)
    assert board is not None, list(found)
    assert law.board("a", found) is board
    assert law.board("Z", found) is None


def test_charts_give_types_of_pieces(bench: Any) -> None:
    law = bench.compiled("", files={"units/boats.csv": CHART})
    assert bench.value(law, "a.crew", pieces="{a: {type: lugger, at: A-1}}") == 3
    assert bench.value(law, "a.crew", pieces="{a: {type: lugger, at: A-1, crew: 5}}") == 5
    assert bench.value(law, 'printed("lugger").crew', pieces="{a: {type: lugger, crew: 5}}") == 3


def test_one_run_shows_many_mistakes(bench: Any) -> None:
    law = "fact f(u: boot): whole\nrule a [1]\n  limits b\nrool c\nrule d\n  forbids e.f\n"
    assert {"HX211", "HX262", "HX204", "HX263"} <= bench.codes(law)


def test_the_same_text_gives_the_same_graph(bench: Any) -> None:
    folder = bench.write("fact f(u: boat): whole\n  otherwise 1\nrule f.a [1]\n  when u is lit\n  f(u) is 2\n")
    one, two = (compile_modules(str(folder), Diagnostics()) for _ in range(2))
    assert one is not None
    assert two is not None
    assert one.graph == two.graph


ADVISED = """choice side
  reds, blues
thing boat also
  side: side = reds
advice [HA 1] "Advice"
fact far(b: boat): whole
  otherwise {}
{}"""
KEPT = "rule goal.boats\n  for each boat b where b.side is s\n  goal of s to keep b\n"
OTHER_ADVICE = ["", KEPT, "plan boat\n  due: yes/no\n"]


@pytest.mark.parametrize("more", OTHER_ADVICE)
def test_the_hash_of_the_law_is_the_same_whatever_advice_stands_beside_it(bench: Any, more: str) -> None:
    law_alone, another = ADVISED.split("advice")[0], ADVISED.replace("= reds", "= blues")
    laws = [ADVISED.format(0, ""), ADVISED.format(1, more), law_alone, another]
    one, other, law, blue = (bench.compiled(bench.write(each.format(0, ""), name="harbour")) for each in laws)
    assert one.law_hash == other.law_hash != blue.law_hash
    assert one.whole_hash != other.whole_hash
    assert one.graph.without_advice.facts == law.graph.facts == {}
