"""The position that `--board`, `--piece` and `--let` describe, as a case: the same tree that a case file gives.

Every part keeps its place in the argument it was typed in, so that mistakes are shown there.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hexlaw.compiler.cli.common import bad_use
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar
from hexlaw.compiler.situations.case_files import Case, CaseFile
from hexlaw.compiler.source import Source
from hexlaw.runtime.graph import Graph

PIECE = "NAME=TYPE@HEX[,ATTRIBUTE=VALUE]"
LET = "NAME=VALUE"


def case_of_arguments(graph: Graph, board: str | None, pieces: Sequence[str], lets: Sequence[str]) -> Case:
    everything = Source("the arguments", "")
    here = everything.span(0, 0)
    entries: list[tuple[Scalar, Node]] = [(Scalar("expect", here), Scalar("legal", here))]
    if board is not None:
        entries.append((Scalar("board", here), _Argument("--board", board).rest()))
    if pieces:
        entries.append((Scalar("pieces", here), Mapping(tuple(_piece(graph, text) for text in pieces), here)))
    if lets:
        entries.append((Scalar("let", here), Mapping(tuple(_let(text) for text in lets), here)))
    return Case("asked", Mapping(tuple(entries), here), CaseFile(Path(), everything, None, {}), here)


def _piece(graph: Graph, text: str) -> tuple[Scalar, Node]:
    argument = _Argument("--piece", text)
    name = argument.up_to("=", PIECE)
    type_ = argument.up_to_any("@,")
    if not name.text or not type_.text:
        bad_use(f"`--piece {text}` is not {PIECE}")
    sort = "kind" if type_.text in graph.kinds and type_.text not in graph.units else "type"
    entries: list[tuple[Scalar, Node]] = [(Scalar(sort, type_.span), type_)]
    if argument.steps_over("@"):
        place = argument.up_to_any(",")
        entries.append((Scalar("at", place.span), place))
    while argument.steps_over(","):
        attribute = argument.up_to("=", PIECE)
        entries.append((attribute, argument.up_to_any(",")))
    return name, Mapping(tuple(entries), argument.source.span(0, len(text)))


def _let(text: str) -> tuple[Scalar, Node]:
    argument = _Argument("--let", text)
    return argument.up_to("=", LET), argument.rest()


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

    def up_to(self, mark: str, form: str) -> Scalar:
        """What stands before a mark that must come; it is stepped over."""
        found = self.up_to_any(mark)
        if not self.steps_over(mark):
            bad_use(f"`{self.option} {self.source.text}` is not {form}")
        return found

    def steps_over(self, mark: str) -> bool:
        there = self.source.text.startswith(mark, self.at)
        self.at += len(mark) if there else 0
        return there
