"""Dataclasses for the many sorts of nodes that syntax and law are made of: `dataclass(frozen=True)` as the type checker
sees it, but quick to make; and a way to keep with a node what was worked out about it.

The standard decorator writes and compiles seven methods for every class, which for two hundred classes takes as long as
checking a module. Here one is compiled, and the others are shared. That nothing is assigned to a frozen node is for the
type checker to see; at run time nothing stands in the way.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, slots: bool = False) -> Callable[[type], type]:
        """Equal when of one class with equal fields, and hashed by them; `slots` matters to the type checker alone."""
        assert frozen

        def made(kind: type) -> type:
            kind.__doc__ = kind.__doc__ or kind.__name__  # else one is worked out from the signature, at some length
            kind = dataclasses.dataclass(eq=False, repr=False)(kind)
            shown = tuple(field.name for field in dataclasses.fields(kind) if field.repr)
            _compare(kind, tuple(field.name for field in dataclasses.fields(kind) if field.compare))

            def __repr__(self: Any) -> str:  # noqa: N807
                inside = ", ".join([f"{name}={getattr(self, name)!r}" for name in shown])
                return f"{kind.__qualname__}({inside})"

            kind.__repr__ = __repr__
            return kind

        return made


def _compare(kind: Any, names: tuple[str, ...]) -> None:
    values: Callable[[Any], object] = attrgetter(*names) if names else lambda node: ()

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        if self is other:
            return True
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(values(self))

    kind.__eq__, kind.__hash__ = __eq__, __hash__


def memoised(node: Any, what: str, work_out: Callable[[Any], T]) -> T:
    """What `work_out` makes of a node, worked out once: nodes do not change. `what` names it among the node's memos."""
    kept: dict[str, Any] = node.__dict__
    if what not in kept:
        kept[what] = work_out(node)
    found: T = kept[what]
    return found
