"""What stands in case files, without their positions: the ids of the cases, and which claims of sources each shows.

Input: the texts of case files. Output: the contents of each, or diagnostics. Reading a case file takes long, so the
contents of those in which nothing is wrong are cached by their texts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from hexlaw.compiler.cache import digest, once_clean, the_cache
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import CaseSources, Chain
from hexlaw.compiler.source import Source, Span

SHELF = "cases"  # of the cache
Shown = dict[str, list[tuple[str, int, int]]]
"""By case the entries that it shows, each with where that is said in the file."""


@dataclass(frozen=True)
class CaseContents:
    """The contents of one file."""

    source: Source
    shown: Shown

    @property
    def entries(self) -> dict[str, list[str]]:
        """By case, what it shows."""
        return {case: [entry for entry, _, _ in shown] for case, shown in self.shown.items()}

    @property
    def places(self) -> list[tuple[str, Span]]:
        """Whatever is shown, where it is said."""
        return [(entry, self.source.span(start, end)) for shown in self.shown.values() for entry, start, end in shown]


def contents_of(cases: CaseSources, diagnostics: Diagnostics) -> list[CaseContents]:
    """The contents of each file, in their order."""
    return [CaseContents(source, _shown(path, source, diagnostics)) for path, source in cases.items()]


def cases_are_named_once(chain: Chain, cases: CaseSources, found: Diagnostics) -> None:
    """Within one file that is found when it is read; here, in two files of a module."""
    for layer in chain.layers:
        first: dict[str, Span] = {}
        for path in layer.cases:
            source = cases.get(path)
            if source is None:
                continue
            for name in _shown(path, source, Diagnostics()):
                at = re.search(rf"\bid: *[\"']?{re.escape(name)}(?![\w.-])", source.text)
                span = source.span(at.end() - len(name), at.end()) if at else source.span(0, 0)
                if name in first:
                    message = f"two cases are called `{name}`"
                    found.report("HX311", span, message, labels=((first[name], "the first one"),))
                first.setdefault(name, span)


def are_known(source: Source) -> bool:
    """Whether a case file was read before and nothing was wrong with it."""
    return the_cache().has(SHELF, digest(source.text))


def _shown(path: Path, source: Source, diagnostics: Diagnostics) -> Shown:
    def read(found: Diagnostics) -> Shown:
        from hexlaw.compiler.situations.case_files import cases_in  # loaded when a file is to be read

        file = cases_in(source, path, found)
        cases = file.cases if file is not None else ()
        return {case.id: [(entry.text, entry.span.start, entry.span.end) for entry in case.shown] for case in cases}

    return once_clean(SHELF, digest(source.text), read, diagnostics)
