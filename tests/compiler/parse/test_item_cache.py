"""Items that were parsed before are the same as if they were parsed now, wherever they stand."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from hexlaw.compiler.base.coder import Coder, Undecodable
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Excerpt, Source
from hexlaw.compiler.data.load import load, shipped_games
from hexlaw.compiler.parse import grammar, parse, parse_tables, syntax
from hexlaw.compiler.parse.items import cut
from hexlaw.compiler.parse.parse import (
    parse_expression,
    parse_item,
    parse_law,
    parse_question,
    save_parsed,
    save_questions,
)
from hexlaw.compiler.workspace.workspace import Workspace

FACT = "fact glow(b: boat): whole\n  otherwise 0\n\n"
RULE = 'rule dim.low [1]\n  when b is lit\n  glow(b) is 1\n  says "{b} glows"\n\n'
OTHER = "rule dim.high [2]\n  over dim.low\n  when b is moored\n  glow(b) is 2\n"


def fresh(source: Source) -> list[Any]:
    """The items of a text, each parsed."""
    found = Diagnostics()
    return [parse_item(text, found) for text in cut(source, found)]


def in_words(nodes: list[Any]) -> list[str]:
    return [repr(node) for node in nodes]


def read(name: str, text: str) -> tuple[list[str], list[str]]:
    found = Diagnostics()
    source = Source(name, text)
    items = parse_law(source, found)
    save_parsed([source])
    return in_words(items), [f"{d.span}: {d.code} {d.message}" for d in found]


def shipped_laws() -> list[Source]:
    layers = {}
    for name in shipped_games():
        chain = load(name, Diagnostics())
        for layer in chain.layers if chain else ():
            layers[layer.name] = layer.laws
    return [source for laws in layers.values() for source in laws]


def test_a_shipped_item_is_the_same_after_it_was_stored(lot: Random) -> None:
    """Those of some files, each day of others."""
    coder = Coder[syntax.Item](syntax.Item)
    for source in lot.sample(shipped_laws(), 20):
        for item in fresh(source):
            assert coder.decode(coder.encode(item, (source,)), (source,)) == item
            moved = coder.decode(coder.encode(item, (source,)), (source,), 7)
            assert (moved.span.start, moved.span.end) == (item.span.start + 7, item.span.end + 7)


@pytest.mark.parametrize(
    "text",
    [
        RULE + FACT + OTHER,
        "# a remark in front moves them all\n\n" + FACT + RULE + OTHER,
        FACT + RULE.replace("is 1", "is 3") + OTHER,
        FACT + OTHER,
        FACT + FACT + RULE,
        (FACT + RULE + OTHER).rstrip(),
        FACT + RULE.replace("when", "whn") + OTHER,
    ],
)
def test_after_any_edit_nodes_places_and_mistakes_are_those_of_a_first_reading(text: str, own_cache: Any) -> None:
    own_cache.new_process()
    expected = read("x.law", text)
    for folder_is_full in (False, True):
        if not folder_is_full:
            for entry in own_cache.entries:
                entry.unlink()
        own_cache.new_process()
        read("x.law", FACT + RULE + OTHER)
        if folder_is_full:
            own_cache.new_process()
        assert read("x.law", text) == expected


def test_only_the_edited_item_is_parsed(own_cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    real = grammar.read

    def watched(item: Any, start: str, diagnostics: Diagnostics) -> Any:
        parsed.append(item.text.split("\n")[0])
        return real(item, start, diagnostics)

    monkeypatch.setattr(grammar, "read", watched)
    read("x.law", FACT + RULE + OTHER)
    assert len(parsed) == 3
    parsed.clear()
    read("x.law", "# moved\n" + FACT + RULE.replace("is 1", "is 3") + OTHER)
    assert parsed == ["rule dim.low [1]"]
    own_cache.new_process()
    parsed.clear()
    read("x.law", FACT + RULE + OTHER)
    assert parsed == []


def test_a_mistake_is_told_each_time(own_cache: Any) -> None:
    broken = FACT + RULE.replace("when", "whn")
    first = read("x.law", broken)
    own_cache.new_process()
    assert read("x.law", broken) == first
    assert len(first[1]) == 1


def test_what_has_long_left_the_file_is_forgotten(own_cache: Any) -> None:
    read("x.law", RULE)
    for number in range(60):
        read("x.law", f"{FACT}# {number}\n" + RULE.replace("is 1", f"is {number}"))
    size = max(entry.stat().st_size for entry in own_cache.entries if entry.name.startswith("law"))
    own_cache.new_process()
    read("y.law", FACT + RULE)
    one = min(entry.stat().st_size for entry in own_cache.entries if entry.name.startswith("law"))
    assert size < 30 * one


def test_what_is_said_in_braces_is_kept_while_it_stands_there(own_cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though nobody looks it up, as the rule need not be typed again."""
    source = Source("x.law", RULE)
    place = RULE.index("{b}") + 1
    read("x.law", RULE)
    assert parse_expression(source, place, place + 1, Diagnostics()) is not None
    for number in range(60):
        read("x.law", RULE + FACT.replace("0", str(number)))
    own_cache.new_process()
    read("x.law", RULE)
    monkeypatch.setattr(grammar, "read", None)
    assert parse_expression(source, place, place + 1, Diagnostics()) is not None


