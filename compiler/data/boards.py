"""Reads a board, or a map drawn inside a case, into a runtime `Board`.

Only what differs from the defaults stands in the file. A hexside is named from either of its hexes by the
direction it lies in; told from both, it must be told alike.

A module may have a file for a board of a module that it extends. Then that file says what is different there, and all
else stays; with `replaces: yes` it draws the whole board anew.
"""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hexlaw.compiler.base.diagnostic import Diagnostics, listed, quoted
from hexlaw.compiler.base.patience import BoundedFindings, patience
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.data.literals import UNREADABLE, Choices, read_value
from hexlaw.compiler.data.schema import letters_in, read_layers, validate_part
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, entries_in, items_in, scalars_in, texts_in
from hexlaw.runtime.board.board import Board
from hexlaw.runtime.board.geometry import Hex, Side, hexes_of, side_of
from hexlaw.runtime.board.grid import DIRECTION_NAMES, BadGrid, Grid
from hexlaw.runtime.law.types import WHOLE, Type, YesNo

Attributes = Lookup[str, Type]

_REMARKS = ("unsure", "note", "cite")
"""What a file may say of a hex beside its attributes, for those who read the file."""


class BoardWords(NamedTuple):
    """What of the law a board can speak of: the attributes of hexes and hexsides, and the choices in them."""

    hexes: Attributes
    sides: Attributes
    choices: Choices


def read_board(sources: Sequence[Source], words: BoardWords, diagnostics: Diagnostics) -> Board | None:
    """Returns the board that files of several layers describe, base first; None when anything in them is wrong."""
    with patience(diagnostics) as found:
        if (trees := read_layers(sources, "board", found)) is None:
            return None
        if trees[0].get("board") is None:
            found.report("HX105", trees[0].span, "the key `board` is missing here")
        return _board(trees, "", words, found)
    return None


def place_of_value(sources: Sequence[Source], grid: Grid, where: Hex | Side, attribute: str) -> Span | None:
    """Returns where the files of a board, base first, say in the end what an attribute of a hex or hexside is."""
    trees = read_layers(sources, "board", Diagnostics()) or []
    hexes = {where} if isinstance(where, Hex) else hexes_of(where)
    places = [
        key.span
        for tree in trees
        for name, said in entries_in(tree.get("hexes"))
        if grid.names.get(name.text) in hexes and isinstance(said, Mapping) and (key := said.key(attribute))
    ]
    return places[-1] if places else None


def board_from_node(node: Node, default_id: str, words: BoardWords, diagnostics: Diagnostics) -> Board | None:
    """Returns the board that is drawn inside another file; `default_id` names it where it does not do so itself."""
    with patience(diagnostics) as found:
        if not validate_part(node, "board", found) or not isinstance(node, Mapping):
            return None
        return _board([node], default_id, words, found)
    return None


def _board(layers: Sequence[Mapping], default_id: str, words: BoardWords, found: BoundedFindings) -> Board | None:
    if (grid_node := layers[0].get("grid")) is None:
        found.report("HX105", layers[0].span, "the key `grid` is missing here")
    grid = _grid(grid_node, found) if isinstance(grid_node, Mapping) else None
    if grid is None:
        return None
    drawn = _Hexes(grid, words, found)
    places: dict[str, tuple[Hex, ...]] = {}
    for layer in layers:
        _is_not_renamed(layers[0], layer, found)
        if layer is not layers[0] and (again := layer.key("grid")) is not None:
            help = "leave it out, and write only what is different; or draw the whole board anew with `replaces: yes`"
            found.report("HX175", again.span, "the grid of this board stands in the module that is extended", help=help)
        reader = _Hexes(grid, words, found)
        for key, value in entries_in(layer.get("hexes")):
            reader.read(key, value)
        places |= {key.text: reader.named(value) for key, value in entries_in(layer.get("places"))}
        drawn.change(reader)
    if found.failed:
        return None
    id = layers[0].text("board") or default_id
    title = next((text for layer in reversed(layers) if (text := layer.text("title")) is not None), None)
    return Board(id, title or id, grid, drawn.hexes, drawn.sides, places)


def _is_not_renamed(first: Mapping, layer: Mapping, found: BoundedFindings) -> None:
    """A board keeps the name by which situations and cases of the module below ask for it."""
    name, again = first.text("board"), layer.get("board")
    if name is not None and isinstance(again, Scalar) and again.text != name:
        message = f"this file changes the board {quoted(name)}, which cannot get the name {quoted(again.text)}"
        help = f"write `board: {name}`, or leave the line out; a board of your own is a file with another name"
        found.report("HX178", again.span, message, help=help)


