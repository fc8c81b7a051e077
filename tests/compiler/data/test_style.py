"""Styles: rules for hexes and hexsides, checked against attributes and what can be drawn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexlaw.compiler.data.style import read_style
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.source import Source
from hexlaw.runtime.picture import HexRule, SideRule, Style
from hexlaw.runtime.types import YES_NO, Choice, SetOf

HEX = {"terrain": SetOf(Choice("growth"))}
SIDE = {"hedge": YES_NO, "way": YES_NO}
CHOICES = {"growth": ("grove", "reeds")}
TEXT = """\
background: "#fff"
hexes:
  - {attribute: terrain, value: grove, fill: "#8a6", letter: g, legend: Grove}
sides:
  - {attribute: hedge, stroke: green}
  - {attribute: way, value: yes, stroke: "#654", width: 2 1/2, kind: path, letter: w}
"""


def read(*texts: str) -> tuple[Style | None, Diagnostics]:
    diagnostics = Diagnostics()
    sources = [Source(f"l{i}", text) for i, text in enumerate(texts)]
    return read_style(sources, HEX, SIDE, CHOICES, diagnostics), diagnostics


def test_a_style_is_read() -> None:
    style, diagnostics = read(TEXT)
    assert not len(diagnostics)
    assert style == Style(
        hexes=(HexRule("terrain", "grove", "#8a6", "g", "Grove"),),
        sides=(
            SideRule("hedge", True, "green", "hedge"),
            SideRule("way", True, "#654", "way", Fraction(5, 2), "path", "w"),
        ),
        background="#fff",
    )


def test_a_layer_replaces_rules_and_adds_its_own_in_front() -> None:
    layer = (
        "hexes:\n- {attribute: terrain, value: reeds, fill: red, letter: r}\n"
        "- {attribute: terrain, value: grove, fill: blue, letter: G}\n"
    )
    style, _ = read(TEXT, layer)
    assert style is not None
    assert style.background == "#fff"
    assert len(style.sides) == 2
    assert [(rule.value, rule.fill) for rule in style.hexes] == [("reeds", "red"), ("grove", "blue")]


def test_no_file_is_the_plain_style() -> None:
    assert read()[0] == Style()


@pytest.mark.parametrize(
    ("old", "new", "code", "place", "words"),
    [
        ("terrain", "terain", "HX172", "3:17", "a hex has no attribute `terain`"),
        ("hedge", "terrain", "HX172", "5:17", "a hexside has no attribute `terrain`"),
        ("value: grove", "value: grov", "HX107", "3:33", "`grov` is not one of"),
        ("value: grove, ", "", "HX105", "3:5", "`value` is missing"),
        ('"#8a6"', "url(x)", "HX190", "3:5", "is no colour"),
        ('"#fff"', "'#ff'", "HX190", "1:13", "is no colour"),
        ("letter: g", "letter: gg", "HX190", "3:5", "no single letter"),
        ("2 1/2", "2.5", "HX107", "6:57", "`2.5` is not a number"),
        ("kind: path", "kind: paht", "HX105", "6:70", "`paht` is not one of"),
    ],
)
def test_mistakes(old: str, new: str, code: str, place: str, words: str) -> None:
    style, diagnostics = read(TEXT.replace(old, new))
    assert style is None
    first = next(iter(diagnostics))
    assert (first.code, str(first.span)) == (code, f"l0:{place}")
    assert words in first.message
