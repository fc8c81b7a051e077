"""The base of the many sorts of nodes that syntax and law are made of, frozen dataclasses as the type checker sees
them, but quick to make; and a way to keep with a node what was worked out about it.

The standard decorator writes and compiles seven methods for every class, which for two hundred classes takes as long as
checking a module. Here one is compiled, when the first node of its class is made, and the others are shared. That
nothing is assigned to a node is for the type checker to see; at run time nothing stands in the way.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
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
