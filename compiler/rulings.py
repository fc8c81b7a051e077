"""Checks that need the module's cases: a ruling is shown by cases that exist and that it can be read from."""

from __future__ import annotations

from hexlaw.compiler.cases import CaseFile, read_cases
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.pipeline import Compilation


def case_files(compilation: Compilation, diagnostics: Diagnostics) -> list[CaseFile]:
    """The case files of all layers, base first."""
    found = []
    for layer in compilation.chain.layers:
        for path in layer.cases:
            inner = path.relative_to(layer.folder).as_posix()
            file = read_cases(path, f"{layer.shown}/{inner}", diagnostics)
            if file is not None:
                found.append(file)
    return found


def check_rulings(compilation: Compilation, diagnostics: Diagnostics) -> None:
    known = {case.id for file in case_files(compilation, diagnostics) for case in file.cases}
    for name, (item, _) in compilation.names.rulings.items():
        if not item.shown:
            diagnostics.report(
                "HX274",
                item.name.span,
                f"the ruling {name} is shown by no case",
                help="add `shown by` and the case's id",
            )
        for case in item.shown:
            if case.text not in known:
                diagnostics.report(
                    "HX274", case.span, f"there is no case `{case.text}`", help=did_you_mean(case.text, known)
                )
