"""Nodes behave as the standard library's dataclasses do, on which they rest."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from hexlaw.runtime.nodes import Node, deferred, remembered


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


def put_off(found: list[str], kind: Any = Ours) -> Any:
    """A node that knows its name, and notes it when the rest is found."""

    def rest() -> dict[str, object]:
        found.append("found")
        return {"lit": True, "seen": (1,), "place": "x"}

    return deferred(kind, {"name": "a"}, rest)


LOOKS: list[Callable[[Any], object]] = [
    lambda node: node.lit,
    lambda node: node.seen,
    lambda node: node == Ours("a"),
    lambda node: Ours("a") == node,
    hash,
    repr,
    lambda node: dataclasses.replace(node, name="b"),
    copy.copy,
]


@pytest.mark.parametrize("look", LOOKS)
def test_what_is_deferred_is_found_once_when_it_is_looked_at(look: Callable[[Any], object]) -> None:
    found: list[str] = []
    node, whole = put_off(found), Ours("a", True, (1,), "x")
    assert node.name == "a"
    assert isinstance(node, Ours)
    assert found == []
    assert look(node) == look(whole)
    assert look(node) == look(whole)
    assert found == ["found"]
    assert type(node) is Ours
    assert node == whole


def test_a_copy_with_all_that_was_deferred_given_is_a_node_like_any_other() -> None:
    made = dataclasses.replace(put_off([]), lit=False, seen=(), place="y")
    assert type(made) is Ours
    assert made == Ours("a", place="y")


def test_a_pattern_finds_what_is_deferred_and_leaves_what_it_does_not_name() -> None:
    found: list[str] = []
    match put_off(found):
        case Ours(name="b"):
            raise AssertionError
        case Ours(name="a"):
            assert found == []
    match put_off(found):
        case Ours(lit=lit):
            assert (lit, found) == (True, ["found"])


def test_what_is_remembered_is_worked_out_once_and_stays_when_the_rest_is_found() -> None:
    node = put_off([])
    assert remembered(node, "initial", lambda node: node.name[0]) == "a"
    assert node.lit
    assert remembered(node, "initial", lambda node: "b") == "a"
