"""SVG written: numbers without needless digits, texts that keep to their room, documents that say what they are."""

from __future__ import annotations

import pytest

from hexlaw.runtime.draw.elements import (
    document,
    group,
    haloed,
    lettering,
    number,
    plain_svg,
    room_for,
    use_of,
    width_of,
)

from .harbour import parsed


@pytest.mark.parametrize(
    ("value", "written"), [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (12.345, "12.35"), (-3.10, "-3.1"), (100.0, "100")]
)
def test_numbers_have_no_needless_digits(value: float, written: str) -> None:
    assert number(value) == written


def test_a_text_that_has_room_keeps_its_size_and_has_its_width() -> None:
    # three figures of 556 thousandths each at a size of 10
    assert width_of("188", 10) == pytest.approx(16.68)
    text = parsed(lettering("188", 5, 6, 10, 40))
    assert text.attrib == {
        "x": "5", "y": "6", "font-size": "10", "textLength": "16.68", "lengthAdjust": "spacingAndGlyphs",
        "text-anchor": "middle",
    }  # fmt: skip


def test_a_text_without_room_is_made_smaller() -> None:
    text = parsed(lettering("188", 5, 6, 10, 10.0))
    size = float(text.get("font-size") or 0)
    assert 3 < size < 10
    assert room_for("188", size) == pytest.approx(10.0, abs=0.05)
    assert text.text == "188"


def test_a_text_that_would_be_too_small_is_cut_short() -> None:
    text = parsed(lettering("the old lower harbour company", 5, 6, 10, 12.0, least=4))
    assert float(text.get("font-size") or 0) == 4
    assert (text.text or "").endswith("…")
    assert float(text.get("textLength") or 0) <= 12


def test_no_text_is_nothing_and_no_parts_are_no_group() -> None:
    assert lettering("", 0, 0, 10, 10) == ""
    assert group("pieces", []) == []


def test_a_document_says_what_it_is() -> None:
    root = parsed(document(["<g/>"], (0, 0, 10, 20), 'The "Reef" <1>', "", unit="mm", size=(5, 10)))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("5mm", "10mm", "0 0 10 20")
    assert root.get("aria-label") == 'The "Reef" <1>'
    assert [child.tag.rpartition("}")[2] for child in root] == ["title", "g"]


def test_a_halo_lies_below_its_letters_also_where_renderers_know_svg_1_1_alone() -> None:
    assert (
        haloed("g", ' fill="#000"', 'stroke="#fff"', "a") == '<g fill="#000" paint-order="stroke" stroke="#fff">a</g>'
    )
    with plain_svg():
        written = haloed("g", ' fill="#000"', 'stroke="#fff"', "a")
    assert written == '<g fill="#000" stroke="#fff">a</g><g fill="#000">a</g>'
    assert haloed("g", "", "", "a") == "<g>a</g>"


def test_plain_svg_refers_by_xlink_and_keeps_no_shape_of_its_own() -> None:
    assert use_of("lamp") == '<use href="#lamp"/>'
    with plain_svg():
        plain = document([use_of("lamp", ' x="1"')], (0, 0, 10, 10), "", "", size=(20, 21))
    assert '<use xlink:href="#lamp" x="1"/>' in plain
    assert 'xmlns:xlink="http://www.w3.org/1999/xlink" preserveAspectRatio="none"' in plain
    assert "xlink" not in document([], (0, 0, 10, 10), "", "")


def test_the_units_of_plain_svg_are_pixels_and_what_is_drawn_fills_them() -> None:
    """VASSAL draws a board in tiles where it is shown as large as it is, and gives their corners, in pixels, to a
    renderer that takes them for units."""
    with plain_svg():
        whole = parsed(document(["<g/>"], (-5, 0, 10, 20), "Reef", "", size=(40, 81)))
    assert (whole.get("viewBox"), whole.get("width"), whole.get("height")) == ("0 0 40 81", "40", "81")
    [inner] = [child for child in whole if child.tag.endswith("svg")]
    assert (inner.get("viewBox"), inner.get("width"), inner.get("height")) == ("-5 0 10 20", "40", "81")
    assert inner.get("preserveAspectRatio") == "none"
    assert [child.tag.rpartition("}")[2] for child in inner] == ["g"]
