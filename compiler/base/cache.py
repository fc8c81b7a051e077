"""The cache on disk between runs: a value by the content it was made from.

In: a shelf (what sort of value), a key (all that the value was made from), a value of plain data. Out: the value, or
`None`. INVARIANT: a cache never changes a result, it only saves time. An entry counts only when it is whole, unaltered,
under its own name, and written by these very sources, on any machine; otherwise it is ignored. Entries are MessagePack,
so reading one runs no code. Nothing is reported: a folder that cannot be written, or that others may write to, is not
used. What the folder does not hold is looked for among the entries of the installation (`pack.py`).

`HEXLAW_CACHE` names the folder; `off` in its place switches the cache off. The folder may hold other files of its user:
only files named as entries are counted, and deleted when they are old.

`once_clean` caches the result of a check, only when the check found nothing: so a finding is always made anew, with its
place in the text as it is now.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.pack import Pack

FORMAT = "hexlaw-cache-2"
OFF = ("off", "no", "none", "false", "0")
OURS = re.compile(r"[a-z-]+-[0-9a-f]{40}(?P<unfinished>\.\d+\.\d+)?")
"""The name of an entry, or of one that is being written. Files of other names are left alone."""
COMPILER = os.path.dirname(os.path.dirname(__file__))
SHIPPED = os.path.join(COMPILER, "shipped.pack")
"""The entries of an installation; a checkout has none."""
DECLARED = "sources.digest"
"""Holds the digest of sources that are here in part: what a published page needs of them."""
MADE_BY_THE_BUILD = "law.tables.json"
MAX_ENTRY_SIZE = 16_000_000  # bytes
MAX_BYTES = 64_000_000
MAX_ENTRIES = 4_000
WRITES_BETWEEN_CLEARINGS = 100
"""On the average: listing the folder takes as long as many writes, and most runs write little."""
T = TypeVar("T")
_BEGUN = time.time()
SECONDS_TO_WRITE = 600  # what is unfinished for longer was left by an interrupted run


class Cache:
    """A folder of entries; without one it holds nothing."""

    def __init__(self, folder: Path | None, version: str) -> None:
        self.folder = folder
        self._version = version
        self._usable: bool | None = None

    def read(self, shelf: str, key: str) -> Any:
        """Returns the value that was written under this key, `None` when there is none that can be trusted."""
        if self.folder is None:
            return None
        name, data = self._name(shelf, key), b""
        if self._is_ours(self.folder):
            with suppress(OSError, ValueError), open(self.folder / name, "rb") as stream:
                data = stream.read(MAX_ENTRY_SIZE + 1)
        found = unsealed(name, data) if data else None
        return unsealed(name, _shipped().read(name, MAX_ENTRY_SIZE + 1)) if found is None else found

    def has(self, shelf: str, key: str) -> bool:
        """Returns whether there is an entry; whether it can be trusted shows when it is read."""
        name = self._name(shelf, key)
        return self.folder is not None and (name in _shipped() or (self.keeps and (self.folder / name).exists()))

    @property
    def keeps(self) -> bool:
        """Returns whether entries can be written here."""
        return self.folder is not None and self._is_ours(self.folder, make=True)

    def write(self, shelf: str, key: str, value: Any) -> None:
        """Stores a value; a reader sees all of it or nothing, however many write at once."""
        if self.folder is None or not self.keeps:
            return
        name = self._name(shelf, key)
        try:
            data = sealed(name, value)
        except (TypeError, ValueError, OverflowError, RecursionError):
            return
        if len(data) > MAX_ENTRY_SIZE // 2:
            return
        written = keep_whole(self.folder / name, data)
        if written and int(name[-8:], 16) % WRITES_BETWEEN_CLEARINGS == 0:  # names are evenly spread
            clear(self.folder, OURS, MAX_BYTES)

    def _name(self, shelf: str, key: str) -> str:
        return f"{shelf}-{digest(self._version, shelf, key)[:40]}"

    def _is_ours(self, folder: Path, make: bool = False) -> bool:
        """Returns whether only this user can have written what is in the folder."""
        if self._usable is None or (make and not self._usable):
            if make:
                make_private(folder)
            try:
                about = folder.stat()
            except (OSError, ValueError):
                self._usable = False
            else:
                self._usable = not hasattr(os, "getuid") or is_ours(about)
        return self._usable


def make_private(folder: Path) -> None:
    with suppress(OSError, ValueError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def is_ours(about: os.stat_result) -> bool:
    """Returns whether a file or folder is the user's own, and no one else may write to it."""
    return about.st_uid == os.getuid() and not about.st_mode & 0o022


