"""What was typed before, by what it was typed from: a living process does not type an item again that would come out
the same, and what was worked out about its node stays known.

In: a name for all words that items are typed against, and for each item what else is read. Out: the node that came of
it in an earlier check, if there was no finding in all of that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from hexlaw.compiler.resolve.layers import Placed
from hexlaw.runtime import graph as g

LAWS_KEPT = 8
LOOKS_INTO_RULES = re.compile(r"\b(applies|break)\b|\bpick\s+\S+\.")
"""What stands in every item that reads how a rule is written, which is no part of the words: it asks whether a rule
applies or would be broken, or borrows a pick of which that may be so."""


class Declared(Protocol):
    @property
    def origin(self) -> g.Origin: ...


T = TypeVar("T")
D = TypeVar("D", bound=Declared)


class TypingCache:
    """The items of one law that were typed before."""

    def __init__(self, words: str) -> None:
        self._before = _typed(words)
        self._now: dict[tuple[str, str], tuple[object, Any]] = {}

    def typed(self, sort: str, name: str, placed: Placed, read: object, make: Callable[[], T]) -> T:
        """What comes of an item; `read` is all that `make` reads besides its text and the words."""
        text = placed.item.span.source.text[placed.item.span.start : placed.item.span.end]
        if LOOKS_INTO_RULES.search(text):
            return make()
        known = self._before.get((sort, name))
        if known is None or known[0] != (text, read):
            known = (text, read), make()
        self._now[sort, name] = known
        found: T = known[1]
        return found

    def keep(self) -> None:
        """All of this was typed without a finding."""
        self._before.update(self._now)


def placed_now(node: D, placed: Placed) -> D:
    """A node as it stands now, if the item has moved in its file."""
    return node if node.origin == placed.origin else replace(node, origin=placed.origin)  # type: ignore[type-var]


@lru_cache(maxsize=LAWS_KEPT)
def _typed(words: str) -> dict[tuple[str, str], tuple[object, Any]]:
    return {}
