"""Nodes behave as the standard library's dataclasses do, on which they rest."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from hexlaw.runtime.nodes import Node


@dataclasses.dataclass(frozen=True)
class Standard:
    name: str
    lit: bool = False
    seen: tuple[int, ...] = dataclasses.field(default=(), compare=False)
    place: object = dataclasses.field(default=None, repr=False)


class Ours(Node):
    name: str
    lit: bool = False
    seen: tuple[int, ...] = dataclasses.field(default=(), compare=False)
    place: object = dataclasses.field(default=None, repr=False)


class Inner(Ours):
    """Inherits its fields."""


@pytest.mark.parametrize("kind", [Standard, Ours, Inner])
def test_nodes_are_compared_hashed_shown_and_replaced_by_their_fields(kind: Any) -> None:
    one = kind("a", True, (1,), "x")
    assert one == kind("a", True, (2,), "x")
    assert hash(one) == hash(kind("a", True, (2,), "x"))
    assert one != kind("a", True, (1,), "y")
    assert one != kind("b", True, (1,), "x")
    assert one != ("a", True, "x")
    assert repr(one).endswith(f"{kind.__name__}(name='a', lit=True, seen=(1,))")
    assert dataclasses.replace(one, name="b") == kind("b", True, (1,), "x")
    assert [field.name for field in dataclasses.fields(kind)] == ["name", "lit", "seen", "place"]
    match one:
        case kind("a", lit):
            assert lit
    with pytest.raises(TypeError):
        hash(kind("a", [1]))
    with pytest.raises(TypeError):
        kind()


def test_nodes_of_different_classes_are_different() -> None:
    class Gate(Node):
        pass

    class Reef(Node):
        pass

    assert Gate() == Gate() != Reef()
    assert hash(Gate()) == hash(Gate())


def test_fields_are_given_by_place_or_by_name_and_made_anew_for_each_node() -> None:
    class Mark(Node):
        place: int = dataclasses.field(kw_only=True)
        word: str
        kept: list[int] = dataclasses.field(default_factory=list)

    class Flag(Mark):
        colour: str = "red"

    one = Flag("a", place=1)
    assert (one.place, one.word, one.kept, one.colour) == (1, "a", [], "red")
    assert one == Flag(word="a", place=1)
    assert one.kept is not Flag("a", place=1).kept
    assert Mark("a", [3], place=2).kept == [3]  # made after a node of the class below it
    for args, named in ((("a",), {}), (("a", [], "red", 1), {}), ((), {"place": 1})):
        with pytest.raises(TypeError):
            Flag(*args, **named)  # type: ignore[arg-type]
