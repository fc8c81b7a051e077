"""Pairs grouped, and what is reached along edges."""

from __future__ import annotations

from itertools import islice

from hexlaw.runtime.base.relations import closure, going_on, going_round, grouped, reached


def test_pairs_are_grouped_in_the_order_in_which_they_come() -> None:
    assert [*grouped([("b", 2), ("a", 1), ("b", 0)]).items()] == [("b", (2, 0)), ("a", (1,))]


def test_what_is_reached_comes_once_and_the_start_with_it() -> None:
    edges = {"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": ["a"], "e": ["a"]}
    assert reached(edges, ["a"]) == {"a", "b", "c", "d"}
    assert [*going_on(["a"], lambda one: edges[one])] == ["a", "c", "d", "b"], "what was found last goes on first"


def test_nothing_is_worked_out_that_nobody_asks_for() -> None:
    assert [*islice(going_on([1], lambda number: [number + 1]), 4)] == [1, 2, 3, 4]


def test_a_closure_holds_the_start_of_a_circle_alone() -> None:
    assert closure([("a", "b"), ("b", "c"), ("c", "b")]) == {
        "a": frozenset("bc"), "b": frozenset("bc"), "c": frozenset("bc"),
    }  # fmt: skip


def test_of_edges_only_those_are_left_that_lead_into_a_circle() -> None:
    assert going_round({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "e": set()}) == {}
    edges = {"a": {"b", "x"}, "b": {"c"}, "c": {"b", "y"}, "x": {"y"}, "self": {"self"}}
    assert going_round(edges) == {"a": {"b", "x"}, "b": {"c"}, "c": {"b", "y"}, "self": {"self"}}
