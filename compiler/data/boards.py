"""Reads a board, or a map drawn inside a case, into a runtime `Board`.

Only what differs from the defaults stands in the file. A hexside is named from either of its hexes by the
direction it lies in; told from both, it must be told alike.
"""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field

from hexlaw.compiler.data.findings import Findings, patience
from hexlaw.compiler.data.schema import validate
from hexlaw.compiler.data.values import UNREADABLE, Choices, read_value
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_yaml
from hexlaw.compiler.diagnostic import Diagnostics, listed, quoted
from hexlaw.compiler.source import Source, Span
from hexlaw.runtime.board import Board
from hexlaw.runtime.geometry import Hex, Side, side_of
from hexlaw.runtime.grid import DIRECTION_NAMES, BadGrid, Grid
from hexlaw.runtime.types import WHOLE, Type, YesNo

Attributes = Lookup[str, Type]

_REMARKS = ("unsure", "note", "cite")


@dataclass(frozen=True)
class HexRemarks:
    """What a file says about one hex beside its attributes."""

    unsure: str | None
    note: str | None
    cite: tuple[str, ...]


@dataclass(frozen=True)
class BoardFile:
    """A board with what its file says about where it comes from and what is in doubt."""

    board: Board
    cite: tuple[str, ...]
    remarks: Lookup[Hex, HexRemarks]


def read_board(
    source: Source, hex_attributes: Attributes, side_attributes: Attributes, choices: Choices, diagnostics: Diagnostics
) -> Board | None:
    """The board of a file, or None when anything in it is wrong."""
    file = read_board_file(source, hex_attributes, side_attributes, choices, diagnostics)
    return file.board if file else None


def read_board_file(
    source: Source, hex_attributes: Attributes, side_attributes: Attributes, choices: Choices, diagnostics: Diagnostics
) -> BoardFile | None:
    with patience(diagnostics) as found:
        tree = read_yaml(source, found)
        if isinstance(tree, Mapping) and tree.get("board") is None:
            found.report("HX105", tree.span, "the key `board` is missing here")
        return None if tree is None else _board(tree, "", hex_attributes, side_attributes, choices, found)
    return None


def board_from_node(
    node: Node,
    default_id: str,
    hex_attributes: Attributes,
    side_attributes: Attributes,
    choices: Choices,
    diagnostics: Diagnostics,
) -> Board | None:
    """The board that is drawn inside another file; `default_id` names it where it does not do so itself."""
    with patience(diagnostics) as found:
        file = _board(node, default_id, hex_attributes, side_attributes, choices, found)
        return file.board if file else None
    return None


def _board(
    node: Node,
    default_id: str,
    hex_attributes: Attributes,
    side_attributes: Attributes,
    choices: Choices,
    found: Findings,
) -> BoardFile | None:
    if not validate(node, "board", found) or not isinstance(node, Mapping):
        return None
    grid_node = node.get("grid")
    grid = _grid(grid_node, found) if isinstance(grid_node, Mapping) else None
    if grid is None:
        return None
    reader = _Hexes(grid, hex_attributes, side_attributes, choices, found)
    for key, value in _entries(node.get("hexes")):
        reader.read(key, value)
    places = {key.text: reader.named(value) for key, value in _entries(node.get("places"))}
    if found.failed:
        return None
    id = _text(node, "board") or default_id
    board = Board(id, _text(node, "title") or id, grid, reader.hexes, reader.sides, places)
    return BoardFile(board, _texts(node.get("cite")), reader.remarks)


def _grid(node: Mapping, found: Findings) -> Grid | None:
    lengths_node = node.get("lengths")
    items = lengths_node.items if isinstance(lengths_node, Listing) else ()
    lengths = tuple(_whole(item, 0, found) for item in items)
    first_number = _whole(node.get("first-number"), Grid.first_number, found)
    number_width = _whole(node.get("number-width"), Grid.number_width, found)
    if found.failed:
        return None
    try:
        return Grid(
            orientation="flat" if _text(node, "orientation") == "flat" else "pointy",
            lines=_texts(node.get("lines")),
            lengths=lengths,
            shifted="first" if _text(node, "shifted") == "first" else "second",
            shares_edges=_text(node, "shares-edges") == "yes",
            first_number=first_number,
            number_width=number_width,
            name=_text(node, "name") or Grid.name,
            full_name=_text(node, "full-name") or Grid.full_name,
        )
    except BadGrid as error:
        found.report("HX170", node.span, str(error))
        return None


def _whole(node: Node | None, default: int, found: Findings) -> int:
    value = default if node is None else read_value(node, WHOLE, {}, found)
    return value if isinstance(value, int) else default


