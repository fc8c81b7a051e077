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


def mutant(bench: Any, rule: str, boats: Boats, beginning: str = "") -> list[Mutant]:
    cases = [
        f"  - {{id: c{number}, pieces: {{a: {{kind: boat, {attributes}}}}}, ask: toll(a), expect: {toll}}}\n"
        for number, (attributes, toll) in enumerate(boats.items())
    ]
    folder: Path = bench.write(FACT + rule, files={"cases/a.cases.yaml": "cases:\n" + "".join(cases)})
    law = bench.compiled(folder)
    return list(mutants(law, case_files(law, Diagnostics()), Configuration(), beginning))


def unnoticed(bench: Any, rule: str, boats: Boats) -> list[str]:
    return [change.what for change in mutant(bench, rule, boats) if not change.noticed]


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
    ],
)
def test_a_change_that_no_case_notices_is_told(bench: Any, rule: str, blind: Boats, what: str, sharp: Boats) -> None:
    assert what in unnoticed(bench, rule, blind)
    assert what not in unnoticed(bench, rule, {**blind, **sharp})


def test_what_guards_against_none_is_left(bench: Any) -> None:
    rule = when("u.friend is not none and u.friend is lit")
    changes = [change.what.partition(" in ")[0] for change in mutant(bench, rule, {"lit: yes": 0})]
    assert changes[1:] == ["without `u.friend is lit`", "with 3 for 2"]


def test_in_an_or_what_says_that_there_is_none_is_left(bench: Any) -> None:
    """A boat without a friend cannot be asked whether it is lit."""
    rule = when("u.friend is none or u.friend is lit")
    changes = [change.what.partition(" in ")[0] for change in mutant(bench, rule, {"lit: yes": 2})]
    assert changes[1:] == ["without `u.friend is lit`", "with 3 for 2"]


def test_each_pick_that_is_forbidden_counts(bench: Any) -> None:
    bar = "rule bar.lit [1]\n  forbids land.lander, sail.sailor\n  when u is lit\n"
    rule = "action sail [1]\n  pick sailor(u: boat)\n" + bar
    changes = [change.what for change in mutant(bench, rule, {})]
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
        return [(change.name, change.what) for change in tried if not change.noticed]

    refused = "play: [refused: {action: land}]"
    cases["none"] = f"  - {{id: d, pieces: {{a: {{kind: boat}}}}, {refused}, ask: a is lit, expect: no}}\n"
    where, price = ("land.lander", "without `where u is lit`"), ("land.lander", "with 3 for 2 in what it costs")
    assert left("lit") == [where, price]
    assert left("lit", "unlit") == left("lit", "none") == [price]
    assert left("lit", "unlit", "paid") == []


def test_rules_are_chosen_by_how_their_names_begin(bench: Any) -> None:
    rules = when("u is lit") + when("u is moored", "5").replace("t.a", "s.b").replace("[1]", "[1]\n  over t.a")
    assert {change.name for change in mutant(bench, rules, {"lit: no": 0}, "s.")} == {"s.b"}


def test_law_that_has_no_answer_any_more_is_noticed(bench: Any) -> None:
    """Without its first condition the rule asks any boat for its decks."""
    changes = mutant(bench, when("u is a ferry and u.decks > 1"), {"lit: yes": 0})
    assert [change.noticed for change in changes if change.what.startswith("without `u is a ferry`")] == [True]
