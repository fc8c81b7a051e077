"""Keeps typed items by what they were typed from: all of them in a living process, rules between runs as well.

Input: a digest of all words that items are typed against, and for each item what else is read. Output: the node that an
earlier check made of it, if that check found nothing wrong; what was memoised beside the node stays known with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property, lru_cache, partial
from typing import Any, Protocol, TypeVar

from hexlaw.compiler.cache import digest, the_cache
from hexlaw.compiler.parse.syntax import Cite
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.compiler.stored import NotSerializable, Stored, Storing, as_text
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.nodes import memoised

LAWS_KEPT = 8
SCOPES_KEPT = 1_000
LOOKS_INTO_RULES = re.compile(r"\b(applies|break)\b|\bpick\s+\S+\.")
"""What stands in every item that reads how a rule is written, which is not a part of the words: it asks whether a rule
applies or would be broken, or borrows a pick of which that may be so."""
LATER = {
    g.Rule: ("when", "for_each", "says"),
    g.Gives: ("value",),
    g.Collects: ("item",),
    g.Requires: ("condition",),
    g.Changes: ("amount",),
    g.Remembers: ("args",),
    g.Counts: ("args",),
    g.Then: ("body",),
}
"""The law inside a rule, which is restored where somebody looks at it."""

Typed = tuple[g.Rule, Mapping[str, t.Type]]
"""A rule, and the names that its conditions may use."""


class Declared(Protocol):
    @property
    def origin(self) -> g.Origin: ...


T = TypeVar("T")
D = TypeVar("D", bound=Declared)


class TypingCache:
    """The items of one law that were typed before. The law is `called` something, which is a hint where to look."""

    def __init__(self, words: str, called: str) -> None:
        self._words, self._called = words, called
        self._before = _typed(words)
        self._now: dict[tuple[str, str], tuple[object, Any]] = {}
        self._are_known = the_cache().read("typed", called) == words
        self._files: dict[str, _File] = {}
        self._is_clean = False

    def typed(self, sort: str, name: str, placed: Placed, read: object, make: Callable[[], T]) -> T:
        """The node of an item: the one from before, or what `make` makes; `read` is all else that `make` reads."""
        text = _text(placed)
        if LOOKS_INTO_RULES.search(text):
            return make()
        known = self._before.get((sort, name))
        if known is None or known[0] != (text, read):
            known = (text, read), make()
        self._now[sort, name] = known
        found: T = known[1]
        return found

    def rule(self, name: str, placed: Placed, scope: Mapping[str, t.Type], make: Callable[[], Typed]) -> Typed:
        """The same for a rule; `scope` are the names that it has from others."""
        text, at = _text(placed), placed.origin
        cited: Cite | None = getattr(placed.item, "cite", None)
        stands = at.module, at.chapter, at.option or "", at.situation or "", "" if cited is None else cited.text
        key = digest(text, *stands, *(repr(known) for known in scope.items()))
        file = self._file(placed)
        known = self._before.get(("rule", name))
        if known is not None and known[0] == key:
            typed: Typed = known[1]
        else:
            before = file.rule(name, key, placed)
            typed = before or make()
            if before is None and LOOKS_INTO_RULES.search(text):
                return typed
        self._now["rule", name] = key, typed
        file.now[name] = key, typed
        return typed

    def keep(self) -> None:
        """Keeps the nodes of this check, in which nothing was found wrong."""
        self._before.update(self._now)
        self._is_clean = True

    def save(self) -> None:
        """Keeps the rules for the next process, with what was found out about them since they were typed. While the
        words change that they are typed against, that is not worth it."""
        if not self._is_clean:
            return
        if self._are_known:
            for file in self._files.values():
                file.save()
        else:
            the_cache().write("typed", self._called, self._words)

    def _file(self, placed: Placed) -> _File:
        name = placed.item.span.source.name
        if name not in self._files:
            self._files[name] = _File(f"{self._called} {name}", self._words, self._are_known)
        return self._files[name]


class _File:
    """The typed rules of one file, as they lie in the cache on disk."""

    def __init__(self, name: str, words: str, is_there: bool) -> None:
        self._name, self._words, self._is_there = name, words, is_there
        self.now: dict[str, tuple[str, Typed]] = {}

    @cached_property
    def _before(self) -> dict[str, Stored]:
        entry = the_cache().read("typed", self._name) if self._is_there else None
        return entry[1] if isinstance(entry, list) and entry[0] == self._words else {}

    def rule(self, name: str, key: str, placed: Placed) -> Typed | None:
        """A rule as it was typed under this key."""
        stored = self._before.get(name)
        if stored is None or stored[0] != key:
            return None
        with suppress(NotSerializable):
            rule, scope = _law().restore(stored[1]), _scope(stored[2])
            vars(rule).update(origin=placed.origin, _stored=stored[1:3], _remembered={**stored[3]})
            return rule, scope
        return None

    def save(self) -> None:
        if "_before" not in vars(self):
            return  # all of them were known without looking
        entry = {}
        for name, (key, (rule, scope)) in self.now.items():
            with suppress(NotSerializable):
                stored = memoised(rule, "_stored", partial(_stored, scope))
                entry[name] = [key, *stored, memoised(rule, "_remembered", lambda _: {})]
        if entry != self._before:
            the_cache().write("typed", self._name, [self._words, entry])


def _stored(scope: Mapping[str, t.Type], rule: g.Rule) -> list[Stored]:
    unplaced: Any = replace(rule, origin=None)  # type: ignore[arg-type]
    return [_law().store(unplaced), as_text(_law().store(tuple(scope.items())))]


@lru_cache(maxsize=SCOPES_KEPT)
def _scope(stored: str) -> Mapping[str, t.Type]:
    """The names that a rule's conditions may use, as many others may."""
    return dict(_law().restore(json.loads(stored)))


def placed_now(node: D, placed: Placed) -> D:
    """A node as it stands now, if the item has moved in its file."""
    return node if node.origin == placed.origin else replace(node, origin=placed.origin)  # type: ignore[type-var]


def _text(placed: Placed) -> str:
    return placed.item.span.source.text[placed.item.span.start : placed.item.span.end]


@lru_cache(maxsize=LAWS_KEPT)
def _typed(words: str) -> dict[tuple[str, str], tuple[object, Any]]:
    return {}


@cache
def _law() -> Storing:
    return Storing([g, e, t], LATER)
