"""How a module's maps and counters are drawn: plain data that comes from its files, and which of it holds where.

`svg.py`, `text_map.py` and what they use make the pictures. Colours, letters and sizes are checked here, since a style
comes from strangers: one that cannot be drawn safely is refused with `BadStyle`, in a plain sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, get_args

from hexlaw.runtime.board.board import Map, Value
from hexlaw.runtime.board.geometry import Hex, Side
from hexlaw.runtime.draw.colours import check_colour, require
from hexlaw.runtime.draw.pieces import fits_one_cell, shortened
from hexlaw.runtime.draw.shapes import Shape

LAYERS = "a layer lies between -9 and 9"


# -- maps


@dataclass(frozen=True, slots=True)
class Art:
    """A shape that is strewn over hexes: so many in a hex, so large (a hex is about 100 across)."""

    shape: str
    count: int = 6
    size: Fraction | int = 16
    along: str = ""
    """The attribute of the lines that it is put on once instead, turned as they run."""

    def __post_init__(self) -> None:
        require(1 <= self.count <= 19, "1 to 19 shapes can be strewn over a hex")
        require(1 <= self.size <= 120, "the size of a strewn shape lies between 1 and 120; a hex is about 100 across")


@dataclass(frozen=True, slots=True)
class HexRule:
    """Hexes whose attribute is the value, or contains it, get a colour, and a letter on the terminal.

    Neighbouring hexes are filled as one area, with rounded edges or along the hexsides (`angular`). An area reaches
    `under` hexes where the attribute has one of these values. `inset` is kept free along its edge. An area with a
    higher layer is drawn over those with a lower one.
    """

    attribute: str
    value: Value
    fill: str
    letter: str
    legend: str
    edge: str = ""
    inset: Fraction | int = 0
    angular: bool = False
    under: tuple[Value, ...] = ()
    art: Art | None = None
    layer: int = 0
    in_words: bool = False  # its legend is written into each hex instead, in this colour

    def __post_init__(self) -> None:
        check_colour(self.fill)
        if self.edge:
            check_colour(self.edge)
        require(-9 <= self.layer <= 9, LAYERS)
        require(0 <= self.inset <= 30, "what is kept free along the edge of an area lies between 0 and 30")
        _check_letter(self.letter)


@dataclass(frozen=True, slots=True)
class SideRule:
    """Hexsides whose attribute is the value, or contains it, get a stroke.

    A `path` is drawn through the hexside from hex to hex as one smooth line. It may have an `edge` of another colour on
    both sides, be broken into dashes, and `wander`. A line with a higher layer is drawn over those with a lower one.
    With a letter, the terminal marks the hexes of the hexside too.
    """

    attribute: str
    value: Value
    stroke: str
    legend: str
    width: Fraction | int = 3
    kind: Literal["side", "path"] = "side"
    letter: str = ""
    edge: str = ""
    dash: Fraction | int = 0
    wander: Fraction | int = 0
    layer: int = 0

    def __post_init__(self) -> None:
        check_colour(self.stroke)
        if self.edge:
            check_colour(self.edge)
        if self.letter:
            _check_letter(self.letter)
        require(0 < self.width <= 20, "the width of a stroke lies between 0 and 20")
        require(0 <= self.dash <= 30, "the length of a dash lies between 0 and 30")
        require(0 <= self.wander <= 1, "a path wanders by 0 to 1 of a hexside")
        require(-9 <= self.layer <= 9, LAYERS)


# -- counters


@dataclass(frozen=True, slots=True)
class When:
    """What has to hold of a thing: attributes with their values, its kind, the line and the chart it was printed in."""

    attributes: tuple[tuple[str, Value], ...] = ()
    kind: str = ""
    type: str = ""
    chart: str = ""
    holds: bool | None = None
    """Whether anything stands in it."""
    held: bool | None = None
    """Whether it stands in another thing."""


@dataclass(frozen=True, slots=True)
class Face:
    """The colours of a counter: its ground, what is drawn and written on it, its rim."""

    when: When
    fill: str
    ink: str = "#1a1a1a"
    rim: str = "#1a1a1a"

    def __post_init__(self) -> None:
        for colour in (self.fill, self.ink, self.rim):
            check_colour(colour)


At = Literal[
    "top-left", "top", "top-right", "left", "middle", "right", "bottom-left", "bottom", "bottom-right", "caption"
]
NAMES = ("name", "called", "type", "kind", "nothing")
"""What a figure can show beside an attribute."""
CORNERS: tuple[At, ...] = get_args(At)[:-1]
"""The places on the counter itself, as one reads them."""


@dataclass(frozen=True, slots=True)
class StyleFigure:
    """What is written at a place of a counter: an attribute, `name` or `type`; other words for some values.

    A value without words is written as it is; nothing at all stands for no, none and, where `zero` does not hold, 0.
    """

    show: str
    at: At
    when: When = When()
    words: Mapping[Value, str] = field(default_factory=dict, hash=False)
    size: Fraction | int = 0
    zero: bool = False
    back: bool = False
    """Whether it is printed on the back instead."""

    def __post_init__(self) -> None:
        require(0 <= self.size <= 60, "the size of a figure lies between 0 and 60; a counter is 100 across")


@dataclass(frozen=True, slots=True)
class Symbol:
    """The shapes that are drawn on things of a sort, one upon the other."""

    when: When
    shapes: tuple[str, ...]
    back: bool = False


@dataclass(frozen=True, slots=True)
class Marker:
    """A small sign laid upon a counter as long as something holds of it."""

    when: When
    fill: str
    legend: str
    text: str = ""
    shape: str = ""
    ink: str = "#ffffff"

    def __post_init__(self) -> None:
        check_colour(self.fill)
        check_colour(self.ink)


@dataclass(frozen=True, slots=True)
class CounterStyle:
    """Of faces and symbols the first that holds is drawn; of figures and markers all that hold."""

    faces: tuple[Face, ...] = ()
    figures: tuple[StyleFigure, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    markers: tuple[Marker, ...] = ()
    millimetres: Fraction | int = Fraction(127, 10)
    front: str = ""
    """The attribute that says where a counter faces: a hex, a hexside, or the number of a neighbour."""

    def __post_init__(self) -> None:
        require(5 <= self.millimetres <= 60, "a counter is 5 to 60 millimetres wide")


@dataclass(frozen=True, slots=True)
class Style:
    """Earlier rules go before later ones: they are drawn over them, or get the letter."""

    hexes: tuple[HexRule, ...] = ()
    sides: tuple[SideRule, ...] = ()
    background: str = "#f6f1e3"
    shapes: Mapping[str, Shape] = field(default_factory=dict, hash=False)
    counters: CounterStyle = CounterStyle()
    reach: str = ""
    """The reach that tells where a piece can get to; the only one of the law if not said."""
    sight: str = ""
    """The fact of two hexes that tells whether one is seen from the other."""

    def __post_init__(self) -> None:
        check_colour(self.background)

    @property
    def rules(self) -> tuple[HexRule | SideRule, ...]:
        return (*self.hexes, *self.sides)

    def rules_of_hex(self, board: Map, h: Hex) -> tuple[HexRule, ...]:
        return tuple(r for r in self.hexes if holds(board.value_at(h, r.attribute), r.value))

    def rules_of_side(self, board: Map, side: Side) -> tuple[SideRule, ...]:
        return tuple(r for r in self.sides if holds(board.value_at(side, r.attribute), r.value))


def holds(value: Value | None, wanted: Value) -> bool:
    """Returns whether a value is the wanted one, or a set that contains it."""
    if isinstance(value, tuple) and not isinstance(value, Hex | Side):
        return any(_same(item, wanted) for item in value)
    return _same(value, wanted)


def _same(value: Value | None, wanted: Value) -> bool:
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def _check_letter(letter: str) -> None:
    is_one = len(letter) == 1 and not letter.isspace() and fits_one_cell(letter)
    require(is_one, f"`{shortened(letter, 30)}` is not a single letter")
