"""Statements and what stands inside them: gone through, and changed at whatever depth they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, get_args

from hexlaw.compiler.parse import syntax as s
from hexlaw.runtime.base.nodes import directly_inside, rebuilt

Block = tuple[s.Statement, ...]
STATEMENTS = frozenset(get_args(s.Statement))


def within(lines: Iterable[s.Statement]) -> Iterator[s.Statement]:
    """Yields statements and all that stand inside them, in their order."""
    for line in lines:
        yield line
        for held in directly_inside(line):
            if type(held) is tuple and held and type(held[0]) in STATEMENTS:
                yield from within(held)


def without_open(item: s.Item) -> s.Item:
    """Returns what an item declares, also where a library leaves it open."""
    return item.item if isinstance(item, s.Open) else item


def type_text(type_: s.TypeRef | None) -> str:
    """Returns a type as it is written; of a fact without one, `yes/no`."""
    if type_ is None:
        return "yes/no"
    inner = "" if type_.item is None else type_text(type_.item)
    return {"set": f"set of {inner}", "or-none": f"{inner} or none", "name": type_.name}.get(type_.form, type_.form)


def picks_in(lines: Iterable[s.Statement]) -> list[s.Pick]:
    """Returns the picks among statements and inside them."""
    return [line for line in within(lines) if isinstance(line, s.Pick)]


def own_picks(action: s.Action) -> list[s.Pick]:
    """Returns the picks of an action itself, without those inside what they do."""
    return [line for line in action.lines if isinstance(line, s.Pick)]


def mapped(lines: Block, change: Callable[[s.Statement], Block | None]) -> Block:
    """Returns the statements with others in the place of each that `change` gives some for, at any depth."""

    def inside(held: Any) -> Any:
        is_block = type(held) is tuple and held and type(held[0]) in STATEMENTS
        return mapped(held, change) if is_block else held

    changed = ((line, change(line)) for line in lines)
    return tuple(chain.from_iterable((rebuilt(line, inside),) if new is None else new for line, new in changed))
