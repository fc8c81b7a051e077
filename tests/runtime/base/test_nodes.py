"""Nodes are compared, hashed, shown, matched and changed by their fields, and keep what was worked out about them."""

from __future__ import annotations

import copy
import pickle
from functools import cached_property

import msgspec
import pytest

from hexlaw.runtime.base.nodes import (
    Node,
    PartlyCompared,
    canonical,
    compared,
    dress,
    fields,
    memoised,
    nodes_inside,
    rebuilt,
    replace,
)


class Sheep(Node):
    name: str
    lit: bool = False

    @cached_property
    def loud(self) -> str:
        return self.name.upper()


class Marked(PartlyCompared):
    UNCOMPARED = frozenset({"seen"})

    name: str
    seen: tuple[int, ...] = ()
    place: object = None


class Written(Node, kw_only=True):
    span: int


class Flag(Written):
    word: str
    colour: str = "red"


def test_nodes_are_equal_when_of_one_class_with_equal_fields() -> None:
    class Goat(Node):
        name: str
        lit: bool = False

    assert Sheep("a") == Sheep("a", False) != Sheep("a", True)
    assert hash(Sheep("a")) == hash(Sheep("a"))
    assert Sheep("a") != Goat("a")
    assert repr(Sheep("a", True)) == "Sheep(name='a', lit=True)"


def test_fields_may_be_left_out_when_nodes_are_compared_or_shown() -> None:
    one = Marked("a", (1,), "x")
    assert one == Marked("a", (2,), "x") != Marked("a", (1,), "y")
    assert hash(one) == hash(Marked("a", (2,), "x"))
    assert repr(one) == "Marked(name='a', place='x')"
    assert compared(Marked) == ("name", "place")
    assert compared(Sheep) == ("name", "lit")
    assert one != "a"


class Pen(Node):
    WORDS = frozenset({"doc"})
    SOURCES = frozenset({"cites"})

    name: str
    sheep: tuple[Sheep | Pen, ...]
    doc: str = ""
    cites: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    by_name: dict[str, Pen] = msgspec.field(default_factory=dict)


def test_nodes_that_mean_the_same_have_one_canonical_form() -> None:
    inner = Pen("in", (Sheep("b"),), "small", by_name={"x": Pen("x", (), "deep")})
    one = Pen("out", (Sheep("a"), inner), "large", ("H 1",), frozenset("abc"))
    bare = Pen("in", (Sheep("b"),), by_name={"x": Pen("x", ())})
    other = Pen("out", (Sheep("a"), bare), "wide", ("H 2",), frozenset("cba"))
    assert canonical(one) == canonical(other)
    assert repr(canonical(one)) == repr(canonical(other))
    assert canonical(one) != canonical(replace(other, name="in"))
    assert canonical((one, [inner])) == canonical((other, [bare]))
    assert canonical(one.sheep[0]) is one.sheep[0]
    assert (dress(one), dress(inner)) == (("large", ("H 1",)), ("small", ()))


def test_what_is_inside_is_changed_and_what_is_the_same_stays() -> None:
    one = Pen("out", (Sheep("a"), Pen("in", (Sheep("b"),))))

    def lit(part: object) -> object:
        return replace(part, lit=True) if isinstance(part, Sheep) else rebuilt(part, lit)

    assert lit(one) == Pen("out", (Sheep("a", True), Pen("in", (Sheep("b", True),))))
    assert rebuilt(one.sheep, lambda part: part) is one.sheep
    assert [*nodes_inside(one)] == [*one.sheep]


def test_fields_given_by_name_come_last() -> None:
    match Flag("a", span=1):
        case Flag(word, colour):
            assert (word, colour) == ("a", "red")
    assert [(field.name, field.type) for field in fields(Flag)] == [("word", "str"), ("colour", "str"), ("span", "int")]
    assert [field.default for field in fields(Flag)] == [msgspec.NODEFAULT, "red", msgspec.NODEFAULT]
    with pytest.raises(TypeError):
        Flag("a", "red", 1)  # type: ignore[call-arg,misc]


def test_a_node_is_never_changed_but_replaced() -> None:
    one = Sheep("a")
    with pytest.raises(AttributeError):
        one.name = "b"  # type: ignore[misc]
    assert replace(one, name="b") == Sheep("b") != one
    with pytest.raises(TypeError):
        replace(one, wool=1)


def test_what_is_worked_out_is_kept_with_the_node_and_not_with_another() -> None:
    asked: list[str] = []

    def length(node: Sheep) -> int:
        asked.append(node.name)
        return len(node.name)

    one = Sheep("abc")
    assert (memoised(one, "length", length), memoised(one, "length", length), one.loud) == (3, 3, "ABC")
    assert memoised(replace(one, name="ab"), "length", length) == 2
    assert asked == ["abc", "ab"]
    assert one == Sheep("abc")


@pytest.mark.parametrize("node", [Sheep("a", True), Marked("a", (1,), "x"), Flag("a", span=3)])
def test_nodes_are_copied_and_pickled(node: Node) -> None:
    assert copy.copy(node) == node == copy.deepcopy(node) == pickle.loads(pickle.dumps(node))
