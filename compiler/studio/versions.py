"""What a page is sent of how something stands: all of it, or what differs from what the page has.

A state is a mapping of names to what JSON can hold. Of a list, such as the lines of a picture or a log, the items that
are new are sent with their places: of a map of two thousand lines two, where a counter has moved. A page says which
version it has; the last few are kept, each item once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from operator import eq
from typing import TypedDict

from msgspec.json import decode, encode

MAX_KEPT = 12
"""Versions that a page may have and be sent the next as a difference; one that has an older one is sent all."""

SHORT, END = 24, 60
"""Signs that a place takes, with what is around it; and those at the end of a text by which it is known again."""

Encoded = bytes | tuple[bytes, ...]


class StateUpdate(TypedDict):
    """What a page is sent: the version it has then, and the one it must have for that, 0 for none; values that are new,
    lists as edits from the last to the first, each the items from one place to another with what stands there now, and
    the names that are gone."""

    version: int
    had: int
    values: dict[str, object]
    edits: dict[str, list[tuple[int, int, list[object]]]]
    gone: list[str]


class Versions:
    def __init__(self, number: int = 0) -> None:
        self._kept: dict[int, dict[str, Encoded]] = {}
        self.number = number  # of the last version

    def sent(self, state: Mapping[str, object], had: int, *, partly: bool = False) -> StateUpdate:
        """Returns what a page that has version `had` is sent. Of a state given `partly`, all else is as it was."""
        was = self._kept.get(had, {})
        now = {name: _encoded(value, was.get(name)) for name, value in state.items()}
        values, edits = dict[str, object](), dict[str, list[tuple[int, int, list[object]]]]()
        for name, value in state.items():
            before, after = was.get(name), now[name]
            if isinstance(value, list | tuple) and isinstance(before, tuple) and isinstance(after, tuple):
                if before != after:
                    edits[name] = _in_short(value, before, _edits(before, after))
            elif before != after:
                values[name] = value
        self.number += 1
        self._kept[self.number] = {**was, **now} if partly else now
        self._kept.pop(self.number - MAX_KEPT, None)
        gone = [] if partly else [name for name in was if name not in now]
        return {"version": self.number, "had": had if was else 0, "values": values, "edits": edits, "gone": gone}


def _in_short(
    value: Sequence[object], before: Sequence[bytes], edits: Iterable[tuple[int, int, int, int]]
) -> list[tuple[int, int, list[object]]]:  # fmt: skip
    """Returns edits with their items. A text that stood elsewhere but for a few signs, such as a counter that has moved
    up, is sent as the place where it stood, the first and the last of the signs that differ there, and these."""
    stood = {line[-END:]: place for place, line in enumerate(before)}

    def item(now: object) -> object:
        place = stood.get(encode(now)[-END:])
        was = None if place is None else decode(before[place])
        if not isinstance(now, str) or not isinstance(was, str) or not was.isascii():
            return now
        start = count_alike(was, now)
        alike = count_alike(was[start:][::-1], now[start:][::-1])
        between = now[start : len(now) - alike]
        return now if len(between) + SHORT > len(now) else [place, start, len(was) - alike, between]

    return [(first, last, [*map(item, value[start:end])]) for first, last, start, end in edits]


def _encoded(value: object, before: Encoded | None) -> Encoded:
    """Returns a value by which it can be compared; of a list each item, the same object where it was there before."""
    if not isinstance(value, list | tuple):
        return encode(value)
    known = {item: item for item in before} if isinstance(before, tuple) else {}
    return tuple(known.get(item, item) for item in map(encode, value))


def count_alike(one: Sequence[object], other: Sequence[object]) -> int:
    """Returns how many of the first items of both are alike."""
    return sum(1 for _ in takewhile(bool, map(eq, one, other)))


def _edits(before: Sequence[bytes], now: Sequence[bytes]) -> list[tuple[int, int, int, int]]:
    """Returns where two lists differ, the last first; ends that are alike are not looked at item by item."""
    same = count_alike(before, now)
    alike = count_alike(before[same:][::-1], now[same:][::-1])
    matcher = SequenceMatcher(None, before[same : len(before) - alike], now[same : len(now) - alike], autojunk=False)
    found = [[same + place for place in places] for sort, *places in matcher.get_opcodes() if sort != "equal"]
    return [(first, last, start, end) for first, last, start, end in reversed(found)]