def keep_whole(path: Path, data: bytes) -> bool:
    """Writes a file that only the user may read: others see all of it or nothing, however many write at once. Returns
    whether it was written."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(data)
        os.replace(unfinished, path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink()
        return False
    return True


def clear(folder: Path, ours: re.Pattern[str], most: int) -> None:
    """Deletes what interrupted runs have left and, where there are more bytes than `most` or too many entries, the
    oldest, down to half."""
    entries = []
    now = time.time()
    with suppress(OSError):
        for entry in os.scandir(folder):
            if (named := ours.fullmatch(entry.name)) is None:
                continue
            with suppress(OSError):
                about = entry.stat(follow_symlinks=False)
                if named["unfinished"] and now - about.st_mtime > SECONDS_TO_WRITE:
                    os.unlink(entry.path)
                else:
                    entries.append((about.st_mtime, about.st_size, entry.path))
    total, left = sum(size for _, size, _ in entries), len(entries)
    if total <= most and left <= MAX_ENTRIES:
        return
    for _, size, path in sorted(entries):
        if total <= most // 2 and left <= MAX_ENTRIES // 2:
            return
        with suppress(OSError):
            os.unlink(path)
        total, left = total - size, left - 1


def the_cache() -> Cache:
    """Returns the cache that the environment names."""
    return _cache_in(os.environ.get("HEXLAW_CACHE") or "")


_CLEAN: OrderedDict[tuple[str, str], Any] = OrderedDict()
MAX_CACHED = 2_000


def once_clean(
    shelf: str, key: str, run: Callable[[Diagnostics], T], diagnostics: Diagnostics, *, on_disk: bool = True
) -> T:
    """Returns the result of `run`, from the cache where it is known to find nothing for this key, which names all that
    it reads. What is not plain data is not cached `on_disk`, but in this process alone; callers do not change it."""
    value: T | None = _CLEAN.get((shelf, key))
    if value is not None:
        with suppress(KeyError):  # another thread may have removed it
            _CLEAN.move_to_end((shelf, key))
        return value
    value = the_cache().read(shelf, key) if on_disk else None
    if value is None:
        found = Diagnostics()
        value = run(found)
        diagnostics.add_all(found)
        if found.found:
            return value
        if on_disk:
            the_cache().write(shelf, key, value)
    _CLEAN[shelf, key] = value
    while len(_CLEAN) > MAX_CACHED:
        _CLEAN.popitem(last=False)
    return value


class CachedFindings:
    """The results of many small checks, by keys as for `once_clean`, in one entry, as reading one takes less time
    than reading many; what is not kept again is forgotten. To be used in a `with`."""

    def __init__(self, shelf: str, name: str) -> None:
        self._shelf, self._name = shelf, name
        entry = the_cache().read(shelf, name)
        self._before: dict[str, Any] = entry if isinstance(entry, dict) else {}
        self._now: dict[str, Any] = {}

    def __enter__(self) -> CachedFindings:
        return self

    def __exit__(self, *_: object) -> None:
        if self._now != self._before:
            the_cache().write(self._shelf, self._name, self._now)

    def before(self, key: str) -> Any:
        """Returns the earlier result; `None` where there is none."""
        return self._before.get(key)

    def keep(self, key: str, value: Any) -> None:
        """Keeps the result of a check that found nothing."""
        self._now[key] = value


def place_to_keep(name: str) -> Path | None:
    """Returns the path of a file that may be deleted like the cache; None where nothing is kept."""
    cache = the_cache()
    return cache.folder / name if cache.keeps and cache.folder is not None else None


def forget() -> None:
    """Clears the cache of this process, not the one on disk."""
    _CLEAN.clear()
    _cache_in.cache_clear()


def digest(*parts: str) -> str:
    """Returns the digest of a sequence of texts; where one ends and the next begins counts."""
    texts = [part.encode("utf-8", "surrogatepass") for part in parts]
    return hashlib.sha256(b"".join([b"%d:%b" % (len(text), text) for text in texts])).hexdigest()


def sealed(name: str, value: Any) -> bytes:
    """Returns a value encoded, with a seal that shows when any of it was changed or cut off, or has another name."""
    body = msgspec.msgpack.encode(value)
    return _seal(name, body) + b"\n" + body


def unsealed(name: str, data: object) -> Any:
    """Returns the value that was sealed under a name, `None` where the seal does not fit."""
    head, _, body = data.partition(b"\n") if isinstance(data, bytes) else (b"", b"", b"")
    if len(body) > MAX_ENTRY_SIZE or head != _seal(name, body):
        return None
    try:
        return msgspec.msgpack.decode(body, strict=True)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _seal(name: str, body: bytes) -> bytes:
    return f"{FORMAT} {hashlib.sha256(name.encode() + body).hexdigest()}".encode()


@cache
def _shipped() -> Pack:
    return Pack(SHIPPED)


@lru_cache(maxsize=8)
def _cache_in(place: str) -> Cache:
    folder = Path(place) if place else _at_home()
    version = None if place.lower() in OFF or folder is None else sources_digest()
    return Cache(folder, version) if version is not None else Cache(None, "")


def _at_home() -> Path | None:
    """Returns the usual folder of caches; None for a user without a home."""
    named = os.environ.get("XDG_CACHE_HOME")
    home = os.path.expanduser("~")
    is_home = os.path.isabs(home) and home != os.sep and os.path.isdir(home)
    return Path(named or os.path.join(home, ".cache"), "hexlaw") if named or is_home else None


@cache
def sources_digest() -> str | None:
    """Returns the digest of our own sources, on which every entry depends: the same on all machines and under all
    versions of Python. None where it is not known: Hexlaw runs from an archive, or its sources changed after this
    process loaded them. Then the cache is not used."""
    with suppress(OSError), open(os.path.join(COMPILER, DECLARED), encoding="ascii") as stream:
        return stream.read()
    found = hashlib.sha256(FORMAT.encode())
    with suppress(OSError):
        if all([_add_sources(found, folder) for folder in (COMPILER, os.path.join(COMPILER, "..", "runtime"))]):
            return found.hexdigest()
    return None


def _add_sources(found: Any, folder: str) -> bool:
    """Adds the sources of a folder to a digest; returns whether none has changed after this process loaded it."""
    unchanged = True
    for path in sorted(_sources(folder)):
        unchanged &= os.stat(path).st_mtime <= _BEGUN
        with open(path, "rb", buffering=0) as stream:
            data = stream.read()
        found.update(f"{path[len(folder) :]} {len(data)}:".encode())
        found.update(data)
    return unchanged


def _sources(folder: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            if not entry.name.startswith("__"):
                yield from _sources(entry.path)
        elif entry.name.endswith((".py", ".lark", ".json", ".toml")) and entry.name != MADE_BY_THE_BUILD:
            yield entry.path