@pytest.mark.parametrize(
    "mutant",
    [[], ["Name"], ["Nothing", 1], ["Name", "a", [0, 1], 3], ["Source", "a"], ["Name", "a", [0, 1, 2]], [[0], 1], 7],
)
def test_what_is_no_stored_question_is_told_apart(mutant: Any) -> None:
    with pytest.raises(Undecodable):
        Coder[syntax.Expr](syntax.Expr).decode(msgspec.msgpack.encode(mutant), ())


@pytest.mark.parametrize("spoiling", [b"", b"spoilt", b"{}"])
def test_spoilt_entries_are_made_anew(spoiling: bytes, own_cache: Any) -> None:
    expected = read("x.law", FACT + RULE)
    kept = {entry.name.split("-")[0] for entry in own_cache.entries}
    assert {"law"} <= kept <= {"law", "grammar"}, "tables as well, where no build has made them"
    for entry in own_cache.entries:
        entry.write_bytes(spoiling)
    own_cache.new_process()
    assert read("x.law", FACT + RULE) == expected
    assert all(entry.read_bytes() != spoiling for entry in own_cache.entries)


def test_the_grammar_from_the_cache_reads_what_the_grammar_reads(
    own_cache: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    laws = shipped_laws()[:6]
    with_tables_of_the_build = [in_words(fresh(source)) for source in laws]
    own_cache.new_process()
    monkeypatch.setattr(parse_tables, "BUILT", tmp_path / "none")
    first = [in_words(fresh(source)) for source in laws]
    assert [entry.name.split("-")[0] for entry in own_cache.entries].count("grammar") == 1
    own_cache.new_process()
    assert [in_words(fresh(source)) for source in laws] == first == with_tables_of_the_build


def test_an_item_with_a_mistake_is_told_of_each_time(own_cache: Any) -> None:
    """Also by the next process: what was found wrong is kept nowhere."""
    wrong = FACT + RULE.replace("when", "whn")
    first = read("x.law", wrong)
    assert first[1]
    assert read("x.law", wrong + "\n# a remark\n") == first, "in a living process"
    own_cache.new_process()
    assert read("x.law", wrong) == first
    source = Source("y.law", 'rule twice [1]\n  glow(b) is 1\n  says "one"\n  says "two"\n')
    findings = []
    for _ in range(2):
        found = Diagnostics()
        parse_law(source, found)
        save_parsed([source])
        own_cache.new_process()
        findings.append([d.code for d in found])
    assert findings == [["HX206"], ["HX206"]]


def test_a_node_with_another_number_of_fields_is_none() -> None:
    source = Source("x.law", RULE)
    (item,) = fresh(source)
    coder = Coder[syntax.Item](syntax.Item)
    stored = msgspec.msgpack.decode(coder.encode(item, (source,)))
    for changed in (stored[:-9], [stored[0]], [stored[0], 1, *stored[2:]]):
        with pytest.raises(Undecodable):
            coder.decode(msgspec.msgpack.encode(changed), (source,))


def test_a_question_that_stands_in_a_case_is_read_again_without_the_parser(
    own_cache: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = Source("10-all.cases.yaml", "ask: 'may move.step(a, B-2)'\n")
    read = [parse_question(Excerpt("may move.step(a, B-2)", case.span(6, 27)), Diagnostics())]
    save_questions()
    own_cache.new_process()
    parse._WITH_QUESTIONS.clear()
    monkeypatch.setattr(grammar, "read", None)
    moved = Source("10-all.cases.yaml", "# moved\nask: 'may move.step(a, B-2)'\n")
    (again,) = [parse_question(Excerpt("may move.step(a, B-2)", moved.span(14, 35)), Diagnostics())]
    assert again is not None
    assert read[0] is not None
    assert (str(read[0].span), str(again.span)) == ("10-all.cases.yaml:1:7", "10-all.cases.yaml:2:7")


def test_cases_that_were_run_are_run_again_without_the_parser(
    own_cache: Any, bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = "cases:\n  - id: dim\n    pieces: {a: {kind: boat}}\n    ask: glow(a) + 2\n    expect: 2\n"
    folder = bench.write(FACT, files={"cases/all.cases.yaml": cases})
    for _ in range(2):
        (outcome,) = Workspace().test([str(folder)]).outcomes
        assert outcome.passed
        own_cache.new_process()
        parse._WITH_QUESTIONS.clear()
        monkeypatch.setattr(grammar, "read", None)
