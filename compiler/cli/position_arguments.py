"""The position that arguments speak of, as a case: one with a name, or what `--board`, `--piece` and others describe.

Every part keeps its place in the argument it was typed in, so that mistakes are shown there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hexlaw.compiler.cli.common import bad_use, end, found_or_end
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case, CaseFile, cases_in, read_cases
from hexlaw.compiler.source import Source
from hexlaw.runtime.graph import Graph

PIECE = "NAME=TYPE@HEX[,ATTRIBUTE=VALUE]"
"""Of a piece that a situation has, `NAME@HEX` says where it stands instead."""
LET = "NAME=VALUE"


def named_case(name: str | None, position: str | None, compilation: Compilation, *, as_json_: bool = False) -> Case:
    """A case by its name in the module, or else by `FILE#ID`; ends the program where there is none."""
    diagnostics = Diagnostics()
    case = _of_module(name, compilation, diagnostics) if name else _of_file(position or "", diagnostics)
    if diagnostics.has_errors:
        end(diagnostics, as_json_=as_json_)
    return found_or_end(case, diagnostics, as_json_=as_json_)


def _of_file(position: str, diagnostics: Diagnostics) -> Case | None:
    path, _, wanted = position.partition("#")
    file = read_cases(Path(path), path, diagnostics)
    if file is None:
        return None
    cases = [case for case in file.cases if not wanted or case.id == wanted]
    if len(cases) == 1:
        return cases[0]
    said = f"no case `{wanted}`" if wanted else "several cases" if cases else "no cases"
    ids = ", ".join(case.id for case in file.cases[:12])
    diagnostics.report("HX318", None, f"`{path}` has {said}", help=f"write {path}#ID, with one of: {ids}")
    return None


def _of_module(name: str, compilation: Compilation, diagnostics: Diagnostics) -> Case | None:
    """Of the module's files only those are read in which the name stands, if it stands in one."""
    sources = compilation.chain.case_sources(diagnostics)
    naming = {path: source for path, source in sources.items() if name in source.text}
    for read in (naming, sources):
        files = [cases_in(source, path, diagnostics) for path, source in read.items()]
        known = {case.id: case for file in files if file is not None for case in reversed(file.cases)}
        if name in known or diagnostics.has_errors:
            return known.get(name)
    help = did_you_mean(name, set(known)) or "its cases stand in its files `NAME.cases.yaml`"
    diagnostics.report("HX318", None, f"`{compilation.name}` has no case `{name}`", help=help)
    return None


def case_of_arguments(args: argparse.Namespace, graph: Graph) -> Case:
    """What `--board`, `--piece` and the others of a command describe."""
    everything = Source("the arguments", "")
    here = everything.span(0, 0)
    entries: list[tuple[Scalar, Node]] = [(Scalar("expect", here), Scalar("legal", here))]
    for key in ("board", "situation", "acting", "now"):
        given: str | None = getattr(args, key)
        if given is not None:
            entries.append((Scalar(key, here), _Argument(f"--{key}", given).rest()))
    of_several = {
        "game": [_named("--game", text) for text in args.game],
        "pieces": [_piece(graph, text) for text in args.piece],
        "let": [_named("--let", text) for text in args.let],
    }
    entries += ((Scalar(key, here), Mapping(tuple(named), here)) for key, named in of_several.items() if named)
    return Case("asked", Mapping(tuple(entries), here), CaseFile(Path(), everything, None, {}), here)


def _piece(graph: Graph, text: str) -> tuple[Scalar, Node]:
    argument = _Argument("--piece", text)
    name = argument.up_to_any("=@")
    entries: list[tuple[Scalar, Node]] = []
    if argument.steps_over("="):
        type_ = argument.up_to_any("@,")
        sort = "kind" if type_.text in graph.kinds and type_.text not in graph.units else "type"
        entries.append((Scalar(sort, type_.span), type_))
        is_right = bool(type_.text)
    else:
        is_right = argument.source.text.startswith("@", argument.at) and ":" not in name.text
    if not name.text or not is_right:
        bad_use(f"`--piece {text}` is not {PIECE}")
    if argument.steps_over("@"):
        place = argument.up_to_any(",")
        entries.append((Scalar("at", place.span), place))
    while argument.steps_over(","):
        attribute = argument.name(PIECE)
        entries.append((attribute, argument.up_to_any(",")))
    return name, Mapping(tuple(entries), argument.source.span(0, len(text)))


def _named(option: str, text: str) -> tuple[Scalar, Node]:
    argument = _Argument(option, text)
    return argument.name(LET), argument.rest()


class _Argument:
    """One argument, read from left to right."""

    def __init__(self, option: str, text: str) -> None:
        self.option = option
        self.source = Source(option, text)
        self.at = 0

    def rest(self) -> Scalar:
        return self.up_to_any("")

    def up_to_any(self, marks: str) -> Scalar:
        """What stands before the next of these marks, or the end."""
        start = self.at
        while self.at < len(self.source.text) and self.source.text[self.at] not in marks:
            self.at += 1
        return Scalar(self.source.text[start : self.at], self.source.span(start, self.at))

    def name(self, form: str) -> Scalar:
        """The name that stands before `=`, which is stepped over."""
        found = self.up_to_any("=")
        if not found.text or not self.steps_over("="):
            bad_use(f"`{self.option} {self.source.text}` is not {form}")
        return found

    def steps_over(self, mark: str) -> bool:
        there = self.source.text.startswith(mark, self.at)
        self.at += len(mark) if there else 0
        return there
