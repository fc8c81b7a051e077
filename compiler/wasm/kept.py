"""Modules that were printed, and the native code that an engine made of them, kept in the user's own folder.

In: a name that says all that something was made from. Out: the bytes that were kept under it, or None. What is kept
here is run as it is, so it counts only where nobody but the user can have written it: the folder and the file are the
user's and nobody else may write to them, and the bytes carry a seal made with a key that lies beside them. The key
counts where and when it was written as well. So a folder that was copied, unpacked or shipped opens no seal. What lies
beside our own sources (`PRINTED`), as in the machine of a published page, is trusted as they are.
Whatever is not so is thrown away and made anew. Where the system does not say whose a file is, nothing is kept.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import stat
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from hexlaw.compiler.base.cache import (
    COMPILER,
    clear,
    digest,
    is_ours,
    keep_whole,
    make_private,
    place_to_keep,
    sources_digest,
)

FOLDER, KEY = "modules", "key"
PRINTED = Path(COMPILER, "printed")
SEAL = 32
MAX_MODULE, MAX_KEPT = 32_000_000, 128_000_000
"""Bytes of one entry, and of all; when there are more, those not used for longest are deleted, down to half."""
ENTRIES = re.compile(rf"(?!{KEY}$)[^.]*(?P<unfinished>\..+)?")
NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class Kept:
    """A private folder of sealed bytes."""

    def __init__(self, folder: Path, version: str) -> None:
        self.folder, self.version = folder, version

    def name(self, *parts: str) -> str:
        """Returns the name for what was made from all these."""
        return digest(self.version, *parts)[:40]

    def read(self, name: str) -> bytes | None:
        """Returns the bytes stored under a name, None where there are none that can be trusted."""
        with suppress(OSError):
            return (PRINTED / name).read_bytes()
        if not self._is_private() or (key := self._key()) is None:
            return None
        found = _read(self.folder / name, MAX_MODULE)
        if found is not None:
            seal, data, _ = found
            if hmac.compare_digest(seal, _seal(key, name, data)):
                with suppress(OSError):
                    os.utime(self.folder / name)
                return data
        self.throw_away(name)
        return None

    def write(self, name: str, data: bytes) -> None:
        """Stores some bytes; a reader sees all of them or nothing."""
        if len(data) + SEAL > MAX_MODULE:
            return
        make_private(self.folder)
        if not self._is_private() or (key := self._key(make=True)) is None:
            return
        keep_whole(self.folder / name, _seal(key, name, data) + data)
        clear(self.folder, ENTRIES, MAX_KEPT)

    def throw_away(self, name: str) -> None:
        with suppress(OSError):
            os.unlink(self.folder / name)

    def _is_private(self) -> bool:
        """Whether only the user can write to the folder."""
        try:
            about = os.lstat(self.folder)
        except (OSError, ValueError):
            return False
        return stat.S_ISDIR(about.st_mode) and is_ours(about)

    def _key(self, make: bool = False) -> bytes | None:
        """Returns the key of the seals: what is in its file, and when and where that was written."""
        path = self.folder / KEY
        found = _read(path, SEAL)
        if make and (found is None or len(found[0]) < SEAL):
            keep_whole(path, secrets.token_bytes(SEAL))
            found = _read(path, SEAL)
        if found is None or len(found[0]) < SEAL:
            return None
        secret, _, about = found
        return blake2b(f"{about.st_ino} {about.st_ctime_ns}".encode(), key=secret, digest_size=SEAL).digest()


def _read(path: Path, most: int) -> tuple[bytes, bytes, os.stat_result] | None:
    """Returns the beginning and the rest of an ordinary file that is the user's own, under one name, with what the
    system says of it."""
    try:
        file = os.open(path, os.O_RDONLY | NO_LINK)
    except (OSError, ValueError):
        return None
    with open(file, "rb", buffering=0) as stream:
        about = os.fstat(file)
        if not stat.S_ISREG(about.st_mode) or not is_ours(about) or about.st_nlink != 1 or about.st_size > most:
            return None
        return stream.read(SEAL), stream.read(), about


def _seal(key: bytes, name: str, data: bytes) -> bytes:
    found = hmac.new(key, name.encode(), "sha256")
    found.update(data)
    return found.digest()


def kept() -> Kept | None:
    """Returns where modules are kept; None where nothing is."""
    place, version = place_to_keep(FOLDER), sources_digest()
    return None if place is None or version is None or not hasattr(os, "getuid") else Kept(place, version)
