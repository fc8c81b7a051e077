"""Case files: small positions with a question and an expected verdict. Text in, `Case`s out.

The format is a public contract: `docs/cases.md` and `data/schemas/cases.schema.json`. What position a case describes,
`situate.py` reads from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Excerpt, Source, Span
from hexlaw.compiler.base.texts import DISK, Texts
from hexlaw.compiler.data.load import MAX_CASES_SIZE
from hexlaw.compiler.data.schema import read_file
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar, entries_in, mappings_in, scalars_in, texts_by_key
from hexlaw.compiler.situations.cases_of_uses import cases_of_libraries
from hexlaw.runtime.law.law import Configuration

if TYPE_CHECKING:
    from hexlaw.compiler.pipeline import Compilation


@dataclass(frozen=True)
class Case:
    id: str
    node: Mapping
    file: CaseFile
    span: Span

    @property
    def question(self) -> Source | None:
        """Returns the line of law that the case asks, with its place."""
        asked = self.node.get("ask")
        return Excerpt(asked.text, asked.span) if isinstance(asked, Scalar) else None

    @property
    def shown(self) -> tuple[Scalar, ...]:
        """Returns what of the sources the case shows, as it stands there."""
        return scalars_in(self.node.get("shows"))

    @property
    def shows(self) -> tuple[str, ...]:
        return tuple(i.text for i in self.shown)

    def place_of_option(self, name: str) -> Span:
        chosen = self.node.get("with")
        options = chosen.get("options") if isinstance(chosen, Mapping) else None
        key = options.key(name) if isinstance(options, Mapping) else None
        return key.span if key else self.span

    def configuration(self, key: str = "with") -> Configuration:
        chosen = self.node.get(key)
        node = chosen if isinstance(chosen, Mapping) else Mapping((), self.span)
        year = node.get("as-of")
        return Configuration(
            {k: v == "on" for k, v in texts_by_key(node.get("options")).items()},
            texts_by_key(node.get("readings")),
            int(year.text) if isinstance(year, Scalar) and _is_year(year) else None,
            situation=self.node.text("situation") or node.text("situation"),
        )


@dataclass(frozen=True, eq=False)
class CaseFile:
    path: Path
    source: Source
    module: str | None
    maps: Lookup[str, Node]
    cases: list[Case] = field(default_factory=list)


def _is_year(node: Node) -> bool:
    return isinstance(node, Scalar) and node.text.isascii() and node.text.isdigit() and len(node.text) == 4


def read_cases(path: Path, shown: str, diagnostics: Diagnostics, texts: Texts = DISK) -> CaseFile | None:
    source = texts.read(path, shown, MAX_CASES_SIZE, diagnostics)
    return cases_in(source, path, diagnostics) if source else None


def cases_in(source: Source, path: Path, diagnostics: Diagnostics) -> CaseFile | None:
    """Returns the cases of a file whose text has been read."""
    if (tree := read_file(source, "cases", diagnostics)) is None:
        return None
    file = CaseFile(path, source, tree.text("module"), {k.text: v for k, v in entries_in(tree.get("maps"))})
    seen: dict[str, Span] = {}
    for node in mappings_in(tree.get("cases")):
        id_ = node.get("id")
        if not isinstance(id_, Scalar):
            continue
        if id_.text in seen:
            message = f"two cases are called `{id_.text}`"
            labels = ((seen[id_.text], "the first one"),)
            diagnostics.report("HX311", id_.span, message, help="give one of them another id", labels=labels)
            continue
        seen[id_.text] = id_.span
        for part in (node.get("with"), node.get("configure")):
            year = part.get("as-of") if isinstance(part, Mapping) else None
            if year is not None and not _is_year(year):
                diagnostics.report("HX316", year.span, "a year is written with four digits", help="for example `1976`")
            again = part.get("situation") if isinstance(part, Mapping) else None
            if again is not None and node.get("situation") is not None:
                help_ = "leave it out: a case that begins as a situation does is played under its rules"
                diagnostics.report("HX316", again.span, "the situation of the case is said twice", help=help_)
        file.cases.append(Case(id_.text, node, file, id_.span))
    return file


ReadsCases = Callable[[Source, Path, Diagnostics], CaseFile | None]


def case_files(compilation: Compilation, diagnostics: Diagnostics, read: ReadsCases = cases_in) -> list[CaseFile]:
    """Returns the case files of all layers, base first."""
    of_libraries = cases_of_libraries(compilation, diagnostics)
    texts = of_libraries | compilation.chain.case_sources(diagnostics)
    found = [read(source, path, diagnostics) for path, source in texts.items()]
    return _in_force([file for file in found if file is not None], of_libraries)


def cases_of_own_libraries(compilation: Compilation, diagnostics: Diagnostics) -> list[CaseFile]:
    """Returns the case files of the libraries that a module itself uses, but for cases that it has of its own."""
    texts = cases_of_libraries(compilation, diagnostics, own=True)
    own = compilation.chain.read_cases(compilation.chain.layers[-1], diagnostics) if texts else {}
    files = [file for path, text in (texts | own).items() if (file := cases_in(text, path, diagnostics)) is not None]
    return [file for file in _in_force(files, texts) if file.path in texts]


def _in_force(files: list[CaseFile], of_libraries: Collection[Path]) -> list[CaseFile]:
    """Returns case files without the cases of libraries that a game has replaced by its own of the same name."""
    own = {case.id for file in files if file.path not in of_libraries for case in file.cases}
    return [
        file if file.path not in of_libraries or own.isdisjoint(case.id for case in file.cases)
        else replace(file, cases=[case for case in file.cases if case.id not in own])
        for file in files
    ]  # fmt: skip


class CaseFilesRead:
    """Reads the case files of laws as `case_files` does, each anew only where its text is another."""

    def __init__(self) -> None:
        self._read: dict[Path, tuple[str, CaseFile | None]] = {}

    def __call__(self, compilation: Compilation, diagnostics: Diagnostics) -> list[CaseFile]:
        def read(source: Source, path: Path, found: Diagnostics) -> CaseFile | None:
            text, file = self._read.get(path, ("", None))
            if file is None or text != source.text:
                file = cases_in(source, path, found)
                self._read[path] = source.text, file
            return file

        return case_files(compilation, diagnostics, read)
