"""The contents of case files, without their positions: the ids of the cases, which claims of sources each shows, and
its questions with the names that it gives: all that is needed to type them.

Input: the texts of case files. Output: the contents of each, or diagnostics. Reading a case file takes long, so the
contents of those in which nothing is wrong are cached by their texts, as plain data.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexlaw.compiler.base.cache import digest, once_clean, the_cache
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.data.load import CaseSources, Chain
from hexlaw.compiler.parse.parse import save_questions

if TYPE_CHECKING:
    from hexlaw.compiler.desk.cases.named import CaseQuery

SHELF = "cases"  # of the cache
Said = tuple[str, int, int]
"""A text, and where it stands in the file."""
Shown = dict[str, tuple[tuple[int, int], list[Said], list[tuple[str, str, int, int]], dict[str, Any]]]
"""By case, where its id stands, the entries that it shows, what of the law it names (a sort, a name, its place), and
what it asks."""


@dataclass(frozen=True)
class CaseContents:
    """The contents of one file."""

    path: Path
    source: Source
    shown: Shown

    @property
    def entries(self) -> dict[str, list[str]]:
        """The claims that each case shows."""
        return {case: [entry for entry, _, _ in shown] for case, (_, shown, _, _) in self.shown.items()}

    @property
    def named(self) -> list[list[tuple[str, str, Span]]]:
        """For each case the names of the law in it: a sort, a name, and its place."""
        return [
            [(sort, name, self.source.span(start, end)) for sort, name, start, end in named]
            for _, _, named, _ in self.shown.values()
        ]

    @property
    def places(self) -> list[tuple[str, Span]]:
        """All claims that are shown, each with its place."""
        said = (each for _, shown, _, _ in self.shown.values() for each in shown)
        return [(entry, self.source.span(start, end)) for entry, start, end in said]


def contents_of(cases: CaseSources, diagnostics: Diagnostics) -> list[CaseContents]:
    """Returns the contents of each file, in their order."""
    return [CaseContents(path, source, _shown(path, source, diagnostics)) for path, source in cases.items()]


def cases_are_named_once(chain: Chain, cases: CaseSources, found: Diagnostics) -> None:
    """Within one file that is found when it is read; here, in two files of a module."""
    for layer in chain.layers:
        first: dict[str, Span] = {}
        for path in layer.cases:
            if (source := cases.get(path)) is None:
                continue
            for name, (place, _, _, _) in _shown(path, source, Diagnostics()).items():
                span = source.span(*place)
                if name in first:
                    message = f"two cases are called `{name}`"
                    labels = ((first[name], "the first one"),)
                    found.report("HX311", span, message, help="give one of them another id", labels=labels)
                first.setdefault(name, span)


def are_known(source: Source) -> bool:
    """Returns True if a case file was read before and nothing was wrong with it."""
    return the_cache().has(SHELF, digest(source.text))


def _shown(path: Path, source: Source, diagnostics: Diagnostics) -> Shown:
    def read(found: Diagnostics) -> Shown:
        # loaded when a file is to be read
        from hexlaw.compiler.desk.cases.named import asked_of, called_in, names_in
        from hexlaw.compiler.situations.case_files import cases_in

        file = cases_in(source, path, found)
        cases = file.cases if file is not None else []
        shown = {
            case.id: (
                (case.span.start, case.span.end),
                [(entry.text, entry.span.start, entry.span.end) for entry in case.shown],
                [
                    (sort, name.text, name.span.start, name.span.end)
                    for sort, name in (*names_in(case.node, case.file.module), *called_in(case.node, found))
                ],
                vars(asked_of(case)),
            )
            for case in cases
        }
        save_questions(source.name)
        return shown

    return once_clean(SHELF, digest(source.text), read, diagnostics)


def asked_in(source: Source) -> list[CaseQuery]:
    """Returns the questions of each case of a file."""
    from hexlaw.compiler.desk.cases.named import CaseQuery

    return [CaseQuery(**asked) for _, _, _, asked in _shown(Path(source.name), source, Diagnostics()).values()]