@dataclass
class _Hexes:
    """Reads the lines about single hexes."""

    grid: Grid
    hex_attributes: Attributes
    side_attributes: Attributes
    choices: Choices
    found: Findings
    hexes: dict[Hex, dict[str, object]] = field(default_factory=dict)
    sides: dict[Side, dict[str, object]] = field(default_factory=dict)
    remarks: dict[Hex, HexRemarks] = field(default_factory=dict)
    _told: dict[tuple[Side, str], Span] = field(default_factory=dict)

    def read(self, key: Scalar, node: Node) -> None:
        h = self._hex(key)
        if h is None or not isinstance(node, Mapping):
            return
        for attribute, value in node.entries:
            if attribute.text not in _REMARKS:
                self._attribute(h, attribute, value)
        unsure, note, cite = _text(node, "unsure"), _text(node, "note"), _texts(node.get("cite"))
        if unsure or note or cite:
            self.remarks[h] = HexRemarks(unsure, note, cite)

    def named(self, node: Node) -> tuple[Hex, ...]:
        """The hexes of a place, each once."""
        items = node.items if isinstance(node, Listing) else ()
        hexes = [self._hex(item) for item in items if isinstance(item, Scalar)]
        return tuple(dict.fromkeys(h for h in hexes if h is not None))

    def _hex(self, name: Scalar) -> Hex | None:
        h = self.grid.names.get(name.text)
        if h is None:
            help = f"names look like `{next(iter(self.grid.names))}`"
            self.found.unknown("HX171", name, "there is no hex", self.grid.names, rest=" on this board", help=help)
        return h

    def _attribute(self, h: Hex, attribute: Scalar, node: Node) -> None:
        name = attribute.text
        if name in self.side_attributes and not (name in self.hex_attributes and not self._is_directions(node)):
            self._hexsides(h, name, node)
        elif name in self.hex_attributes:
            value = read_value(node, self.hex_attributes[name], self.choices, self.found)
            if value is not UNREADABLE:
                self.hexes.setdefault(h, {})[name] = value
        else:
            known = {*self.hex_attributes, *self.side_attributes, *_REMARKS}
            self.found.unknown("HX172", attribute, "neither a hex nor a hexside has an attribute", known)

    def _is_directions(self, node: Node) -> bool:
        """Tells a hexside's attribute from a hex's of the same name."""
        words = _texts(node) if isinstance(node, Listing) else ()
        return isinstance(node, Mapping) or (bool(words) and all(self.grid.direction(w) is not None for w in words))

    def _hexsides(self, h: Hex, name: str, node: Node) -> None:
        """`[NE, E]` says yes on these hexsides; `{NE: value}` gives any attribute its value."""
        type = self.side_attributes[name]
        if isinstance(node, Mapping):
            for direction, value_node in node.entries:
                value = read_value(value_node, type, self.choices, self.found)
                if value is not UNREADABLE:
                    self._tell(h, name, direction, value)
        elif not isinstance(type, YesNo):
            message = f"the hexside attribute {quoted(name)} needs a value for each direction"
            help = f"write `{{{DIRECTION_NAMES[self.grid.orientation][0]}: value}}`"
            self.found.report("HX107", node.span, message, help=help)
        else:
            items = node.items if isinstance(node, Listing) else (node,)
            for item in items:
                if isinstance(item, Scalar):
                    self._tell(h, name, item, True)

    def _tell(self, h: Hex, name: str, direction: Scalar, value: object) -> None:
        number = self.grid.direction(direction.text)
        if number is None:
            known = DIRECTION_NAMES[self.grid.orientation]
            message = f"there is no direction {quoted(direction.text)} on this board"
            self.found.report("HX173", direction.span, message, help=f"the directions are {listed(known)}")
            return
        side = side_of(h, number)
        values = self.sides.setdefault(side, {})
        if name in values and values[name] != value:
            labels = ((self._told[side, name], "it is told otherwise here"),)
            message = f"the {quoted(name)} of this hexside is told twice and differently"
            self.found.report("HX174", direction.span, message, labels=labels)
            return
        values[name] = value
        self._told.setdefault((side, name), direction.span)


def _text(node: Mapping, key: str) -> str | None:
    value = node.get(key)
    return value.text if isinstance(value, Scalar) else None


def _texts(node: Node | None) -> tuple[str, ...]:
    items = node.items if isinstance(node, Listing) else ()
    return tuple(item.text for item in items if isinstance(item, Scalar))


def _entries(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    return node.entries if isinstance(node, Mapping) else ()
