"""Styles: rules for hexes and hexsides, checked against attributes and what can be drawn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.style_file import StyleWords, read_style
from hexlaw.runtime.draw.shapes import Stroke
from hexlaw.runtime.draw.style import Art, Face, HexRule, Marker, SideRule, Style, StyleFigure, Symbol, When
from hexlaw.runtime.law.types import EXACT, WHOLE, YES_NO, Choice, SetOf

HEX = {"terrain": SetOf(Choice("growth"))}
SIDE = {"hedge": YES_NO, "way": YES_NO}
CHOICES = {"growth": ("grove", "reeds"), "mood": ("meek", "bold")}
THINGS = {"weight": EXACT, "faces": WHOLE, "mood": Choice("mood"), "asleep": YES_NO}
WORDS = StyleWords(HEX, SIDE, CHOICES, THINGS, ("beast", "cart"), ("ram", "ewe"), ("flock",), ("walks",), ("sees",))
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
    return read_style(sources, WORDS, diagnostics), diagnostics


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
        ('"#8a6"', "url(x)", "HX190", "3:46", "is not a colour"),
        ('"#fff"', "'#ff'", "HX190", "1:13", "is not a colour"),
        ('"#fff"', "whit", "HX190", "1:13", "`whit` is not a colour: did you mean `white`?"),
        ('"#fff"', "fff", "HX190", "1:13", '`fff` is not a colour: did you mean `"#fff"`?'),
        ('"#fff"', "'#ffeedd80'", "HX190", "1:13", 'did you mean `"#ffeedd"`?'),
        ('"#fff"', "'rgb(255, 0, 16)'", "HX190", "1:13", 'did you mean `"#ff0010"`?'),
        ('"#fff"', "'rgb(256, 0, 16)'", "HX190", "1:13", "write `#` and six digits"),
        ('"#fff"', "#fff", "HX190", "1:12", "a colour is missing here"),
        ('"#8a6"', "#8a6", "HX104", "3:46", "from `#` on this is a comment"),
        ("letter: g", "letter: gg", "HX190", "3:5", "not a single letter"),
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


def test_a_colour_that_became_a_comment_is_told_with_its_quotes() -> None:
    """Also where the style would do without it: an edge is drawn only where it is given."""
    rule = "hexes:\n- attribute: terrain\n  value: grove\n  fill: '#8a6'\n  letter: g\n  edge: #753\n"
    for text in ("background: #753\n", rule):
        [found] = read(text)[1]
        assert (found.code, found.message) == ("HX190", "a colour is missing here")
        assert found.help == 'from `#` on this is a comment: write `"#753"`'
    [found] = read(TEXT.replace('"#8a6"', "#8a6"))[1]
    assert found.help == 'write `"#8a6"`'


def test_every_colour_of_an_item_that_is_none_is_told_where_it_stands() -> None:
    style, diagnostics = read(COUNTERS.replace('"#123"', "gren").replace('"#456"', "blak").replace('"#345"', "inck"))
    assert style is None
    said = {f"{d.span}": d.message.partition(": ")[2] for d in diagnostics}
    assert [*said.values()] == ["did you mean `ink`?", "did you mean `green`?", "did you mean `black`?"]
    assert [place.split(":")[1] for place in said] == ["3", "7", "7"]
    assert len(said) == 3


# -- shapes and counters

COUNTERS = """\
shapes:
  horn: [{d: "M0 0 L10 -10", stroke: ink, width: 6}]
  fleece: [{d: "M-10 0 L10 0 L0 9 Z", fill: face, stroke: "#345"}]
counters:
  millimetres: 15
  faces:
    - {when: {mood: bold}, fill: "#fed", ink: "#123", rim: "#456"}
    - {fill: "#eee"}
  figures:
    - {show: weight, at: top-left, zero: yes}
    - {show: mood, at: top, words: {meek: m}, size: 9}
    - {show: name, at: caption}
  symbols:
    - {when: {kind: beast, type: ram, chart: flock, asleep: no}, shapes: [fleece, horn]}
  markers:
    - {when: {asleep: yes}, fill: "#00f", text: z, shape: horn, legend: sleeps}
    - {when: {holds: yes, held: no}, fill: "#0f0", legend: laden}
reach: walks
sight: sees
"""


def test_shapes_and_counters_are_read() -> None:
    style, diagnostics = read(COUNTERS)
    assert not len(diagnostics)
    assert style is not None
    assert style.shapes["horn"] == (Stroke((("M", (0.0, 0.0)), ("L", (10.0, -10.0))), "none", "ink", 6),)
    counters = style.counters
    assert counters.millimetres == 15
    assert counters.faces == (Face(When((("mood", "bold"),)), "#fed", "#123", "#456"), Face(When(), "#eee"))
    assert counters.figures[0] == StyleFigure("weight", "top-left", zero=True)
    assert (counters.figures[1].words, counters.figures[1].size) == ({"meek": "m"}, 9)
    assert counters.symbols == (Symbol(When((("asleep", False),), "beast", "ram", "flock"), ("fleece", "horn")),)
    asleep, laden = counters.markers
    assert asleep == Marker(When((("asleep", True),)), "#00f", "sleeps", "z", "horn")
    assert laden.when == When(holds=True, held=False)
    assert (style.reach, style.sight) == ("walks", "sees")


def test_a_counter_faces_by_an_attribute_that_tells_where() -> None:
    style, diagnostics = read(COUNTERS.replace("  millimetres: 15\n", "  millimetres: 15\n  front: faces\n"))
    assert not len(diagnostics)
    assert style is not None
    assert style.counters.front == "faces"
    for attribute, said in (
        ("mood", "`mood` does not say where a counter faces"),
        ("moodd", "no counter has an attribute"),
    ):
        _, [wrong] = read(COUNTERS.replace("  millimetres: 15\n", f"  front: {attribute}\n"))
        assert wrong.code == "HX172"
        assert said in wrong.message


def test_a_layer_replaces_rules_about_the_same_counters_and_adds_its_own_in_front() -> None:
    layer = """\
