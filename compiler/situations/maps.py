"""The map of a case or situation: a board of the module, boards joined and turned, or a map drawn in the file."""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.data.boards import BoardWords, board_from_node
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, items_in
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.board.board import Board, BoardsDisagree, Map
from hexlaw.runtime.board.joining import CannotJoin

MAPS_KEPT = 64


def read_map(
    parts: list[Mapping], maps: Lookup[str, Node], compilation: Compilation, diagnostics: Diagnostics
) -> Map | None:
    """Returns the map that the last of some trees speaks of; None where none does, or after reporting what is wrong."""
    saying = [p for p in parts if any(p.get(key) is not None for key in ("board", "boards", "map"))]
    return _MapReader(maps, compilation, diagnostics).map_of(saying[-1]) if saying else None


def boards_can_be_laid(rows: Sequence[Sequence[Scalar]], compilation: Compilation, found: Diagnostics) -> bool:
    """Returns whether boards of these names can be joined; reports what is wrong with them."""
    return not rows or _MapReader({}, compilation, found).joined(rows, rows[0][0].span) is not None


@lru_cache(maxsize=MAPS_KEPT)
def _joined(rows: tuple[tuple[tuple[Board, bool], ...], ...]) -> Map:
    """Boards laid together: many situations and cases are played on the same ones."""
    return Map.join(rows)


def tell_of_disagreement(problem: BoardsDisagree, compilation: Compilation, diagnostics: Diagnostics) -> None:
    """Reports two boards that say different things of a hex that they share, at both places."""
    one, other = (compilation.place_on_board(at.board, where, problem.attribute) for at, where, _ in problem.printed)
    labels = () if other is None else ((other, "the other board says so here"),)
    help_ = "write the same on both, or leave it out on one: what one alone says counts for all of the hex"
    diagnostics.report("HX451", one, str(problem), help=help_, labels=labels)


@dataclass
class _MapReader:
    maps: Lookup[str, Node]
    compilation: Compilation
    diagnostics: Diagnostics

    def map_of(self, node: Mapping) -> Map | None:
        one, several, drawn = node.get("board"), node.get("boards"), node.get("map")
        if isinstance(one, Scalar):
            board = self._board(one)
            return _joined((((board, False),),)) if board else None
        if isinstance(several, Listing):
            return self.joined([items_in(row) for row in several.items if isinstance(row, Listing)], several.span)
        return self._of_file(drawn) if isinstance(drawn, Scalar) else None if drawn is None else self._drawn(drawn)

    def joined(self, names: Sequence[Sequence[Node]], at: Span) -> Map | None:
        """Returns the boards of these names, in rows."""
        rows = [[self._turned(item) for item in row] for row in names]
        if any(b is None for row in rows for b in row):
            return None
        try:
            return _joined(tuple(tuple(b for b in row if b is not None) for row in rows))
        except BoardsDisagree as problem:
            tell_of_disagreement(problem, self.compilation, self.diagnostics)
        except CannotJoin as problem:
            self.diagnostics.report("HX312", at, f"these boards cannot be joined: {problem}")
        return None

    def _turned(self, node: Node) -> tuple[Board, bool] | None:
        if not isinstance(node, Scalar):
            return None
        name, _, turned = node.text.removesuffix("~").partition(" ")
        turned = turned or ("inverted" if node.text.endswith("~") else "")
        if turned not in ("", "inverted"):
            help_ = "write its name, or its name and `inverted` (or `~` for short)"
            self.diagnostics.report("HX312", node.span, f"`{node.text}` is not a board", help=help_)
            return None
        board = self._board(Scalar(name, node.span))
        return (board, bool(turned)) if board else None

    def _board(self, name: Scalar) -> Board | None:
        inner = Diagnostics()
        board = self.compilation.board(name.text, inner)
        self.diagnostics.add_all(inner)
        if board is None and name.text not in self.compilation.board_names and not inner.has_errors:
            known = self.compilation.boards_called
            help_ = f"it has: {', '.join(known) or 'none'}"
            self.diagnostics.unknown("HX312", name, "the module has no board", known, help=help_)
        return board

    def _of_file(self, name: Scalar) -> Map | None:
        """Returns a map that the file draws, once for all its cases; where it is wrong, each of them reports it."""
        if (node := self.maps.get(name.text)) is None:
            help_ = "maps are drawn under `maps:`, real boards are named by `board:`"
            self.diagnostics.unknown("HX312", name, "this file draws no map", self.maps, help=help_)
            return None
        known: dict[int, tuple[Node, Map]] = memoised(self.compilation, "_maps_of_files", lambda _: {})
        if id(node) not in known:
            if (drawn := self._drawn(node)) is None:
                return None
            known[id(node)] = node, drawn  # the node stays, so that no other gets its number
        return known[id(node)][1]

    def _drawn(self, node: Node) -> Map | None:
        names = self.compilation.names
        choices = {name: decl.values for name, decl in names.choices.items()}
        words = BoardWords(names.attributes_of("hex"), names.attributes_of("hexside"), choices)
        board = board_from_node(node, "map", words, self.diagnostics)
        return Map.of(board) if board else None
