"""The base of the many sorts of nodes that syntax and law are made of, frozen dataclasses as the type checker sees
them, but quick to make; and a way to keep with a node what was worked out about it.

The standard decorator writes and compiles seven methods for every class, which for two hundred classes takes as long as
checking a module. Here one is compiled, when the first node of its class is made, and the others are shared. That
nothing is assigned to a node is for the type checker to see; at run time nothing stands in the way.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
class Node:
    """Every class below it is a dataclass: its nodes are equal when of one class with equal fields, and hashed by
    them."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]

    def __init_subclass__(cls) -> None:
        cls.__doc__ = cls.__doc__ or cls.__name__  # else one is worked out from the signature, at some length
        kind: Any = dataclasses.dataclass(init=False, eq=False, repr=False)(cls)
        shown = tuple(field.name for field in dataclasses.fields(kind) if field.repr)
        compared = tuple(field.name for field in dataclasses.fields(kind) if field.compare)
        values: Callable[[Any], object] = attrgetter(*compared) if compared else lambda node: ()
        said = f"{cls.__qualname__}({', '.join(f'{name}=%s' for name in shown)})"
        told: Callable[[Any], Any] = attrgetter(*shown) if len(shown) > 1 else lambda node: [getattr(node, *shown)]

        def __init__(self: Any, *args: Any, **named: Any) -> None:  # noqa: N807
            kind.__init__ = _init(kind)
            kind.__init__(self, *args, **named)

        def __eq__(self: Any, other: object) -> Any:  # noqa: N807
            if self is other:
                return True
            return values(self) == values(other) if type(other) is type(self) else NotImplemented

        def __hash__(self: Any) -> int:  # noqa: N807
            return hash(values(self))

        def __repr__(self: Any) -> str:  # noqa: N807
            return said % tuple(map(repr, told(self))) if shown else said

        kind.__init__, kind.__eq__, kind.__hash__, kind.__repr__ = __init__, __eq__, __hash__, __repr__


def _init(kind: Any) -> Any:
    """What sets the fields of a new node, written out as `dataclass` would."""
    words: dict[str, Any] = {}
    plain, named, lines = ["self"], list[str](), list[str]()
    for field in dataclasses.fields(kind):
        value, default = field.name, ""
        if field.default is not dataclasses.MISSING:
            words[f"_{field.name}"], default = field.default, f"=_{field.name}"
        elif field.default_factory is not dataclasses.MISSING:
            words[f"_{field.name}"], default = field.default_factory, "=_MISSING"
            value = f"_{field.name}() if {field.name} is _MISSING else {field.name}"
        (named if field.kw_only else plain).append(field.name + default)
        lines.append(f"self.{field.name} = {value}")
    params = ", ".join([*plain, *(["*", *named] if named else [])])
    exec("\n    ".join([f"def __init__({params}):", *lines, "pass"]), {**words, "_MISSING": dataclasses.MISSING}, words)
    return words["__init__"]


def memoised(node: Any, what: str, work_out: Callable[[Any], T]) -> T:
    """What `work_out` makes of a node, worked out once: nodes do not change. `what` names it among the node's memos."""
    kept: dict[str, Any] = node.__dict__
    if what not in kept:
        kept[what] = work_out(node)
    found: T = kept[what]
    return found


def remembered(node: Any, what: str, work_out: Callable[[Any], Any]) -> Any:
    """The same where what comes of it is plain data: where a node is kept between runs, it is kept with it."""
    kept: dict[str, Any] = memoised(node, "_remembered", lambda _: {})
    if what not in kept:
        kept[what] = work_out(node)
    return kept[what]


def deferred(kind: type[T], known: Mapping[str, object], find_rest: Callable[[], Mapping[str, object]]) -> T:
    """A node of which some fields are `known`, and `find_rest` finds the others when somebody first looks at one.

    From then on it is a node like any other. Until then only who asks for its `type` can tell.
    """
    class_: Any = kind
    node: Any = object.__new__(_deferred(class_, tuple(known)))
    node.__dict__.update(known, _find_rest=find_rest)
    return node  # type: ignore[no-any-return]


@cache
def _deferred(kind: Any, known: tuple[str, ...]) -> Any:
    """The class of a kind of node while only some of its fields are known."""
    made: Any = type(kind.__name__, (kind,), {})
    for field in dataclasses.fields(kind):
        if field.name not in known:
            setattr(made, field.name, _Missing(kind, field.name))
    made.__new__ = lambda _, *args, **named: kind(*args, **named)  # a changed copy has all fields
    made.__eq__ = lambda node, other: _whole(kind, node) == other
    made.__hash__ = lambda node: hash(_whole(kind, node))
    made.__repr__ = lambda node: repr(_whole(kind, node))
    made.__reduce_ex__ = lambda node, protocol: _whole(kind, node).__reduce_ex__(protocol)
    return made


class _Missing:
    """Stands in a class for a field that its nodes do not have yet."""

    def __init__(self, kind: Any, name: str) -> None:
        self._kind, self._name = kind, name

    def __get__(self, node: Any, owner: Any) -> Any:
        return self if node is None else getattr(_whole(self._kind, node), self._name)


def _whole(kind: Any, node: Any) -> Any:
    """A node with all its fields."""
    find_rest = node.__dict__.get("_find_rest")
    if find_rest is not None:
        node.__dict__.update(find_rest())
        node.__class__ = kind
        node.__dict__.pop("_find_rest", None)
    return node