shapes: {horn: [{d: "M1 1 L2 2", stroke: ink}]}
counters:
  faces: [{when: {mood: meek}, fill: "#abc"}, {when: {mood: bold}, fill: "#cba"}]
"""
    style, _ = read(COUNTERS, layer)
    assert style is not None
    assert [face.fill for face in style.counters.faces] == ["#abc", "#cba", "#eee"]
    assert len(style.counters.figures) == 3
    assert style.counters.millimetres == 15
    assert style.shapes["horn"][0].outline == (("M", (1.0, 1.0)), ("L", (2.0, 2.0)))
    assert set(style.shapes) == {"horn", "fleece"}


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("{mood: bold}", "{moot: bold}", "HX172", "no counter has an attribute `moot`"),
        ("{mood: bold}", "{mood: bald}", "HX107", "`bald` is not one of"),
        ("kind: beast", "kind: beats", "HX172", "there is no kind of counter `beats`"),
        ("type: ram", "type: rma", "HX172", "no unit chart has `rma`"),
        ("chart: flock", "chart: herd", "HX172", "there is no chart `herd`"),
        ("[fleece, horn]", "[fleece, hron]", "HX172", "the style has no shape `hron`"),
        ("shape: horn,", "shape: hron,", "HX172", "the style has no shape `hron`"),
        ("show: weight", "show: wieght", "HX172", "no counter has an attribute `wieght`"),
        ("{meek: m}", "{mekk: m}", "HX107", "`mekk` is not one of"),
        ("M0 0 L10 -10", "M0 0 X10 -10", "HX190", "cannot stand here in an outline"),
        ("at: top,", "at: tpo,", "HX105", "`tpo` is not one of"),
        ('fill: "#fed"', "fill: 'url(x)'", "HX190", "is not a colour"),
        ("millimetres: 15", "millimetres: 1500", "HX190", "5 to 60 millimetres"),
        ("reach: walks", "reach: wakls", "HX172", "the law declares no reach `wakls`"),
        ("sight: sees", "sight: ses", "HX172", "the law declares no fact `ses`"),
        ("holds: yes", "holds: [yes]", "HX105", "is not one of `yes`, `no`"),
    ],
)
def test_mistakes_about_counters(old: str, new: str, code: str, words: str) -> None:
    assert old in COUNTERS
    style, diagnostics = read(COUNTERS.replace(old, new))
    assert style is None
    first = next(iter(diagnostics))
    assert first.code == code
    assert words in first.message


def test_a_shape_of_the_base_can_be_named() -> None:
    style, diagnostics = read(COUNTERS, "counters: {symbols: [{when: {kind: cart}, shapes: [horn]}]}\n")
    assert style is not None, [d.message for d in diagnostics]


def test_areas_with_art_are_read() -> None:
    text = TEXT.replace(
        "legend: Grove}",
        "legend: Grove, edge: '#123', inset: 5, angular: yes, under: [reeds], art: {shape: s, count: 3, size: 20}}",
    )
    style, diagnostics = read(text + 'shapes: {s: [{d: "M0 0 L1 1", stroke: "#fff"}]}\n')
    assert style is not None, [d.message for d in diagnostics]
    [rule] = style.hexes
    assert rule.art == Art("s", 3, 20)
    assert (rule.edge, rule.inset, rule.angular, rule.under) == ("#123", 5, True, ("reeds",))


@pytest.mark.parametrize("key", ["hexes", "sides", "shapes", "counters"])
def test_a_list_is_not_endless(key: str) -> None:
    rule = {
        "hexes": "- {attribute: terrain, value: grove, fill: red, letter: g}",
        "sides": "- {attribute: hedge, stroke: red}",
        "shapes": "  s:\n",
        "counters": "  faces:\n",
    }[key]
    item = {"shapes": '  - {d: "M0 0 L1 1", stroke: ink}', "counters": "  - {fill: red}"}.get(key, rule)
    head = f"{key}:\n" + (rule if key in ("shapes", "counters") else "")
    good, bad = (head + "\n".join([item] * number) for number in (300, 301))
    assert read(good)[0] is not None
    style, diagnostics = read(bad)
    assert style is None
    assert "no more than 300 rules" in next(iter(diagnostics)).message
