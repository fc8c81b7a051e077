"""Zones: sets of hexes, called by name wherever a case or a situation speaks of hexes.

Input: the zones as they are written, and the map. Output: for every name its hexes, in the order of the map. A zone is

    a name, or a list of names      a hex, a place, a board, an earlier zone; all of them together
    lines of boards                 `C: {A..H: all, J: 1-4}`
    an expression of the law        `those h in hexes where h is shallow`

What names no hex at all is a mistake and is reported. How many hexes are named in all is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexlaw.compiler.base.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.question_typing import typed_value
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, entries_in
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.board.board import Map, PlacedBoard
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position.position import Position

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What a question can call a piece, a zone or a value by: a word of the law."""
SET_OF_HEX = t.SetOf(t.HEX)
MAX_ZONES = 100
MAX_HEXES = 250_000
"""Hexes that one position may name in its zones, each counted as often as it is named."""

_NUMBERS = re.compile(r"(\d{1,9})(?:-(\d{1,9})|(\+))?", re.ASCII)

Zone = tuple[Hex, ...]


class Zones:
    def __init__(self, names: Names, law: Law, map_: Map | None, diagnostics: Diagnostics) -> None:
        self.names = names
        self.map = map_
        self.diagnostics = diagnostics
        self.known: dict[str, Zone] = {}
        self._left = MAX_HEXES
        self._boards: dict[str, Zone] = {}  # the hexes of each board that was named
        self._evaluator = evaluator(law, Position(law.graph, map_))  # one for all: what they take is added up
        self._places = {h: i for i, h in enumerate(map_.hexes)} if map_ else {}

    def declare(self, node: Node | None) -> None:
        """Reads `zones:`, one after the other: each may speak of those before it."""
        for name, written in entries_in(node):
            if not NAME.fullmatch(name.text):
                self._error(name, f"`{name.text}` is not a name for a zone", "write it like `harbour` or `north-bank`")
            elif len(self.known) >= MAX_ZONES:
                self._error(name, f"there are more than {MAX_ZONES} zones", None)
                return
            elif zone := self._zone(written):
                self.known[name.text] = zone

    def named(self, node: Node) -> Zone:
        """Returns the hexes of a name or a list of names; none after reporting what is wrong."""
        items = node.items if isinstance(node, Listing) else (node,)
        found: dict[Hex, None] = {}
        for item in items:
            if self._left < 0:
                return ()
            zone = self._lines_of_boards(item) if isinstance(item, Mapping) else self._by_name(item)
            found.update(dict.fromkeys(self._spent(zone, item)))
        return self._in_order(found)

    def spend(self, hexes: int, node: Node) -> bool:
        """Returns whether so many hexes more may be spoken of; where not, that is reported."""
        if self._left >= 0 and hexes > self._left:
            self._error(node, f"the zones speak of more than {MAX_HEXES:,} hexes in all", "name fewer, or fewer times")
        self._left -= hexes
        return self._left >= 0

    # -- how a zone is written

    def _zone(self, node: Node) -> Zone:
        if not isinstance(node, Scalar):
            return self.named(node)
        called = self._called(node.text)
        return self._spent(called[0][1] if len(called) == 1 else self._expression(node), node)

    def _expression(self, node: Scalar) -> Zone:
        constants = {name: (zone, SET_OF_HEX) for name, zone in self.known.items()}
        checker = Checker(self.names, self.diagnostics, self.map, constants)
        if (typed := typed_value(node, "HX327", "a set of hexes", checker, (SET_OF_HEX, "a zone"))) is None:
            return ()
        try:
            found: Zone = self._evaluator.value(typed, {})
        except LawStop as stop:
            self._error(node, f"this zone has no value: {stop.message}", stop.help)
            return ()
        if not found:
            self._error(node, "no hex of the map is in this zone", "a zone has one hex at least")
        return self._in_order(dict.fromkeys(found))

    def _called(self, text: str) -> list[tuple[str, Zone]]:
        """Returns all that is called so, each with what it is."""
        if self.map is None:
            return []
        one = self.map.find(text)
        found = [
            ("a zone", self.known.get(text, ())),
            ("a hex", () if one is None else (one,)),
            ("a place", self.map.places.get(text, ())),
            ("a board", self._whole_board(text)),
        ]
        return [(what, zone) for what, zone in found if zone]

    def _whole_board(self, name: str) -> Zone:
        if name not in self._boards:
            board = self._board(name)
            self._boards[name] = () if board is None else tuple(map(board.placement.hex, board.board.grid.hexes))
        return self._boards[name]

    def _board(self, name: str) -> PlacedBoard | None:
        return next((b for b in self.map.boards if b.board.id == name), None) if self.map else None

    def _by_name(self, node: Node) -> Zone:
        if not isinstance(node, Scalar):
            self._error(node, "here stands one name", "a zone is a list of names; lists do not lie in lists")
            return ()
        called = self._called(node.text)
        if len(called) == 1:
            return called[0][1]
        if called:
            listed = " and ".join(what for what, _ in called)
            self._error(node, f"`{node.text}` is {listed}", "name its hexes, or their lines: `{C: {A..H: all}}`")
        elif self.map is None:
            self._error(node, f"`{node.text}` is to be hexes, but there is no map", "add `board:`, `boards:` or `map:`")
        else:
            known = {*self.known, *self.map.places, *(b.board.id for b in self.map.boards)}
            near = [*(f"`{n}`" for n in self.map.near_names(node.text)[:2])]
            help_ = did_you_mean(node.text, known) or (f"did you mean {' or '.join(near)}?" if near else None)
            self._error(node, f"there is no zone, hex, place or board `{node.text}`", help_)
        return ()

    # -- lines of boards: `C: {A..H: all, J: 1-4, K: [1-3, 10+]}`

    def _lines_of_boards(self, node: Mapping) -> Zone:
        found: list[Hex] = []
        for name, lines in node.entries:
            if (board := self._board(name.text)) is None:
                lie = ", ".join(f"`{b.board.id}`" for b in self.map.boards) if self.map else "none"
                self._error(name, f"there is no board `{name.text}` here", f"the boards are: {lie}")
            elif isinstance(lines, Mapping):
                for line, numbers in lines.entries:
                    found += self._of_lines(board, line, numbers)
            elif isinstance(lines, Scalar) and lines.text == "all":
                found += self._whole_board(name.text)
            else:
                self._error(lines, "this is not a part of a board", "write `all`, or lines with numbers: `{A..H: all}`")
        return tuple(found)

    def _of_lines(self, board: PlacedBoard, line: Scalar, numbers: Node) -> Iterator[Hex]:
        grid = board.board.grid
        first, dots, last = line.text.partition("..")
        wrong = next((name for name in (first, last or first) if name not in grid.lines), None)
        if wrong is not None or (dots and not last):
            help_ = did_you_mean(wrong or "", grid.lines) or f"its lines are {grid.lines[0]} to {grid.lines[-1]}"
            self._error(line, f"board `{board.board.id}` has no lines `{line.text}`", help_)
            return
        begin, end = sorted((grid.lines.index(first), grid.lines.index(last or first)))
        ranges = numbers.items if isinstance(numbers, Listing) else (numbers,)
        for part in ranges:
            for at in range(begin, end + 1):
                lowest, highest = grid.first_number, grid.first_number + grid.length(at) - 1
                if (chosen := _range(part, lowest, highest)) is None:
                    text = part.text if isinstance(part, Scalar) else "this"
                    said = f"`{text}` are not numbers of line {grid.lines[at]}, which has {lowest} to {highest}"
                    self._error(part, said, "write `all`, `4`, `1-8`, `6+`, or a list of these")
                    return
                for number in chosen:
                    h = grid.hex(at, number)
                    assert h is not None  # a number of the line
                    yield board.placement.hex(h)

    # -- keeping within bounds, and in order

    def _spent(self, zone: Zone, node: Node) -> Zone:
        return zone if self.spend(len(zone), node) else ()

    def _in_order(self, found: dict[Hex, None]) -> Zone:
        beyond = len(self._places)
        return tuple(sorted(found, key=lambda h: (self._places.get(h, beyond), h)))

    def _error(self, node: Node, message: str, help_: str | None) -> None:
        self.diagnostics.report("HX327", node.span, message, help=help_)


def _range(node: Node, lowest: int, highest: int) -> range | None:
    """Numbers of a line as they are written; none where the line does not have them all."""
    if not isinstance(node, Scalar):
        return None
    if node.text == "all":
        return range(lowest, highest + 1)
    if (match := _NUMBERS.fullmatch(node.text)) is None:
        return None
    first = int(match[1])
    last = highest if match[3] else int(match[2] or first)
    return range(first, last + 1) if lowest <= first <= last <= highest else None
