"""Caches parsed items of law files, and the expressions inside their texts, by the text they were parsed from.

An item whose text has not changed is not parsed again, wherever it stands now: neither in a living process nor, by way
of the cache on disk, in the next one. Only what was read without a finding is kept. The items of a file lie together
under the file's name, which is only a hint where to look: an entry is used for the same text alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache

from hexlaw.compiler.base.cache import digest, the_cache
from hexlaw.compiler.base.coder import Coder, Undecodable
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.parse import syntax
from hexlaw.compiler.parse.items import ItemText

FILES_KEPT = 256
CHANGES_KEPT = 20  # what no longer stood in the file at its last so many changes is forgotten

_IN_BRACES = re.compile(r"\{([^{}]*)\}")

Parsed = syntax.Item | syntax.Question
Read = Callable[[ItemText, str, Diagnostics], Parsed | None]
"""Parses a text as what the grammar calls by this name."""


@dataclass
class _CachedItem:
    begin: int  # where it stood
    data: bytes
    age: int  # changes of the file since it was last looked up


class ItemCache:
    """The parsed items of one law file."""

    def __init__(self, name: str) -> None:
        self._name = name
        entry = the_cache().read("law", name)
        self._kept = {}
        for key, value in entry.items() if isinstance(entry, dict) else ():
            match value:
                case [int(age), int(begin), bytes(data)]:
                    self._kept[key] = _CachedItem(begin, data, age)
        self._is_new = False

    def begin(self) -> None:
        """Counts a change of the file: its text is not what it was."""
        for kept in self._kept.values():
            kept.age += 1

    def parse(self, text: ItemText, start: str, read: Read, diagnostics: Diagnostics) -> Parsed | None:
        """Returns the node that `read` makes of a text, from the cache if it is there."""
        key = digest(start, text.text.rstrip())
        if (kept := self._kept.get(key)) is not None:
            with suppress(Undecodable):
                node = _coder().decode(kept.data, (text.source,), text.start - kept.begin)
                kept.age = 0
                return node
        found = Diagnostics()
        made = read(text, start, found)
        diagnostics.add_all(found)
        if made is not None and not found:
            with suppress(Undecodable):
                self._kept[key] = _CachedItem(text.start, _coder().encode(made, (text.source,)), 0)
                self._is_new = True
        return made

    def save(self, text: str = "") -> None:
        """Writes new entries to disk for the next process. What stands in braces in the text of the file counts as
        looked up: a rule that need not be typed again does not look."""
        if self._is_new:
            self._is_new = False
            for inside in _IN_BRACES.findall(text):
                if (kept := self._kept.get(digest("question", inside.rstrip()))) is not None:
                    kept.age = 0
            self._kept = {key: kept for key, kept in self._kept.items() if kept.age <= CHANGES_KEPT}
            entry = {key: [kept.age, kept.begin, kept.data] for key, kept in self._kept.items()}
            the_cache().write("law", self._name, entry)


item_cache = lru_cache(maxsize=FILES_KEPT)(ItemCache)


@cache
def _coder() -> Coder[Parsed]:
    return Coder(Parsed)
