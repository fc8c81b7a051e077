"""Files that are written for a user: whole or not at all, and nothing else in their folder; and those of strangers.

Every command that writes does so through here. A file that cannot be written raises `Unwritable`.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Refused


class Unwritable(Refused):
    """A file cannot be written, and is as it was."""


@contextmanager
def writing(path: Path | str) -> Iterator[None]:
    """Raises `Unwritable` for an error of the system inside."""
    try:
        yield
    except OSError as problem:
        raise Unwritable(f"`{path}` cannot be written: {why_not(problem)}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file so that no reader ever sees half of it.

    A link is followed, and the new file has the mode of the old one; a read-only file stays. A device or a pipe is
    written to: a file in its place would take it from everybody.
    """
    with writing(path):
        old, target = mode_of(path), Path(os.path.realpath(path))
        if old is not None and stat.S_ISDIR(old):
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        if old is not None and not stat.S_ISREG(old):
            path.write_bytes(data)
            return
        if old is not None and not (old & stat.S_IWUSR and os.access(target, os.W_OK)):
            raise PermissionError(errno.EACCES, "it is read-only")
        unfinished = target.parent / f".hexlaw-{os.getpid()}.new"
        try:
            with unfinished.open("xb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            if old is not None:
                shutil.copymode(target, unfinished)
            os.replace(unfinished, target)
        except BaseException:
            with suppress(OSError):
                unfinished.unlink()
            raise


def add_to(path: Path, data: bytes) -> None:
    """Appends to a file, on the disk before this returns; where that fails, the file is as before."""
    with path.open("ab", buffering=0) as stream:
        before = stream.seek(0, os.SEEK_END)
        try:
            while data:
                data = data[stream.write(data) :]
            os.fsync(stream.fileno())
        except BaseException:
            with suppress(OSError):
                stream.truncate(before)
            raise


def make_folder(folder: Path) -> list[Path]:
    """Makes a folder with those above it, one after the other, as paths can be longer than recursion is deep; returns
    those that were missing."""
    made = [each for each in reversed([folder, *folder.parents]) if not os.path.isdir(each)]
    for each in made:
        each.mkdir(exist_ok=True)
    return made


def free_name(path: Path, data: bytes | None = None) -> Path:
    """Returns the path, or if it is taken, the first free one with a number: `a.2.journal`. A file with the same data
    counts as free."""
    named = (path if n == 1 else path.with_name(f"{path.stem}.{n}{path.suffix}") for n in count(1))
    return next(each for each in named if not os.path.lexists(each) or (data is not None and _holds(each, data)))


def _holds(path: Path, data: bytes) -> bool:
    with suppress(OSError):
        return path.stat().st_size == len(data) and is_ordinary(path) and path.read_bytes() == data
    return False


def mode_of(path: Path) -> int | None:
    """Returns the type and permissions of a file; None where there is none."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return None


def is_ordinary(path: Path) -> bool:
    """Returns whether a file can be written there: there is an ordinary one, perhaps behind a link, or none."""
    mode = mode_of(path)
    return mode is None or stat.S_ISREG(mode)


def read_bounded(path: Path, name: str, most: int) -> bytes:
    """Returns the content of a stranger's file. Raises `Refused` if it is not an ordinary file, or too large."""
    try:
        if is_ordinary(path) and path.stat().st_size <= most:
            return path.read_bytes()
    except OSError as problem:
        raise Refused(f"`{name}` cannot be read: {why_not(problem)}") from None
    raise Refused(f"`{name}` is not an ordinary file, or larger than {most:,} bytes")


def why_not(problem: OSError) -> str:
    return (problem.strerror or "the system refuses").lower()
