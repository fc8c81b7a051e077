"""Checks that need the module's cases: a ruling is shown by cases that exist and that it can be read from."""

from __future__ import annotations

from pathlib import Path

from hexlaw.compiler.cache import digest, once_clean
from hexlaw.compiler.cases import CaseFile, cases_in
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.load import CaseSources
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.source import Source


def case_files(compilation: Compilation, diagnostics: Diagnostics) -> list[CaseFile]:
    """The case files of all layers, base first."""
    sources = compilation.chain.case_sources(diagnostics)
    read = (cases_in(source, path, diagnostics) for path, source in sources.items())
    return [file for file in read if file is not None]


def check_rulings(compilation: Compilation, diagnostics: Diagnostics, cases: CaseSources | None = None) -> None:
    """`cases` are the texts of the case files where they have been read."""
    known: set[str] = set()
    for path, source in (compilation.chain.case_sources(diagnostics) if cases is None else cases).items():
        known.update(_case_ids(source, path, diagnostics))
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


def _case_ids(source: Source, path: Path, diagnostics: Diagnostics) -> list[str]:
    def read(found: Diagnostics) -> list[str]:
        file = cases_in(source, path, found)
        return [case.id for case in file.cases] if file else []

    ids: list[str] = once_clean("cases", digest(source.text), read, diagnostics)
    return ids
