"""A made-up harbour to be drawn: a small board, a chart of boats, the text of a style; and how pictures are read."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

from hexlaw.compiler.data.style_file import StyleWords
from hexlaw.runtime.board.board import Board, Grid, Map
from hexlaw.runtime.board.geometry import Side, side_between
from hexlaw.runtime.law.graph import AttributeDecl
from hexlaw.runtime.law.types import EXACT, YES_NO, Choice, OrNone, SetOf
from hexlaw.runtime.law.units import UnitType

GRID = Grid("pointy", ("A", "B", "C"), (3, 4), "second")
AT = GRID.names
SVG = "{http://www.w3.org/2000/svg}"


def side(a: str, b: str) -> Side:
    found = side_between(AT[a], AT[b])
    assert found is not None
    return found


HARBOUR = Map.of(
    Board(
        "H",
        "Harbour & Reef",
        GRID,
        {AT["A2"]: {"ground": "reef"}, AT["B2"]: {"ground": "reef"}, AT["C1"]: {"marks": ("buoy",)}},
        {side("A1", "A2"): {"wall": True}, side("C2", "C3"): {"ferry": True}},
        {"The Bar": (AT["A2"], AT["B2"])},
    )
)
STYLE = """\
background: "#eeeecc"
hexes:
  - {attribute: ground, value: reef, fill: "#88aacc", letter: r, legend: reef <shallow>, edge: "#224466",
     art: {shape: rock, count: 4, size: 20}}
  - {attribute: marks, value: buoy, fill: "#cc0000", letter: b, legend: buoy}
sides:
  - {attribute: wall, stroke: "#333333", width: 2 1/2, legend: wall}
  - {attribute: ferry, stroke: "#0000ff", edge: "#000088", kind: path, legend: ferry}
shapes:
  rock: [{d: "M-40 20 L0 -30 L40 20 Z", fill: "#777777"}]
  hull: [{d: "M-40 0 L40 0 L30 20 L-30 20 Z", fill: ink}]
  sail: [{d: "M0 -30 L20 -4 L0 -4 Z", fill: face, stroke: ink}]
counters:
  faces:
    - {when: {side: gulls}, fill: "#ddddff"}
    - {when: {kind: boat}, fill: "#ffdddd"}
  figures:
    - {show: crew, at: top-left}
    - {show: pull, at: top-right}
    - {show: rig, at: top, words: {sail: S}}
    - {show: cargo, at: bottom-left}
    - {show: name, at: caption}
    - {show: type, at: middle, back: yes}
  symbols:
    - {when: {rig: sail}, shapes: [hull, sail]}
    - {when: {kind: boat}, shapes: [hull]}
  markers:
    - {when: {lit: yes}, fill: "#aa8800", text: L, legend: lit}
    - {when: {holds: yes}, fill: "#008844", shape: hull, legend: laden}
"""
HEXES = {"ground": Choice("ground"), "marks": SetOf(Choice("mark"))}
SIDES = {"wall": YES_NO, "ferry": YES_NO}
CHOICES = {"ground": ("sand", "reef"), "mark": ("buoy", "lantern"), "rig": ("oars", "sail"), "side": ("gulls", "terns")}


def _attribute(name: str, type_: object, default: object, *, secret: bool = False) -> AttributeDecl:
    return AttributeDecl(name=name, type=type_, default=default, secret=secret)  # type: ignore[arg-type]


BOAT = {
    "side": _attribute("side", OrNone(Choice("side")), None),
    "crew": _attribute("crew", EXACT, Fraction(0)),
    "pull": _attribute("pull", EXACT, Fraction(0)),
    "rig": _attribute("rig", Choice("rig"), "oars"),
    "cargo": _attribute("cargo", EXACT, Fraction(0), secret=True),
    "lit": _attribute("lit", YES_NO, False),
}
UNITS = {
    "cutter": UnitType(
        "cutter", "Cutter", "boat", {"crew": Fraction(12), "pull": Fraction(11, 2), "rig": "sail", "side": "gulls"},
        "RB 1", frozenset(), None, "rules/harbour/units/boats.csv:2:1",
    ),
    "gig": UnitType(
        "gig", "Gig", "boat", {"crew": Fraction(4), "side": "terns"}, "RB 1", frozenset(), None, "boats.csv:3:1"
    ),
    "lighter": UnitType(
        "lighter", "Lighter of the Old Lower Harbour Company", "boat", {"crew": Fraction(188), "pull": Fraction(188)},
        "RB 1", frozenset(), None, "boats.csv:4:1",
    ),
}  # fmt: skip
WORDS = StyleWords(
    HEXES, SIDES, CHOICES, {name: a.type for name, a in BOAT.items()}, ("boat", "float"), UNITS, ("boats",), (), ()
)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def in_group(svg: str, name: str) -> list[ElementTree.Element]:
    """The elements right in the group of a class; none where there is no such group."""
    groups = [g for g in parsed(svg).iter(f"{SVG}g") if g.get("class") == name]
    return [element for group in groups for element in group]


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]
