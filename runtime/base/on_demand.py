"""A mapping whose values are made when they are looked up first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

V = TypeVar("V")


class OnDemand(Mapping[str, V]):
    """The names of a mapping, if one is given, with what `make` returns for each; `add` adds names, also while values
    are made."""

    def __init__(self, names: Mapping[str, object] | None = None, make: Callable[[str], V] | None = None) -> None:
        self._names, self._make = {} if names is None else names, make
        self._makes: dict[str, Callable[[], V]] = {}
        self._made: dict[str, V] = {}

    def add(self, name: str, make: Callable[[], V]) -> None:
        if name not in self._names:
            self._makes.setdefault(name, make)

    def __getitem__(self, name: str) -> V:
        if name not in self._made:
            make = self._makes.get(name)
            if make is not None:
                self._made[name] = make()
            elif name in self._names and self._make is not None:
                self._made[name] = self._make(name)
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._makes or name in self._names

    def __iter__(self) -> Iterator[str]:
        yield from self._names
        number = 0
        while number < len(self._makes):  # names may be added during the iteration
            new = [*self._makes][number:]
            yield from new
            number += len(new)

    def __len__(self) -> int:
        return len(self._makes) + len(self._names)
