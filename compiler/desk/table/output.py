"""What is said at the table, line by line: to the terminal, or to who hears it in its place, such as a page.

Each line is of a sort. A terminal shows all of them one below the other; a page has places of its own for some.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

REPLY, ASKED, NEWS, CHANGE, FACTOR = "reply", "asked", "news", "change", "factor"
"""What answers who plays; what is asked; what has happened; what came of it; what a throw depended on."""
Hears = Callable[[str, str], None]
_hears: ContextVar[Hears | None] = ContextVar("hears", default=None)


def tell(lines: Iterable[str], sort: str = REPLY) -> None:
    hear = _hears.get()
    if hear is None:
        sys.stdout.writelines(f"{line}\n" for line in lines)
        return
    for line in lines:
        hear(line, sort)


@contextmanager
def heard_by(hear: Hears) -> Iterator[None]:
    token = _hears.set(hear)
    try:
        yield
    finally:
        _hears.reset(token)
