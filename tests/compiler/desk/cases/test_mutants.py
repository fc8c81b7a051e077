"""Mutant law: a small change that no case notices is told, one that a case notices is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.cases.mutants import Mutant, mutants
from hexlaw.compiler.situations.case_files import case_files
from hexlaw.runtime.law.law import Configuration

FACT = "fact toll(u: boat): whole\n  otherwise 0\naction land [1]\n  pick lander(u: boat)\n"
Boats = dict[str, int]
"""The attributes of a boat, and its toll."""


def mutant(bench: Any, rule: str, boats: Boats, beginning: str = "") -> list[tuple[Mutant, bool]]:
    cases = [
        f"  - {{id: c{number}, pieces: {{a: {{kind: boat, {attributes}}}}}, ask: toll(a), expect: {toll}}}\n"
        for number, (attributes, toll) in enumerate(boats.items())
    ]
    folder: Path = bench.write(FACT + rule, files={"cases/a.cases.yaml": "cases:\n" + "".join(cases)})
    law = bench.compiled(folder)
    return list(mutants(law, case_files(law, Diagnostics()), Configuration(), beginning))


def unnoticed(bench: Any, rule: str, boats: Boats) -> list[str]:
    return [change.what for change, noticed in mutant(bench, rule, boats) if not noticed]


def when(condition: str, toll: str = "2") -> str:
    return f"rule t.a [1]\n  when {condition}\n  toll(u) is {toll}\n"


@pytest.mark.parametrize(
    ("rule", "blind", "what", "sharp"),
    [
        (when("u is lit"), {"lit: yes": 2}, "without `u is lit`", {"lit: no": 0}),
        (
            when("u is lit and u is moored"),
            {"lit: yes, moored: yes": 2, "lit: no, moored: yes": 0},
            "without `u is moored` in `u is lit and u is moored`",
            {"lit: yes, moored: no": 0},
        ),
        (
            when("u is lit or u is moored"),
            {"lit: yes": 2, "lit: no": 0},
            "without `u is moored` in `u is lit or u is moored`",
            {"lit: no, moored: yes": 2},
        ),
        (when("u.crew >= 3"), {"crew: 4": 2, "crew: 2": 0}, "with `u.crew > 3` in `u.crew >= 3`", {"crew: 3": 2}),
        (
            when("u.paint in {red, blue}"),
            {"paint: red": 2, "paint: green": 0},
            "without `blue` in `u.paint in {red, blue}`",
            {"paint: blue": 2},
        ),
        (
            "rule t.a [1]\n  toll(u) is least(b.crew for boat b where b is lit)\n",
            {"crew: 3, lit: yes": 3},
            "with `most` for `least` in what it concludes",
            {"crew: 3, lit: yes}, b: {kind: boat, crew: 5, lit: yes": 3},
        ),
        (
            when("u is lit", "u.crew * 2"),
            {"lit: yes, crew: 0": 0, "lit: no, crew: 1": 0},
            "with 3 for 2 in what it concludes",
            {"lit: yes, crew: 1": 2},
        ),
        (when("u.crew >= 3"), {"crew: 3": 2, "crew: 1": 0}, "with `u.crew >= 2` in `u.crew >= 3`", {"crew: 2": 0}),
        (when("u.crew > 3"), {"crew: 9": 2, "crew: 3": 0}, "with `u.crew > 4` in `u.crew > 3`", {"crew: 4": 2}),
        (when("u.crew <= 3"), {"crew: 3": 2, "crew: 9": 0}, "with `u.crew <= 4` in `u.crew <= 3`", {"crew: 4": 0}),
        (when("u.crew < 3"), {"crew: 1": 2, "crew: 3": 0}, "with `u.crew < 2` in `u.crew < 3`", {"crew: 2": 2}),
    ],
)
def test_a_change_that_no_case_notices_is_told(bench: Any, rule: str, blind: Boats, what: str, sharp: Boats) -> None:
    assert what in unnoticed(bench, rule, blind)
    assert what not in unnoticed(bench, rule, {**blind, **sharp})


def test_what_guards_against_none_is_left(bench: Any) -> None:
    rule = when("u.friend is not none and u.friend is lit")
    changes = [change.what.partition(" in ")[0] for change, _ in mutant(bench, rule, {"lit: yes": 0})]
    assert changes[1:] == ["without `u.friend is lit`", "with 3 for 2"]


def test_in_an_or_what_says_that_there_is_none_is_left(bench: Any) -> None:
    """A boat without a friend cannot be asked whether it is lit."""
    rule = when("u.friend is none or u.friend is lit")
    changes = [change.what.partition(" in ")[0] for change, _ in mutant(bench, rule, {"lit: yes": 2})]
    assert changes[1:] == ["without `u.friend is lit`", "with 3 for 2"]


def test_each_pick_that_is_forbidden_counts(bench: Any) -> None:
    bar = "rule bar.lit [1]\n  forbids land.lander, sail.sailor\n  when u is lit\n"
    rule = "action sail [1]\n  pick sailor(u: boat)\n" + bar
    changes = [change.what for change, _ in mutant(bench, rule, {})]
    assert "where it does not forbid `sail.sailor`" in changes


def test_what_may_be_picked_is_spoilt_too(bench: Any) -> None:
    law = "action land [1]\n  pick lander(u: boat) where u is lit\n    costs 2 counted in u.spent\n"
    cases = {
        "lit": "  - {id: a, pieces: {a: {kind: boat, lit: yes}}, ask: may land.lander(a), expect: legal}\n",
        "unlit": "  - {id: b, pieces: {a: {kind: boat}}, ask: may land.lander(a), expect: refused}\n",
        "paid": "  - {id: c, pieces: {a: {kind: boat, lit: yes}}, play: [land.lander: a], ask: a.spent, expect: 2}\n",
    }

    def left(*names: str) -> list[tuple[str, str]]:
        text = "choice side\n  east, west\n" + law
        written = "cases:\n" + "".join(cases[name].replace("{id", "{acting: east, id") for name in names)
        compilation = bench.compiled(bench.write(text, files={"cases/a.cases.yaml": written}))
        tried = mutants(compilation, case_files(compilation, Diagnostics()), Configuration())
        return [(change.name, change.what) for change, noticed in tried if not noticed]

    refused = "play: [refused: {action: land}]"
    cases["none"] = f"  - {{id: d, pieces: {{a: {{kind: boat}}}}, {refused}, ask: a is lit, expect: no}}\n"
    where, price = ("land.lander", "without `where u is lit`"), ("land.lander", "with 3 for 2 in what it costs")
    assert left("lit") == [where, price]
    assert left("lit", "unlit") == left("lit", "none") == [price]
    assert left("lit", "unlit", "paid") == []


def test_rules_are_chosen_by_how_their_names_begin(bench: Any) -> None:
    rules = when("u is lit") + when("u is moored", "5").replace("t.a", "s.b").replace("[1]", "[1]\n  over t.a")
    assert {change.name for change, _ in mutant(bench, rules, {"lit: no": 0}, "s.")} == {"s.b"}


SAILING = """choice side
  east, west
