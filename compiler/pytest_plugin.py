"""The pytest plug-in: collects `*.cases.yaml` in any project, one item per case.

A case asks the module that its file names (`module:`), or the module whose folder it stands in. Kept light: the
compiler is imported only when there is a case file to read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

_WORKSPACE: Any = None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.name.endswith(".cases.yaml"):
        collector: pytest.Collector = CasesFile.from_parent(parent, path=file_path)
        return collector
    return None


def _workspace() -> Any:
    """Returns one for all files, so that each module is compiled once."""
    global _WORKSPACE
    if _WORKSPACE is None:
        from hexlaw.compiler.workspace.workspace import Workspace

        _WORKSPACE = Workspace()
    return _WORKSPACE


def _because(refused: Any) -> str:
    from hexlaw.compiler.base.render import in_order, render

    return "\n".join(render(d) for d in in_order(refused.found)) or str(refused)


class CasesFile(pytest.File):
    cases: Any

    def collect(self) -> Iterator[pytest.Item]:
        from hexlaw.compiler.workspace.workspace import Refused

        try:
            self.cases = _workspace().cases_of(self.path)
        except Refused as refused:
            raise self.CollectError(_because(refused)) from None
        yield from (CaseItem.from_parent(self, name=case.id, case=case) for case in self.cases.file.cases)


DEPTHS: tuple[Literal["talk"], Literal["judge"]] = ("talk", "judge")


class CaseFailed(Exception):
    """A case that fails, with its explanation."""


class CaseItem(pytest.Item):
    def __init__(self, *, case: Any, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.case = case

    def runtest(self) -> None:
        from hexlaw.compiler.workspace.workspace import Refused

        parent = self.parent
        assert isinstance(parent, CasesFile)
        try:
            outcome = parent.cases.run(self.case)
        except Refused as refused:
            raise CaseFailed(_because(refused)) from None
        if not outcome.passed or outcome.diagnostics.has_errors:
            raise CaseFailed(_workspace().failure(outcome, "judge"))
        for depth in DEPTHS:
            parent.cases.explained(outcome, depth)  # a case that passes can be asked about as well

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.case.span.line - 1, f"case {self.case.id}"
