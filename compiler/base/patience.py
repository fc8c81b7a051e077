"""Bounded reporting, shared by the readers.

A reader works inside `with patience(diagnostics) as found`; it reports to `found`, which passes everything on, notes
whether there was an error, and leaves the block after `most` findings: a hostile file costs bounded time however many
mistakes it holds.
"""

from __future__ import annotations

from types import TracebackType

from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics

MAX_FINDINGS = 100  # of a file
MAX_FINDINGS_OF_A_MODULE = 500


class _Enough(Exception):
    """Leaves a reader; never seen outside `patience`."""


class BoundedFindings(Diagnostics):
    """A sink that passes on to another one and counts; without `most`, it only notes whether there was an error."""

    def __init__(self, target: Diagnostics, most: int = 0) -> None:
        super().__init__(target.found)
        self._target = target
        self._most = self._left = most
        self.failed = False

    def add(self, found: Diagnostic) -> None:
        self.failed = self.failed or found.level == "error"
        self._target.add(found)
        self._left -= 1
        if self._left == 0:
            self.failed = True
            self._target.report("HX109", found.span, f"after {self._most} mistakes the rest was not read")
            raise _Enough


class patience:
    def __init__(self, diagnostics: Diagnostics, most: int = MAX_FINDINGS) -> None:
        self._findings = BoundedFindings(diagnostics, most)

    def __enter__(self) -> BoundedFindings:
        return self._findings

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        return isinstance(error, _Enough)
