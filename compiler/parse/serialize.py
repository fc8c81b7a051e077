"""Turns syntax nodes into plain data that JSON can hold, and back into nodes at another place or in another file.

Places are offsets from where the item begins, so an item that moves in its file stays the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from hexlaw.compiler.parse import syntax
from hexlaw.compiler.source import Source, Span

SPAN = "span"
"""The one field that is given by name, which stands first."""
Stored = Any
"""A node is a list that begins with its name, and with where it begins and ends; a tuple is one that begins with
nothing, a place two whole numbers."""


class NotSerializable(ValueError):
    """The item is nested too deeply or holds what is not plain data; or stored data is not an item."""


def store(item: syntax.Item | syntax.Question, begin: int) -> Stored:
    """An item as plain data. Raises `NotSerializable`."""

    def stored(value: Any) -> Stored:
        if value is None or type(value) in (str, bool, int):
            return value
        if type(value) is Span:
            return [value.start - begin, value.end - begin]
        if type(value) is tuple:
            return [None, *map(stored, value)]
        name = type(value).__name__
        _, placed, names = nodes[name]
        place = [value.span.start - begin, value.span.end - begin] if placed else []
        return [name, *place, *(stored(getattr(value, field)) for field in names)]

    nodes = _nodes()
    try:
        return stored(item)
    except (RecursionError, KeyError, AttributeError) as error:
        raise NotSerializable(str(error)) from error


def restore(stored: Stored, source: Source, begin: int) -> syntax.Item:
    """The item again, as if it had been parsed where it stands now. Raises `NotSerializable`."""
    nodes = _nodes()

    def restored(value: Stored) -> Any:
        head = value[0]
        if head is None:
            return tuple([restored(part) if type(part) is list else part for part in value[1:]])
        if type(head) is int:
            return Span(source, head + begin, value[1] + begin)
        kind, placed, names = nodes[head]
        if not placed:
            if len(value) != len(names) + 1:
                raise ValueError(head)
            return kind(*[restored(part) if type(part) is list else part for part in value[1:]])
        if len(value) != len(names) + 3:
            raise ValueError(head)
        span = Span(source, value[1] + begin, value[2] + begin)
        return kind(*[restored(part) if type(part) is list else part for part in value[3:]], span=span)

    try:
        item: syntax.Item = restored(stored)
    except (KeyError, IndexError, TypeError, ValueError, RecursionError) as error:
        raise NotSerializable(str(error)) from error
    return item


@cache
def _nodes() -> dict[str, tuple[Callable[..., Any], bool, tuple[str, ...]]]:
    """The kinds of nodes by name, each with whether it has a place, and its other fields in order."""
    kinds = (kind for kind in vars(syntax).values() if isinstance(kind, type) and is_dataclass(kind))
    found = ((kind, [field.name for field in fields(kind)]) for kind in kinds if kind is not Span)
    return {kind.__name__: (kind, SPAN in names, tuple(n for n in names if n != SPAN)) for kind, names in found}
