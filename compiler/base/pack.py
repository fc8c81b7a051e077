"""Entries of the cache in one file, part of an installation: the results of checking the shipped law.

In: the entries of a folder. Out: a file in which an entry is found by its name without reading the others. The same
entries give the same bytes. An entry is data, sealed as in the folder, and the cache trusts it no more than any other.
"""

from __future__ import annotations

import os
import zlib
from bisect import bisect_left
from collections.abc import Mapping
from contextlib import suppress

MAGIC = b"hexlaw-pack-1\n"
NAME, NUMBER = 64, 8  # bytes
LINE = NAME + 2 * NUMBER


def write_pack(path: str, entries: Mapping[str, bytes], level: int = 9) -> None:
    bodies = {name.encode(): zlib.compress(entries[name], level) for name in sorted(entries)}
    at = len(MAGIC) + NUMBER + LINE * len(bodies)
    lines = []
    for name, body in bodies.items():
        lines.append(name.ljust(NAME, b"\0") + at.to_bytes(NUMBER) + len(body).to_bytes(NUMBER))
        at += len(body)
    with open(path, "wb") as stream:
        stream.write(b"".join([MAGIC, len(lines).to_bytes(NUMBER), *lines, *bodies.values()]))


class Pack:
    """Reads a pack from disk; without a file it is empty."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lines: list[bytes] = []
        with suppress(OSError), open(path, "rb") as stream:
            if stream.read(len(MAGIC)) == MAGIC:
                count = min(int.from_bytes(stream.read(NUMBER)), os.stat(path).st_size // LINE)
                listed = stream.read(count * LINE)
                self._lines = [listed[at : at + LINE] for at in range(0, len(listed), LINE)]

    def __contains__(self, name: str) -> bool:
        return self._place(name) is not None

    def read(self, name: str, most: int) -> bytes:
        """Returns the first `most` bytes of an entry; nothing where there is none."""
        if (place := self._place(name)) is None:
            return b""
        with suppress(OSError, zlib.error, ValueError), open(self._path, "rb") as stream:
            stream.seek(place[0])
            return zlib.decompressobj().decompress(stream.read(place[1]), most)
        return b""

    def _place(self, name: str) -> tuple[int, int] | None:
        wanted = name.encode().ljust(NAME, b"\0")
        at = bisect_left(self._lines, wanted)
        line = self._lines[at] if at < len(self._lines) else b""
        if len(line) < LINE or line[:NAME] != wanted:
            return None
        return int.from_bytes(line[NAME : NAME + NUMBER]), int.from_bytes(line[NAME + NUMBER :])


def pack_folder(folder: str, path: str, without: tuple[str, ...] = (), level: int = 9) -> None:
    """Writes a pack of all entries in a folder but those of some shelves."""
    entries = {}
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.rpartition("-")[0] not in without:
            with open(entry.path, "rb") as stream:
                entries[entry.name] = stream.read()
    write_pack(path, entries, level)
