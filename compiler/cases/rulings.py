"""Checks that need the module's cases: a ruling is shown by cases that exist and that it can be read from."""

from __future__ import annotations

from string import ascii_lowercase

from hexlaw.compiler.cases.case_index import CaseContents
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.parse.syntax import Cite, Ruling
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.compiler.resolve.names import Names

MOST_TOLD = 3  # entries


def check_rulings(names: Names, cases: list[CaseContents], diagnostics: Diagnostics) -> None:
    for entry, span in (place for file in cases for place in file.places):
        read_citations(Cite(entry, span=span), names.sources, next(iter(names.sources), None), diagnostics)
    shown = {case: entries for file in cases for case, entries in file.entries.items()}
    for name, (item, _) in names.rulings.items():
        if not item.shown:
            message = f"the ruling {name} is shown by no case"
            diagnostics.report("HX274", item.name.span, message, help="add `shown by` and the case's id")
        for case in item.shown:
            if case.text not in shown:
                help_ = f"`hexlaw new case {case.text} --in ...` begins one, with the folder of the module"
                diagnostics.unknown("HX274", case, "there is no case", shown, help=help_)
        _shows_itself(name, item, {e for case in item.shown for e in shown.get(case.text, ())}, diagnostics)


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
