"""Keeps the typed items of a law in a living process, by what they were typed from.

Input: a digest of all words that items are typed against, and for each item what else is read. Output: the node that an
earlier check made of it, if that check found nothing wrong; what was memoised beside the node stays known with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from hexlaw.compiler.parse.syntax import Cite
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t

LAWS_KEPT, TEXTS_KEPT = 8, 20_000
words_in = lru_cache(maxsize=TEXTS_KEPT)(re.compile(r"[a-z][a-z0-9-]*").findall)
"""Returns all that may be a name in the text of an item."""
LOOKS_INTO_RULES = re.compile(r"\b(applies|break)\b|\bpick\s+\S+\.")
"""What stands in every item that reads how a rule is written, which is not a part of the words: it asks whether a rule
applies or would be broken, or borrows a pick of which that may be so."""

Typed = tuple[g.Rule, Mapping[str, t.Type]]
"""A rule, and the names that its conditions may use."""


class HasOrigin(Protocol):
    @property
    def origin(self) -> g.Origin: ...


T = TypeVar("T")
D = TypeVar("D", bound=HasOrigin)


class TypingCache:
    def __init__(self, words: str, facts: Mapping[str, object]) -> None:
        """`facts` are no part of the words: by name, how they stand in the law, which is read by who says the name."""
        self._before, self._facts = _typed(words), facts
        self._now: dict[tuple[str, str], tuple[object, Any]] = {}

    def typed(self, sort: str, name: str, placed: Placed, read: object, make: Callable[[], T]) -> T:
        """The node of an item: the one from before, or what `make` makes; `read` is all else that `make` reads."""
        text = placed.item.span.source.text[placed.item.span.start : placed.item.span.end]
        if LOOKS_INTO_RULES.search(text):
            return make()
        facts = {word: self._facts[word] for word in self._facts.keys() & words_in(text)}
        known, made_of = self._before.get((sort, name)), (text, read, placed.layer.use, facts)
        if known is None or known[0] != made_of:
            known = made_of, make()
        self._now[sort, name] = known
        found: T = known[1]
        return found

    def rule(self, name: str, placed: Placed, scope: Mapping[str, t.Type], make: Callable[[], Typed]) -> Typed:
        """The same for a rule; `scope` are the names that it has from others."""
        cited: Cite | None = getattr(placed.item, "cite", None)
        cites = "" if cited is None else f"{cited.section.text if cited.section else ''}, {cited.text}"
        return self.typed("rule", name, placed, (placed.origin, cites, *map(repr, scope.items())), make)

    def keep(self) -> None:
        """Keeps the nodes of this check, in which nothing was found wrong."""
        self._before.update(self._now)


def placed_now(node: D, placed: Placed) -> D:
    """A node as it stands now, if the item has moved in its file."""
    was, now = node.origin, placed.origin
    return node if was == now and was.where == now.where else replace(node, origin=now)


@lru_cache(maxsize=LAWS_KEPT)
def _typed(words: str) -> dict[tuple[str, str], tuple[object, Any]]:
    return {}
