"""Positions: what stands where, what is true of it, and copies that do not disturb it."""

from __future__ import annotations

from typing import Any

from under_way import text_of_position

from hexlaw.runtime.law.graph import MISSING
from hexlaw.runtime.law.value import Thing

PIECES = "{f: {kind: ferry, at: A-1}, a: {kind: boat, in: f, crew: 2}, b: {kind: boat, in: a}, x: {kind: boat}}"


def position(bench: Any) -> Any:
    return bench.ask(bench.compiled(""), "1", pieces=PIECES).position


def test_a_thing_stands_where_its_holder_stands(bench: Any) -> None:
    p = position(bench)
    things = p.things
    assert p.hex_of(things["b"]) == p.hex_of(things["f"]) == p.map.find("A-1")
    assert p.holder_of(things["b"]) == things["a"]
    assert p.holder_of(things["f"]) is None
    assert p.hex_of(things["x"]) is None


def test_values_come_from_the_case_then_the_default(bench: Any) -> None:
    p = position(bench)
    assert p.value(p.things["a"], "crew") == 2
    assert p.value(p.things["b"], "crew") == 0
    assert p.value(p.things["b"], "weight") is MISSING
    assert p.value(p.map.find("A-1"), "shoal") is False


def test_things_are_found_by_kind_and_place(bench: Any) -> None:
    p = position(bench)
    here = p.map.find("A-1")
    a, b, f = (p.things[name] for name in "abf")
    assert p.standing()[here] == [(f, True), (a, False), (b, False)]
    assert p.standing()[f] == [(a, True), (b, False)]
    assert b not in p.standing()
    assert [t.name for t in p.of_kind("ferry")] == ["f"]


def test_a_scratch_copy_is_its_own(bench: Any) -> None:
    p = position(bench)
    before = text_of_position(p)
    copy = p.scratch()
    copy.remove(copy.things["f"])
    copy.add("buoy", "n", None)
    copy.values[p.things["x"], "crew"] = 7
    assert text_of_position(p) == before
    assert set(copy.things) == {"x", "n"}


def test_equal_positions_have_equal_texts_whatever_happened(bench: Any) -> None:
    p = position(bench)
    copy = p.scratch()
    made = copy.place_new("buoy", p.map.find("A-2"))
    assert text_of_position(copy) != text_of_position(p)
    copy.remove(made)
    copy.values[p.things["x"], "crew"] = 0  # the default, written out
    assert text_of_position(copy) == text_of_position(p)


def test_what_is_removed_leaves_nothing_to_its_successor(bench: Any) -> None:
    p = position(bench).scratch()
    first = p.place_new("boat", p.map.find("A-2"))
    p.values[first, "crew"] = 5
    p.printed[first] = "some-chart-line"
    p.remove(first)
    second = p.place_new("boat", p.map.find("A-2"))
    assert second == first == Thing("boat", "boat-1")
    assert p.value(second, "crew") == 0
    assert p.unit_of(second) is None
    assert first not in p.printed
