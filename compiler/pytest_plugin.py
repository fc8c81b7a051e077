"""The pytest plug-in: collects `*.cases.yaml` in any project, one item per case.

A case asks the module that its file names (`module:`), or the module whose folder it stands in. Kept light: the
compiler is imported only when there is a case file to read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

_COMPILED: dict[str, Any] = {}


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.name.endswith(".cases.yaml"):
        collector: pytest.Collector = CasesFile.from_parent(parent, path=file_path)
        return collector
    return None


class CasesFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        from hexlaw.compiler.diagnostic import Diagnostics
        from hexlaw.compiler.render import in_order, render
        from hexlaw.compiler.situations.case_files import read_cases

        diagnostics = Diagnostics()
        file = read_cases(self.path, str(self.path), diagnostics)
        if file is None:
            raise self.CollectError("\n".join(render(d) for d in in_order(diagnostics)))
        for case in file.cases:
            yield CaseItem.from_parent(self, name=case.id, case=case)

    def compilation(self, file: Any) -> Any:
        from hexlaw.compiler.diagnostic import Diagnostics
        from hexlaw.compiler.pipeline import compile_modules
        from hexlaw.compiler.render import in_order, render

        around = next((str(p) for p in self.path.resolve().parents if (p / "module.yaml").is_file()), None)
        spec = file.module or around
        if spec is None:
            raise CaseFailed(f"{self.path} does not say which module it asks: add `module:`")
        if spec not in _COMPILED:
            diagnostics = Diagnostics()
            _COMPILED[spec] = compile_modules(spec, diagnostics)
            if _COMPILED[spec] is None:
                raise CaseFailed("\n".join(render(d) for d in in_order(diagnostics)) or f"`{spec}` cannot be asked")
        if _COMPILED[spec] is None:
            raise CaseFailed(f"`{spec}` does not compile")
        return _COMPILED[spec]


DEPTHS: tuple[Literal["talk"], Literal["judge"]] = ("talk", "judge")


class CaseFailed(Exception):
    """A case that fails, with its explanation."""


class CaseItem(pytest.Item):
    def __init__(self, *, case: Any, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.case = case

    def runtest(self) -> None:
        from hexlaw.compiler.cases.judge import run_case
        from hexlaw.compiler.cli.test import told
        from hexlaw.runtime.explain import explain

        parent = self.parent
        assert isinstance(parent, CasesFile)
        outcome = run_case(self.case, parent.compilation(self.case.file))
        if not outcome.passed or outcome.diagnostics.has_errors:
            raise CaseFailed(told(outcome, "judge"))
        if outcome.answer is not None:
            for depth in DEPTHS:
                explain(outcome.answer, depth, [])  # a case that passes can be asked about as well

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.case.span.line - 1, f"case {self.case.id}"
