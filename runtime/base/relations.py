"""Pairs grouped by their first item, and graphs as edges: reachability and cycles."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, tuple[Value, ...]]:
    """The second items of pairs by the first, in their order."""
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


def going_on(start: Iterable[Key], after: Callable[[Key], Iterable[Key]]) -> Iterator[Key]:
    """All that is reached from the start, which is part of it, each once, depth first."""
    seen: set[Key] = set()
    waiting = list(start)
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            yield one
            waiting += after(one)


def reached(edges: Mapping[Key, Iterable[Key]], start: Iterable[Key]) -> set[Key]:
    """Everything that is reached from the start, which is part of it."""
    return set(going_on(start, lambda one: edges.get(one, ())))


def closure(edges: Iterable[tuple[Key, Key]]) -> dict[Key, frozenset[Key]]:
    """All that is reached from the start of each edge; the start itself only along a circle."""
    after = grouped(edges)
    return {start: frozenset(reached(after, ends)) for start, ends in after.items()}


def going_round(edges: Mapping[Key, set[Key]]) -> dict[Key, set[Key]]:
    """The edges from whose start a circle is reached; nothing where there is none."""
    before: dict[Key, list[Key]] = {}
    waiting: dict[Key, int] = {}
    for start, ends in edges.items():
        waiting[start] = len(ends)
        for end in ends:
            before.setdefault(end, []).append(start)
    ending = [end for end in before if end not in edges] + [start for start, count in waiting.items() if not count]
    while ending:
        for start in before.get(ending.pop(), ()):
            waiting[start] -= 1
            if not waiting[start]:
                ending.append(start)
    return {start: ends for start, ends in edges.items() if waiting[start]}
