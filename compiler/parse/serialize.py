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

BY_NAME = ("span",)
"""The one field that is given by name, which stands first."""
Stored = Any
"""A node is a list that begins with its name, a tuple one that begins with nothing, a place two whole numbers."""


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
        return [name, *(stored(getattr(value, field)) for field in nodes[name][1])]

    nodes = _nodes()
    try:
        return stored(item)
    except (RecursionError, KeyError) as error:
        raise NotSerializable(str(error)) from error


def restore(stored: Stored, source: Source, begin: int) -> syntax.Item:
    """The item again, as if it had been parsed where it stands now. Raises `NotSerializable`."""
    nodes = _nodes()

    def restored(value: Stored) -> Any:
        head = value[0]
        if type(head) is int:
            return Span(source, head + begin, value[1] + begin)
        parts = [restored(part) if type(part) is list else part for part in value]
        if head is None:
            return tuple(parts[1:])
        kind, names = nodes[head]
        if len(parts) != len(names) + 1:
            raise ValueError(head)
        if names[:1] == BY_NAME:
            return kind(*parts[2:], span=parts[1])
        return kind(*parts[1:])

    try:
        item: syntax.Item = restored(stored)
    except (KeyError, IndexError, TypeError, ValueError, RecursionError) as error:
        raise NotSerializable(str(error)) from error
    return item


@cache
def _nodes() -> dict[str, tuple[Callable[..., Any], tuple[str, ...]]]:
    """The kinds of nodes by name, each with its fields in order."""
    found = (kind for kind in vars(syntax).values() if isinstance(kind, type) and is_dataclass(kind))
    return {kind.__name__: (kind, tuple(f.name for f in fields(kind))) for kind in found if kind is not Span}
