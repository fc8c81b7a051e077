"""Checks that need the module's cases: a ruling is shown by cases that exist and that it can be read from."""

from __future__ import annotations

from pathlib import Path
from string import ascii_lowercase

from hexlaw.compiler.cache import digest, once_clean
from hexlaw.compiler.cases import CaseFile, cases_in
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.load import CaseSources
from hexlaw.compiler.parse.syntax import Ruling
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.source import Source

MOST_TOLD = 3  # entries


def case_files(compilation: Compilation, diagnostics: Diagnostics) -> list[CaseFile]:
    """The case files of all layers, base first."""
    sources = compilation.chain.case_sources(diagnostics)
    read = (cases_in(source, path, diagnostics) for path, source in sources.items())
    return [file for file in read if file is not None]


def check_rulings(compilation: Compilation, diagnostics: Diagnostics, cases: CaseSources | None = None) -> None:
    """`cases` are the texts of the case files where they have been read."""
    shown: dict[str, list[str]] = {}  # by case, the entries that it shows
    for path, source in (compilation.chain.case_sources(diagnostics) if cases is None else cases).items():
        shown.update(_entries_shown(source, path, diagnostics))
    for name, (item, _) in compilation.names.rulings.items():
        if not item.shown:
            diagnostics.report(
                "HX274",
                item.name.span,
                f"the ruling {name} is shown by no case",
                help="add `shown by` and the case's id",
            )
        for case in item.shown:
            if case.text not in shown:
                diagnostics.report(
                    "HX274", case.span, f"there is no case `{case.text}`", help=did_you_mean(case.text, set(shown))
                )
        _shows_itself(name, item, {e for case in item.shown for e in shown.get(case.text, ())}, diagnostics)


def _entries_shown(source: Source, path: Path, diagnostics: Diagnostics) -> dict[str, list[str]]:
    def read(found: Diagnostics) -> dict[str, list[str]]:
        file = cases_in(source, path, found)
        return {case.id: list(case.shows) for case in file.cases} if file else {}

    entries: dict[str, list[str]] = once_clean("entries shown", digest(source.text), read, diagnostics)
    return entries


def _shows_itself(name: str, item: Ruling, entries: set[str], diagnostics: Diagnostics) -> None:
    """Cases that say which entries of the ruling's source they show: this one, or part of it, is among them."""
    source = name.rpartition("-")[0]
    shown = {entry for entry in entries if entry.rpartition("-")[0] == source}
    if shown and name not in {*shown, *(entry.rstrip(ascii_lowercase) for entry in shown)}:
        listed = ", ".join(sorted(shown)[:MOST_TOLD])
        diagnostics.report(
            "HX276", item.name.span, f"the cases of the ruling {name} show {listed}, and nothing of it",
            help="mend the number of the ruling, or say in a case that it `shows` it", level="warning",
        )  # fmt: skip
