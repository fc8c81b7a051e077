"""Stands in for the package `rpds`, which Pyodide has not: as much of it as `referencing` and `jsonschema` use, over
plain dicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping


class HashTrieMap(dict[object, object]):
    @classmethod
    def convert(cls, value: Mapping[object, object]) -> HashTrieMap:
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: object, value: object) -> HashTrieMap:
        return HashTrieMap({**self, key: value})

    def remove(self, key: object) -> HashTrieMap:
        made = HashTrieMap(self)
        del made[key]
        return made

    def update(self, *others: Mapping[object, object]) -> HashTrieMap:  # type: ignore[override]
        made = HashTrieMap(self)
        for other in others:
            dict.update(made, other)
        return made

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset[object]):
    def insert(self, value: object) -> HashTrieSet:
        return HashTrieSet((*self, value))

    def remove(self, value: object) -> HashTrieSet:
        return HashTrieSet(self - {value})

    def update(self, *others: Iterable[object]) -> HashTrieSet:
        return HashTrieSet(self.union(*others))


class List:
    def __init__(self, values: Iterable[object] = ()) -> None:
        self._values = tuple(values)

    def __iter__(self) -> Iterator[object]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def push_front(self, value: object) -> List:
        return List((value, *self._values))
