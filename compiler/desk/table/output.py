"""What is said at the table, line by line: to the terminal, or to who hears it in its place, such as a page.

Each line is of a sort. A terminal shows all of them one below the other; a page has places of its own for some.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from hexlaw.compiler.desk.table.page_state import ToldLine

SORTS = REPLY, ASKED, NEWS, CHANGE, FACTOR, ODDS = "reply", "asked", "news", "change", "factor", "odds"
"""What answers who plays; what is asked; what has happened; what came of it; what a throw depended on; and line by line
what may come of an answer, indented where it is shown."""


class TextOfData(str):
    """A line that a terminal prints, with the data that a page draws in its place."""

    data: ToldLine

    @staticmethod
    def of(text: str, data: ToldLine) -> TextOfData:
        line = TextOfData(text)
        line.data = data
        return line


Hears = Callable[[str, str], None]
_hears: ContextVar[tuple[Hears, Collection[str]] | None] = ContextVar("hears", default=None)


def tell(lines: Iterable[str], sort: str = REPLY) -> None:
    if (hears := _hears.get()) is None:
        sys.stdout.writelines(f"{'  ' if sort == ODDS else ''}{line}\n" for line in lines)
        return
    hear, sorts = hears
    for line in lines if sort in sorts else ():  # what nobody hears is not made
        hear(line, sort)


@contextmanager
def heard_by(hear: Hears, sorts: Collection[str] = SORTS) -> Iterator[None]:
    """Lets somebody hear what is said, or what of it is of some sorts."""
    token = _hears.set((hear, sorts))
    try:
        yield
    finally:
        _hears.reset(token)
