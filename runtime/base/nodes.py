"""The base class of all nodes of syntax and law: how they are compared, walked and rebuilt, and memos at a node.

Nodes are structs of `msgspec`: frozen, quick to make and to compare, and encoded and decoded directly, each part
checked against its type (`base/coder.py`).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, dataclass_transform

import msgspec

T = TypeVar("T")

if TYPE_CHECKING:
    Exact = int | Fraction
else:
    Exact = object
"""A whole number or a fraction. At run time it is `object`, so that the decoder accepts both (`base/coder.py`)."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Node(msgspec.Struct, frozen=True, dict=True, array_like=True, tag=True, tag_field="#"):
    """Nodes are equal when of one class with equal fields, and hashed by them. The class variables below have no
    annotations: `msgspec` would evaluate these again for each class."""

    NAMES = dict[str, str]()
    """By field that holds names of what the law declares, of what sort that is: one name, several, or none; a value
    may stand with each of several."""
    IS_LEAF = False
    """Whether no other nodes are looked for inside."""
    ASKS = False
    """Whether the value of an expression depends on what it names."""
    READS = frozenset[str]()
    """What the value of an expression depends on, beside what it names."""
    BRINGS_ABOUT = ""
    """The verb, where carrying out a statement brings about what it names."""
    CHANGES = frozenset[str]()
    """What carrying out a statement changes, beside the attributes that it names."""
    WRITTEN = ""
    """How the law writes a statement, without what stands inside it: its fields in braces."""
    WORDS = frozenset({"doc", "title"})
    """Fields that say in words what others decide, or where that is written: they are no part of what a law means."""
    SOURCES = frozenset({"cites", "origin"})
    """Fields that say where a node comes from and what is shown with it: they are part of the law, but no verdict
    depends on them, nor on `WORDS`. All other fields are the meaning of a node (`canonical`)."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class PartlyCompared(Node):
    """A node of which some fields follow from the others, or say where it was written: comparing and showing nodes
    leaves them out."""

    UNCOMPARED = frozenset[str]()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        values = _values(type(self))
        return bool(values(self) == values(other))

    def __hash__(self) -> int:
        return hash(_values(type(self))(self))

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in compared(type(self)))
        return f"{type(self).__qualname__}({', '.join(shown)})"


@cache
def compared(kind: type[Node]) -> tuple[str, ...]:
    """Returns the names of the fields that count when nodes of a sort are compared."""
    uncompared: frozenset[str] = getattr(kind, "UNCOMPARED", frozenset())
    return tuple(name for name in kind.__struct_fields__ if name not in uncompared)


@cache
def _values(kind: type[Node]) -> Callable[[Any], Any]:
    return attrgetter(*compared(kind))


def replace(node: T, /, **changes: Any) -> T:
    """Returns a node, or another dataclass, in which only this differs."""
    made: Any = msgspec.structs.replace if isinstance(node, msgspec.Struct) else dataclasses.replace
    return made(node, **changes)  # type: ignore[no-any-return]


class _FieldsInside(dict[type, tuple[str, ...] | None]):
    """The fields of each sort of node that may hold other nodes, found once: the law is walked often. The type of an
    expression is not among them."""

    def __missing__(self, kind: type) -> tuple[str, ...] | None:
        names = compared(kind) if issubclass(kind, Node) else None
        self[kind] = () if names is not None and kind.IS_LEAF else names  # type: ignore[attr-defined]
        return self[kind]


INSIDE = _FieldsInside()
LEAVES = frozenset((str, int, bool, type(None), Fraction))


def directly_inside(node: object) -> Iterator[object]:
    """What a node is directly made of; for a tuple, its items."""
    if isinstance(node, tuple):
        return iter(node)
    held = (getattr(node, name) for name in INSIDE[type(node)] or ())
    return (part for part in held if type(part) not in LEAVES)


def nodes_inside(node: object) -> Iterator[Node]:
    """The nodes right inside a node, those in rows as well."""
    for part in directly_inside(node):
        if isinstance(part, Node):
            yield part
        elif isinstance(part, tuple):
            yield from nodes_inside(part)


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node, or what holds several, with all that is directly inside it changed; itself where nothing is."""
    if isinstance(node, tuple | list):
        items = tuple(map(change, node))
        return node if all(map(is_, items, node)) else items
    if isinstance(node, dict):
        return {key: change(part) for key, part in node.items()}
    changed = {}
    for name in INSIDE[type(node)] or ():
        part = getattr(node, name)
        if type(part) not in LEAVES and (new := change(part)) is not part:
            changed[name] = new
    return replace(node, **changed) if changed else node


def canonical(node: Any, inside: Callable[[Any], Any] | None = None) -> Any:
    """Returns a node, or a collection of nodes, in canonical form: without words and sources, so that two of the same
    meaning are equal and have the same `repr`. `inside` makes the parts canonical, where that takes more."""
    if isinstance(node, set | frozenset):
        return tuple(sorted(node, key=repr))
    made = rebuilt(node, inside or canonical)
    if not isinstance(node, Node):
        return made
    beside = (node.WORDS | node.SOURCES).intersection(node.__struct_fields__)
    return replace(made, **dict.fromkeys(beside)) if beside else made


def dress(node: Node) -> tuple[object, ...]:
    """Returns the words and sources of a node, without its place."""
    beside = node.WORDS | node.SOURCES - {"origin"}
    return tuple(getattr(node, name) for name in node.__struct_fields__ if name in beside)


def memoised(node: Any, what: str, work_out: Callable[[Any], T]) -> T:
    """Returns `work_out(node)`, computed once and stored with the node under `what`: nodes do not change."""
    memos: dict[str, Any] = node.__dict__
    if what not in memos:
        memos[what] = work_out(node)
    found: T = memos[what]
    return found


_NAMED = re.compile(r"Annotated\[(\w+), '([a-z ]+)'\]")


class NodeField(NamedTuple):
    name: str
    type: str  # as written
    default: Any  # `msgspec.NODEFAULT` where there is none
    named: str  # the sort of thing that names here stand for, where the type says it


@cache
def fields(kind: Any) -> tuple[NodeField, ...]:
    """Returns the fields of a sort of node; those given by name alone come last."""
    types = {
        name: type_ for each in reversed(kind.__mro__) for name, type_ in vars(each).get("__annotations__", {}).items()
    }
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    usual = (*[msgspec.NODEFAULT] * (len(names) - len(defaults)), *defaults)
    found = []
    for name, default in zip(names, usual, strict=True):
        type_ = str(types[name])
        sort = _NAMED.search(type_)
        found.append(NodeField(name, _NAMED.sub(r"\1", type_), default, sort[2] if sort else ""))
    return tuple(found)