def _grid(node: Mapping, found: BoundedFindings) -> Grid | None:
    lengths = tuple(_whole(item, 0, found) for item in items_in(node.get("lengths")))
    for line in scalars_in(node.get("lines")):
        if letters := letters_in(line.text):
            help = f"write them all: `{', '.join(letters)}`"
            found.report("HX170", line.span, f"{quoted(line.text)} is not the name of one line", help=help)
    first_number = _whole(node.get("first-number"), Grid.first_number, found)
    number_width = _whole(node.get("number-width"), Grid.number_width, found)
    if found.failed:
        return None
    try:
        return Grid(
            orientation="flat" if node.text("orientation") == "flat" else "pointy",
            lines=texts_in(node.get("lines")),
            lengths=lengths,
            shifted="first" if node.text("shifted") == "first" else "second",
            shares_edges=node.text("shares-edges") == "yes",
            first_number=first_number,
            number_width=number_width,
            name=node.text("name") or Grid.name,
            full_name=node.text("full-name") or Grid.full_name,
        )
    except BadGrid as error:
        found.report("HX170", node.span, str(error))
        return None


def _whole(node: Node | None, default: int, found: BoundedFindings) -> int:
    value = default if node is None else read_value(node, WHOLE, {}, found)
    return value if isinstance(value, int) else default


@dataclass
class _Hexes:
    """Reads the lines about single hexes."""

    grid: Grid
    words: BoardWords
    found: BoundedFindings
    hexes: dict[Hex, dict[str, object]] = field(default_factory=dict)
    sides: dict[Side, dict[str, object]] = field(default_factory=dict)
    _told: dict[tuple[Side, str], Span] = field(default_factory=dict)

    def read(self, key: Scalar, node: Node) -> None:
        h = self._hex(key)
        if h is None or not isinstance(node, Mapping):
            return
        for attribute, value in node.entries:
            if attribute.text not in _REMARKS:
                self._attribute(h, attribute, value)

    def change(self, later: _Hexes) -> None:
        """Takes over what a later layer says: of each hex and hexside the attributes that it names."""
        for h, values in later.hexes.items():
            self.hexes.setdefault(h, {}).update(values)
        for side, values in later.sides.items():
            self.sides.setdefault(side, {}).update(values)

    def named(self, node: Node) -> tuple[Hex, ...]:
        """Returns the hexes of a place, each once."""
        return tuple(dict.fromkeys(h for h in [self._hex(item) for item in scalars_in(node)] if h is not None))

    def _hex(self, name: Scalar) -> Hex | None:
        if (h := self.grid.names.get(name.text)) is None:
            help = f"names look like `{next(iter(self.grid.names))}`"
            self.found.unknown("HX171", name, "there is no hex", self.grid.names, rest=" on this board", help=help)
        return h

    def _attribute(self, h: Hex, attribute: Scalar, node: Node) -> None:
        name = attribute.text
        if name in self.words.sides and not (name in self.words.hexes and not self._is_directions(node)):
            self._hexsides(h, name, node)
        elif name in self.words.hexes:
            value = read_value(node, self.words.hexes[name], self.words.choices, self.found)
            if value is not UNREADABLE:
                self.hexes.setdefault(h, {})[name] = value
        else:
            known = {*self.words.hexes, *self.words.sides, *_REMARKS}
            self.found.unknown("HX172", attribute, "neither a hex nor a hexside has an attribute", known)

    def _is_directions(self, node: Node) -> bool:
        """Tells a hexside's attribute from a hex's of the same name."""
        words = texts_in(node)
        return isinstance(node, Mapping) or (bool(words) and all(self.grid.direction(w) is not None for w in words))

    def _hexsides(self, h: Hex, name: str, node: Node) -> None:
        """`[NE, E]` says yes on these hexsides; `{NE: value}` gives any attribute its value."""
        type = self.words.sides[name]
        if isinstance(node, Mapping):
            for direction, value_node in node.entries:
                value = read_value(value_node, type, self.words.choices, self.found)
                if value is not UNREADABLE:
                    self._tell(h, name, direction, value)
        elif not isinstance(type, YesNo):
            message = f"the hexside attribute {quoted(name)} needs a value for each direction"
            help = f"write `{{{DIRECTION_NAMES[self.grid.orientation][0]}: value}}`"
            self.found.report("HX107", node.span, message, help=help)
        else:
            for item in node.items if isinstance(node, Listing) else (node,):
                if isinstance(item, Scalar):
                    self._tell(h, name, item, True)

    def _tell(self, h: Hex, name: str, direction: Scalar, value: object) -> None:
        if (number := self.grid.direction(direction.text)) is None:
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
