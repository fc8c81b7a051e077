"""Turns syntax nodes into plain data that JSON can hold, and back into nodes at another place or in another file.

Places are offsets from where the item begins, so an item that moves in its file stays the same.
"""

from __future__ import annotations

from functools import cache

from hexlaw.compiler.parse import syntax
from hexlaw.compiler.source import Source
from hexlaw.compiler.stored import NotSerializable, Stored, Storing

LATER = {
    syntax.Rule: ("cite", "links", "when", "says"),
    syntax.Concludes: ("expr",),
    syntax.Changes: ("amount",),
    syntax.Requires: ("condition",),
    syntax.Begins: ("memory",),
    syntax.Counts: ("tally",),
    syntax.Then: ("body",),
}
"""What is restored when somebody looks at it: most of a law, and looked at only to type a rule."""


def store(item: syntax.Item | syntax.Question, begin: int) -> Stored:
    """An item as plain data. Raises `NotSerializable`."""
    return _syntax().store(item, begin)


def restore(stored: Stored, source: Source, begin: int) -> syntax.Item:
    """The item again, as if it had been parsed where it stands now. Raises `NotSerializable`."""
    item: syntax.Item = _syntax().restore(stored, source, begin)
    return item


@cache
def _syntax() -> Storing:
    return Storing([syntax], LATER)


__all__ = ["NotSerializable", "Stored", "restore", "store"]
