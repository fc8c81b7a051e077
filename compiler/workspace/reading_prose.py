"""Prose read beside its law: what is in doubt, one after the other, and what its author answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexlaw.compiler.analysis.prose_lock import Doubt, LockLine, ProseLock
from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean
from hexlaw.compiler.base.files import write_whole
from hexlaw.compiler.workspace.compiled_laws import Compiled

__all__ = ["Doubt", "ProseReader"]


class ProseReader:
    """The prose of a module's own law; `save` keeps what was answered."""

    def __init__(self, read: Compiled) -> None:
        found = Diagnostics()
        self.module = read.compilation.graph.name
        compilation = read.compilation
        self._lock = ProseLock(compilation.graph, compilation.names, compilation.chain.layers[-1], found)
        if found.has_errors:
            raise Refused.by(found)
        self._answered: list[LockLine] = []

    @property
    def has_lock(self) -> bool:
        return self._lock.source is not None

    @property
    def without_prose(self) -> tuple[int, int]:
        """Returns how many rules of the module's own law no prose tells of, and how many it has."""
        graph = self._lock.graph
        own = [
            rule.id for rule in graph.rules.values()
            if rule.origin.module == graph.name and not rule.origin.is_advice and rule.against is None
        ]  # fmt: skip
        return sum(not any(graph.prose_about("rule", name)) for name in own), len(own)

    def doubts(self, place: str | None = None) -> Iterator[Doubt]:
        """Yields what is in doubt, everywhere or at one place of the book."""
        texts = self._lock.graph.texts.values()
        known = {text.cite.text: text for text in texts if text.origin.module == self.module}
        if place is not None and place not in (*known, *(text.name for text in known.values())):
            near = did_you_mean(place, known) or f"there is prose at: {', '.join(known) or 'no place'}"
            raise Refused(f"`{self.module}` has no prose of its own at `{place}`: {near}")
        yield from (doubt for doubt in self._lock.doubts() if place in (None, doubt.text.cite.text, doubt.text.name))

    def accept(self, doubt: Doubt) -> None:
        """Takes it that the prose holds as the law stands now, and that figures unlike it are others."""
        others = doubt.before.others if doubt.before is not None else ()
        self._answered.append(replace(doubt.now, others=tuple(sorted({*others, *doubt.unlike, *doubt.outdated}))))

    def save(self, *, begins: bool = False) -> None:
        """Writes the lock; a module that has none gets one where something was answered, or where it `begins`."""
        if begins or self.has_lock or self._answered:
            write_whole(self._lock.path, self._lock.written(self._answered).encode())
