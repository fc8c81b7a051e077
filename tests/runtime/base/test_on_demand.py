"""Values that are made when they are asked for."""

from __future__ import annotations

import pytest

from hexlaw.runtime.base.on_demand import OnDemand


def test_a_value_is_made_once_and_when_it_is_asked_for() -> None:
    made: list[str] = []
    found = OnDemand({"a": 0, "b": 0}, lambda name: made.append(name) or name.upper())  # type: ignore[func-returns-value]
    assert ("a" in found, len(found), made) == (True, 2, [])
    assert [found["b"], found["b"], found.get("c")] == ["B", "B", None]
    assert made == ["b"]


def test_what_is_added_while_others_are_made_is_gone_through_as_well() -> None:
    found = OnDemand[int]()
    found.add("a", lambda: (found.add("b", lambda: (found.add("c", lambda: 3), 2)[1]), 1)[1])  # type: ignore[func-returns-value]
    assert dict(found.items()) == {"a": 1, "b": 2, "c": 3}


def test_a_name_that_is_there_is_not_added_again() -> None:
    found = OnDemand({"a": 0}, lambda name: 1)
    found.add("a", lambda: 2)
    found.add("b", lambda: 3)
    found.add("b", lambda: 4)
    assert dict(found) == {"a": 1, "b": 3}
    with pytest.raises(KeyError):
        found["c"]
