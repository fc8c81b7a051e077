"""The position that a question is asked in, as a case: one with a name, or one that is described part by part.

Every part that is described keeps its place in the text it came as, so that mistakes are shown there.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case, CaseFile, cases_in, read_cases
from hexlaw.compiler.situations.cases_of_uses import cases_of_libraries
from hexlaw.compiler.workspace.requests import CaseInFile, Described, NamedCase, Where
from hexlaw.runtime.law.graph import Graph

PIECE = "NAME=TYPE@HEX[,ATTRIBUTE=VALUE]"
LET = "NAME=VALUE"


def case_of(where: Where, compilation: Compilation) -> Case:
    """Returns the case that gives the position."""
    if isinstance(where, Described):
        return _described(where, compilation.graph)
    diagnostics = Diagnostics()
    if isinstance(where, NamedCase):
        case = _of_module(where, compilation, diagnostics)
    else:
        case = _of_file(where, compilation, diagnostics)
    if case is None or diagnostics.has_errors:
        raise Refused.by(diagnostics)
    return case


def _of_file(where: CaseInFile, compilation: Compilation, diagnostics: Diagnostics) -> Case | None:
    texts = compilation.chain.texts
    if (file := read_cases(texts.at(where.path), where.path, diagnostics, texts)) is None:
        return None
    cases = [case for case in file.cases if not where.id or case.id == where.id]
    if len(cases) == 1:
        return cases[0]
    said = f"no case `{where.id}`" if where.id else "several cases" if cases else "no cases"
    ids = ", ".join(case.id for case in file.cases[:12])
    help_ = f"write {where.path}#ID, with one of: {ids}"
    diagnostics.report("HX318", None, f"`{where.path}` has {said}", help=help_)
    return None


def _of_module(where: NamedCase, compilation: Compilation, diagnostics: Diagnostics) -> Case | None:
    """Of the module's files only those are read in which the name stands, if it stands in one."""
    sources = cases_of_libraries(compilation, diagnostics) | compilation.chain.case_sources(diagnostics)
    for read in ({path: source for path, source in sources.items() if where.id in source.text}, sources):
        files = [cases_in(source, path, diagnostics) for path, source in read.items()]
        known = {case.id: case for file in files if file is not None for case in reversed(file.cases)}
        if where.id in known or diagnostics.has_errors:
            return known.get(where.id)
    help = did_you_mean(where.id, set(known)) or "its cases stand in its files `NAME.cases.yaml`"
    diagnostics.report("HX318", None, f"`{compilation.name}` has no case `{where.id}`", help=help)
    return None


def _described(where: Described, graph: Graph) -> Case:
    everything = Source("what is described", "")
    here = everything.span(0, 0)
    entries: list[tuple[Scalar, Node]] = [(Scalar("expect", here), Scalar("legal", here))]
    for key in ("board", "situation", "acting", "now"):
        given: Source | None = getattr(where, key)
        if given is not None:
            entries.append((Scalar(key, here), _Text(given).up_to_any("")))
    of_several = {
        "game": [_named(text) for text in where.game],
        "pieces": [_piece(graph, text) for text in where.pieces],
        "let": [_named(text) for text in where.let],
    }
    entries += ((Scalar(key, here), Mapping(tuple(named), here)) for key, named in of_several.items() if named)
    return Case("asked", Mapping(tuple(entries), here), CaseFile(Path(), everything, None, {}), here)


def _piece(graph: Graph, source: Source) -> tuple[Scalar, Node]:
    text = _Text(source)
    name = text.up_to_any("=@")
    entries: list[tuple[Scalar, Node]] = []
    if text.steps_over("="):
        type_ = text.up_to_any("@,")
        sort = "kind" if type_.text in graph.kinds and type_.text not in graph.units else "type"
        entries.append((Scalar(sort, type_.span), type_))
        is_right = bool(type_.text)
    else:
        is_right = source.text.startswith("@", text.at) and ":" not in name.text
    if not name.text or not is_right:
        raise Refused(f"`{source.name} {source.text}` is not {PIECE}")
    if text.steps_over("@"):
        place = text.up_to_any(",")
        entries.append((Scalar("at", place.span), place))
    while text.steps_over(","):
        entries.append((text.name(PIECE), text.up_to_any(",")))
    return name, Mapping(tuple(entries), source.span(0, len(source.text)))


def _named(source: Source) -> tuple[Scalar, Node]:
    text = _Text(source)
    return text.name(LET), text.up_to_any("")


@dataclass
class _Text:
    """The text of one part, read from left to right."""

    source: Source
    at: int = 0

    def up_to_any(self, marks: str) -> Scalar:
        """Returns what stands before the next of these marks, or the end."""
        start = self.at
        while self.at < len(self.source.text) and self.source.text[self.at] not in marks:
            self.at += 1
        return Scalar(self.source.text[start : self.at], self.source.span(start, self.at))

    def name(self, form: str) -> Scalar:
        """Returns the name that stands before `=`, which is stepped over."""
        found = self.up_to_any("=")
        if not found.text or not self.steps_over("="):
            raise Refused(f"`{self.source.name} {self.source.text}` is not {form}")
        return found

    def steps_over(self, mark: str) -> bool:
        there = self.source.text.startswith(mark, self.at)
        self.at += len(mark) if there else 0
        return there
