"""Stands in for the package `rpds`, which Pyodide has not: as much of it as `referencing` and `jsonschema` use, over
plain dicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


class HashTrieMap(dict[Any, Any]):
    @classmethod
    def convert(cls, value: Mapping[Any, Any]) -> HashTrieMap:
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: object, value: object) -> HashTrieMap:
        return HashTrieMap({**self, key: value})

    def remove(self, key: object) -> HashTrieMap:
        made = HashTrieMap(self)
        del made[key]
        return made

    def update(self, *others: Mapping[Any, Any]) -> HashTrieMap:  # type: ignore[override]
        made = HashTrieMap(self)
        for other in others:
            dict.update(made, other)
        return made

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset[Any]):
    def insert(self, value: object) -> HashTrieSet:
        return HashTrieSet((*self, value))

    def remove(self, value: object) -> HashTrieSet:
        return HashTrieSet(self - {value})

    def update(self, *others: Iterable[Any]) -> HashTrieSet:
        return HashTrieSet(self.union(*others))


class List:
    def __init__(self, values: Iterable[Any] = ()) -> None:
        self._values = tuple(values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def push_front(self, value: object) -> List:
        return List((value, *self._values))