thing boat also
  tired: yes/no lasting until end of watch
  wet: yes/no
sequence game [1]
  phase watch for each s in {east, west} by s
action row [1]
  open in watch
  pick rower(u: boat) does:
    mark u as tired
    if u is lit:
      mark u as wet until end of watch
  clear moored from u
fact toll(u: boat): whole
  otherwise 0
rule toll.ferry [1]
  when u is a ferry
  toll(u) is 2
rule toll.beside [1]
  over toll.ferry
  when any boat v where v is not u and v.hex adjacent-to u.hex
  toll(u) is 3
"""
ROWS = "now: watch, acting: east, pieces: {a: {kind: boat, lit: yes, moored: yes}}, play: [{row.rower: a}"
LINE = "map: {grid: {orientation: flat, lines: [A], lengths: [3], name: '{line}{number}'}}"
TWO = f"{LINE}, pieces: {{a: {{kind: boat, at: A1}}"


@pytest.mark.parametrize(
    ("changed", "blind", "sharp"),
    [
        (
            "toll.ferry: with `boat` for `ferry` in `u is a ferry`",
            "pieces: {a: {kind: ferry}}, ask: toll(a), expect: 2",
            "pieces: {a: {kind: boat}}, ask: toll(a), expect: 0",
        ),
        (
            "toll.beside: also where `v.hex is u.hex` in `any boat v where v is not u and v.hex adjacent-to u.hex`",
            f"{TWO}, b: {{kind: boat, at: A2}}}}, ask: toll(a), expect: 3",
            f"{TWO}, b: {{kind: boat, at: A1}}}}, ask: toll(a), expect: 0",
        ),
        (
            "boat.tired: where it lasts for good",
            f"{ROWS}], ask: a is tired, expect: yes",
            f"{ROWS}, done], ask: a is tired, expect: no",
        ),
        (
            "row.rower: with `wet` for good in what it does",
            f"{ROWS}], ask: a is wet, expect: yes",
            f"{ROWS}, done], ask: a is wet, expect: no",
        ),
        (
            "row.rower: without its statement 1",
            f"{ROWS}], ask: a is wet, expect: yes",
            f"{ROWS}], ask: a is tired, expect: yes",
        ),
        (
            "row.rower: without its statement 1 in what it does",
            f"{ROWS}], ask: a is tired, expect: yes",
            f"{ROWS}], ask: a is wet, expect: yes",
        ),
        (
            "row: without its statement 1",
            f"{ROWS}], ask: a is tired, expect: yes",
            f"{ROWS}], ask: a is moored, expect: no",
        ),
    ],
)
def test_kinds_places_lapses_and_what_actions_do_are_changed(bench: Any, changed: str, blind: str, sharp: str) -> None:
    def left(*cases: str) -> list[str]:
        written = "".join(f"  - {{id: c{number}, {case}}}\n" for number, case in enumerate(cases))
        law = bench.compiled(bench.write(SAILING, files={"cases/a.cases.yaml": "cases:\n" + written}))
        tried = mutants(law, case_files(law, Diagnostics()), Configuration())
        return [f"{change.name}: {change.what}" for change, noticed in tried if not noticed]

    assert changed in left(blind)
    assert changed not in left(blind, sharp)


def test_law_that_has_no_answer_any_more_is_noticed(bench: Any) -> None:
    """Without its first condition the rule asks any boat for its decks."""
    changes = mutant(bench, when("u is a ferry and u.decks > 1"), {"lit: yes": 0})
    assert [noticed for change, noticed in changes if change.what.startswith("without `u is a ferry`")] == [True]
