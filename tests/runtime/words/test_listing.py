"""Conditions that stand below a sentence: each of these was written by hand from the law above it."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.listing import grouped, without_brackets
from hexlaw.runtime.words.spans import plain, text

from .test_sentences import graph_of


def told(bench: Any, law: str, rule: str = "r") -> str:
    """The lines of a rule, each behind as many dots as it stands deep."""
    graph = graph_of(bench, law)
    return "\n".join("." * line.depth + plain(line.said) for line in Words(graph).rule(graph.rules[rule]))


LIT, FREE = "u is lit", "u.crew = 0"


def test_a_short_sentence_keeps_its_conditions(bench: Any) -> None:
    said = told(bench, f"rule r [1]\n  when {LIT}\n  when {FREE}\n  forbids sail.skipper\n")
    assert said == "A boat may not sail if it carries a light and its crew is 0."


MANY = "".join(f"  when u.crew + {number} > u.friend.crew\n" for number in (20, 30, 40, 50, 60, 70, 80, 90))


def test_many_conditions_stand_below_the_sentence(bench: Any) -> None:
    said = told(bench, f"rule r [1]\n  when {LIT}\n{MANY}  forbids sail.skipper\n").splitlines()
    assert said[:2] == ["A boat may not sail if all of this holds:", ".it carries a light;"]
    assert said[-2:] == [
        ".its crew plus 80 is more than its friend's crew; and",
        ".its crew plus 90 is more than its friend's crew.",
    ]
    assert len(said) == 10


def test_alternatives_stand_below_what_holds_besides(bench: Any) -> None:
    either = " or ".join(f"u.crew + {number} > u.friend.crew" for number in (2, 3, 4, 5, 6, 7, 8, 9))
    said = told(
        bench, f"rule r [1]\n  when {LIT}\n  when {either} or (u was-seen and u.crew = 1)\n  forbids sail.skipper\n"
    )
    assert said.splitlines()[:2] == [
        "A boat may not sail if it carries a light and one of these holds:",
        ".its crew plus 2 is more than its friend's crew;",
    ]
    assert said.splitlines()[-2:] == [
        ".its crew plus 9 is more than its friend's crew; or",
        ".it has been seen and its crew is 1.",
    ]


def test_what_is_said_of_one_at_length_stands_below_it(bench: Any) -> None:
    """In the lists the one is called as in a clause, and behind them the boat is `it` again."""
    law = (
        "rule r [1]\n  when any boat v where (v is lit and v.crew > u.crew and v outsails u and v.range > u.range"
        " and v.spent = u.spent and v.range is not 3 and v.range is not 4)\n  when u.crew = 0\n  forbids sail.skipper\n"
    )
    assert told(bench, law) == (
        "A boat may not sail if all of this holds:\n"
        ".there is a boat that carries a light and outsails it for which all of this holds:\n"
        "..that boat's crew is more than its crew;\n"
        "..that boat's range is more than its range;\n"
        "..that boat's miles sailed equal its miles sailed;\n"
        "..that boat's range is not 3; and\n"
        "..that boat's range is not 4; and\n"
        ".its crew is 0."
    )


def test_an_exception_has_its_list_as_well(bench: Any) -> None:
    graph = graph_of(bench, f"rule t [1]\n  forbids sail.skipper\nrule r [1]\n  limits t\n  when {LIT}\n{MANY}")
    [exception] = Words(graph).exceptions(graph.rules["t"])
    lines = [(line.depth, plain(line.said)) for line in exception.lines]
    assert lines[:2] == [(0, "Nevertheless allowed if all of this holds:"), (1, "it carries a light;")]
    assert lines[-1] == (1, "its crew plus 90 is more than its friend's crew.")


A, B, C = (e.Var(name, t.YES_NO) for name in "abc")


@pytest.mark.parametrize(
    ("condition", "how", "members"),
    [
        (e.All((A, e.All((B, C)))), "all", ((A, True), (B, True), (C, True))),
        (e.Not(e.Any((A, B))), "all", ((A, False), (B, False))),
        (e.Not(e.All((A, e.Not(B)))), "one", ((A, False), (B, True))),
        (e.Any((A, e.Any((B, C)))), "one", ((A, True), (B, True), (C, True))),
    ],
)
def test_conditions_are_taken_apart(condition: e.Expr, how: str, members: object) -> None:
    group = grouped([condition])
    if how == "one":
        [group] = group.members  # type: ignore[assignment]
    assert (group.how, group.members) == (how, members)


@pytest.mark.parametrize(
    ("said", "bare"), [("(a and b)", "a and b"), ("(a) or (b)", "(a) or (b)"), ("a (b)", "a (b)"), ("((a) b)", "(a) b")]
)
def test_brackets_all_around_go(said: str, bare: str) -> None:
    assert plain(without_brackets(text(said))) == bare
