"""Bounded reporting, shared by the readers.

A reader works inside `with patience(diagnostics) as found`; it reports to `found`, which passes everything
on, remembers whether an error was among it, and leaves the block after a hundred findings (or as many as are said): a
hostile file costs bounded time however many mistakes it holds.
"""

from __future__ import annotations

from collections.abc import Collection
from types import TracebackType

from hexlaw.compiler.diagnostic import Diagnostics, Level, did_you_mean
from hexlaw.compiler.source import Span

MOST_FINDINGS = 100  # of a file
MOST_FINDINGS_OF_A_MODULE = 500
# Comparing a wrong name with more names than this takes longer than the help is worth.
MOST_COMPARED = 2_000


class _Enough(Exception):
    """Leaves a reader; never seen outside `patience`."""


class Findings(Diagnostics):
    """A sink that passes on to another one and counts."""

    def __init__(self, target: Diagnostics, most: int) -> None:
        super().__init__(target.found)
        self._target = target
        self._most = self._left = most
        self.failed = False

    def report(
        self,
        code: str,
        span: Span | None,
        message: str,
        *,
        help: str | None = None,
        level: Level = "error",
        labels: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        self.failed = self.failed or level == "error"
        self._target.report(code, span, message, help=help, level=level, labels=labels)
        self._left -= 1
        if self._left == 0:
            self.failed = True
            self._target.report("HX109", span, f"after {self._most} mistakes the rest was not read")
            raise _Enough


class patience:
    """The block of a reader; see the module's docstring."""

    def __init__(self, diagnostics: Diagnostics, most: int = MOST_FINDINGS) -> None:
        self._findings = Findings(diagnostics, most)

    def __enter__(self) -> Findings:
        return self._findings

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        return isinstance(error, _Enough)


def quoted(text: str) -> str:
    """A user's words inside a message: in backticks, on one line, never too long to read."""
    line = " ".join(text.split())
    return f"`{line if len(line) <= 60 else line[:57] + '...'}`"


def listed(names: list[str] | tuple[str, ...], most: int = 12) -> str:
    """Names for a message: all of them, or the first few of many."""
    shown = ", ".join(quoted(name) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def suggestion(wrong: str, known: Collection[str]) -> str | None:
    """`did_you_mean` for names that a file may hold any number of."""
    return did_you_mean(wrong, list(known)) if len(known) <= MOST_COMPARED else None
