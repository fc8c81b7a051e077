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
