"""Case files: small positions with a question and an expected verdict. Text in, `Case`s out.

The format is a public contract: `docs/cases.md` and `data/schemas/cases.schema.json`. What position a case describes,
`situate.py` reads from it.
"""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hexlaw.compiler.data.schema import validate_file
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_source, read_yaml
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import LARGEST_CASES
from hexlaw.compiler.source import Source, Span
from hexlaw.runtime.law import Configuration

if TYPE_CHECKING:
    from hexlaw.compiler.pipeline import Compilation


@dataclass(frozen=True)
class Case:
    id: str
    node: Mapping
    file: CaseFile
    span: Span

    def text(self, key: str) -> str | None:
        found = self.node.get(key)
        return found.text if isinstance(found, Scalar) else None

    @property
    def shown(self) -> tuple[Scalar, ...]:
        """What of the sources the case shows, as it stands there."""
        listed = self.node.get("shows")
        return tuple(i for i in listed.items if isinstance(i, Scalar)) if isinstance(listed, Listing) else ()

    @property
    def shows(self) -> tuple[str, ...]:
        return tuple(i.text for i in self.shown)

    def place_of_option(self, name: str) -> Span:
        chosen = self.node.get("with")
        options = chosen.get("options") if isinstance(chosen, Mapping) else None
        key = options.key(name) if isinstance(options, Mapping) else None
        return key.span if key else self.span

    def configuration(self, key: str = "with") -> Configuration:
        node = self.node.get(key)
        if not isinstance(node, Mapping):
            node = Mapping((), self.span)
        year = node.get("as-of")
        digits = year.text if isinstance(year, Scalar) and _is_year(year) else None
        situation = self.node.get("situation") or node.get("situation")
        return Configuration(
            {k: v == "on" for k, v in _texts(node.get("options")).items()},
            _texts(node.get("readings")),
            int(digits) if digits else None,
            situation=situation.text if isinstance(situation, Scalar) else None,
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


def _texts(node: Node | None) -> dict[str, str]:
    return {k.text: v.text for k, v in node.entries if isinstance(v, Scalar)} if isinstance(node, Mapping) else {}


def read_cases(path: Path, shown: str, diagnostics: Diagnostics) -> CaseFile | None:
    source = read_source(path, shown, LARGEST_CASES, diagnostics)
    return cases_in(source, path, diagnostics) if source else None


def cases_in(source: Source, path: Path, diagnostics: Diagnostics) -> CaseFile | None:
    """The cases of a file whose text has been read."""
    tree = read_yaml(source, diagnostics)
    if tree is None or not validate_file(tree, "cases", diagnostics) or not isinstance(tree, Mapping):
        return None
    maps = tree.get("maps")
    module = tree.get("module")
    file = CaseFile(
        path, source, module.text if isinstance(module, Scalar) else None,
        {k.text: v for k, v in maps.entries} if isinstance(maps, Mapping) else {},
    )  # fmt: skip
    seen: dict[str, Span] = {}
    listed = tree.get("cases")
    for node in listed.items if isinstance(listed, Listing) else ():
        id_ = node.get("id") if isinstance(node, Mapping) else None
        if not isinstance(node, Mapping) or not isinstance(id_, Scalar):
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


def case_files(compilation: Compilation, diagnostics: Diagnostics) -> list[CaseFile]:
    """The case files of all layers, base first."""
    sources = compilation.chain.case_sources(diagnostics)
    read = (cases_in(source, path, diagnostics) for path, source in sources.items())
    return [file for file in read if file is not None]
