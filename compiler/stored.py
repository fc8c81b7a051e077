"""Turns nodes into plain data that JSON can hold, and back; what most nodes hold is restored when somebody looks at it.

Input: the modules whose nodes they are. A place is kept as an offset from where the item begins that it stands in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any, NamedTuple

from hexlaw.compiler.source import Source, Span
from hexlaw.runtime.nodes import deferred

SPAN = "span"
"""The one field that is given by name, which stands first."""
Stored = Any
"""A node is a list that begins with its name, and with where it begins and ends; a tuple is one that begins with
nothing, a place two whole numbers. What of a node is restored later stands last, as a text that holds it."""
DEEPEST = 120
"""How deeply nodes and tuples may be nested: a node may be restored where little of the stack is left."""
PLAIN = frozenset((str, bool, int, type(None)))


class NotSerializable(ValueError):
    """The node is nested too deeply or holds what is not plain data; or stored data is not a node."""


class _Kind(NamedTuple):
    make: Any
    placed: bool
    names: tuple[str, ...]  # of its fields, but for its place and what comes later
    later: tuple[str, ...]


class Storing:
    """Nodes of some modules; the fields named `later` of a kind of node are restored when one of them is looked at."""

    def __init__(self, modules: Sequence[ModuleType], later: Mapping[Any, tuple[str, ...]]) -> None:
        found = [
            kind
            for module in modules
            for kind in vars(module).values()
            if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.__name__
        ]
        self._kinds = {"Fraction": _Kind(Fraction, False, ("numerator", "denominator"), ())}
        for kind in found:
            waiting = later.get(kind, ())
            placed = any(field.name == SPAN and field.kw_only for field in fields(kind))
            names = (field.name for field in fields(kind) if not (placed and field.name == SPAN))
            self._kinds[kind.__name__] = _Kind(kind, placed, tuple(n for n in names if n not in waiting), waiting)

    def store(self, node: Any, begin: int = 0) -> Stored:
        """A node as plain data. Raises `NotSerializable`."""
        kinds = self._kinds

        def stored(value: Any, depth: int = 0) -> Stored:
            if depth > DEEPEST:
                raise NotSerializable("it is nested too deeply")
            if type(value) in PLAIN:
                return value
            if type(value) is Span:
                return [value.start - begin, value.end - begin]
            if type(value) is tuple:
                return [None, *(stored(part, depth + 1) for part in value)]
            name = type(value).__name__
            kind = kinds[name]
            place = [value.span.start - begin, value.span.end - begin] if kind.placed else []
            held = [name, *place, *(stored(getattr(value, field), depth + 1) for field in kind.names)]
            later = [stored(getattr(value, field), depth + 1) for field in kind.later]
            return [*held, as_text(later)] if later else held

        try:
            return stored(node)
        except (KeyError, AttributeError) as error:
            raise NotSerializable(str(error)) from error

    def restore(self, stored: Stored, source: Source | None = None, begin: int = 0) -> Any:
        """The node again, as if it had been made where it stands now. Raises `NotSerializable`."""
        try:
            return self._restore(stored, source, begin)
        except (KeyError, IndexError, TypeError, ValueError, RecursionError) as error:
            raise NotSerializable(str(error)) from error

    def _restore(self, stored: Stored, source: Any, begin: int) -> Any:
        kinds = self._kinds

        def restored(value: Stored) -> Any:
            head = value[0]
            if head is None:
                return tuple([restored(part) if type(part) is list else part for part in value[1:]])
            if type(head) is int:
                return Span(source, head + begin, value[1] + begin)
            kind, placed, names, later = kinds[head]
            if len(value) != len(names) + (3 if placed else 1) + bool(later):
                raise ValueError(head)
            parts = [restored(part) if type(part) is list else part for part in (value[3:] if placed else value[1:])]
            span = Span(source, value[1] + begin, value[2] + begin) if placed else None
            if later:
                known = dict(zip(names, parts, strict=False))
                return deferred(kind, {**known, SPAN: span} if placed else known, lambda: rest(later, parts[-1]))
            return kind(*parts, span=span) if placed else kind(*parts)

        def rest(names: tuple[str, ...], text: str) -> dict[str, Any]:
            parts = json.loads(text)
            return {
                name: restored(part) if type(part) is list else part for name, part in zip(names, parts, strict=True)
            }

        return restored(stored)


def as_text(parts: list[Stored]) -> str:
    """Stored parts as one text, which takes less to read as long as nobody looks into it."""
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
