"""The files that are read: those of the disk, and unsaved texts in place of them.

One object reads and lists files, and all readers of law get it passed: so what an editor has not saved counts
everywhere, also as new files, and two editors in one process do not see each other's texts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from heapq import merge
from pathlib import Path
from threading import Lock

from hexlaw.compiler.base.diagnostic import Diagnostics, quoted
from hexlaw.compiler.base.processes import look_whether_over
from hexlaw.compiler.base.source import Source


class Texts:
    """Files below a folder, or the current one, and unsaved texts by their paths."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = None if folder is None else Path(folder)
        self._unsaved: Mapping[str, str] = {}  # by real paths; replaced whole, so that a reader sees one state
        self._changing = Lock()
        self._paths: dict[str, Path] = {}

    def at(self, name: str | Path) -> Path:
        """Returns the path of a name, relative to the folder."""
        return Path(name) if self.folder is None else self.folder / name

    def put(self, path: str | Path, text: str) -> None:
        """Puts an unsaved text in place of a file, which need not exist."""
        with self._changing:
            self._unsaved = {**self._unsaved, os.path.realpath(self.at(path)): text}

    def take_back(self, path: str | Path) -> None:
        """Removes an unsaved text: the file counts again as it is on the disk."""
        with self._changing:
            real = os.path.realpath(self.at(path))
            self._unsaved = {place: text for place, text in self._unsaved.items() if place != real}

    def path_of(self, shown: str) -> Path | None:
        """Returns the path of a file that has been read, by the name under which findings show it."""
        found = self._paths.get(shown)
        return None if found is None else Path(os.path.realpath(found))

    def is_file(self, path: str | Path) -> bool:
        return os.path.isfile(path) or self.unsaved(path) is not None

    def names_in(self, folder: Path, refused: Callable[[OSError], None]) -> Iterator[str]:
        """Returns the files below a folder by their names in it, in a fixed order: those of a folder before the folders
        in it. Hidden ones and what Python leaves behind do not count."""
        return merge(_walked(folder, refused), self._new_in(folder), key=_order)

    def _new_in(self, folder: Path) -> list[str]:
        """Returns the names of unsaved texts in a folder that are no files on the disk."""
        if not self._unsaved:
            return []
        root = f"{os.path.realpath(folder)}{os.sep}"
        new = (path.removeprefix(root) for path in self._unsaved if path.startswith(root) and not os.path.exists(path))
        return sorted((name.replace(os.sep, "/") for name in new if not _is_hidden(name)), key=_order)

    def unsaved(self, path: str | Path) -> str | None:
        return self._unsaved.get(os.path.realpath(path)) if self._unsaved else None

    def read(self, path: Path, shown: str, limit: int, diagnostics: Diagnostics) -> Source | None:
        """Returns the text of a file, at most `limit` bytes of it; a byte order mark is dropped."""
        look_whether_over()
        self._paths[shown] = path
        if (unsaved := self.unsaved(path)) is not None:
            data = unsaved.encode("utf-8", "surrogatepass")[: limit + 1]
        else:
            if (read := _read(path, shown, limit, diagnostics)) is None:
                return None
            data = read
        if len(data) > limit:
            diagnostics.report("HX103", None, f"{quoted(shown)} is larger than {limit:,} bytes")
            return None
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            before = Source(shown, data[: error.start].decode("utf-8-sig", "replace"))
            place = before.span(len(before.text), len(before.text))
            help = "save the file with the encoding UTF-8"
            diagnostics.report("HX102", place, "this is not text in UTF-8", help=help)
            return None
        source = Source(shown, text)
        if "\0" in text:
            at = text.index("\0")
            diagnostics.report("HX102", source.span(at, at + 1), "a text holds no zero bytes")
            return None
        return source


DISK = Texts()
HIDDEN = (".", "__")
"""The beginnings of the names of folders that are skipped."""


def _read(path: Path, shown: str, limit: int, diagnostics: Diagnostics) -> bytes | None:
    """Returns the beginning of a file, a byte more than its limit; None after a report of why it cannot be read."""
    try:
        if os.path.isdir(path):
            diagnostics.report("HX101", None, f"{quoted(shown)} is a folder, not a file")
            return None
        if os.path.exists(path) and not os.path.isfile(path):
            diagnostics.report("HX101", None, f"{quoted(shown)} is not an ordinary file")
            return None
        with path.open("rb") as stream:
            return stream.read(limit + 1)
    except FileNotFoundError:
        diagnostics.report("HX101", None, f"there is no file {quoted(shown)}")
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "its name is malformed").lower()
        diagnostics.report("HX101", None, f"{quoted(shown)} cannot be read: {reason}")
    return None


def _walked(folder: Path, refused: Callable[[OSError], None]) -> Iterator[str]:
    for place, folders, names in os.walk(folder, onerror=refused):
        folders[:] = sorted(name for name in folders if not name.startswith(HIDDEN))
        above = Path(place).relative_to(folder).as_posix()
        yield from (name if above == "." else f"{above}/{name}" for name in sorted(names) if not name.startswith("."))


def _is_hidden(name: str) -> bool:
    *folders, last = name.split(os.sep)
    return last.startswith(".") or any(folder.startswith(HIDDEN) for folder in folders)


def _order(name: str) -> list[tuple[bool, str]]:
    *folders, last = name.split("/")
    return [*((True, folder) for folder in folders), (False, last)]
