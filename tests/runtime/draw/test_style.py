"""What a style may say: colours, letters, sizes and outlines that can be drawn safely, and nothing else."""

from __future__ import annotations

import pytest

from hexlaw.runtime.draw.colours import BadStyle
from hexlaw.runtime.draw.shapes import Stroke, put, read_outline
from hexlaw.runtime.draw.style import Art, Face, HexRule, Marker, SideRule, Style, When

HOSTILE = ["url(http://example.org/x)", "#12345", "red;", '"/>', "", "#1234567", "rgb(1,2,3)"]


@pytest.mark.parametrize("colour", HOSTILE)
def test_what_is_no_colour_is_refused(colour: str) -> None:
    for make in (
        lambda: Style(background=colour),
        lambda: HexRule("ground", "reef", colour, "r", ""),
        lambda: SideRule("wall", True, colour, ""),
        lambda: Face(When(), colour),
        lambda: Face(When(), "#fff", ink=colour),
        lambda: Marker(When(), colour, "lit"),
        lambda: Stroke((), fill=colour),
    ):
        with pytest.raises(BadStyle, match="is not a colour"):
            make()


def test_a_name_that_is_like_that_of_a_colour_is_named() -> None:
    with pytest.raises(BadStyle, match="`gren` is not a colour: did you mean `green`"):
        Style(background="gren")
    with pytest.raises(BadStyle, match="`parchment` is not a colour"):
        Stroke((), fill="parchment")
    assert Style(background="SandyBrown").background == "SandyBrown"


@pytest.mark.parametrize("letter", ["", "ab", " ", "\n", "\x1b", "漢", "\u0301"])
def test_what_is_no_letter_is_refused(letter: str) -> None:
    with pytest.raises(BadStyle, match="is not a single letter"):
        HexRule("ground", "reef", "#fff", letter, "")


@pytest.mark.parametrize("width", [0, -1, 21])
def test_a_stroke_has_a_sensible_width(width: int) -> None:
    with pytest.raises(BadStyle, match="width"):
        SideRule("wall", True, "black", "", width=width)


@pytest.mark.parametrize(("count", "size"), [(0, 10), (20, 10), (3, 0), (3, 121)])
def test_not_too_much_is_strewn(count: int, size: int) -> None:
    with pytest.raises(BadStyle):
        Art("reed", count, size)


def test_an_outline_is_read_into_absolute_points() -> None:
    # a step right, one down, a curve of two points from there, back to the beginning
    assert read_outline("M-10,0 h20 v5 q1 1 2 2z") == (
        ("M", (-10.0, 0.0)),
        ("L", (10.0, 0.0)),
        ("L", (10.0, 5.0)),
        ("Q", (11.0, 6.0, 12.0, 7.0)),
        ("Z", ()),
    )


def test_an_outline_is_put_at_a_point_and_made_smaller() -> None:
    outline = read_outline("M-10 0 L10 4 A6 6 0 0 1 0 8")
    assert put(outline, 100.0, 50.0, 0.5) == "M95.0 50.0L105.0 52.0A3.0 3.0 0 0 1 100.0 54.0"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("L1 1", "cannot stand here"),
        ("M0 0 S1 1 2 2", "cannot stand here"),
        ("M0 0 L1", "takes 2 numbers"),
        ("M0 0 A1 1 0 7 0 3 3", "are 0 or 1"),
        ("M0 0 L101 0", "within 100"),
        ('M0 0"/><script>', "is not an outline"),
        ("M0 0 L1e9 0", "takes 2 numbers"),
        ("M0 0" + " L1 1" * 500, "is not an outline"),
        ("M" + "1" * 1900 + "!", "is not an outline"),
        ("M0 0 L" + "9" * 400 + " 1", "within 100"),
    ],
)
def test_what_is_no_outline_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadStyle, match=words):
        read_outline(text)
