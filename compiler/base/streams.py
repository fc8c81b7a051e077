"""The output of all commands: handles control characters, encodings, and closed or full streams.

All that a command quotes of its input is written through here, so that a law, a journal or the name of a file cannot
control a reader's terminal. A character that is not shown becomes an escape as in JSON.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO, cast

STEERS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
"""Control characters but for the line end and the tab, marks of writing direction, and invisible characters."""
NEAREST = {"·": ".", "…": "..."}
"""What replaces the signs of maps and lists that the encoding of a stream does not have."""


class Undeliverable(Exception):
    """The output cannot be written: the disk is full, or the stream is closed."""


class Outlet:
    """A stream that takes any text. A quiet one, for errors, drops what cannot be written."""

    def __init__(self, stream: TextIO, *, quiet: bool = False) -> None:
        self.stream = stream
        self.quiet = quiet

    def write(self, text: str) -> int:
        with self.delivering() as stream:
            stream.write(encodable(STEERS.sub(lambda found: _escape(found[0]), text), self.encoding))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        with self.delivering() as stream:
            stream.flush()

    @contextmanager
    def delivering(self) -> Iterator[TextIO]:
        try:
            yield self.stream
        except (OSError, ValueError) as problem:  # the latter where the stream was closed
            if self.quiet:
                return
            if isinstance(problem, BrokenPipeError):
                raise
            raise Undeliverable((getattr(problem, "strerror", None) or "it is closed").lower()) from None

    def isatty(self) -> bool:
        return self.stream.isatty()

    def fileno(self) -> int:
        return self.stream.fileno()

    @property
    def encoding(self) -> str:
        return self.stream.encoding or "utf-8"

    @property
    def errors(self) -> str:
        return self.stream.errors or "strict"


def encodable(text: str, encoding: str) -> str:
    """Returns the text in the characters of an encoding."""
    return text.encode(encoding, "hexlaw-escapes").decode(encoding)


def _escape(char: str) -> str:
    return json.dumps(char)[1:-1] if char != "\x7f" else "\\u007f"


def _instead(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(NEAREST.get(c) or _escape(c) for c in error.object[error.start : error.end]), error.end


codecs.register_error("hexlaw-escapes", _instead)


@contextmanager
def open_streams() -> Iterator[None]:
    """Writes all output through outlets; a missing stream is empty, and swallows what is written."""
    before = sys.stdin, sys.stdout, sys.stderr
    with open(os.devnull, encoding="utf-8") as nothing, open(os.devnull, "w", encoding="utf-8") as nowhere:
        sys.stdin = sys.stdin or nothing
        sys.stdout = cast(TextIO, Outlet(sys.stdout or nowhere))
        sys.stderr = cast(TextIO, Outlet(sys.stderr or nowhere, quiet=True))
        try:
            yield
        finally:
            sys.stdin, sys.stdout, sys.stderr = before


def write_file_to_stdout(text: str) -> None:
    """Writes the text of a file, such as formatted law: byte by byte, unless a terminal would show it."""
    outlet = cast(Outlet, sys.stdout)
    if outlet.isatty() or not hasattr(outlet.stream, "buffer"):
        outlet.write(text)
        return
    with outlet.delivering() as stream:
        stream.flush()
        stream.buffer.write(text.encode())


def write_over(line: str) -> None:
    """Replaces the current line of a terminal."""
    with cast(Outlet, sys.stderr).delivering() as stream:
        stream.write(f"\r{line}")
        stream.flush()
